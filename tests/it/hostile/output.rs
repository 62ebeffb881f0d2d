//! Output that cannot be written, and a program that is stopped while it
//! writes.

#![expect(clippy::disallowed_methods, reason = "the disk is what is tested, and a skipped test says so")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::bounds::{ONE_FILE, SERVICE, bounded, folder};
use crate::command::{quintet, run};

fn services(count: usize) -> String {
    (0..count).map(|number| format!("{}---\n", SERVICE.replace("web", &format!("web-{number}")))).collect()
}

#[test]
fn a_full_disk() {
    if !Path::new("/dev/full").exists() {
        eprintln!("skipped: there is no /dev/full");
        return;
    }
    let folder = folder(&[("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", SERVICE.as_bytes())]);
    let message = bounded(quintet(["build", "-o", "/dev/full"]).current_dir(folder.path())).failed(2);
    assert!(message.contains("/dev/full") && message.contains("No space left"), "{message}");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let child = quintet(["build"]).current_dir(folder.path()).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
    let ended = child.wait_with_output().unwrap();
    let message = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2), "{message}");
    assert!(message.contains("standard output") && message.contains("No space left"), "{message}");
}

/// As `| head -1`.
#[test]
fn a_reader_that_takes_one_line() {
    let text = services(20_000);
    let folder = folder(&[("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", text.as_bytes())]);
    let mut command = quintet(["build"]);
    command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "apiVersion: v1\n");
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), ended.stderr), (Some(0), Vec::new()));
}

/// The program is stopped at twenty points of its writing. Every file it has put in
/// place is whole, and what was there before is whole too.
#[test]
fn a_program_that_is_stopped_while_it_writes() {
    const COUNT: usize = 400;
    let text = services(COUNT);
    let folder = folder(&[
        ("kustomization.yaml", format!("{ONE_FILE}commonAnnotations: {{state: new}}\n").as_bytes()),
        ("a.yaml", text.as_bytes()),
    ]);
    let out = folder.path().join("out");
    let command = || {
        let mut command = quintet(["build", "-q", "-o", "out"]);
        command.current_dir(folder.path());
        command
    };
    // Old files with the same names, told apart by their content.
    let reset = || {
        if out.exists() {
            std::fs::remove_dir_all(&out).unwrap();
        }
        std::fs::create_dir(&out).unwrap();
        for number in 0..COUNT {
            std::fs::write(out.join(format!("v1_service_web-{number}.yaml")), "old\n").unwrap();
        }
    };
    let (mut old, mut new) = (0, 0);
    for moment in 0..20 {
        reset();
        let mut child = command().spawn().unwrap();
        // Once at the very start, then as soon as one file, another each time, is written: times say little on a busy
        // machine.
        let watched = out.join(format!("v1_service_web-{}.yaml", moment * COUNT / 20));
        while moment > 0
            && child.try_wait().unwrap().is_none()
            && std::fs::metadata(&watched).unwrap().len() == "old\n".len() as u64
        {
            std::thread::sleep(Duration::from_micros(100));
        }
        Command::new("kill").args(["-TERM", &child.id().to_string()]).stderr(Stdio::null()).status().unwrap();
        child.wait().unwrap();
        for number in 0..COUNT {
            let name = format!("web-{number}");
            let found = std::fs::read_to_string(out.join(format!("v1_service_{name}.yaml"))).unwrap();
            if found == "old\n" {
                old += 1;
            } else {
                let expected = format!(
                    "apiVersion: v1\nkind: Service\nmetadata:\n  annotations:\n    state: new\n  name: {name}\n"
                );
                assert_eq!(found, expected, "{name}");
                new += 1;
            }
        }
    }
    assert!(old > 0 && new > 0, "the moments are before and after the writing: {old} old, {new} new files");
}

/// A single file is the old one or the new one.
#[test]
fn a_program_that_is_stopped_while_it_writes_one_file() {
    let text = services(5000);
    let folder = folder(&[("kustomization.yaml", ONE_FILE.as_bytes()), ("a.yaml", text.as_bytes())]);
    let path = folder.path().join("out.yaml");
    let command = || {
        let mut command = quintet(["build", "-o", "out.yaml"]);
        command.current_dir(folder.path());
        command
    };
    let started = std::time::Instant::now();
    run(&mut command()).built();
    let whole_run = started.elapsed();
    let new = std::fs::read_to_string(&path).unwrap();
    for moment in 0..20 {
        std::fs::write(&path, "old\n").unwrap();
        let mut child = command().spawn().unwrap();
        std::thread::sleep(whole_run.mul_f64(f64::from(moment) / 18.0).max(Duration::from_millis(1)));
        Command::new("kill").args(["-TERM", &child.id().to_string()]).stderr(Stdio::null()).status().unwrap();
        child.wait().unwrap();
        let found = std::fs::read_to_string(&path).unwrap();
        assert!(found == "old\n" || found == new, "half-written: {} bytes", found.len());
    }
}
