//! What fuzzing starts from: small files of the corpora, and what is in them.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Larger seeds make every run slow.
const MOST_BYTES: usize = 4096;
/// The most seeds of one kind.
const MOST_SEEDS: usize = 2000;

/// Inputs by their kind.
#[derive(Default)]
pub(crate) struct Seeds {
    pub(crate) documents: Vec<Vec<u8>>,
    pub(crate) kustomizations: Vec<Vec<u8>>,
    /// An object, a NUL and its patch.
    pub(crate) strategic_patches: Vec<Vec<u8>>,
    pub(crate) json_patches: Vec<Vec<u8>>,
    pub(crate) remotes: Vec<Vec<u8>>,
}

impl Seeds {
    /// # Errors
    /// When `shared` has no corpora.
    pub(crate) fn read(shared: &Path) -> Result<Self, String> {
        let mut seeds = Self::default();
        for path in yaml_files(&shared.join("conformance/kustomize"))? {
            seeds.add_case(&read(&path)?);
        }
        for folder in ["conformance/realworld", "upstream"] {
            for path in yaml_files(&shared.join(folder))? {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                seeds.add_file(&name, &read(&path)?);
            }
        }
        for line in read(&shared.join("vectors/remote-spec/cases.yaml"))?.lines() {
            if let Some(url) = line.strip_prefix("- url: ") {
                seeds.remotes.push(url.trim_matches(['\'', '"']).as_bytes().to_vec());
            }
        }
        let Self { documents, kustomizations, strategic_patches, json_patches, remotes } = &mut seeds;
        for kind in [documents, kustomizations, strategic_patches, json_patches, remotes] {
            thin_out(kind);
        }
        Ok(seeds)
    }

    fn add_file(&mut self, name: &str, text: &str) {
        self.documents.push(text.as_bytes().to_vec());
        if is_kustomization(name) {
            self.kustomizations.push(text.as_bytes().to_vec());
        }
    }

    /// A whole case is one file; its files are blocks in it.
    fn add_case(&mut self, case: &str) {
        let input = case.find("\nexpect:").map_or(case, |at| &case[..=at]);
        let files = blocks(input);
        let (mut objects, mut patches) = (Vec::new(), Vec::new());
        for (name, text) in &files {
            self.add_file(name, text);
            if is_kustomization(name) {
                patches.extend(blocks(text).into_iter().filter(|(key, _)| key == "patch").map(|(_, text)| text));
            } else if is_operations(text) || name.contains("patch") {
                patches.push(text.clone());
            } else if text.contains("kind:") {
                objects.push(text);
            }
        }
        for patch in &patches {
            let kind = if is_operations(patch) { &mut self.json_patches } else { &mut self.strategic_patches };
            kind.extend(objects.iter().map(|object| format!("{object}\0{patch}").into_bytes()));
        }
    }
}

fn is_kustomization(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    matches!(name.as_str(), "kustomization.yaml" | "kustomization.yml" | "kustomization")
}

fn is_operations(patch: &str) -> bool {
    patch.trim_start().starts_with(['-', '[']) && patch.contains("op")
}

/// The literal blocks of a YAML text with their keys.
fn blocks(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(line) = lines.get(at) {
        at += 1;
        let Some((key, mark)) = line.trim().rsplit_once(": ").filter(|(_, mark)| mark.starts_with('|')) else {
            continue;
        };
        let is_inside = |inner: &&&str| inner.trim().is_empty() || indent(inner) > indent(line);
        let inside: Vec<&str> = lines[at..].iter().take_while(is_inside).copied().collect();
        at += inside.len();
        let first = inside.iter().find(|line| !line.trim().is_empty()).map_or(0, |line| indent(line));
        let column = if mark.contains('2') { (indent(line) + 2).min(first) } else { first };
        let block = inside.iter().map(|line| line.get(column..).unwrap_or("\n")).collect();
        found.push((key.trim_start_matches("- ").trim_matches(['\'', '"']).to_owned(), block));
    }
    found
}

/// Small and different seeds, evenly chosen.
fn thin_out(seeds: &mut Vec<Vec<u8>>) {
    let mut seen = HashSet::new();
    seeds.retain(|seed| (1..MOST_BYTES).contains(&seed.len()) && seen.insert(seed.clone()));
    let every = seeds.len().div_ceil(MOST_SEEDS).max(1);
    *seeds = std::mem::take(seeds).into_iter().step_by(every).collect();
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// All YAML files below `folder`, sorted.
fn yaml_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries.flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            if kind.as_ref().is_ok_and(fs::FileType::is_dir) {
                waiting.push(path);
            } else if kind.is_ok_and(|kind| kind.is_file())
                && path.extension().is_some_and(|end| end == "yaml" || end == "yml")
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASE: &str = "\
files:
  kustomization.yaml: |
    patches:
    - patch: |-
        - op: remove
          path: /a

    - path: patch.yaml
  r.yaml: |
    kind: A
  'patch.yaml': |
    b: 1
expect:
  stdout: |
    none
";

    #[test]
    fn a_case_gives_its_files_and_every_pair_of_object_and_patch() {
        let mut seeds = Seeds::default();
        seeds.add_case(CASE);
        assert_eq!(seeds.documents.len(), 3);
        assert_eq!(seeds.kustomizations.len(), 1);
        assert_eq!(seeds.json_patches, [b"kind: A\n\0- op: remove\n  path: /a\n\n".to_vec()]);
        assert_eq!(seeds.strategic_patches, [b"kind: A\n\0b: 1\n".to_vec()]);
    }

    #[test]
    fn seeds_are_small_different_and_few() {
        let mut seeds: Vec<Vec<u8>> = (0..5000_u32).map(|at| at.to_string().into_bytes()).collect();
        seeds.extend([Vec::new(), vec![b'x'; MOST_BYTES], b"0".to_vec()]);
        thin_out(&mut seeds);
        assert_eq!(seeds.len(), 5000_usize.div_ceil(3));
        assert_eq!(seeds[..2], [b"0".to_vec(), b"3".to_vec()]);
    }
}
