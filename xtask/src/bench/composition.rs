//! The composition of this repository: `render` beside the reference on the five
//! exports, and `check` beside `render`.

use std::path::Path;

use super::measuring::{Measured, Meter, Outputs, Words};
use super::options::Options;
use crate::command::{self, Place};

/// The names of the rows.
pub(super) const ROWS: [&str; 2] = ["render", "check"];

/// The environment that selects everything.
const ENVIRONMENT: &str = "icaruscloudlab";
const APPLICATIONS: [&str; 5] =
    ["kubeflow-core", "kubeflow-notebooks", "kubeflow-pipelines", "kubeflow-trainer", "kubeflow-katib"];

/// Measures the rows that are wanted.
pub(super) fn measure(place: &Place, meter: &Meter, options: &Options) -> Result<Vec<(String, Measured)>, String> {
    let mut measured = Vec::new();
    let render = ours(place, meter, "render");
    if options.wants(ROWS[0]) {
        eprintln!("── {}", ROWS[0]);
        let exported = meter.folder.join("exported");
        let mut export = std::process::Command::new(&render[0]);
        command::run(export.args(&render[1..]).arg("--export").arg(&exported))?;
        let folder = |application: &&str| exported.join(application);
        let exports: Vec<Words> =
            APPLICATIONS.iter().map(|application| meter.reference.command(&folder(application))).collect();
        let row = meter.compare(std::slice::from_ref(&render), &exports, options.runs, Outputs::Same)?;
        measured.push((ROWS[0].to_owned(), row));
    }
    if options.wants(ROWS[1]) {
        eprintln!("── {}", ROWS[1]);
        let check = ours(place, meter, "check");
        let row = meter.compare(&[check], &[render], options.runs, Outputs::Own)?;
        measured.push((ROWS[1].to_owned(), row));
    }
    Ok(measured)
}

/// A command of ours over this repository. The mirror's one file that is not the
/// pinned one is let pass.
fn ours(place: &Place, meter: &Meter, command: &str) -> Words {
    let text = |path: &Path| path.display().to_string();
    let mirror = text(&place.shared.join("upstream/mirrors.yaml"));
    let root = text(&place.root);
    let mut words = vec![text(&meter.ours.path)];
    words.extend([command, "--env", ENVIRONMENT, "--unverified", "--quiet"].map(str::to_owned));
    words.extend(["--repo".to_owned(), root, "--mirror".to_owned(), mirror]);
    words
}
