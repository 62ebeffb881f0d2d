//! Diagnostics for people, drawn into the text they are about.

use std::fmt;
use std::sync::Arc;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan,
    SpanContents,
};

use super::Diagnostic;
use super::cut::{LONGEST, cut};
use crate::finding::Severity;
use crate::text::{Source, SourceMap, Span};

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
    draw(diagnostic, sources, style, 1)
}

/// Draws `diagnostic` as an error, with `around` lines before and after its
/// place.
pub(super) fn draw(diagnostic: &Diagnostic, sources: &SourceMap, style: TextStyle, around: usize) -> String {
    let theme = if style.color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler =
        GraphicalReportHandler::new_themed(theme).with_width(style.width).with_links(false).with_context_lines(around);
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
    format!("{word}: {place}{}\n", cut(&diagnostic.messages.join(": ")))
}

/// A place of more lines is drawn as its first line.
const MOST_LINES: usize = 20;

/// A text as miette reads it: without a copy, counted as the file it is from.
#[derive(Debug)]
struct Excerpt(Arc<Source>);

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.0.text().read_span(span, before, after)?;
        let offset = self.0.offset();
        Ok(Box::new(MietteSpanContents::new_named(
            self.0.name().to_owned(),
            found.data(),
            *found.span(),
            found.line() + offset.line as usize,
            found.column() + offset.column as usize,
            found.line_count(),
        )))
    }
}

/// `span`, or its first line when it has too many; nothing when a line of it,
/// or one drawn beside it, is too long to be drawn.
fn drawable(source: &Source, span: Span) -> Option<Span> {
    let bytes = source.text().as_bytes();
    let (start, mut end) = (span.start as usize, (span.start as usize).saturating_add(span.len as usize));
    end = end.min(bytes.len());
    let covered = bytes.get(start..end)?;
    if let Some(first) =
        memchr::memchr(b'\n', covered).filter(|_| memchr::memchr_iter(b'\n', covered).count() > MOST_LINES)
    {
        end = start + first;
    }
    let line_before = |at: usize| memchr::memrchr(b'\n', &bytes[..at]);
    let from = line_before(start).map_or(0, |at| line_before(at).map_or(0, |at| at + 1));
    let line_after = |at: usize| memchr::memchr(b'\n', &bytes[at..]).map(|len| at + len);
    let to = line_after(end).and_then(|at| line_after(at + 1)).unwrap_or(bytes.len());
    let fits = bytes[from..to].split(|&byte| byte == b'\n').all(|line| line.len() <= LONGEST);
    fits.then(|| Span::new(span.source, span.start, u32::try_from(end - start).unwrap_or(0)))
}

/// A diagnostic with the text it is about, in miette's terms.
#[derive(Debug)]
struct Drawn<'d> {
    diagnostic: &'d Diagnostic,
    message: String,
    help: Option<String>,
    source: Option<Excerpt>,
    labels: Vec<LabeledSpan>,
}

impl<'d> Drawn<'d> {
    fn new(diagnostic: &'d Diagnostic, sources: &SourceMap) -> Self {
        // An error without a place of its own is shown at the nearest step that has one.
        let nearest = std::iter::once(diagnostic.span).chain(diagnostic.chain.iter().map(|step| step.span));
        let span = nearest.into_iter().find(|span| !span.is_none()).unwrap_or(Span::NONE);
        let source = sources.get(span.source);
        let drawn = source.as_deref().and_then(|source| drawable(source, span));
        let mut message = cut(&diagnostic.messages.join("\n"));
        let mut add = |words: &str, span: Span| {
            message.push('\n');
            message.push_str(&cut(words));
            if let Some(place) = sources.locate(span) {
                message.push_str(&format!(" ({place})"));
            }
        };
        if drawn.is_none() && source.is_some() {
            add("here", span);
        }
        let mut labels = Vec::new();
        labels.extend(drawn.map(|place| label(place, (span == diagnostic.span).then_some("here"))));
        if let Some((related, what)) = diagnostic.related.as_ref().filter(|(related, _)| !related.is_none()) {
            let beside = source.as_deref().filter(|_| drawn.is_some() && related.source == span.source);
            match beside.and_then(|source| drawable(source, *related)) {
                Some(place) => labels.push(label(place, Some(what))),
                None => add(what, *related),
            }
        }
        for step in &diagnostic.chain {
            add(&format!("while {}", step.doing), step.span);
        }
        let source = source.filter(|_| drawn.is_some()).map(Excerpt);
        Self { diagnostic, message, help: diagnostic.help.as_deref().map(cut), source, labels }
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
