"""`printkit show`: a variant card by card."""

from __future__ import annotations

import json
from typing import Any

import click

from printkit.base.strings import languages, say
from printkit.definition.expand import shown_values
from printkit.definition.load import load
from printkit.definition.variant import Variant


@click.command()
@click.argument("variant")
@click.option("--lang", type=click.Choice(languages()), default="en", help="Language of the texts.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable, in all languages.")
def command(variant: str, lang: str, as_json: bool) -> None:
    """Shows VARIANT (a slug, or a definition file) card by card, its hands and materials.

    \b
    Examples:
      printkit show kessel
      printkit show casino --lang fr
      printkit show my-deck.toml --json
    """
    found = load(variant)
    if as_json:
        click.echo(json.dumps(as_data(found), ensure_ascii=False, indent=2))
    else:
        _print(found, lang)


def as_data(variant: Variant) -> dict[str, Any]:
    """The variant in the form of `show --json`."""
    return {
        "slug": variant.slug,
        "name": dict(variant.name),
        "players": {"min": variant.players[0], "max": variant.players[1]},
        "cards": [
            {
                "id": card.id,
                "name": dict(card.name),
                "suit": card.suit,
                "rank": card.rank,
                "family": card.family,
                "values": list(card.values),
                "copies": card.copies,
            }
            for card in variant.cards
        ],
        "hands": [
            {"id": hand.id, "name": dict(hand.name), "order": hand.order} for hand in variant.hands
        ],
        "materials": [
            {"id": thing.id, "name": dict(thing.name), "count": thing.count}
            for thing in variant.materials
        ],
    }


def _print(variant: Variant, lang: str) -> None:
    least, most = variant.players
    players = str(least) if least == most else f"{least}–{most}"
    size = say(lang, "show.size", cards=variant.total, players=players)
    click.echo(f"{variant.name[lang]} ({variant.slug}) · {size}")
    click.echo(variant.summary[lang])
    wide = max(len(card.id) for card in variant.cards)
    for key, family in variant.families.items():
        click.echo(f"\n{family.name[lang]}")
        for card in (c for c in variant.cards if c.family == key):
            values = shown_values(card.values)
            click.echo(f"  {card.copies}× {card.id:<{wide}}  {values:>7}  {card.name[lang]}")
    if variant.hands:
        click.echo("")
        for hand in variant.hands:
            words = say(lang, "show.pair", name=hand.name[lang], text=hand.how[lang])
            click.echo(f"  {hand.order}. {words}")
    if variant.materials:
        click.echo("")
        for thing in variant.materials:
            click.echo(f"  {thing.count:>4} × {thing.name[lang]}")
    for note in variant.notes:
        click.echo(f"\n  * {note[lang]}")
