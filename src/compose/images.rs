//! The images a render names.

use std::collections::BTreeSet;

use crate::resource::{ResMap, Resource};
use crate::yaml::{Kind, NodeRef};

/// Every text in a field called `image`, at any depth of the objects, sorted.
#[must_use]
pub fn images(objects: &ResMap) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for object in objects.iter() {
        found.extend(images_of(object));
    }
    found
}

/// [`images`] of one object.
#[must_use]
pub fn images_of(object: &Resource) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    // A CRD describes fields called `image`; it names none.
    if object.kind() != "CustomResourceDefinition" {
        collect(object.top(), &mut found);
    }
    found
}

fn collect(node: NodeRef<'_>, found: &mut BTreeSet<String>) {
    for (key, value) in node.entries() {
        if key.text() == "image" && value.kind() == Kind::Scalar && !value.is_null() && !value.text().is_empty() {
            found.insert(value.text().to_owned());
        } else {
            collect(value, found);
        }
    }
    node.items().for_each(|item| collect(item, found));
}
