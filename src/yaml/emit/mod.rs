//! Writing a document exactly as kustomize 5.8.1 prints it: go-yaml v2's writer
//! with two columns of indentation, sequences at the column of their key.
//!
//! Comments and styles are not written; only values count. Shared nodes are
//! written wherever they are.

mod analysis;
mod scalar;

use std::io::Write as _;

pub(super) use self::analysis::can_be_plain;
use self::analysis::{Form, form, simple_key_form};
use self::scalar::{Spot, push_spaces, write};
use super::key::{Entry, MappingPlace, push_sorted};
use super::limits::Limits;
use super::node::{Doc, Kind, NodeId, Style};
use super::number::push_float;
use super::value::{Scalar, Surroundings, scalar_in};
use super::value_error::ValueError;

/// Why a document cannot be written: it has no value.
pub type EmitError = ValueError;

/// Appends node `id` as one document, with a line feed at the end and no `---`.
///
/// # Errors
/// Whatever kustomize fails on; `out` then holds a part of the document.
pub fn emit(doc: &Doc, id: NodeId, out: &mut Vec<u8>) -> Result<(), EmitError> {
    let mut writer = Writer { doc, line_start: out.len(), out, entries: Vec::new() };
    let place = Place { mapping: MappingPlace { flow: false, top: true }, column: 0, depth: 0 };
    match writer.kind(id) {
        Shape::Mapping => writer.mapping(id, place, false),
        Shape::Sequence => writer.sequence(id, place, false),
        Shape::Line => writer.line(id, place),
    }
}

struct Writer<'d, 'o> {
    doc: &'d Doc,
    out: &'o mut Vec<u8>,
    /// Where in `out` the current line starts.
    line_start: usize,
    /// The entries of all mappings that are being written, outer ones first.
    entries: Vec<Entry<'d>>,
}

/// What surrounds a value.
#[derive(Clone, Copy)]
struct Place {
    mapping: MappingPlace,
    /// The column of the keys or dashes of the collection that is written.
    column: usize,
    depth: usize,
}

/// How a value is laid out.
enum Shape {
    Mapping,
    Sequence,
    /// A scalar or an empty collection.
    Line,
}

impl Writer<'_, '_> {
    fn kind(&self, id: NodeId) -> Shape {
        match self.doc.kind(id) {
            Kind::Mapping if !self.doc.children(id).is_empty() => Shape::Mapping,
            Kind::Sequence if !self.doc.children(id).is_empty() => Shape::Sequence,
            _ => Shape::Line,
        }
    }

    /// Starts a line at `column`. The first entry or item of a collection that
    /// follows a dash stands on the dash's line.
    fn start_line(&mut self, column: usize) {
        self.line_start = self.out.len();
        push_spaces(self.out, column);
    }

    fn enter(&self, id: NodeId, place: Place) -> Result<Place, EmitError> {
        if place.depth >= Limits::DEFAULT.max_depth {
            return Err(EmitError::TooDeep { span: self.doc.span(id) });
        }
        let flow = place.mapping.flow || self.doc.style(id) == Style::Flow;
        Ok(Place { mapping: MappingPlace { flow, ..place.mapping }, depth: place.depth + 1, ..place })
    }

    fn mapping(&mut self, id: NodeId, place: Place, mut on_line: bool) -> Result<(), EmitError> {
        let place = self.enter(id, place)?;
        let first = self.entries.len();
        push_sorted(self.doc, id, place.mapping, &mut self.entries)?;
        let inner = Place { mapping: MappingPlace { top: false, ..place.mapping }, ..place };
        for at in first..self.entries.len() {
            if !on_line {
                self.start_line(place.column);
            }
            on_line = false;
            let value = self.entries[at].value;
            if self.key(at, place.column) {
                self.value(value, inner)?;
            } else {
                self.start_line(place.column);
                self.out.push(b':');
                self.item(value, inner)?;
            }
        }
        self.entries.truncate(first);
        Ok(())
    }

    /// Writes key number `at`, and the colon if the key fits one line.
    fn key(&mut self, at: usize, column: usize) -> bool {
        let name = &self.entries[at].name;
        if let Some(form) = simple_key_form(name) {
            if form == Form::Plain {
                self.out.extend_from_slice(name.as_bytes());
            } else {
                write(self.out, name, form, Spot { line_start: self.line_start, indent: column + 2, fold: false });
            }
            self.out.push(b':');
            return true;
        }
        self.out.extend_from_slice(b"? ");
        let form = form(name);
        write(self.out, name, form, Spot { line_start: self.line_start, indent: column + 2, fold: true });
        if form != Form::Literal {
            self.out.push(b'\n');
        }
        false
    }

    /// Writes what follows `key:`.
    fn value(&mut self, id: NodeId, place: Place) -> Result<(), EmitError> {
        match self.kind(id) {
            Shape::Line => {
                self.out.push(b' ');
                self.line(id, place)
            }
            Shape::Mapping => {
                self.out.push(b'\n');
                self.mapping(id, Place { column: place.column + 2, ..place }, false)
            }
            Shape::Sequence => {
                self.out.push(b'\n');
                self.sequence(id, place, false)
            }
        }
    }

    fn sequence(&mut self, id: NodeId, place: Place, mut on_line: bool) -> Result<(), EmitError> {
        let place = self.enter(id, place)?;
        let inner = Place { mapping: MappingPlace { top: false, ..place.mapping }, ..place };
        for &item in self.doc.children(id) {
            if !on_line {
                self.start_line(place.column);
            }
            on_line = false;
            self.out.push(b'-');
            self.item(item, inner)?;
        }
        Ok(())
    }

    /// Writes what follows a dash, or the colon below a `?` key.
    fn item(&mut self, id: NodeId, place: Place) -> Result<(), EmitError> {
        self.out.push(b' ');
        let inner = Place { column: place.column + 2, ..place };
        match self.kind(id) {
            Shape::Line => self.line(id, place),
            Shape::Mapping => self.mapping(id, inner, true),
            Shape::Sequence => self.sequence(id, inner, true),
        }
    }

    /// Writes a scalar or an empty collection, and ends the line.
    fn line(&mut self, id: NodeId, place: Place) -> Result<(), EmitError> {
        let out = &mut *self.out;
        match self.doc.kind(id) {
            Kind::Mapping => out.extend_from_slice(b"{}"),
            Kind::Sequence => out.extend_from_slice(b"[]"),
            Kind::Scalar => match scalar_in(self.doc, id, Surroundings::new(place.mapping.flow))? {
                Scalar::Null => out.extend_from_slice(b"null"),
                Scalar::Bool(true) => out.extend_from_slice(b"true"),
                Scalar::Bool(false) => out.extend_from_slice(b"false"),
                // Writing to a Vec cannot fail.
                Scalar::Int(value) => _ = write!(out, "{value}"),
                Scalar::Uint(value) => _ = write!(out, "{value}"),
                Scalar::Float(value) => push_float(out, value),
                Scalar::Str(text) => {
                    let form = form(&text);
                    let spot = Spot { line_start: self.line_start, indent: place.column + 2, fold: true };
                    write(out, &text, form, spot);
                    if form == Form::Literal {
                        return Ok(());
                    }
                }
            },
        }
        self.out.push(b'\n');
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;
    use crate::yaml::Tag;

    fn written(doc: &Doc) -> Result<String, EmitError> {
        let mut out = b"before\n".to_vec();
        emit(doc, doc.root(), &mut out)?;
        Ok(String::from_utf8_lossy(&out[7..]).into_owned())
    }

    #[test]
    fn collections_are_laid_out_as_kustomize_does() {
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        let (list, inner_list, map, empty) = (doc.sequence(), doc.sequence(), doc.mapping(), doc.mapping());
        for name in ["b", "a"] {
            let (key, value) = (doc.string(name), doc.untagged("1"));
            doc.push_entry(map, key, value);
        }
        let text = doc.string("x\ny\n");
        for item in [map, empty, text] {
            doc.push(inner_list, item);
        }
        for item in [inner_list, map] {
            doc.push(list, item);
        }
        for (name, value) in [("z", list), ("m", map), ("true", text)] {
            let key = doc.string(name);
            doc.push_entry(root, key, value);
        }
        let expected = "m:\n  a: 1\n  b: 1\n\"true\": |\n  x\n  y\nz:\n- - a: 1\n    b: 1\n  - {}\n  - |\n    x\n    y\n- a: 1\n  b: 1\n";
        assert_eq!(written(&doc).as_deref(), Ok(expected));
    }

    #[test]
    fn keys_that_do_not_fit_a_line_are_written_apart() {
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        let long = "k".repeat(129);
        let (map, list) = (doc.mapping(), doc.sequence());
        let (key, one) = (doc.string("a"), doc.untagged("1"));
        doc.push_entry(map, key, one);
        doc.push(list, one);
        for (name, value) in [(long.as_str(), map), ("x\ny", list), ("z\n", one)] {
            let key = doc.scalar(name, Tag::Str, Style::DoubleQuoted, Span::NONE);
            doc.push_entry(root, key, value);
        }
        let expected = format!("? {long}\n: a: 1\n? |-\n  x\n  y\n: - 1\n? |\n  z\n: 1\n");
        assert_eq!(written(&doc).as_deref(), Ok(expected.as_str()));
    }

    #[test]
    fn depth_is_limited_and_errors_carry_the_place() {
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        let key = doc.string("k");
        doc.push_entry(root, key, root);
        assert!(matches!(written(&doc), Err(EmitError::TooDeep { .. })));
        let mut doc = Doc::empty_mapping();
        let root = doc.root();
        let span = Span { start: 7, len: 3, ..Span::NONE };
        let (key, value) = (doc.string("k"), doc.scalar("abc", Tag::Int, Style::Plain, span));
        doc.push_entry(root, key, value);
        assert_eq!(written(&doc).map_err(|error| error.span()), Err(span));
    }
}
