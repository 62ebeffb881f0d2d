//! A value that nobody confirmed yet.

use crate::check::{Check, Facts};
use crate::compose::environment::is_reserved;
use crate::finding::{CheckId, Finding, Severity};

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("pin/unconfirmed-value"),
    severity: Severity::Warning,
    summary: "a value is a guess",
    docs: "Where a fact is not known, an environment or the inventory holds a value under a reserved name (`*.example`) \
           or says `unconfirmed: true`. It is reported on every run until somebody confirms it, so that no guess becomes a fact \
           unseen.",
    find,
};

/// The platform's own repository.
fn delivery(facts: &Facts<'_>) -> Option<Finding> {
    let repository = &facts.platform.composition.delivery.repository;
    is_reserved(&repository.value).then(|| {
        CHECK
            .finding("nobody confirmed the platform's repository", "put the true address in")
            .at(repository.span)
            .in_field("delivery.repository")
    })
}

/// What the inventory says of the platform.
fn inventory<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = Finding> + use<'f> {
    let rows = facts.inventory.rows().into_iter().filter(|row| row.is_unconfirmed);
    let rows = rows.map(|row| (format!("{} {}", row.what, row.name), row.span));
    let settings = facts.inventory.settings().into_iter().filter(|setting| setting.is_unconfirmed);
    let settings = settings.map(|setting| (setting.name.to_owned(), setting.span));
    rows.chain(settings).map(|(name, span)| {
        CHECK
            .finding(
                format!("nobody confirmed `{name}` of the inventory"),
                "put the true value in and remove `unconfirmed`",
            )
            .at(span)
            .in_field(name.clone())
            .keyed(format!("inventory {name}"))
    })
}

fn find(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found: Vec<Finding> = delivery(facts).into_iter().chain(inventory(facts)).collect();
    for facts in &facts.environments {
        let environment = &facts.environment.name.value;
        for (name, value) in facts.environment.values.iter().filter(|(_, value)| value.value.is_unconfirmed()) {
            let mut finding = CHECK
                .finding(
                    format!("nobody confirmed `{name}` of {environment}"),
                    "put the true value in and remove `unconfirmed`",
                )
                .at(value.span)
                .in_field(format!("values.{name}"))
                .keyed(format!("{environment} {name}"));
            finding.environments.push(environment.clone());
            found.push(finding);
        }
    }
    found
}
