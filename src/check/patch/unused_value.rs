//! A value that no template uses.

use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("patch/unused-value"),
    severity: Severity::Error,
    summary: "no template of a selected Application uses a value",
    docs: "A value that nothing uses looks as if it had an effect. Usually its name is misspelled here or in the template, \
           or the Application that used it is no longer selected.",
    find,
};

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for rendered in facts.rendered() {
        for unused in &rendered.unused_values {
            let mut finding = CHECK
                .finding(
                    format!("no template uses `{}` of {}", unused.name, rendered.environment),
                    "remove it, or use it in a template",
                )
                .at(unused.span)
                .in_field(format!("values.{}", unused.name))
                .keyed(format!("{} {}", rendered.environment, unused.name));
            finding.environments.push(rendered.environment.clone());
            found.push(finding);
        }
    }
    found
}
