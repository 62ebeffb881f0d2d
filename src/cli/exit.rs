//! Exit codes, the same for every command.

use std::process::ExitCode;

use quintet::ops::Refusal;

/// An exit code of quintet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exit(u8);

/// Nothing to report.
pub(super) const CLEAN: Exit = Exit(0);
/// The answer is not the wished one: findings, or differences.
pub(super) const FINDINGS: Exit = Exit(1);
/// Wrong use, or input that is not valid.
pub(super) const INVALID: Exit = Exit(2);
/// A source cannot be had, or does not match its pin.
pub(super) const SOURCE_UNAVAILABLE: Exit = Exit(3);

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.0)
    }
}

impl From<Refusal> for Exit {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Differs => FINDINGS,
            Refusal::Invalid => INVALID,
            Refusal::SourceUnavailable => SOURCE_UNAVAILABLE,
        }
    }
}
