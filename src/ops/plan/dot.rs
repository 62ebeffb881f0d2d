//! A graph in the language of Graphviz. What is not met in time is dashed and
//! red.

use super::PlanRecord;
use super::arrows::{arrows, counted};

pub(super) fn plan(record: &PlanRecord) -> String {
    let mut lines = vec![
        format!("digraph {} {{", quoted(&record.environment)),
        "  rankdir=TB;".to_owned(),
        "  node [shape=box];".to_owned(),
    ];
    let mut application_number = 0;
    for (at, stage) in record.stages.iter().enumerate() {
        lines.push(format!("  subgraph cluster_w{at} {{"));
        lines.push(format!("    label=\"wave {}\";", stage.wave));
        for application in &stage.applications {
            lines.push(format!("    subgraph cluster_a{application_number} {{"));
            lines.push(format!("      label={};", quoted(&application.name)));
            application_number += 1;
            for step in &application.steps {
                let label = format!("{}, wave {}\\n{}", step.phase, step.wave, counted(step.objects.len(), "object"));
                lines.push(format!("      {} [label=\"{label}\"];", quoted(&step.id)));
            }
            lines.push("    }".to_owned());
        }
        lines.push("  }".to_owned());
    }
    for arrow in arrows(record) {
        let late = if arrow.is_late { ", color=red, style=dashed" } else { "" };
        let (first, then, label) = (quoted(arrow.first), quoted(arrow.then), arrow.labels.join("\\n"));
        lines.push(format!("  {first} -> {then} [label=\"{label}\"{late}];"));
    }
    lines.push("}".to_owned());
    lines.join("\n") + "\n"
}

/// A text as an identifier: a backslash would begin one of Graphviz's own
/// escapes.
fn quoted(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_text_stays_between_its_quotes() {
        assert_eq!(super::quoted("a\"\\\nb"), "\"a\\\"\\\\ b\"");
    }
}
