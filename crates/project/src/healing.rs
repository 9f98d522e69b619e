//! What a crashed command left of the planning files is put right by the next command of any kind, before it looks at them
//! (G5): a reader must not show half of a change, and a writer must not build on it.

use std::collections::BTreeSet;
use std::path::Path;

use cairn_plan::RelativePath;
use cairn_state::facts::PLANNING_FOLDER;
use cairn_state::failure::{Failure, Reason, Warning, WarningCode};
use cairn_vault::{
    Leftover, Lock, OperationLog, Outcome, Recovered, Root, StateHome, TransactionKind, Writer,
    unfinished_transactions,
};

use crate::context::Context;
use crate::failures::{of_vault, unfinished};
use crate::location::Request;
use crate::own_repository::state_home;
use crate::session::note;
use crate::workplace::{REVERSAL, Workplace};

/// Finishes crashed commands over the planning files of `folder`; says which.
///
/// # Errors
/// Something stands in the way; or this very command was interrupted before and is finished just now, so that running it
/// again would do it twice.
pub(crate) fn heal(context: &Context, folder: &Path) -> Result<Vec<Warning>, Failure> {
    let Some(home) = state_home(context, folder)? else { return Ok(Vec::new()) };
    let scopes = scopes_to_heal(&home);
    if scopes.is_empty() {
        return Ok(Vec::new());
    }
    let mut warnings = Vec::new();
    if scopes.contains(REVERSAL) {
        // It may be about anything, so it wants every lock.
        let request = Request { root: Some(folder), ..Request::default() };
        let place = Workplace::find_as_it_is(context, request)?;
        for recovered in place.map(|place| place.finish_reversals()).transpose()?.unwrap_or_default() {
            warnings.push(told(context, &home, &recovered)?);
        }
    }
    let root = Root::open(folder).map_err(|error| {
        Failure::new(Reason::Io, format!("{error}; make the folder readable"))
            .with("path", folder.display().to_string())
    })?;
    for scope in scopes.iter().filter(|scope| *scope != REVERSAL) {
        for recovered in heal_scope(context, &root, &home, scope)? {
            warnings.push(told(context, &home, &recovered)?);
        }
    }
    Ok(warnings)
}

/// The base folders whose transactions did not end, and [`REVERSAL`]. A log that cannot be read holds none.
fn scopes_to_heal(home: &StateHome) -> BTreeSet<String> {
    let found = unfinished_transactions(home).unwrap_or_default();
    let scope = |leftover| match leftover {
        Leftover::Transaction { about: Some(about), .. } => Some(about.scope),
        _ => None,
    };
    let is_ours = |scope: &String| scope.starts_with(PLANNING_FOLDER) || scope == REVERSAL;
    found.into_iter().filter_map(scope).filter(is_ours).collect()
}

/// Whether an undo or redo of this memory did not end.
pub(crate) fn has_reversal(home: &StateHome) -> bool {
    scopes_to_heal(home).contains(REVERSAL)
}

fn heal_scope(
    context: &Context,
    root: &Root,
    home: &StateHome,
    scope: &str,
) -> Result<Vec<Recovered>, Failure> {
    let failed = |error| of_vault(root, &error);
    let base = RelativePath::new(scope).ok().filter(|base| root.folder(base).is_ok());
    let lock = Lock::of_state(root, base.as_ref(), &context.waiting).map_err(failed)?;
    let writer = Writer { root, home: Some(home), lock: &lock, scope, interrupt: &context.interrupt };
    let recovered = writer.recover().map_err(failed)?;
    lock.release().map_err(failed)?;
    Ok(recovered)
}

fn told(context: &Context, home: &StateHome, recovered: &Recovered) -> Result<Warning, Failure> {
    let what = &recovered.description;
    let said = match recovered.outcome {
        Outcome::RolledBack => format!("`{what}` had been interrupted; what it had begun was taken back"),
        Outcome::RolledForward => {
            let is_reversal = recovered.kind == TransactionKind::Reversal;
            // What was taken back stands in no record of its own.
            let is_this = match is_reversal {
                true => context.words.contains(what),
                false => was_this_command(context, home),
            };
            if is_this {
                return Err(finished_before(what));
            }
            let back = if is_reversal && what == "undo" { "redo" } else { "undo" };
            format!("`{what}` had been interrupted and was finished first; `cairn {back}` takes it back")
        }
        _ => return Err(unfinished(recovered)),
    };
    Ok(Warning::new(WarningCode::InterruptedCommand, said))
}

/// Why a command that had been cut short and was finished just now is not run once more.
pub(crate) fn finished_before(what: &str) -> Failure {
    let message = format!(
        "`{what}` had been interrupted and was finished just now; nothing more was done, run it again only if you mean it once more"
    );
    Failure::new(Reason::InterruptedBefore, message)
}

/// Whether the newest operation has the words of this command.
fn was_this_command(context: &Context, home: &StateHome) -> bool {
    let newest = OperationLog::open(home).ok().flatten().and_then(|log| log.list().ok()?.into_iter().next());
    newest.is_some_and(|operation| operation.note.command == note(context).command)
}
