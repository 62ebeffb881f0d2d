//! A client that shares nothing with ours: `urllib` of Python.

use std::path::Path;
use std::process::Command;

use crate::shared::is_ci;

/// Ten seconds are more than any test waits for an answer it should get.
const SCRIPT: &str = "
import json, os, sys, urllib.request
def get(url):
    try:
        with urllib.request.urlopen(url, timeout=float(os.environ.get('WAIT', 10))) as answer:
            return {'Ok': answer.read().decode()}
    except Exception as error:
        return {'Err': f'{type(error).__name__}: {error}'}
json.dump([get(url) for url in sys.argv[1:]], sys.stdout)
";

/// The bodies at the addresses, or why there is none, asked one after another.
/// Nothing without `python3`.
pub(super) fn get<const N: usize>(
    urls: [&str; N],
    environment: &[(&str, &str)],
) -> Option<[Result<String, String>; N]> {
    let mut command = Command::new("python3");
    command.args(["-I", "-S", "-c", SCRIPT]).args(urls);
    for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"] {
        command.env_remove(name).env_remove(name.to_uppercase());
    }
    match command.envs(environment.iter().copied()).output() {
        Ok(run) => {
            let answers: Vec<_> = serde_json::from_slice(&run.stdout).expect("python3 runs the script");
            Some(answers.try_into().expect("one for each"))
        }
        Err(error) => {
            assert!(!is_ci(), "python3: {error}");
            eprintln!("skipped: python3: {error}");
            None
        }
    }
}

pub(super) fn text(path: &Path) -> &str {
    path.to_str().expect("a text")
}
