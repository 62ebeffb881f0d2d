//! The config management plugin that renders the Applications: its manifest, and
//! the sidecar of Argo CD's repo-server that runs it.

use minijinja::context;

use super::ArgoError;
use super::template::render;

/// What the plugin is called, without its version.
pub const PLUGIN: &str = "quintet";

/// Where the sidecar's image has the upstream that was fetched when it was built.
const CACHE: &str = "/opt/quintet/cache";

/// What Applications call the plugin. Argo CD caches what a plugin rendered and does
/// not look at its image: another version is another plugin, or nothing would be
/// rendered again.
#[must_use]
pub fn plugin_name() -> String {
    format!("{PLUGIN}-{}", version())
}

fn version() -> String {
    format!("v{}", env!("CARGO_PKG_VERSION"))
}

/// `plugin.yaml`, which the sidecar's image carries.
///
/// # Errors
/// When our own template cannot be filled in.
pub fn plugin_manifest() -> Result<String, ArgoError> {
    render("plugin.yaml.j2", context! { name => PLUGIN, version => version() })
}

/// A strategic patch that gives the Deployment `argocd-repo-server` in `namespace`
/// the sidecar, from `image`.
///
/// # Errors
/// When our own template cannot be filled in.
pub fn sidecar_patch(namespace: &str, image: Option<&str>) -> Result<String, ArgoError> {
    let image = image.map_or_else(|| format!("{PLUGIN}:{}", version()), str::to_owned);
    // With the version in its name it can stand beside the one before, which the Applications still call. A container's
    // name has no dots.
    let name = plugin_name().replace('.', "-");
    let scratch = format!("{name}-tmp");
    render("sidecar.yaml.j2", context! { namespace, image, name, scratch, cache => CACHE })
}
