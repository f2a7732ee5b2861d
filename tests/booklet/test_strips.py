"""Strips of turns: the cards that a phase moves or compares are drawn in its panel."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from printkit.art.theme import theme
from printkit.base.records import evolve
from printkit.booklet.strip_pictures import draw_strip_panel
from printkit.booklet.table_pictures import Pieces
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Use
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.model.definition_files import variant_slugs
from printkit.model.play import Play, StripPanel
from printkit.rules.ladder import example_cards
from printkit.rules.plays import card_of, compare_hands, find_play_faults, moved_cards
from printkit.text.book import PictureRef, SourceLocation, to_plain_text
from printkit.text.panels import PANEL_OF, make_strip
from tests.support.decks import variant
from tests.support.walk import ink_box, leaves

PLAYED = [slug for slug in variant_slugs() if variant(slug).plays]
LANGUAGES = ["en", "fr"]
HERE = SourceLocation("test.md", 1)
# The phases in which a player's cards move, and those in which hands are compared.
MOVING = {
    "exchange", "shift", "change", "spike", "draw", "redeal", "field", "play", "bank", "main-card",
    "hand-card",
}  # fmt: skip
COMPARING = {"call", "announce", "show", "reveal", "count", "set", "pay"}
# The hands of the worked turns, counted by hand.
COMPARED = {
    "casino": "Bek’s 23 (pure sabacc) beats Ana’s 21.",
    "classic": "Ana’s 17 beats Bek’s 14.",
    "cloud-city": "Bek’s 23 (pure sabacc) beats Ana’s 19.",
    "corellian-spike": "Ana’s 0 (Straight Khyron) beats Bek’s 0 (Sabacc).",
    "coruscant-shift": "Ana’s −5 (on target) beats Dov’s −6 (one off).",
    "kessel": "Ana’s 1–1 (sabacc) beats Bek’s 2–2 (sabacc).",
    "pazaak": "Ana’s 20 (exactly 20) beats Bek’s 19.",
    "tarot": "Ana’s 15 beats Bek’s 8.",
}
# The heights of a panel on A5 and on A6 (mm), and how far lines extend beyond it.
HEIGHT, SMALL, REACH = 25.5, 19.0, 0.3


def walk(items: Sequence[Item]) -> list[Item]:
    found: list[Item] = []
    for item in items:
        found.append(item)
        if isinstance(item, Group):
            found += walk(item.items)
    return found


def drawn_cards(slug: str, play: Play, number: int) -> tuple[set[str], int]:
    """Return the cards face up in a panel, and the number of its lines with round ends: those of
    arrows.
    """
    pieces = Pieces(variant(slug), theme("classic"))
    symbol = draw_strip_panel(pieces, f"{play.id}{PANEL_OF}{number}", "en", HEIGHT)
    items = walk(symbol.items)
    names = [item.symbol.key for item in items if isinstance(item, Use)]
    known = sorted((card.id for card in variant(slug).cards), key=len, reverse=True)
    cards = {
        next(card for card in known if name.startswith(f"small-{card}-"))
        for name in names
        if name.startswith("small-") and any(name.startswith(f"small-{card}-") for card in known)
    }
    lines = sum(isinstance(i, Path) and i.stroke is not None and i.stroke.round for i in items)
    return cards, lines


def moved_in(slug: str, play: Play, number: int) -> set[str]:
    panel = play.strip[number]
    start = sum(other.moves for other in play.strip[:number])
    moves = panel.example or play.moves[start : start + panel.moves]
    return {card_of(code) for move in moves for code in moved_cards(variant(slug), move)}


@pytest.mark.parametrize("slug", PLAYED)
def test_cards_that_a_phase_moves_are_drawn(slug: str) -> None:
    game = variant(slug)
    (play,) = game.plays
    shown = {panel.phase for panel in play.strip}
    assert MOVING & {phase.id for phase in game.phases if phase.loop} <= shown
    for number, panel in enumerate(play.strip):
        moved = moved_in(slug, play, number)
        assert bool(moved) or panel.phase not in MOVING
        cards, lines = drawn_cards(slug, play, number)
        assert moved <= cards
        assert lines or not moved, "they have an arrow"


@pytest.mark.parametrize("slug", PLAYED)
def test_compared_hands_are_drawn_face_up(slug: str) -> None:
    game = variant(slug)
    (play,) = game.plays
    wanted = [i for i, panel in enumerate(play.strip) if panel.phase in COMPARING]
    assert wanted
    for number in wanted:
        against = play.strip[number].against
        assert against is not None
        own, _ = compare_hands(game, play, number)
        other = example_cards(game, against.hand).split()
        cards, _ = drawn_cards(slug, play, number)
        assert cards == {*map(card_of, other)} | {held.card.id for held in own.cards}


@pytest.mark.parametrize("height", [HEIGHT, SMALL])
@pytest.mark.parametrize("slug", PLAYED)
def test_words_of_panels_are_legible_inside_them(slug: str, height: float) -> None:
    (play,) = variant(slug).plays
    pieces = Pieces(variant(slug), theme("classic"))
    for number in range(len(play.strip)):
        key = f"{play.id}{PANEL_OF}{number}"
        for language in LANGUAGES:
            drawn = draw_strip_panel(pieces, key, language, height)
            for item in leaves(drawn.items):
                box = ink_box(item)
                assert box is None or drawn.box.contains(box, REACH)
            sizes = [i.size for i in walk(drawn.items) if isinstance(i, ShapedText)]
            assert min(sizes, default=height) * height / drawn.box.h >= MIN_TABLE_TEXT_SIZE - 1e-6


@pytest.mark.parametrize("slug", COMPARED)
def test_comparison_states_the_better_hand_first(slug: str) -> None:
    (play,) = variant(slug).plays
    words = [
        to_plain_text(cell.words) for cell in make_strip(play, variant(slug), "en", HERE).cells
    ]
    assert [COMPARED[slug] in line for line in words].count(True) == 1


# The comparisons of games whose hands have titles, plain names, or a word for a lost hand.
NAMED = {
    ("corellian-spike", "fr"): "Ana, avec 0 (Suite khyron), bat Bek, qui a 0 (Sabacc).",
    ("imperial", "fr"): "Bek, avec 23 (sabacc pur), bat Ana, qui a 25 (bombardée).",
    ("kessel", "fr"): "Ana, avec 1–1 (sabacc), bat Bek, qui a 2–2 (sabacc).",
    ("pazaak-round", "en"): "Ana’s 20 (exactly 20) beats Bek’s 23 (over).",
    ("pazaak-round", "fr"): "Ana, avec 20 (20 tout rond), bat Bek, qui a 23 (dépassé).",
    ("poker", "fr"): "Ana, avec 23 (Grand Sabacc), bat Bek, qui a 21.",
}


@pytest.mark.parametrize(("slug", "language"), NAMED)
def test_comparison_keeps_capitals_of_titles_only(slug: str, language: str) -> None:
    (play,) = variant(slug).plays
    words = " ".join(
        to_plain_text(cell.words) for cell in make_strip(play, variant(slug), language, HERE).cells
    )
    assert NAMED[slug, language] in words


# The phase whose example takes cards from the hand, in some games.
LOST = {"casino": "shift", "corellian-spike": "spike", "tarot": "change", "black-knight": ""}


@pytest.mark.parametrize("slug", LOST)
def test_cards_lost_in_an_example_stay_in_the_hand(slug: str) -> None:
    """The next panel shows the hand as it was."""
    (play,) = variant(slug).plays
    kept = [
        panel.phase
        for panel, cell in zip(
            play.strip, make_strip(play, variant(slug), "en", HERE).cells, strict=True
        )
        if to_plain_text(cell.words).endswith(". In this hand, all keep their cards.")
    ]
    assert kept == [LOST[slug]] * bool(LOST[slug])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", PLAYED)
def test_alternative_text_says_what_happens(slug: str, language: str) -> None:
    game = variant(slug)
    (play,) = game.plays
    for number, cell in enumerate(make_strip(play, game, language, HERE).cells):
        (picture,) = cell.pictures
        said = [part.alt for part in cell.words if isinstance(part, PictureRef)]
        assert picture.alt.startswith(to_plain_text(cell.name))
        assert picture.alt.count(".") >= 2
        assert len(said) == len(moved_in(slug, play, number))
        assert all(alt in picture.alt for alt in said)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"example": "move"}, ("example", 0, "card")),
        ({"against": "nobody"}, ("against",)),
        ({"against": "bek"}, ("against",)),
    ],
)
def test_impossible_panel_is_rejected_with_place(
    changes: dict[str, str], place: tuple[str | int, ...]
) -> None:
    """Casino: Bek's hand does not beat itself, and cannot lose a card that he does not hold."""
    game = variant("casino")
    (play,) = game.plays
    (number,) = (i for i, panel in enumerate(play.strip) if panel.phase == "shift")
    (compared,) = (panel.against for panel in play.strip if panel.against is not None)
    panel = play.strip[number]
    if "example" in changes:
        changed = evolve(panel, example=(evolve(panel.example[0], card="idiot"),))
    else:
        rival = evolve(compared, hand=changes["against"])
        changed = StripPanel(phase="shift", against=rival, own="bek")
    strip = (*play.strip[:number], changed, *play.strip[number + 1 :])
    (fault,) = find_play_faults(evolve(game, plays=(evolve(play, strip=strip),)))
    assert fault.path == ("plays", 0, "strip", number, *place)
