//! An Argo CD object as somebody states it.

use crate::text::{Span, Spanned};

/// Where it was stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In a file of the repository.
    Repository,
    /// On a cluster.
    Live,
}

/// What the object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// An Application, or one that a literal list generator makes.
    Application,
    /// A template that a generator nobody can read in review fills in.
    Generator,
    /// A file that names Argo CD's kinds and cannot be read.
    Unreadable,
}

/// An Argo CD Application, wherever it is written. Fields that are not written
/// are empty and have the object's place.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Where it was stated.
    pub origin: Origin,
    /// What it is.
    pub kind: ClaimKind,
    /// The file, or what was asked for the live list.
    pub file: String,
    /// `metadata.name`
    pub name: Spanned<String>,
    /// `spec.source.repoURL`, or that of the first of `spec.sources`.
    pub repository: Spanned<String>,
    /// Repositories of further sources.
    pub further: Vec<Spanned<String>>,
    /// `targetRevision`
    pub revision: Spanned<String>,
    /// `path`
    pub path: Spanned<String>,
    /// `spec.destination.namespace`
    pub namespace: Spanned<String>,
    /// `spec.destination.server`
    pub server: Spanned<String>,
    /// The plugin's parameters `application` and `environment`.
    pub application: Option<String>,
    /// See `application`.
    pub environment: Option<String>,
}

/// An Argo CD AppProject, wherever it is written: what its Applications may use.
#[derive(Clone, Debug)]
pub struct Project {
    /// Where it was stated.
    pub origin: Origin,
    /// The file, or what was asked for the live list.
    pub file: String,
    /// `metadata.name`
    pub name: Spanned<String>,
    /// `spec.sourceRepos`, patterns and refusals (`!…`) included.
    pub repositories: Vec<Spanned<String>>,
    /// `spec.destinations`
    pub destinations: Vec<Destination>,
}

/// Where Applications of a project may go. Fields that are not written are empty.
#[derive(Clone, Debug)]
pub struct Destination {
    /// Where it is written.
    pub span: Span,
    /// The namespace, or a pattern, or a refusal (`!…`).
    pub namespace: String,
    /// The address of the cluster.
    pub server: String,
    /// The cluster's name in Argo CD, instead of its address.
    pub name: String,
}

/// All Argo CD objects that somebody states.
#[derive(Clone, Debug, Default)]
pub struct Claims {
    /// Applications, and what can come to some.
    pub applications: Vec<Claim>,
    /// AppProjects.
    pub projects: Vec<Project>,
}

impl Claims {
    /// Adds those of `other`.
    pub fn extend(&mut self, other: Self) {
        self.applications.extend(other.applications);
        self.projects.extend(other.projects);
    }
}
