"""Whole-process CPU seconds of what people wait for, beside a plain reportlab program.

Run `python tests/bench.py [RUNS]`. It prints the median of RUNS (default 5) runs after a warm-up,
and the ratio to `import reportlab.pdfgen.canvas`, which tells the machine's speed: the targets of
README.md ("Speed") are those of a machine where that import takes 0.08 s. It judges nothing.
Then it builds all kits, once each: with one job, with two, and again when nothing has changed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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
cards_csv = "deck-{count}.csv"
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


def cpu(command: list[str]) -> tuple[float, float]:
    """CPU seconds (user and system) and peak memory (MB) of one run.

    Those of processes that it starts and waits for are counted in.
    """
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    """Prints a row for each command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    python = sys.executable
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Fresh: else all but the first run would find its files unchanged, and make none.
        build = [python, "-m", "printkit", "build", "--fresh", "-o", str(folder / "out")]
        rows: list[tuple[str, list[str], float | None]] = [
            (
                "import reportlab.pdfgen.canvas",
                [python, "-c", "import reportlab.pdfgen.canvas"],
                None,
            ),
            ("plain reportlab, 18 pages", [python, "-c", PLAIN, str(folder / "p.pdf"), "18"], None),
            ("printkit list", [python, "-m", "printkit", "list"], None),
            ("build casino cards, pdf", [*build, "casino", "cards", "--format", "pdf"], 0.35),
            ("build casino cards, svg", [*build, "casino", "cards", "--format", "svg"], None),
            *(
                (f"build {name} booklet", [*build, name, "booklet"], most)
                for name, most in (("casino", 1.2), ("tarot", 1.2), ("anthology", 6.0))
            ),
        ]
        for count, most in ((1000, 0.8), (10000, 4.0)):
            path = str(deck(folder, count))
            pages = str(-(-count // 9) * 2)
            rows.append(
                (
                    f"plain reportlab, {pages} pages",
                    [python, "-c", PLAIN, str(folder / "p.pdf"), pages],
                    None,
                )
            )
            rows.append((f"build {count} distinct cards, pdf", [*build, path, "cards"], most))
        unit = None
        print(f"{'command':34} {'CPU s':>7} {'peak MB':>8} {'ratio':>6}  target at 0.08 s")
        for label, command, most in rows:
            cpu(command)
            taken = [cpu(command) for _ in range(runs)]
            seconds = statistics.median(t for t, _ in taken)
            peak = max(m for _, m in taken)
            unit = unit or seconds
            here = f"  {most:.2f} s, here {most * unit / 0.08:.2f} s" if most else ""
            print(f"{label:34} {seconds:7.3f} {peak:8.0f} {seconds / unit:6.1f}{here}")
        kits(folder, unit or 1.0)


def kits(folder: Path, unit: float) -> None:
    """Prints what all kits take: CPU and wall-clock seconds, and the ratio to the import."""
    build = [sys.executable, "-m", "printkit", "build", "all"]
    print(f"\n{'all kits, in both languages':34} {'CPU s':>7} {'wall s':>8} {'ratio':>6}")
    for label, out, jobs in (
        ("build all, one job", "one", "1"),
        ("build all, two jobs", "two", "2"),
        ("build all again, nothing changed", "two", "2"),
    ):
        start = time.perf_counter()
        seconds, _ = cpu([*build, "--jobs", jobs, "-o", str(folder / out)])
        wall = time.perf_counter() - start
        print(f"{label:34} {seconds:7.2f} {wall:8.2f} {seconds / unit:6.0f}")


if __name__ == "__main__":
    main()
