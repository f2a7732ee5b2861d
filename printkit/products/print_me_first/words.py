"""The words of the page “Print me first”, in one language.

Content: templates/products.toml, and [kit] in templates/strings/.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from printkit.base.messages import DEFAULT_LANGUAGE, count_players, find_message, parse_edition
from printkit.base.printer_profile import MANUAL, TURNS, Profile
from printkit.base.sentences import capitalise
from printkit.components.notes import Note
from printkit.model.variant import rights_of
from printkit.pieces.kit import (
    Handwork,
    PrintedKit,
    PrintedPart,
    Supply,
    default_products,
    handwork,
    needed_supplies,
    product_info,
    say_minutes,
)
from printkit.pieces.local_game import LocalGame
from printkit.pieces.options import CUT_MARKS, FOLD, LABEL_SHEET, MARKS, PAPER, PEG_HOLES, PRINTER
from printkit.pieces.product import RenderOptions, table_size
from printkit.products.print_me_first.pictures import UNTURNED, WAYS

# The steps of sheets to read, whose backs need not coincide with their fronts.
_READ = ("booklet", "plain")
# The tools that sheets take which are folded, whatever is on them.
# The steps that a cutting machine takes.
_BY_MACHINE = ("cards", "tokens")
_FOLDED = {FOLD: ("glue", "scorer")}


class FileRow(msgspec.Struct, frozen=True):
    """A file to print, how many times, and its printing notes; `note` has them on one line.

    The number of sheets is that of one time, `work` is what is done by hand with all copies.
    """

    name: str
    file: str
    sheets: int
    sides: str
    work: str
    paper: str
    note: str
    times: int = 1


class PictureStep(msgspec.Struct, frozen=True):
    """A small picture by name, and the words below it."""

    picture: str
    words: Note


class FirstPage(msgspec.Struct, frozen=True):
    """The page of a game, each step with its products as its lead.

    `sheets` and `time` (by hand) are totals, this page included; `counts` has them in words.
    `rights` tells whose a game of others is. `pictures` show what is done with the sheets of cards;
    they are not left out if sheets are turned `by_hand`.
    """

    game: LocalGame
    title: str
    rows: tuple[FileRow, ...]
    sheets: int
    time: str
    counts: str
    needs: tuple[str, ...]
    tools: tuple[str, ...]
    steps: tuple[Note, ...]
    pictures: tuple[PictureStep, ...]
    by_hand: bool
    rights: tuple[str, ...]


def page_words(kit: PrintedKit, options: RenderOptions) -> FirstPage:
    """Return the words of the page; parts in another language are named with it."""
    game = options.localize(kit.variant).on_plain_paper
    parts = [part for part in kit.parts if part.sheets]
    copies = max((part.copies for part in parts), default=1)
    sheets = sum(part.sheets * part.copies for part in parts) + 1
    minutes = math.fsum(_work_of(part).minutes for part in parts)
    time = say_minutes(minutes, game.language) if minutes else ""
    title = game.translate(f"kit.set.{kit.named}" if kit.named else "kit.title")
    alike = all(part.copies == copies for part in parts)
    counted = game.translate("kit.copies", count=copies) if copies > 1 and alike else ""
    papers = {part.options[PAPER.name] for part in parts if PAPER.name in part.options}
    mixed = len(papers) > 1
    paper = PAPER.choice_title(next(iter(papers), options[PAPER]), game.language)
    return FirstPage(
        game=game,
        title=" · ".join(filter(None, (title, _describe_players(game, options), counted))),
        rows=tuple(_make_row(game, part, names_paper=mixed) for part in parts),
        sheets=sheets,
        time=time,
        counts=total_words(game, sheets, time),
        needs=tuple(_list_needs(game, kit, parts, table_size(game.variant, options))),
        tools=tuple(_list_tools(game, parts)),
        steps=tuple(
            _list_steps(game, parts, kit.named, game.translate("kit.papers") if mixed else paper)
        ),
        pictures=tuple(_list_pictures(game, parts)),
        by_hand=any(part.sides == MANUAL for part in parts),
        rights=rights_of(game.variant, game.language).lines,
    )


def _list_pictures(game: LocalGame, parts: Sequence[PrintedPart]) -> Iterator[PictureStep]:
    """Yield what is done with the sheets of cards, in pictures."""
    ways = [part for part in parts if product_info(part.product).get("stock") == "card"]
    if not ways:
        return
    cards, alike = ways[0], len({part.sides for part in ways}) == 1
    printer: Profile | None = cards.options.get(PRINTER.name)
    feed = printer.manual if printer is not None else None
    for name in WAYS.get(cards.sides, ()):
        own = UNTURNED.get(name, name) if feed is not None and not feed.turn_over else name
        key = _own_key(f"kit.picture.{own}", cards)
        if own == "cut" and _is_cut_by_machine(cards):
            key = "kit.step.machine"
        head = game.translate(f"kit.picture.{own}-head")
        if not alike and name == WAYS[cards.sides][0]:
            product = capitalise(game.translate(f"product.{cards.product}"))
            text = f"{head[:1].lower()}{head[1:]}"
            head = game.translate("words.pair", name=product, text=text)
        yield PictureStep(own, Note(head, game.translate(key)))


def _describe_players(game: LocalGame, options: RenderOptions) -> str:
    """Return “2 to 4 players · this kit is made for 2 players”; empty if no number is given."""
    players, made = game.variant.players, table_size(game.variant, options)
    if players is None:
        return ""
    whole = count_players(game.language, players.min, players.max)
    if players.min == players.max == made:
        return whole
    mine = count_players(game.language, made, made)
    return f"{whole} · {game.translate('kit.for', players=mine)}"


def _make_row(game: LocalGame, part: PrintedPart, *, names_paper: bool) -> FileRow:
    info = product_info(part.product)
    stock = info.get("stock", "plain")
    label_sheet = part.options.get(LABEL_SHEET.name)
    key = "labels" if _is_labelled(part) else stock
    sides = game.translate(f"kit.side.{part.sides}")
    paper = game.translate(
        _own_key(f"kit.paper.{key}", part), sheet=label_sheet or info.get("sheet", "")
    )
    if names_paper and key != "labels" and PAPER.name in part.options:
        size = PAPER.choice_title(part.options[PAPER.name], game.language)
        paper = game.translate("words.pair", name=size, text=paper)
    copies, sheets = part.copies, game.translate("kit.sheet", count=part.sheets)
    if copies > 1:
        sheets = game.translate("kit.times", count=copies, sheets=sheets)
    work = _work_of(part).words(game.language)
    name = capitalise(game.translate(f"product.{part.product}"))
    is_foreign = game.language not in parse_edition(part.edition)
    return FileRow(
        name=f"{name} ({part.edition})" if is_foreign else name,
        file=_name_file(game, part),
        sheets=part.sheets,
        sides=sides,
        work=work,
        paper=paper,
        note=" · ".join(filter(None, (sheets, sides, work, paper))),
        times=copies,
    )


def _name_file(game: LocalGame, part: PrintedPart) -> str:
    if not part.pages:
        return part.file
    key = "kit.file-page" if part.pages.isdecimal() else "kit.file-pages"
    return game.translate(key, file=part.file, pages=part.pages)


def _own_key(key: str, part: PrintedPart) -> str:
    """Return the key for the way in which a part is printed, such as `card-fold`, if it exists."""
    own = f"{key}-{part.sides}"
    return own if find_message(DEFAULT_LANGUAGE, own) else key


def _work_of(part: PrintedPart) -> Handwork:
    return handwork(part.product, part.cuts, part.pieces, part.copies)


def total_words(game: LocalGame, sheets: int, time: str) -> str:
    """Return “In all, with this page: 22 sheets, about 45 minutes”."""
    counts = ", ".join(filter(None, (game.translate("kit.sheet", count=sheets), time)))
    return game.translate("words.pair", name=game.translate("kit.total"), text=counts)


def _is_labelled(part: PrintedPart) -> bool:
    is_token = product_info(part.product).get("step") == "tokens"
    return is_token and part.options.get(LABEL_SHEET.name) is not None


def _is_cut_by_machine(part: PrintedPart) -> bool:
    return bool(part.options.get(MARKS.name, CUT_MARKS) != CUT_MARKS)


def _list_needs(
    game: LocalGame, kit: PrintedKit, parts: Sequence[PrintedPart], players: int
) -> Iterator[str]:
    """Yield the deck that people have, and the materials that no product makes, or only replaces.

    A set of products is chosen so that what else could be printed is not needed.
    """
    variant, copies = game.variant, max((part.copies for part in parts), default=1)
    printed = [part.product for part in parts]
    made = default_products(variant) if kit.named else (*printed, *kit.replaced)
    needs = needed_supplies(variant, made)
    holes = any(place.kind == "lights" for place in variant.places) or variant.tracks
    has_pegs = holes and any(part.options.get(PEG_HOLES.name) for part in parts)
    if kit.deck:
        yield game.text(kit.deck)
    for need in needs:
        known = need if need.instead in printed else replace(need, instead=None)
        yield _describe_need(game, known, players, copies)
    if has_pegs:
        yield game.translate("kit.pegs")
    if not needs and not has_pegs and not kit.deck:
        yield game.translate("kit.nothing")


def _describe_need(game: LocalGame, need: Supply, players: int, copies: int) -> str:
    count, name = need.material.count_for(players) * copies, game.text(need.material.name)
    thing = name if count == 1 else game.translate("kit.thing", count=count, thing=name)
    if need.instead is None:
        return thing
    product = game.translate(f"product.{need.instead}")
    return game.translate("kit.instead", thing=thing, product=product)


def _list_tools(game: LocalGame, parts: Sequence[PrintedPart]) -> list[str]:
    keys = (
        _own_key(f"kit.tool.{tool}", part)
        for part in parts
        for tool in (*product_info(part.product).get("tools", ()), *_FOLDED.get(part.sides, ()))
    )
    return [capitalise(game.translate(key)) for key in dict.fromkeys(keys)]


def _list_steps(
    game: LocalGame, parts: Sequence[PrintedPart], named: str, paper: str
) -> Iterator[Note]:
    """Yield the steps in order; products with the same work share a step."""
    backed = [product_info(part.product) for part in parts if part.sides in TURNS]
    has_backs = any(info.get("step") not in _READ for info in backed)
    several = any(part.copies > 1 for part in parts)
    yield _make_step(game, "print", "print-copies" if several else "print", paper=paper)
    yield _make_step(game, "check", "check-both" if has_backs else "check")
    if any(info.get("stock") == "card" for info in backed):
        yield _make_step(game, "paper", "paper")
    alike: dict[str, list[str]] = {}
    times: dict[str, str] = {}
    for part in parts:
        step = product_info(part.product).get("step", "plain")
        by_machine = _is_cut_by_machine(part) and step in _BY_MACHINE
        key = "labels" if _is_labelled(part) else "machine" if by_machine else step
        key = f"kit.step.{key}"
        name = game.translate(f"product.{part.product}")
        alike.setdefault(_own_key(key, part), []).append(name)
        if (work := _work_of(part)).piece:
            time = capitalise(say_minutes(work.minutes, game.language))
            times[_own_key(key, part)] = f" {time}."
    for key in sorted(alike, key=lambda key: key == "kit.step.plain"):
        lead = f"{capitalise(', '.join(dict.fromkeys(alike[key])))}."
        yield Note(lead, game.translate(key) + times.get(key, ""))
    yield _make_step(game, "play", f"play-{named}" if named else "play")


def _make_step(game: LocalGame, lead: str, key: str, **values: str) -> Note:
    text = game.translate(f"kit.step.{key}", **values)
    return Note(game.translate(f"kit.step.{lead}-head"), text)
