//! The report: markdown that reads well as plain text.

use super::budgets::{GREATEST_SLOPE, least_speed_ratio};
use super::machine::Facts;
use super::measuring::Measured;
use super::series::{Size, growth};

/// Everything that was found.
pub(super) struct Report {
    pub(super) runs: usize,
    pub(super) facts: Facts,
    /// Targets by name.
    pub(super) targets: Vec<(String, Measured)>,
    pub(super) sizes: Vec<Size>,
    /// Budgets that were missed, for people.
    pub(super) missed: Vec<String>,
}

const METHOD: &str = "\
Whole processes from start to end, output to a file, page cache warm; both programs in turn on the same folders, every
output compared byte for byte. Where upstream names a remote, both get a copy of the tree with the mirror's folder in
its place, because the reference knows no mirror file. CPU is user and system time of all threads; peak is the largest
resident set. Several folders are several processes: times are added, the peak is the largest. × is reference / ours.
`render` is this repository's composition for one environment, beside the reference on its five exports. `check` is every
check of that environment, and its reference is our own render.";

impl Report {
    pub(super) fn to_markdown(&self) -> String {
        let runs = if self.runs == 1 { "one run".to_owned() } else { format!("medians of {} runs", self.runs) };
        let mut text = format!("# Bench: {runs}\n\n{METHOD}\n");
        let facts: Vec<Vec<String>> =
            self.facts.iter().map(|(name, value)| vec![(*name).to_owned(), value.clone()]).collect();
        text.push_str(&table(&["Fact", "Value"], &facts, 2));
        if !self.targets.is_empty() {
            let rows: Vec<_> = self.targets.iter().map(|(name, measured)| target_row(name, measured)).collect();
            let header = [
                "Target",
                "bytes",
                "ours ms",
                "ref. ms",
                "×",
                "must be",
                "ours CPU ms",
                "ref. CPU ms",
                "×",
                "ours MiB",
                "ref. MiB",
                "×",
            ];
            text.push_str(&table(&header, &rows, 1));
        }
        if !self.sizes.is_empty() {
            let rows: Vec<_> = self.sizes.iter().map(size_row).collect();
            text.push_str(&table(&["Size", "objects", "bytes", "ours ms", "ours CPU ms", "ours MiB"], &rows, 1));
            let exponent = |figure| {
                growth(&self.sizes, figure).map_or_else(|| "unknown".to_owned(), |slope| format!("{slope:.2}"))
            };
            let (wall, cpu, peak) = (exponent(|f| f.wall), exponent(|f| f.cpu), exponent(|f| f.peak));
            text.push_str(&format!(
                "\nSlope, log-log over objects: {wall} in time (at most {GREATEST_SLOPE}), {cpu} in CPU, {peak} in memory.\n"
            ));
        }
        text.push_str(&match self.missed[..] {
            [] => "\nEvery budget that was looked at holds.\n".to_owned(),
            _ => format!("\nMissed:\n\n{}", self.missed.iter().map(|line| format!("- {line}\n")).collect::<String>()),
        });
        text
    }
}

fn target_row(name: &str, measured: &Measured) -> Vec<String> {
    let ours = &measured.ours;
    let mut row = vec![name.to_owned(), measured.bytes.to_string(), ms(ours.wall)];
    let Some(reference) = &measured.reference else {
        row.resize(12, String::new());
        return row;
    };
    let ratios = reference.over(ours);
    row.extend([ms(reference.wall), times(ratios.wall), least_speed_ratio(name).to_string()]);
    row.extend([ms(ours.cpu), ms(reference.cpu), times(ratios.cpu)]);
    row.extend([mib(ours.peak), mib(reference.peak), times(ratios.peak)]);
    row
}

fn size_row(size: &Size) -> Vec<String> {
    let ours = &size.measured.ours;
    let (objects, bytes) = (size.objects.to_string(), size.measured.bytes.to_string());
    vec![format!("{}×", size.copies), objects, bytes, ms(ours.wall), ms(ours.cpu), mib(ours.peak)]
}

fn ms(seconds: f64) -> String {
    let ms = seconds * 1e3;
    if ms < 100.0 { format!("{ms:.1}") } else { format!("{ms:.0}") }
}

fn mib(kib: f64) -> String {
    format!("{:.1}", kib / 1024.0)
}

fn times(ratio: f64) -> String {
    format!("{ratio:.1}")
}

/// A table whose columns are as wide as their widest cell; all columns from
/// `numbers` on are set to the right.
fn table(header: &[&str], rows: &[Vec<String>], numbers: usize) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(String::as_str);
        cells.chain([header[column]]).map(|cell| cell.chars().count()).max().unwrap_or_default().max(3)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |cells: &[&str]| {
        let padded = cells.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < numbers { format!(" {cell:<width$} |") } else { format!(" {cell:>width$} |") }
        });
        format!("|{}\n", padded.collect::<String>())
    };
    let rule = widths.iter().enumerate().map(|(column, &width)| {
        if column < numbers { format!("{}|", "-".repeat(width + 2)) } else { format!("{}:|", "-".repeat(width + 1)) }
    });
    let mut text = format!("\n{}|{}\n", line(header), rule.collect::<String>());
    for row in rows {
        text.push_str(&line(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::figures::Figures;
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [vec!["a".to_owned(), "1.0".to_owned()], vec!["longer".to_owned(), "×".to_owned()]];
        let expected = "\n| Name   | ms  |\n".replace("ms ", " ms");
        let expected = format!("{expected}|--------|----:|\n| a      | 1.0 |\n| longer |   × |\n");
        assert_eq!(table(&["Name", "ms"], &rows, 1), expected);
    }

    #[test]
    fn the_report_has_facts_targets_sizes_and_a_verdict() {
        let figures = |wall, cpu, peak| Figures { wall, cpu, peak };
        let measured = |ours, reference| Measured { bytes: 701_870, ours, reference };
        let size =
            |copies, wall| Size { copies, objects: copies * 81, measured: measured(figures(wall, wall, 2048.0), None) };
        let mut report = Report {
            runs: 9,
            facts: vec![("Kernel", "Linux 6".to_owned())],
            targets: vec![(
                "notebooks".to_owned(),
                measured(figures(0.010, 0.008, 10_240.0), Some(figures(0.85, 1.2, 112_640.0))),
            )],
            sizes: vec![size(1, 0.010), size(2, 0.020)],
            missed: Vec::new(),
        };
        let squeezed = |report: &Report| report.to_markdown().split_whitespace().collect::<Vec<_>>().join(" ");
        let text = squeezed(&report);
        for part in [
            "# Bench: medians of 9 runs",
            "| Kernel | Linux 6 |",
            "| notebooks | 701870 | 10.0 | 850 | 85.0 | 50 | 8.0 | 1200 | 150.0 | 10.0 | 110.0 | 11.0 |",
            "| 2× | 162 | 701870 | 20.0 | 20.0 | 2.0 |",
            "1.00 in time (at most 1.1), 1.00 in CPU, 0.00 in memory",
            "Every budget that was looked at holds.",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        report.missed.push("katib: speed 24.0×, must be 25×".to_owned());
        assert!(squeezed(&report).ends_with("Missed: - katib: speed 24.0×, must be 25×"));
    }
}
