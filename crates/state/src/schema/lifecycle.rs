//! The values that verbs write into the body field `Status` at the borders of a phase and of a milestone (S-42, S-43).

/// One value of the strict life cycle, with its words for the two reference pages.
#[derive(Debug, Clone, Copy)]
pub struct LifecycleValue {
    /// The value; `<version>` stands for the milestone.
    pub value: &'static str,
    /// Which operation writes it, in English.
    pub written_by: &'static str,
    /// What it means, in English.
    pub meaning: &'static str,
    /// Which operation writes it, in Japanese.
    pub written_by_japanese: &'static str,
    /// What it means, in Japanese.
    pub meaning_japanese: &'static str,
}

/// Written behind the completion of a phase that others follow.
pub const READY_TO_PLAN: &str = "Ready to plan";
/// Written behind the completion of the last phase.
pub const ALL_PHASES_COMPLETE: &str = "All phases complete";
/// Written into Current Position when a milestone is closed.
pub const AWAITING_NEXT_MILESTONE: &str = "Awaiting next milestone";

/// The table of S-42, in the order in which a milestone passes through it.
pub const LIFECYCLE: &[LifecycleValue] = &[
    LifecycleValue {
        value: READY_TO_PLAN,
        written_by: "completion of a phase that is not the last",
        meaning: "the next phase can be planned",
        written_by_japanese: "最後ではないフェーズの完了",
        meaning_japanese: "次のフェーズの計画を始められる",
    },
    LifecycleValue {
        value: ALL_PHASES_COMPLETE,
        written_by: "completion of the last phase",
        meaning: "every phase is done; the milestone waits to be closed formally",
        written_by_japanese: "最後のフェーズの完了",
        meaning_japanese: "全フェーズが終わり、マイルストーンの正式な終了を待っている",
    },
    LifecycleValue {
        value: "<version> milestone complete",
        written_by: "completion of the milestone",
        meaning: "the milestone is closed formally and archived",
        written_by_japanese: "マイルストーンの完了",
        meaning_japanese: "マイルストーンが正式に終了し、アーカイブされた",
    },
    LifecycleValue {
        value: AWAITING_NEXT_MILESTONE,
        written_by: "completion of the milestone",
        meaning: "the terminal state of an archived milestone",
        written_by_japanese: "マイルストーンの完了",
        meaning_japanese: "アーカイブ後の終端状態",
    },
];
