//! What stands for an object in a snapshot: a digest, and no text of upstream.

use crate::resource::Resource;
use crate::vfs::sha256_hex;
use crate::yaml::{Doc, EmitError, Kind, emit};

/// The fields of a Secret that hold what is secret.
const SECRET_FIELDS: [&str; 2] = ["data", "stringData"];

/// The SHA-256 of the object's YAML, byte for byte as a render writes it.
///
/// Of an object of kind Secret, `data` and `stringData` count with their keys
/// only: who has all the rest of an object and its digest could find a short
/// value by trying. So a snapshot does not see another value of a Secret, but it
/// sees another key. A generator's hash in the *name* of a Secret still depends
/// on its values.
///
/// # Errors
/// When a value cannot be written; the render itself would fail then.
pub fn object_digest(object: &Resource) -> Result<String, EmitError> {
    if object.kind() == "Secret" { digest(&without_values(object.doc())) } else { digest(object.doc()) }
}

fn digest(doc: &Doc) -> Result<String, EmitError> {
    let mut text = Vec::new();
    emit(doc, doc.root(), &mut text)?;
    Ok(sha256_hex(&text))
}

/// A copy with null for every value that is secret, and for a secret field that
/// is no mapping.
fn without_values(doc: &Doc) -> Doc {
    let mut doc = doc.clone();
    let none = doc.null();
    let top: Vec<_> = doc.entries(doc.root()).collect();
    for (number, (key, value)) in top.into_iter().enumerate() {
        if !SECRET_FIELDS.contains(&doc.text(key)) {
            continue;
        }
        if doc.kind(value) != Kind::Mapping {
            doc.set_child(doc.root(), 2 * number + 1, none);
            continue;
        }
        let keys: Vec<_> = doc.entries(value).flat_map(|(key, _)| [key, none]).collect();
        doc.set_children(value, &keys);
    }
    doc
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::approved::tests::objects;

    fn of(text: &str) -> String {
        object_digest(&objects(text).as_slice()[0]).unwrap()
    }

    #[test]
    fn the_digest_is_that_of_the_rendered_text() {
        // The order of keys and comments are not rendered.
        let text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";
        assert_eq!(of("kind: ConfigMap\nmetadata: {name: a} # a\napiVersion: v1\n"), of(text));
        assert_ne!(of(text), of("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n"));
        assert_eq!(of(text), sha256_hex(text.as_bytes()));
    }

    #[test]
    fn values_of_a_secret_do_not_count_but_their_keys_do() {
        let secret = |rest: &str| of(&format!("apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n{rest}"));
        let approved = secret("data:\n  password: aA==\nstringData:\n  pin: '1'\ntype: Opaque\n");
        assert_eq!(approved, secret("data:\n  password: eA==\nstringData:\n  pin: |\n    2\ntype: Opaque\n"));
        assert_eq!(approved, secret("data:\n  password:\n    odd: [1]\nstringData:\n  pin: 2\ntype: Opaque\n"));
        assert_ne!(approved, secret("data:\n  password: aA==\n  user: eA==\nstringData:\n  pin: '1'\ntype: Opaque\n"));
        assert_ne!(approved, secret("data:\n  password: aA==\nstringData:\n  pin: '1'\ntype: Other\n"));
        assert_eq!(secret("data: text\n"), secret("data: [list]\n"));
        let config =
            |value: &str| of(&format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  x: {value}\n"));
        assert_ne!(config("a"), config("b"));
    }
}
