//! Links of a Spec into the intake trees: the last rule of self-containment.
