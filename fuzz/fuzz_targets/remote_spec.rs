//! Any text is a remote or none, always the same one, and its path does not
//! start by leaving the repository.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use quintet::vfs::{RepoSpec, clean, is_remote_file};

fuzz_target!(|input: &[u8]| {
    let Ok(url) = std::str::from_utf8(input) else { return };
    let _ = is_remote_file(url);
    let spec = RepoSpec::parse(url);
    assert_eq!(spec, RepoSpec::parse(url), "read twice");
    let Ok(spec) = spec else { return };
    assert_eq!(spec.raw(), url);
    assert_eq!(spec.clone_spec(), format!("{}{}", spec.host, spec.repo));
    assert!(!spec.host.is_empty() && !spec.repo.is_empty(), "{spec:?}");
    assert!(!clean(Path::new(&spec.path)).starts_with(".."), "{spec:?} leads out of the repository");
});
