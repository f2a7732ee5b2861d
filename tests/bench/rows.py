"""The benchmark rows: each is a printkit command and a program that does the same work."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.bench import made, page, peers
from tests.bench.measure import Machine, Program

PICTURES = 1_000
COUNTS = (100, 1_000, 10_000, 50_000)
# Typst keeps everything in memory, 1.5 GB for this many: it lays out no more of a larger deck.
TYPST_CARDS, TYPST_PICTURES = 10_000, 100


class Row(NamedTuple):
    """A command line of printkit, and the arguments of the compared program.

    `typst` makes these arguments, with their input, in a folder; without it the bare interpreter is
    started. `make` makes a file, which replaces `{file}`. `note` explains how the work differs, and
    `times` how much less of it Typst does. `out` is a folder that rows share. `anew`: no run finds
    a cache of an earlier one. `gate`: the gate measures this row. `by_clock`: the ratios are those
    of wall-clock seconds. `page`: the command is a view of the page.
    """

    key: str
    label: str
    command: str
    typst: Callable[[Machine, Path], list[str]] | None = None
    note: str = ""
    times: int = 1
    make: Callable[[Machine], Path] | None = None
    out: str = ""
    anew: bool = False
    gate: bool = False
    by_clock: bool = False
    page: bool = False

    @property
    def against(self) -> str:
        return "typst" if self.typst else "python"

    def programs(self, machine: Machine) -> tuple[Program, Program]:
        """Return both programs after making their input. Raises Refused."""
        out = machine.folder / "out" / (self.out or self.key)
        if self.page:
            return page.program(machine.folder, self.command, out), Program(("-c", "pass"), out)
        file = str(self.make(machine)) if self.make else ""
        words = [word.replace("{file}", file) for word in shlex.split(self.command)]
        variables = {}
        while words and "=" in words[0]:
            name, _, variables[name] = words.pop(0).partition("=")
        if words and words[0] in ("build", "preview"):
            words += ["-o", str(out)]
        peer = machine.folder / "typst" / self.key
        peer.mkdir(parents=True, exist_ok=True)
        theirs = self.typst(machine, peer) if self.typst else ["-c", "pass"]
        ours = Program(("-m", "printkit", *words), out, variables, self.anew)
        return ours, Program(theirs, peer)


def _casino(machine: Machine, out: Path, **inputs: str) -> list[str]:
    table = peers.make_casino_table(machine.folder, machine.printkit)
    return peers.cards(machine.folder, machine.printkit, out, table, **inputs)


def _distinct(count: int, machine: Machine, out: Path) -> list[str]:
    table = made.deck(machine.folder, min(count, TYPST_CARDS)).with_suffix(".csv")
    return peers.cards(machine.folder, machine.printkit, out, table)


def _pictures(kind: str, machine: Machine, out: Path) -> list[str]:
    table = made.pictures(machine.folder, machine.ask, TYPST_PICTURES, kind).with_suffix(".csv")
    return peers.pictures(machine.folder, machine.printkit, out, table)


def _booklet(machine: Machine, out: Path) -> list[str]:
    return peers.booklet(machine.folder, machine.printkit, out)


def _own_deck(machine: Machine) -> Path:
    path = machine.folder / "own-deck"
    if not path.exists():
        machine.printkit("new", "own-deck", "--from", "casino")
    return next(path.glob("*.toml"))


_DECK = "Typst draws simpler faces without engravings and repeats each drawing in the file"
_PNG = "Typst paints each line in one pass, while printkit paints thin lines at a higher resolution"
_WORDS = "Typst sets only the text, without pictures, in one PDF of about the same length"


def _distinct_row(count: int) -> Row:
    part = min(count, TYPST_CARDS)
    times = count // part
    fewer = f". Typst lays out only {part:,} cards, and its time is multiplied by {times}"
    return Row(
        f"distinct-{count}",
        f"{count:,} distinct cards with {made.EMBLEMS} emblems, from a CSV file",
        "build {file} cards --rebuild --lang en",
        partial(_distinct, count),
        _DECK + (fewer if times > 1 else ""),
        times,
        make=lambda machine: made.deck(machine.folder, count),
    )


def _picture_row(kind: str) -> Row:
    times = PICTURES // TYPST_PICTURES
    return Row(
        f"pictures-{kind}",
        f"{PICTURES:,} cards with two-megapixel {kind.upper()} pictures",
        "build {file} cards --rebuild --lang en",
        partial(_pictures, kind),
        f"Typst lays out only {TYPST_PICTURES} cards, and its time is multiplied by {times}",
        times,
        make=lambda machine: made.pictures(machine.folder, machine.ask, PICTURES, kind),
    )


ROWS = (
    Row("help", "--help", "--help", gate=True),
    Row("completion", "completion bash", "completion bash"),
    Row(
        "tab",
        "tab completion in a shell",
        "_PRINTKIT_COMPLETE=bash_complete COMP_WORDS='printkit build ca' COMP_CWORD=2",
    ),
    Row("list", "list", "list", gate=True),
    Row("show", "show casino", "show casino", gate=True),
    Row("hand", "show tarot --hand", "show tarot --hand 'T12 SK Co7'"),
    Row("map", "map tarot casino, text", "map tarot casino"),
    Row("check", "check casino for the first time", "check casino", anew=True, gate=True),
    Row("check-again", "check a user deck, unchanged", "check {file}", make=_own_deck),
    Row(
        "cards",
        "casino cards, PDF",
        "build casino cards --rebuild --lang en",
        _casino,
        _DECK,
        gate=True,
    ),
    Row(
        "cards-anew",
        "casino cards, PDF, empty cache",
        "build casino cards --rebuild --lang en",
        _casino,
        _DECK,
        anew=True,
    ),
    Row("kit", "casino kit, one language", "build casino --rebuild --lang en --jobs 1"),
    Row("kit-2", "casino kit, two languages", "build casino --rebuild --lang en,fr --jobs 1"),
    Row(
        "kit-clock",
        "casino kit, one language, two processes, wall-clock time",
        "build casino --rebuild --lang en --jobs 2",
        by_clock=True,
    ),
    Row(
        "kit-2-clock",
        "casino kit, two languages, two processes, wall-clock time",
        "build casino --rebuild --lang en,fr --jobs 2",
        by_clock=True,
    ),
    Row("tonight", "build kessel tonight", "build kessel tonight --rebuild --lang en"),
    Row(
        "booklet",
        "casino booklet, all forms",
        "build casino booklet --rebuild --lang en",
        _booklet,
        _WORDS,
    ),
    Row(
        "booklet-pdf",
        "casino booklet, PDF alone",
        "build casino booklet --rebuild --lang en --format pdf",
        _booklet,
        _WORDS,
    ),
    Row(
        "sheets",
        "casino cards, 18 sheets as PNG",
        "build casino cards --rebuild --lang en --format png",
        partial(_casino, format="png"),
        f"{_DECK}. {_PNG}",
    ),
    Row(
        "preview",
        "preview casino, PNG",
        "preview casino --lang en",
        partial(_casino, layout="contact", format="png", ppi="83.5"),
        f"{_DECK}. {_PNG}",
    ),
    Row("mat-png", "casino mat, PNG", "build casino mat --rebuild --lang en --format png"),
    Row(
        "table",
        "Kessel for Tabletop Simulator",
        "build kessel --rebuild --lang en --target tabletop-simulator",
    ),
    Row(
        "shop",
        "Kessel for DriveThruCards",
        "build kessel --rebuild --lang en --target drivethrucards",
    ),
    *map(_distinct_row, COUNTS),
    *map(_picture_row, ("jpeg", "png")),
    Row("all", "build all, both languages, one process", "build all --rebuild --jobs 1"),
    Row(
        "all-two",
        "build all, both languages, two processes, wall-clock time",
        "build all --rebuild --jobs 2",
        by_clock=True,
    ),
    Row("all-again", "build all again, unchanged", "build all --jobs 1", out="all"),
    Row(
        "page",
        "first Kessel kit made on the web page, wall-clock time",
        "kit/kessel?parts=cards&theme=noir",
        by_clock=True,
        page=True,
    ),
)
