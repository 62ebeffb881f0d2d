//! What is said to a git server: version 0 of the protocol over HTTP, which
//! every server speaks (`gitprotocol-http(5)`, `gitprotocol-pack(5)`).

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;

use super::pkt_line::{FLUSH, Line, LineError, Lines, line};
use crate::vfs::is_hex;

/// What a server has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Advertisement {
    /// Ids by the names of refs. A tag with an object of its own is there twice:
    /// under its name, and with `^{}` behind it for what it leads to.
    pub(super) refs: BTreeMap<String, String>,
    capabilities: BTreeSet<String>,
}

/// Why an answer is of no use.
#[derive(Debug)]
pub(super) enum TalkError {
    Read(std::io::Error),
    /// Not what servers say.
    Protocol(String),
    /// The server's own words.
    Refused(String),
}

impl From<LineError> for TalkError {
    fn from(error: LineError) -> Self {
        match error {
            LineError::Read(error) => Self::Read(error),
            LineError::Malformed => Self::Protocol("a line has no length".to_owned()),
        }
    }
}

fn protocol<T>(what: &str) -> Result<T, TalkError> {
    Err(TalkError::Protocol(what.to_owned()))
}

/// A line as text. Its words reach messages, where control characters have no
/// business; messages replace them.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\n').to_owned()
}

/// Whether the line carries an error, which may come in the place of any other.
fn refuse(line: &str) -> Result<(), TalkError> {
    match line.strip_prefix("ERR ") {
        Some(words) => Err(TalkError::Refused(words.to_owned())),
        None => Ok(()),
    }
}

impl Advertisement {
    /// Reads the answer to `info/refs?service=git-upload-pack`.
    pub(super) fn read(from: impl Read) -> Result<Self, TalkError> {
        let mut lines = Lines::new(from);
        match lines.next()? {
            Some(Line::Data(b"# service=git-upload-pack\n" | b"# service=git-upload-pack")) => {}
            Some(Line::Data(other)) => {
                refuse(&text(other))?;
                return protocol("the first line names no service");
            }
            _ => return protocol("the answer is empty"),
        }
        if lines.next()? != Some(Line::Flush) {
            return protocol("the name of the service is no section");
        }
        let mut found = Self::default();
        loop {
            let bytes = match lines.next()? {
                Some(Line::Data(bytes)) => bytes,
                Some(Line::Flush) => return Ok(found),
                // A list that was cut would lack tags.
                None => return Err(TalkError::Read(std::io::ErrorKind::UnexpectedEof.into())),
            };
            let line = text(bytes);
            refuse(&line)?;
            let (line, capabilities) = line.split_once('\0').map_or((line.as_str(), ""), |(line, rest)| (line, rest));
            found.capabilities.extend(capabilities.split_whitespace().map(str::to_owned));
            match line.split_once(' ') {
                Some(("shallow", _)) => {}
                Some((id, name)) if is_hex(id, 40) => _ = found.refs.insert(name.to_owned(), id.to_owned()),
                _ => return protocol("a line is no ref"),
            }
        }
    }

    fn can(&self, capability: &str) -> bool {
        self.capabilities.contains(capability)
    }

    /// The commit that a tag or branch, or else the default branch, leads to.
    pub(super) fn commit_of(&self, reference: &str) -> Option<&str> {
        let names = match reference {
            "" => vec!["HEAD".to_owned()],
            name => ["", "refs/", "refs/tags/", "refs/heads/"].map(|place| format!("{place}{name}")).to_vec(),
        };
        names.iter().find_map(|name| {
            let id = self.refs.get(&format!("{name}^{{}}")).or_else(|| self.refs.get(name))?;
            Some(id.as_str())
        })
    }

    /// Whether `reference` is a tag.
    pub(super) fn is_tag(&self, reference: &str) -> bool {
        let is_there = |place: &str| {
            let name = format!("{place}{reference}");
            name.starts_with("refs/tags/") && self.refs.contains_key(&name)
        };
        ["", "refs/", "refs/tags/"].into_iter().any(is_there)
    }

    /// The ref's id to ask for so that `commit` comes: one that is there, or a tag
    /// that leads to it.
    pub(super) fn want_for(&self, commit: &str) -> Option<&str> {
        let is_there = self.refs.iter().find(|(name, id)| *id == commit && !name.ends_with("^{}"));
        let tag = || {
            self.refs.iter().find_map(|(name, id)| {
                let tag = name.strip_suffix("^{}").filter(|_| id == commit)?;
                self.refs.get_key_value(tag)
            })
        };
        is_there.or_else(tag).map(|(_, id)| id.as_str())
    }

    /// The request for `id` alone, without what came before it where the server
    /// can leave that out.
    pub(super) fn request(&self, id: &str) -> Result<Vec<u8>, TalkError> {
        if !self.can("side-band-64k") {
            return protocol("the server does not know side-band-64k");
        }
        let agent = concat!("quintet/", env!("CARGO_PKG_VERSION"));
        let asked = ["side-band-64k", "ofs-delta", "no-progress", "shallow"];
        let known: Vec<&str> = asked.into_iter().filter(|name| self.can(name)).collect();
        let agent = self.capabilities.iter().any(|name| name.starts_with("agent=")).then(|| format!(" agent={agent}"));
        let mut request = line(&format!("want {id} {}{}\n", known.join(" "), agent.unwrap_or_default()));
        if self.can("shallow") {
            request.push_str(&line("deepen 1\n"));
        }
        request.push_str(FLUSH);
        request.push_str(&line("done\n"));
        Ok(request.into_bytes())
    }
}

/// The pack of an answer. `received` is told of every part.
pub(super) fn read_pack(from: impl Read, received: &dyn Fn(usize)) -> Result<Vec<u8>, TalkError> {
    let mut lines = Lines::new(from);
    let mut pack = Vec::new();
    let mut is_pack = false;
    loop {
        let bytes = match lines.next()? {
            // The end of the list of shallow commits, or of the pack.
            Some(Line::Flush) if is_pack => return Ok(pack),
            Some(Line::Flush) => continue,
            Some(Line::Data(bytes)) => bytes,
            None => return Err(TalkError::Read(std::io::ErrorKind::UnexpectedEof.into())),
        };
        if is_pack {
            match bytes.split_first() {
                Some((1, part)) => {
                    received(part.len());
                    pack.extend_from_slice(part);
                }
                Some((2, _)) => {}
                Some((3, words)) => return Err(TalkError::Refused(text(words))),
                _ => return protocol("a part of the pack has no band"),
            }
            continue;
        }
        let line = text(bytes);
        refuse(&line)?;
        match line.split(' ').next().unwrap_or_default() {
            "shallow" | "unshallow" => {}
            "NAK" | "ACK" => is_pack = true,
            _ => return protocol("an unknown line comes before the pack"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    const B: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    const C: &str = "cccccccccccccccccccccccccccccccccccccccc";

    fn advertised() -> Advertisement {
        let refs = [
            format!("{A} HEAD\0side-band-64k shallow ofs-delta\n"),
            format!("{A} refs/heads/main\n"),
            format!("{B} refs/tags/v1\n"),
            format!("{C} refs/tags/v1^{{}}\n"),
        ];
        let refs: String = refs.iter().map(|text| line(text)).collect();
        let text = format!("{}{FLUSH}{refs}{FLUSH}", line("# service=git-upload-pack\n"));
        Advertisement::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn names_lead_to_commits() {
        let found = advertised();
        assert_eq!(found.commit_of(""), Some(A));
        assert_eq!(found.commit_of("main"), Some(A));
        assert_eq!(found.commit_of("v1"), Some(C));
        assert_eq!(found.commit_of("refs/tags/v1"), Some(C));
        assert_eq!(found.commit_of("v2"), None);
        assert_eq!(found.commit_of("tags/v1"), Some(C));
        assert!(found.is_tag("v1") && found.is_tag("refs/tags/v1") && found.is_tag("tags/v1") && !found.is_tag("main"));
    }

    #[test]
    fn a_commit_is_asked_for_by_what_the_server_gives() {
        let found = advertised();
        assert_eq!(found.want_for(A), Some(A));
        assert_eq!(found.want_for(C), Some(B), "the tag that leads there");
        assert_eq!(found.want_for(&"d".repeat(40)), None);
        let request = String::from_utf8(found.request(A).unwrap()).unwrap();
        let want = format!("want {A} side-band-64k ofs-delta shallow\n");
        assert_eq!(request, format!("{}{}0000{}", line(&want), line("deepen 1\n"), line("done\n")));
    }

    #[test]
    fn a_pack_comes_in_bands() {
        let answer = format!("{}{FLUSH}{}", line(&format!("shallow {A}\n")), line("NAK\n"));
        let band = |number: char, text: &str| line(&format!("{number}{text}"));
        let good = format!("{answer}{}{}{}{FLUSH}", band('\u{1}', "PA"), band('\u{2}', "so far"), band('\u{1}', "CK"));
        assert_eq!(read_pack(good.as_bytes(), &|_| {}).unwrap(), b"PACK");

        let run = |text: &str| read_pack(text.as_bytes(), &|_| {}).unwrap_err();
        assert!(matches!(run(&format!("{answer}{}", band('\u{1}', "PA"))), TalkError::Read(_)), "cut short");
        assert!(matches!(run(&format!("{answer}{}", band('\u{3}', "no"))), TalkError::Refused(words) if words == "no"));
        assert!(matches!(run(&line("ERR not our ref\n")), TalkError::Refused(words) if words == "not our ref"));
        assert!(matches!(run(&line("hello\n")), TalkError::Protocol(_)));
        assert!(matches!(run(""), TalkError::Read(_)));
    }

    #[test]
    fn what_no_git_server_says_is_refused() {
        for text in
            ["<html>", "", FLUSH, &line("hello\n"), &format!("{}{}", line("# service=git-upload-pack\n"), line("x"))]
        {
            assert!(Advertisement::read(text.as_bytes()).is_err(), "{text}");
        }
        let text = format!("{}{FLUSH}{}{FLUSH}", line("# service=git-upload-pack\n"), line("x refs/heads/main\n"));
        assert!(matches!(Advertisement::read(text.as_bytes()), Err(TalkError::Protocol(_))));
        let text = format!("{}{FLUSH}{}", line("# service=git-upload-pack\n"), line("ERR access denied\n"));
        assert!(matches!(Advertisement::read(text.as_bytes()), Err(TalkError::Refused(_))));
    }
}
