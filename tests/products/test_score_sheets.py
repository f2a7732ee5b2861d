"""Score sheets: the entries required by the definition, space to write, no overlaps.

First the geometry of every variant's display lists; then the files, read by other programs.
"""

import re
from collections import Counter
from itertools import cycle, pairwise, product
from pathlib import Path as File
from types import SimpleNamespace
from typing import Any

import numpy as np
import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.art.theme import theme_names
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, rect_around
from printkit.base.messages import languages
from printkit.base.printer_profile import Profile
from printkit.base.records import evolve
from printkit.components.notes import (
    COLUMNS,
    MAX_ROW,
    MIN_ROW,
    WORD_STEP,
    _draw_date_and_place,
    column_count,
    divide_rows,
)
from printkit.graphics.display_list import FormField, Path
from printkit.graphics.path import flatten
from printkit.jobs.build import build
from printkit.jobs.job import make_job
from printkit.model.definition_files import variant_slugs
from printkit.model.tabletop import Score
from printkit.model.text import Text as Words
from printkit.model.variant import Variant
from printkit.pieces.pages import Page
from printkit.pieces.product import Piece, RenderOptions
from printkit.products.score_sheet import Ledger, Matches, make, make_body
from tests.support.builds import lay_out, write
from tests.support.decks import variant
from tests.support.jobs import lay_out_product, options_for
from tests.support.prints import faults_of_print, meeting
from tests.support.raster import segments
from tests.support.sample import cases
from tests.support.walk import engravings, fields, leaves, text_box, text_leaves, union
from tests.writers.test_form_fields import filled, ink, pdfium_picture

KEY = "score-sheet"
PAPERS = ("a4", "letter", "a3", "legal")
EDITIONS = ("en", "fr", "fr+en", "en+fr")
SCORED = [slug for slug in variant_slugs() if variant(slug).scores]
# One of each kind, with and without a goal.
KINDS = ("casino", "theory", "kessel", "tarot", "pazaak")


CASES = [
    *product(KINDS, ("a4", "a5"), EDITIONS),
    *product(KINDS, PAPERS[1:], EDITIONS[-1:]),
    *((slug, PAPERS[len(slug) % 4], "en+fr") for slug in SCORED if slug not in KINDS),
]


def setting(edition: str = "en", paper: str = "a4", look: str = "classic") -> RenderOptions:
    return options_for(variant("kessel"), KEY, edition, paper=paper, theme=look)


def with_score(slug: str = "kessel", **changes: object) -> Variant:
    """Return a game with one given score."""
    words = Words({"en": "A score", "fr": "Un score"}, "en")
    score = Score(id="own", name=words, kind="points")
    return evolve(variant(slug), scores=(evolve(score, **changes),))


def texts(piece: Piece) -> list[tuple[str, Rect]]:
    return [(leaf.item.run.text, text_box(leaf)) for leaf in text_leaves(piece.front.items)]


def printed_words(piece: Piece) -> list[str]:
    return [text for text, _ in texts(piece)]


def places(piece: Piece) -> list[tuple[FormField, Rect]]:
    return [(field, matrix.bounds(field.rect)) for field, matrix in fields(piece.front.items)]


def lines(piece: Piece) -> list[Rect]:
    """Return each straight line of the page."""
    return [box for _, box in segments(piece.front.items, pass_others=True)]


# --- kinds ---------------------------------------------------------------------------------------


def test_score_kind_chooses_the_sheet_body() -> None:
    found = [make_body(variant(slug), variant(slug).scores[0], setting()) for slug in KINDS]
    assert [type(body) for body in found] == [Ledger, Ledger, Ledger, Ledger, Matches]


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("slug", SCORED)
def test_each_score_has_its_pages(slug: str) -> None:
    game = variant(slug)
    found = [piece.id.rsplit("-", 1)[0] for piece in make(game, setting())]
    assert list(dict.fromkeys(found)) == [f"score-{score.id}" for score in game.scores]
    own = with_score(slug)
    both = evolve(own, scores=(*own.scores, *game.scores))
    assert len(make(both, setting())) == len(make(own, setting())) + len(found)


# --- no overlaps ---------------------------------------------------------------------------------


def faults(piece: Piece, rows_: float) -> list[str]:
    """Return everything that a reader, a writer or a printer would object to."""
    box = piece.front.box
    found = faults_of_print(leaves(piece.front.items), box, slack=0.05)
    words, typed, ruled = texts(piece), places(piece), lines(piece)
    print_, fields_ = [place for _, place in words], [place for _, place in typed]
    found += [f"{words[i][0]} in {typed[j][0].name}" for i, j in meeting(print_, others=fields_)]
    found += [f"{words[i][0]} over a line" for i, _ in meeting(print_, others=ruled)]
    found += [f"{typed[i][0].name}, {typed[j][0].name}" for i, j in meeting(fields_)]
    crossed = {i for i, _ in meeting(fields_, others=ruled)}
    for at, (field, own) in enumerate(typed):
        if not box.contains(own):
            found.append(f"{field.name} outside")
        if not field.check and at in crossed:
            found.append(f"{field.name} over a line")
        if not field.check and (own.h < 4.5 or own.w < 7.5):
            found.append(f"{field.name} is too small to write in: {own.w:.1f} × {own.h:.1f}")
    if rows_ < 6:
        found.append(f"rows of {rows_:.1f} mm")
    names = Counter(field.name for field, _ in typed)
    found += [name for name, count in names.items() if count > 1]
    found += [name for name in names if not re.fullmatch(r"[a-z0-9-]+", name)]
    return found


LOOKED_AT = [
    (*case, look) for case, look in zip(CASES, cycle((*theme_names(), "classic")), strict=False)
]


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize(("slug", "paper", "edition", "look"), cases(LOOKED_AT, LOOKED_AT[::2]))
def test_score_sheet_page_has_no_faults(slug: str, paper: str, edition: str, look: str) -> None:
    """A small page has fewer columns, so that more pages may be needed."""
    game, own = variant(slug), setting(edition, paper, look)
    height = make_body(game, game.scores[0], own).rows.height
    pieces = make(game, own)
    assert [fault for piece in pieces for fault in faults(piece, height)] == []
    assert paper != "a5" or 1 <= len(pieces) <= 2


def test_score_sheet_is_white_in_every_theme() -> None:
    """This includes dark themes, because players cannot write on a black page."""

    def inked(look: str) -> list[str]:
        (piece,) = make(variant("casino"), setting(look=look))
        return [str(leaf.item) for leaf in leaves(piece.front.items)]

    assert inked("noir") == inked("classic")
    assert inked("ink-saver") != inked("classic")


def test_page_check_detects_errors() -> None:
    (piece,) = make(variant("pazaak"), setting())
    assert faults(piece, 6.2) == []
    assert faults(piece, 5.9) == ["rows of 5.9 mm"]
    twice = replace(piece, front=replace(piece.front, items=piece.front.items * 2))
    message = " ".join(faults(twice, 6.2))
    for wrong in ("over: Date", "sets-1-date, sets-1-date", "over: Pazaak"):
        assert wrong in message
    narrow = replace(piece.front, box=piece.front.box.inset(1))
    assert any("outside" in fault for fault in faults(replace(piece, front=narrow), 6.2))


# --- the definition ------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "count"), [("casino", 3), ("kessel", 2), ("pazaak", 3)])
def test_engraved_deck_has_a_head_piece(slug: str, count: int) -> None:
    """The poster of a deck is between figures in other colours."""
    (piece, *_) = make(variant(slug), options_for(variant(slug), KEY))
    assert len(engravings(piece.front.items)) == count


@pytest.mark.sampled("paper")
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("slug", SCORED)
def test_rounds_and_players_match_the_definition(slug: str, paper: str) -> None:
    game = variant(slug)
    (score,) = game.scores
    body = make_body(game, score, setting(paper=paper))
    assert body.count == min(game.players.max, COLUMNS)
    found = [field.name for piece in make(game, setting(paper=paper)) for field, _ in places(piece)]
    players = {
        int(name.rsplit("player-", 1)[1].split("-")[0]) for name in found if "player" in name
    }
    assert players == set(range(1, body.count + 1))
    numbered = [re.match(rf"{score.id}-\d+-(\d+)-player", name) for name in found]
    assert {int(m[1]) for m in numbered if m} == set(range(1, score.rows + 1))


def test_points_ledger_has_players_and_rounds() -> None:
    (piece,) = make(variant("casino"), setting())
    kinds = Counter(name.rsplit("-", 1)[1] for name in (f.name for f, _ in places(piece)))
    assert kinds["points"] == kinds["total"] == 8 * 20
    assert sum(field.check for field, _ in places(piece)) == 8
    assert len(places(piece)) == 2 * 160 + 8 + 8 + 2
    words = printed_words(piece)
    assert words.count("points") == words.count("total") == 8
    assert [word for word in words if word.isdigit()].count("20") == 1
    assert "200" in words, "the goal"
    own = make(with_score(goal=123), setting())[0]
    assert "123" in printed_words(own)
    assert "200" not in printed_words(own)
    assert not {"0", "None", "123"} & set(printed_words(make(with_score(), setting())[0]))


def test_chips_ledger_starts_with_the_stake() -> None:
    (piece,) = make(variant("kessel"), setting())
    names = [field.name for field, _ in places(piece)]
    assert names.index("chips-1-start-player-1-left") < names.index("chips-1-1-player-1-left")
    assert len(places(piece)) == 2 + 4 + 4 * 21 + 4
    assert {"Start", "No.", "winner"} <= set(printed_words(piece))
    assert "points" not in printed_words(piece)


def test_match_has_a_light_per_set() -> None:
    for goal in (1, 3, 7):
        game = with_score("pazaak", kind="sets", goal=goal)
        (piece,) = make(game, setting())
        marks = [place for field, place in places(piece) if field.check]
        assert len(marks) == 20 * 2 * goal
        # Each is inside a drawn ring.
        rings = [
            leaf.matrix.bounds(rect_around(ring))
            for leaf in leaves(piece.front.items)
            if isinstance(leaf.item, Path) and "C" in leaf.item.data.steps
            for ring in flatten(leaf.item.data, 4)
        ]
        for mark in marks:
            assert any(ring.contains(mark, 0.01) and ring.w < mark.w + 0.1 for ring in rings)


def test_distant_goal_is_written_in_figures() -> None:
    for goal in (None, 40):
        game = with_score("pazaak", kind="sets", goal=goal)
        (piece,) = make(game, setting())
        assert not any(field.check for field, _ in places(piece))
        assert sum(field.name.endswith("-sets") for field, _ in places(piece)) == 20 * 2
        assert faults(piece, 6.2) == []


def test_many_rounds_continue_on_another_page() -> None:
    for kind in ("points", "chips", "sets"):
        game = with_score(kind=kind, rows=60, goal=2)
        pieces = make(game, setting("fr+en"))
        assert len(pieces) > 1
        assert all(faults(piece, 6.2) == [] for piece in pieces)
        names = [field.name for piece in pieces for field, _ in places(piece)]
        assert len(set(names)) == len(names)
        assert ("Report" in printed_words(pieces[1])) == (kind != "sets")
        assert sum("winner-1" in name for name in names) == (kind != "sets"), "once, at the end"
        assert f"{len(pieces)}/{len(pieces)}" in " ".join(printed_words(pieces[-1]))


def test_sheet_without_space_is_rejected() -> None:
    small = replace(setting(), page_area=(38.0, 200.0))
    flat = replace(setting(), page_area=(200.0, 50.0))
    for kind in ("points", "chips", "sets"):
        for own in (small, flat):
            with pytest.raises(PrintkitError, match=r"too small|no room") as message:
                make(with_score(kind=kind, goal=3), own)
            assert "--paper" in (message.value.hint or "")
    long = with_score(name={"en": "A score " * 60, "fr": "x"})
    with pytest.raises(PrintkitError, match="no room for “A score") as message:
        make(long, setting())
    assert "score sheet own (en)" in str(message.value.location)


# --- numbers -------------------------------------------------------------------------------------


@given(st.integers(1, 60), st.floats(15, 400), st.integers(0, 1))
def test_rounds_are_divided_evenly(count: int, space: float, more: int) -> None:
    found = divide_rows(count, space, more)
    spans = found.pages
    assert (spans[0][0], spans[-1][1]) == (1, count)
    assert all(one[1] + 1 == other[0] for one, other in pairwise(spans))
    sizes_ = [last - first + 1 for first, last in spans]
    assert min(sizes_) > 0
    assert max(sizes_) - min(sizes_) <= 1
    assert MIN_ROW - 1e-6 <= found.height <= MAX_ROW
    assert (max(sizes_) + more) * found.height <= space + 1e-6
    fewer = len(spans) - 1
    assert fewer == 0 or -(-count // fewer) + more > space / MIN_ROW - 1e-6, "no page too many"


@given(st.integers(1, 30), st.floats(45, 400), st.floats(5, 22))
def test_player_count_is_limited_by_space(players: int, space: float, least: float) -> None:
    found = column_count(players, space, least)
    assert 1 <= found <= min(players, COLUMNS)
    assert found * least <= space + 1e-6
    assert found == min(players, COLUMNS) or (found + 1) * least > space


# --- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", KINDS)
def test_two_languages_are_side_by_side(slug: str) -> None:
    game = variant(slug)
    (score,) = game.scores
    (piece,) = make(game, setting("fr+en"))
    words = " ".join(printed_words(piece)).replace("\u00a0", " ")
    for language in ("fr", "en"):
        assert score.name[language] in words
        assert game.name[language] in words
        assert score.how is not None
        assert score.how[language].replace("\u00a0", " ") in words
    assert printed_words(piece).count("Date") == 1, "what is the same is said once"
    assert "Lieu\u00a0· Place" in printed_words(piece)
    (english,) = make(game, setting("en"))
    assert "Lieu" not in " ".join(printed_words(english))


@pytest.mark.parametrize("slug", KINDS)
def test_field_labels_are_unique(slug: str) -> None:
    message = {}
    for language in languages():
        (piece,) = make(variant(slug), setting(language))
        labels = [field.label for field, _ in places(piece)]
        assert len(set(labels)) == len(labels)
        message[language] = labels
    assert len(message["en"]) == len(message["fr"])
    for english, french in zip(message["en"], message["fr"], strict=True):
        assert re.findall(r"\d+", english) == re.findall(r"\d+", french), "the same field"
        assert english == french == "Date" or english != french
        assert not re.search(r"[^\u00a0\u202f]:|[^\u202f][;!?]", french)


@pytest.mark.parametrize("slug", KINDS)
def test_tab_order_follows_reading_order(slug: str) -> None:
    """Row by row, from the left: a field is to the right of the previous one, or below it."""
    (piece,) = make(variant(slug), setting())
    own = [place for _, place in places(piece)]
    for one, other in pairwise(own):
        beside = other.x >= one.right - 0.01 and abs(other.centre[1] - one.centre[1]) < 3
        below = other.y > one.y and other.centre[1] > one.centre[1] + 2
        assert beside or below


# --- files ---------------------------------------------------------------------------------------


def fields_of(page: Page) -> dict[str, Rect]:
    """Return the fields of a page by their names."""
    found = [field for layer in page.layers for field in fields(layer.items)]
    return {field.name: matrix.bounds(field.rect) for field, matrix in found}


def test_file_has_the_fields_of_its_page(tmp_path: File) -> None:
    """Their places match the page, also on a page corrected by a printer profile."""
    game, profile = variant("casino"), Profile("office", 0, 0, 99.0, 100.5, "long")
    for printer in (None, profile):
        request = make_job("casino", products=(KEY,), printer=printer, out=tmp_path)
        imposed = lay_out_product(game, KEY, "en", request)
        (page,) = imposed.document.pages
        wanted = fields_of(page)
        (path,) = build(request).files
        with pikepdf.open(path) as pdf:
            point = 25.4 / 72
            assert len(pdf.pages[0].obj.Annots) == len(wanted) == 338
            for field in pdf.pages[0].obj.Annots:
                left, low, right, high = (float(v) * point for v in field.Rect)
                found = Rect(left, page.media.h - high, right - left, high - low)
                assert found == pytest.approx(wanted[str(field.T)], abs=1e-3)
                assert page.media.inset(5).contains(found, 0.01)


def test_typed_text_stays_in_its_row() -> None:
    """A form with one round filled in differs from the empty one only in that round's fields."""
    (page,) = lay_out("kessel", KEY, paper="letter").pages
    (form,) = write("pdf", "kessel", KEY, paper="letter")
    places_of = fields_of(page)
    row = [place for name, place in places_of.items() if name.startswith("chips-1-7-")]
    assert (len(row), len(places_of)) == (4, 94)
    typed = filled(form.data, "88", "chips-1-7-")
    empty, full = map(pdfium_picture, (form.data, typed))
    found = ink(255 - (np.maximum(empty, full) - np.minimum(empty, full)))
    assert union(row).contains(found, 0.05)
    assert found.centre == pytest.approx(union(row).centre, abs=0.8)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_stacked_words_are_centred(count: int) -> None:
    class _Pen:
        def stack_words(
            self, texts: tuple[str, ...], x: float, last: float, _: float
        ) -> list[float]:
            return [last - WORD_STEP * i for i in range(len(texts))]

    ledger = SimpleNamespace(pen=_Pen())
    lines = Ledger._centre_words(ledger, ("word",) * count, 10.0, 50.0)  # type: ignore[arg-type]
    assert sum(lines) / count == pytest.approx(50.8)  # half a capital below


def test_fields_of_date_and_place_are_on_their_lines() -> None:
    rules: list[tuple[float, float]] = []
    fields: list[Rect] = []
    pen: Any = SimpleNamespace(
        words=lambda key: (key.title(),),
        write=lambda *_, **__: None,
        draw_rule=lambda start, end, *_: rules.append((start, end)),
        make_field=lambda _key, place, *_, **__: fields.append(place),
        label=lambda key: key,
    )
    _draw_date_and_place(pen, 180.0)
    for (start, end), field in zip(rules, fields, strict=True):
        assert start < field.x < field.right < end
    assert rules[0][1] < rules[1][0] < rules[1][1] <= 180.0
