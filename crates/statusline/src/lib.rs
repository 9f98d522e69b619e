//! One line for an agent's terminal, drawn at every prompt.
