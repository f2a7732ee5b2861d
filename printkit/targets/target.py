"""Describe targets: what print shops, virtual tables and cutting machines require of a deck.

Input: a name. Output: a row of `templates/targets.toml`, or of the same table in another package.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError, UsageError
from printkit.base.geometry import MM_PER_INCH, MM_PER_POINT, format_mm, format_size
from printkit.base.messages import DEFAULT_LANGUAGE, translate
from printkit.base.options import LENGTH, Option
from printkit.base.record_faults import load_rows
from printkit.base.records import REF, record_schema
from printkit.base.sentences import Sentence, capitalise, name_some
from printkit.pieces.kits import product_sets
from printkit.pieces.options import (
    CARD_SIZE,
    LAYOUT,
    NO_PAGES,
    NO_PLATES,
    OFF_PAPER,
    PAPER,
    PLATES,
    SHEETS,
    TEXT_FORMATS,
)
from printkit.pieces.pages import Document
from printkit.pieces.product import Product
from printkit.pieces.protocols import SoldSize, TargetRow, find_destination
from printkit.press.line_floors import FOIL_GAP, FOIL_LINE, HOME_FLOORS, LineFloors

_SOURCE = "targets.toml"
# The key of the product that a target makes of the others.
ORDER = "order"
# Sizes that differ by less are one size: the rounding of inches (mm).
_SAME = 0.1
# Typed lengths that differ by less are equal (mm).
_ROUNDED = 0.005


class Target(TargetRow, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A target that is a row of a table."""

    def title(self, language: str) -> str:
        """Return the name in a language, else in English."""
        return self.name.get(language) or self.name[DEFAULT_LANGUAGE]

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats of the files for the target."""
        return tuple(filter(None, (self.format, *self.also)))

    @property
    def prints(self) -> bool:
        """True for a shop or a machine, False for a virtual table."""
        return bool(self.format)

    @property
    def companions(self) -> tuple[str, ...]:
        """The products that are made from the other products: the order."""
        return (ORDER,)

    def describe(self, language: str) -> tuple[str, str]:
        """Return the files for the target, and the card sizes that it sells, in words."""
        sold = [f"{key} ({format_size(*one.size)})" for key, one in self.sizes.items()]
        sold += [translate(language, "order.any-size")] if self.any_size else []
        kinds = self.formats or self.figures["files"]
        files = translate(language, "order.files", files=", ".join(kinds))
        return files, ", ".join(sold).replace(".", translate(language, "tiling.point"))

    def floors(self, options: Mapping[str, Any]) -> LineFloors:
        """Return the minimum widths of lines for the target, which are at least those of home
        printers.
        """
        own = (self.line or 0.0, self.line_negative or self.line or 0.0)
        lines = (max(x * MM_PER_POINT, y) for x, y in zip(own, HOME_FLOORS[:2], strict=True))
        return _with_foil(LineFloors(*lines), options)

    def settle_formats(self, asked: Sequence[str], usual: Sequence[str]) -> tuple[str, ...]:
        """Return the formats of the target. Raises UsageError if other formats were requested."""
        if asked and {*asked} != {*self.formats}:
            raise UsageError(
                Sentence(
                    "{target} does not accept files in the format {names}.",
                    target=Sentence(capitalise(self.title(DEFAULT_LANGUAGE))),
                    names=", ".join(asked),
                ),
                hint="Omit --format: the target has its own.",
            )
        return self.formats

    def fix(self, known: Mapping[str, Option[Any]], asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of the `known` options that the target fixes; a requested value that
        the target permits replaces the fixed one.

        Raises UsageError for a requested value that contradicts the target.
        """
        fixed = {name: value for name, value in self.option_values().items() if name in known}
        for name in fixed.keys() & asked.keys():
            chosen, value = known[name].accept(asked[name]), fixed[name]
            if not self.allows(name, chosen):
                unit = "mm" if known[name].kind == LENGTH else ""
                accepted = self.papers if name == PAPER.name else (value,)
                shown = [f"{x:g}{unit}" if isinstance(x, float) else x for x in (chosen, *accepted)]
                raise UsageError(
                    Sentence(
                        "“--{name} {chosen}” contradicts {target}, which requires {value}.",
                        name=name,
                        chosen=shown[0],
                        target=Sentence(self.title(DEFAULT_LANGUAGE)),
                        value=name_some(map(str, shown[1:])),
                    ),
                    hint=Sentence("Omit --{name} or --for.", name=name),
                )
            fixed[name] = chosen
        return fixed

    def layout(self, asked: str) -> str:
        """Return the layout that determines which options are read: `asked`, or none for a virtual
        table.
        """
        return asked if self.prints else NO_PAGES

    def reads(self, read: Collection[str], declared: Collection[str]) -> set[str]:
        """Return the names of the options that affect the files: the options in `read` that the
        target uses, and the declared options that the target fixes.
        """
        return ({*read} - {*self.unread}) | (self.option_values().keys() & {*declared})

    def refuse_option(self, name: str, layout: str) -> None:
        """Raise UsageError for an option that has no effect on the files for the target."""
        raise UsageError(
            Sentence(
                "“--{name}” has no effect on the files for {target}.",
                name=name,
                target=Sentence(self.title(DEFAULT_LANGUAGE)),
            ),
            hint=Sentence("Omit --{name} or --for.", name=name),
        )

    def take(self, asked: Sequence[str], kit: Sequence[str]) -> tuple[str, ...]:
        """Return the products of a kit that the target accepts.

        Raises UsageError if it does not accept one of the `asked` products, or none of the kit.
        """
        taken = tuple(key for key in kit if key in self.takes)
        refused = [key for key in asked if key not in (*self.takes, *product_sets())]
        if refused or not taken:
            raise UsageError(
                Sentence(
                    "{target} does not accept “{product}”.",
                    target=Sentence(capitalise(self.title(DEFAULT_LANGUAGE))),
                    product=(*refused, *asked, *kit)[0],
                ),
                hint=Sentence("It accepts {products}.", products=name_some(self.takes)),
            )
        return taken

    def check_values(self, values: Mapping[str, Any]) -> None:
        """Raise PrintkitError for a card size that the target does not sell."""
        if size := values.get(CARD_SIZE.name):
            self.sold_as(*paper_sizes.card(size)[1:])

    def formats_of(self, product: Product, formats: Sequence[str]) -> tuple[str, ...]:
        """Return the formats in which a product is made for the target, or none for products of its
        packer.
        """
        if product.key in self.packed:
            return ()
        pages = () if product.key in self.companions else formats
        return (*(name for name in pages if name not in TEXT_FORMATS), *product.texts)

    def page_folders(self, document: Document, product: str) -> Iterator[str]:
        """Yield the folder of each picture of a product, if the target wants a folder for each
        component.

        Pieces with the same back form a component.
        """
        backs = list(dict.fromkeys(id(piece.back) for piece in document.pieces if piece.back))
        for page in document.pages if self.folders else ():
            back = page.cells[0].piece.back
            own = f"-{backs.index(id(back)) + 1 if back else 0}" if len(backs) > 1 else ""
            yield f"{product}{own}-{document.language}/"

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
        """Return True if the target also accepts a chosen value of an option that it fixes."""
        wanted = self.option_values()[name]
        if name == "safe":
            return bool(value >= wanted - _ROUNDED)
        if name == "paper":
            return value in self.papers
        if isinstance(wanted, float | int) and not isinstance(wanted, bool):
            return abs(float(value) - wanted) < _ROUNDED
        return bool(value == wanted)

    def sold_as(self, width: float, height: float) -> tuple[str, SoldSize]:
        """Return the target's name for a card size (mm), and the size that the target sells under
        this name.

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
                "The nearest size that it sells is “{name}”: --card-size {typed}.",
                name=name,
                typed=_typed_size(*sold.size),
            ),
        )

    def template_for(self, page: tuple[float, float], card: tuple[float, float]) -> str:
        """Return the name of the template that cuts cards (mm) on a page, or an empty string if it
        has none.
        """
        near = (name for name, sold in self.sizes.items() if _apart(sold.size, card) <= _SAME)
        papers = ((name, paper_sizes.paper(name)) for name in self.papers)
        sides = sorted(page)
        known = (name for name, one in papers if _apart(sorted(one[1:]), sides) <= _SAME)
        size, paper = next(near, ""), next(known, "")
        return self.template.format(paper=paper, size=size) if size and paper else ""

    def pixels(self, width: float, height: float) -> tuple[int, int]:
        """Return the width and height (px) of the picture of a card, including its bleed, from the
        size of the card (mm).
        """
        scale, around = (self.dpi or 300) / MM_PER_INCH, 2 * (self.bleed or 0.0)
        return round((width + around) * scale), round((height + around) * scale)


def _apart(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the greater difference between the sides of two sizes (mm)."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _typed_size(width: float, height: float) -> str:
    """Return a card size as users type it: its name in printkit, or its width and height."""
    known = map(paper_sizes.card, paper_sizes.card_names())
    near = (one.name for one in known if _apart(one[1:], (width, height)) <= _SAME)
    return next(near, f"{format_mm(width)}x{format_mm(height)}mm")


def _with_foil(floors: LineFloors, options: Mapping[str, Any]) -> LineFloors:
    """Return the minimum widths of lines, including the widths for foil if foil has separate
    plates.
    """
    if options.get(PLATES.name, NO_PLATES) == NO_PLATES:
        return floors
    return floors._replace(foil=FOIL_LINE, gap=FOIL_GAP)


class _Rows(Mapping[str, Target]):
    """The targets of `templates/targets.toml`, and of the same table in other packages."""

    def __iter__(self) -> Iterator[str]:
        return iter(load_rows(_SOURCE, Target))

    def __len__(self) -> int:
        return len(load_rows(_SOURCE, Target))

    def __contains__(self, name: object) -> bool:
        return name in load_rows(_SOURCE, Target)

    def __getitem__(self, name: str) -> Target:
        """Return a target by name."""
        return load_rows(_SOURCE, Target)[name]


def target_schema() -> dict[str, Any]:
    """Return the JSON Schema of a table of targets, in which each name has a row."""
    schema = record_schema(Target, more=(TargetRow, SoldSize, Target))
    definitions = schema.pop("$defs")
    dialect = schema.pop("$schema")
    definitions[Target.__name__] = schema
    row = {"$ref": REF.format(name=Target.__name__)}
    return {"$schema": dialect, "type": "object", "additionalProperties": row, "$defs": definitions}


class HomeDestination:
    """The destination without a target, which accepts every product, format and option."""

    takes: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()

    def title(self, language: str) -> str:
        """Return an empty name, because home has no line in a list."""
        return ""

    def describe(self, language: str) -> tuple[str, str]:
        """Return an empty text, because home sells nothing."""
        return "", ""

    def floors(self, options: Mapping[str, Any]) -> LineFloors:
        """Return the minimum widths of lines that home printers can print."""
        return _with_foil(HOME_FLOORS, options)

    def settle_formats(self, asked: Sequence[str], usual: Sequence[str]) -> tuple[str, ...]:
        """Return the usual formats."""
        return tuple(usual)

    def fix(self, known: Mapping[str, Option[Any]], asked: Mapping[str, Any]) -> dict[str, Any]:
        """Return no values, because no option is fixed."""
        return {}

    def layout(self, asked: str) -> str:
        """Return the requested layout, because every layout can be printed at home."""
        return asked

    def reads(self, read: Collection[str], declared: Collection[str]) -> set[str]:
        """Return the options that products and formats read."""
        return {*read}

    def refuse_option(self, name: str, layout: str) -> None:
        """Raise UsageError for an option that has no effect in a layout."""
        if layout == SHEETS:
            raise UsageError(
                Sentence("--{name} works only with --layout deck.", name=name),
                hint=Sentence("Add --layout deck, or omit --{name}.", name=name),
            )
        words = {"name": name, "layout": layout}
        raise UsageError(
            Sentence("“--{name}” has no effect with --layout {layout}.", **words),
            hint=Sentence("Omit --{name} or --layout {layout}.", **words),
        )

    def take(self, asked: Sequence[str], kit: Sequence[str]) -> tuple[str, ...]:
        """Return all products of a kit."""
        return tuple(kit)

    def check_values(self, values: Mapping[str, Any]) -> None:
        """Accept all values."""

    def formats_of(self, product: Product, formats: Sequence[str]) -> tuple[str, ...]:
        """Return the formats, among those given, that a product has."""
        pages = (name for name in formats if name not in TEXT_FORMATS)
        return (*pages, *(name for name in product.texts if name in formats))

    def page_folders(self, document: Document, product: str) -> Iterator[str]:
        """Yield nothing: all files are in one folder."""
        return iter(())


TARGETS, HOME = _Rows(), HomeDestination()


def target_names() -> list[str]:
    """Return the names of the targets, in the order of the table."""
    return [*TARGETS]


def find_target(name: str) -> Target:
    """Return a row of the table by name. Raises the same errors as `find_destination`."""
    target = find_destination(name)
    assert isinstance(target, Target), "every row is a target"
    return target


def is_deck(target: Target) -> bool:
    """Return True if a target requires a page for each side of a card."""
    return target.prints and target.formats_options.get(LAYOUT.name) in OFF_PAPER
