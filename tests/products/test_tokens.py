"""Tokens: kinds and counts, pictures, and space for their words.

Counts come from the TOML files themselves; the ink of words from fontTools.
"""

import math
import re
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen

from printkit.art.theme import theme, theme_names
from printkit.base.content import bundled_rows
from printkit.base.errors import PrintkitError, UsageError
from printkit.base.messages import languages
from printkit.base.paper_sizes import label_sheet, label_sheet_names
from printkit.base.records import evolve
from printkit.components.tokens import HEX, ROUND, SHAPES, TokenShape, label_shape, token_shape
from printkit.graphics.colour import WHITE
from printkit.graphics.display_list import Path as Drawn
from printkit.graphics.display_list import ShapedText
from printkit.layout.fit_text import TextOverflow
from printkit.model.definition_files import read_stack, resolve_definition, variant_slugs
from printkit.pieces.kits import available_products
from printkit.pieces.product import Piece
from tests.support import prints
from tests.support.builds import LANGUAGES, build_once
from tests.support.decks import made_up, own, variant
from tests.support.jobs import pieces_of
from tests.support.prints import SIX_POINT
from tests.support.raster import build_files
from tests.support.walk import HAIRLINE, Leaf, leaves, points_of, text_leaves, ttfont, visible

# Influence tokens, chips with their numbers, words on backs.
TELLING = ("kessel", "tarot", "casino", "pazaak")


@cache
def tokens(slug: str, language: str = "en", **wishes: Any) -> list[Piece]:
    """Return the pieces of a variant's tokens."""
    return pieces_of("tokens", slug, language, **wishes)


@cache
def raw(slug: str) -> dict[str, Any]:
    """Return a definition as in its files, merged with its base."""
    return read_stack(resolve_definition(slug)).data


def expected(slug: str, players: int) -> Counter[str]:
    """Return how many of each token a definition requires."""
    data = raw(slug)
    found = Counter({one["id"]: 1 for one in data.get("tokens", []) if "emblem" in one})
    for thing in data.get("materials", []):
        times = players if "per_player" in thing else 1
        for one in thing.get("denominations", []):
            more = max(players - one["above"], 0) if "above" in one else 1
            found[f"{thing['id']}-{one['value']}"] = one["count"] * times * more
        if "emblem" in thing and "denominations" not in thing:
            found[thing["id"]] = thing.get("per_player", thing.get("count")) * times
    return found


# --- kinds and counts ----------------------------------------------------------------------------


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("slug", variant_slugs())
def test_token_counts_match_the_materials(slug: str) -> None:
    wanted = expected(slug, 3)
    assert ("tokens" in available_products(variant(slug))) == bool(wanted)
    if wanted:
        assert Counter({one.id: one.copies for one in tokens(slug, players=3)}) == wanted
        least = expected(slug, raw(slug)["players"]["min"])
        assert Counter({one.id: one.copies for one in tokens(slug)}) == least


@pytest.mark.parametrize("slug", variant_slugs())
def test_denominations_add_up_to_a_round_sum(slug: str) -> None:
    for thing in variant(slug).materials:
        if thing.denominations:
            assert sum(one.count for one in thing.heap) == thing.per_player
            assert thing.worth in (50, 100, 200)
            assert len({one.colour for one in thing.denominations}) == len(thing.denominations)
            assert len({one.emblem for one in thing.denominations}) == len(thing.denominations)


def test_denominations_look_different() -> None:
    looks = list(bundled_rows("tokens.toml").values())
    assert len({look["emblem"] for look in looks}) == len(looks) == 5
    for name in theme_names():
        assert len({theme(name).colour(look["colour"]) for look in looks}) == len(looks)


def test_build_defaults_to_the_minimum_player_count() -> None:
    one, two, six = (build_once("tarot", products=("tokens",), players=n) for n in (None, 2, 6))
    assert one.files[0].read_bytes() == two.files[0].read_bytes()
    assert [built.manifest["files"][0]["cards"] for built in (one, six)] == [45, 6 * 22 + 1]
    assert [built.manifest["sheets"] for built in (one, six)] == [1, 3]
    assert one.manifest["options"]["players"] is None


# --- pictures and words --------------------------------------------------------------------------


def side_text(piece: Piece, *, back: bool) -> str:
    side = piece.back if back else piece.front
    assert side is not None
    return prints.text_of(side.items)


@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("language", languages())
def test_influence_tokens_explain_themselves_on_the_back(language: str, kind: str) -> None:
    pieces = {one.id: one for one in tokens("kessel", language, token_shape=kind)}
    for token in variant("kessel").tokens:
        piece = pieces[token.id]
        assert side_text(piece, back=True) == f"{token.name[language]} {token.how[language]}"
        assert side_text(piece, back=False) == ""
        assert piece.title == token.name[language]


def test_chips_match_on_both_sides() -> None:
    for language, locked, dealer in (("en", "Locked", "Dealer"), ("fr", "Bloquée", "Donneur")):
        pieces = {one.id: one for one in tokens("tarot", language)}
        for value in (1, 5, 10, 25, 100):
            chip = pieces[f"chip-{value}"]
            assert chip.back is chip.front
            assert side_text(chip, back=False) == str(value)
        assert side_text(pieces["lock-token"], back=True) == locked
        assert side_text(pieces["dealer-token"], back=True) == dealer
    pieces = {one.id: one for one in tokens("kessel")}
    assert pieces["chip"].back is pieces["chip"].front
    assert side_text(pieces["used-marker"], back=True) == "Used"


@cache
def outline_points(key: str, glyph: int) -> np.ndarray[Any, Any]:
    """Return every point of the outline of a glyph (thousandths of an em, y down)."""
    tt, pen = ttfont(key), DecomposingRecordingPen(ttfont(key).getGlyphSet())
    tt.getGlyphSet()[tt.getGlyphName(glyph)].draw(pen)
    found = [place for _, places in pen.value for place in places if place]
    scale = 1000 / tt["head"].unitsPerEm
    return np.array(found, dtype=float).reshape(-1, 2) * (scale, -scale)


def glyph_points(leaf: Leaf) -> np.ndarray[Any, Any]:
    """Return every point of the outlines of a line's glyphs (mm)."""
    text = leaf.item
    assert isinstance(text, ShapedText)
    glyphs = zip(text.run.glyphs, text.run.xs, strict=True)
    found = [np.add(outline_points(text.run.font, glyph), (x, 0)) for glyph, x in glyphs]
    return np.concatenate(found) * (text.size / 1000) + (text.x, text.y)


def outside(shape: TokenShape, inset: float, p: np.ndarray[Any, Any]) -> float:
    """Return how far the farthest point is outside the inset shape (mm)."""
    if shape.kind == ROUND:
        far = np.hypot(*p.T)
    elif shape.kind == HEX:
        angles = np.radians((30, 90, 150))
        far = np.abs(p @ np.stack((np.cos(angles), np.sin(angles)))).max(axis=1)
    else:
        far = np.maximum(np.abs(p[:, 0]) - (shape.width - shape.height) / 2, np.abs(p[:, 1]))
    return float(far.max() - (shape.height / 2 - inset))


NIGHT = pytest.mark.nightly


@pytest.mark.parametrize(
    "shape",
    # By day, the smallest of each kind, and a label.
    [
        *(
            pytest.param(token_shape(kind, size), marks=marks)
            for kind in SHAPES
            for size, marks in ((25.0, ()), (30.0, NIGHT), (40.0, NIGHT))
        ),
        *(
            pytest.param(label_shape(label_sheet(name)), marks=marks)
            for name, marks in (
                *((name, NIGHT) for name in ("8293", "22805", "5160", "l4732")),
                ("l7651", ()),
            )
        ),
    ],
    ids=lambda shape: f"{shape.kind}-{shape.width:.0f}",
)
def test_token_print_avoids_the_cut(shape: TokenShape) -> None:
    """Words are at least 6 pt, and lines at least a hairline."""
    wishes: dict[str, Any] = {"token_size": shape.height, "token_shape": shape.kind}
    if shape.label:
        names = [n for n in label_sheet_names() if label_shape(label_sheet(n)) == shape]
        wishes = {"label_sheet": names[0]}
    # Another theme has the words at the same places.
    names, at = theme_names(), round(shape.height)
    looks = zip(LANGUAGES, (names[at % 4], names[(at + 2) % 4]), strict=True)
    for slug, (language, name) in product(TELLING, looks):
        for piece in tokens(slug, language, theme=name, **wishes):
            for side in (piece.front, piece.back):
                assert side is not None
                wrong = faults(side.items, shape, theme(name).roles_of["paper"])
                assert wrong == [], (slug, language, name, piece.id)


def faults(items: tuple[Any, ...], shape: TokenShape, paper: str) -> list[str]:
    """Return the items of one side of a token that are too small, too thin, or too near the cut."""
    wrong = []
    all_leaves = list(leaves(items))
    # The ground and the plate, or the line around it.
    grounds = 2 if isinstance(all_leaves[0].item, Drawn) and all_leaves[0].item.fill else 1
    for leaf in all_leaves[grounds:]:
        item = leaf.item
        if isinstance(item, ShapedText):
            if item.size < SIX_POINT - 1e-9:
                wrong.append(f"{item.run.text}: {item.size:.2f} mm")
            p = glyph_points(leaf)
        else:
            assert isinstance(item, Drawn)
            if item.stroke and item.stroke.width * leaf.matrix.scale < HAIRLINE - 1e-6:
                wrong.append(f"a line of {item.stroke.width * leaf.matrix.scale:.3f} mm")
            if not visible(leaf, paper) or not item.data.steps:
                continue
            p = points_of(leaf)
        # The strokes of an emblem extend half their width past its outline.
        far = outside(shape, shape.safe, p)
        if far > 0.4:
            wrong.append(f"{far:.2f} mm outside the safe area")
        if isinstance(item, ShapedText) and far > 0.05:
            wrong.append(f"{item.run.text}: outside the safe area")
    return wrong


@pytest.mark.parametrize("language", languages())
def test_larger_token_words_keep_extra_margin(language: str) -> None:
    """From 7 pt up, words keep 0.8 mm to the safe area; only the longest are closer, or smaller."""
    shape, airy = token_shape(ROUND, 30), 0
    for piece in tokens("kessel", language, token_size=30.0):
        assert piece.back is not None
        lines = text_leaves(piece.back.items)
        sizes = [leaf.item.size for leaf in lines if isinstance(leaf.item, ShapedText)]
        far = max((outside(shape, shape.safe, glyph_points(leaf)) for leaf in lines), default=0.0)
        airy += len(lines) > 1 and min(sizes) >= 7 * 25.4 / 72 and far < -0.7
    assert airy >= 11, "of sixteen"


def test_token_space_check_can_fail() -> None:
    piece = tokens("kessel")[5]
    assert piece.back is not None
    shape = token_shape(ROUND, 30)
    assert faults(piece.back.items, shape, WHITE) == []
    assert faults(piece.back.items, token_shape(ROUND, 22), WHITE)
    assert faults(piece.front.items, token_shape(ROUND, 26), WHITE)
    small = token_shape(HEX, 30)
    assert outside(small, 0, np.array([[0, 14.9]])) < 0 < outside(small, 0, np.array([[0, 15.1]]))
    assert outside(small, 0, np.array([[17.2, 0]])) < 0 < outside(small, 0, np.array([[17.4, 0]]))


@pytest.mark.parametrize("size", [15.0, 30.0, 60.0])
def test_chip_number_stays_in_its_clear_disc(size: float) -> None:
    pieces = [one for one in tokens("tarot", token_size=size) if one.id.startswith("chip-")]
    assert len(pieces) == 5
    side = (size / 2 - min(3.0, size / 10)) / 0.46  # of the drawing's box
    for piece in pieces:
        (text,) = (leaf for leaf in text_leaves(piece.front.items))
        assert np.hypot(*glyph_points(text).T).max() <= 0.19 * side
        assert np.hypot(*glyph_points(text).T).max() >= 0.1 * side, "it is no dot either"


# --- errors --------------------------------------------------------------------------------------


def test_words_without_space_error_gives_minimum_size() -> None:
    game = variant("kessel")
    few = evolve(game, tokens=sorted(game.tokens, key=lambda token: len(token.how["fr"]))[-2:])
    with pytest.raises(TextOverflow) as refused:
        pieces_of("tokens", few, "fr", token_size=20.0)
    least = re.search(r"--token-size (\d+)mm", refused.value.hint or "")
    assert least
    assert "token " in (refused.value.location or "")
    pieces_of("tokens", few, "fr", token_size=float(least[1]))
    with pytest.raises(TextOverflow):
        pieces_of("tokens", few, "fr", token_size=float(least[1]) - 1)
    with pytest.raises(TextOverflow, match="does not fit, even at 6 pt") as refused:
        pieces_of("tokens", few, label_sheet="l4730")
    assert refused.value.hint == "Use a sheet with larger labels."


def test_labels_for_unsupported_products_are_rejected(tmp_path: Path) -> None:
    for wishes in ({"products": ("cards",)}, {"products": ("tokens",), "layout": "single"}):
        with pytest.raises(UsageError) as refused:
            build_files(tmp_path, "kessel", label_sheet="8293", **wishes)
        assert "label-sheet" in str(refused.value)
    with pytest.raises(PrintkitError, match="label sheet"):
        build_files(tmp_path, "kessel", products=("tokens",), label_sheet="829")
    with pytest.raises(PrintkitError, match="no label 21"):
        build_files(tmp_path, "kessel", products=("tokens",), label_sheet="8293", start_label=21)
    assert list(tmp_path.iterdir()) == []


BARE, CHIPS = made_up("head", "card"), made_up("head", "card", "chips")


def test_chip_count_grows_with_the_players(tmp_path: Path) -> None:
    more = CHIPS.replace("count = 2 }", "count = 2 }, { value = 100, count = 1, above = 2 }")
    mine = own(tmp_path, more)
    assert {one.id: one.copies for one in pieces_of("tokens", mine)} == {"chip-1": 20, "chip-5": 4}
    found = {one.id: one.copies for one in pieces_of("tokens", mine, players=4)}
    assert found == {"chip-1": 40, "chip-5": 8, "chip-100": 2 * 4}
    assert (mine.materials[0].worth, mine.materials[0].count_for(4)) == (20, 56)


def test_user_game_can_define_chips(tmp_path: Path) -> None:
    (tmp_path / "star.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
        '<path class="fill-main" d="M1 9L5 1L9 9Z"/></svg>',
        encoding="utf-8",
    )
    more = CHIPS.replace("value = 5,", 'value = 500, emblem = "star.svg", colour = "#336699",')
    pieces = pieces_of("tokens", own(tmp_path, more))
    assert {one.id: one.copies for one in pieces} == {"chip-1": 20, "chip-500": 4}
    assert side_text(pieces[1], back=True) == "500"
    thing = 'id = "star"\nname = { en = "S", fr = "S" }\nemblem = "star.svg"\ncount = 2\n'
    word = 'word = { en = "A very long word indeed", fr = "É" }\n'
    pieces = pieces_of("tokens", own(tmp_path, f"{BARE}\n[[materials]]\n{thing}{word}"))
    assert side_text(pieces[0], back=True) == "A very long word indeed"
    assert "tokens" not in available_products(own(tmp_path, BARE))


# --- files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", ["knife", "punch"])
@pytest.mark.parametrize("shape", SHAPES)
def test_token_manifest_counts_sheets_and_cuts(tmp_path: Path, cut: str, shape: str) -> None:
    wishes = {"products": ("tokens",), "cut_tool": cut, "token_shape": shape}
    manifest = build_files(tmp_path, "casino", **wishes).manifest
    held = {("knife", ROUND): 48, ("punch", ROUND): 35, ("knife", HEX): 45, ("punch", HEX): 35}
    sheets = math.ceil(40 / held[cut, shape])
    assert manifest["sheets"] == sheets
    assert manifest["cuts"] > (40 if (cut, shape) != ("knife", HEX) else 15)
    expected = {"token_shape": shape, "cut_tool": cut, "label_sheet": None}
    assert {key: manifest["options"][key] for key in expected} == expected
    (entry,) = manifest["files"]
    assert (entry["pages"], entry["cards"]) == (2 * sheets, 40)


def test_token_labels_have_both_sides(tmp_path: Path) -> None:
    built = build_files(tmp_path, "kessel", products=("tokens",), label_sheet="8293", start_label=3)
    count = 2 * sum(one.copies for one in tokens("kessel"))
    assert built.manifest["files"][0]["cards"] == count
    assert (built.manifest["sheets"], built.manifest["cuts"]) == (math.ceil((count + 2) / 20), 0)
    with pdfium.PdfDocument(built.files[0].read_bytes()) as pdf:
        size = [round(v / 72 * 25.4, 1) for v in pdf[0].get_size()]
    assert size == [215.9, 279.4]
    built = build_files(
        tmp_path / "coins", "kessel", products=("tokens",), label_sheet="8293", token_size=25.0
    )
    assert built.manifest["cuts"] == count


def test_ink_saver_tokens_need_little_ink(tmp_path: Path) -> None:
    for slug in ("kessel", "tarot", "pazaak"):
        built = build_files(tmp_path, slug, products=("tokens",), theme="ink-saver")
        (reported,) = built.manifest["ink_percent"]
        assert reported["fronts"]["most"] < 5
        assert (
            reported.get("backs", {"most": 0})["most"] < 12
        )  # the backs of chips are their fronts


@pytest.mark.parametrize("y", [0.0, 3.0, -8.0])
def test_chord_of_round_token_is_that_of_a_circle(y: float) -> None:
    """Half the chord and the height are the sides of a right angle in the radius."""
    half = TokenShape(ROUND, 24.0, 24.0, 2.0).chord(y, 1.0) / 2
    assert math.hypot(half, y) == pytest.approx(11.0)
