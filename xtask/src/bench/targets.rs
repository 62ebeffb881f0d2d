//! What is built: the entry points, the rows of a table, an empty
//! kustomization.

use std::path::{Path, PathBuf};

use super::composition;
use super::folders::{copy, read, write};
use super::layout::{TREE, copy_upstream};
use super::options::Options;

/// Below the shared folder.
const ROWS: &str = "conformance/bench_targets.tsv";
const ROW_FOLDERS: &str = "conformance/realworld";

/// The entry points below the upstream tree; core is put together.
const NOTEBOOKS: (&str, &str) = ("notebooks", "applications/notebooks-v1/overlays/istio");
const DASHBOARD: (&str, &str) = ("dashboard", "applications/dashboard/overlays/istio");
const PIPELINES: (&str, &str) = ("pipelines", "applications/pipeline/overlays");
const TRAINER: (&str, &str) = ("trainer", "applications/trainer/overlays");
const KATIB: (&str, &str) = ("katib", "applications/katib/upstream/installs/katib-with-kubeflow");
const CORE: &[&str] = &[
    "common/kubeflow-namespace/base",
    "common/kubeflow-roles/base",
    "common/istio/kubeflow-istio-resources/base",
    "common/oauth2-proxy/overlays/m2m-dex-only",
    "applications/dashboard/overlays/istio",
];

/// The targets made of the upstream tree.
pub(super) const UPSTREAM: &[&str] =
    &["notebooks", "dashboard", "pipelines", "trainer", "katib", "core", "five together"];

/// kustomize refuses a kustomization that says nothing at all.
const EMPTY: &str = "resources: []\n";

/// Folders that are built one after the other, each by its own process.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) name: String,
    pub(super) folders: Vec<PathBuf>,
    /// How many bytes must come out, where that is on record.
    pub(super) bytes: Option<u64>,
}

/// One row of the table of targets.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    name: String,
    repository: String,
    folder: String,
    bytes: u64,
}

/// The names of all targets and the wanted targets, laid out below `to`.
pub(super) fn lay_out(shared: &Path, to: &Path, options: &Options) -> Result<Vec<Target>, String> {
    let rows = parse_rows(&read(&shared.join(ROWS))?)?;
    let row_names = rows.iter().map(|row| row.name.clone());
    let known: Vec<String> = UPSTREAM
        .iter()
        .map(|name| (*name).to_owned())
        .chain(row_names)
        .chain(["empty"].into_iter().chain(composition::ROWS).map(str::to_owned))
        .collect();
    options.check_names(&known)?;

    let mut targets = Vec::new();
    if options.wants_upstream() {
        copy_upstream(shared, to)?;
        targets.extend(upstream(to)?);
    }
    for row in rows.into_iter().filter(|row| options.wants(&row.name)) {
        let copied = to.join("rows").join(&row.repository);
        if !copied.exists() {
            copy(&shared.join(ROW_FOLDERS).join(&row.repository), &copied)?;
        }
        let folder = if row.folder == "." { copied } else { copied.join(&row.folder) };
        targets.push(Target { name: row.name, folders: vec![folder], bytes: Some(row.bytes) });
    }
    let empty = to.join("empty");
    write(&empty.join("kustomization.yaml"), EMPTY)?;
    targets.push(Target { name: "empty".to_owned(), folders: vec![empty], bytes: Some(0) });
    targets.retain(|target| options.wants(&target.name));
    Ok(targets)
}

/// The entry point whose objects the size series multiplies.
pub(super) fn notebooks(to: &Path) -> PathBuf {
    to.join(TREE).join(NOTEBOOKS.1)
}

fn upstream(to: &Path) -> Result<Vec<Target>, String> {
    let core = to.join("core");
    let parts: String = CORE.iter().map(|part| format!("- ../{TREE}/{part}\n")).collect();
    write(&core.join("kustomization.yaml"), &format!("resources:\n{parts}"))?;
    let below = |(name, path): (&str, &str)| (name.to_owned(), to.join(TREE).join(path));
    let mut singles: Vec<(String, PathBuf)> = [NOTEBOOKS, DASHBOARD, PIPELINES, TRAINER, KATIB].map(below).into();
    singles.push(("core".to_owned(), core));
    let five = singles.iter().filter(|(name, _)| name != DASHBOARD.0).map(|(_, folder)| folder.clone()).collect();
    let single = |(name, folder)| Target { name, folders: vec![folder], bytes: None };
    let mut targets: Vec<Target> = singles.into_iter().map(single).collect();
    targets.push(Target { name: "five together".to_owned(), folders: five, bytes: None });
    Ok(targets)
}

/// Reads the table: tabs between columns, a header, a note at the end.
pub(super) fn parse_rows(text: &str) -> Result<Vec<Row>, String> {
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    if header != "name\trepo_dir\ttarget\tbytes\tdocs\tnote" {
        return Err(format!("{ROWS}: unknown header `{header}`"));
    }
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, repository, folder, bytes, _, _] = columns[..] else { return None };
        let (name, repository, folder) = (name.to_owned(), repository.to_owned(), folder.to_owned());
        Some(Row { name, repository, folder, bytes: bytes.parse().ok()? })
    };
    let rows = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| row(line).ok_or_else(|| format!("{ROWS}: not a row: `{line}`"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "name\trepo_dir\ttarget\tbytes\tdocs\tnote\n";

    #[test]
    fn rows_are_read() {
        let text =
            format!("{HEADER}# a remark\n\nb1\to+r@1\tconfig/default\t12\t3\tsome words\nb2\to+r@2\t.\t0\t0\t\n");
        let row = |name: &str, repository: &str, folder: &str, bytes| Row {
            name: name.to_owned(),
            repository: repository.to_owned(),
            folder: folder.to_owned(),
            bytes,
        };
        assert_eq!(parse_rows(&text).unwrap(), [row("b1", "o+r@1", "config/default", 12), row("b2", "o+r@2", ".", 0)]);
        assert_eq!(parse_rows(HEADER).unwrap(), []);
    }

    #[test]
    fn what_is_no_row_is_named() {
        assert!(parse_rows("").unwrap_err().contains("unknown header"));
        assert!(parse_rows(&format!("{HEADER}b1\tr\n")).unwrap_err().ends_with("not a row: `b1\tr`"));
        assert!(parse_rows(&format!("{HEADER}b1\tr\tt\tmany\t1\tn\n")).unwrap_err().contains("many"));
    }

    #[test]
    fn the_five_are_the_entry_points_without_the_dashboard_alone() {
        let folder = tempfile::tempdir().unwrap();
        let targets = upstream(folder.path()).unwrap();
        let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
        assert_eq!(names, UPSTREAM);
        assert_eq!(targets[6].folders.len(), 5);
        assert!(!targets[6].folders.contains(&targets[1].folders[0]));
        let core = std::fs::read_to_string(folder.path().join("core/kustomization.yaml")).unwrap();
        assert_eq!(core.lines().count(), 6);
    }
}
