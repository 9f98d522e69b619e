//! Diagnostics as data, and their renderers: text, JSON, SARIF, GitHub.
