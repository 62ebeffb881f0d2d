//! Where and with what the figures were made.

use std::fs;
use std::path::Path;
use std::process::Command as Process;

use super::measuring::Meter;
use crate::command;

/// Names and values, in the order they are shown.
pub(super) type Facts = Vec<(&'static str, String)>;

/// What is known before the runs.
pub(super) fn facts(root: &Path, meter: &Meter) -> Facts {
    let ask = |process: &mut Process| command::output(process).unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let version = ask(Process::new(&meter.reference.path).args(version_arguments(&meter.reference.path)));
    vec![
        ("Date", line(&ask(Process::new("date").args(["-u", "+%Y-%m-%d %H:%M UTC"])))),
        ("CPU", format!("{cores} cores, {}", cpu_model(&file("/proc/cpuinfo")))),
        ("Kernel", line(&ask(Process::new("uname").arg("-srm")))),
        ("Memory", total_memory(&file("/proc/meminfo"))),
        ("Load before", load()),
        ("Ours", format!("{}, commit {}", line(&ask(Process::new(&meter.ours.path).arg("--version"))), commit(root))),
        ("Reference", format!("kustomize {}, `{}`", kustomize_version(&version), shown(meter))),
        ("Compiler", line(&ask(Process::new("rustc").arg("--version")))),
    ]
}

/// How busy the machine is: other work makes the figures worthless.
pub(super) fn load() -> String {
    file("/proc/loadavg").split(' ').take(3).collect::<Vec<_>>().join(" ")
}

fn file(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn line(text: &str) -> String {
    text.lines().next().unwrap_or("unknown").to_owned()
}

fn commit(root: &Path) -> String {
    let git = |arguments: &[&str]| command::output(Process::new("git").current_dir(root).args(arguments));
    let name = line(&git(&["rev-parse", "--short", "HEAD"]).unwrap_or_default());
    let changed = git(&["status", "--porcelain"]).is_ok_and(|text| !text.is_empty());
    if changed { format!("{name} with changes") } else { name }
}

fn shown(meter: &Meter) -> String {
    let name = meter.reference.path.file_name().unwrap_or_default().to_string_lossy();
    format!("{name} {}", meter.reference.arguments.join(" "))
}

fn version_arguments(reference: &Path) -> &'static [&'static str] {
    if reference.ends_with("kubectl") { &["version", "--client"] } else { &["version"] }
}

/// A kubectl says it in one of its lines, a kustomize says nothing else.
fn kustomize_version(text: &str) -> String {
    text.lines().find_map(|line| line.strip_prefix("Kustomize Version: ")).map_or_else(|| line(text), str::to_owned)
}

fn cpu_model(cpuinfo: &str) -> String {
    let field = |name| cpuinfo.lines().filter_map(|line| line.split_once(':')).find(|(key, _)| key.trim() == name);
    field("model name").or_else(|| field("CPU part")).map_or("unknown model", |(_, value)| value.trim()).to_owned()
}

fn total_memory(meminfo: &str) -> String {
    let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kib = total.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    kib.map_or_else(|| "unknown".to_owned(), |kib| format!("{:.1} GiB", kib / f64::from(1 << 20)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_from_what_programs_and_the_kernel_say() {
        assert_eq!(kustomize_version("Client Version: v1.37.1\nKustomize Version: v5.8.1\n"), "v5.8.1");
        assert_eq!(kustomize_version("v5.8.1\n"), "v5.8.1");
        assert_eq!(cpu_model("processor\t: 0\nmodel name\t: Fast CPU @ 3GHz\nmodel name\t: B\n"), "Fast CPU @ 3GHz");
        assert_eq!(cpu_model(""), "unknown model");
        assert_eq!(total_memory("MemTotal:        8388608 kB\nMemFree: 1 kB\n"), "8.0 GiB");
        assert_eq!(total_memory(""), "unknown");
    }
}
