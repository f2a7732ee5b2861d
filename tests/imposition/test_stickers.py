"""Stickers: label sheets to the micrometre, order, the ink of every sticker, errors."""

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base.errors import DefinitionError, PrintkitError
from printkit.base.geometry import Rect
from printkit.base.messages import languages
from printkit.base.paper_sizes import LabelRow, LabelSheet, label_sheet, label_sheet_names
from printkit.base.record_faults import RecordHome, read_record
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import Path, ShapedText, Symbol, Use
from printkit.graphics.path import rect_path
from printkit.imposition.sheets import sticker_pages
from printkit.model.definition_files import STANDINS
from printkit.model.load import load
from printkit.pieces.pages import ART, CUT, Page
from printkit.pieces.product import LocalGame
from printkit.products.charts import stickers
from printkit.products.charts.stickers import draw_stickers
from printkit.rules.standins import DeckMapping, map_deck
from tests.support.walk import Leaf, glyph_box, ink_box, leaves, sampled, text_leaves, visible

CLASSIC = theme("classic")
PAPER = CLASSIC.roles_of["paper"]
DUST = 1e-3
FIVE_POINT = 5 * 25.4 / 72

# Two decks for one, a deck with negative values, one without any, one without emblems.
MAPPINGS = (
    ("two-poker54", "casino"),
    ("poker54", "kessel"),
    ("two-poker54", "pazaak"),
    ("two-poker54", "corellian-spike"),
    ("tarot-en", "random"),
)
every_sheet = pytest.mark.parametrize("name", label_sheet_names())
every_language = pytest.mark.parametrize("language", languages())


@cache
def mapping(deck: str, variant: str) -> DeckMapping:
    return map_deck(load(deck, shelf=STANDINS), load(variant), stickers=True)


@cache
def drawn(deck: str, variant: str, language: str, name: str) -> list[Symbol]:
    sheet = label_sheet(name)
    found = mapping(deck, variant)
    game = LocalGame(found.variant, language, CLASSIC)
    return draw_stickers(found, game, sheet)


def texts(symbol: Symbol) -> list[str]:
    return [leaf.item.run.text for leaf in text_leaves(symbol.items)]


def safe(sheet: LabelSheet) -> Rect:
    margin = 1.0 if sheet.height < 12 else 1.5
    return Rect(-sheet.width / 2, -sheet.height / 2, sheet.width, sheet.height).inset(margin)


def far(leaf: Leaf) -> float:
    """Return how far the ink of a leaf extends from the centre, including its stroke (mm)."""
    if isinstance(leaf.item, Path):
        line = leaf.item.stroke.width * leaf.matrix.scale / 2 if leaf.item.stroke else 0.0
        x, y = sampled(leaf.item.data)[..., 0], sampled(leaf.item.data)[..., 1]
        m = leaf.matrix
        across, down = m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f
        return float(((across**2 + down**2) ** 0.5).max()) + line
    run, k, most = leaf.item.run, leaf.item.size / 1000, 0.0
    for glyph, at in zip(run.glyphs, run.xs, strict=True):
        if box := glyph_box(run.font, glyph):
            for x in (box.x, box.right):
                for y in (box.y, box.bottom):
                    px, py = leaf.matrix.apply(leaf.item.x + (at + x) * k, leaf.item.y + y * k)
                    most = max(most, (px * px + py * py) ** 0.5)
    return most


def astray(symbol: Symbol, sheet: LabelSheet) -> list[str]:
    """Return the ink of a sticker outside the safe margin of its label."""
    area, found = safe(sheet), []
    for leaf in leaves(symbol.items):
        box = ink_box(leaf)
        if box is None or not visible(leaf, PAPER):
            continue
        if not area.contains(box, DUST) or (sheet.round and far(leaf) > area.w / 2 + DUST):
            found.append(f"{type(leaf.item).__name__} {box}")
    return found


# The sheets


def test_unknown_sheet_error_suggests_the_nearest() -> None:
    with pytest.raises(PrintkitError, match=r"l7615.*Did you mean “l7651”.*22805"):
        label_sheet("l7615")


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"columns": 6}, "run off the paper"),
        ({"pitch": [30, 21.2]}, "overlap"),
        ({"round": True}, "as wide as"),
        ({"rows": 0}, "the minimum is 1"),
        ({"paper": "a44"}, "a44"),
    ],
)
def test_impossible_label_sheet_is_rejected(wrong: dict[str, object], reason: str) -> None:
    row: dict[str, object] = {"paper": "a4", "columns": 5, "rows": 13, "left": 4.7, "top": 10.9}
    row |= {"size": [38.1, 21.2], "pitch": [40.6, 21.2]}
    home = RecordHome("the row")
    assert read_record(LabelRow, row, home).sheet("mine").capacity == 65
    with pytest.raises(DefinitionError, match=reason):
        read_record(LabelRow, {**row, **wrong}, home)


# The drawings


@pytest.mark.parametrize("pair", MAPPINGS, ids="-".join)
def test_stickers_are_in_deck_order(pair: tuple[str, str]) -> None:
    found, result = mapping(*pair), drawn(*pair, "fr", "5160")
    assert len(result) == len(found.entries)
    for entry, symbol in zip(found.entries, result, strict=True):
        words = texts(symbol)
        assert words[-1] == entry.physical.name("fr")
        name = entry.stands_for.name["fr"]
        value = entry.stands_for.index  # 1–6, and = for a value chosen in play
        if entry.stands_for.turned:
            value = f"±{entry.stands_for.index[1:]}"
        assert " ".join(words[1 if value else 0 : -1]) == name
        if value:
            assert words[0] == value


def test_equal_stickers_share_one_drawing() -> None:
    found, result = mapping("two-poker54", "casino"), drawn("two-poker54", "casino", "en", "l4730")
    by_card: dict[str, set[int]] = {}
    for entry, symbol in zip(found.entries, result, strict=True):
        by_card.setdefault(entry.stands_for.id, set()).add(id(symbol))
    assert all(len(same) == 1 for same in by_card.values())
    assert len({id(symbol) for symbol in result}) == len(by_card) < len(result)
    keys = [symbol.key for symbol in dict.fromkeys(drawn("two-poker54", "casino", "en", "l7651"))]
    assert len(set(keys)) == len(keys)


@pytest.mark.sampled
@every_sheet
@every_language
@pytest.mark.parametrize("pair", MAPPINGS, ids="-".join)
def test_sticker_fits_its_label_with_large_figures(
    name: str, language: str, pair: tuple[str, str]
) -> None:
    sheet = label_sheet(name)
    for symbol in dict.fromkeys(drawn(*pair, language, name)):
        assert not astray(symbol, sheet), symbol.title
        sizes = [leaf.item.size for leaf in text_leaves(symbol.items)]
        assert all(size >= FIVE_POINT - 1e-9 for size in sizes), symbol.title
    for entry, symbol in zip(mapping(*pair).entries, drawn(*pair, language, name), strict=True):
        words = texts(symbol)
        meant, own = entry.stands_for.name[language], entry.physical.name(language)
        if own in words[1:]:
            assert " ".join(words[:-1]).endswith(meant)
        if name not in ("l4730", "5167"):  # all others have space for both
            assert own == words[-1]
        elif name == "l4730" and pair == MAPPINGS[0]:  # value and emblem, and nothing else
            assert len(words) == 1
        if entry.stands_for.values and not entry.stands_for.rule:
            box = next(ink_box(leaf) for leaf in leaves(symbol.items) if _is_value(leaf, words[0]))
            assert box is not None
            assert box.h >= 5.0 - 0.05, (entry.stands_for.id, box)


def test_ink_beyond_its_label_is_detected() -> None:
    sheet, circle = label_sheet("l7651"), label_sheet("8293")
    area = safe(sheet)
    box = Symbol("box", (Path(rect_path(area), fill=BLACK),), area)
    assert not astray(box, sheet)
    out = Symbol("out", (Path(rect_path(area.inset(-0.01)), fill=BLACK),), area)
    assert astray(out, sheet)
    corner = Symbol("corner", (Path(rect_path(Rect(12, 12, 3, 3)), fill=BLACK),), area)
    assert astray(corner, circle)


def _is_value(leaf: Leaf, words: str) -> bool:
    return isinstance(leaf.item, ShapedText) and leaf.item.run.text == words


def test_negative_values_have_a_plate_and_minus() -> None:
    result = drawn("two-poker54", "casino", "en", "l7651")
    found = mapping("two-poker54", "casino").entries
    for entry, symbol in zip(found, result, strict=True):
        (value,) = (
            leaf.item
            for leaf in leaves(symbol.items)
            if isinstance(leaf.item, ShapedText) and leaf.item.run.text == entry.stands_for.index
        )
        below = entry.stands_for.values[0] < 0
        assert (value.fill == PAPER) == below
        assert value.run.text.startswith("−") == below


def test_label_too_small_for_a_value_is_rejected() -> None:
    game, sheet = LocalGame(load("kessel"), "en", CLASSIC), label_sheet("l7651")
    with pytest.raises(PrintkitError, match="too small"):
        draw_stickers(mapping("poker54", "kessel"), game, replace(sheet, width=4.0, height=4.0))


# The pages


def places(page: Page) -> list[tuple[float, float]]:
    (art,) = (layer for layer in page.layers if layer.name == ART)
    assert all(isinstance(item, Use) for item in art.items)
    return [item.matrix.apply(0, 0) for item in art.items if isinstance(item, Use)]


def lay_on_labels(
    name: str, first: int = 1, nudge: tuple[float, float] = (0, 0), *, proof: bool = False
):
    result = drawn("two-poker54", "casino", "en", name)
    return sticker_pages(result, label_sheet(name), first, nudge, proof=proof, title="Stickers")


def test_first_label_option_sets_the_start() -> None:
    sheet, result = label_sheet("l7651"), drawn("two-poker54", "casino", "en", "l7651")
    one, two = lay_on_labels("l7651", 14)
    assert (one.cards, two.cards) == (52, 24)
    at = places(one) + places(two)
    cells = [sheet.cell(i) for i in range(13, 65)] + [sheet.cell(i) for i in range(24)]
    assert at == [cell.centre for cell in cells]
    shown = [item.symbol for page in (one, two) for item in page.layers[0].items]
    assert shown == result
    assert len({page.name for page in (one, two)}) == 2


def test_nudge_moves_the_whole_page() -> None:
    (plain, *_), (moved, *_) = lay_on_labels("5160"), lay_on_labels("5160", nudge=(0.5, -0.3))
    for (x, y), (to_x, to_y) in zip(places(plain), places(moved), strict=True):
        assert (to_x - x, to_y - y) == pytest.approx((0.5, -0.3))
    assert moved.media == plain.media == moved.trim


@every_sheet
def test_pages_print_on_labels_only(name: str) -> None:
    sheet = label_sheet(name)
    for proof in (False, True):
        for page in lay_on_labels(name, proof=proof):
            assert page.media == Rect(0, 0, sheet.paper.w, sheet.paper.h)
            assert {layer.name: layer.visible for layer in page.layers} == {ART: True, CUT: proof}
            (cut,) = (layer for layer in page.layers if layer.name == CUT)
            assert len(cut.items) == page.cards
            for at, item in enumerate(cut.items):
                cell = sheet.cell(at)
                assert cell.contains(item.data.box(), DUST)
                assert item.data.box().contains(cell, DUST)


@pytest.mark.parametrize("first", [0, -1, 66])
def test_first_label_beyond_the_sheet_is_rejected(first: int) -> None:
    with pytest.raises(PrintkitError, match="labels 1 to 65"):
        lay_on_labels("l7651", first)


def test_sticker_pages_without_stickers_are_rejected() -> None:
    with pytest.raises(PrintkitError, match="no stickers"):
        sticker_pages([], label_sheet("5160"), 1, (0, 0), proof=False, title="x")


def test_single_sign_of_a_sticker_has_the_whole_place(monkeypatch: pytest.MonkeyPatch) -> None:
    both, upper, lower = (Rect(0, y, 2, 2) for y in (10.0, 0.0, 20.0))
    plan: Any = SimpleNamespace(both=both, value=upper, emblem=lower, digits=3.0)
    look: Any = SimpleNamespace(palette=lambda _: None)
    game: Any = SimpleNamespace(theme=look, text=str)
    card: Any = SimpleNamespace(colour="ink", name="x")
    monkeypatch.setattr(stickers, "_draw_emblem", lambda _mark, _palette, box: box.y)
    monkeypatch.setattr(stickers, "_draw_name", lambda *_: [])
    monkeypatch.setattr(stickers, "text_colour_on_paper", lambda _: None)

    def places(value: bool, marks: int) -> list[Any]:
        sign = SimpleNamespace(at=lambda _x, y: y - 1) if value else None
        monkeypatch.setattr(stickers, "draw_value", lambda *_: sign)
        monkeypatch.setattr(stickers, "_emblems_of", lambda _: ["mark"] * marks)
        return stickers._draw_items(card, game, plan)

    assert places(True, 0) == places(False, 1) == [10.0]
    assert places(True, 1) == places(False, 2) == [0.0, 20.0]
