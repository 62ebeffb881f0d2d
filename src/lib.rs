//! quintet renders Kubeflow as exactly five Argo CD Applications from one
//! pinned upstream, and refuses anything that is not that composition.
//!
//! The modules are the rooms of the house, in the order data flows through
//! them; `ARCHITECTURE.md` is the map.

pub mod text;

pub mod yaml;

pub mod vfs;

pub mod resource;

pub mod schema;

pub mod kustomize;

pub mod finding;

pub mod compose;

pub mod policy;

pub mod argocd;

pub mod order;

pub mod snapshot;

pub mod check;

pub mod report;

pub mod ops;
