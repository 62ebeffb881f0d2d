//! For people: a tree of waves, Applications and steps, each with what forces
//! it.

use super::arrows::counted;
use super::{ApplicationRecord, Detail, PlanRecord, StepRecord};

/// Lines with their depth; no character of a name ends one or steers a
/// terminal.
#[derive(Default)]
pub(super) struct Tree {
    text: String,
}

impl Tree {
    pub(super) fn line(&mut self, depth: usize, line: &str) {
        self.text.push_str(&"  ".repeat(depth));
        self.text.extend(line.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }));
        self.text.push('\n');
    }

    pub(super) fn blank(&mut self) {
        self.text.push('\n');
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

pub(super) fn plan(record: &PlanRecord, detail: Detail) -> String {
    let mut tree = Tree::default();
    let count = record.applications().flat_map(|application| &application.steps).map(|step| step.objects.len()).sum();
    let (applications, waves) = (record.applications().count(), record.stages.len());
    let counts = [(applications, "Application"), (waves, "wave"), (count, "object")].map(|(n, what)| counted(n, what));
    tree.line(0, &format!("{}: {}", record.environment, counts.join(", ")));
    let mut before = None;
    for stage in &record.stages {
        tree.blank();
        tree.line(0, &format!("wave {}", stage.wave));
        for application in &stage.applications {
            tree.line(1, &format!("{}, to namespace {}", application.name, application.namespace));
            reasons(record, application, stage.wave, before).iter().for_each(|reason| tree.line(2, reason));
            for (at, step) in application.steps.iter().enumerate() {
                write_step(&mut tree, at, step, detail);
            }
            if !application.ignored.is_empty() {
                tree.line(2, &format!("never applied: {}", counted(application.ignored.len(), "object")));
                application.ignored.iter().for_each(|object| tree.line(3, object));
            }
        }
        before = Some(stage.wave);
    }
    write_crossing(&mut tree, record);
    write_problems(&mut tree, record);
    tree.into_text()
}

/// Why an Application is not in an earlier wave. No edge may ask for all of it:
/// then the composition does.
fn reasons(record: &PlanRecord, application: &ApplicationRecord, wave: i32, before: Option<i32>) -> Vec<String> {
    let Some(before) = before else { return Vec::new() };
    let Some(need) = &application.forced_by else {
        return vec![format!("because the composition says so: nothing in it has to wait for wave {before}")];
    };
    let mut reasons = vec![format!("because {}", need.text)];
    let provider = need.provider.as_ref().and_then(|provider| record.wave_of(&provider.application));
    if let Some(provider) = provider.filter(|provider| *provider < before) {
        reasons.push(format!("after wave {provider} is enough for that; wave {wave} is the composition's choice"));
    }
    reasons
}

fn write_step(tree: &mut Tree, at: usize, step: &StepRecord, detail: Detail) {
    let what = format!("{}. {}, wave {}: {}", at + 1, step.phase, step.wave, counted(step.objects.len(), "object"));
    tree.line(2, &what);
    match &step.forced_by {
        Some(need) => tree.line(3, &format!("because {}", need.text)),
        None if at > 0 => tree.line(3, "because its objects say so: nothing in it has to wait for the step before"),
        None => {}
    }
    if detail == Detail::Objects {
        step.objects.iter().for_each(|object| tree.line(3, object));
    }
}

fn write_crossing(tree: &mut Tree, record: &PlanRecord) {
    if record.crossing.is_empty() {
        return;
    }
    tree.blank();
    tree.line(0, "between Applications");
    for crossing in &record.crossing {
        let (from, to) = (&crossing.from, &crossing.to);
        tree.line(1, &format!("{from} needs {to}: {} {}", crossing.needs.len(), crossing.kind));
    }
}

fn write_problems(tree: &mut Tree, record: &PlanRecord) {
    if record.problems.is_empty() {
        return;
    }
    tree.blank();
    tree.line(0, "not there, or not in time");
    for problem in &record.problems {
        tree.line(1, &format!("{}: {}", problem.problem, problem.message));
        if problem.needs.is_empty() {
            problem.place.iter().for_each(|place| tree.line(2, &format!("at {place}")));
        }
        for need in &problem.needs {
            let place = need.place.as_ref().map(|place| format!(" ({place})")).unwrap_or_default();
            let by = if need.said_by == need.from { String::new() } else { format!(" of {}", need.said_by.object) };
            tree.line(2, &format!("at {}{by}{place}", need.field));
        }
    }
}
