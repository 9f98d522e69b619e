//! What to do next, by code of the reason.

use cairn_plan::Refusal;

/// Adds the next step of every reason, each once, in the order of the reasons.
pub(super) fn add(refusal: &mut Refusal) {
    let codes: Vec<_> = refusal.reasons.iter().map(|reason| reason.code.clone()).collect();
    for code in codes {
        if let Some(step) = step(&code) {
            refusal.remedy(step);
        }
    }
}

pub(super) fn step(code: &str) -> Option<&'static str> {
    Some(match code {
        "spec_not_found" => "`roundfix list` shows the Specs there are",
        "spec_is_symlink" => "put the Spec folder itself into the Spec Root",
        "spec_not_active" => "set `status: active` in `_prd.md` and commit it, if the Spec is to end now",
        "uncommitted" => "commit or discard the changes in the Spec folder",
        "hidden_edit" => {
            "`git update-index --no-assume-unchanged --no-skip-worktree <file>`, then commit or discard its edits"
        }
        "ignored_file" => "delete each ignored file, or keep it with `git add -f <file>` and commit",
        "override_without_graph" => "archive without `--qa-override`",
        "graph_missing" => "write `_tasks.md`, or `_supersession.md` when another Spec took over",
        "graph_invalid" => "repair the Task Graph",
        "supersession_invalid" => "repair `_supersession.md`",
        "task_not_completed" => "finish the Task, then run the QA gate again",
        "qa_missing" | "qa_unreadable" | "qa_not_eligible" => {
            "run the QA gate again, or archive with `--qa-override --approval <source> --reason <text>`"
        }
        "override_not_needed" => "archive without `--qa-override`",
        "references_is_symlink"
        | "index_not_regular"
        | "index_table"
        | "index_row"
        | "path_invalid"
        | "path_missing"
        | "source_exists"
        | "link_into_intake" => "finish the adoption of the sources at the named steps",
        "entry_no_frontmatter" => "give the entry a frontmatter with `status`, and commit it",
        "place_unsafe" => "make the folder a plain folder of the repository",
        "record_exists" | "legacy_folder_exists" => "rename the Spec folder to another slug",
        "archive_root_unsafe" => "make the archive root a plain folder of the repository",
        "destination_ignored" => "change the ignore rule, so that git keeps the file",
        "odd_file" => "remove it from the Spec folder",
        "promote_invalid" | "promote_core" => "name a file of the Spec folder that is no core file",
        "promotion_exists" | "promotion_collision" => "rename the file in the Spec folder, and commit it",
        "references_unsafe" => "make `docs/references` a plain folder of the repository",
        "live_document_dirty" => "commit or discard the changes in the document",
        "staged_paths" => "commit or unstage the staged paths, or archive without `--commit`",
        "operation_in_progress" => "finish or abort the git operation, or archive without `--commit`",
        "record_invalid" => "mend the text or the path that the message names, and commit it",
        _ => return None,
    })
}
