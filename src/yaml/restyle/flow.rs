//! Flow collections: `yaml_emitter_emit_flow_*` in go-yaml 3.0.3's emitterc.go.
//! Their lines end only where a comment stands.

use super::output::Indicator;
use super::writer::{Parent, Writer};
use crate::yaml::node::NodeId;
use crate::yaml::value_error::ValueError;

impl Writer<'_> {
    pub(super) fn flow_sequence(
        &mut self,
        id: NodeId,
        parent: Parent,
        depth: usize,
        before: isize,
    ) -> Result<(), ValueError> {
        self.out.indicator("[", Indicator::OPENING);
        self.increase_indent(parent, true, false);
        self.flow_level += 1;
        let mut has_comma = true;
        for &item in self.doc.children(id) {
            self.read_start(item, "");
            has_comma = self.start_flow_item(has_comma);
            self.start(item, Parent::FlowSequence);
            self.end_flow_item();
            self.finish(item, Parent::FlowSequence, depth + 1)?;
        }
        self.read_end(id, "");
        self.flow_level -= 1;
        self.out.indent = before;
        if self.out.column == 0 {
            self.out.write_indent();
        }
        self.out.indicator("]", Indicator::ATTACHED);
        self.out.line_comment();
        self.out.foot_comment();
        Ok(())
    }

    /// Writes the comma before an item, unless it `has_comma` already, and says
    /// whether the item will have one after it because a comment follows.
    fn start_flow_item(&mut self, has_comma: bool) -> bool {
        if !has_comma {
            self.out.indicator(",", Indicator::ATTACHED);
        }
        self.out.head_comment();
        if self.out.column == 0 {
            self.out.write_indent();
        }
        self.out.pending.has_trailing()
    }

    fn end_flow_item(&mut self) {
        if self.out.pending.has_trailing() {
            self.out.indicator(",", Indicator::ATTACHED);
        }
        self.out.line_comment();
        self.out.foot_comment();
    }

    pub(super) fn flow_mapping(
        &mut self,
        id: NodeId,
        parent: Parent,
        depth: usize,
        before: isize,
    ) -> Result<(), ValueError> {
        self.out.indicator("{", Indicator::OPENING);
        self.increase_indent(parent, true, false);
        self.flow_level += 1;
        let mut has_comma = true;
        let mut tail = "";
        for (key, value) in self.doc.entries(id) {
            self.read_key(key, tail);
            self.start_flow_item(has_comma);
            let simple = self.is_simple_key(key);
            if simple {
                self.start(key, Parent::SimpleKey);
                self.finish(key, Parent::SimpleKey, depth + 1)?;
            } else {
                self.out.indicator("?", Indicator::WORD);
                self.start(key, Parent::Mapping);
                self.finish(key, Parent::Mapping, depth + 1)?;
            }
            tail = self.foot(key);
            self.read_start(value, "");
            self.out.indicator(":", if simple { Indicator::ATTACHED } else { Indicator::WORD });
            has_comma = self.out.pending.has_trailing();
            self.start(value, Parent::Mapping);
            self.end_flow_item();
            self.finish(value, Parent::Mapping, depth + 1)?;
        }
        self.read_end(id, tail);
        let pending = &self.out.pending;
        let has_comment = [&pending.head, &pending.foot, &pending.tail].iter().any(|comment| !comment.is_empty());
        if !has_comma && has_comment {
            self.out.indicator(",", Indicator::ATTACHED);
        }
        self.out.head_comment();
        self.flow_level -= 1;
        self.out.indent = before;
        self.out.indicator("}", Indicator::ATTACHED);
        self.out.line_comment();
        self.out.foot_comment();
        Ok(())
    }
}
