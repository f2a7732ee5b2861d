"""The numbers in pictures of the table and of a turn, for every game and preset.

The pictures show the players, hands, tokens, dice, chips and pots of the definition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
import pytest

from printkit.art.theme import plain_paper_theme, theme
from printkit.base.geometry import IDENTITY, Matrix
from printkit.base.records import evolve
from printkit.booklet.play_pictures import draw_play
from printkit.booklet.table_pictures import (
    SIDE,
    Pieces,
    TableZones,
    middle_rows,
    number_table,
    seat_contents,
    token_places,
)
from printkit.graphics.display_list import Group, Item, ShapedText, Use
from printkit.model.definition_files import variant_slugs
from printkit.model.load import load
from printkit.model.play import Move
from printkit.model.variant import Variant
from printkit.rules.plays import OTHERS, follows_phases, moved_chips, play_out
from printkit.tabletop.boards import is_dial_table
from printkit.text import book as b
from printkit.text.loader import load_start_sheet
from printkit.text.panels import seats_drawn
from tests.support.decks import variant

LOOK = plain_paper_theme(theme("classic"))
GAMES = [slug for slug in variant_slugs() if variant(slug).places]
NAMED = [*GAMES, *(f"{slug}@{preset.id}" for slug in GAMES for preset in variant(slug).presets)]
every_game = pytest.mark.parametrize("name", NAMED)
# The middle of a picture: half its width and half its height (mm).
MIDDLE = (29.0, 24.0)
# The most chips that are drawn for a player.
MAX_CHIPS = 8


class Numbers(msgspec.Struct, frozen=True):
    """The numbers of a table: players, cards of each hand, tokens in the middle and of each
    player, chips of each player, dice, pots in the middle and of each player, cells of each.
    """

    players: int
    cards: int
    shared_tokens: int
    own_tokens: int
    chips: int
    dice: int
    shared_pots: int
    own_pots: int
    cells: int


def uses(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[str, bool]]:
    """Yield the keys of used drawings, with True for those in the middle of the table."""
    for item in items:
        if isinstance(item, Group):
            yield from uses(item.items, item.matrix.then(matrix))
        elif isinstance(item, Use):
            x, y = item.matrix.then(matrix).apply(0.0, 0.0)
            yield item.symbol.key, abs(x) < MIDDLE[0] and abs(y) < MIDDLE[1]


def numbers_drawn(game: Variant, players: int) -> Numbers:
    """Count what the picture of the table shows."""
    pieces = Pieces(game, LOOK)
    keys = Counter(uses(number_table(pieces, players, SIDE).items))
    open_cards = {f"small-{card.id}-" for card in game.cards}
    cards = tokens = shared_tokens = chips = backs = 0
    stake = game.stake_material
    for (key, is_middle), count in keys.items():
        if key.startswith("round-token-"):
            shared_tokens += count * is_middle
            tokens += count * (not is_middle)
        elif not is_middle and key.startswith("small-back-"):
            backs += count
        elif not is_middle and any(key.startswith(start) for start in open_cards):
            cards += count
        elif not is_middle and stake is not None and "-small-" in key:
            own = ["chip-", "credit-", *(f"chip-{chip.value}-" for chip in stake.denominations)]
            chips += count * any(f"tokens-{start}" in key for start in own)
    seats = [{one.place: one for one in seat_contents(pieces, i)} for i in range(players)]
    middle = [contents.place for row in middle_rows(pieces) for contents in row]
    pots = {place.id for place in game.places if place.kind == "pot"}
    dice = {place.id for place in game.places if place.kind == "dice"}
    cells = [place.id for place in game.places if place.kind == "cells" and place.on == "board"]
    assert (backs, tokens % players, chips % players) == (cards * (players - 1), 0, 0)
    return Numbers(
        players,
        cards,
        shared_tokens,
        tokens // players,
        chips // players,
        sum(place in dice for place in middle),
        sum(place in pots for place in middle),
        len(pots & seats[0].keys()),
        sum(len(seats[0][place].items) for place in cells),
    )


def numbers_of(game: Variant) -> Numbers:
    """Return the numbers by the definition; a first hand has four hands at most."""
    most = game.players.max if game.players is not None else 1
    least = game.players.min if game.players is not None else 1
    on = {place.id: place for place in game.places}
    held = [on[key] for key in token_places(game) if on[key].kind == "tokens" and game.tokens]
    named = {material.id for material in game.materials}
    held = [place for place in held if place.id not in named]
    stake = game.stake_material
    pots = [place for place in game.places if place.kind == "pot"]
    cells = sum(p.count for p in game.places if p.kind == "cells" and p.on == "board")
    return Numbers(
        max(least, min(most, 4)),
        0 if cells else game.counting.cards or game.figures["dealt"],
        sum(place.count for place in held if place.on != "board"),
        sum(place.count for place in held if place.on == "board"),
        min(MAX_CHIPS, stake.per_player or 0) if stake is not None else 0,
        sum(place.count for place in game.places if place.kind == "dice"),
        sum(place.count for place in pots if place.on != "board"),
        sum(place.count for place in pots if place.on == "board"),
        cells,
    )


@pytest.mark.sampled(every=3)
@every_game
def test_table_shows_the_numbers_of_the_definition(name: str) -> None:
    game = load(name)
    if is_dial_table(game):
        contents = [one for one, _, _ in TableZones(Pieces(game, LOOK), SIDE).draw_contents()]
        for place in (place for place in game.places if place.kind in ("cells", "hand", "lights")):
            drawn = [one for one in contents if one.place == place.id and one.items]
            assert [len(one.items) for one in drawn] == [place.count] * game.players.max
        return
    assert seats_drawn(game) == numbers_of(game).players
    assert numbers_drawn(game, seats_drawn(game)) == numbers_of(game)


def test_tables_of_outlaws_and_shift_show_their_own_numbers() -> None:
    """Outlaws choose three tokens each; a hand of Coruscant Shift has five cards."""
    shared, own, no_pots = (
        numbers_drawn(load(name), 4)
        for name in ("kessel", "kessel@outlaws-5", "corellian-spike@parks-box")
    )
    assert (shared.shared_tokens, shared.own_tokens, shared.chips) == (3, 0, 8)
    assert (own.shared_tokens, own.own_tokens, own.chips) == (0, 3, 5)
    assert numbers_drawn(load("coruscant-shift"), 4).cards == 5
    assert (no_pots.shared_pots, no_pots.chips, no_pots.cards) == (0, 0, 2)


def test_wrong_number_on_the_table_is_noticed() -> None:
    kessel, shift = load("kessel"), load("coruscant-shift")
    outlaws, box = load("kessel@outlaws-4"), load("corellian-spike@parks-box")
    for game, other in ((kessel, outlaws), (outlaws, kessel), (shift, box), (box, shift)):
        assert numbers_drawn(game, 4) == numbers_of(game) != numbers_of(other)
    assert numbers_drawn(kessel, 3) != numbers_of(kessel)
    two = evolve(shift, figures={**shift.figures, "dealt": 2})
    assert numbers_drawn(two, 4).cards == 2 != numbers_of(shift).cards


def hands_shown(name: str) -> list[int]:
    """Return the number of hands in each panel of open hands of the start sheet."""
    sheet = load_start_sheet(load(name), "en")
    blocks = [block for chapter in sheet.chapters for block in chapter.blocks]
    panels = [block for block in blocks if isinstance(block, b.Panel)]
    return [len(panel.cells) for panel in panels if panel.kind in (b.DEALT, b.SHOWN)]


@pytest.mark.sampled(every=3)
@every_game
def test_first_hand_has_the_players_of_the_table(name: str) -> None:
    """A preset that leaves out a phase of the turn has no first hand."""
    game = load(name)
    shown = hands_shown(name)
    assert bool(shown) is follows_phases(game)
    assert set(shown) <= {seats_drawn(game)}


def faults_of_pots(game: Variant) -> Iterator[str]:
    """Yield each turn whose pot is not paid by the players of the table: each as much as the one
    who plays.
    """
    stake, seats = game.stake_material, seats_drawn(game)
    pots = {place.id for place in game.places if place.kind == "pot" and place.on != "board"}
    for play in game.plays:
        state = play_out(game, play)[0]
        if stake is None or not stake.denominations or not pots & state.chips.keys():
            continue
        other = f"sabacc-pot-{seats}"
        elsewhere = 0
        if other in game.sums:
            elsewhere = moved_chips(game, Move(start=stake.id, end="sabacc-pot", chips=other))
        further = sum(chip.value * chip.count_for(seats) for chip in stake.further)
        paid = stake.worth + further - state.chips[stake.id]
        if paid * seats != sum(state.chips[pot] for pot in pots & state.chips.keys()) + elsewhere:
            yield f"{play.id}: before"
        own = sum(moved_chips(game, move) for move in play.moves if move.start == stake.id)
        rest = [moved_chips(game, move) for move in play.moves if move.start == OTHERS]
        if rest and sum(rest) != own * (seats - 1):
            yield f"{play.id}: moves"


@every_game
def test_pot_of_a_turn_is_paid_by_the_players_of_the_table(name: str) -> None:
    game = load(name)
    assert [*faults_of_pots(game)] == []
    for play in game.plays:
        numbers = [n for n in (*play_out(game, play)[0].chips.values(),) if n > MAX_CHIPS]
        drawn = draw_play(Pieces(game, LOOK), play.id, "en", 49.0)
        assert {str(n) for n in numbers} <= {*texts(drawn.items)}


def texts(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items)
        elif isinstance(item, ShapedText):
            yield item.run.text


def test_pot_of_three_players_is_noticed() -> None:
    game = load("casino")
    (play,) = game.plays
    wrong = evolve(play, before={**play.before, "hand-pot": "3 figures.ante"})
    assert [*faults_of_pots(evolve(game, plays=(wrong,)))] == ["first-turn: before"]
