//! What the tests find outside the repository, and how they share the work.

#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "tests are told by the environment where data is, and expectations are files"
)]

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// `path` below the shared folder; nothing where that is not at hand.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("QUINTET_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let found = folder.join(path);
    if found.exists() {
        return Some(found);
    }
    assert!(!is_ci(), "{} is missing", found.display());
    eprintln!("skipped: {} is missing", found.display());
    None
}

/// A reference program, `kubectl` or `helm`, as `cargo xtask oracle` fetches
/// it; `variable` names another place. Nothing where it is not at hand.
pub(crate) fn oracle(program: &str, variable: &str) -> Option<PathBuf> {
    let fetched = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/oracle").join(program);
    let found = std::env::var_os(variable).map_or(fetched, PathBuf::from);
    if found.exists() {
        return Some(found);
    }
    assert!(!is_ci(), "{} is missing: run `cargo xtask oracle`", found.display());
    eprintln!("skipped: {} is missing: run `cargo xtask oracle`", found.display());
    None
}

/// Whether nothing may be skipped.
pub(crate) fn is_ci() -> bool {
    std::env::var_os("CI").is_some()
}

/// Whether expectations are written anew instead of compared.
pub(crate) fn accepts() -> bool {
    std::env::var_os("QUINTET_ACCEPT").is_some()
}

/// Compares `actual` with the file `path`, a missing one being empty. Where
/// expectations are accepted, writes the file and shows what changed.
///
/// # Errors
/// The first difference.
pub(crate) fn golden(path: &Path, actual: &[u8]) -> Result<(), String> {
    let expected = std::fs::read(path).unwrap_or_default();
    if actual == expected {
        return Ok(());
    }
    let difference = format!("{} differs\n{}", path.display(), short_diff(&expected, actual));
    if !accepts() {
        return Err(difference);
    }
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, actual).unwrap();
    eprintln!("accepted: {difference}");
    Ok(())
}

/// Does `work` for all `items` on all cores; the results are in the order of
/// the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some((at, item)) = take(items, &next) {
                    *results[at].lock().unwrap() = Some(work(item));
                }
            });
        }
    });
    results.into_iter().map(|result| result.into_inner().unwrap().expect("every item was taken")).collect()
}

fn take<'i, T>(items: &'i [T], next: &AtomicUsize) -> Option<(usize, &'i T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    items.get(at).map(|item| (at, item))
}

/// The first lines that differ, with one line before, for people.
pub(crate) fn short_diff(expected: &[u8], actual: &[u8]) -> String {
    let (expected, actual) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(actual));
    let (expected, actual): (Vec<&str>, Vec<&str>) =
        (expected.split_inclusive('\n').collect(), actual.split_inclusive('\n').collect());
    let same = expected.iter().zip(&actual).take_while(|(one, other)| one == other).count();
    let mut text = format!("    first difference in line {}\n", same + 1);
    if same > 0 {
        text.push_str(&format!("      {:?}\n", expected[same - 1]));
    }
    for (sign, lines) in [('-', &expected), ('+', &actual)] {
        for line in lines.iter().skip(same).take(4) {
            text.push_str(&format!("    {sign} {line:?}\n"));
        }
    }
    text
}

/// The path to `target` from the folder `from`; both absolute, without links.
pub(crate) fn relative(from: &Path, target: &Path) -> PathBuf {
    let common = from.components().zip(target.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(common).map(|_| Path::new(".."));
    up.chain(target.components().skip(common).map(|part| Path::new(part.as_os_str()))).collect()
}
