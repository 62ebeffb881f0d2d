//! A flowchart in the language of Mermaid, which Markdown on most forges shows.
//! What is not met in time is dotted and red.

use std::collections::BTreeMap;

use super::PlanRecord;
use super::arrows::{arrows, counted};

pub(super) fn plan(record: &PlanRecord) -> String {
    let mut lines = vec!["flowchart TB".to_owned()];
    let mut nodes: BTreeMap<&str, String> = BTreeMap::new();
    let mut application_number = 0;
    for (at, stage) in record.stages.iter().enumerate() {
        lines.push(format!("  subgraph w{at}[\"wave {}\"]", stage.wave));
        for application in &stage.applications {
            lines.push(format!("    subgraph a{application_number}[\"{}\"]", escaped(&application.name)));
            application_number += 1;
            for step in &application.steps {
                let node = format!("s{}", nodes.len());
                let label = format!("{}, wave {}<br>{}", step.phase, step.wave, counted(step.objects.len(), "object"));
                lines.push(format!("      {node}[\"{label}\"]"));
                nodes.insert(&step.id, node);
            }
            lines.push("    end".to_owned());
        }
        lines.push("  end".to_owned());
    }
    let mut late = Vec::new();
    for (at, arrow) in arrows(record).iter().enumerate() {
        let line = if arrow.is_late { "-.->" } else { "-->" };
        let label = arrow.labels.join("<br>");
        lines.push(format!("  {} {line}|\"{label}\"| {}", nodes[arrow.first], nodes[arrow.then]));
        if arrow.is_late {
            late.push(at.to_string());
        }
    }
    if !late.is_empty() {
        lines.push(format!("  linkStyle {} stroke:red", late.join(",")));
    }
    lines.join("\n") + "\n"
}

/// A text between quotes: `#` begins the entities that stand for characters.
fn escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '#' => "#35;".to_owned(),
        '"' => "#quot;".to_owned(),
        '<' => "#lt;".to_owned(),
        _ if c.is_control() => " ".to_owned(),
        _ => c.to_string(),
    };
    text.chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_text_stays_between_its_quotes() {
        assert_eq!(super::escaped("a\"b#<\n"), "a#quot;b#35;#lt; ");
    }
}
