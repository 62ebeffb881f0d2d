//! The engine knows nothing of what it renders: platform names stay out of the
//! rooms below `compose`.

use super::Problem;
use super::tree::Tree;

const ENGINE: &[&str] = &["text", "yaml", "vfs", "resource", "kustomize"];
const NAMES: &[&str] = &["kubeflow", "katib", "icaruscloudlab", "waldur", "grnet"];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in tree.files.iter().filter(|file| file.room().is_some_and(|room| ENGINE.contains(&room))) {
        for (number, line) in file.text.lines().enumerate() {
            // A comment may say what the engine does not know.
            let line = line.trim_start();
            let name = NAMES.iter().find(|name| line.to_lowercase().contains(*name));
            if let Some(name) = name.filter(|_| !line.starts_with("//")) {
                let message = format!("the engine must not know `{name}`");
                problems.push(Problem { path: file.path.clone(), line: number + 1, message });
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::complaints;
    use super::check;

    #[test]
    fn platform_names_in_the_engine_are_problems() {
        let files = [
            ("src/kustomize/a.rs", "// Kubeflow is not known here.\nlet name = \"kubeflow\";"),
            ("src/compose/b.rs", "let name = \"kubeflow\";"),
        ];
        assert_eq!(complaints(check, &files), ["src/kustomize/a.rs:2: the engine must not know `kubeflow`"]);
    }
}
