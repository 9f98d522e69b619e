"""What two answers differ in, and the table of differences that are intended."""

import fnmatch
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from projects import Project

# Clock: no two runs agree.
IGNORED = {"last_updated"}
VERSION_KEYS = {"gsd_state_version", "msd_state_version"}
LABEL = re.compile(r"^\s*\**([A-Z][A-Za-z ]{2,24}?)\**:\**\s*(.*?)\s*$")


@dataclass(frozen=True)
class Difference:
    """One value that the tools do not agree in; None where one of them has none."""

    number: int
    key: str
    ours: str | None
    theirs: str | None
    traits: frozenset[str]
    # What the project was made with, where its maker knows it.
    made: str | None = None


def differing(number: int, project: Project, ours: dict, theirs: dict) -> list[Difference]:
    """The differences between two answers, each a tree of values, over the same project."""
    left, right = flat(ours), flat(theirs)
    made = {f"{place}.progress.{key}": value for place in ("json", "frontmatter") for key, value in project.progress.items()}
    return [
        Difference(number, key, left.get(key), right.get(key), frozenset(project.traits), made.get(key))
        for key in sorted(left.keys() | right.keys())
        if left.get(key) != right.get(key)
    ]


def flat(value, prefix: str = "") -> dict[str, str]:
    """Leaves by their dotted path, as text; a version key counts whatever product's name it has."""
    if not isinstance(value, dict):
        return {prefix: "null" if value is None else str(value)}
    leaves = {}
    for name, inner in value.items():
        if name in IGNORED:
            continue
        name = "state_version" if name in VERSION_KEYS else name
        leaves.update(flat(inner, f"{prefix}.{name}" if prefix else name))
    return leaves


def frontmatter(text: str) -> dict:
    """The keys of the first block, one level below a key included, their values without quotes and comments."""
    block = re.match(r"---\r?\n(.*?)\r?\n---\r?\n", text, re.DOTALL)
    keys, inner = {}, None
    for line in block.group(1).splitlines() if block else []:
        name, colon, value = line.partition(":")
        if not colon:
            continue
        value = re.sub(r"\s+#.*", "", value).strip().strip("'\"")
        if name.startswith(" ") and inner is not None:
            inner[name.strip()] = value
        elif value:
            keys[name], inner = value, None
        else:
            inner = keys[name] = {}
    return {name: value for name, value in keys.items() if value != {}}


def labels(text: str) -> dict[str, str]:
    """The body: each `Label: value` line by its section and label, and every other line under the section's `text`."""
    body = re.sub(r"\A---\r?\n.*?\r?\n---\r?\n", "", text, count=1, flags=re.DOTALL)
    values, section = {}, "top"
    for line in body.splitlines():
        if heading := re.match(r"#{1,6} +(.*)", line):
            section = heading.group(1).strip()
        elif label := LABEL.match(line):
            values.setdefault(f"{section}.{label.group(1)}", label.group(2))
        elif line.strip():
            values[f"{section}.text"] = values.get(f"{section}.text", "") + line.strip() + "\n"
    values["line ends"] = "crlf" if "\r\n" in text else "lf"
    return values


def visible(text: str) -> str:
    """A line of a terminal without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text).strip()


class Table:
    """Rows of `intended.toml`: which differences are meant, and why."""

    def __init__(self, rows: list[dict]) -> None:
        self.rows = rows
        self.used: set[int] = set()

    @classmethod
    def read(cls, path: Path) -> "Table":
        with path.open("rb") as file:
            return cls(tomllib.load(file).get("difference", []))

    def row(self, difference: Difference) -> str | None:
        """The reason of the first row that the difference fits, None without one."""
        for index, row in enumerate(self.rows):
            if fits(row, difference):
                self.used.add(index)
                return row["because"]
        return None

    def unused(self) -> list[str]:
        """Reasons of rows that nothing has used; a reason with a used row is not among them."""
        used = {self.rows[index]["because"] for index in self.used}
        return [because for because in dict.fromkeys(row["because"] for row in self.rows) if because not in used]


def fits(row: dict, difference: Difference) -> bool:
    """Whether key, values and traits are those of the row; a value that is absent is the text `-`.

    A number of ours that is not the one the project was made with fits no row.
    """
    if difference.made is not None and (difference.ours or "0") != difference.made:
        return False
    patterns = row["key"] if isinstance(row["key"], list) else [row["key"]]
    traits = set(row.get("any_of", []))
    return (
        any(fnmatch.fnmatchcase(difference.key, pattern) for pattern in patterns)
        and (not traits or bool(traits & difference.traits))
        and set(row.get("all_of", [])) <= difference.traits
        and re.search(row.get("ours", ""), difference.ours if difference.ours is not None else "-") is not None
        and re.search(row.get("theirs", ""), difference.theirs if difference.theirs is not None else "-") is not None
    )
