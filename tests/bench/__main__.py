"""Whole-process CPU of frequent commands, compared with Typst or the bare interpreter.

`python -m tests.bench [RUNS]` runs both alternately, 7 times unless a row is too expensive, and
prints the ratios of neighbouring runs: the median, the smallest and the largest. It measures the
printkit and the Typst that its interpreter finds, from a separate folder.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.bench import history
from tests.bench.measure import Machine, Refused
from tests.bench.rows import ROWS, Row

_WHERE = "import printkit, os; print(os.path.exists(printkit.__path__[0] + '/_content'))"


def main() -> None:
    """Measure the requested rows, print them, and record them on request."""
    options = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    options.add_argument("runs", nargs="?", type=int, default=7)
    options.add_argument("--against", choices=("typst", "python"), help="only rows with this peer")
    options.add_argument("--only", metavar="KEY", action="append", help="only this row; repeatable")
    options.add_argument("--gate", action="store_true", help="only the rows that the gate measures")
    options.add_argument("--python", default=sys.executable, help="the interpreter")
    options.add_argument("--record", metavar="NAME", help="keep a column in the history")
    options.add_argument("--note", default="", help="how the machine was")
    options.add_argument("--folder", type=Path, help="work here, and leave the files")
    asked = options.parse_args()
    rows = [
        row
        for row in ROWS
        if (row.key in asked.only if asked.only else row.gate or not asked.gate)
        and asked.against in (None, row.against)
    ]
    with tempfile.TemporaryDirectory(prefix="printkit-bench-") as name:
        folder = asked.folder or Path(name)
        machine = Machine(folder.resolve(), asked.python)
        measured = "wheel" if machine.ask("-c", _WHERE).strip() == "True" else "checkout"
        print(
            f"printkit of a {measured}; ratios of CPU or wall-clock time: median (smallest–largest)"
        )
        found = {row.key: _measure(machine, row, asked.runs) for row in rows}
    for sentence in history.growth(found):
        print(f"growth, {sentence}")
    if asked.record:
        history.keep(asked.record, measured, asked.note, found)


def _measure(machine: Machine, row: Row, runs: int) -> history.Figures:
    try:
        programs = row.programs(machine)
        measured = machine.compare(*programs, runs, row.times, by_clock=row.by_clock)
        found = history.figures(measured)
    except Refused as reason:
        print(f"{row.label}: refused: {reason}", flush=True)
        return {"refused": str(reason)}
    fewer = f", {found['runs']} runs only" if found["runs"] < runs else ""
    print(f"{row.label}: {history.ratio(found)} × {row.against}{fewer}")
    for name, side in (("printkit", found["ours"]), (row.against, found["theirs"])):
        figures = f"CPU {side['cpu']:.3f} s, clock {side['wall']:.3f} s, {side['peak']} MB"
        print(f"    {name:8} {figures}, files {side['kb']:,} kB")
    if row.note:
        print(f"    {row.note}.", flush=True)
    return found


if __name__ == "__main__":
    main()
