//! Scalars: the style that fits the text, and the text in that style.
//!
//! `yaml_emitter_analyze_scalar`, `yaml_emitter_select_scalar_style` and the
//! `yaml_emitter_write_*_scalar` functions of go-yaml 3.0.3's emitterc.go.
//! Lines are not folded: kyaml leaves `best_width` at -1, which is no limit.

use super::output::{INDENT, Indicator, Output};
use crate::yaml::chars::{is_break, is_printable};
use crate::yaml::node::Style;

/// What the characters of a text allow.
pub(super) struct Analysis {
    pub(super) multiline: bool,
    flow_plain: bool,
    block_plain: bool,
    single_quoted: bool,
    block: bool,
}

impl Analysis {
    pub(super) fn of(text: &str) -> Self {
        if text.is_empty() {
            return Self { multiline: false, flow_plain: false, block_plain: true, single_quoted: true, block: false };
        }
        let (mut flow_indicators, mut block_indicators) = (false, false);
        if text.starts_with("---") || text.starts_with("...") {
            (flow_indicators, block_indicators) = (true, true);
        }
        let (mut multiline, mut special, mut tabs) = (false, false, false);
        let (mut break_space, mut space_break) = (false, false);
        let mut before = None;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let before_blank = characters.peek().is_none_or(|&next| is_blank(next));
            let indicator = match (before, character) {
                (
                    None,
                    '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@' | '`',
                ) => Some(true),
                (None, '-') if before_blank => Some(true),
                (None, '?') | (_, ':') => Some(before_blank),
                (Some(_), ',' | '?' | '[' | ']' | '{' | '}') => Some(false),
                (Some(previous), '#') if is_blank(previous) || is_break(previous) => Some(true),
                _ => None,
            };
            flow_indicators |= indicator.is_some();
            block_indicators |= indicator == Some(true);
            if character == '\t' {
                tabs = true;
            } else if !is_printable(character) {
                special = true;
            }
            if character == ' ' {
                break_space |= before.is_some_and(is_break);
            } else if is_break(character) {
                multiline = true;
                space_break |= before == Some(' ');
            }
            before = Some(character);
        }
        let at_edge = |character: char| character == ' ' || is_break(character);
        let edge = text.starts_with(at_edge) || text.ends_with(at_edge);
        let only_double = break_space || space_break || tabs || special;
        let plain = !(edge || only_double || multiline);
        Self {
            multiline,
            flow_plain: plain && !flow_indicators,
            block_plain: plain && !block_indicators,
            single_quoted: !only_double,
            block: !(text.ends_with(' ') || space_break || special),
        }
    }

    /// `wanted`, or the next style that can hold the text.
    pub(super) fn style(&self, text: &str, wanted: Style, in_flow: bool, simple_key: bool) -> Style {
        let mut style = wanted;
        if simple_key && self.multiline {
            style = Style::DoubleQuoted;
        }
        if matches!(style, Style::Plain | Style::Flow) {
            let allowed = if in_flow { self.flow_plain } else { self.block_plain };
            style = Style::Plain;
            if !allowed || (text.is_empty() && (in_flow || simple_key)) {
                style = Style::SingleQuoted;
            }
        }
        if style == Style::SingleQuoted && !self.single_quoted {
            style = Style::DoubleQuoted;
        }
        if matches!(style, Style::Literal | Style::Folded) && (!self.block || in_flow || simple_key) {
            style = Style::DoubleQuoted;
        }
        style
    }
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

/// Writes `text` in `style`, which must be able to hold it.
pub(super) fn write(out: &mut Output, text: &str, style: Style) {
    match style {
        Style::Plain | Style::Flow => {
            if !text.is_empty() {
                out.separate();
                text.chars().for_each(|character| out.put(character));
                out.whitespace = false;
            }
            out.indention = false;
        }
        Style::SingleQuoted => single_quoted(out, text),
        Style::DoubleQuoted => double_quoted(out, text),
        Style::Literal => literal(out, text),
        Style::Folded => folded(out, text),
    }
}

fn single_quoted(out: &mut Output, text: &str) {
    out.indicator("'", Indicator::WORD);
    let mut breaks = false;
    for character in text.chars() {
        if is_break(character) {
            if !breaks && character == '\n' {
                out.line_feed();
            }
            out.line_break(character);
            breaks = true;
            continue;
        }
        // Spaces after a break would not survive and are never here.
        if breaks && character != ' ' {
            out.write_indent();
        }
        if character == '\'' {
            out.put('\'');
        }
        out.put(character);
        if character != ' ' {
            out.indention = false;
            breaks = false;
        }
    }
    out.indicator("'", Indicator::ATTACHED);
    out.end_word();
}

fn double_quoted(out: &mut Output, text: &str) {
    out.indicator("\"", Indicator::WORD);
    // The writer looks for U+FEFF at the start of the text where it means the
    // current character.
    let escape_all = text.starts_with('\u{FEFF}');
    for character in text.chars() {
        if escape_all || matches!(character, '"' | '\\') || !is_printable(character) || is_break(character) {
            escape(character).chars().for_each(|character| out.put(character));
        } else {
            out.put(character);
        }
    }
    out.indicator("\"", Indicator::ATTACHED);
    out.end_word();
}

fn escape(character: char) -> String {
    let short = match character {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{B}' => 'v',
        '\u{C}' => 'f',
        '\r' => 'r',
        '\u{1B}' => 'e',
        '"' | '\\' => character,
        '\u{85}' => 'N',
        '\u{A0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => {
            let code = u32::from(character);
            return match code {
                0..=0xFF => format!("\\x{code:02X}"),
                0x100..=0xFFFF => format!("\\u{code:04X}"),
                _ => format!("\\U{code:08X}"),
            };
        }
    };
    format!("\\{short}")
}

/// Indentation and chomping indicators, then the end of the line.
fn block_header(out: &mut Output, indicator: &str, text: &str) {
    out.indicator(indicator, Indicator::WORD);
    if text.starts_with(|first| first == ' ' || is_break(first)) {
        out.indicator(&INDENT.to_string(), Indicator::ATTACHED);
    }
    let mut from_end = text.chars().rev();
    let chomping = match (from_end.next().is_some_and(is_break), from_end.next()) {
        (false, _) => "-",
        (true, Some(before)) if !is_break(before) => "",
        (true, _) => "+",
    };
    if !chomping.is_empty() {
        out.indicator(chomping, Indicator::ATTACHED);
    }
    out.line_comment_or_line_feed();
    out.whitespace = true;
}

fn literal(out: &mut Output, text: &str) {
    block_header(out, "|", text);
    let mut breaks = true;
    for character in text.chars() {
        if is_break(character) {
            out.line_break(character);
            breaks = true;
            continue;
        }
        if breaks {
            out.write_indent();
        }
        out.put(character);
        out.indention = false;
        breaks = false;
    }
}

fn folded(out: &mut Output, text: &str) {
    block_header(out, ">", text);
    // The writer looks at the first line of the text where it means the next.
    let first_is_blank = text.trim_start_matches(is_break).chars().next().is_none_or(is_blank);
    let (mut breaks, mut line_is_indented) = (true, true);
    for character in text.chars() {
        if is_break(character) {
            if !breaks && !line_is_indented && character == '\n' && !first_is_blank {
                out.line_feed();
            }
            out.line_break(character);
            breaks = true;
            continue;
        }
        if breaks {
            out.write_indent();
            line_is_indented = is_blank(character);
        }
        out.put(character);
        out.indention = false;
        breaks = false;
    }
}
