"""What a person asks to build. Above all rooms, beside kit.

In: choices of a command line, or of a test. Out: one value that the whole chain works from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

SHEETS, CARDS = "sheets", "cards"
LAYOUTS = (SHEETS, CARDS)
PRINTED, BLANK = "printed", "blank"
VALUES = (PRINTED, BLANK)
NORMAL, LARGE = "normal", "large"
INDICES = (NORMAL, LARGE)


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked to build. Lengths in mm; None takes the definition's or our default."""

    variant: str
    products: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("en",)
    formats: tuple[str, ...] = ("pdf",)
    paper: str = "a4"
    card: str | None = None
    theme: str = "classic"
    index: str = NORMAL
    duplex: str = "long"
    gap: float = 0.0
    bleed: float = 2.0
    margin: float = 5.0
    corners: bool = False
    proof: bool = False
    layout: str = SHEETS
    dpi: float = 300.0
    players: int = 1
    ink: bool = False
    values: str = PRINTED
    adds: tuple[str, ...] = ()
    out: Path = field(default_factory=lambda: Path("output"))
