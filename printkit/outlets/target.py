"""Targets: what a print shop, a virtual table or a cutting machine wants of a deck.

In: a name. Out: its row of `templates/targets.toml`, or of the same table of another package.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, field

from printkit.base import paper_sizes
from printkit.base.content import load_content
from printkit.base.errors import PrintkitError, UsageError, did_you_mean
from printkit.base.geometry import MM_PER_INCH, MM_PER_POINT, format_mm, format_size
from printkit.base.messages import DEFAULT_LANGUAGE
from printkit.base.sentences import MAX_TYPED, Sentence, capitalise, shorten
from printkit.press.line_floors import HOME_FLOORS, LineFloors

_SOURCE = "targets.toml"
# Sizes that differ by less are one size: the rounding of inches (mm).
_SAME = 0.1
# Typed lengths that differ by less are equal (mm).
_ROUNDED = 0.005
# The shares of cyan, magenta, yellow and black in per cent.
Percent = Annotated[float, Meta(ge=0, le=100)]
Length = Annotated[float, Meta(ge=0, le=100)]


class SoldSize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A product that a target sells: the cut card (mm), and the pixels of its picture if told."""

    size: tuple[float, float]
    images: tuple[int, int] | None = None


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What a target wants; None or empty where it does not say.

    - `name`: by language.
    - `format`: the format of its files, `also` more of them; empty if its packer makes all.
    - `takes`: the products that it takes, those that are made by default first.
    - `packed`: those of them whose files its packer makes.
    - `formats_options`: values of options that it fixes, besides those of the fields below.
    - `folders`: True if the pictures of each component are in a folder of their own.
    - `unread`: options without effect on its files, besides those of sheets of paper.
    - `order`: the order of the pages of a deck; `pack`: the module that makes its other files.
    - `sizes`: the cards that it sells by its own names; with `any_size` every other, too.
    - `bleed`, `safe`, `corner`: mm. `dpi`: of pictures.
    - `colour`: `rgb` or `cmyk`; `ink`: the most total ink in per cent; `black`: rich black as
      cyan, magenta, yellow and black in per cent; `condition`: the output condition.
    - `line`, `line_negative`, `text`, `text_negative`: the least weight and size in points, the
      second of light on dark.
    - `text_as`: `live` or `outlines`.
    - `papers`: the papers that it takes, the first by default.
    - `template`: the name of a cutting template, with `{paper}` and `{size}`.
    - `figures`: what its packer or imposition alone reads.
    - `lacks`: what it does not take, and `steps`: what to do there, as keys of `order.lacking` and
      `order.steps` in `templates/strings`.
    - `source`: where the figures are from.
    """

    name: Mapping[str, str]
    format: str
    takes: tuple[str, ...]
    colour: str
    source: str
    also: tuple[str, ...] = ()
    packed: tuple[str, ...] = ()
    formats_options: Mapping[str, Any] = field(default_factory=dict)
    folders: bool = False
    unread: tuple[str, ...] = ()
    order: str = ""
    pack: str = ""
    sizes: Mapping[str, SoldSize] = field(default_factory=dict)
    any_size: bool = False
    bleed: Length | None = None
    safe: Length | None = None
    dpi: Annotated[int, Meta(ge=36, le=1200)] | None = None
    ink: Annotated[float, Meta(ge=100, le=400)] | None = None
    black: tuple[Percent, Percent, Percent, Percent] | None = None
    line: float | None = None
    line_negative: float | None = None
    text: float | None = None
    text_negative: float | None = None
    text_as: str = ""
    condition: str = ""
    corner: Length | None = None
    papers: tuple[str, ...] = ()
    template: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)
    lacks: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    def title(self, language: str) -> str:
        """Return the name in a language, else in English."""
        return self.name.get(language) or self.name[DEFAULT_LANGUAGE]

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats of its files."""
        return tuple(filter(None, (self.format, *self.also)))

    @property
    def prints(self) -> bool:
        """True for a shop or a machine, False for a virtual table."""
        return bool(self.format)

    @property
    def floors(self) -> LineFloors:
        """The least widths of lines: those of the target, but no less than at home."""
        own = (self.line or 0.0, self.line_negative or self.line or 0.0)
        return LineFloors(
            *(max(x * MM_PER_POINT, y) for x, y in zip(own, HOME_FLOORS[:2], strict=True))
        )

    def option_values(self) -> dict[str, Any]:
        """Return the values of options that the target fixes, by the names of the options."""
        same = {
            name: getattr(self, name) for name in ("bleed", "safe", "dpi", "order", "condition")
        }
        fields = same | {
            "ink-limit": self.ink,
            "rich-black": self.black and "/".join(f"{ink:g}" for ink in self.black),
            "text-as": self.text_as,
            "paper": next(iter(self.papers), None),
        }
        set_values = {name: value for name, value in fields.items() if value not in (None, "")}
        return set_values | {**self.formats_options}

    def allows(self, name: str, value: Any) -> bool:
        """Return True if a chosen value of an option that the target fixes suits it as well."""
        wanted = self.option_values()[name]
        if name == "safe":
            return bool(value >= wanted - _ROUNDED)
        if name == "paper":
            return value in self.papers
        if isinstance(wanted, float | int) and not isinstance(wanted, bool):
            return abs(float(value) - wanted) < _ROUNDED
        return bool(value == wanted)

    def sold_as(self, width: float, height: float) -> tuple[str, SoldSize]:
        """Return its name of a card size (mm), and what it sells.

        Raises PrintkitError with the nearest size that it sells.
        """
        card, size = (width, height), format_size(width, height)
        sizes = self.sizes or {size: SoldSize(card)}
        name, sold = min(sizes.items(), key=lambda item: _apart(item[1].size, card))
        if _apart(sold.size, card) <= _SAME:
            return name, sold
        if self.any_size:
            return size, SoldSize(card)
        raise PrintkitError(
            Sentence(
                "{target} does not sell cards of {size}.",
                target=Sentence(capitalise(self.title(DEFAULT_LANGUAGE))),
                size=size,
            ),
            hint=Sentence(
                "The nearest that it sells is “{name}”: --card-size {typed}.",
                name=name,
                typed=_typed_size(*sold.size),
            ),
        )

    def template_for(self, page: tuple[float, float], card: tuple[float, float]) -> str:
        """Return the name of the template that cuts cards (mm) on a page; empty if it has none."""
        near = (name for name, sold in self.sizes.items() if _apart(sold.size, card) <= _SAME)
        papers = ((name, paper_sizes.paper(name)) for name in self.papers)
        sides = sorted(page)
        known = (name for name, one in papers if _apart(sorted(one[1:]), sides) <= _SAME)
        size, paper = next(near, ""), next(known, "")
        return self.template.format(paper=paper, size=size) if size and paper else ""

    def pixels(self, width: float, height: float) -> tuple[int, int]:
        """Return the pixels of the picture of a card with its bleed (mm)."""
        scale, around = (self.dpi or 300) / MM_PER_INCH, 2 * (self.bleed or 0.0)
        return round((width + around) * scale), round((height + around) * scale)


def _apart(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the greatest difference of two sizes in a side (mm)."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _typed_size(width: float, height: float) -> str:
    """Return a card size as it is typed: our name, else the measures."""
    known = map(paper_sizes.card, paper_sizes.card_names())
    near = (one.name for one in known if _apart(one[1:], (width, height)) <= _SAME)
    return next(near, f"{format_mm(width)}x{format_mm(height)}mm")


def target_names() -> list[str]:
    """Return the names of the targets, in the order of the table."""
    return list(load_content(_SOURCE))


@cache
def find_target(name: str) -> Target:
    """Return a target by name. Raises UsageError, and PrintkitError for a row of another package
    that is no target.
    """
    rows = load_content(_SOURCE)
    key = name.strip().lower()
    if key not in rows:
        raise UsageError(
            Sentence("“{name}” is not a target.", name=shorten(name, MAX_TYPED)),
            hint=did_you_mean(key, rows, "targets"),
        )
    try:
        return msgspec.convert(rows[key], Target)
    except msgspec.ValidationError as error:
        raise PrintkitError(
            Sentence("The target “{name}” cannot be used: {fault}.", name=key, fault=str(error)),
            location=_SOURCE,
        ) from None
