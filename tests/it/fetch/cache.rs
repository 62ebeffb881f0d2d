//! The cache under processes that meet, are killed, find no room or find
//! something that was changed.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the tests look at the disk behind the back of the code, and a broken setup ends the test"
)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::site::{Served, Site, files_of};
use crate::command::run;

/// The same numbers every time: xorshift64 (Marsaglia 2003).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % below as u64).unwrap()
    }
}

fn spawn(site: &Site, served: &Served) -> std::process::Child {
    let mut command = site.command(served, &["pin", "fetch"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Nothing is left of what was not finished.
#[track_caller]
fn no_drafts(site: &Site) {
    let left = files_of(&site.cache().join("drafts"));
    assert!(left.iter().all(|(path, _)| path.ends_with("drafts/lock")), "{:?}", left[0].0);
    let all = files_of(&site.cache());
    assert!(all.iter().all(|(path, _)| !path.to_string_lossy().ends_with(".tmp")));
}

#[test]
fn several_processes_share_one_cache() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    for _ in 0..3 {
        std::fs::remove_dir_all(site.cache()).ok();
        let mut running: Vec<_> = (0..4).map(|_| spawn(&site, &served)).collect();
        assert!(running.iter_mut().all(|child| child.wait().unwrap().success()));
        site.renders();
        no_drafts(&site);
    }
}

#[test]
fn several_processes_mend_one_cache() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    site.fetch(&served).built();
    for _ in 0..3 {
        for (path, bytes) in files_of(&site.cache()) {
            if path.extension().is_some_and(|ending| ending == "pack") || path.to_string_lossy().contains("/sha256/") {
                flip(&path, &bytes, bytes.len() / 2, 0);
            }
        }
        let mut running: Vec<_> = (0..4).map(|_| spawn(&site, &served)).collect();
        assert!(running.iter_mut().all(|child| child.wait().unwrap().success()));
        site.renders();
        no_drafts(&site);
    }
}

#[test]
fn what_is_damaged_stays_until_its_server_answers() {
    let Some(site) = Site::new() else { return };
    site.fetch(&site.serve(site.answer())).built();
    let packs = || {
        files_of(&site.cache()).into_iter().filter(|(path, _)| path.extension().is_some_and(|ending| ending == "pack"))
    };
    let before: Vec<_> = packs().map(|(path, _)| path).collect();
    for (path, bytes) in packs() {
        flip(&path, &bytes, bytes.len() / 2, 0);
    }
    let gone = site.serve(|_| crate::servers::Response::status(404));
    let (_, said) = super::site::partly(site.fetch(&gone), 3);
    assert!(said.contains("the server answers 404"), "{said}");
    assert_eq!(packs().map(|(path, _)| path).collect::<Vec<_>>(), before);
}

#[test]
fn two_hundred_killed_processes_leave_a_cache_that_can_be_completed() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    let mut numbers = Numbers(0x5eed);
    let mut was_whole = 0;
    for _ in 0..200 {
        let mut child = spawn(&site, &served);
        std::thread::sleep(Duration::from_millis(numbers.next(120) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        // What renders gets all of it or nothing.
        let rendered = site.offline(&["render", "--env", "staging"]);
        match rendered.code {
            Some(0) => assert!(rendered.stdout == site.expected),
            code => assert_eq!((code, rendered.stdout.len()), (Some(3), 0), "{}", rendered.stderr),
        }
        if rendered.code == Some(0) {
            was_whole += 1;
            std::fs::remove_dir_all(site.cache()).unwrap();
        }
    }
    eprintln!("{was_whole} of 200 had all they needed before they were killed");
    site.fetch(&served).built();
    site.renders();
    no_drafts(&site);
}

#[test]
fn a_full_disk_is_said_and_leaves_nothing() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    let command = site.command(&served, &["pin", "fetch"]);
    // No file may have more than some kilobytes: the same as a disk without room, for whoever writes.
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
        .arg(command.get_program())
        .args(command.get_args());
    shell.env_clear().envs(command.get_envs().filter_map(|(name, value)| Some((name, value?)))).stdin(Stdio::null());
    let ended = run(&mut shell);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert!(ended.stderr.contains("cannot write") && ended.stderr.contains("too large"), "{}", ended.stderr);
    assert!(files_of(&site.cache()).iter().all(|(path, _)| !path.to_string_lossy().contains("/pack-")));
    site.fetch(&served).built();
    site.renders();
    no_drafts(&site);
}

fn flip(path: &Path, bytes: &[u8], at: usize, bit: usize) {
    let mut damaged = bytes.to_vec();
    damaged[at] ^= 1 << bit;
    let mode = std::fs::metadata(path).unwrap().permissions();
    std::fs::remove_file(path).unwrap();
    std::fs::write(path, damaged).unwrap();
    std::fs::set_permissions(path, mode).unwrap();
}

#[test]
fn a_flipped_bit_is_found_wherever_it_is() {
    let Some(site) = Site::new() else { return };
    let served = site.serve(site.answer());
    site.fetch(&served).built();
    site.offline(&["pin", "verify"]).built();
    let counts = |path: &Path| {
        let name = path.to_string_lossy();
        name.contains("/pack-") || name.contains("/files/sha256/")
    };
    let mut targets: Vec<_> = files_of(&site.cache()).into_iter().filter(|(path, _)| counts(path)).collect();
    assert_eq!(targets.len(), 5, "two packs with their indices, and a file");
    for name in ["compositions/upstream.lock.yaml", "compositions/upstream.sum"] {
        let path = site.platform.root().join(name);
        targets.push((path.clone(), std::fs::read(path).unwrap()));
    }
    let mut numbers = Numbers(0xb17);
    let mut by_code = std::collections::BTreeMap::new();
    for number in 0..105 {
        let (path, bytes) = &targets[number % targets.len()];
        let text = String::from_utf8_lossy(bytes);
        let is_lock = path.ends_with("upstream.lock.yaml");
        // Nothing is changed by a change of the lock's remark, by the case of a host, or by another name for what is
        // known by its commit too.
        let (at, bit) = loop {
            let (at, bit) = (numbers.next(bytes.len()), numbers.next(8));
            let line_start =
                text.as_bytes()[..at.min(text.len())].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let line = text[if is_lock { line_start } else { 0 }..].lines().next().unwrap_or_default();
            let changes_nothing =
                line.starts_with('#') || (line.contains("url:") && bit == 5) || line.contains("ref: bcf67939");
            if !is_lock || !changes_nothing {
                break (at, bit);
            }
        };
        flip(path, bytes, at, bit);
        let verified = site.offline(&["pin", "verify"]);
        let place = format!("byte {at} bit {bit} of {}: {verified:?}", path.display());
        assert!(matches!(verified.code, Some(2 | 3)), "{place}");
        if !path.starts_with(site.platform.root()) {
            assert_eq!(verified.code, Some(3), "{place}");
        }
        let told = format!("{}{}", String::from_utf8_lossy(&verified.stdout), verified.stderr);
        let name = path.file_name().unwrap().to_string_lossy();
        assert!(told.contains(&*name) || told.contains("git.example/"), "{place}");
        let rendered = site.offline(&["render", "--env", "staging"]);
        assert!(rendered.code != Some(0) || rendered.stdout == site.expected, "{place}");
        *by_code.entry(verified.code).or_insert(0) += 1;
        // The cache mends itself; what is reviewed is for people to mend.
        if !path.starts_with(site.platform.root()) && number % 10 == 0 {
            let said = String::from_utf8(site.fetch(&served).built()).unwrap();
            assert!(said.contains("was damaged, fetched again"), "{said}");
            site.renders();
        }
        // Packs are read-only, and a mended repository may have others.
        std::fs::remove_file(path).ok();
        std::fs::write(path, bytes).unwrap();
    }
    eprintln!("exit codes of `pin verify`: {by_code:?}");
}
