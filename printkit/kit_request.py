"""What a person asks to build. Above all rooms, beside kit.

In: choices of a command line, or of a test. Out: one value that the whole chain works from.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from printkit.base.printer_profile import Profile
from printkit.imposition.duplex import SHORT
from printkit.products.piece import CALIPER, DIE, MAT_SHAPES

SHEETS, CARDS = "sheets", "cards"
LAYOUTS = (SHEETS, CARDS)
PRINTED, BLANK = "printed", "blank"
VALUES = (PRINTED, BLANK)
# The books of several games.
BOOKS = "rules/books.toml"
NORMAL, LARGE = "normal", "large"
INDICES = (NORMAL, LARGE)


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asked to build. Lengths in mm; None takes the definition's or our default.

    `languages` are editions: a language, or two side by side (`fr+en`).

    `labels` is a label sheet that tokens are printed on, from its label `first` on, moved by
    `nudge`. `caliper` is the thickness of a card, `sleeves` what sleeves add to its width and
    height (0: none), `die` the edge of a paper die, `mat` the shape of a mat; `pegs` cuts holes
    where lights and tracks are. `printer` is the profile that the pages are
    set right for. `fresh` makes anew what has not changed since the build before.
    """

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
    overlap: float = 10.0
    corners: bool = False
    proof: bool = False
    layout: str = SHEETS
    dpi: float = 300.0
    players: int | None = None
    ink: bool = False
    values: str = PRINTED
    adds: tuple[str, ...] = ()
    printer: Profile | None = None
    token_size: float | None = None
    token_shape: str | None = None
    cut: str = "knife"
    labels: str | None = None
    first: int = 1
    nudge: tuple[float, float] = (0.0, 0.0)
    caliper: float = CALIPER
    sleeves: float = 0.0
    die: float = DIE
    mat: str = MAT_SHAPES[0]
    page: str = "a5"
    turned: str = SHORT
    pegs: bool = False
    fresh: bool = False
    out: Path = field(default_factory=lambda: Path("output"))
