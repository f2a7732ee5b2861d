"""Tournament sheets.

Every player has a seat in each round, meets many others, and has space to write.
"""

import re
from itertools import combinations, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.base.errors import UsageError
from printkit.base.geometry import Rect
from printkit.booklet.text_formats import write_markdown
from printkit.model.load import load
from printkit.pieces.product import RenderOptions
from printkit.products.tournament_sheet import (
    _Pages,
    _Place,
    knock_out,
    make,
    seatings,
    table_sizes,
)
from tests.products.test_score_sheets import faults
from tests.support.builds import read_book
from tests.support.decks import put, variant, variant_slugs
from tests.support.jobs import options_for
from tests.support.sample import cases
from tests.support.walk import fields, text_leaves

KEY = "tournament-sheet"
ENTRANTS, SEATS = st.integers(2, 32), st.integers(2, 5)


def setting(slug: str, edition: str = "en", paper: str = "a4", **wishes: object) -> RenderOptions:
    return options_for(variant(slug), KEY, edition, paper=paper, **wishes)


@given(ENTRANTS, SEATS)
def test_knock_out_ends_at_one_table(entrants: int, most: int) -> None:
    rounds = knock_out(entrants, most)
    assert [sum(sizes) for sizes in rounds] == [
        entrants,
        *(sum((size + 1) // 2 for size in sizes) for sizes in rounds[:-1]),
    ]
    assert len(rounds[-1]) == 1
    assert all(1 <= size <= most for sizes in rounds for size in sizes)
    assert all(max(sizes) - min(sizes) <= 1 for sizes in rounds)


@given(ENTRANTS, SEATS)
def test_league_gives_each_entrant_one_seat_per_round(entrants: int, most: int) -> None:
    sizes = table_sizes(entrants, most)
    for seats in seatings(entrants, most):
        assert [seats.count(table) for table in range(len(sizes))] == sizes


def test_league_rarely_repeats_opponents() -> None:
    """Of 16 players at tables of 4, 92 of 120 pairs meet.

    At tables of 2, no pair meets twice and no player sits out twice.
    """

    def meetings(entrants: int, most: int) -> list[int]:
        rounds = seatings(entrants, most)
        pairs = combinations(range(entrants), 2)
        return [sum(seats[one] == seats[other] for seats in rounds) for one, other in pairs]

    assert sum(map(bool, meetings(16, 4))) >= 88
    assert max(meetings(16, 4)) <= 2
    assert max(meetings(24, 2)) == 1
    alone = [
        seat
        for seats in seatings(7, 2)
        for seat, table in enumerate(seats)
        if seats.count(table) == 1
    ]
    assert len(set(alone)) == len(alone) == 4


@pytest.mark.parametrize(
    ("slug", "edition", "paper", "entrants"),
    [
        ("casino", "en", "a4", 32),
        ("pazaak", "fr", "letter", 24),
        ("kessel", "fr+en", "a4", 22),
        ("tarot", "en+fr", "a3", 6),
        ("theory", "fr", "a5", 7),
    ],
)
def test_tournament_pages_have_no_faults(
    slug: str, edition: str, paper: str, entrants: int
) -> None:
    pieces = make(variant(slug), setting(slug, edition, paper, entrants=entrants))
    assert [fault for piece in pieces for fault in faults(piece, 6.0)] == []
    bracket, league = ([field.label for field, _ in fields(piece.front.items)] for piece in pieces)
    assert (
        len(bracket)
        == len(set(bracket))
        == 1
        + sum(map(sum, knock_out(entrants, min(5, variant(slug).most_players))))
        + sum(word.startswith(("Date", "Place", "Lieu")) for word in bracket)
    )
    assert len(league) == len(set(league))


def test_page_without_room_for_a_table_is_rejected() -> None:
    with pytest.raises(UsageError, match="too small for a tournament of 32"):
        make(variant("casino"), setting("casino", paper="130x85mm", entrants=32))


@pytest.mark.parametrize("slug", ["casino", "pazaak"])
def test_every_number_of_entrants_has_pages(slug: str) -> None:
    """Every entrant has one row in the league, and every seat of a knock-out one line."""
    game = variant(slug)
    most = min(5, game.most_players)
    for entrants in (*range(6, 34), 47, 61, 64, 99, 120):
        labels = [
            field.label
            for piece in make(game, setting(slug, entrants=entrants))
            for field, _ in fields(piece.front.items)
        ]
        rows = {int(n) for label in labels for n in re.findall(r"Player (\d+): name", label)}
        assert rows == {*range(1, entrants + 1)}, entrants
        seats = [label for label in labels if "seat" in label]
        assert len({*seats}) == len(seats) == sum(map(sum, knock_out(entrants, most)))
        assert sum("winner" in label.casefold() for label in labels) == 1


@given(st.integers(33, 120), st.integers(2, 8))
def test_large_league_fills_tables_and_rarely_repeats(entrants: int, most: int) -> None:
    rounds = seatings(entrants, most)
    sizes = table_sizes(entrants, most)
    for seats in rounds:
        assert [seats.count(table) for table in range(len(sizes))] == sizes
    again = sum(
        sum(seats[one] == seats[other] for seats in rounds) > 1
        for one, other in combinations(range(entrants), 2)
    )
    assert again <= entrants * most // 2


@given(st.integers(6, 120), st.integers(2, 8), st.sampled_from([(1, 2), (1, 3), (3, 4), (4, 5)]))
def test_any_cut_ends_at_one_table(entrants: int, most: int, part: tuple[int, int]) -> None:
    rounds = knock_out(entrants, most, part)
    assert len(rounds[-1]) == 1
    assert all(sum(after) < sum(before) for before, after in pairwise(rounds))


def test_sheet_and_booklet_print_the_same_record(tmp_path: Path) -> None:
    cup = "tournament = { seats = 3, rounds = 2, minutes = 35, credits = 70 }\n"
    mine = load(put(tmp_path, f'extends = "kessel"\nslug = "mine"\n{cup}'))
    figures = {"seats": 3, "rounds": 2, "minutes": 35, "half": 1, "credits": 70}
    assert mine.tournament_figures == figures
    league = make(mine, options_for(mine, KEY, "en", paper="a4", entrants=9))[1]
    labels = " ".join(field.label for field, _ in fields(league.front.items))
    assert "ound 2" in labels
    assert "ound 3" not in labels


CUTS = {
    "en": ("top half of each table (rounded up)", "top half, rounded up"),
    "fr": (
        "meilleure moitié de chaque table, arrondie vers le haut",
        "meilleure moitié des joueurs, arrondie vers le haut",
    ),
}


@pytest.mark.parametrize("language", cases(["en", "fr"], ("fr",)))
def test_books_and_sheets_tell_one_tournament(language: str) -> None:
    """Tables, time and cut agree, and no booklet has another recipe (finding 5)."""
    told = 0
    for slug in variant_slugs():
        game = variant(slug)
        if not game.tournament_figures.get("seats"):
            continue
        book = write_markdown(read_book(slug, language)).replace("\xa0", " ")
        sheet, _ = make(game, setting(slug, language, entrants=12))
        leaves = text_leaves(sheet.front.items)
        printed = " ".join(leaf.item.run.text for leaf in leaves).replace("\xa0", " ")
        minutes = f"{game.tournament_figures['minutes']} minutes"
        in_book, on_sheet = CUTS[language]
        if in_book not in book:  # a set of rules that another book prints
            continue
        told += 1
        assert minutes in book, slug
        assert minutes in printed, slug
        assert on_sheet in printed, slug
        assert not re.search("quarters of an hour|trois quarts d’heure", book), slug
    assert told > 15


def test_fields_of_tables_are_named_by_seat() -> None:
    """Tables of 4 and 3 in the first round: seats are counted from 1."""
    bracket, _ = make(variant("kessel"), setting("kessel", entrants=7))
    names = [field.name for field, _ in fields(bracket.front.items)]
    seats = [name for name in names if re.fullmatch(r"knock-out-round-\d+-[a-z]-\d+", name)]
    assert len({*seats}) == len(seats) > 4
    assert {name.rpartition("-")[2] for name in seats} >= {"1", "2", "3"}
    assert not [name for name in seats if name.endswith(("-0", "--1"))]


def test_lines_to_next_table_begin_beside_the_first() -> None:
    drawn: list[list[Any]] = []
    pen: Any = SimpleNamespace(draw_line=lambda lines, width: drawn.append(lines))
    pages = _Pages(pen, 4, 2, Rect(0, 0, 200, 100))
    one, other = (_Place("A", Rect(x, 10.0, 30.0, 8.0), 2, 1) for x in (0.0, 60.0))
    [*pages._join([one], [other])]
    ((start, *_, end),) = drawn
    assert start[0][0] > one.box.right
    assert end[1][0] < other.box.x
