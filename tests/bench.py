"""Whole-process CPU seconds of what people wait for, beside a plain reportlab program.

Run `python tests/bench.py [RUNS] [--record NAME]`. It prints the median of RUNS (default 5) runs
after a warm-up, and the ratio to `import reportlab.pdfgen.canvas`, which tells the machine's speed:
the targets of README.md ("Speed") are those of a machine where that import takes 0.08 s. It judges
nothing. Then it builds all kits, once each: with one job, with two, and again when nothing has
changed. `--record` keeps the ratios in docs/benchmarks.md, the history.
"""

from __future__ import annotations

import argparse
import io
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import NamedTuple

HISTORY = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
# As many distinct cards as a deck may have.
LARGEST_DECK = 50_000
PLAIN = """
import sys
from reportlab.pdfgen import canvas
out, pages = sys.argv[1], int(sys.argv[2])
c = canvas.Canvas(out, pagesize=(595.28, 841.89), invariant=1)
for page in range(pages):
    for i in range(9):
        x, y = 28 + i % 3 * 180, 43 + i // 3 * 252
        c.rect(x, y, 180, 252)
        c.drawString(x + 12, y + 230, f"card {page * 9 + i}")
    c.showPage()
c.save()
"""


def definition(name: str) -> str:
    """The head of a made-up deck, whose cards stand in a CSV of its name."""
    return f"""slug = "{name}"
game = "bench"
name = {{ en = "Deck {name}", fr = "Jeu {name}" }}
summary = {{ en = "Made up.", fr = "Inventé." }}
players = {{ min = 2, max = 8 }}
cards_table = "{name}.csv"
[families.deck]
name = {{ en = "Deck", fr = "Jeu" }}
back = "rosette"
"""


def deck(folder: Path, count: int) -> Path:
    """A made-up deck of so many distinct cards, kept in a CSV."""
    rows = ["id,name_en,name_fr,value,suit,emblem"]
    for n in range(count):
        suit = ("red", "blue")[n % 2]
        emblem = ("specials/star", "specials/idiot", "suits/coins", "")[n % 4]
        rows.append(f"card-{n},Card number {n},Carte numéro {n},{n % 40 - 15},{suit},{emblem}")
    (folder / f"deck-{count}.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    text = f"""slug = "deck-{count}"
game = "bench"
name = {{ en = "Deck of {count}", fr = "Jeu de {count}" }}
summary = {{ en = "Made up.", fr = "Inventé." }}
players = {{ min = 2, max = 8 }}
cards_table = "deck-{count}.csv"
[families.deck]
name = {{ en = "Deck", fr = "Jeu" }}
back = "rosette"
[suits.red]
name = {{ en = "Red", fr = "Rouge" }}
colour = "blood"
[suits.blue]
name = {{ en = "Blue", fr = "Bleu" }}
colour = "blue"
"""
    path = folder / f"deck-{count}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def pictures(folder: Path, count: int, kind: str) -> Path:
    """A made-up deck of so many cards with a picture each of 1200 × 1680 pixels, none the same."""
    from PIL import Image

    name = f"{kind}-{count}"
    (folder / name).mkdir()
    file = io.BytesIO()
    ramp = Image.linear_gradient("L").resize((1200, 1680))
    noise = Image.effect_noise(ramp.size, 40)
    bands = [Image.blend(ramp, noise, share) for share in (0.05, 0.1, 0.15)]
    Image.merge("RGB", bands).save(file, kind, compress_level=1)
    data, rows = file.getvalue(), ["id,name_en,name_fr,art"]
    # A comment before the pixels, so that no two files are the same.
    place = 33 if kind == "png" else 2
    for n in range(count):
        comment = b"tEXtn\0%05d" % n
        extra = struct.pack(">I", 7) + comment + struct.pack(">I", zlib.crc32(comment))
        if kind == "jpeg":
            extra = b"\xff\xfe\0\x07%05d" % n
        (folder / name / f"{n}.{kind}").write_bytes(data[:place] + extra + data[place:])
        rows.append(f"card-{n},Card {n},Carte {n},{name}/{n}.{kind}")
    (folder / f"{name}.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    path = folder / f"{name}.toml"
    path.write_text(definition(name), encoding="utf-8")
    return path


def cpu(command: list[str]) -> tuple[float, float]:
    """CPU seconds (user and system) and peak memory (MB) of one run.

    Those of processes that it starts and waits for are counted in.
    """
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


class Row(NamedTuple):
    """A command that is measured, and what it should take where the unit takes 0.08 s."""

    label: str
    command: list[str]
    target: float | None = None


class Measure(NamedTuple):
    """What a command took: median CPU seconds, peak memory (MB), and CPU against the unit."""

    seconds: float
    peak: float
    ratio: float


UNIT = "import reportlab.pdfgen.canvas"


def rows(folder: Path) -> list[Row]:
    """Return what is measured, the unit first."""
    python = sys.executable
    printkit = [python, "-m", "printkit"]
    # Else all but the first run would find its files unchanged, and make none.
    build = [*printkit, "build", "--rebuild", "-o", str(folder / "out")]
    found = [
        Row(UNIT, [python, "-c", UNIT]),
        Row("python -c pass", [python, "-c", "pass"]),
        Row("plain reportlab, 18 pages", [python, "-c", PLAIN, str(folder / "p.pdf"), "18"]),
        Row("printkit --help", [*printkit, "--help"]),
        Row("printkit list", [*printkit, "list"]),
        Row("printkit check casino", [*printkit, "check", "casino"]),
        Row("build casino cards, pdf", [*build, "casino", "cards", "--format", "pdf"], 0.35),
        Row("build casino cards, svg", [*build, "casino", "cards", "--format", "svg"]),
        *(
            Row(f"build {name} booklet", [*build, name, "booklet"], target)
            for name, target in (("casino", 1.2), ("tarot", 1.2), ("anthology", 6.0))
        ),
    ]
    for count, target in ((1000, 0.8), (LARGEST_DECK, 40.0)):
        path, pages = str(deck(folder, count)), str(-(-count // 9) * 2)
        plain = [python, "-c", PLAIN, str(folder / "p.pdf"), pages]
        found.append(Row(f"plain reportlab, {pages} pages", plain))
        found.append(Row(f"build {count} distinct cards, pdf", [*build, path, "cards"], target))
    for kind, target in (("jpeg", 8.0), ("png", 40.0)):
        path = str(pictures(folder, 1000, kind))
        found.append(Row(f"build 1000 pictures, {kind}", [*build, path, "cards"], target))
    return found


def measure(command: list[str], runs: int, unit: float | None) -> Measure:
    """Measure a command after a warm-up."""
    cpu(command)
    taken = [cpu(command) for _ in range(runs)]
    seconds = statistics.median(t for t, _ in taken)
    return Measure(seconds, max(m for _, m in taken), seconds / (unit or seconds))


def main() -> None:
    """Print a row for each command; with `--record NAME` add a column of the history."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("runs", nargs="?", type=int, default=5)
    options.add_argument("--record", metavar="NAME", help="add the ratios to docs/benchmarks.md")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        unit: float | None = None
        ratios: dict[str, float] = {}
        print(f"{'command':34} {'CPU s':>7} {'peak MB':>8} {'ratio':>6}  target at 0.08 s")
        for row in rows(folder):
            taken = measure(row.command, asked.runs, unit)
            unit = unit or taken.seconds
            ratios[row.label] = taken.ratio
            target = row.target
            here = f"  {target:.2f} s, here {target * unit / 0.08:.2f} s" if target else ""
            figures = f"{taken.seconds:7.3f} {taken.peak:8.0f} {taken.ratio:6.1f}"
            print(f"{row.label:34} {figures}{here}")
        ratios |= kits(folder, unit or 1.0)
    if asked.record:
        HISTORY.write_text(with_column(HISTORY.read_text("utf-8"), asked.record, ratios), "utf-8")


def with_column(text: str, name: str, ratios: dict[str, float]) -> str:
    """Add a column to the table of the history, and rows that it does not have."""
    lines = text.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("| command |"))
    end = next((i for i in range(start, len(lines)) if not lines[i].startswith("|")), len(lines))
    columns = lines[start].count("|") - 2
    table = {line.split("|")[1].strip(): line for line in lines[start + 2 : end]}
    for label in ratios:
        table.setdefault(label, f"| {label} |" + "  |" * columns)
    body = [
        f"{line} {ratios[label]:.1f} |" if label in ratios else f"{line}  |"
        for label, line in table.items()
    ]
    head = [f"{lines[start]} {name} |", f"{lines[start + 1]}---:|"]
    return "\n".join([*lines[:start], *head, *body, *lines[end:]]) + "\n"


def kits(folder: Path, unit: float) -> dict[str, float]:
    """Print what all kits take, CPU and wall-clock seconds; return the ratios to the unit."""
    build = [sys.executable, "-m", "printkit", "build", "all"]
    ratios: dict[str, float] = {}
    print(f"\n{'all kits, in both languages':34} {'CPU s':>7} {'wall s':>8} {'ratio':>6}")
    for label, out, jobs in (
        ("build all, one job", "one", "1"),
        ("build all, two jobs", "two", "2"),
        ("build all again, nothing changed", "two", "2"),
    ):
        start = time.perf_counter()
        seconds, _ = cpu([*build, "--jobs", jobs, "-o", str(folder / out)])
        wall = time.perf_counter() - start
        ratios[label] = seconds / unit
        print(f"{label:34} {seconds:7.2f} {wall:8.2f} {ratios[label]:6.0f}")
    return ratios


if __name__ == "__main__":
    main()
