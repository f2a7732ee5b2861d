"""The words of the page “Print me first”, in one language.

Content: templates/products.toml, and [kit] in templates/strings/.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from printkit.base.messages import count_players, parse_edition, translate
from printkit.model.variant import Variant
from printkit.pieces.kit import PrintedKit, PrintedPart, Supply, needed_supplies, product_info
from printkit.pieces.local_game import LocalGame
from printkit.pieces.options import LABEL_SHEET, PEG_HOLES
from printkit.pieces.product import RenderOptions, table_size


class FileRow(msgspec.Struct, frozen=True):
    """A file to print and its printing notes; `note` has them on one line."""

    name: str
    file: str
    sheets: int
    sides: str
    cuts: int
    paper: str
    note: str


class FirstPageStep(msgspec.Struct, frozen=True):
    """A step: the products, and the work."""

    lead: str
    words: str


class ColumnHeads(msgspec.Struct, frozen=True):
    """The headings of columns and sections."""

    what: str
    sheets: str
    sides: str
    cuts: str
    paper: str
    total: str
    needs: str
    tools: str
    steps: str


class FirstPage(msgspec.Struct, frozen=True):
    """The page of a game.

    `sheets` and `cuts` are totals, this page included; `counts` has them in words.
    """

    game: LocalGame
    title: str
    heads: ColumnHeads
    rows: tuple[FileRow, ...]
    sheets: int
    cuts: int
    counts: str
    needs: tuple[str, ...]
    tools: tuple[str, ...]
    steps: tuple[FirstPageStep, ...]


# Sheets that are folded, and sheets printed on one side.
_FOLD, _NONE = "fold", "none"


def page_words(kit: PrintedKit, options: RenderOptions) -> FirstPage:
    """Return the words of the page for the parts in its language."""
    variant, language = kit.variant, options.language
    parts = [part for part in kit.parts if part.sheets and language in parse_edition(part.edition)]
    sheets = sum(part.sheets for part in parts) + 1
    cuts = sum(part.cuts for part in parts)
    return FirstPage(
        game=options.localize(variant).on_plain_paper,
        title=f"{translate(language, 'kit.title')} · {_describe_players(variant, options)}",
        heads=_make_heads(language),
        rows=tuple(_make_row(part, options) for part in parts),
        sheets=sheets,
        cuts=cuts,
        counts=total_words(language, sheets, cuts),
        needs=tuple(_list_needs(variant, parts, options)),
        tools=tuple(_list_tools(language, parts)),
        steps=tuple(_list_steps(parts, options)),
    )


def _describe_players(variant: Variant, options: RenderOptions) -> str:
    """Return “2 to 4 players · this kit is made for 2 players”."""
    language = options.language
    minimum, maximum = variant.players.min, variant.players.max
    whole = count_players(language, minimum, maximum)
    made = table_size(variant, options)
    if minimum == maximum == made:
        return whole
    mine = count_players(language, made, made)
    return f"{whole} · {translate(language, 'kit.for', players=mine)}"


def _make_heads(language: str) -> ColumnHeads:
    names = ("what", "sheets", "sides", "cuts", "stock", "total", "needs", "tools", "steps")
    return ColumnHeads(*(translate(language, f"kit.{name}") for name in names))


def _make_row(part: PrintedPart, options: RenderOptions) -> FileRow:
    language = options.language
    key = (
        "labels"
        if _is_labelled(part, options)
        else product_info(part.product).get("stock", "plain")
    )
    sides = translate(language, f"kit.side.{part.sides}")
    paper = translate(language, f"kit.paper.{key}", sheet=options[LABEL_SHEET] or "")
    sheets, cuts = (
        _count_words(language, "sheet", part.sheets),
        _count_words(language, "cut", part.cuts),
    )
    return FileRow(
        name=_capitalise(translate(language, f"product.{part.product}")),
        file=part.file,
        sheets=part.sheets,
        sides=sides,
        cuts=part.cuts,
        paper=paper,
        note=" · ".join([sheets, sides, *([cuts] if part.cuts else []), paper]),
    )


def total_words(language: str, sheets: int, cuts: int) -> str:
    """Return “In all, with this page: 22 sheets, 254 cuts”."""
    counts = (_count_words(language, "sheet", sheets), _count_words(language, "cut", cuts))
    total = translate(language, "kit.total")
    return translate(language, "words.pair", name=total, text=", ".join(counts[: 2 if cuts else 1]))


def _count_words(language: str, thing: str, count: int) -> str:
    """Return “1 sheet”, “2 sheets”."""
    return translate(language, f"kit.{thing}", count=count)


def _is_labelled(part: PrintedPart, options: RenderOptions) -> bool:
    return options[LABEL_SHEET] is not None and product_info(part.product).get("step") == "tokens"


def _list_needs(
    variant: Variant, parts: Sequence[PrintedPart], options: RenderOptions
) -> list[str]:
    """Return the materials that no product makes, or only replaces."""
    language = options.language
    made = [part.product for part in parts]
    players = table_size(variant, options)
    result = [
        _describe_need(supply, language, players) for supply in needed_supplies(variant, made)
    ]
    holes = any(place.kind == "lights" for place in variant.places) or variant.tracks
    if options[PEG_HOLES] and holes:
        result.append(translate(language, "kit.pegs"))
    return result or [translate(language, "kit.nothing")]


def _describe_need(need: Supply, language: str, players: int) -> str:
    count, name = need.material.count_for(players), need.material.name[language]
    thing = name if count == 1 else translate(language, "kit.thing", count=count, thing=name)
    if need.instead is None:
        return thing
    product = translate(language, f"product.{need.instead}")
    return translate(language, "kit.instead", thing=thing, product=product)


def _list_tools(language: str, parts: Sequence[PrintedPart]) -> list[str]:
    keys = dict.fromkeys(
        key for part in parts for key in product_info(part.product).get("tools", ())
    )
    return [_capitalise(translate(language, f"kit.tool.{key}")) for key in keys]


def _list_steps(parts: Sequence[PrintedPart], options: RenderOptions) -> list[FirstPageStep]:
    """Return the steps in order; products with the same work share a step."""
    language = options.language
    both = any(part.sides not in (_FOLD, _NONE) for part in parts)
    steps = [
        _make_step(language, "print", "print"),
        _make_step(language, "check", "check-both" if both else "check"),
    ]
    alike: dict[str, list[str]] = {}
    for part in parts:
        key = product_info(part.product).get("step", "plain")
        if part.sides == _FOLD:
            key = "fold"
        elif _is_labelled(part, options):
            key = "labels"
        alike.setdefault(key, []).append(translate(language, f"product.{part.product}"))
    last = alike.pop("plain", None)
    for key, names in [*alike.items(), *([("plain", last)] if last else [])]:
        lead = f"{_capitalise(', '.join(dict.fromkeys(names)))}."
        steps.append(FirstPageStep(lead, translate(language, f"kit.step.{key}")))
    return [*steps, _make_step(language, "play", "play")]


def _make_step(language: str, lead: str, key: str) -> FirstPageStep:
    return FirstPageStep(
        translate(language, f"kit.step.{lead}-head"), translate(language, f"kit.step.{key}")
    )


def _capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]
