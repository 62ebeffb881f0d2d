//! `cargo xtask fresh-debian`: whether a Debian with nothing on it can build the
//! program with what README names, and what the program then needs to run.
//!
//! debootstrap makes the Debian in a temporary folder. Toolchain and crates of this
//! machine are lent to it read-only, in a mount namespace of their own; the build has
//! no network.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::Instant;

use crate::command::{self, Command, Place};

pub(crate) const COMMAND: Command = Command {
    name: "fresh-debian",
    usage: "[--without-lto] [--mirror URL]",
    summary: "build and run the release in a new Debian, as root",
    run,
};

/// What has to be installed to build, beside Rust: README names the same.
const PACKAGES: &[&str] = &["gcc", "libc6-dev"];

/// The libraries that the program looks for when it starts: `docs/packaging.md` has
/// the same.
const LIBRARIES: &[&str] = &["ld-linux-x86-64.so.2", "libc.so.6", "libgcc_s.so.1", "libm.so.6"];

const SUITE: &str = "bookworm";
const MIRROR: &str = "http://deb.debian.org/debian";
const ENTER: &str = include_str!("../fresh-debian/enter.sh");
const INSIDE: &str = include_str!("../fresh-debian/inside.sh");

fn run(place: &Place, arguments: &[String]) -> Result<(), String> {
    let (mut lto, mut mirror, mut rest) = (true, MIRROR, arguments.iter());
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--without-lto" => lto = false,
            "--mirror" => mirror = rest.next().ok_or("--mirror needs a URL")?,
            other => return Err(format!("unexpected argument `{other}`")),
        }
    }
    if command::output(Process::new("id").arg("-u"))?.trim() != "0" {
        return Err("only root can make a Debian in a folder and change into it".to_owned());
    }
    command::output(Process::new("debootstrap").arg("--version"))
        .map_err(|error| format!("{error}\n`apt-get install debootstrap` brings it"))?;
    let debian = Debian::new()?;
    let done = debian.check(place, lto, mirror);
    debian.remove().and(done)
}

/// A Debian in a folder.
struct Debian {
    root: PathBuf,
}

impl Debian {
    fn new() -> Result<Self, String> {
        let root = command::output(Process::new("mktemp").args(["-d", "-t", "fresh-debian.XXXXXXXX"]))?;
        Ok(Self { root: PathBuf::from(root.trim()) })
    }

    fn check(&self, place: &Place, lto: bool, mirror: &str) -> Result<(), String> {
        self.timed("debootstrap", || {
            let mut process = Process::new("debootstrap");
            process.args(["--variant=minbase", SUITE]).arg(&self.root).arg(mirror);
            // It tells each package; what it says matters when it fails.
            command::output(&mut process).map(drop)
        })?;
        self.copy_sources(place)?;
        fs::write(self.root.join("inside.sh"), INSIDE).map_err(|error| format!("inside.sh: {error}"))?;
        self.timed("packages, build and run", || command::run(&mut self.inside(lto)?))?;
        self.compare()
    }

    fn timed(&self, what: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
        println!("── {what} in {}", self.root.display());
        let start = Instant::now();
        work()?;
        println!("── {what} took {:.0} s", start.elapsed().as_secs_f64());
        Ok(())
    }

    /// What git would commit, as it lies here.
    fn copy_sources(&self, place: &Place) -> Result<(), String> {
        let mut git = Process::new("git");
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(&place.root);
        for file in command::output(&mut git)?.split('\0').filter(|file| !file.is_empty()) {
            let (from, to) = (place.root.join(file), self.root.join("src").join(file));
            // A file that is deleted and not yet committed is still listed.
            if !from.exists() {
                continue;
            }
            let folder = to.parent().unwrap_or(&to);
            let copied = fs::create_dir_all(folder).and_then(|()| fs::copy(&from, &to));
            copied.map_err(|error| format!("{}: {error}", to.display()))?;
        }
        Ok(())
    }

    /// The script that works inside.
    fn inside(&self, lto: bool) -> Result<Process, String> {
        let toolchain = command::output(Process::new("rustc").args(["--print", "sysroot"]))?;
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
        let registry = home.ok_or("neither CARGO_HOME nor HOME is set")?.join("registry");
        let mut process = Process::new("unshare");
        process.args(["--mount", "--propagation", "private", "bash", "-c", ENTER, "enter"]);
        process.arg(&self.root).arg(toolchain.trim()).arg(registry);
        if !lto {
            process.args(["CARGO_PROFILE_RELEASE_LTO=off", "CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16"]);
        }
        process.args(["bash", "/inside.sh"]).args(PACKAGES);
        Ok(process)
    }

    /// Tells what was found and compares it with what is on record.
    fn compare(&self) -> Result<(), String> {
        let found = |name: &str| {
            let path = self.root.join("found").join(name);
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let lines = |name: &str| Ok::<_, String>(found(name)?.lines().map(str::to_owned).collect::<BTreeSet<_>>());
        let (before, after) = (lines("packages-before")?, lines("packages-after")?);
        let added: Vec<&str> = after.difference(&before).map(String::as_str).collect();
        println!("packages of a fresh {SUITE}: {}", before.len());
        println!("packages for {}: {} ({})", PACKAGES.join(" and "), added.len(), added.join(" "));
        let libraries = lines("libraries")?;
        println!("libraries: {}", libraries.iter().map(String::as_str).collect::<Vec<_>>().join(" "));
        println!("bytes: {}", found("size")?.trim());
        println!("stripped: {}", found("stripped")?.trim());
        if !libraries.iter().map(String::as_str).eq(LIBRARIES.iter().copied()) {
            return Err(format!("the program should need {} and nothing else", LIBRARIES.join(" ")));
        }
        if found("stripped")?.trim() != "yes" {
            return Err("the program is not stripped".to_owned());
        }
        Ok(())
    }

    /// Takes the folder away, unless something is mounted below it: that would be
    /// taken away with it.
    fn remove(&self) -> Result<(), String> {
        let mounts = fs::read_to_string("/proc/self/mounts").map_err(|error| format!("/proc/self/mounts: {error}"))?;
        if let Some(mount) = mounted_below(&mounts, &self.root) {
            return Err(format!("{mount} is still mounted: unmount it and take {} away", self.root.display()));
        }
        let mut process = Process::new("rm");
        command::run(process.args(["-rf", "--one-file-system"]).arg(&self.root).stderr(Stdio::null()))
    }
}

/// A place below `folder` that something is mounted at.
fn mounted_below<'a>(mounts: &'a str, folder: &Path) -> Option<&'a str> {
    mounts.lines().filter_map(|line| line.split(' ').nth(1)).find(|place| Path::new(place).starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        fs::read_to_string(Place::of_the_repository().root.join(path)).unwrap()
    }

    #[test]
    fn readme_and_the_page_on_packaging_name_the_same_packages() {
        let installs = format!("apt-get install --no-install-recommends {}", PACKAGES.join(" "));
        for file in ["README.md", "docs/packaging.md"] {
            let text = read(file);
            let named: Vec<&str> =
                text.lines().filter_map(|line| line.find("apt-get install ").map(|at| &line[at..])).collect();
            assert!(!named.is_empty(), "{file} names no packages");
            for line in named {
                let ends = line.strip_prefix(&installs).is_some_and(|rest| !rest.starts_with([' ', '-']));
                assert!(ends, "{file} says `{line}`, not `{installs}`");
            }
        }
    }

    #[test]
    fn the_page_on_packaging_names_the_same_libraries() {
        let text = read("docs/packaging.md");
        let named: BTreeSet<&str> =
            text.split('`').filter(|part| part.contains(".so.") && !part.contains(' ')).collect();
        assert!(named.iter().copied().eq(LIBRARIES.iter().copied()), "{named:?}");
    }

    #[test]
    fn a_mount_below_a_folder_is_seen() {
        let mounts = "proc /proc proc rw 0 0\n/dev/vda /tmp/a/opt/rust ext4 ro 0 0\n";
        assert_eq!(mounted_below(mounts, Path::new("/tmp/a")), Some("/tmp/a/opt/rust"));
        assert_eq!(mounted_below(mounts, Path::new("/tmp/a/o")), None);
    }
}
