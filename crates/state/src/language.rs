//! The one table of headings, labels and status words in the languages that STATE.md files are written in
//! (contract 10.6, S-40, S-60).
//!
//! The first column is the language of the contract; its spelling is also the name under which a term is known to the
//! other modules. Adding a language is adding a column, adding a spelling is adding a word to a cell. Nothing else in
//! this crate spells a heading or a label in a language other than English.

/// A language that headings, labels and status words are recognised in, in the order of the table's columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English, the language of the template.
    English,
    /// Japanese.
    Japanese,
    /// Chinese, simplified.
    Chinese,
    /// Korean.
    Korean,
    /// Portuguese.
    Portuguese,
    /// Spanish.
    Spanish,
    /// Russian.
    Russian,
}

impl Language {
    /// Every language, in the order of the table's columns.
    pub const ALL: [Self; 7] = [
        Self::English,
        Self::Japanese,
        Self::Chinese,
        Self::Korean,
        Self::Portuguese,
        Self::Spanish,
        Self::Russian,
    ];

    /// Whether the full-width colon `：` counts like `:` in this language (contract 10.6).
    #[must_use]
    pub fn has_full_width_colon(self) -> bool {
        matches!(self, Self::Japanese | Self::Chinese | Self::Korean)
    }

    fn column(self) -> usize {
        match self {
            Self::English => 0,
            Self::Japanese => 1,
            Self::Chinese => 2,
            Self::Korean => 3,
            Self::Portuguese => 4,
            Self::Spanish => 5,
            Self::Russian => 6,
        }
    }
}

/// A heading, a field label or a status word: one row of the table of 10.6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// Heading `Project Reference` (S-60).
    ProjectReference,
    /// Heading `Current Position` (S-61).
    CurrentPosition,
    /// Heading `Performance Metrics` (S-67).
    PerformanceMetrics,
    /// Heading `Accumulated Context` (S-68).
    AccumulatedContext,
    /// Heading `Decisions` (S-68).
    Decisions,
    /// Heading `Pending Todos` (S-68).
    PendingTodos,
    /// Heading `Blockers/Concerns` (S-68).
    Blockers,
    /// Heading `Session Continuity` (S-69).
    SessionContinuity,
    /// Label `Phase`, also the optional word before the id in its text (contract 10.3).
    Phase,
    /// Label `Plan`.
    Plan,
    /// Label `Status`.
    Status,
    /// Label `Last activity`.
    LastActivity,
    /// Label `Progress`.
    Progress,
    /// Label `Last session`.
    LastSession,
    /// Label `Stopped at`.
    StoppedAt,
    /// Label `Resume file`.
    ResumeFile,
    /// Status word `discussing`.
    Discussing,
    /// Status word `planning`.
    Planning,
    /// Status word `executing`.
    Executing,
    /// Status word `verifying`.
    Verifying,
    /// Status word `completed`.
    Completed,
    /// Status word `paused`.
    Paused,
}

type Row = (Term, [&'static [&'static str]; 7]);

#[rustfmt::skip]
const TABLE: &[Row] = &[
    (Term::ProjectReference, [&["Project Reference"], &["プロジェクト参照"], &["项目参考"], &["프로젝트 참조"],
        &["Referência do Projeto"], &["Referencia del Proyecto"], &["Ссылка на проект"]]),
    (Term::CurrentPosition, [&["Current Position"], &["現在位置", "現在地"], &["当前位置"], &["현재 위치"],
        &["Posição Atual"], &["Posición Actual"], &["Текущая позиция"]]),
    (Term::PerformanceMetrics, [&["Performance Metrics"], &["パフォーマンス指標"], &["性能指标"], &["성능 지표"],
        &["Métricas de Desempenho"], &["Métricas de Rendimiento"], &["Метрики производительности"]]),
    (Term::AccumulatedContext, [&["Accumulated Context"], &["蓄積されたコンテキスト"], &["累积上下文"], &["누적 컨텍스트"],
        &["Contexto Acumulado"], &["Contexto Acumulado"], &["Накопленный контекст"]]),
    (Term::Decisions, [&["Decisions", "Decisions Made"], &["決定事項"], &["决策"], &["결정 사항"],
        &["Decisões"], &["Decisiones"], &["Решения"]]),
    (Term::PendingTodos, [&["Pending Todos"], &["未完了の作業"], &["待办事项"], &["대기 중인 할 일"],
        &["Tarefas Pendentes"], &["Tareas Pendientes"], &["Ожидающие задачи"]]),
    (Term::Blockers, [&["Blockers/Concerns", "Blockers", "Concerns"], &["ブロッカー/懸念事項"], &["阻塞/关注点"],
        &["차단 요소/우려 사항"], &["Bloqueios/Preocupações"], &["Bloqueos/Preocupaciones"], &["Блокеры/Риски"]]),
    (Term::SessionContinuity, [&["Session Continuity"], &["セッション継続性"], &["会话连续性"], &["세션 연속성"],
        &["Continuidade da Sessão"], &["Continuidad de la Sesión"], &["Непрерывность сессии"]]),
    (Term::Phase, [&["Phase"], &["フェーズ"], &["阶段"], &["단계"], &["Fase"], &["Fase"], &["Фаза", "Этап"]]),
    (Term::Plan, [&["Plan"], &["プラン", "計画"], &["计划"], &["계획"], &["Plano"], &["Plan"], &["План"]]),
    (Term::Status, [&["Status"], &["ステータス", "状態"], &["状态"], &["상태"], &["Status", "Estado"], &["Estado"],
        &["Статус"]]),
    (Term::LastActivity, [&["Last activity"], &["最終活動"], &["最近活动", "最后活动"], &["마지막 활동"],
        &["Última atividade"], &["Última actividad"], &["Последняя активность"]]),
    (Term::Progress, [&["Progress"], &["進捗"], &["进度"], &["진행률"], &["Progresso"], &["Progreso"], &["Прогресс"]]),
    (Term::LastSession, [&["Last session"], &["最終セッション"], &["上次会话"], &["마지막 세션"],
        &["Última sessão"], &["Última sesión"], &["Последняя сессия"]]),
    (Term::StoppedAt, [&["Stopped at"], &["停止地点"], &["停止于"], &["중단 지점"],
        &["Parou em"], &["Detenido en"], &["Остановлено на"]]),
    (Term::ResumeFile, [&["Resume file"], &["再開ファイル"], &["恢复文件"], &["재개 파일"],
        &["Arquivo de retomada"], &["Archivo de reanudación"], &["Файл возобновления"]]),
    // The English cells of the status words are empty: their substrings and the order of the tests are section 8.
    (Term::Discussing, [&[], &["議論中"], &["讨论"], &["논의"], &["em discussão"], &["en discusión"], &["обсужд"]]),
    (Term::Planning, [&[], &["計画中"], &["规划"], &["계획 중"], &["planejamento"], &["planificación"], &["планир"]]),
    (Term::Executing, [&[], &["実行中"], &["执行"], &["실행"], &["em execução"], &["en ejecución"], &["выполня"]]),
    (Term::Verifying, [&[], &["検証"], &["验证"], &["검증"], &["verifica"], &["verifica"], &["провер"]]),
    (Term::Completed, [&[], &["完了"], &["完成"], &["완료"], &["concluíd"], &["completad"], &["заверш"]]),
    (Term::Paused, [&[], &["一時停止"], &["暂停"], &["일시 중지"], &["pausad"], &["pausad"], &["приостан"]]),
];

/// Every spelling of `term` with its language, the language of the template first.
pub fn spellings(term: Term) -> impl Iterator<Item = (Language, &'static str)> {
    let cells = TABLE.iter().find(|(row, _)| *row == term).map(|(_, cells)| cells);
    Language::ALL.into_iter().flat_map(move |language| {
        cells
            .and_then(|cells| cells.get(language.column()))
            .copied()
            .unwrap_or_default()
            .iter()
            .map(move |spelling| (language, *spelling))
    })
}

/// The spelling that is written for `term` in `language`: the first one of its cell, else the English one.
#[must_use]
pub fn written(term: Term, language: Language) -> &'static str {
    spellings(term)
        .find(|(of, _)| *of == language)
        .or_else(|| spellings(term).next())
        .map_or("", |(_, spelling)| spelling)
}

/// Which language `text` spells `term` in, compared without regard to case and to blanks around it.
#[must_use]
pub fn language_of(term: Term, text: &str) -> Option<Language> {
    let text = text.trim().as_bytes();
    let is_same = |spelling: &str| cairn_text::caseless::same(text, spelling.as_bytes());
    spellings(term).find(|(_, spelling)| is_same(spelling)).map(|(language, _)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-60, 10.6: a heading is known in each language, whatever its case.
    #[test]
    fn headings_of_every_language() {
        for (text, language) in [
            ("Current Position", Language::English),
            ("current position", Language::English),
            ("現在位置", Language::Japanese),
            ("現在地", Language::Japanese),
            ("当前位置", Language::Chinese),
            ("현재 위치", Language::Korean),
            ("POSIÇÃO ATUAL", Language::Portuguese),
            (" Posición Actual ", Language::Spanish),
            ("текущая позиция", Language::Russian),
        ] {
            assert_eq!(language_of(Term::CurrentPosition, text), Some(language), "{text}");
        }
        assert_eq!(language_of(Term::CurrentPosition, "Current Positions"), None);
    }

    /// 10.6: a new section is written in the language that the file has.
    #[test]
    fn written_spelling() {
        assert_eq!(written(Term::Decisions, Language::Chinese), "决策");
        assert_eq!(written(Term::Blockers, Language::English), "Blockers/Concerns");
        assert_eq!(written(Term::LastActivity, Language::Japanese), "最終活動");
    }

    /// 10.6: no cell of a heading or a label is empty, and no spelling carries blanks around it.
    #[test]
    fn table_is_complete() {
        for (term, cells) in TABLE {
            for (column, cell) in cells.iter().enumerate() {
                let english_status_word = column == 0 && cell.is_empty();
                assert!(!cell.is_empty() || english_status_word, "{term:?} column {column}");
                assert!(cell.iter().all(|spelling| spelling.trim() == *spelling && !spelling.is_empty()));
            }
        }
    }
}
