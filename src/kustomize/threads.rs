//! Work on several threads.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The stack of a thread, as large as a program's first one usually is: the
/// default limits are made for that.
const STACK: usize = 8 << 20;

/// `job` of each item, on as many threads as there are cores; the results are in
/// the order of the items. Where the system gives no threads, all is done on
/// this one.
pub fn in_order<I: Sync, T: Send>(items: &[I], job: impl Fn(&I) -> T + Sync) -> Vec<T> {
    if items.len() < 2 {
        return items.iter().map(job).collect();
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(items.len());
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<T>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { break };
            let result = job(item);
            *results[at].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    };
    std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let others: Vec<_> = (1..cores).map(start).collect();
        work();
        for other in others.into_iter().flatten() {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    results.into_iter().filter_map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_have_the_order_of_the_items() {
        for count in [0, 1, 2, 100] {
            let items: Vec<usize> = (0..count).collect();
            assert_eq!(in_order(&items, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
        }
    }
}
