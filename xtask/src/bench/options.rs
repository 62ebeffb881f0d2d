//! The arguments of the command.

use std::path::PathBuf;

use super::{series, targets};

/// Fewer runs say too little for a verdict.
const RUNS_FOR_A_VERDICT: usize = 9;

/// What to measure and how.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Measured runs of each program for each target.
    pub(super) runs: usize,
    /// Targets by name; all without any.
    pub(super) only: Vec<String>,
    /// Whether a missed budget is a failure.
    pub(super) check: bool,
    /// Measured instead of a fresh release build.
    pub(super) binary: Option<PathBuf>,
}

impl Options {
    pub(super) fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self { runs: RUNS_FOR_A_VERDICT, only: Vec::new(), check: false, binary: None };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| format!("`{argument}` needs a value"));
            match argument.as_str() {
                "--runs" => options.runs = number(value()?)?,
                "--only" => options.only.push(value()?.clone()),
                "--check" => options.check = true,
                "--binary" => options.binary = Some(PathBuf::from(value()?)),
                other => return Err(format!("unexpected argument `{other}`")),
            }
        }
        if options.check && options.runs < RUNS_FOR_A_VERDICT {
            return Err(format!("`--check` needs at least {RUNS_FOR_A_VERDICT} runs"));
        }
        Ok(options)
    }

    pub(super) fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }

    /// Refuses names that are no target's.
    pub(super) fn check_names(&self, known: &[String]) -> Result<(), String> {
        match self.only.iter().find(|name| *name != series::NAME && !known.contains(name)) {
            None => Ok(()),
            Some(name) => Err(format!("no target `{name}`; there are {}, {}", known.join(", "), series::NAME)),
        }
    }

    /// Whether a target made of the upstream tree is wanted.
    pub(super) fn wants_upstream(&self) -> bool {
        self.wants(series::NAME) || targets::UPSTREAM.iter().any(|name| self.wants(name))
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| format!("`{text}` is no number of runs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Options, String> {
        Options::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn nine_runs_of_everything_without_arguments() {
        let options = parse("").unwrap();
        assert_eq!(options, Options { runs: 9, only: Vec::new(), check: false, binary: None });
        assert!(options.wants("katib") && options.wants(series::NAME));
    }

    #[test]
    fn arguments_choose() {
        let options = parse("--runs 11 --only katib --only series --check --binary /b").unwrap();
        assert!(options.wants("katib") && !options.wants("core") && options.wants_upstream());
        assert_eq!((options.runs, options.check, options.binary), (11, true, Some(PathBuf::from("/b"))));
        assert!(!parse("--only empty").unwrap().wants_upstream());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in ["--runs", "--runs 0", "--runs x", "--what", "--check --runs 8"] {
            assert!(parse(text).is_err(), "{text}");
        }
        let known = ["katib".to_owned(), "core".to_owned()];
        assert_eq!(parse("--only series --only core").unwrap().check_names(&known), Ok(()));
        let error = parse("--only kativ").unwrap().check_names(&known).unwrap_err();
        assert_eq!(error, "no target `kativ`; there are katib, core, series");
    }
}
