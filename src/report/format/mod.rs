//! How a report can be written: one file per format, listed here.

mod fingerprints;
mod github;
mod gitlab;
mod groups;
mod html;
mod json;
mod junit;
mod lookup;
mod markdown;
mod markup;
#[cfg(test)]
mod sample;
mod sarif;
mod text;

use super::{Report, TextStyle};
use crate::finding::Severity;
use crate::text::SourceMap;

#[cfg(feature = "json-schema")]
pub use json::report_schema;
pub use lookup::{UnknownFormat, find_format};

/// A way to write a report.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// What the command line calls it.
    pub name: &'static str,
    /// What it is for, in one line.
    pub summary: &'static str,
    /// Writes a report; what comes out is empty or ends with a line break.
    pub render: fn(&Report, &SourceMap, &FormatOptions) -> String,
}

/// What formats have to know beside the report.
#[derive(Clone, Debug)]
pub struct FormatOptions {
    /// Colours and width of text for people.
    pub style: TextStyle,
    /// The file to name for findings that have no place, by its path from the
    /// platform root. Code scanning refuses all of a SARIF file when one result
    /// names no file.
    pub default_file: Option<String>,
    /// What fails the run: findings of this severity and heavier ones.
    pub fails_at: Severity,
}

/// Every format, the one for people first. A new one is a file and a line.
pub const FORMATS: &[Format] = &[
    Format { name: "text", summary: "for people, with the lines that are wrong", render: text::render },
    Format { name: "json", summary: "for programs: quintet/report/v1", render: json::render },
    Format { name: "sarif", summary: "for code scanning: SARIF 2.1.0", render: sarif::render },
    Format { name: "github", summary: "for GitHub Actions: annotations of a run", render: github::render },
    Format { name: "gitlab", summary: "for GitLab: a Code Quality report", render: gitlab::render },
    Format { name: "junit", summary: "for CI servers: JUnit XML, a test for every check", render: junit::render },
    Format { name: "markdown", summary: "for a pull request: one comment", render: markdown::render },
    Format { name: "html", summary: "for a browser: one page to keep, without a network", render: html::render },
];
