//! The place of a field.

use super::structural::place_of;
use crate::text::Span;
use crate::yaml::NodeRef;

/// Where the field at `path` below `top` was written; where the nearest field
/// above it was when it is not there.
pub(super) fn field_place(top: NodeRef<'_>, path: &[&str]) -> Span {
    let mut at = top;
    let mut place = place_of(top, Span::NONE);
    for &name in path {
        let next = match name.parse::<usize>() {
            Ok(number) => at.items().nth(number).map(|item| (place_of(item, place), item)),
            Err(_) => at.entries().find(|(key, _)| key.text() == name).map(|(key, value)| {
                let near = if key.span().is_none() { place } else { key.span() };
                (if value.is_scalar() { place_of(value, near) } else { near }, value)
            }),
        };
        let Some((nearer, below)) = next else { break };
        (place, at) = (nearer, below);
    }
    place
}
