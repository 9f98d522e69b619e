//! Links: where a document leads, and how to make it lead elsewhere without touching any other byte (roundfix 8).
//!
//! The one link scanner of the product. [`scan`] finds every destination of a Markdown document; [`resolve`] says where one leads;
//! [`Citations`] are those that lead into given folders, and the bare paths that name them; [`Citations::rewrite`] gives them new
//! targets, for a document that stays and for one that moves. [`Mentions`] tells which documents need a scan at all.
//!
//! Everything here works on bytes and on text alone: no file is looked at and no link followed; what exists in a folder is told by a
//! [`Folder`]. Time is linear in the document, whatever stands in it.
//!
//! What it does not do: it knows no Live Document, no record and no commit (that is for the caller to map); it does not read
//! `srcset`, CSS, or addresses without `<…>`; a character reference in a destination is understood when it is numeric or one of the
//! few that occur in paths; a lone carriage return ends no line.

mod backticks;
mod citation;
mod edge;
mod folder;
mod html;
mod inline;
mod intake;
mod locator;
mod locator_search;
mod markup;
mod mentions;
mod path_token;
mod piece;
mod reading;
mod repository_path;
mod resolve;
mod rewrite;
mod scan;
mod spelling;
#[cfg(test)]
mod tests;
mod url_run;
mod write;

pub use citation::{Citation, Citations, LeftBecause, Written};
pub use folder::{Entry, Folder};
pub use intake::{IntakeLink, intake_links};
pub use locator::{Locator, Revision};
pub use locator_search::{FoundLocator, find_locators};
pub use mentions::Mentions;
pub use repository_path::RepositoryPath;
pub use resolve::{Reference, Resolved, resolve};
pub use rewrite::{Change, Left, NewTarget, Rewrite};
pub use scan::{Context, Destination, Form, Kind, Region, Scan, scan};
