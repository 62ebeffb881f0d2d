//! `pin update`
