//! Facts of a git repository, asked safely, and the one act: a commit of exactly the given paths.
