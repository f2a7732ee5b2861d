"""Show the cards and rules of a game, or the value of hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from printkit.base.errors import UsageError, locate_errors
from printkit.base.messages import translate
from printkit.base.plain_text import set_letters
from printkit.cli.config import ConfiguredCommand
from printkit.cli.options import (
    LANGUAGE,
    VARIANT,
    addons_option,
    preset_option,
    print_answer,
    table_options,
    take_table,
    with_preset,
)
from printkit.cli.speech import echo, echo_json, spoken_content
from printkit.model.cards import Card
from printkit.model.description import (
    AGREED,
    CLAUSES,
    HANDS,
    OPTIONS,
    PENALTIES,
    PHASES,
    PRESETS,
    SETUP,
    TITLES,
    TOKENS,
    Description,
    Entry,
)
from printkit.model.fields import MARKS, write_range
from printkit.model.load import describe_in_full, load
from printkit.model.variant import Variant, describe_exchange
from printkit.rules.card_codes import name_suits, read_hands, short_name, sign_letters, split_sets

if TYPE_CHECKING:
    from printkit.rules.hands import TableState


@click.command(cls=ConfiguredCommand, takes=("lang",), ignores_faults=True)
@click.argument("variant", type=VARIANT)
@table_options
@preset_option
@addons_option
@click.option("--odds", is_flag=True, help="Show the odds of each hand.")
@click.option("--lang", type=LANGUAGE, default=None, help="Language of the texts.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(
    variant: str,
    preset: str | None,
    addons: tuple[str, ...],
    hand: str | None,
    odds: bool,
    lang: str | None,
    as_json: bool,
    **parameters: Any,
) -> None:
    """Show VARIANT (a name or a definition file): its cards, hands, phases and materials.

    With --hand, show the value of a hand: every total, the best one, the name of the hand, whether
    it is bombed out, and why. If you give several hands, with “/” between them, they are ranked.
    Write each card as its name (“7 of cups”), its id or its short code. CARD=4 or CARD=3,5 sets a
    value that was chosen or rolled.

    With --odds, show how often each hand is dealt, and how often you get it with the best exchange
    or draw.

    \b
    Examples:
      printkit show kessel
      printkit show casino --lang fr
      printkit show my-deck.toml --json
      printkit show tarot --hand "T12 SK Co7"
      printkit show casino --odds
      printkit show casino --option minus-23 --hand "EO MO C5 T1"
      printkit show kessel --hand "b6 s6 / b1 s1 / bi=2,5 s4" --json
      printkit show random --rule-set imperial --hand "ls sco ca i"
    """
    lang = lang or spoken_content()[0]
    result = load(with_preset(variant, preset), adds=addons, language=lang)
    set_letters(sign_letters(result, lang))
    table = take_table(parameters, hand, odds=odds)
    if odds and hand is not None:
        raise UsageError("--odds and --hand cannot be combined.", hint="Use only one of them.")
    if odds or hand is not None:
        from printkit.rules.answers import (  # cards need no answer
            judge_hands,
            read_table_state,
            with_sets,
        )

        state = read_table_state(result, **table, language=lang, for_odds=odds)
    if odds:
        _show_odds(result, state, lang, as_json=as_json)
    elif hand is not None:
        typed, sets = split_sets(hand)
        state = with_sets(result, state, sets)
        with locate_errors("--hand"):
            hands = read_hands(result, typed, lang, table["decks"], variant, at_one_table=True)
            answer = judge_hands(result, hands, state, lang)
        if as_json:
            echo_json(answer.as_data())
        else:
            print_answer(answer, state, result, hand)
    elif as_json:
        echo_json(describe_in_full(result))
    else:
        _print_variant(result, lang)


def _show_odds(variant: Variant, table: TableState, lang: str, *, as_json: bool) -> None:
    """Print the odds of the hands or, if the game has several rule sets and none is chosen, the
    odds in each of them. With `as_json`, print the odds as plain data.
    """
    from printkit.rules.odds import find_chances, odds_data  # few ask for them
    from printkit.text.names import name_level_pots, tabulate, tabulate_sets

    chances = find_chances(variant, table)
    if as_json:
        echo_json(odds_data(variant, chances))
        return
    by_set = variant.sets_rule is not None and table.rule_set is None
    heads, rows = (
        tabulate_sets(variant, lang) if by_set else tabulate(variant, chances, lang, table.rule_set)
    )
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for first, *others in (heads, *rows):
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        echo("  ".join([f"{first:<{widths[0]}}", *cells]))
    echo("\n" + translate(lang, "chances.counted"))
    if variant.preset is not None:
        tie = variant.settlement.tie
        if tie.adds or (tie.comparisons and tie.end == "split"):
            echo(translate(lang, "chances.level-none" if tie.adds else "chances.level-unknown"))
    elif not table.options and (shares := name_level_pots(variant, lang)):
        echo(translate(lang, "chances.level", shares=", ".join(shares)))


def _print_variant(variant: Variant, lang: str) -> None:
    """Print the cards by family, then hands, phases, options, materials and questions."""
    described = Description(variant)
    size = translate(lang, "preview.card", count=variant.total)
    if variant.players is not None:
        players = write_range(variant.players.min, variant.players.max)
        size = translate(lang, "show.size", cards=variant.total, players=players)
    echo(f"{variant.name[lang]} ({variant.slug}) · {size}")
    if variant.summary is not None:
        echo(variant.summary[lang])
    if variant.chosen_preset is not None:
        echo(variant.chosen_preset.how[lang])
        _print_section(AGREED, described.agreed, lang)
    if suits := name_suits(variant, lang):
        echo(translate(lang, "show.suits", suits=suits))
    width = max(len(card.id) for card in variant.cards)
    codes = {card.id: _short_code(variant, card, lang) for card in variant.cards}
    narrow = max(map(len, codes.values()))
    for key, family in variant.families.items():
        echo(f"\n{family.name[lang]}")
        for entry in (one for one in described.cards if one.card.family == key):
            card = entry.card
            values = translate(lang, "show.by-set") if entry.is_by_set else entry.values
            echo(
                f"  {card.copies}× {card.id:<{width}}  {codes[card.id]:<{narrow}}  {values:>7}  "
                f"{card.name[lang]}"
            )
    _print_section(HANDS, described.hands, lang)
    _print_section(SETUP, described.steps, lang)
    _print_section(PHASES, described.phases, lang)
    dues = sorted(described.dues, key=lambda due: due.number)
    _print_section(PENALTIES, dues, lang)
    _print_section(CLAUSES, described.cases, lang)
    if variant.exchange is not None:
        allowed, more = describe_exchange(variant, lang)
        counts = f"{allowed} ({more})" if more else allowed
        echo("\n" + translate(lang, "show.exchange", counts=counts))
    _print_section(OPTIONS, described.options, lang)
    _print_section(PRESETS, described.presets, lang)
    if variant.shapes:
        echo("\n" + translate(lang, "show.shapes", names=", ".join(variant.shapes)))
    _print_section(TOKENS, described.tokens, lang)
    if described.materials:
        echo("")
        for thing in described.materials:
            echo(f"  {thing.count:>4} × {thing.name[lang]}")
    if described.questions:
        echo("\n" + translate(lang, "show.questions"))
        for question in described.questions:
            echo(f"  {question.name[lang]} {question.sentence(lang)}")
    _print_marks(variant, lang)
    for note in variant.notes:
        echo(f"\n  * {note[lang]}")


def _print_section(key: str, entries: Sequence[Entry], lang: str) -> None:
    """Print the title of a section, and the name and sentence of each entry, if there are any."""
    if entries:
        echo("\n" + translate(lang, TITLES[key]) if key != HANDS else "")
    for entry in entries:
        words = translate(lang, "words.pair", name=entry.name[lang], text=entry.sentence(lang))
        echo(f"  {entry.number}. {words}" if key in (HANDS, PHASES) else f"  {words}")


def _print_marks(variant: Variant, lang: str) -> None:
    """Print the meanings of the marks that follow sentences of the game."""
    origins = {rule.provenance for rule in variant.rulings}
    origins |= {option.provenance for option in variant.options}
    origins |= {provenance for _, _, provenance in variant.answers}
    used = [key for key in MARKS if key in origins]
    for key in used:
        if MARKS[key]:
            echo("\n" + translate(lang, f"table.marks.{key}"))


def _short_code(variant: Variant, card: Card, lang: str) -> str:
    """Return the short code of a card, or an empty string if it has none."""
    code = short_name(variant, card, lang)
    return "" if code == card.id else code
