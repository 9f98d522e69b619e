//! STATE.md files as people and agents make them: a model, its edits, its text.

use super::dice::Dice;

/// Headings and labels of one language, in the order of [`Words`].
pub(crate) struct Words {
    position: &'static str,
    metrics: &'static str,
    context: &'static str,
    decisions: &'static str,
    todos: &'static str,
    blockers: &'static str,
    session: &'static str,
    fields: [&'static str; 8],
}

const LANGUAGES: [Words; 4] = [
    Words {
        position: "Current Position",
        metrics: "Performance Metrics",
        context: "Accumulated Context",
        decisions: "Decisions",
        todos: "Pending Todos",
        blockers: "Blockers/Concerns",
        session: "Session Continuity",
        fields: [
            "Phase",
            "Plan",
            "Status",
            "Last activity",
            "Progress",
            "Last session",
            "Stopped at",
            "Resume file",
        ],
    },
    Words {
        position: "現在位置",
        metrics: "パフォーマンス指標",
        context: "蓄積されたコンテキスト",
        decisions: "決定事項",
        todos: "未完了の作業",
        blockers: "ブロッカー/懸念事項",
        session: "セッション継続性",
        fields: [
            "フェーズ",
            "プラン",
            "ステータス",
            "最終活動",
            "進捗",
            "最終セッション",
            "停止地点",
            "再開ファイル",
        ],
    },
    Words {
        position: "Posição Atual",
        metrics: "Métricas de Desempenho",
        context: "Contexto Acumulado",
        decisions: "Decisões",
        todos: "Tarefas Pendentes",
        blockers: "Bloqueios/Preocupações",
        session: "Continuidade da Sessão",
        fields: [
            "Fase",
            "Plano",
            "Estado",
            "Última atividade",
            "Progresso",
            "Última sessão",
            "Parou em",
            "Arquivo de retomada",
        ],
    },
    Words {
        position: "Текущая позиция",
        metrics: "Метрики производительности",
        context: "Накопленный контекст",
        decisions: "Решения",
        todos: "Ожидающие задачи",
        blockers: "Блокеры/Риски",
        session: "Непрерывность сессии",
        fields: [
            "Фаза",
            "План",
            "Статус",
            "Последняя активность",
            "Прогресс",
            "Последняя сессия",
            "Остановлено на",
            "Файл возобновления",
        ],
    },
];

/// A STATE.md.
#[derive(Clone)]
pub(crate) struct StateFile {
    language: usize,
    minor: usize,
    phase: usize,
    plan: usize,
    status: usize,
    /// Hours since the first of October.
    hour: usize,
    stopped: String,
    keys: Vec<(String, String)>,
    below_progress: Vec<(String, usize)>,
    decisions: Vec<Vec<String>>,
    todos: Vec<(bool, String)>,
    blockers: Vec<String>,
    plans: Vec<(usize, usize, usize)>,
    tasks: Vec<(usize, String)>,
    notes: Vec<String>,
    sections: Vec<(String, Vec<String>)>,
    labels: Vec<(String, String)>,
    is_padded: bool,
    crlf: bool,
    final_newline: bool,
}

const STATUS: [(&str, &str); 5] = [
    ("discussing", "Discussing"),
    ("planning", "Ready to plan"),
    ("executing", "Ready to execute"),
    ("verifying", "Verifying"),
    ("completed", "Phase complete"),
];

impl StateFile {
    /// A file that a project has had for a while.
    pub(crate) fn base(dice: &mut Dice) -> Self {
        let mut file = Self {
            language: if dice.hits(1, 3) { dice.below(LANGUAGES.len()) } else { 0 },
            minor: dice.below(3),
            phase: 1 + dice.below(4),
            plan: dice.below(3),
            status: dice.below(STATUS.len()),
            hour: 1,
            stopped: "Project state created".to_owned(),
            keys: Vec::new(),
            below_progress: Vec::new(),
            decisions: Vec::new(),
            todos: Vec::new(),
            blockers: Vec::new(),
            plans: Vec::new(),
            tasks: Vec::new(),
            notes: (0..3).map(|number| format!("Paragraph {number} of the notes.")).collect(),
            sections: Vec::new(),
            labels: Vec::new(),
            is_padded: false,
            crlf: dice.hits(1, 8),
            final_newline: !dice.hits(1, 10),
        };
        for count in 0..dice.below(6) {
            file.decisions.push(vec![format!("[Phase {}]: Base decision {count}", 1 + count % 3)]);
            file.todos.push((dice.hits(1, 3), format!("Base todo {count}")));
            file.plans.push((1 + count / 3, 1 + count % 3, 5 + count));
        }
        for count in 0..dice.below(3) {
            file.blockers.push(format!("[Phase {count}] Base blocker {count}"));
            file.keys.push((format!("own_{count}"), format!("value {count}")));
            file.tasks.push((count + 1, format!("Base task {count}")));
            file.sections.push((format!("Base section {count}"), vec![format!("Text of section {count}.")]));
        }
        file
    }

    /// One edit; what it adds is named by `token`, which stands nowhere else.
    pub(crate) fn edit(&mut self, dice: &mut Dice, token: &str) {
        match dice.below(24) {
            0..=2 => self.decisions.push(vec![format!("[Phase {}]: Decision {token}", self.phase)]),
            3 => self.decisions.push(vec![
                format!("[Phase {}]: Decision {token}", self.phase),
                "  because of the disk".to_owned(),
                format!("  - measured {token}a"),
            ]),
            4 => self.decisions.insert(0, vec![format!("D-{}: Decision {token}", 100 + dice.below(800))]),
            5 | 6 => self.blockers.push(format!("[Phase {}] Blocker {token}", self.phase)),
            7 => remove(&mut self.blockers, dice),
            8 | 9 => self.todos.push((false, format!("Todo {token}"))),
            10 => {
                if let Some(place) = dice.place(self.todos.len()) {
                    self.todos[place].0 ^= true;
                }
            }
            11 => remove(&mut self.todos, dice),
            12 | 13 => self.plans.push((20 + dice.below(70), 1 + dice.below(40), 3 + dice.below(50))),
            14 => self.tasks.push((self.tasks.len() + 1, format!("Task {token}"))),
            15..=17 => self.advance(dice, token),
            18 => self.stopped = format!("Stopped while {token}x"),
            19 => self.keys.push((format!("key_{token}"), format!("of {token}"))),
            20 => self.below_progress.push((format!("more_{token}"), dice.below(9))),
            21 => self.sections.push((format!("Section {token}"), vec![format!("Words of {token}.")])),
            22 => self.labels.push((format!("Next {token}"), format!("look at {token}"))),
            _ => self.disturb(dice, token),
        }
        self.hour += 1 + dice.below(5);
    }

    fn advance(&mut self, dice: &mut Dice, token: &str) {
        match dice.below(6) {
            0 => (self.phase, self.plan, self.status) = (self.phase + 1, 0, 1),
            1 => self.status = dice.below(STATUS.len()),
            _ => self.plan += 1,
        }
        self.stopped = format!("Finished {token}x");
    }

    /// Edits that are rare, or of a kind that two sides cannot both make.
    fn disturb(&mut self, dice: &mut Dice, token: &str) {
        match dice.below(9) {
            0 => {
                let place = dice.below(self.notes.len());
                self.notes[place] = format!("Paragraph {token} rewritten.");
            }
            1 => self.notes.push(format!("Paragraph {token}.")),
            2 => self.is_padded = true,
            3 => remove(&mut self.sections, dice),
            4 => self.decisions.reverse(),
            5 => self.crlf ^= true,
            6 => self.final_newline ^= true,
            7 => (self.minor, self.phase, self.plan) = (self.minor + 1, 1, 0),
            _ => {
                if let Some(place) = dice.place(self.keys.len()) {
                    self.keys[place].1 = format!("changed {token}");
                }
            }
        }
    }

    /// The text of the file.
    pub(crate) fn text(&self) -> String {
        let words = &LANGUAGES[self.language];
        let [phase, plan, status, activity, progress, session, stopped, resume] = words.fields;
        let stamp = format!("2026-10-{:02}T{:02}:00:00.000Z", 1 + self.hour / 24, self.hour % 24);
        let date = &stamp[..10];
        let done = self.phase - 1;
        let mut text = format!(
            "---\nmsd_state_version: '1.0'\nmilestone: v2.{}\nmilestone_name: Tides\ncurrent_phase: \"{}\"\ncurrent_phase_name: Name {}\nstatus: {}\nstopped_at: {}\nlast_updated: \"{stamp}\"\nlast_activity: \"{date}\"\nprogress:\n  total_phases: 40\n  completed_phases: {done}\n  total_plans: 99\n  completed_plans: {}\n  percent: {}\n",
            self.minor,
            self.phase,
            self.phase,
            STATUS[self.status].0,
            self.stopped,
            done * 3 + self.plan,
            done
        );
        self.below_progress.iter().for_each(|(key, value)| text.push_str(&format!("  {key}: {value}\n")));
        self.keys.iter().for_each(|(key, value)| text.push_str(&format!("{key}: {value}\n")));
        text.push_str(&format!(
            "---\n\n# Project State\n\n## {}\n\n{phase}: {} of 40 (Name {})\n{plan}: {} of 40 in current phase\n{status}: {}\n{activity}: {date} \u{2014} {}\n\n{progress}: [\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}\u{2591}] {done}%\n\n",
            words.position, self.phase, self.phase, self.plan, STATUS[self.status].1, self.stopped
        ));
        let (head, rule) = if self.is_padded {
            ("| Plan         | Duration | Tasks | Files |", "| ------------ | -------- | ----- | ----- |")
        } else {
            ("| Plan | Duration | Tasks | Files |", "|------|----------|-------|-------|")
        };
        text.push_str(&format!("## {}\n\n{head}\n{rule}\n", words.metrics));
        for (phase, plan, minutes) in &self.plans {
            let width = if self.is_padded { 12 } else { 0 };
            text.push_str(&format!(
                "| {:width$} | {minutes}min | 1 | 2 |\n",
                format!("Phase {phase} P{plan:02}")
            ));
        }
        text.push_str(&format!("\n## {}\n\n### {}\n\n", words.context, words.decisions));
        list(&mut text, self.decisions.iter().map(|lines| format!("- {}", lines.join("\n"))));
        text.push_str(&format!("### {}\n\n", words.todos));
        list(
            &mut text,
            self.todos.iter().map(|(done, todo)| format!("- [{}] {todo}", if *done { "x" } else { " " })),
        );
        text.push_str(&format!("### {}\n\n", words.blockers));
        list(&mut text, self.blockers.iter().map(|blocker| format!("- {blocker}")));
        text.push_str("### Quick Tasks Completed\n\n| # | Description |\n|---|-------------|\n");
        self.tasks.iter().for_each(|(number, task)| text.push_str(&format!("| {number} | {task} |\n")));
        text.push_str(&format!("\n## Notes\n\n{}\n\n", self.notes.join("\n\n")));
        for (title, lines) in &self.sections {
            text.push_str(&format!("## {title}\n\n{}\n\n", lines.join("\n")));
        }
        text.push_str(&format!(
            "## {}\n\n{session}: {stamp}\n{stopped}: {}\n{resume}: None\n",
            words.session, self.stopped
        ));
        self.labels.iter().for_each(|(label, value)| text.push_str(&format!("{label}: {value}\n")));
        if !self.final_newline {
            text.pop();
        }
        if self.crlf { text.replace('\n', "\r\n") } else { text }
    }
}

fn list(text: &mut String, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    text.push_str(&if lines.is_empty() { "None yet.".to_owned() } else { lines.join("\n") });
    text.push_str("\n\n");
}

fn remove<T>(list: &mut Vec<T>, dice: &mut Dice) {
    if let Some(place) = dice.place(list.len()) {
        list.remove(place);
    }
}
