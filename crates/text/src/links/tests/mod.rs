//! Tests of the module as a whole, by subject.

mod copied;
mod differential;
mod growth;
mod properties;
mod reading;
mod recognition;
mod regions;
mod resolution;
mod sample;
mod text_files;
