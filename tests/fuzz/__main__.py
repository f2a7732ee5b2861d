"""`python -m tests.fuzz --cases 100000`: run many cases and print a table of the results.

A finding is shrunk and printed with its seed and number, and saved into `--keep FOLDER`; from there
it is moved to `tests/fuzz/found/`, where the gate tries it forever.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.fuzz.kinds import KINDS
from tests.fuzz.shrink import shrink
from tests.fuzz.trial import Case, Finding, Trial, make_case, run_case


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=2_000, help="how many, of all kinds together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, action="append", help="only this; repeatable")
    parser.add_argument("--number", type=int, help="one case of the seed")
    parser.add_argument("--keep", type=Path, help="folder for what is found")
    wishes = parser.parse_args()
    kinds = wishes.kind or list(KINDS)
    trials: dict[str, list[Trial]] = {kind: [] for kind in kinds}
    seen: set[tuple[str, str]] = set()
    for kind, number in _numbers(kinds, wishes.cases, wishes.number):
        case = make_case(kind, wishes.seed, number)
        trial = run_case(case)
        trials[kind].append(trial)
        if trial.finding and (kind, trial.finding.what) not in seen:
            seen.add((kind, trial.finding.what))
            _report(case, trial.finding, f"--seed {wishes.seed} --number {number}", wishes.keep)
    print("| kind | cases | refused | s of CPU | slowest | found |\n|---|--:|--:|--:|--:|---|")
    for kind, of_kind in (*trials.items(), ("all", [*chain.from_iterable(trials.values())])):
        print(_row(kind, of_kind))
    return 1 if seen else 0


def _numbers(kinds: list[str], cases: int, number: int | None) -> Iterator[tuple[str, int]]:
    """Yield kinds with the numbers of their cases, a hundred at a time."""
    if number is not None:
        yield from ((kind, number) for kind in kinds)
        return
    whole = sum(KINDS[kind].share for kind in kinds)
    for hundred in range(-(-cases // whole)):
        if hundred % 10 == 9:
            print(f"{(hundred + 1) * whole} cases", file=sys.stderr, flush=True)
        for kind in kinds:
            share = KINDS[kind].share
            yield from ((kind, hundred * share + i) for i in range(share))


def _report(case: Case, finding: Finding, place: str, keep: Path | None) -> None:
    """Print a finding with the smallest input that shows it."""

    def still_fails(data: bytes) -> bool:
        again = run_case(Case(case.kind, case.level, data)).finding
        return again is not None and again.what == finding.what

    data = shrink(case.data, still_fails)
    print(f"== {case.kind}: {finding.what} (--kind {case.kind} {place}, level {case.level})")
    print(finding.details.rstrip())
    print(f"-- {data[:2000]!r}", flush=True)
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        name = "".join(letter if letter.isalnum() else "-" for letter in finding.what)[:60]
        (keep / f"{case.kind}-{name}{KINDS[case.kind].suffix}").write_bytes(data)


def _row(name: str, trials: list[Trial]) -> str:
    """Return a row of the table of results, in Markdown."""
    findings = Counter(trial.finding.what for trial in trials if trial.finding)
    found = ", ".join(f"{what} × {times}" for what, times in findings.items()) or "nothing"
    seconds = [trial.seconds for trial in trials]
    return (
        f"| {name} | {len(trials):,} | {sum(trial.refused for trial in trials):,} | "
        f"{math.fsum(seconds):.1f} | {max(seconds, default=0.0):.2f} | {found} |"
    )


if __name__ == "__main__":
    sys.exit(main())
