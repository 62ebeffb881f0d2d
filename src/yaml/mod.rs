//! YAML as kustomize 5.8.1 reads and writes it; no Kubernetes.
//!
//! Reading keeps everything a later change may depend on (text, tag, style,
//! place); writing follows the exact rules of kustomize's output.

mod anchors;
mod binary;
mod chars;
mod comments;
mod de;
pub mod edit;
mod emit;
mod fold;
mod json;
mod json_indent;
mod json_read;
mod json_tree;
mod key;
mod key_order;
mod limits;
mod node;
mod node_ref;
mod number;
mod parse;
mod reread;
mod resolve;
mod restyle;
pub mod route;
mod stream;
mod timestamp;
mod value;
mod value_error;
mod yaml11;

pub use comments::{Comments, parse_text_with_comments};
pub use de::{DeError, Dialect, RawNode, from_node};
pub use emit::{EmitError, emit};
pub use json::{to_json, write_json_string};
pub use json_indent::to_json_indented;
pub use json_read::parse_json;
pub use json_tree::{from_json_tree, json_string, to_json_tree, to_json_tree_v2};
pub use limits::{Limit, Limits};
pub use node::{Doc, Kind, NodeId, Style, Tag};
pub use node_ref::NodeRef;
pub use number::{go_float_text, go_plain_float_text};
#[cfg(fuzzing)]
#[doc(hidden)]
pub use parse::assert_readers_agree;
pub use parse::{ParseError, parse_piece, parse_single, parse_stream, parse_text};
pub use resolve::{Resolved, plain_tag, reads_as_string_in_v2, resolve, resolve_v2};
pub use restyle::{restyle, restyle_with_comments};
pub use stream::{DecodeError, SeparatorError, decode_text, split_documents};
pub use timestamp::Timestamp;
pub use value::{Scalar, Surroundings, scalar, scalar_in};
pub use value_error::ValueError;
pub use yaml11::is_yaml11_non_string;
