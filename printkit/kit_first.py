"""The page that is printed first: from what was made of a kit to a document.

In: the parts of a kit as they were laid out, in a language. Out: the words of the page, and the
page itself. Content: templates/products.toml, [kit] in templates/strings/.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printkit.art.theme import plain_paper_theme, theme
from printkit.base import paper_sizes
from printkit.base.messages import count_players, parse_edition, translate
from printkit.imposition.duplex import FOLD, NONE
from printkit.imposition.full_page import full_page_area, full_pages
from printkit.imposition.page import Document
from printkit.imposition.printer_correction import explain_margin
from printkit.imposition.slug_line import SlugLine
from printkit.kit_layout import Laid, in_reach, set_right
from printkit.kit_parts import Need, needs, told
from printkit.kit_request import Request
from printkit.kit_write import FIRST, stem
from printkit.model.variant import Variant
from printkit.products.print_first.content import ColumnHeads, FileRow, FirstPage, FirstPageStep
from printkit.products.print_first.page import first_pages

# The format whose files a person prints, where it is among those that are made.
_PRINTED = "pdf"
_TOKENS = "labels"


@dataclass(frozen=True, slots=True)
class Made:
    """A product in one edition, and what printing it takes."""

    product: str
    edition: str
    sheets: int
    cuts: int
    sides: str


def words(variant: Variant, language: str, parts: Sequence[Made], request: Request) -> FirstPage:
    """What the page says in a language: of the parts in that language, this page among them."""
    own = [part for part in parts if part.sheets and language in parse_edition(part.edition)]
    sheets = sum(part.sheets for part in own) + 1
    cuts = sum(part.cuts for part in own)
    return FirstPage(
        game=variant.name[language],
        title=f"{translate(language, 'kit.title')} · {_players(variant, language, request)}",
        heads=_heads(language),
        rows=tuple(_row(variant, part, language, request) for part in own),
        sheets=sheets,
        cuts=cuts,
        counts=_total(language, sheets, cuts),
        needs=tuple(_needs(variant, language, own, request)),
        tools=tuple(_tools(language, own)),
        steps=tuple(_steps(language, own, request)),
    )


def lay_out(variant: Variant, first: FirstPage, language: str, request: Request) -> Laid:
    """The page as a document. Raises PrintkitError where the paper is too small for it."""
    wishes = in_reach(request)
    look, paper = theme(request.theme), paper_sizes.paper(request.paper)
    name = translate(language, f"product.{FIRST}")
    caption = SlugLine(
        language, first.game, name, look.name[language], variant.slug, request.printer
    )
    with explain_margin(request.printer, wishes.margin - request.margin):
        place = full_page_area(paper, wishes.margin)
        drawings = first_pages(first, plain_paper_theme(look), place, language)
        if more := len(drawings) - 1:  # it counts itself
            sheets = first.sheets + more
            counts = _total(language, sheets, first.cuts)
            drawings = first_pages(
                replace(first, sheets=sheets, counts=counts),
                plain_paper_theme(look),
                place,
                language,
            )
        pages = full_pages(drawings, paper, wishes.margin, caption)
    subject = translate(language, "document.subject")
    document = Document(f"{first.game} · {name}", subject, language, pages, None, request.dpi)
    return set_right(Laid(document, len(pages), 0, NONE), request)


# --- the words ----------------------------------------------------------------------------------


def _players(variant: Variant, language: str, request: Request) -> str:
    """“2 to 4 players · this kit is made for 2 players”."""
    least, most = variant.players.min, variant.players.max
    whole = count_players(language, least, most)
    made = request.players or least
    if least == most == made:
        return whole
    mine = count_players(language, made, made)
    return f"{whole} · {translate(language, 'kit.for', players=mine)}"


def _heads(language: str) -> ColumnHeads:
    names = ("what", "sheets", "sides", "cuts", "stock", "total", "needs", "tools", "steps")
    return ColumnHeads(*(translate(language, f"kit.{name}") for name in names))


def _row(variant: Variant, part: Made, language: str, request: Request) -> FileRow:
    key = "labels" if _labelled(part, request) else told(part.product).get("stock", "plain")
    sides = translate(language, f"kit.side.{part.sides}")
    paper = translate(language, f"kit.paper.{key}", sheet=request.labels or "")
    sheets, cuts = _count(language, "sheet", part.sheets), _count(language, "cut", part.cuts)
    return FileRow(
        name=_capital(translate(language, f"product.{part.product}")),
        file=_file(variant, part, request),
        sheets=part.sheets,
        sides=sides,
        cuts=part.cuts,
        paper=paper,
        note=" · ".join([sheets, sides, *([cuts] if part.cuts else []), paper]),
    )


def _total(language: str, sheets: int, cuts: int) -> str:
    """“In all, with this page: 22 sheets, 254 cuts”."""
    counts = (_count(language, "sheet", sheets), _count(language, "cut", cuts))
    total = translate(language, "kit.total")
    return translate(language, "show.pair", name=total, text=", ".join(counts[: 2 if cuts else 1]))


def _count(language: str, thing: str, count: int) -> str:
    """“1 sheet”, “2 sheets”."""
    return translate(language, f"kit.{thing}-{'one' if count == 1 else 'many'}", count=count)


def _file(variant: Variant, part: Made, request: Request) -> str:
    """The name of what is printed: one PDF, or all files that begin so."""
    lead = stem(variant.slug, part.product, part.edition)
    formats = request.formats
    return f"{lead}.{_PRINTED}" if _PRINTED in formats else f"{lead}-*.{formats[0]}"


def _labelled(part: Made, request: Request) -> bool:
    return request.labels is not None and told(part.product).get("step") == "tokens"


def _needs(variant: Variant, language: str, parts: Sequence[Made], request: Request) -> list[str]:
    """What no product makes, or makes only in its stead."""
    made = tuple(part.product for part in parts)
    players = request.players or variant.players.min
    found = [_need(one, language, players) for one in needs(variant, made)]
    holes = any(place.kind == "lights" for place in variant.places) or variant.tracks
    if request.pegs and holes:
        found.append(translate(language, "kit.pegs"))
    return found or [translate(language, "kit.nothing")]


def _need(need: Need, language: str, players: int) -> str:
    count, name = need.thing.count_for(players), need.thing.name[language]
    thing = name if count == 1 else translate(language, "kit.thing", count=count, thing=name)
    if need.instead is None:
        return thing
    product = translate(language, f"product.{need.instead}")
    return translate(language, "kit.instead", thing=thing, product=product)


def _tools(language: str, parts: Sequence[Made]) -> list[str]:
    keys = dict.fromkeys(key for part in parts for key in told(part.product).get("tools", ()))
    return [_capital(translate(language, f"kit.tool.{key}")) for key in keys]


def _steps(language: str, parts: Sequence[Made], request: Request) -> list[FirstPageStep]:
    """What is done, in order: products that are treated alike together."""
    both = any(part.sides not in (FOLD, NONE) for part in parts)
    steps = [
        _step(language, "print", "print"),
        _step(language, "check", "check-both" if both else "check"),
    ]
    alike: dict[str, list[str]] = {}
    for part in parts:
        key = told(part.product).get("step", "plain")
        if part.sides == FOLD:
            key = "fold"
        elif _labelled(part, request):
            key = "labels"
        alike.setdefault(key, []).append(translate(language, f"product.{part.product}"))
    last = alike.pop("plain", None)
    for key, names in [*alike.items(), *([("plain", last)] if last else [])]:
        lead = f"{_capital(', '.join(dict.fromkeys(names)))}."
        steps.append(FirstPageStep(lead, translate(language, f"kit.step.{key}")))
    return [*steps, _step(language, "play", "play")]


def _step(language: str, lead: str, key: str) -> FirstPageStep:
    return FirstPageStep(
        translate(language, f"kit.step.{lead}-head"), translate(language, f"kit.step.{key}")
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
