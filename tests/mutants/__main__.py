"""Draw mutants, run the tests that execute their lines, and print the survivors.

`python -m tests.mutants --count 200 --seed 1` draws 200 mutants over all packages, runs the gate
once to record which tests execute their lines, runs those tests against each mutant, and writes the
survivors to `tests/mutants.toml` with `--write`. `--changed REVISION` draws from the lines that
changed since a revision instead. `--recording FOLDER` uses the recording in a folder, or makes it
there. `--against FILE …` runs all tests of some files against the listed survivors.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from tests.mutants import touched, trial
from tests.mutants.choice import Choice
from tests.mutants.mutations import Mutant, changed_lines, draw, mutants_of
from tests.mutants.trial import BROKEN, KILLED, SLOW, SURVIVED, UNTOUCHED
from tests.support import processes
from tests.support.processes import ROOT

SURVIVORS = ROOT / "tests" / "mutants.toml"
RECORDING_SECONDS = 5_400.0
# The ends of a mutant that a test notices: one fails, or does not end.
CAUGHT = (KILLED, SLOW)
Ends = dict[Mutant, str]


def main() -> int:
    """Return 1 if a mutant survives that `tests/mutants.toml` does not list."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--changed", metavar="REVISION", help="only lines changed since then")
    parser.add_argument("--recording", type=Path, metavar="FOLDER", help="use or make it there")
    parser.add_argument("--against", nargs="+", metavar="FILE", help="try listed survivors again")
    parser.add_argument("--write", action="store_true", help="write tests/mutants.toml")
    asked = parser.parse_args()
    known = read_survivors()
    if asked.changed:
        mutants = of_changes(asked.changed, asked.count, asked.seed)
    else:
        mutants = draw(asked.count, asked.seed)
    if asked.against:
        mutants = [mutant for mutant in mutants if mutant.key in known]
    with tempfile.TemporaryDirectory(prefix="printkit-mutants-") as name:
        folder = Path(name)
        if asked.against:
            ends = try_against(mutants, asked.against, folder)
        else:
            recording = record((asked.recording or folder / "recording").resolve(), mutants)
            ends = judge(mutants, Choice(touched.read(recording)), folder)
    for mutant, end in ends.items():
        print(f"{end:9} {mutant.path}:{mutant.line} {mutant.function}: {mutant.change}")
    print(dict(Counter(ends.values())))
    if asked.write:
        SURVIVORS.write_text(as_toml(asked.seed, ends, known), encoding="utf-8")
    return int(any(end not in CAUGHT and mutant.key not in known for mutant, end in ends.items()))


def record(folder: Path, mutants: Iterable[Mutant]) -> Path:
    """Run the tests of the gate once and record the lines of mutants, unless it was done before."""
    if not [*folder.glob("tests-*.jsonl")]:
        folder.mkdir(parents=True, exist_ok=True)
        lines: touched.Lines = {}
        for mutant in mutants:
            lines.setdefault(mutant.path, []).append(mutant.line)
        (folder / touched.PLACES).write_text(json.dumps(lines), encoding="utf-8")
        command = processes.python("-m", "pytest", "-q", "-n", "2", "-p", touched.__name__)
        env = processes.environment(**{touched.FOLDER: str(folder)})
        processes.run(command, cwd=ROOT, env=env, timeout=RECORDING_SECONDS)
    return folder


def of_changes(revision: str, count: int, seed: int) -> list[Mutant]:
    """Return mutants of the lines of printkit that changed since a revision."""
    git = ("git", "-C", str(ROOT))
    names = processes.run([*git, "diff", "--name-only", revision, "--", "printkit"], check=True)
    found = []
    for name in names.stdout.split():
        if not (ROOT / name).exists() or not name.endswith(".py"):
            continue
        difference = processes.run([*git, "diff", "-U0", revision, "--", name], check=True)
        lines = changed_lines(difference.stdout)
        found += [m for m in mutants_of(ROOT / name) if any(m.line in own for own in lines)]
    random.Random(seed).shuffle(found)
    return sorted(found[:count])


def judge(mutants: Sequence[Mutant], choice: Choice, folder: Path) -> Ends:
    """Try each mutant against the nearest tests first, and survivors against further ones."""
    ends = dict.fromkeys(mutants, UNTOUCHED)
    excluded: set[str] = set()  # tests that fail without a mutant, or in a copied process
    for choose in (choice.near, choice.further):
        left = [mutant for mutant in mutants if ends[mutant] not in CAUGHT]
        while left:
            tests = {mutant: choose(mutant, excluded) for mutant in left}
            pairs = [(mutant, own) for mutant, own in tests.items() if own]
            results, failing = _try(pairs, choice, folder)
            left = [mutant for mutant, (_, test) in results.items() if test in failing]
            ends.update({one: end for one, (end, _) in results.items() if one not in left})
            excluded |= failing
        print(f"after {choose.__name__} tests: {dict(Counter(ends.values()))}", flush=True)
    # A copied process cannot give a function code with other free variables.
    late = [
        one
        for one in mutants
        if ends[one] not in CAUGHT and (ends[one] == BROKEN or choice.needs_fresh(one))
    ]
    if late:
        project = trial.copy_project(folder / "project")
        for mutant in late:
            if tests := choice.fresh(mutant, excluded):
                ends[mutant] = trial.try_afresh(mutant, tests, project)
    return ends


def _try(
    pairs: Sequence[tuple[Mutant, list[str]]], choice: Choice, folder: Path
) -> tuple[dict[Mutant, tuple[str, str]], set[str]]:
    """Return the end of each mutant with the test that failed, and tests that always fail."""
    trials = [
        trial.Trial(one.key, one.path, one.source, tests, choice.cpu(tests)) for one, tests in pairs
    ]
    results = {result.key: result for result in trial.run_trials(trials, folder / "trials")}
    failing = {
        key.removeprefix(trial.CONTROL)
        for key, result in results.items()
        if key.startswith(trial.CONTROL) and result.end != SURVIVED
    }
    ends = {one: (results[one.key].end, results[one.key].test) for one, _ in pairs}
    return ends, failing


def try_against(mutants: Sequence[Mutant], files: Sequence[str], folder: Path) -> Ends:
    """Try mutants against all tests of some files."""
    choice = Choice([])
    ends, failing = _try([(mutant, [*files]) for mutant in mutants], choice, folder)
    assert not failing, failing
    return {mutant: end for mutant, (end, _) in ends.items()}


def read_survivors() -> dict[str, str]:
    """Return the keys of the listed survivors, with the reason why one is equivalent."""
    if not SURVIVORS.exists():
        return {}
    rows = tomllib.loads(SURVIVORS.read_text(encoding="utf-8")).get("survivors", [])
    return {row["mutant"]: row.get("equivalent", "") for row in rows}


def as_toml(seed: int, ends: Ends, known: Mapping[str, str]) -> str:
    """Write the counts and the survivors of a run as TOML, with the reasons known before."""
    caught = [mutant for mutant, end in ends.items() if end in CAUGHT]
    drawn, found = _by_package(ends), _by_package(caught)
    lines = [
        "# Written by `python -m tests.mutants --write`: the mutants that no test kills.",
        "# By hand: `equivalent`, the reason why a survivor behaves like the original.",
        f"seed = {seed}",
        f"drawn = {len(ends)}",
        f"killed = {len(caught)}",
        "",
        "[packages] # killed and drawn",
        *(f"{package} = [{found[package]}, {drawn[package]}]" for package in sorted(drawn)),
    ]
    for mutant, end in ends.items():
        if end not in CAUGHT:
            lines += ["", "[[survivors]]", f"mutant = {_quote(mutant.key)}", f'end = "{end}"']
            if reason := known.get(mutant.key):
                lines.append(f"equivalent = {_quote(reason)}")
    return "\n".join(lines) + "\n"


def _by_package(mutants: Collection[Mutant]) -> Counter[str]:
    return Counter(mutant.package for mutant in mutants)


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
