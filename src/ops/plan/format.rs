//! How a plan can be written: one file per format, listed here.

use super::{PlanRecord, PrerequisitesRecord, dot, json, mermaid, prerequisites_text, text};
use crate::text::did_you_mean;

/// How much text for people says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// How many objects there are.
    #[default]
    Counts,
    /// Which they are.
    Objects,
}

/// A way to write a plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanFormat {
    /// What the command line calls it.
    pub name: &'static str,
    /// What it is for, in one line.
    pub summary: &'static str,
    /// Writes a plan; what comes out ends with a line break.
    pub plan: fn(&PlanRecord, Detail) -> String,
    /// Writes what has to be there first, where the format can.
    pub prerequisites: Option<fn(&PrerequisitesRecord, Detail) -> String>,
}

/// Every format, the one for people first. A new one is a file and a line.
pub const PLAN_FORMATS: &[PlanFormat] = &[
    PlanFormat {
        name: "text",
        summary: "for people",
        plan: text::plan,
        prerequisites: Some(prerequisites_text::prerequisites),
    },
    PlanFormat {
        name: "json",
        summary: "for programs: quintet/plan/v1, quintet/prerequisites/v1",
        plan: |record, _| json::pretty(record),
        prerequisites: Some(|record, _| json::pretty(record)),
    },
    PlanFormat {
        name: "mermaid",
        summary: "a flowchart for Markdown",
        plan: |record, _| mermaid::plan(record),
        prerequisites: None,
    },
    PlanFormat {
        name: "dot",
        summary: "a graph for Graphviz",
        plan: |record, _| dot::plan(record),
        prerequisites: None,
    },
];

/// The format called `name`; of prerequisites, when `of_prerequisites` says so.
///
/// # Errors
/// What is wrong and what to ask for instead, when there is none of that name.
pub fn find_plan_format(name: &str, of_prerequisites: bool) -> Result<&'static PlanFormat, String> {
    let fits = |format: &&PlanFormat| !of_prerequisites || format.prerequisites.is_some();
    let names = || PLAN_FORMATS.iter().filter(fits).map(|format| format.name);
    let what = if of_prerequisites { "prerequisites cannot be written as" } else { "unknown format" };
    PLAN_FORMATS.iter().filter(fits).find(|format| format.name == name).ok_or_else(|| {
        let known = || format!("the formats are {}", names().collect::<Vec<_>>().join(", "));
        format!("{what} {name:?}: {}", did_you_mean(name, names()).unwrap_or_else(known))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_found_by_name() {
        for format in PLAN_FORMATS {
            assert_eq!(find_plan_format(format.name, false).unwrap().summary, format.summary);
        }
        let error = find_plan_format("jsno", false).unwrap_err();
        assert_eq!(error, "unknown format \"jsno\": did you mean \"json\"?");
        let error = find_plan_format("dot", true).unwrap_err();
        assert_eq!(error, "prerequisites cannot be written as \"dot\": the formats are text, json");
    }
}
