//! The Spec domain: task graph, QA policy, reference index, relink, records.
