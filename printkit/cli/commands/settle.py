"""Settle a showdown: list every payment and the rule behind it."""

from __future__ import annotations

from typing import Any

import click

from printkit.base.errors import UsageError
from printkit.base.messages import translate
from printkit.base.plain_text import set_letters
from printkit.base.sentences import Sentence
from printkit.cli.config import ConfiguredCommand
from printkit.cli.options import (
    LANGUAGE,
    VARIANT,
    addons_option,
    preset_option,
    table_options,
    take_table,
    with_preset,
)
from printkit.cli.speech import echo, echo_json, spoken_content
from printkit.model.fields import MARKS, signed
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.rules.card_codes import sign_letters
from printkit.rules.showdown import SettledShowdown, settle_hands, with_pages

_EACH = ","
_PLACE = "="


def _numbers(option: str, text: str) -> list[int]:
    """Return numbers separated by commas. Raises UsageError."""
    try:
        return [int(part) for part in text.split(_EACH)]
    except ValueError:
        raise UsageError(
            Sentence(
                "{option}: “{text}” is not a number, or several with commas.",
                option=option,
                text=text,
            ),
            hint=Sentence("Write {option} 20, or 20,15,8.", option=option),
        ) from None


def _pots(written: tuple[str, ...]) -> dict[str, int | list[int]]:
    """Return the contents of places: `hand-pot=18`, `pot=2,0,3`. Raises UsageError."""
    pots: dict[str, int | list[int]] = {}
    for text in written:
        place, sign, numbers = text.partition(_PLACE)
        if not sign:
            raise UsageError(
                Sentence("--pot “{text}” does not give a number.", text=text),
                hint="Write --pot hand-pot=18.",
            )
        held = _numbers("--pot", numbers)
        pots[place.strip()] = held if len(held) > 1 else held[0]
    return pots


def _figures(written: tuple[str, ...]) -> dict[str, int]:
    """Return amounts that the table has agreed on: `side-ante=2`. Raises UsageError."""
    figures: dict[str, int] = {}
    for text in written:
        name, sign, number = text.partition(_PLACE)
        if not sign or _EACH in number:
            raise UsageError(
                Sentence("--figure “{text}” does not give a number.", text=text),
                hint="Write --figure side-ante=2.",
            )
        figures[name.strip()] = _numbers("--figure", number)[0]
    return figures


@click.command(cls=ConfiguredCommand, takes=("lang",), ignores_faults=True)
@click.argument("variant", type=VARIANT)
@table_options
@preset_option
@addons_option
@click.option(
    "--called", type=int, default=None, help="Number of the caller’s hand; 0 if nobody called."
)
@click.option(
    "--pot",
    "pots",
    multiple=True,
    metavar="POT=N",
    help="Contents of a pot, or N,N,N if each hand has a separate pot, stake or score. Repeatable.",
)
@click.option(
    "--figure",
    "figures",
    multiple=True,
    metavar="NAME=N",
    help="Amount that the players have agreed on, such as side-ante=2. Repeatable.",
)
@click.option("--chips", default=None, metavar="N,N,N", help="Chips that each player has left.")
@click.option("--names", default=None, metavar="NAME,NAME", help="Names of the players.")
@click.option("--first-hand", is_flag=True, help="This is the first hand of the evening.")
@click.option(
    "--alone",
    is_flag=True,
    help="All other players have folded. Write “-” for a hand that is not shown.",
)
@click.option("--bank", type=int, default=None, help="Number of the bank’s hand.")
@click.option("--common", default=None, help="Face-up cards that all players share.")
@click.option(
    "--again",
    multiple=True,
    metavar="HANDS",
    help="New cards that break a tie; write “-” for a hand that gets none. Repeat the option for "
    "each further tie.",
)
@click.option(
    "--tiebreaker",
    type=int,
    default=None,
    help="Number of the hand in which a Tiebreaker was played.",
)
@click.option(
    "--false",
    type=int,
    multiple=True,
    help="Number of a hand that was wrongly declared a Sabacc. Repeatable.",
)
@click.option("--lang", type=LANGUAGE, default=None, help="Language of the texts.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def command(
    variant: str,
    preset: str | None,
    addons: tuple[str, ...],
    hand: str | None,
    pots: tuple[str, ...],
    figures: tuple[str, ...],
    chips: str | None,
    names: str | None,
    lang: str | None,
    as_json: bool,
    **parameters: Any,
) -> None:
    """Settle a showdown of VARIANT: print every payment in order, with the rule behind it.

    Write the hands after --hand, with “/” between them. Each step is followed by the rule that it
    applies and, in brackets, the page and the chapter of the booklet. † marks our own rule where
    the sources leave a question open, and ‡ marks our own rule where it differs from the sources.

    If a fact from the game is missing, such as the result of a die roll, the command asks for it
    (“needs: …”) and settles nothing. If a hand was shown under another local rule set, write @SET
    before it.

    \b
    Examples:
      printkit settle casino --alone --hand "-" --pot hand-pot=12 --pot sabacc-pot=4
      printkit settle kessel --hand "b3 s3 / b1 s2" --pot pot=2,1 --chips 5,6
      printkit settle random --option points --called 0 --hand "I C2 F3 T9 / C6 T5 F4 C8"
    """
    # Slow: it composes a booklet.
    from printkit.booklet.compose import find_pages

    lang = lang or spoken_content()[0]
    game = load(with_preset(variant, preset), adds=addons, language=lang)
    set_letters(sign_letters(game, lang))
    known = {**take_table(parameters, hand), **parameters, "pots": _pots(pots)}
    known["figures"] = _figures(figures)
    if hand is None:
        raise UsageError("There is nothing to settle.", hint="Add --hand “CARD … / CARD …”.")
    if chips is not None:
        known["chips"] = _numbers("--chips", chips)
    if names is not None:
        known["names"] = [name.strip() for name in names.split(_EACH)]
    settled = with_pages(settle_hands(game, hand, lang, **known), find_pages(game, lang))
    if as_json:
        echo_json(settled.as_data())
    else:
        _print_settled(game, settled)


def _print_settled(game: Variant, settled: SettledShowdown) -> None:
    """Print the hands, the steps with their sentences, and the contents of places afterwards."""
    # Of no use for JSON, and slow.
    from printkit.text.book import titles_by_anchor
    from printkit.text.kept_books import find_booklet

    language = settled.language
    titles = titles_by_anchor(find_booklet(game, language).chapters)
    for hand in settled.hands:
        if hand.hand_name:
            words = translate(language, "settle.hand", hand=hand.hand_name, best=signed(hand.best))
            echo(translate(language, "words.pair", name=hand.name, text=words))
    number, mentioned = 0, set[str]()
    for step in settled.steps:
        number += bool(step.text)
        if step.text:
            echo(f"{number}. {step.text}")
        for rule in step.rules:
            text = rule.text + MARKS[rule.provenance]
            if rule.id in mentioned:
                text = translate(language, "settle.again")
            mentioned.add(rule.id)
            if title := titles.get(rule.chapter, ""):
                cited = translate(language, "settle.page", page=rule.page, title=title)
                text += f" [{cited}]" if rule.page else f" [{title}]"
            echo(f"   {text}")
    for line in settled.outcome:
        echo(line)
    if settled.pending:
        echo(translate(language, "settle.ask-again"))
