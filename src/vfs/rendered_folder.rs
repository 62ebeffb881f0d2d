//! A folder of rendered files: written as a whole, and cleared of what an
//! earlier render left.

use std::collections::BTreeMap;
use std::path::Path;

use super::{DiskTree, OutputError, Tree, sha256_hex, write_folder};

/// Writes `files` below `folder` as [`write_folder`] does, then removes the
/// files that an earlier render wrote and this one does not: those that the
/// list of digests `sums` (a file of the folder, as `sha256sum` writes it) names
/// and that still have these digests. All other files of the folder stay.
///
/// # Errors
/// See [`write_folder`].
pub fn replace_rendered_folder(
    folder: &Path,
    files: &BTreeMap<String, Vec<u8>>,
    sums: &str,
) -> Result<(), OutputError> {
    let disk = DiskTree::new(folder);
    let earlier =
        disk.read(&folder.join(sums)).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    write_folder(folder, &files)?;
    let is_new = |name: &str| files.iter().any(|(new, _)| *new == name);
    for (digest, name) in earlier.lines().filter_map(|line| line.split_once("  ")) {
        let is_below = !name.split('/').any(|part| matches!(part, "" | "." | ".."));
        let place = folder.join(name);
        let is_ours = |bytes: Vec<u8>| sha256_hex(&bytes) == digest;
        let is_file = std::fs::symlink_metadata(&place).is_ok_and(|found| found.is_file());
        if is_below && !is_new(name) && is_file && disk.read(&place).is_ok_and(is_ours) {
            std::fs::remove_file(&place).map_err(|source| OutputError::Io { path: place.clone(), source })?;
            // Folders of objects go with their last file.
            let above = place.ancestors().skip(1).take_while(|above| *above != folder);
            for empty in above {
                if std::fs::remove_dir(empty).is_err() {
                    break;
                }
            }
        }
    }
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "the tests look at the disk behind the back of the code")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::files_below;

    fn render(folder: &Path, files: &[(&str, &str)]) {
        let mut files: BTreeMap<String, Vec<u8>> =
            files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        let sums: String = files.iter().map(|(name, bytes)| format!("{}  {name}\n", sha256_hex(bytes))).collect();
        files.insert("SUMS".to_owned(), sums.into_bytes());
        replace_rendered_folder(folder, &files, "SUMS").unwrap();
    }

    #[test]
    fn what_an_earlier_render_left_goes_and_all_else_stays() {
        let guard = tempfile::tempdir().unwrap();
        let folder = guard.path().join("out");
        render(&folder, &[("a.yaml", "a"), ("b/c.yaml", "c"), ("d.yaml", "d")]);
        std::fs::write(folder.join("mine.txt"), "mine").unwrap();
        std::fs::write(folder.join("d.yaml"), "changed by hand").unwrap();
        render(&folder, &[("a.yaml", "a2")]);
        let names: Vec<String> =
            files_below(&folder).unwrap().iter().map(|path| path.to_string_lossy().into_owned()).collect();
        assert_eq!(names, ["SUMS", "a.yaml", "d.yaml", "mine.txt"]);
        assert!(!folder.join("b").exists());
        assert_eq!(std::fs::read_to_string(folder.join("a.yaml")).unwrap(), "a2");
    }

    #[test]
    fn a_list_cannot_lead_out_of_the_folder() {
        let guard = tempfile::tempdir().unwrap();
        let folder = guard.path().join("out");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(guard.path().join("outside"), "x").unwrap();
        std::fs::write(folder.join("SUMS"), format!("{}  ../outside\n", sha256_hex(b"x"))).unwrap();
        render(&folder, &[("a.yaml", "a")]);
        assert!(guard.path().join("outside").exists());
    }
}
