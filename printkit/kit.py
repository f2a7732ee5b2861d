"""The whole chain, and the only file that names it: request in, files and manifest out.

definition ─▶ Variant ─▶ Pieces ─▶ Pages ─▶ bytes ─▶ files

What a build before left, made by the same recipe and unchanged since, is not made again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import fsum
from pathlib import Path
from typing import Any

from printkit.art.theme import theme
from printkit.base.content import load_content
from printkit.base.errors import UsageError
from printkit.base.messages import parse_edition
from printkit.imposition.page import Document
from printkit.kit_layout import Laid, editions, lay_out_product
from printkit.kit_parts import kit_products, with_companions
from printkit.kit_recipe import recipe
from printkit.kit_request import BLANK, BOOKS, SHEETS, Request
from printkit.kit_write import (
    FIRST,
    MANIFEST,
    Before,
    Built,
    Entry,
    Key,
    Progress,
    Texts,
    generator,
    write_documents,
)
from printkit.model.cards import Card
from printkit.model.fields import Value, evolve
from printkit.model.load import load_with_sources
from printkit.model.variant import Variant
from printkit.products import find_product, is_available
from printkit.products.piece import BOOK_FORM
from printkit.writers import Artifact

BOOKLET = "booklet"

__all__ = ["MANIFEST", "Built", "Progress", "Request", "blanked", "books", "build", "has"]


@dataclass(frozen=True, slots=True)
class _Part:
    """A product in one edition, laid out or kept: what printing it takes, and its recipe.

    `document` is None where the build before has all of it; `kept` are its files by format, `ink`
    what was measured then.
    """

    product: str
    edition: str
    sheets: int
    cuts: int
    sides: str
    recipe: str
    document: Document | None
    kept: dict[str, list[Entry]]
    ink: dict[str, Any] | None
    texts: Texts = field(default_factory=dict)

    def told(self) -> dict[str, Any]:
        """As a manifest tells it."""
        return {
            "product": self.product,
            "language": self.edition,
            "sheets": self.sheets,
            "cuts": self.cuts,
            "sides": self.sides,
            "recipe": self.recipe,
        }


def build(request: Request, progress: Progress = lambda done, total: None) -> Built:
    """Makes all files of a request, or none. Raises PrintkitError."""
    if request.variant in load_content(BOOKS):
        return _build_book(request, progress)
    variant, texts = load_with_sources(request.variant, adds=request.adds)
    told = variant
    if request.values == BLANK:
        variant = blanked(variant)
    keys = with_companions(request.products)
    whole = not keys
    if whole:
        keys = kit_products(variant)
        request = replace(request, players=request.players or variant.players.min)
    folder = request.out / variant.slug
    work = _Work(variant, texts, request, Before(folder), told)
    # All is laid out before the first file is begun: most refusals come before any work on disk.
    parts = [
        work.part(key, edition)
        for key in keys
        for edition in editions(variant, key, request.languages)
    ]
    if whole and request.layout == SHEETS:
        parts = [*work.first(parts), *parts]
    return _written(folder, variant, request, parts, work, progress)


def _written(
    folder: Path,
    variant: Variant,
    request: Request,
    parts: list[_Part],
    work: _Work,
    progress: Progress,
) -> Built:
    """The parts as files, with their manifest."""
    ink = work.inks(parts) if work.measured else None
    kept: dict[Key, list[Entry]] = {
        (part.product, part.edition, name): found
        for part in parts
        for name, found in part.kept.items()
    }
    return write_documents(
        folder,
        [(part.product, part.edition, part.document) for part in parts],
        request.formats,
        lambda entries: _manifest(variant, request, parts, ink, entries),
        progress,
        kept,
        {(part.product, part.edition): part.texts for part in parts},
    )


def _build_book(request: Request, progress: Progress) -> Built:
    """Makes a book of several games, or nothing. Raises PrintkitError."""
    from printkit import kit_booklet  # only who asks for one pays for it

    told = load_content(BOOKS)[request.variant]
    cover, texts = load_with_sources(told["cover"])
    variant = replace(cover, slug=request.variant, name=told["name"])
    keys = with_companions(request.products) or with_companions((BOOKLET,))
    if wrong := [key for key in keys if key not in with_companions((BOOKLET,))]:
        raise UsageError(
            f"“{wrong[0]}” is not a product of {request.variant}.",
            hint=f"It is a book: leave that out, or write {BOOKLET}.",
        )
    if request.adds:
        raise UsageError("--with adds cards to a deck.", hint="Leave it out: this is a book.")
    folder = request.out / request.variant
    work = _Work(variant, texts, request, Before(folder))
    spoken = (one for edition in request.languages for one in parse_edition(edition))
    languages = tuple(dict.fromkeys(spoken))
    lays = {
        (key, one): partial(kit_booklet.lay_out, request.variant, key, one, request)
        for one in languages
        for key in keys
    }
    made = {place: work.made(*place, lay) for place, lay in lays.items()}
    parts = [made[key, one] for key in keys for one in languages]
    return _written(folder, variant, request, parts, work, progress)


class _Work:
    """One build: what all its parts share."""

    def __init__(
        self,
        variant: Variant,
        texts: tuple[str, ...],
        request: Request,
        before: Before,
        told: Variant | None = None,
    ) -> None:
        self.variant, self.request = variant, request
        self.told = told or variant  # what is left blank on cards is told in their rules
        self.before = before
        self.recipe = recipe(variant, texts, request)
        self.measured = request.ink or theme(request.theme).measured

    def part(self, key: str, edition: str) -> _Part:
        """A product, kept if the build before has all of it, else laid out."""
        made_by = self.recipe.of(key, edition)
        made = find_product(key)
        if made is not None and made.form == BOOK_FORM:
            from printkit import kit_booklet  # only who asks for one pays for it

            lay = partial(kit_booklet.lay_out, self.told, key, edition, self.request)
        else:
            lay = partial(lay_out_product, self.variant, key, edition, self.request)
        return self._part(key, edition, made_by, lay)

    def made(self, key: str, edition: str, lay: Callable[[], Laid]) -> _Part:
        """A product that is laid out in a way of its own."""
        return self._part(key, edition, self.recipe.of(key, edition), lay)

    def first(self, parts: Sequence[_Part]) -> list[_Part]:
        """The page that is printed first, in each language of the build."""
        from printkit import kit_first  # only who builds a kit pays for it

        made = [
            kit_first.Made(one.product, one.edition, one.sheets, one.cuts, one.sides)
            for one in parts
        ]
        found: list[_Part] = []
        spoken = (one for edition in self.request.languages for one in parse_edition(edition))
        for language in dict.fromkeys(spoken):
            words = kit_first.words(self.variant, language, made, self.request)
            made_by = self.recipe.of(FIRST, language, words)
            lay = partial(kit_first.lay_out, self.variant, words, language, self.request)
            found.append(self._part(FIRST, language, made_by, lay))
        return found

    def inks(self, parts: Sequence[_Part]) -> list[dict[str, Any]]:
        """The ink of each part as a manifest tells it: per cent of the area, as rendered."""
        return [one.ink or _ink(one) for one in parts]

    def _part(self, key: str, edition: str, made_by: str, lay: Callable[[], Laid]) -> _Part:
        """A part: what the build before has of it by the same recipe is kept."""
        facts = None if self.request.fresh else self.before.facts(key, edition, made_by)
        kept: dict[str, list[Entry]] = {}
        made = find_product(key)
        beside = made.texts if made else ()
        formats = (*self.request.formats, *beside)
        for name in formats if facts else ():
            if found := self.before.entries(key, edition, name):
                kept[name] = found
        ink = self.before.ink(key, edition) if facts else None
        if facts and set(kept) == set(formats) and (ink or not self.measured):
            costs = (facts["sheets"], facts["cuts"], facts["sides"])
            texts = dict.fromkeys(beside, _never)
            return _Part(key, edition, *costs, made_by, None, kept, ink, texts)
        laid = lay()
        costs = (laid.sheets, laid.cuts, laid.sides)
        return _Part(key, edition, *costs, made_by, laid.document, kept, None, laid.texts)


def _never() -> Artifact:
    raise AssertionError("what is kept is not made")


def _ink(part: _Part) -> dict[str, Any]:
    """The ink of a document that was laid out."""
    assert part.document is not None, "what is kept was measured"
    from printkit.writers._ink import measure_ink  # it renders: only who measures pays for it

    ink = measure_ink(part.document)
    sides = {"fronts": ink.fronts, "backs": ink.backs}
    return {
        "product": part.product,
        "language": part.edition,
        "pages": {name: round(share, 2) for name, share in ink.pages.items()},
        **{side: _most(shares) for side, shares in sides.items() if shares},
    }


def _most(shares: Sequence[tuple[str, float]]) -> dict[str, Any]:
    """The mean of the drawings, and which of them takes most."""
    title, most = max(shares, key=lambda share: share[1])
    mean = fsum(share for _, share in shares) / len(shares)
    return {"mean": round(mean, 2), "most": round(most, 2), "of": title}


def books() -> list[str]:
    """The books of several games, by name."""
    return list(load_content(BOOKS))


def has(variant: Variant, request: Request) -> bool:
    """Whether the variant has the products asked for, and values to leave blank if so asked."""
    every = all(is_available(variant, key) for key in request.products)
    return every and (request.values != BLANK or any(card.varies for card in variant.cards))


def blanked(variant: Variant) -> Variant:
    """The deck without the values that the rule set in use gives: one deck for all its sets.

    Raises UsageError for a deck that has no such values.
    """
    if not any(card.varies for card in variant.cards):
        raise UsageError(
            f"All values of {variant.slug} are its own: none is left blank.",
            hint=f"Leave --values {BLANK} out.",
        )
    return variant.with_cards(_blank(c) if c.varies else c for c in variant.cards)


def _blank(card: Card) -> Card:
    return evolve(card, value=Value(rule=card.rule), index="")


def _manifest(
    variant: Variant,
    request: Request,
    parts: Sequence[_Part],
    ink: list[dict[str, Any]] | None,
    entries: list[Entry],
) -> dict[str, Any]:
    """What was made and what it costs a person; no clock, no path of a machine."""
    # Each language is a deck of its own: who prints takes one.
    printed = {part.product: part for part in reversed(parts)}.values()
    return {
        "generator": generator(),
        "variant": variant.slug,
        "name": dict(variant.name),
        "products": list(dict.fromkeys(part.product for part in parts)),
        "options": _options(variant, request),
        "sheets": sum(part.sheets for part in printed),
        "cuts": sum(part.cuts for part in printed),
        "ink_percent": ink,
        "made": [part.told() for part in parts],
        "files": entries,
    }


def _options(variant: Variant, request: Request) -> dict[str, Any]:
    return {
        "paper": request.paper,
        "card": request.card or variant.card_size,
        "theme": Path(request.theme).name,
        "index": request.index,
        "layout": request.layout,
        "duplex": request.duplex,
        "gap_mm": request.gap,
        "bleed_mm": request.bleed,
        "margin_mm": request.margin,
        "overlap_mm": request.overlap,
        "players": request.players,
        "values": request.values,
        "adds": list(request.adds),
        "corners": request.corners,
        "proof": request.proof,
        "dpi": request.dpi,
        **({"printer": request.printer.as_data()} if request.printer else {}),
        "token_size_mm": request.token_size,
        "token_shape": request.token_shape,
        "cut": request.cut,
        "labels": request.labels,
        "first": request.first,
        "nudge_mm": list(request.nudge),
        "caliper_mm": request.caliper,
        "sleeves_mm": request.sleeves,
        "die_mm": request.die,
        "mat": request.mat,
        "pegs": request.pegs,
    }
