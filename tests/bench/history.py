"""Recorded measurements: history.toml, and the tables of docs/benchmarks.md generated from it."""

from __future__ import annotations

import json
import statistics
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.bench.measure import Measured
from tests.bench.rows import COUNTS, ROWS

HISTORY = Path(__file__).with_name("history.toml")
DOCS = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
# The generated text is between these headings.
FIRST, AFTER = "## Ratios\n", "## Before\n"
HEAD = """\
# CPU of whole processes, column by column, written by `python -m tests.bench --record NAME`.
# A ratio is the least, the median and the most of runs side by side; best is that of the least CPU,
# in some rows of wall-clock seconds.
# ours and theirs: medians of CPU and clock in seconds, the most memory in MB, files in kB."""
# Growth counts as linear up to this factor in the cost per card.
EVEN = 1.25
Figures = dict[str, Any]


def figures(measured: Measured) -> Figures:
    """Return the recorded figures of a row."""
    kept: Figures = {
        "ratio": [round(ratio, 2) for ratio in measured.ratios],
        "best": round(measured.best, 2),
        "runs": len(measured.ours),
    }
    for name, runs, size in (
        ("ours", measured.ours, measured.size),
        ("theirs", measured.theirs, measured.their_size),
    ):
        kept[name] = {
            "cpu": round(statistics.median(run.cpu for run in runs), 3),
            "wall": round(statistics.median(run.wall for run in runs), 3),
            "peak": round(max(run.peak for run in runs)),
            "kb": round(size / 1000),
        }
    return kept


def read() -> list[Figures]:
    """Return the columns, the oldest first."""
    found = tomllib.loads(HISTORY.read_text(encoding="utf-8"))
    columns: list[Figures] = found.get("columns", [])
    return columns


def last(measured: str) -> Figures:
    """Return the rows of the last column of a wheel or a checkout."""
    rows: Figures = [column for column in read() if column["of"] == measured][-1]["rows"]
    return rows


def keep(name: str, measured: str, note: str, rows: dict[str, Figures]) -> None:
    """Add a column, or rows to the column with this name, and rewrite the tables."""
    columns = read()
    same = [column for column in columns if (column["name"], column["of"]) == (name, measured)]
    if not same:
        columns.append({"name": name, "of": measured, "note": note, "rows": {}})
    (same or columns)[-1]["rows"] |= rows
    lines = [HEAD]
    for column in columns:
        lines += [
            "",
            "[[columns]]",
            *(f'{key} = "{column[key]}"' for key in ("name", "of", "note")),
        ]
        for key, row in column["rows"].items():
            lines += ["", f"[columns.rows.{key}]"]
            lines += [f"{part} = {_toml(value)}" for part, value in row.items()]
    HISTORY.write_text("\n".join(lines) + "\n", encoding="utf-8")
    head, _, rest = DOCS.read_text(encoding="utf-8").partition(FIRST)
    DOCS.write_text(head + tables(columns) + AFTER + rest.partition(AFTER)[2], encoding="utf-8")


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def tables(columns: list[Figures]) -> str:
    """Return the ratios of wheels, column by column, and all figures of the last one."""
    wheels = [column for column in columns if column["of"] == "wheel"]
    names = [column["name"] for column in wheels]
    lines = [FIRST, f"| work | against | {' | '.join(names)} |", "|---|---|" + "---:|" * len(names)]
    for row in ROWS:
        cells = [ratio(column["rows"].get(row.key, {})) for column in wheels]
        lines.append(f"| {row.label} | {row.against} | {' | '.join(cells)} |")
    if not wheels:
        return "\n".join(lines) + "\n\n"
    newest = wheels[-1]
    lines += [
        "",
        f"The following table contains all measurements from {newest['name']}. Where there are two "
        f"figures, the second is that of Typst. The measurements were made on {newest['note']}.",
    ]
    heads = ("CPU s", "clock s", "peak MB", "files kB", "runs")
    lines += ["", f"| work | {' | '.join(heads)} |", f"|---|{'---:|' * len(heads)}"]
    for row in ROWS:
        found = newest["rows"].get(row.key, {})
        if "ours" in found:
            parts = [_both(found, part, row.against) for part in ("cpu", "wall", "peak", "kb")]
            lines.append(f"| {row.label} | {' | '.join(parts)} | {found['runs']} |")
    refused = {row.label: newest["rows"].get(row.key, {}).get("refused") for row in ROWS}
    if failed := [f"- {label}: {words}" for label, words in refused.items() if words]:
        lines += ["", "Rows that failed:", "", *failed]
    lines += ["", "In these rows, the two programs do not do the same work:", ""]
    for note in dict.fromkeys(row.note for row in ROWS if row.note):
        lines.append(f"- {'; '.join(row.label for row in ROWS if row.note == note)}: {note}.")
    lines += ["", "When a deck grows, each additional card needs:", ""]
    lines += [f"- {sentence}" for sentence in growth(newest["rows"])]
    return "\n".join(lines) + "\n\n"


def ratio(row: Figures) -> str:
    """Return the median with its spread."""
    if not row or "refused" in row:
        return "refused" if row else ""
    low, middle, high = (f"{ratio:.{1 if ratio >= 1 else 2}f}" for ratio in row["ratio"])
    return f"{middle}, one run" if row["runs"] == 1 else f"{middle} ({low}–{high})"


def _both(row: Figures, part: str, against: str) -> str:
    ours, theirs = (f"{row[side][part]:,}" for side in ("ours", "theirs"))
    if part == "cpu" and not row["ours"]["cpu"]:  # the processes of a browser
        return "–"
    return f"{ours} / {theirs}" if against == "typst" else ours


def growth(rows: dict[str, Figures]) -> list[str]:
    """Return sentences about the cost of a further card, from the smallest deck to the largest."""
    found = [(count, rows.get(f"distinct-{count}", {})) for count in COUNTS]
    decks = [(count, row) for count, row in found if "ours" in row]
    sentences, before = [], None
    for (few, small), (many, large) in pairwise(decks):
        more = many - few
        cpu = (large["ours"]["cpu"] - small["ours"]["cpu"]) / more * 1000
        memory = (large["ours"]["peak"] - small["ours"]["peak"]) / more * 1000
        size = (large["ours"]["kb"] - small["ours"]["kb"]) / more
        costs = f"{cpu:.2f} ms, {memory:.1f} kB of memory and {size:.2f} kB of file size"
        sentence = f"From {few:,} to {many:,} cards: {costs}"
        if before is not None:
            even = (
                "linear growth"
                if cpu <= before * EVEN
                else f"{cpu / before:.1f} times the time before"
            )
            sentence += f" ({even})"
        sentences.append(sentence + ".")
        before = cpu
    return sentences
