//! Custom resources that the API server has to have converted before it can
//! store them.

use std::collections::HashMap;

use super::field::Field;
use super::index::Index;
use super::needs::Needs;
use super::server::servers;
use super::{EdgeKind, Object, ObjectId, Provider, Wanted};

/// A definition that converts by webhook.
#[derive(Debug)]
struct Conversion<'a> {
    definition: ObjectId,
    /// The version that is stored: objects written in it are not converted.
    stored: &'a str,
    client: Field<'a>,
    servers: Vec<(Wanted, Provider)>,
}

/// All definitions of the render that convert by webhook, by group and kind.
#[derive(Debug)]
pub(super) struct Conversions<'a>(HashMap<(&'a str, &'a str), Conversion<'a>>);

impl<'a> Conversions<'a> {
    pub(super) fn new(objects: &[Object<'a>], index: &Index<'a>) -> Self {
        let definitions = objects
            .iter()
            .enumerate()
            .filter(|(_, object)| object.is("apiextensions.k8s.io", "CustomResourceDefinition"));
        Self(definitions.filter_map(|(at, object)| read(ObjectId(at), object, objects, index)).collect())
    }

    /// Adds who has to convert `object`.
    pub(super) fn extract(&self, object: &Object<'a>, needs: &mut Needs<'_, 'a>) {
        let gvk = &object.id().gvk;
        let Some(conversion) = self.0.get(&(gvk.group.as_str(), gvk.kind.as_str())) else { return };
        if conversion.stored == gvk.version {
            return;
        }
        for (wanted, provider) in &conversion.servers {
            let (wanted, client) = (wanted.clone(), &conversion.client);
            needs.add_provided(EdgeKind::Webhook, wanted, *provider, conversion.definition, client);
        }
    }
}

type Found<'a> = ((&'a str, &'a str), Conversion<'a>);

fn read<'a>(definition: ObjectId, object: &Object<'a>, objects: &[Object<'a>], index: &Index<'a>) -> Option<Found<'a>> {
    let spec = Field::top(object.resource.top()).get("spec")?;
    let conversion = spec.get("conversion").filter(|found| found.node.get_text("strategy") == Some("Webhook"))?;
    let client = conversion.at(&["webhook", "clientConfig"])?;
    let kind = (spec.node.get_text("group")?, spec.node.get("names")?.get_text("kind")?);
    let mut versions = spec.node.get("versions")?.items();
    let stored = versions.find(|version| version.get_text("storage") == Some("true"))?.get_text("name")?;
    let servers = servers(&client, objects, index);
    Some((kind, Conversion { definition, stored, client, servers }))
}
