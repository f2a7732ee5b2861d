"""Draw mutants, run the tests that call them, and print which of them survive.

`python -m tests.mutants --count 200 --seed 1` records which tests call which functions, draws 200
mutants over all packages, and writes the survivors to `tests/mutants.toml`. `--changed REVISION`
takes the mutants of the lines that changed since a revision instead. `--recording PREFIX` uses a
recording made before: `PRINTKIT_TOUCHED=PREFIX python -m pytest -p tests.mutants.touched`.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path

from tests.mutants import touched, trial
from tests.mutants.mutations import Mutant, changed_lines, draw, mutants_of
from tests.support import processes
from tests.support.processes import ROOT

SURVIVORS = ROOT / "tests" / "mutants.toml"
RECORDING_SECONDS = 5_400.0


def main() -> int:
    """Return 1 if a mutant survives that `tests/mutants.toml` does not list."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--changed", metavar="REVISION", help="only lines changed since then")
    parser.add_argument("--recording", type=Path, metavar="PREFIX", help="use this recording")
    parser.add_argument("--write", action="store_true", help="write tests/mutants.toml")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="printkit-mutants-") as name:
        prefix = (asked.recording or record(Path(name) / "touched")).resolve()
        calls = touched.read(prefix)
        if asked.changed:
            mutants = of_changes(asked.changed)
            random.Random(asked.seed).shuffle(mutants)
            mutants = sorted(mutants[: asked.count])
        else:
            mutants = draw(asked.count, asked.seed)
        project = trial.copy_project(Path(name) / "project")
        ends = {mutant: tell(mutant, calls, project) for mutant in mutants}
    print(dict(Counter(ends.values())))
    survivors = [mutant for mutant, end in ends.items() if end != trial.KILLED]
    known = read_survivors()
    if asked.write:
        SURVIVORS.write_text(as_toml(asked.seed, ends), encoding="utf-8")
    return int(any(mutant.key not in known for mutant in survivors))


def record(prefix: Path) -> Path:
    """Run the tests of the gate once, and record which functions they call."""
    command = processes.python("-m", "pytest", "-q", "-n", "2", "-p", touched.__name__)
    env = processes.environment(**{touched.PREFIX: str(prefix)})
    processes.run(command, cwd=ROOT, env=env, timeout=RECORDING_SECONDS)
    return prefix


def of_changes(revision: str) -> list[Mutant]:
    """Return the mutants of the lines of printkit that changed since a revision."""
    git = ("git", "-C", str(ROOT))
    names = processes.run([*git, "diff", "--name-only", revision, "--", "printkit"], check=True)
    found = []
    for name in names.stdout.split():
        if not (ROOT / name).exists() or not name.endswith(".py"):
            continue
        difference = processes.run([*git, "diff", "-U0", revision, "--", name], check=True)
        lines = changed_lines(difference.stdout)
        found += [m for m in mutants_of(ROOT / name) if any(m.line in own for own in lines)]
    return found


def tell(mutant: Mutant, calls: touched.Touched, project: Path) -> str:
    """Try a mutant, and print what became of it."""
    end = trial.try_mutant(mutant, calls.get(mutant.name, []), project)
    print(f"{end:9} {mutant.path}:{mutant.line} {mutant.function}: {mutant.change}", flush=True)
    return end


def read_survivors() -> set[str]:
    """Return the keys of the survivors that are listed."""
    if not SURVIVORS.exists():
        return set()
    rows = tomllib.loads(SURVIVORS.read_text(encoding="utf-8")).get("survivors", [])
    return {row["mutant"] for row in rows}


def as_toml(seed: int, ends: dict[Mutant, str]) -> str:
    """Write the counts and the survivors of a run as TOML."""
    counts = Counter(ends.values())
    lines = [
        "# Written by `python -m tests.mutants --write`: the mutants that no test kills.",
        f"seed = {seed}",
        f"drawn = {len(ends)}",
        f"killed = {counts[trial.KILLED]}",
    ]
    for mutant, end in ends.items():
        if end != trial.KILLED:
            key = mutant.key.replace("\\", "\\\\").replace('"', '\\"')
            lines += ["", "[[survivors]]", f'mutant = "{key}"', f'end = "{end}"']
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
