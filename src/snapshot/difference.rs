//! What a render changes in what was approved.

use std::collections::BTreeSet;
use std::fmt;

use super::Snapshot;
use crate::text::Span;

/// What became of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It is another one.
    Changed,
}

impl fmt::Display for Change {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        })
    }
}

/// An object that is not as it was approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What became of it.
    pub kind: Change,
    /// Its name, as in the snapshot.
    pub id: String,
    /// The line that lists it as approved; [`Span::NONE`] for a new one.
    pub span: Span,
}

/// The objects in which `rendered` differs from `approved`, sorted by name. An
/// object with another name is another object.
#[must_use]
pub fn compare(approved: &Snapshot, rendered: &Snapshot) -> Vec<Difference> {
    let ids: BTreeSet<&String> = approved.objects.keys().chain(rendered.objects.keys()).collect();
    let difference = |id: &String| {
        let (kind, span) = match (approved.objects.get(id), rendered.objects.get(id)) {
            (Some(old), Some(new)) if old.sha256 == new.sha256 => return None,
            (Some(old), Some(_)) => (Change::Changed, old.span),
            (Some(old), None) => (Change::Removed, old.span),
            (None, _) => (Change::Added, Span::NONE),
        };
        Some(Difference { kind, id: id.clone(), span })
    };
    ids.into_iter().filter_map(difference).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::snapshot::ApprovedObject;
    use crate::text::SourceMap;
    use crate::vfs::MemoryTree;

    fn snapshot(objects: &[(&str, &str)]) -> Snapshot {
        let mut snapshot = Snapshot::empty("e", "a");
        for (id, digit) in objects {
            let object = ApprovedObject { sha256: digit.repeat(64), span: Span::NONE };
            snapshot.objects.insert((*id).to_owned(), object);
        }
        snapshot
    }

    #[test]
    fn differences_have_the_line_that_approved_the_object() {
        let text = snapshot(&[("v1 K changed", "a"), ("v1 K removed", "b"), ("v1 K same", "c")]).write();
        let (tree, sources) = (MemoryTree::from_files([("/e/a.yaml", text.as_str())]), SourceMap::new());
        let approved = Snapshot::load(&tree, Path::new("/e/a.yaml"), &sources).unwrap();
        let rendered = snapshot(&[("v1 K added", "a"), ("v1 K changed", "b"), ("v1 K same", "c")]);
        let shown: Vec<String> = compare(&approved, &rendered)
            .iter()
            .map(|found| format!("{:7} {} {}", found.kind, found.id, sources.locate(found.span).unwrap_or_default()))
            .collect();
        let expected =
            ["added   v1 K added ", "changed v1 K changed /e/a.yaml:7:7", "removed v1 K removed /e/a.yaml:9:7"];
        assert_eq!(shown, expected);
        assert_eq!(compare(&approved, &approved), []);
        assert_eq!(compare(&rendered, &rendered), []);
    }
}
