//! For a browser: one page to keep, without a network.
//!
//! Every finding is in the markup, so the page can be read without its script,
//! which only filters. The texts of the input are escaped, and the policy of the
//! page lets no script run but that one.

mod escape;
mod policy;

use super::FormatOptions;
use super::fingerprints::Fingerprints;
use super::groups::{Group, by_check, found};
use super::markup::push;
use crate::finding::{Finding, Severity};
use crate::report::cut::one_line;
use crate::report::located::Located;
use crate::report::words::{accepted, counted, counts, environments, gone};
use crate::report::{Counts, Report, WaivedFinding};
use crate::text::SourceMap;
use escape::{escaped, paragraphs, prose};

const STYLE: &str = include_str!("html/page.css");
/// Findings that a browser lays out together, and not before they come into
/// sight: the style gives a full list room for so many.
const TOGETHER: usize = 50;
const SCRIPT: &str = include_str!("html/page.js");

pub(super) fn render(report: &Report, sources: &SourceMap, _: &FormatOptions) -> String {
    let groups = by_check(report);
    let mut page = Page { out: String::new(), report, sources, fingerprints: Fingerprints::default() };
    page.head();
    page.form(&groups);
    page.add("<main id=\"findings\">\n");
    page.overview(&groups);
    found(&groups).into_iter().for_each(|group| page.check(group));
    page.waived();
    page.known();
    page.clean(&groups);
    page.add("</main>\n");
    page.end();
    page.out
}

/// How a finding is shown.
#[derive(Clone, Copy)]
struct Shown<'w> {
    class: &'w str,
    tag: &'w str,
    /// Whether it stands below the name of its check.
    is_below_check: bool,
    waiver: Option<&'w WaivedFinding>,
}

/// A page being written.
struct Page<'r> {
    out: String,
    report: &'r Report,
    sources: &'r SourceMap,
    fingerprints: Fingerprints,
}

impl Page<'_> {
    fn add(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        push(&mut self.out, text);
    }

    /// Everything above the form.
    fn head(&mut self) {
        let policy = policy::policy(STYLE, SCRIPT);
        let title = format!("quintet check: {}", counts(self.report));
        self.add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        self.write(format_args!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n"));
        self.add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        self.add("<meta name=\"referrer\" content=\"no-referrer\">\n");
        // Browsers ask the server for an icon that is not named.
        self.add("<link rel=\"icon\" href=\"data:,\">\n");
        self.write(format_args!("<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"));
        self.add("<a class=\"skip\" href=\"#findings\">To the findings</a>\n<header>\n<h1>quintet check</h1>\n");
        let environments = escaped(&one_line(&self.report.environments.join(", ")));
        let version = escaped(&one_line(&self.report.version));
        let number = counted(self.report.environments.len(), "environment");
        self.write(format_args!("<p>{number}: {environments}. Version {version}.</p>\n<dl class=\"counts\">\n"));
        let Counts { errors, warnings, waived, known } = self.report.counts();
        let known = self.report.baseline.as_ref().map(|_| ("quiet", "Known", known));
        let counts = [("error", "Errors", errors), ("warning", "Warnings", warnings), ("quiet", "Waived", waived)];
        for (class, what, number) in counts.into_iter().chain(known) {
            self.write(format_args!("<div class=\"{class}\"><dt>{what}</dt><dd>{number}</dd></div>\n"));
        }
        self.add("</dl>\n");
        if let Some(gone) = gone(self.report) {
            self.write(format_args!("<p>{gone}.</p>\n"));
        }
        self.add("</header>\n");
    }

    /// The filter, which the script shows.
    fn form(&mut self, groups: &[Group<'_>]) {
        self.add("<form id=\"filter\" role=\"search\" aria-label=\"Findings\" hidden>\n");
        self.add(
            "<label>Words <input type=\"search\" name=\"text\" autocomplete=\"off\" spellcheck=\"false\"></label>\n",
        );
        self.add("<label>Severity <select name=\"severity\"><option value=\"\">all</option>");
        for severity in [Severity::Error, Severity::Warning] {
            self.write(format_args!("<option value=\"{severity}\">{severity}s</option>"));
        }
        self.add("</select></label>\n<label>Check <select name=\"check\"><option value=\"\">all</option>");
        for group in groups.iter().filter(|group| !is_clean(group)) {
            let id = escaped(group.id.as_str());
            self.write(format_args!("<option value=\"{id}\">{id}</option>"));
        }
        self.add("</select></label>\n<label>Environment <select name=\"environment\"><option value=\"\">all</option>");
        for (number, environment) in self.report.environments.iter().enumerate() {
            let name = escaped(&one_line(environment));
            self.write(format_args!("<option value=\"{name}\" data-number=\"{number}\">{name}</option>"));
        }
        self.add("</select></label>\n<button type=\"reset\">Show all</button>\n");
        self.add("<output id=\"shown\" aria-live=\"polite\"></output>\n</form>\n");
    }

    /// Every check that found something, with its numbers.
    fn overview(&mut self, groups: &[Group<'_>]) {
        let found = found(groups);
        if found.is_empty() {
            self.add("<p>No finding counts.</p>\n");
            return;
        }
        self.add("<section aria-label=\"Overview\">\n<table>\n<thead><tr><th scope=\"col\">Check</th>");
        self.add(
            "<th scope=\"col\" class=\"words\">What it refuses</th><th scope=\"col\" class=\"number\">Errors</th>",
        );
        self.add("<th scope=\"col\" class=\"number\">Warnings</th></tr></thead>\n<tbody>\n");
        for group in found {
            let id = escaped(group.id.as_str());
            let summary = group.rule.map(|rule| prose(rule.summary)).unwrap_or_default();
            let (errors, warnings) = (group.count(Severity::Error), group.count(Severity::Warning));
            self.write(format_args!(
                "<tr><td><a class=\"id\" href=\"#check={id}\">{id}</a></td><td class=\"words\">{summary}</td>\
                 <td class=\"number\">{errors}</td><td class=\"number\">{warnings}</td></tr>\n"
            ));
        }
        self.add("</tbody>\n</table>\n</section>\n");
    }

    fn check(&mut self, group: &Group<'_>) {
        let id = escaped(group.id.as_str());
        // The name of the filter, so that the same link leads here without the script.
        self.write(format_args!("<section id=\"check={id}\">\n<h2 class=\"id\">{id}</h2>\n"));
        if let Some(rule) = group.rule {
            self.write(format_args!("<p class=\"summary\">{}</p>\n", prose(rule.summary)));
        }
        let tally = [(Severity::Error, "error"), (Severity::Warning, "warning")]
            .map(|(severity, what)| (group.count(severity), what))
            .into_iter()
            .filter(|&(number, _)| number > 0)
            .map(|(number, what)| counted(number, what))
            .collect::<Vec<_>>();
        self.write(format_args!("<p class=\"tally\">{}</p>\n", tally.join(", ")));
        if let Some(rule) = group.rule.filter(|rule| !rule.docs.is_empty()) {
            let docs = paragraphs(rule.docs);
            self.write(format_args!(
                "<details><summary>Why, and what to do</summary>\n<div class=\"docs\">\n{docs}</div></details>\n"
            ));
        }
        self.list(&group.findings, |page, finding| {
            let class = finding.severity.to_string();
            page.finding(finding, Shown { class: &class, tag: &class, is_below_check: true, waiver: None });
        });
    }

    fn waived(&mut self) {
        let waived = &self.report.waived;
        self.apart("Waived", "A review accepts these until a day.", waived, |page, waived| {
            let shown = Shown { class: "quiet", tag: "waived", is_below_check: false, waiver: Some(waived) };
            page.finding(&waived.finding, shown);
        });
    }

    fn known(&mut self) {
        let known = self.report.known();
        self.apart("Known", "These stand in the baseline, and fail no run.", known, |page, finding| {
            page.finding(finding, Shown { class: "quiet", tag: "known", is_below_check: false, waiver: None });
        });
    }

    /// A section of findings that fail no run.
    fn apart<T>(&mut self, title: &str, words: &str, findings: &[T], one: impl Fn(&mut Self, &T)) {
        if findings.is_empty() {
            return;
        }
        self.write(format_args!("<section>\n<h2>{title}</h2>\n<p class=\"summary\">{words}</p>\n"));
        self.write(format_args!("<p class=\"tally\">{}</p>\n", counted(findings.len(), "finding")));
        self.list(findings, one);
    }

    /// Lists of findings to the end of the section.
    fn list<T>(&mut self, findings: &[T], one: impl Fn(&mut Self, &T)) {
        for part in findings.chunks(TOGETHER) {
            self.add(if part.len() == TOGETHER { "<ol class=\"full\">\n" } else { "<ol>\n" });
            part.iter().for_each(|finding| one(self, finding));
            self.add("</ol>\n");
        }
        self.add("</section>\n");
    }

    fn finding(&mut self, finding: &Finding, shown: Shown<'_>) {
        let Shown { class, tag, .. } = shown;
        let fingerprint = self.fingerprints.next(finding);
        let (severity, check) = (finding.severity, escaped(finding.id.as_str()));
        let numbers = self.numbers(finding);
        self.write(format_args!(
            "<li class=\"finding {class}\" id=\"{fingerprint}\" data-severity=\"{severity}\" data-check=\"{check}\" \
             data-environments=\"{numbers}\">\n"
        ));
        let message = prose(&one_line(&finding.message));
        self.write(format_args!("<p class=\"what\"><span class=\"tag\">{tag}</span> {message}</p>\n"));
        if let Some(place) = Located::new(&finding.place, self.sources) {
            self.write(format_args!("<p class=\"place\">{}</p>\n", escaped(&place.to_string())));
        }
        self.about(finding, shown);
        self.write(format_args!(
            "<a class=\"link\" href=\"#{fingerprint}\" aria-label=\"Link to this finding\">#</a>\n</li>\n"
        ));
    }

    /// What else there is to say, by name.
    fn about(&mut self, finding: &Finding, shown: Shown<'_>) {
        let text = |text: &str| (!text.is_empty()).then(|| escaped(&one_line(text)));
        let rows = [
            ("Check", (!shown.is_below_check).then(|| escaped(finding.id.as_str())), ""),
            ("Object", text(&finding.subject.object), ""),
            ("Application", text(&finding.subject.application), ""),
            ("Field", text(&finding.field), ""),
            ("Environments", environments(finding, self.report).map(|only| escaped(&only)), " class=\"words\""),
            ("Help", (!finding.help.is_empty()).then(|| prose(&one_line(&finding.help))), " class=\"words\""),
            ("Waiver", shown.waiver.map(|waived| escaped(&accepted(waived))), " class=\"words\""),
        ];
        let rows: String = rows
            .into_iter()
            .filter_map(|(name, value, class)| Some((name, value?, class)))
            .map(|(name, value, class)| format!("<div><dt>{name}</dt> <dd{class}>{value}</dd></div>"))
            .collect();
        if !rows.is_empty() {
            self.write(format_args!("<dl class=\"about\">{rows}</dl>\n"));
        }
    }

    /// The environments it was found in, by their places in the list of the
    /// report: names may have spaces.
    fn numbers(&self, finding: &Finding) -> String {
        let place = |name: &String| self.report.environments.iter().position(|environment| environment == name);
        let numbers = finding.environments.iter().filter_map(place);
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The checks that found nothing at all.
    fn clean(&mut self, groups: &[Group<'_>]) {
        let clean: Vec<&Group<'_>> = groups.iter().filter(|group| is_clean(group)).collect();
        if clean.is_empty() {
            return;
        }
        let number = counted(clean.len(), "check");
        self.write(format_args!("<details class=\"clean\"><summary>{number} found nothing</summary>\n<ul>\n"));
        for group in clean {
            let summary = group.rule.map(|rule| prose(rule.summary)).unwrap_or_default();
            self.write(format_args!("<li><code>{}</code> {summary}</li>\n", escaped(group.id.as_str())));
        }
        self.add("</ul>\n</details>\n");
    }

    fn end(&mut self) {
        self.add("<footer>Written by quintet. This page asks for nothing from a network.</footer>\n");
        self.write(format_args!("<script>{SCRIPT}</script>\n</body>\n</html>\n"));
    }
}

fn is_clean(group: &Group<'_>) -> bool {
    group.findings.is_empty() && group.known.is_empty() && group.waived.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::sample::{HOSTILE, error, options, report, waived, warning};
    use super::*;
    use crate::finding::{Place, Subject};
    use crate::report::Baselined;

    fn html(report: &Report) -> String {
        render(report, &SourceMap::new(), &options())
    }

    #[test]
    fn a_finding_stands_below_its_check_with_a_name_of_its_own() {
        let mut finding = warning().at(Place::File("a.yaml".to_owned())).in_field("spec.x");
        finding.environments = vec!["lab".to_owned()];
        let fingerprint = finding.fingerprint();
        let html = html(&report(vec![finding.clone(), finding]));
        let expected = format!(
            "<li class=\"finding warning\" id=\"{fingerprint}\" data-severity=\"warning\" data-check=\"a/b\" \
             data-environments=\"0\">\n\
             <p class=\"what\"><span class=\"tag\">warning</span> it is wrong</p>\n<p class=\"place\">a.yaml</p>\n\
             <dl class=\"about\"><div><dt>Field</dt> <dd>spec.x</dd></div>\
             <div><dt>Help</dt> <dd class=\"words\">set it right</dd></div></dl>\n\
             <a class=\"link\" href=\"#{fingerprint}\" aria-label=\"Link to this finding\">#</a>\n</li>\n"
        );
        assert!(html.contains(&expected), "{html}");
        assert!(html.contains(&format!("id=\"{fingerprint}-2\"")), "{html}");
        assert!(html.contains("<h2 class=\"id\">a/b</h2>\n<p class=\"summary\">b is refused</p>"), "{html}");
    }

    #[test]
    fn what_fails_no_run_stands_apart() {
        let baseline = Some(Baselined { known: vec![warning()], gone: 1 });
        let html = html(&Report { waived: vec![waived(error())], baseline, ..report(Vec::new()) });
        for expected in [
            "<p>No finding counts.</p>",
            "waived: reviewed (owner me, until 2027-01-31)",
            "<h2>Known</h2>",
            "<p>1 finding of the baseline is gone: write it again.</p>",
        ] {
            assert!(html.contains(expected), "{expected} in {html}");
        }
        assert!(!html.contains("found nothing"), "{html}");
    }

    #[test]
    fn what_the_input_says_stays_text() {
        let mut finding = error().at(Place::File(HOSTILE.to_owned())).in_field(HOSTILE);
        (finding.message, finding.help) = (HOSTILE.to_owned(), HOSTILE.to_owned());
        finding.subject = Subject { application: HOSTILE.to_owned(), object: HOSTILE.to_owned() };
        finding.environments = vec![HOSTILE.to_owned()];
        let environments = vec!["lab".to_owned(), HOSTILE.to_owned()];
        let accepted = WaivedFinding { reason: HOSTILE.to_owned(), ..waived(finding.clone()) };
        let version = HOSTILE.to_owned();
        let html = html(&Report { version, environments, waived: vec![accepted], ..report(vec![finding]) });
        assert_eq!((html.matches("<script").count(), html.matches("</script").count()), (1, 1), "{html}");
        assert!(!html.contains("<img") && html.contains("&lt;img"), "{html}");
    }

    #[test]
    fn the_assets_hold_nothing_that_ends_them() {
        assert!(!STYLE.contains('<') && !SCRIPT.contains("</") && !SCRIPT.contains("<!--"));
        // What reaches out would be stopped by the policy, and should not be there at all.
        for reaching in ["http:", "https:", "url(", "@import", "fetch(", "innerHTML", "eval("] {
            assert!(!STYLE.contains(reaching) && !SCRIPT.contains(reaching), "{reaching}");
        }
    }
}
