//! The same objects once, twice … sixteen times: time must grow as size does.
//!
//! Every copy is a base of its own with a name prefix, so names and references
//! to them change in it; the kustomization above prefixes and labels all
//! objects of all copies once more.

use std::path::{Path, PathBuf};

use super::figures::{Figures, slope};
use super::folders::write;
use super::measuring::{Measured, Meter, Reference};

/// The name of the series among the targets.
pub(super) const NAME: &str = "series";

const COPIES: [usize; 5] = [1, 2, 4, 8, 16];
/// The reference says whether the bytes are right up to here; it takes long.
const MOST_COPIES_CHECKED: usize = 2;

/// Kinds a name prefix leaves alone.
const WITHOUT_PREFIX: [&str; 3] = ["kind: APIService", "kind: CustomResourceDefinition", "kind: Namespace"];

/// What one size took.
pub(super) struct Size {
    pub(super) copies: usize,
    pub(super) objects: usize,
    pub(super) measured: Measured,
}

/// Measures all sizes; `objects` is a stream as the tool prints it.
pub(super) fn measure(meter: &Meter, objects: &str, to: &Path, runs: usize) -> Result<Vec<Size>, String> {
    let count = objects.split(SEPARATOR).count();
    let mut sizes = Vec::new();
    for copies in COPIES {
        let folder = lay_out(objects, copies, to)?;
        let reference = if copies <= MOST_COPIES_CHECKED { Reference::Checked } else { Reference::Absent };
        let measured = meter.measure(&[folder], runs, reference)?;
        sizes.push(Size { copies, objects: copies * count, measured });
    }
    Ok(sizes)
}

/// The exponent with which a figure of ours grows with the number of objects.
pub(super) fn growth(sizes: &[Size], figure: fn(&Figures) -> f64) -> Option<f64> {
    slope(&sizes.iter().map(|size| (size.objects as f64, figure(&size.measured.ours))).collect::<Vec<_>>())
}

fn lay_out(objects: &str, copies: usize, to: &Path) -> Result<PathBuf, String> {
    let folder = to.join(format!("series-{copies}"));
    let mut bases = String::new();
    for copy in 1..=copies {
        let base = folder.join(format!("copy{copy}"));
        write(&base.join("objects.yaml"), &renamed(objects, copy)?)?;
        let text = format!("namePrefix: c{copy}-\nresources:\n- objects.yaml\n");
        write(&base.join("kustomization.yaml"), &text)?;
        bases.push_str(&format!("- copy{copy}\n"));
    }
    let text =
        format!("namePrefix: all-\nlabels:\n- pairs:\n    series: all\n  includeSelectors: true\nresources:\n{bases}");
    write(&folder.join("kustomization.yaml"), &text)?;
    Ok(folder)
}

const SEPARATOR: &str = "\n---\n";

/// The objects, with a new name for those whose name no prefix changes.
fn renamed(objects: &str, copy: usize) -> Result<String, String> {
    let documents = objects.split(SEPARATOR).map(|document| {
        if !document.lines().any(|line| WITHOUT_PREFIX.contains(&line)) {
            return Ok(document.to_owned());
        }
        let inside =
            document.find("\nmetadata:\n").and_then(|at| document[at..].find("\n  name: ").map(|name| at + name));
        let end = inside.map(|at| at + 1 + document[at + 1..].find('\n').unwrap_or(document.len() - at - 1));
        let end = end.filter(|&end| document[..end].ends_with(|c: char| c.is_ascii_alphanumeric()));
        let end = end.ok_or_else(|| format!("no plain name in\n{document}"))?;
        Ok(format!("{}-{copy}{}", &document[..end], &document[end..]))
    });
    Ok(documents.collect::<Result<Vec<_>, String>>()?.join(SEPARATOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBJECTS: &str =
        "kind: Role\nmetadata:\n  name: a\n---\nkind: Namespace\nmetadata:\n  labels:\n    name: x\n  name: n\n";

    #[test]
    fn only_what_no_prefix_renames_is_renamed() {
        let expected =
            "kind: Role\nmetadata:\n  name: a\n---\nkind: Namespace\nmetadata:\n  labels:\n    name: x\n  name: n-3\n";
        assert_eq!(renamed(OBJECTS, 3).unwrap(), expected);
        assert_eq!(
            renamed("kind: Namespace\nmetadata:\n  name: n", 3).unwrap(),
            "kind: Namespace\nmetadata:\n  name: n-3"
        );
        assert!(renamed("kind: Namespace\nmetadata:\n  name: \"1\"\n", 3).is_err());
        assert!(renamed("kind: Namespace\n", 3).is_err());
    }

    #[test]
    fn every_copy_is_a_base() {
        let to = tempfile::tempdir().unwrap();
        let folder = lay_out(OBJECTS, 2, to.path()).unwrap();
        assert!(std::fs::read_to_string(folder.join("kustomization.yaml")).unwrap().ends_with("- copy1\n- copy2\n"));
        let base = std::fs::read_to_string(folder.join("copy2/kustomization.yaml")).unwrap();
        assert!(base.starts_with("namePrefix: c2-\n"), "{base}");
    }

    #[test]
    fn growth_is_over_objects() {
        let size = |objects, wall| {
            let ours = Figures { wall, cpu: 1.0, peak: 1.0 };
            Size { copies: 1, objects, measured: Measured { bytes: 1, ours, reference: None } }
        };
        let sizes = [size(10, 1.0), size(20, 4.0), size(40, 16.0)];
        assert!((growth(&sizes, |figures| figures.wall).unwrap() - 2.0).abs() < 1e-12);
        assert!(growth(&sizes, |figures| figures.cpu).unwrap().abs() < 1e-12);
    }
}
