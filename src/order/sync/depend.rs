//! The two passes that move dependencies forward after sorting.

use std::collections::BTreeMap;

use super::Task;

/// Moves Namespaces before what is in them and definitions before what they
/// define. What stands earlier already is left alone.
pub(super) fn move_forward(tasks: &mut Vec<Task<'_>>) {
    pass(
        tasks,
        |task| (task.group.is_empty() && task.kind == "Namespace").then_some(("", task.name)),
        |task| ("", task.namespace),
    );
    pass(tasks, |task| task.defines, |task| (task.group, task.kind));
}

/// What a task provides or uses.
type Key<'a> = (&'a str, &'a str);

fn pass<'a>(
    tasks: &mut Vec<Task<'a>>,
    provides: impl Fn(&Task<'a>) -> Option<Key<'a>>,
    uses: impl Fn(&Task<'a>) -> Key<'a>,
) {
    let mut first: BTreeMap<Key<'a>, usize> = BTreeMap::new();
    for at in 0..tasks.len() {
        // What is pruned has no manifest that could depend on anything.
        if tasks[at].is_prune {
            continue;
        }
        let Some(key) = provides(&tasks[at]) else {
            first.entry(uses(&tasks[at])).or_insert(at);
            continue;
        };
        let Some(&before) = first.get(&key) else { continue };
        let mut moved = tasks.remove(at);
        (moved.wave, moved.phase) = (tasks[before].wave, tasks[before].phase);
        tasks.insert(before, moved);
        first.values_mut().filter(|place| **place >= before).for_each(|place| *place += 1);
    }
}
