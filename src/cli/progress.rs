//! Progress of long work: one line on a terminal, and nothing elsewhere.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use quintet::ops::FetchEvent;

/// Often enough for people.
const PAUSE: Duration = Duration::from_millis(100);

/// The line. It goes when this is dropped.
pub(super) struct Progress {
    is_shown: bool,
    state: Mutex<State>,
}

struct State {
    busy: Vec<String>,
    bytes: usize,
    told: Option<Instant>,
}

impl Progress {
    /// A line on standard error, when that is a terminal and `is_wanted`.
    pub(super) fn new(is_wanted: bool) -> Self {
        let is_shown = is_wanted && std::io::stderr().is_terminal();
        Self { is_shown, state: Mutex::new(State { busy: Vec::new(), bytes: 0, told: None }) }
    }

    /// Takes an event in.
    pub(super) fn watch(&self, event: FetchEvent<'_>) {
        if !self.is_shown {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            FetchEvent::Began(name) => state.busy.push(name.to_owned()),
            FetchEvent::Received(bytes) => state.bytes += bytes,
            FetchEvent::Ended(name) => state.busy.retain(|busy| busy != name),
        }
        if matches!(event, FetchEvent::Received(_)) && state.told.is_some_and(|told| told.elapsed() < PAUSE) {
            return;
        }
        state.told = Some(Instant::now());
        let line = line(&state.busy, state.bytes);
        // Nobody is left to tell when standard error is gone.
        let _ = write!(std::io::stderr().lock(), "\r\x1b[K{line}");
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_shown {
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        }
    }
}

fn line(busy: &[String], bytes: usize) -> String {
    let first = busy.first().map(String::as_str).unwrap_or_default();
    let more = match busy.len() {
        0 | 1 => String::new(),
        number => format!(" and {} more", number - 1),
    };
    // A line that wraps would not be taken back.
    let name: String = first.chars().filter(|c| !c.is_control()).take(48).collect();
    format!("fetching {}: {name}{more}", size(bytes))
}

/// Bytes as people read them.
pub(super) fn size(bytes: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "one digit is shown")]
    let in_units = |unit: usize| bytes as f64 / unit as f64;
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{:.1} kB", in_units(1000)),
        _ => format!("{:.1} MB", in_units(1_000_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_short() {
        assert_eq!([0, 999, 1000, 835_731, 12_345_678].map(size), ["0 B", "999 B", "1.0 kB", "835.7 kB", "12.3 MB"]);
    }

    #[test]
    fn the_line_names_one_and_counts_the_others() {
        let busy = ["a at v1".to_owned(), "b".to_owned(), "c".to_owned()];
        assert_eq!(line(&busy, 10), "fetching 10 B: a at v1 and 2 more");
        assert_eq!(line(&busy[..1], 10), "fetching 10 B: a at v1");
    }
}
