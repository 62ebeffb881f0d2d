//! A finding.

use super::{CheckId, Place, Severity, Subject};

/// One thing that is wrong. It holds no secret: places say where a value is,
/// messages never repeat one that may be secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which check says so.
    pub id: CheckId,
    /// How much it weighs.
    pub severity: Severity,
    /// What it is about.
    pub subject: Subject,
    /// The field, as a dotted path; empty when it is about no field.
    pub field: String,
    /// Where the value was written.
    pub place: Place,
    /// What is wrong: one sentence, lower-case, no full stop.
    pub message: String,
    /// What to do: one sentence, lower-case, no full stop.
    pub help: String,
    /// Tells findings of one check about one subject apart, such as the name of
    /// the key; part of the fingerprint.
    pub key: String,
    /// The environments it was found in, in the order they were looked at.
    pub environments: Vec<String>,
}

impl Finding {
    /// A finding of `id` with a message and what to do.
    #[must_use]
    pub fn new(id: CheckId, severity: Severity, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            id,
            severity,
            subject: Subject::default(),
            field: String::new(),
            place: Place::Nowhere,
            message: message.into(),
            help: help.into(),
            key: String::new(),
            environments: Vec::new(),
        }
    }

    /// With the place of the value.
    #[must_use]
    pub fn at(mut self, place: impl Into<Place>) -> Self {
        self.place = place.into();
        self
    }

    /// With what it is about.
    #[must_use]
    pub fn about(mut self, subject: Subject) -> Self {
        self.subject = subject;
        self
    }

    /// With the field it is about.
    #[must_use]
    pub fn in_field(mut self, field: impl Into<String>) -> Self {
        self.field = field.into();
        self
    }

    /// With what tells it from others of its kind.
    #[must_use]
    pub fn keyed(mut self, key: impl Into<String>) -> Self {
        self.key = key.into();
        self
    }
}
