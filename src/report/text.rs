//! Diagnostics for people, drawn into the text they are about.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};

use super::{Diagnostic, Severity};
use crate::text::{SourceMap, Span};

/// How a terminal wants its text.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    /// Whether to use colours.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// Draws `diagnostic`; ends with a line break.
#[must_use]
pub fn render_text(diagnostic: &Diagnostic, sources: &SourceMap, style: TextStyle) -> String {
    if diagnostic.severity == Severity::Warning {
        return one_line(diagnostic, sources, style);
    }
    let theme = if style.color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(style.width).with_links(false);
    let mut text = String::new();
    let drawn = Drawn::new(diagnostic, sources);
    if handler.render_report(&mut text, &drawn).is_err() {
        // Writing to a String cannot fail; a source that cannot be shown can.
        text = diagnostic.messages.join(": ");
        text.push('\n');
    }
    text
}

/// Warnings come in numbers: a line each.
fn one_line(diagnostic: &Diagnostic, sources: &SourceMap, style: TextStyle) -> String {
    let word = if style.color { "\u{1b}[33mwarning\u{1b}[0m" } else { "warning" };
    let place = sources.locate(diagnostic.span).map(|place| format!("{place}: ")).unwrap_or_default();
    format!("{word}: {place}{}\n", diagnostic.messages.join(": "))
}

/// A diagnostic with the text it is about, in miette's terms.
#[derive(Debug)]
struct Drawn<'d> {
    diagnostic: &'d Diagnostic,
    message: String,
    help: Option<String>,
    source: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
}

impl<'d> Drawn<'d> {
    fn new(diagnostic: &'d Diagnostic, sources: &SourceMap) -> Self {
        // An error without a place of its own is shown at the nearest step that has one.
        let nearest = std::iter::once(diagnostic.span).chain(diagnostic.chain.iter().map(|step| step.span));
        let span = nearest.into_iter().find(|span| !span.is_none()).unwrap_or(Span::NONE);
        let source = sources.get(span.source);
        let mut labels = Vec::new();
        if source.is_some() {
            labels.push(label(span, (span == diagnostic.span).then_some("here")));
        }
        if let Some((related, what)) = diagnostic.related.as_ref().filter(|(related, _)| related.source == span.source)
        {
            labels.push(label(*related, Some(what)));
        }
        let mut message = diagnostic.messages.join("\n");
        for step in &diagnostic.chain {
            message.push_str("\nwhile ");
            message.push_str(&step.doing);
            if let Some(place) = sources.locate(step.span) {
                message.push_str(" (");
                message.push_str(&place);
                message.push(')');
            }
        }
        Self {
            diagnostic,
            message,
            help: diagnostic.help.clone(),
            source: source.map(|source| NamedSource::new(source.name(), source.text().to_owned())),
            labels,
        }
    }
}

fn label(span: Span, what: Option<&str>) -> LabeledSpan {
    let (start, len) = (span.start as usize, span.len as usize);
    LabeledSpan::new(what.map(str::to_owned), start, len)
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Drawn<'_> {}

impl miette::Diagnostic for Drawn<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(&self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Step;

    #[test]
    fn a_place_is_drawn_and_the_way_there_listed() {
        let sources = SourceMap::new();
        let source = sources.add("kustomization.yaml", "resources:\n- missing.yaml\n");
        let span = Span::new(source.id(), 13, 12);
        let diagnostic = Diagnostic {
            severity: Severity::Error,
            code: "kustomize::unreadable-file".to_owned(),
            messages: vec!["cannot read `missing.yaml`".to_owned(), "it does not exist".to_owned()],
            span,
            related: None,
            help: Some("create it".to_owned()),
            chain: vec![Step { span, doing: "reading `missing.yaml`".to_owned() }],
        };
        let text = render_text(&diagnostic, &sources, TextStyle { color: false, width: 100 });
        for expected in
            ["kustomize::unreadable-file", "kustomization.yaml:2:3", "- missing.yaml", "create it", "while reading"]
        {
            assert!(text.contains(expected), "{expected} in:\n{text}");
        }
    }
}
