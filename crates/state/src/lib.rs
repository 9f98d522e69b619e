//! The STATE.md domain: schema, status, position, progress, roadmap, derivation, verbs, validation.
