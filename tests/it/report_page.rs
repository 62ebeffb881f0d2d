//! The report for browsers in a browser: `tests/readers/browser.py` opens it in
//! headless Chromium and says what happened.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "the page is a file, and what is skipped is told"
)]

use std::collections::BTreeSet;
use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use quintet::finding::{CheckId, Finding, Place, Severity, Subject};
use quintet::report::{Baselined, FormatOptions, Report, Rule, TextStyle, WaivedFinding, find_format};
use quintet::text::SourceMap;
use serde_json::{Value, json};

use crate::report_readers::HOSTILE;
use crate::{python, shared};

const FINDINGS: usize = 10_000;
const ENVIRONMENTS: [&str; 3] = ["devbox", "staging", "lab one"];

/// The real checks of these families, so that the pictures look like a report.
fn rules() -> Vec<Rule> {
    let checks = quintet::check::ALL.iter();
    checks
        .map(|check| Rule { id: check.id, severity: check.severity, summary: check.summary, docs: check.docs })
        .collect()
}

fn finding(id: &'static str, severity: Severity, at: usize, text: Option<&str>) -> Finding {
    let message = "the field `spec.template.spec.containers[0].resources` is none that its definition knows";
    let kind = ["apps/v1 Deployment", "v1 Service", "kubeflow.org/v1 Notebook"][at % 3];
    let help = text.unwrap_or("take `resources` out, or correct its name");
    let mut finding = Finding::new(CheckId::new(id), severity, text.unwrap_or(message), help);
    finding.environments = ENVIRONMENTS.iter().skip(at % 3).map(|&name| name.to_owned()).collect();
    finding.subject = Subject {
        application: ["kubeflow-core", "kubeflow-notebooks"][at % 2].to_owned(),
        object: text.map_or_else(|| format!("{kind} namespace-{}/object-{at}", at % 50), str::to_owned),
    };
    finding.field = text.unwrap_or("spec.template.spec.containers[0].resources").to_owned();
    finding.key = at.to_string();
    finding.place =
        Place::File(text.map_or_else(|| format!("patches/kubeflow-core/file-{}.yaml", at % 97), str::to_owned));
    finding
}

/// Texts that would ask `address` for something, or show a dialog.
fn hostile(address: &str) -> Vec<String> {
    let reaching = [
        format!("<img src=\"{address}/img\"><script src=\"{address}/script\"></script>"),
        format!("<link rel=stylesheet href=\"{address}/style\"><iframe src=\"{address}/frame\"></iframe>"),
        format!("'><svg onload=\"fetch('{address}/svg');window.owned=1;alert(1)\">"),
        format!("</style><style>@import url({address}/import)</style>"),
        format!("<meta http-equiv=refresh content=\"0;url={address}/meta\"><base href=\"{address}/\">"),
        "</title></li></ol></main></form></details><script>window.owned=1;alert(1)</script>".to_owned(),
    ];
    HOSTILE.iter().map(|&text| text.to_owned()).chain(reaching).collect()
}

fn report(address: &str) -> Report {
    let hostile = hostile(address);
    let ids =
        ["schema/invalid-custom-resource", "patch/changed-nothing", "argocd/annotation-limit", "mesh/required-setting"];
    let one = |at: usize| {
        let text = (at % 100 == 99).then(|| hostile[at / 100 % hostile.len()].as_str());
        let severity = if at % 5 == 4 { Severity::Warning } else { Severity::Error };
        // Most are of one check, as when a definition changes.
        finding(if at < 7_000 { ids[0] } else { ids[at % ids.len()] }, severity, at, text)
    };
    let waived = |at: usize| WaivedFinding {
        finding: one(at),
        reason: hostile[at % hostile.len()].clone(),
        owner: "platform team".to_owned(),
        expires: "2027-01-31".to_owned(),
    };
    Report {
        version: "0.1.0".to_owned(),
        environments: ENVIRONMENTS.map(str::to_owned).to_vec(),
        findings: (0..FINDINGS).map(one).collect(),
        rules: rules(),
        waived: (FINDINGS..FINDINGS + 20).map(waived).collect(),
        baseline: Some(Baselined { known: (FINDINGS + 20..FINDINGS + 50).map(one).collect(), gone: 3 }),
    }
}

/// The browser, by `QUINTET_CHROMIUM` or its names in `PATH`.
fn chromium() -> Option<PathBuf> {
    let given = std::env::var_os("QUINTET_CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let in_path = std::env::split_paths(&path)
        .flat_map(|folder| ["chromium", "chromium-browser", "google-chrome"].map(|name| folder.join(name)))
        .find(|program| program.is_file());
    let found = given.or(in_path);
    if found.is_none() {
        let message = "there is no chromium: install the package chromium";
        assert!(!shared::is_ci(), "{message}");
        eprintln!("skipped: {message}");
    }
    found
}

/// What was asked of `server` until now.
fn heard(server: &TcpListener) -> Vec<String> {
    server.set_nonblocking(true).unwrap();
    let mut heard = Vec::new();
    while let Ok((mut stream, _)) = server.accept() {
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
        let mut bytes = [0; 4096];
        let number = stream.read(&mut bytes).unwrap_or(0);
        let line = String::from_utf8_lossy(&bytes[..number]).lines().next().unwrap_or_default().to_owned();
        // Browsers open connections in advance; one that asks nothing is none of the page's.
        heard.extend(Some(line).filter(|line| !line.is_empty()));
    }
    heard
}

/// Where the page and its pictures stay for people to look at.
fn where_pictures_go() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report-page");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_browser_shows_ten_thousand_findings_and_runs_nothing_of_theirs() {
    let Some(chromium) = chromium() else { return };
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", server.local_addr().unwrap());
    let report = report(&address);
    let options =
        FormatOptions { style: TextStyle { color: false, width: 100 }, default_file: None, fails_at: Severity::Error };
    let text = (find_format("html").unwrap().render)(&report, &SourceMap::new(), &options);
    let pictures = where_pictures_go();
    let page = pictures.join("report.html");
    std::fs::write(&page, &text).unwrap();

    let target = &report.findings[FINDINGS - 1];
    let questions = [
        "severity=warning".to_owned(),
        "check=patch%2Fchanged-nothing&environment=lab+one&severity=error".to_owned(),
        "text=NAMESPACE-7%2F+kubeflow.org%2Fv1".to_owned(),
        "text=nothing+says+this".to_owned(),
        String::new(),
        target.fingerprint(),
    ];
    let arguments = [chromium.as_os_str(), page.as_os_str(), address.as_ref(), pictures.as_os_str()];
    let seen = python::read("browser", &arguments, serde_json::to_string(&questions).unwrap().as_bytes());
    eprintln!("{} bytes shown in {} s; pictures: {}", text.len(), seen["seconds"], seen["pictures"]);

    // Nothing went wrong, and nothing of the findings came to life.
    assert_eq!((&seen["complaints"], &seen["owned"]), (&json!([]), &Value::Null));
    assert_eq!((&seen["handlers"], &seen["links"], &seen["unlabelled"]), (&json!(0), &json!(0), &json!(0)));
    let elements: BTreeSet<&str> =
        seen["elements"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    for strange in ["img", "svg", "iframe", "base", "link", "meta", "style", "b"] {
        assert!(!elements.contains(strange), "{elements:?}");
    }
    assert_eq!((&seen["fetched"], &seen["ranScript"]), (&json!(false), &Value::Null), "the policy stops nothing");
    let heard = heard(&server);
    assert!(!heard.is_empty() && heard.iter().all(|line| line.starts_with("GET /control ")), "{heard:?}");

    // It is all there, soon, on screens of both sizes, from the keyboard and without the script.
    let all = FINDINGS + 50;
    assert_eq!((&seen["view"]["findings"], &seen["view"]["told"]), (&json!(all), &json!("10,050 findings")));
    assert!(seen["seconds"].as_f64().unwrap() < 30.0, "{}", seen["seconds"]);
    assert_eq!(
        (&seen["overflow"], &seen["narrowOverflow"], &seen["firstStop"]),
        (&json!(false), &json!(false), &json!("skip"))
    );
    assert_eq!(seen["withoutScript"], json!({"findings": all, "hidden": 1, "forms": 1}));

    let everything =
        || report.findings.iter().chain(report.waived.iter().map(|waived| &waived.finding)).chain(report.known());
    let number = |fits: &dyn Fn(&Finding) -> bool| json!(everything().filter(|finding| fits(finding)).count());
    let answers = &seen["answers"];
    assert_eq!(answers[0]["findings"], number(&|finding| finding.severity == Severity::Warning));
    let changed = CheckId::new("patch/changed-nothing");
    let in_lab = |finding: &Finding| {
        finding.id == changed
            && finding.severity == Severity::Error
            && finding.environments.iter().any(|name| name == "lab one")
    };
    assert_eq!(answers[1]["findings"], number(&in_lab));
    let in_namespace = |finding: &Finding| finding.subject.object.contains("namespace-7/");
    let notebooks = number(&|finding| in_namespace(finding) && finding.subject.object.contains("Notebook"));
    assert_eq!(answers[2]["findings"], notebooks);
    assert_eq!((&answers[3]["findings"], &answers[3]["told"]), (&json!(0), &json!("0 of 10,050 findings")));
    assert_eq!(answers[4]["findings"], json!(all));
    assert_eq!((&answers[5]["target"], &answers[5]["isInSight"]), (&json!(target.fingerprint()), &json!(true)));
    for answer in answers.as_array().unwrap() {
        assert!(answer["seconds"].as_f64().unwrap() < 10.0, "{answer}");
    }
    assert_eq!(seen["typed"]["findings"], number(&in_namespace));
    assert_eq!(seen["typed"]["hash"], "#text=namespace-7%2F");
    assert_eq!(seen["reset"]["findings"], json!(all));
}
