"""Projects from a seed: what a planning folder holds, in the forms that real ones have.

A project is written once and copied for each tool. Every choice that can cause an intended difference leaves a trait, by
which `intended.toml` can say when it may appear.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path

NAMES = ["Setup", "Core Engine", "Polish", "Data Model", "Search", "Export", "Sign-in", "Reports"]

STATUSES = {
    "plain": [
        "Ready to plan", "Planning", "Ready to execute", "In progress", "Executing Phase 2", "Paused",
        "Phase complete — ready for verification", "Completed", "Verifying", "Discussing",
    ],
    "status_free": ["Blocked on review", "Waiting", "Awaiting next milestone", "Active"],
    "status_loose": [
        "Milestone complete", "All phases complete", "Planning complete", "Stopped for today", "v2.0 milestone complete",
        "Phase 1 complete", "Done with the tables", "Not done", "Incomplete", "Executing the plan, tests in progress",
    ],
    "status_placeholder": ["[Ready to plan / Planning / Ready to execute / In progress / Phase complete]"],
}

ACTIVITIES = {
    "plain": ["2026-06-20"],
    "activity_text": ["2026-06-20 — wrote the tables", "2026-06-20 - moved files", "2026-06-20 -- two dashes"],
    "activity_prose": ["moved house", "yesterday"],
    "activity_placeholder": ["[YYYY-MM-DD] — [What happened]"],
    "activity_none": [None],
}


@dataclass
class Project:
    """Files by their path below the project root, the traits that say which forms were chosen, and the progress.

    The progress is what was made, counted here and by no product; empty when ROADMAP.md does not say which phases count.
    """

    files: dict[str, str]
    progress: dict[str, str]
    traits: set[str] = field(default_factory=set)
    crlf: bool = False

    def write(self, root: Path) -> None:
        """Writes the files below `root`, which is made."""
        for name, text in self.files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if name.endswith("/"):
                path.mkdir(parents=True, exist_ok=True)
                continue
            path.write_bytes((text.replace("\n", "\r\n") if self.crlf else text).encode())


def project(seed: int, number: int) -> Project:
    """The project with this number; the same seed and number give the same bytes."""
    return _Writer(random.Random(f"{seed}/{number}")).project()


class _Writer:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.traits: set[str] = set()

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def form(self, **shares: float) -> str:
        """One of the named forms; its name becomes a trait, unless it is `plain`."""
        name = self.chance.choices(list(shares), list(shares.values()))[0]
        if name != "plain":
            self.traits.add(name)
        return name

    def project(self) -> Project:
        phases = self.phases()
        files = {}
        for identifier, name, plans, summaries in phases:
            files.update(self.folder(identifier, name, plans, summaries))
        roadmap = self.roadmap(phases)
        if roadmap is not None:
            files[".planning/ROADMAP.md"] = roadmap
        files[".planning/STATE.md"] = self.state(phases)
        crlf = self.often(0.06)
        if crlf:
            self.traits.add("crlf")
        return Project(files, self.progress(phases), self.traits, crlf)

    def progress(self, phases) -> dict[str, str]:
        untold = {"roadmap_missing", "roadmap_other_version"}
        if self.traits & {"no_milestone", "no_frontmatter"}:
            untold.add("roadmap_longer_version")
        if self.traits & untold:
            return {}
        total, done = sum(phase[2] for phase in phases), sum(phase[3] for phase in phases)
        complete = sum(1 for _, _, plans, summaries in phases if plans and plans == summaries)
        percent = int(100 * min(done / total if total else 1, complete / len(phases)) + 0.5)
        if percent == 100 and (done, complete) != (total, len(phases)):
            percent = 99
        numbers = [len(phases), complete, total, done, percent]
        keys = ["total_phases", "completed_phases", "total_plans", "completed_plans", "percent"]
        return {key: str(number) for key, number in zip(keys, numbers)}

    def phases(self) -> list[tuple[str, str, int, int]]:
        """Identifier, name, plans, summaries of each phase: complete ones first, then one under way."""
        count = self.chance.randint(1, 6)
        done = self.chance.randint(0, count)
        phases = []
        for number in range(1, count + 1):
            plans = self.chance.choice([1, 2, 2, 3, 5]) if number <= done + 1 else self.chance.choice([0, 0, 2])
            summaries = plans if number <= done else self.chance.randint(0, plans) if number == done + 1 else 0
            phases.append((str(number), self.chance.choice(NAMES), plans, summaries))
        if self.often(0.2):
            self.traits.add("decimal_phase")
            at = self.chance.randint(1, count)
            phases.insert(at, (f"{phases[at - 1][0]}.1", "Urgent Fix", 1, self.chance.randint(0, 1)))
        if any(plans == summaries and plans for _, _, plans, summaries in phases):
            self.traits.add("complete_phase")
        if sum(plans for _, _, plans, _ in phases) == 0:
            self.traits.add("no_plans")
        return phases

    def folder(self, identifier: str, name: str, plans: int, summaries: int) -> dict[str, str]:
        whole, _, rest = identifier.partition(".")
        padded = whole.zfill(2) + ("." + rest if rest else "")
        folder = f".planning/phases/{padded}-{name.lower().replace(' ', '-')}/"
        if plans == 0:
            return {folder: ""} if self.often(0.5) else {}
        files = {}
        for plan in range(1, plans + 1):
            files[f"{folder}{padded}-{plan:02}-PLAN.md"] = "# Plan\n"
            if plan <= summaries:
                files[f"{folder}{padded}-{plan:02}-SUMMARY.md"] = "# Summary\n"
        if plans == summaries and self.often(0.6):
            self.traits.add("verified_phase")
            files[f"{folder}{padded}-VERIFICATION.md"] = "---\nstatus: passed\n---\n\n# Verification\n"
        return files

    def roadmap(self, phases) -> str | None:
        form = self.form(
            plain=5, roadmap_missing=0.7, roadmap_unversioned=2, roadmap_bullet=1.5, roadmap_shipped=1.5,
            roadmap_other_version=0.7, roadmap_longer_version=0.7, roadmap_fence=0.7, roadmap_checklist=1,
        )
        if form == "roadmap_missing":
            return None
        headings = "".join(f"### Phase {number}: {name}\n**Goal:** It works\n\n" for number, name, _, _ in phases)
        ticks = "".join(
            f"- [{'x' if plans and plans == summaries else ' '}] **Phase {number}: {name}** - short\n"
            for number, name, plans, summaries in phases
        )
        old = "### Phase 90: Old One\n**Goal:** Was\n\n"
        return "# Roadmap: Demo\n\n" + {
            "plain": f"## v2.0 Code Quality\n\n{headings}",
            "roadmap_unversioned": f"## Phases\n\n{ticks}\n## Phase Details\n\n{headings}",
            "roadmap_bullet": f"## Milestones\n\n- ✅ **v1.0 First** - shipped\n- 🚧 **v2.0 Code Quality** - Phases 1-9\n\n## Phases\n\n{headings}",
            "roadmap_shipped": f"## v1.0 First ✅ SHIPPED\n\n{old}## v2.0 Code Quality\n\n{headings}",
            "roadmap_other_version": f"## v3.1 Elsewhere\n\n{headings}",
            "roadmap_longer_version": f"## v2.0.1 Patch\n\n{old}## v2.0 Code Quality\n\n{headings}",
            "roadmap_fence": f"## v2.0 Code Quality\n\n```\n### Phase 77: Example\n```\n\n{headings}",
            "roadmap_checklist": f"## v2.0 Code Quality\n\n{ticks}",
        }[form]

    def state(self, phases) -> str:
        current = self.chance.choice(phases)
        body = "# Project State\n\n" + self.archive() + self.position(phases, current) + self.lists() + self.session()
        return self.frontmatter(current) + body

    def frontmatter(self, current) -> str:
        if self.form(plain=6, no_frontmatter=1) != "plain":
            return ""
        lines = [self.chance.choice(["gsd_state_version: '1.0'", "gsd_state_version: 1.0"])]
        if self.form(plain=6, no_milestone=1) == "plain":
            lines.append("milestone: v2.0")
            if self.often(0.7):
                lines.append("milestone_name: Code Quality")
        if self.form(plain=1, stored_phase=1) != "plain":
            lines += [f'current_phase: "{current[0]}"', f"current_phase_name: {current[1]}"]
        if self.form(plain=6, no_status=1) == "plain":
            lines.append("status: " + self.chance.choice(["executing", "planning", "verifying", "completed", "unknown", "paused"]))
        paused = self.form(plain=8, paused_null=1, paused_value=1)
        if paused != "plain":
            lines.append("paused_at: " + ("null" if paused == "paused_null" else "Phase 2 P1"))
        if self.form(plain=6, owner=1) != "plain":
            lines.append("owner: Kim # asks first")
        if self.often(0.3):
            lines.append('last_updated: "2026-06-20T10:00:00.000Z"')
        stored = self.form(plain=3, stored_progress=1, stored_larger=1)
        if stored != "plain":
            numbers = [2, 1, 4, 3, 50] if stored == "stored_progress" else [40, 30, 90, 80, 75]
            keys = ["total_phases", "completed_phases", "total_plans", "completed_plans", "percent"]
            lines += ["progress:"] + [f"  {key}: {value}" for key, value in zip(keys, numbers)]
        return "---\n" + "\n".join(lines) + "\n---\n\n"

    def archive(self) -> str:
        if self.form(plain=8, archive=1) == "plain":
            return ""
        return "## Archive\n\nPhase: 90 of 91 (Old One)\nStatus: Completed\nStopped at: Long ago\n\n"

    def position(self, phases, current) -> str:
        number, name, plans, _ = current
        total = len(phases)
        form = self.form(
            plain=4, phase_caps=1, phase_dash=1, phase_bare=1, phase_bold=1, phase_padded=0.7, phase_fields=1,
            phase_not_started=0.7, phase_missing=0.4,
        )
        whole, dot, rest = number.partition(".")
        lines = {
            "plain": [f"Phase: {number} of {total} ({name})"],
            "phase_caps": [f"Phase: {number} of {total} ({name}) — EXECUTING"],
            "phase_dash": [f"Phase: {number} - {name}"],
            "phase_bare": [f"Phase: {number}"],
            "phase_bold": [f"**Phase:** {number} of {total} ({name})"],
            "phase_padded": [f"Phase: {whole.zfill(2)}{dot}{rest} of {total} ({name})"],
            "phase_fields": [f"**Current Phase:** {number}", f"**Current Phase Name:** {name}", f"**Total Phases:** {total}"],
            "phase_not_started": ["Phase: Not started (defining requirements)"],
            "phase_missing": [],
        }[form]
        form = self.form(plain=4, plan_not_started=1, plan_dash=0.5, plan_fields=1, plan_missing=0.5)
        lines += {
            "plain": [f"Plan: 1 of {max(plans, 1)} in current phase"],
            "plan_not_started": ["Plan: Not started"],
            "plan_dash": ["Plan: —"],
            "plan_fields": ["**Current Plan:** 1", f"**Total Plans in Phase:** {max(plans, 1)}"],
            "plan_missing": [],
        }[form]
        kind = self.form(plain=6, status_free=1, status_loose=2, status_placeholder=0.5, body_status_none=0.7)
        if kind != "body_status_none":
            label = "**Status:**" if "phase_fields" in self.traits else "Status:"
            lines.append(f"{label} {self.chance.choice(STATUSES[kind])}")
        activity = self.chance.choice(ACTIVITIES[self.form(
            plain=2, activity_text=3, activity_prose=0.5, activity_placeholder=0.5, activity_none=0.5)])
        if activity is not None:
            lines.append(f"Last activity: {activity}")
        form = self.form(plain=4, bar_none=1, bar_placeholder=0.7, bar_percent=0.7, bar_prose=0.5)
        bar = {"plain": "[███░░░░░░░] 33%", "bar_placeholder": "[progress bar]", "bar_percent": "33%",
               "bar_prose": "going well"}.get(form)
        if bar:
            lines += ["", f"Progress: {bar}"]
        if self.form(plain=10, fence=1) != "plain":
            lines += ["", "```", "Status: Paused", "```"]
        return "## Current Position\n\n" + "\n".join(lines) + "\n\n"

    def lists(self) -> str:
        return "## Accumulated Context\n\n### Decisions\n\n- [Phase 1]: Tables first\n\n### Blockers/Concerns\n\nNone yet.\n\n"

    def session(self) -> str:
        if self.form(plain=8, no_session=1) != "plain":
            return ""
        stopped = self.chance.choice(["Phase 1 P1 done", "Phase 1 P1 done", "[Description]", "None"])
        if stopped.startswith("["):
            self.traits.add("stopped_placeholder")
        if stopped == "None":
            self.traits.add("stopped_none")
        return f"## Session Continuity\n\nLast session: 2026-06-20 10:00\nStopped at: {stopped}\nResume file: None\n"
