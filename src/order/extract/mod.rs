//! What objects say they need, one kind of reference a file.

mod admission;
mod binding;
mod certificate;
mod custom_resource;
mod host;
mod mesh;
mod namespace;
mod pod;
mod storage;

pub(super) use admission::{INJECT_CA, is_webhook_configuration};

use super::Object;
use super::needs::Needs;

/// Adds what `object` needs of one kind of reference.
type Extract = for<'g, 'a> fn(&Object<'a>, &mut Needs<'g, 'a>);

/// Every kind of reference.
const ALL: &[Extract] = &[
    namespace::extract,
    custom_resource::extract,
    pod::extract,
    storage::extract,
    binding::extract,
    admission::extract,
    certificate::extract,
    mesh::extract,
    host::extract,
];

/// Adds all that `object` says it needs.
pub(super) fn extract<'a>(object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
    for one in ALL {
        one(object, needs);
    }
}
