//! A wave that is no number.

use crate::check::renders::each_object;
use crate::check::{Check, Facts};
use crate::finding::{CheckId, Finding, Severity};
use crate::order::sync::SYNC_WAVE;
use crate::resource::Resource;

pub(in crate::check) const CHECK: Check = Check {
    id: CheckId::new("argocd/malformed-wave"),
    severity: Severity::Error,
    summary: "a sync wave is no whole number",
    docs: "Argo CD takes a wave that it cannot read for wave 0 and says nothing: the object is applied too early or too late. A \
           wave is digits with an optional sign, without spaces, in quotes.",
    find: |facts: &Facts<'_>| each_object(facts, look),
};

fn look(object: &Resource) -> Vec<Finding> {
    let wave = object.annotation_node(SYNC_WAVE);
    wave.filter(|wave| wave.text().parse::<i32>().is_err())
        .map(|wave| {
            CHECK
                .finding(format!("Argo CD cannot read the wave {:?}", wave.text()), "write a whole number in quotes")
                .at(wave.span())
                .in_field(format!("metadata.annotations.[{SYNC_WAVE}]"))
        })
        .into_iter()
        .collect()
}
