"""The Typst programs compared with printkit, with the same drawings and words.

They are as fast as we could make them: the back is a page of a PDF, which Typst embeds once.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from tests.bench.made import ART

HERE = Path(__file__).resolve().parent
FONTS = HERE.parents[1] / "fonts"
DRIVER = """
import sys, typst
program, out, fonts, *inputs = sys.argv[1:]
inputs = dict(word.split("=", 1) for word in inputs)
typst.compile(program, output=out, root="/", font_paths=[fonts], ignore_system_fonts=True,
              format=inputs.pop("format", "pdf"), ppi=float(inputs.pop("ppi", 300)),
              sys_inputs=inputs)
"""
# Runs printkit with arguments and returns its output.
Printkit = Callable[..., str]


def program(folder: Path, name: str, out: Path, **inputs: str) -> list[str]:
    """Return the arguments of an interpreter that compiles a program of this folder."""
    suffix = inputs.get("format", "pdf")
    # A picture is one file per page.
    written = out / (f"page-{{p}}.{suffix}" if suffix == "png" else f"out.{suffix}")
    words = [f"{key}={value}" for key, value in inputs.items()]
    return ["-c", DRIVER, str(HERE / name), str(written), str(FONTS), *words]


def cards(folder: Path, printkit: Printkit, out: Path, table: Path, **inputs: str) -> list[str]:
    """Lay out the cards of a table, with the drawings of its emblems."""
    back = _make_back(folder, printkit)
    given = {"layout": "sheets", "table": str(table), "art": str(ART), "back": back, **inputs}
    return program(folder, "cards.typ", out, **given)


def pictures(folder: Path, printkit: Printkit, out: Path, table: Path) -> list[str]:
    """Lay out the pictures named by a table."""
    back = _make_back(folder, printkit)
    # Typst resolves files relative to the program, and these from the root.
    beside = table.with_name(f"typst-{table.name}")
    lines = table.read_text(encoding="utf-8").replace(
        f",{table.stem}/", f",{table.parent}/{table.stem}/"
    )
    beside.write_text(lines, encoding="utf-8")
    return program(folder, "pictures.typ", out, table=str(beside), back=back)


def _make_back(folder: Path, printkit: Printkit) -> str:
    path = folder / "back.pdf"
    if not path.exists():
        wishes = ("--layout", "deck", "--order", "fronts-then-backs", "--lang", "en")
        printkit("build", "casino", "cards", *wishes, "-o", str(folder / "single"))
        (made,) = (folder / "single").rglob("*back*.pdf")
        shutil.copy(made, path)
    return str(path)


def make_casino_table(folder: Path, printkit: Printkit) -> Path:
    """Write a table of the casino deck: pips, courts and specials with our drawings."""
    path = folder / "casino.csv"
    lines = ["name_en,value,emblem,mark,pips,copies"]
    for card in json.loads(printkit("show", "casino", "--json"))["cards"]:
        rank, suit = str(card["rank"]), card["suit"]
        names = (f"specials/{card['id']}-card", f"specials/{card['id']}")
        named = (*names, f"courts/{rank}", f"suits/{suit}-{rank}")
        drawn = next((name for name in named if (ART / f"{name}.svg").exists()), f"suits/{suit}")
        mark = f"suits/{suit}" if suit else f"specials/{card['id']}-mark"
        pips = rank if rank.isdigit() else "0"
        value = str(card["values"][0])
        lines.append(",".join((card["name"]["en"], value, drawn, mark, pips, str(card["copies"]))))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def booklet(folder: Path, printkit: Printkit, out: Path) -> list[str]:
    """Lay out the words of the casino booklet from printkit's Markdown."""
    printkit("build", "casino", "booklet", "--lang", "en", "-o", str(folder / "words"))
    (words,) = (folder / "words").rglob("*.md")
    path = folder / "booklet.json"
    blocks = read_markdown(words.read_text(encoding="utf-8"))
    path.write_text(json.dumps(blocks), encoding="utf-8")
    return program(folder, "booklet.typ", out, words=str(path))


def read_markdown(text: str) -> list[list[str]]:
    """Return blocks, each its kind and its words: headings, entries, notes, rows, paragraphs."""
    blocks = []
    for line in text.split("\n"):
        bare = line.lstrip("> ")
        head, _, rest = bare.partition(" ")
        if not bare or bare.startswith(("<!--", "| --")):
            continue
        if bare.startswith("|"):
            blocks.append(["row", *(cell.strip() for cell in bare.strip("|").split("|"))])
        elif set(head) == {"#"}:
            blocks.append([f"h{len(head)}", rest])
        elif head == "-" or head.rstrip(".").isdigit():
            blocks.append(["entry" if head == "-" else "step", rest])
        else:
            blocks.append(["note" if line.startswith(">") else "p", bare])
    return blocks
