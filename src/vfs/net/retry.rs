//! Asking again.

use std::time::Duration;

use super::NetworkError;

/// The pauses before a second and every further try.
const PAUSES: [Duration; 3] = [Duration::from_millis(500), Duration::from_secs(1), Duration::from_secs(2)];

/// Does `attempt` until it works, fails for good, or failed often enough.
///
/// # Errors
/// The last failure.
pub(super) fn retry<T>(attempt: impl FnMut() -> Result<T, NetworkError>) -> Result<T, NetworkError> {
    retry_after(&PAUSES, attempt)
}

fn retry_after<T>(
    pauses: &[Duration],
    mut attempt: impl FnMut() -> Result<T, NetworkError>,
) -> Result<T, NetworkError> {
    for pause in pauses {
        match attempt() {
            Err(error) if error.may_pass() => std::thread::sleep(*pause),
            done => return done,
        }
    }
    attempt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(status: u16) -> NetworkError {
        NetworkError::Status { url: "https://host".to_owned(), status }
    }

    #[test]
    fn only_what_may_pass_is_tried_again() {
        let run = |answers: &[u16]| {
            let mut asked = 0;
            let done = retry_after(&[Duration::ZERO; 2], || {
                asked += 1;
                if answers[asked - 1] == 200 { Ok(()) } else { Err(status(answers[asked - 1])) }
            });
            (asked, done.is_ok())
        };
        assert_eq!(run(&[200]), (1, true));
        assert_eq!(run(&[503, 429, 200]), (3, true));
        assert_eq!(run(&[503, 500, 502, 200]), (3, false));
        assert_eq!(run(&[404, 200]), (1, false));
        assert_eq!(run(&[503, 401, 200]), (2, false));
    }
}
