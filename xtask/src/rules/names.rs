//! A file is named for its subject. These names are for none.

use super::Problem;
use super::tree::Tree;

const SUBJECTLESS: &[&str] = &["util", "utils", "helper", "helpers", "common", "misc", "manager", "managers"];

pub(super) fn check(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    for file in &tree.files {
        let words = file.path.trim_end_matches(".rs").split(['/', '_']);
        for word in words.filter(|word| SUBJECTLESS.contains(word)) {
            let message = format!("`{word}` says nothing about the subject");
            problems.push(Problem { path: file.path.clone(), line: 0, message });
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::super::complaints;
    use super::check;

    #[test]
    fn names_without_a_subject_are_problems() {
        assert_eq!(
            complaints(
                check,
                &[("src/yaml/common/a.rs", ""), ("src/yaml/node_util.rs", ""), ("src/yaml/utility.rs", "")]
            ),
            [
                "src/yaml/common/a.rs: `common` says nothing about the subject",
                "src/yaml/node_util.rs: `util` says nothing about the subject",
            ]
        );
    }
}
