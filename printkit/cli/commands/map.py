"""Play a game with a deck that you own, using a chart or stickers."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from textwrap import wrap
from typing import Any

import click
from msgspec.structs import replace

from printkit.base.errors import UsageError, locate_errors
from printkit.base.messages import translate
from printkit.base.plain_text import set_letters
from printkit.base.sentences import Sentence, name_some
from printkit.cli.job_command import JobCommand
from printkit.cli.options import (
    LANGUAGES,
    OWN_DECK,
    VARIANT,
    from_command_line,
    names_type,
    out_option,
    preset_option,
    print_answer,
    replace_option,
    table_options,
    take_table,
    with_preset,
)
from printkit.cli.speech import echo, echo_json, spoken_content
from printkit.model.cards import Card
from printkit.model.definition_files import STANDINS, deck_slugs
from printkit.model.fields import BY_SET, shown_values
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.rules.answers import judge_hands, read_table_state
from printkit.rules.card_codes import name_suits, short_name, sign_letters
from printkit.rules.hands import TableState
from printkit.rules.standins import (
    DeckMapping,
    PhysicalCard,
    can_stand_in,
    map_deck,
    mapped_judgement,
    read_mapped_hands,
    title_of_unsuited,
)

TEXT, JSON = "text", "json"
CHART, POCKET, STICKERS = _PRODUCTS = ("chart", "pocket", "labels")
# The least and the greatest width of a table on a terminal, and its width in a pipe.
_NARROW, _WIDE, _PIPE = 60, 132, 80
# The first page of a kit.
_FIRST = "print-me-first"
# The settings that this command follows; the format is that of builds.
_TAKES = ("lang", "paper", "theme", "margin", "printer", "dpi", "site", "out")
# The parameters for output files that are not flags of products.
_OUT = {"out", "replace"}


@click.command(
    cls=JobCommand,
    takes=_TAKES,
    makes=(*_PRODUCTS, _FIRST),
    files=("--format", "--kit"),
    epilog=Sentence("Decks: {deck_slugs}.", deck_slugs=", ".join(deck_slugs())),
)
@click.argument("deck", type=OWN_DECK)
@click.argument("variant", type=VARIANT)
@table_options
@preset_option
@click.option(
    "--lang",
    "languages",
    type=LANGUAGES,
    default=None,
    help="Languages of the output.  [default: the locale]",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON; short for --format json.")
@click.option(
    "--format",
    "formats",
    type=names_type(lambda: [TEXT, JSON, STICKERS, *_file_formats()], "formats", lambda: [TEXT]),
    default=TEXT,
    help="Output format: text prints a table in the terminal; pdf, svg and png write charts; "
    "labels writes stickers. Separate several formats with commas.  [default: text]",
)
@click.option(
    "--kit",
    is_flag=True,
    help="Make everything that the game needs besides your deck: the charts or stickers, the "
    "booklet, mats, tokens, player aids, and a “print me first” page.",
)
@replace_option
@out_option
def command(
    deck: str,
    variant: str,
    preset: str | None,
    hand: str | None,
    as_json: bool,
    languages: tuple[str, ...] | None,
    formats: tuple[str, ...],
    kit: bool,
    **parameters: Any,
) -> None:
    """Play VARIANT with DECK, a deck that you own.

    DECK is one of the decks listed below, or a definition file. The table shows which of your cards
    stands in for which card of the game. It also lists the cards that you need and those that stay
    in the box, and counts the cards whose printed value is also their value in the game.

    \b
    Examples:
      printkit map tarot casino
      printkit map poker54 kessel --lang fr --json
      printkit map tarot rebel-alliance --format pdf --paper letter
      printkit map tarot casino --kit --players 4
      printkit map two-poker54 casino --format labels --label-sheet l7651 --start-label 14
      printkit map tarot casino --hand "X S2 Co3 T1 / T2 Cu8 S4 Co5"
      printkit map my-deck.toml classic
    """
    table, variant = take_table(parameters, hand), with_preset(variant, preset)
    wanted = _parse_formats(formats, as_json)
    if kit:
        wanted = _formats_of_kit(wanted, hand)
    files = tuple(name for name in wanted if name != STICKERS)
    in_terminal = wanted[0] in (TEXT, JSON)
    languages = languages or spoken_content()
    products = (*((CHART, POCKET) if files else ()), *((STICKERS,) if files != wanted else ()))
    if not in_terminal or any(parameters[name] is not None for name in parameters.keys() - _OUT):
        from printkit.cli.flags import job_of

        job = job_of(
            parameters,
            variant=variant,
            deck=deck,
            products=products,
            languages=languages,
            formats=files or ("pdf",),
        )
        if in_terminal:
            from printkit.jobs.job import require_readers

            require_readers(job, (), wanted, lambda: (*_PRODUCTS, _FIRST))
    own, game = load(deck, shelf=STANDINS), load(variant)
    set_letters(sign_letters(own, languages[0]))
    if kit and STICKERS not in products and not can_stand_in(own, game):
        products = (STICKERS,)
    mapping = map_deck(own, game, stickers=products[:1] == (STICKERS,))
    if hand is not None:
        table["decks"] = max(table["decks"], mapping.standin.times)
        known = _one_language(languages)
        state = read_table_state(mapping.variant, **table, language=known)
        _print_hands(mapping, hand, known, wanted, state)
    elif wanted[0] == JSON:
        echo_json(mapping.as_data(_one_language(languages)))
    elif wanted[0] == TEXT:
        for line in _mapping_lines(mapping, _one_language(languages), _width()):
            echo(line)
    else:
        from printkit.cli.report import report_build
        from printkit.jobs.build import build
        from printkit.pieces.kits import table_products

        own_parts = table_products(mapping.variant) if kit else ()
        report_build([build(replace(job, products=(*products, *own_parts)))])


def _file_formats() -> list[str]:
    """Return the formats of files."""
    from printkit.pieces.protocols import formats  # a table in a terminal does not need it

    return formats()


def _parse_formats(typed: tuple[str, ...], as_json: bool) -> tuple[str, ...]:
    """Return the formats: text or json alone, or formats of files, with labels first.

    Raises UsageError for formats that exclude each other.
    """
    if as_json:
        if typed not in ((TEXT,), (JSON,)):
            raise UsageError("--json and --format cannot be combined.", hint="Omit one.")
        return (JSON,)
    if len(typed) > 1 and (TEXT in typed or JSON in typed):
        raise UsageError(
            "text and json print to the terminal and cannot be combined with formats that write "
            "files.",
            hint=Sentence(
                "Build them alone; files: {stickers}.",
                stickers=", ".join([STICKERS, *_file_formats()]),
            ),
        )
    return (STICKERS, *(f for f in typed if f != STICKERS)) if STICKERS in typed else typed


def _formats_of_kit(wanted: tuple[str, ...], hand: str | None) -> tuple[str, ...]:
    """Return the formats of the files of a kit. Raises UsageError if anything else is asked for."""
    if hand is not None or wanted == (JSON,):
        raise UsageError("--kit writes files.", hint="Omit --hand and --json, or omit --kit.")
    return ("pdf",) if wanted == (TEXT,) else wanted


def _one_language(languages: tuple[str, ...]) -> str:
    """Return the language of an answer; if none was typed, the first language in the settings.

    Raises UsageError if several languages were typed.
    """
    if len(languages) > 1 and from_command_line("languages"):
        raise UsageError(
            "An answer can be in only one language.", hint="Give --lang a single language."
        )
    return languages[0]


def _width() -> int:
    if not sys.stdout.isatty():
        return _PIPE
    import shutil  # a pipe does not need it

    return max(_NARROW, min(_WIDE, shutil.get_terminal_size((_PIPE, 24)).columns))


def _print_hands(
    mapping: DeckMapping, hand: str, language: str, wanted: tuple[str, ...], table: TableState
) -> None:
    """Print hands of the physical deck with their names and values in the game."""
    if wanted not in ((TEXT,), (JSON,)):
        raise UsageError("A hand can be described only as text or JSON.", hint="Omit --format.")
    with locate_errors("--hand"):
        hands = read_mapped_hands(mapping, hand, language)
        answer = judge_hands(mapping.variant, [item.held for item in hands], table, language)
    if wanted == (JSON,):
        echo_json(mapped_judgement(mapping, hands, answer))
        return
    for i, item in enumerate(hands, 1):
        names = ", ".join(own.name(language) for own in item.physical)
        echo(translate(language, "map.own-hand", number=i, cards=names))
    echo("")
    print_answer(answer, table, mapping.deck, hand)


# --- the table on a terminal --------------------------------------------------------------------


_ARROW = " → "
_GUTTER = 3


def _mapping_lines(mapping: DeckMapping, language: str, width: int) -> list[str]:
    """Return the table of a mapping as lines of at most `width` characters."""
    lines = _head_lines(mapping, language, width)
    for title, cells in _group_cells(mapping, language):
        lines += ["", title, *_column_lines(cells, width)]
    return [*lines, "", *_foot_lines(mapping, language, width)]


def _head_lines(mapping: DeckMapping, language: str, width: int) -> list[str]:
    tell = partial(translate, language)
    shown, entries = mapping.face_value_count(), len(mapping.entries)
    words = [
        tell("map.covered", covered=entries, needed=mapping.needed()),
        tell("map.told", told=shown, lost=entries - shown),
    ]
    if mapping.standin.source is not None:
        words.append(tell("map.source", source=mapping.standin.source[language]))
    title = f"{mapping.deck.name[language]}{_ARROW}{mapping.variant.name[language]}"
    suits = name_suits(mapping.deck, language)
    legend = wrap(tell("show.suits", suits=suits), width, subsequent_indent="  ") if suits else []
    return [title, *wrap(" ".join(words), width), *legend]


def _foot_lines(mapping: DeckMapping, language: str, width: int) -> list[str]:
    """Return the lines about cards to take out, cards that stay, missing cards, and notes."""
    tell, unused = partial(translate, language), mapping.unused
    used = [entry.physical for entry in mapping.entries]
    listed = _list_runs(mapping.deck, used, language)
    stays = _list_runs(mapping.deck, unused, language)
    names = name_some(dict.fromkeys(card.name[language] for card in mapping.missing))
    texts = [
        tell("map.take", count=len(used), cards=listed),
        tell("map.unused", count=len(unused), cards=stays) if unused else tell("map.all-used"),
        tell("map.missing", cards=names) if names else tell("map.none-missing"),
    ]
    if mapping.standin.disambiguation is not None:
        texts.append(tell(f"map.apart-{mapping.standin.disambiguation}"))
    texts += [note[language] for note in mapping.standin.notes]
    return [line for words in texts for line in wrap(words, width, subsequent_indent="  ")]


def _group_cells(mapping: DeckMapping, language: str) -> Iterable[tuple[str, list[str]]]:
    """Yield the title and the cells of each suit of the game, and of the unsuited cards in each
    family.
    """
    variant = mapping.variant
    owns: dict[str, list[PhysicalCard]] = {}
    for entry in mapping.entries:
        owns.setdefault(entry.stands_for.id, []).append(entry.physical)
    groups: dict[tuple[str, str], list[str]] = {}
    for card in variant.cards:
        if card.id in owns:
            cell = _cell_text(mapping, owns[card.id], card, language)
            groups.setdefault((card.suit or "", card.family), []).append(cell)
    for (suit, family), cells in groups.items():
        title = variant.suits[suit].name[language] if suit else ""
        yield title or title_of_unsuited(variant, family, language), cells


def _cell_text(
    mapping: DeckMapping, owns: Sequence[PhysicalCard], card: Card, language: str
) -> str:
    """Return `♠N → Commander 12`, or only the value for a numbered card."""
    left = " ".join(_short(mapping.deck, own, language) for own in owns)
    value = "" if card.rule == BY_SET else shown_values(card.values)
    if len(card.values) == 1 and card.index.startswith("+"):
        value = card.index
    rank = mapping.variant.ranks.get(card.rank or "")
    if card.suit is None:
        name = card.name[language]
    else:
        name = rank.name[language] if rank is not None and rank.name is not None else ""
    return f"{left}{_ARROW}{' '.join(part for part in (name, value) if part)}"


def _short(deck: Variant, own: PhysicalCard, language: str) -> str:
    code = short_name(deck, own.card, language)
    return f"{own.number}:{code}" if own.number else code


def _column_lines(cells: Sequence[str], width: int) -> list[str]:
    """Return the cells in as many columns as fit, filled downward."""
    widest = max(map(len, cells)) + _GUTTER
    columns = max(1, min(len(cells), (width - 2 + _GUTTER) // widest))
    rows = -(-len(cells) // columns)
    return [
        "  " + "".join(f"{cell:<{widest}}" for cell in cells[row::rows]).rstrip()
        for row in range(rows)
    ]


def _list_runs(deck: Variant, owns: Sequence[PhysicalCard], language: str) -> str:
    """Return cards in the order of the deck, with runs in a suit as `♠2–♠K`."""
    places = {card.id: i for i, card in enumerate(deck.cards)}
    runs: list[list[PhysicalCard]] = []
    before: tuple[object, ...] = ()
    for own in sorted(owns, key=lambda own: (own.number, places[own.card.id])):
        place = places[own.card.id]
        if own.card.suit is not None and before == (own.number, own.card.suit, place - 1):
            runs[-1].append(own)
        else:
            runs.append([own])
        before = (own.number, own.card.suit, place)
    words: list[str] = []
    for run in runs:
        codes = [_short(deck, own, language) for own in run]
        words += [f"{codes[0]}–{codes[-1]}"] if len(run) > 2 else codes
    return ", ".join(words)
