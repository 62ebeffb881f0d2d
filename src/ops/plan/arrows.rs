//! What pictures show between steps: one arrow for all reasons.

use super::PlanRecord;

/// From the step that comes first to the one that needs it.
pub(super) struct Arrow<'r> {
    /// The step that provides something.
    pub(super) first: &'r str,
    /// The step that needs it.
    pub(super) then: &'r str,
    /// Each reason with how often it is one.
    pub(super) labels: Vec<String>,
    /// Whether something of it is not met in time.
    pub(super) is_late: bool,
}

/// The arrows of a plan, in the order of the steps that need something.
pub(super) fn arrows(record: &PlanRecord) -> Vec<Arrow<'_>> {
    let mut arrows: Vec<Arrow<'_>> = Vec::new();
    for flow in &record.flow {
        let label = format!("{} {}", flow.count, flow.kind);
        // Reasons for one pair of steps stand together.
        match arrows.last_mut().filter(|arrow| (arrow.first, arrow.then) == (&flow.to, &flow.from)) {
            Some(arrow) => {
                arrow.labels.push(label);
                arrow.is_late |= flow.late > 0;
            }
            None => {
                let (first, then) = (flow.to.as_str(), flow.from.as_str());
                arrows.push(Arrow { first, then, labels: vec![label], is_late: flow.late > 0 });
            }
        }
    }
    arrows
}

/// `1 object`, `2 objects`
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
