//! What the merge must do, as data.
