#!/usr/bin/env python3
"""Runs msd-tools and msd-statusline beside the reference implementation and accounts for every difference.

Exit code: 0 when each difference is an intended one, 1 when some are not, 2 when the comparison could not be made.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from differences import Difference, Table, differing, frontmatter, labels, visible
from projects import project

PACKAGES = ["@opengsd/gsd-core@1.14.0", "node@24"]
HERE = Path(__file__).resolve().parent


class Tools:
    """The programs of one side: how each is called, with an environment that holds nothing of the user's."""

    def __init__(self, tools: list[str], line: list[str], home: Path) -> None:
        self.tools, self.line = tools, line
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(home), "TZ": "UTC", "TMPDIR": str(home)}

    def run(self, command: list[str], stdin: str = "") -> tuple[int, str]:
        done = subprocess.run(command, input=stdin.encode(), capture_output=True, env=self.environment, timeout=120)
        return done.returncode, done.stdout.decode(errors="replace")

    def json(self, root: Path) -> tuple[int, dict]:
        """The answer of `state json`; `{}` when it is no object."""
        code, text = self.run([*self.tools, "state", "json", "--cwd", str(root)])
        try:
            answer = json.loads(text)
        except ValueError:
            return code, {}
        if not isinstance(answer, dict):
            return code, {}
        answer.update(answer.pop("extra", {}))
        return code, answer

    def synced(self, root: Path) -> tuple[int, str]:
        """The text of STATE.md after `state sync`."""
        code, _ = self.run([*self.tools, "state", "sync", "--cwd", str(root)])
        return code, (root / ".planning/STATE.md").read_bytes().decode(errors="replace")

    def shown(self, root: Path) -> tuple[int, str]:
        """The status line for a window on the project."""
        call = {
            "model": {"display_name": "Opus"},
            "workspace": {"current_dir": str(root)},
            "context_window": {"remaining_percentage": 60},
        }
        code, text = self.run(self.line, json.dumps(call))
        return code, visible(text)


def reference(cache: Path, home: Path) -> Tools:
    """The reference implementation in `cache`, installed from the npm registry when it is not there."""
    package = cache / "node_modules/@opengsd/gsd-core"
    node = cache / "node_modules/node/bin/node"
    if not package.is_dir() or not node.exists():
        cache.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(cache), *PACKAGES]
        subprocess.run(command, check=True, stdout=sys.stderr)
        # The package `node` fetches its program in a script of its own; no other script runs.
        subprocess.run(["node", "installArchSpecificPackage.js"], cwd=cache / "node_modules/node", stdout=sys.stderr)
    program = str(node) if node.exists() else "node"
    return Tools(
        [program, str(package / "gsd-core/bin/gsd-tools.cjs")],
        [program, str(package / "hooks/gsd-statusline.js")],
        home,
    )


def compare(number: int, seed: int, sides: dict[str, Tools], folder: Path) -> list[Difference]:
    """Every difference between the two sides over copies of one project."""
    made = project(seed, number)
    root = {side: folder / side / f"{number:05}" for side in sides}
    results = {}
    for side, tools in sides.items():
        made.write(root[side])
        json_code, answer = tools.json(root[side])
        line_code, line = tools.shown(root[side])
        sync_code, state = tools.synced(root[side])
        results[side] = {
            "exit": {"json": json_code, "line": line_code, "sync": sync_code},
            "json": answer,
            "line": line,
            "frontmatter": frontmatter(state),
            "body": labels(state),
        }
        shutil.rmtree(root[side])
    return differing(number, made, results["ours"], results["theirs"])


def report(found: list[Difference], table: Table, projects: int, examples: int) -> bool:
    """Prints the account; whether every difference has its row."""
    by_key, by_row, unmapped = Counter(), Counter(), defaultdict(list)
    for difference in found:
        by_key[difference.key] += 1
        row = table.row(difference)
        if row is None:
            unmapped[difference.key].append(difference)
        else:
            by_row[row] += 1
    print(f"{projects} projects, {len(found)} differences\n\ncount  key")
    for key, count in by_key.most_common():
        print(f"{count:5}  {key}")
    print("\ncount  intended because")
    for row, count in by_row.most_common():
        print(f"{count:5}  {row}")
    for row in table.unused():
        print(f"    0  {row}")
    if unmapped:
        print(f"\n{sum(map(len, unmapped.values()))} differences without a row")
    for key, differences in unmapped.items():
        print(f"{len(differences):5}  {key}")
        for difference in differences[:examples]:
            print(f"       project {difference.number}: {difference.ours!r}, there {difference.theirs!r}; "
                  f"{' '.join(sorted(difference.traits))}")
    return not unmapped


def main() -> int:
    root = HERE.parent.parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reference", type=Path, help="folder that holds the reference, or gets it (default: a temporary one)")
    parser.add_argument("--programs", type=Path, default=root / "target/release", help="folder of msd-tools and msd-statusline")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first project")
    parser.add_argument("--count", type=int, default=200, help="how many projects")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--examples", type=int, default=3, help="how many examples of a difference without a row are shown")
    parser.add_argument("--dump", type=Path, metavar="FILE", help="write every difference as a line of JSON")
    parser.add_argument("--show", type=int, metavar="N", help="print the files of project N and end")
    args = parser.parse_args()
    if args.show is not None:
        for name, text in sorted(project(args.seed, args.show).files.items()):
            print(f"==> {name}\n{text}")
        return 0
    table = Table.read(HERE / "intended.toml")
    with tempfile.TemporaryDirectory(prefix="compare-") as name:
        folder = Path(name)
        (folder / "home").mkdir()
        sides = {
            "ours": Tools([str(args.programs / "msd-tools")], [str(args.programs / "msd-statusline")], folder / "home"),
            "theirs": reference((args.reference or folder / "reference").resolve(), folder / "home"),
        }
        numbers = range(args.first, args.first + args.count)
        with ThreadPoolExecutor(args.jobs) as pool:
            lists = pool.map(lambda number: compare(number, args.seed, sides, folder), numbers)
            found = [difference for differences in lists for difference in differences]
    if args.dump:
        args.dump.write_text("".join(json.dumps({**vars(one), "traits": sorted(one.traits)}) + "\n" for one in found))
    return 0 if report(found, table, args.count, args.examples) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, subprocess.SubprocessError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
