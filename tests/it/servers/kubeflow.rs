//! The remotes of the pinned upstream, as GitHub serves them.

use super::git::{Git, Wants};
use super::message::{Request, Response};
use super::repositories::{Commit, Repositories};
use crate::shared::shared;

const JOBSET: &str = "/kubernetes-sigs/jobset/releases/download/v0.11.0/manifests.yaml";
/// Where GitHub sends who asks for that file; the rest of its query is signed
/// and ends with the hour.
const ASSET: &str = "/github-production-release-asset/495479219/manifests.yaml";

/// `kubeflow/community-distribution`, `argoproj/argo-workflows` and the release
/// file of JobSet, made from the shared folder. Ids of commits are not the real
/// ones: there is no history, and only the files that are needed.
pub(crate) struct Kubeflow {
    /// With the branch `release-26.03.1`.
    pub distribution: Commit,
    /// With the lightweight tag `v3.7.3`.
    pub argo: Commit,
    /// The release file.
    pub jobset: Vec<u8>,
    git: Git,
    // The folder of `git`.
    _repositories: Repositories,
}

/// Nothing where the shared folder or `git` is missing.
pub(crate) fn kubeflow() -> Option<Kubeflow> {
    let upstream = shared("upstream/remotes")?;
    let upstream = upstream.parent().expect("it is below the shared folder");
    let repositories = Repositories::new();
    let git = Git::of(repositories.folder(), Wants::Any)?;
    let distribution = repositories.add("kubeflow/community-distribution");
    let pinned = distribution.commit_folder(&upstream.join("kubeflow-26.03.1"), &[]);
    distribution.branch("release-26.03.1", &pinned);
    let argo = repositories.add("argoproj/argo-workflows");
    let released = argo.commit_folder(&upstream.join("remotes/argo-workflows@v3.7.3"), &[]);
    argo.tag("v3.7.3", &released);
    let jobset = std::fs::read(upstream.join("remotes/jobset@v0.11.0/manifests.yaml")).expect("it is there");
    Some(Kubeflow { distribution: pinned, argo: released, git, jobset, _repositories: repositories })
}

impl Kubeflow {
    /// A handler's answer. The release file is behind a redirect to the same
    /// host, whose query must not appear in any message.
    pub(crate) fn answer(&self, request: &Request) -> Response {
        match request.path() {
            JOBSET => Response::redirect(request.url(&format!("{ASSET}?sig=signed%2Fsecret&se=1"))),
            ASSET if request.target.contains("?sig=signed%2Fsecret&") => {
                Response::ok(self.jobset.clone()).header("Content-Type", "application/octet-stream")
            }
            ASSET => Response::status(403),
            _ => self.git.answer(request),
        }
    }
}
