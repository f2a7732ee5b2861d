"""User faces: in all themes, sizes and shapes legible and safe, or rejected with a named card."""

from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from itertools import chain
from pathlib import Path as File
from typing import Any

import pytest
from PIL import Image

from printkit.art.card_style import SPECIAL
from printkit.art.emblems import own_silhouette
from printkit.art.picture_fit import CONTAIN, Fitting, fidelity
from printkit.art.theme import theme, theme_names
from printkit.art.theme_file import ThemeDesign
from printkit.base import paper_sizes, plugins
from printkit.base.content import bundled_rows, content_path
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, centred_rect
from printkit.base.records import evolve
from printkit.faces import face
from printkit.faces.anatomy import Anatomy
from printkit.faces.face_parts import FaceLayout, FaceSetting
from printkit.faces.small_cards import draw_small_card
from printkit.graphics.colour import BLACK, WHITE
from printkit.graphics.display_list import INVISIBLE, Item, Path, ShapedText
from printkit.graphics.display_list import Image as Picture
from printkit.graphics.fonts import TITLE
from printkit.graphics.measures import MIN_CARD_TEXT_SIZE
from printkit.graphics.path import CARD_SHAPES, flatten
from printkit.graphics.svg import read_art
from printkit.layout.fit_text import text_line
from printkit.model.cards import Design
from printkit.model.variant import Variant
from printkit.pieces.product import Piece
from tests.support.decks import facts, own
from tests.support.jobs import pieces_of
from tests.support.walk import Leaf, ink_box, leaves, text_box, union

FACTS = facts(__file__)
DUST = 0.02
every_theme = pytest.mark.parametrize("look", theme_names())
every_shape = pytest.mark.parametrize("shape", CARD_SHAPES)
POKER = centred_rect(63.5, 88.9)


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Variant:
    """Return a deck with each kind of face, with user pictures and signs."""
    folder = tmp_path_factory.mktemp("deck")
    Image.new("RGB", (300, 420), "#204060").save(folder / "night.png")
    Image.new("RGB", (825, 1125), "#604020").save(folder / "bled.png")
    for name, art in FACTS["drawings"].items():
        (folder / f"{name}.svg").write_text(art, encoding="utf-8")
    return own(folder, FACTS["deck"])


def card_face(deck: Variant, card: str, **wishes: Any) -> Piece:
    """Return the piece of one card."""
    one = next(each for each in deck.cards if each.id == card)
    (piece,) = pieces_of("cards", deck.with_cards([one]), "en", **wishes)
    return piece


def misplaced(piece: Piece) -> list[str]:
    """Yield the items of a face that are too small, or in the margin lost by inaccurate cutting."""
    anatomy = Anatomy(piece.width, piece.height, shape=piece.shape, safe_margin=piece.safe_margin)
    return [*_misplaced(leaves(piece.front.items), anatomy, piece.bleed_extent)]


def _misplaced(found: Iterator[Leaf], anatomy: Anatomy, bleed: float) -> Iterator[str]:
    for leaf in found:
        item, box = leaf.item, ink_box(leaf)
        if box is None or isinstance(item, Picture):
            continue
        if isinstance(item, ShapedText):
            if item.render_mode == INVISIBLE:
                continue
            box = text_box(leaf)
            if item.size * leaf.matrix.scale < MIN_CARD_TEXT_SIZE - DUST / 10:
                yield f"“{item.run.text}” of {item.size:.2f} mm"
        elif box.w >= anatomy.width + bleed:  # a background
            continue
        left, right = anatomy.safe_span(box.y, box.bottom)
        safe = anatomy.safe
        inside = Rect(left, safe.y, right - left, safe.h).contains(box, DUST)
        if not inside and not _within(leaf, anatomy):
            yield f"{item!r:.60} at {box}"


def _within(leaf: Leaf, anatomy: Anatomy) -> bool:
    """Return whether the outline of a path keeps clear of cut corners, which its box may not."""
    if not isinstance(leaf.item, Path):
        return False
    line = leaf.item.stroke.width / 2 if leaf.item.stroke else 0.0
    end = anatomy.height / 2 - anatomy.safe_margin + DUST
    for point in chain.from_iterable(flatten(leaf.item.data, 12)):
        x, y = leaf.matrix.apply(*point)
        left, right = anatomy.safe_span(y, y)
        # A line has the same width on all sides, and a slanted edge leaves it less space.
        if abs(y) + line > end or not left + line - DUST <= x <= right - line + DUST:
            return False
    return True


@pytest.mark.sampled(every=2)
@every_shape
@every_theme
def test_user_faces_are_legible_at_all_sizes(deck: Variant, look: str, shape: str) -> None:
    sizes = paper_sizes.card_names() if shape == CARD_SHAPES[0] else FACTS["cut-sizes"]
    if shape == "circle":  # it needs a square card
        sizes = ["63.5x63.5mm"]
    for size in sizes:
        for piece in pieces_of("cards", deck, "en", theme=look, card_size=size, shape=shape):
            assert misplaced(piece) == [], (size, piece.id)


@pytest.mark.parametrize(
    ("look", "shape", "safe"), [("gala", "rounded", 4.0), ("classic", "hexagon", 3.2)]
)
def test_user_faces_keep_the_requested_margin(
    deck: Variant, look: str, shape: str, safe: float
) -> None:
    for piece in pieces_of("cards", deck, "en", theme=look, shape=shape, safe=safe):
        assert piece.safe_margin == safe
        assert misplaced(piece) == [], piece.id


def test_contract_detects_small_and_outlying_words() -> None:
    anatomy = Anatomy(63.5, 88.9)
    small, outside = (
        text_line(TITLE, "Word", x, 0, size, BLACK) for x, size in ((0.0, 1.5), (-31.0, 3.0))
    )
    found = [list(_misplaced(leaves([item]), anatomy, 3.0)) for item in (small, outside)]
    assert [len(each) for each in found] == [1, 1]


def test_art_unused_by_its_layout_is_rejected(deck: Variant) -> None:
    (card,) = (card for card in deck.cards if card.id == "alone")
    for layout, told in (("number", "does not show the “art”"), ("art", "")):
        game = deck.with_cards([evolve(card, layout=layout)])
        if told:
            with pytest.raises(PrintkitError, match=told):
                pieces_of("cards", game, "en")
        else:
            assert pieces_of("cards", game, "en")


@pytest.mark.sampled(every=2)
@every_theme
def test_overlong_text_error_names_its_card(deck: Variant, look: str) -> None:
    for kind in ("full", "prompt"):
        (card,) = (card for card in deck.cards if card.id == kind)
        words = {"en": f"{card.text['en'] if card.text else ''} word" * 90}
        long = evolve(card, text=type(card.text)(words, "en"))
        with pytest.raises(PrintkitError, match="does not fit") as refused:
            pieces_of("cards", deck.with_cards([long]), "en", theme=look)
        assert refused.value.location == f"card {kind} (en)"


def test_card_content_determines_its_layout(deck: Variant) -> None:
    assert {card.id: card.layout for card in deck.cards} == FACTS["layouts"]


def test_layout_names_match_the_registry() -> None:
    assert sorted(bundled_rows("faces.toml")["names"]) == sorted(plugins.bundled(plugins.FACES))


# --- pictures ------------------------------------------------------------------------------------


def picture_of(piece: Piece) -> tuple[list[Leaf], Rect]:
    """Return the pictures of a face, and the area they cover."""
    found = [leaf for leaf in leaves(piece.front.items) if isinstance(leaf.item, Picture)]
    return found, union(box for leaf in found if (box := ink_box(leaf)))


@pytest.mark.parametrize("bleed", ["mirror", "stretch", None])
def test_bleed_repeats_the_same_picture(deck: Variant, bleed: Any) -> None:
    (card,) = (card for card in deck.cards if card.id == "alone")
    (piece,) = pieces_of("cards", deck.with_cards([evolve(card, bleed=bleed)]), "en")
    found, box = picture_of(piece)
    assert len(found) == 9
    assert len({leaf.item for leaf in found}) == 1  # one picture in the file
    assert box.contains(POKER.inset(-piece.bleed_extent), DUST)
    edge = next(leaf for leaf in found if leaf.matrix.a < 0 < leaf.matrix.d)
    assert (edge.matrix.a == -1) == (bleed != "stretch")


def test_picture_proportions_decide_its_bleed(deck: Variant) -> None:
    found, _ = picture_of(card_face(deck, "bled"))
    assert found[-1].item.rect.w == pytest.approx(69.85, abs=0.1)
    (card,) = (card for card in deck.cards if card.id == "bled")
    mirrored = deck.with_cards([evolve(card, bleed="mirror")])
    found, _ = picture_of(pieces_of("cards", mirrored, "en")[0])
    assert found[-1].item.rect.h == pytest.approx(88.9)


def test_picture_is_whole_or_keeps_its_focus(deck: Variant) -> None:
    (card,) = (card for card in deck.cards if card.id == "alone")
    for focus, size in ((0.0, "square"), (1.0, "square")):
        one = evolve(card, focus=(0.5, focus))
        found, _ = picture_of(pieces_of("cards", deck.with_cards([one]), "en", card_size=size)[0])
        rect = found[-1].item.rect
        assert (rect.y if not focus else rect.bottom) == pytest.approx(35 * (2 * focus - 1))
    whole = evolve(card, fit="contain")
    (piece,) = pieces_of("cards", deck.with_cards([whole]), "en", card_size="square")
    found, _ = picture_of(piece)
    assert POKER.inset(-10).contains(found[-1].item.rect)
    assert found[-1].item.rect.h == pytest.approx(70)


def test_picture_dpi_and_crop_are_measured(tmp_path: File) -> None:
    path = tmp_path / "wide.png"
    Image.new("RGB", (600, 300)).save(path)
    square = fidelity(path, centred_rect(50.8, 50.8), Fitting())
    assert (square.dpi, square.cropped) == (pytest.approx(150), pytest.approx(0.5, abs=0.06))
    whole = fidelity(path, centred_rect(50.8, 50.8), Fitting(CONTAIN))
    assert (whole.dpi, whole.cropped) == (pytest.approx(300), 0)


def test_black_user_drawing_takes_card_colour(deck: Variant) -> None:
    signs = {key: (suit.emblem, read_art(suit.emblem)) for key, suit in deck.suits.items()}  # type: ignore[arg-type]
    told = {key: own_silhouette(*pair)[1] for key, pair in signs.items()}  # type: ignore[arg-type]
    assert told == {"worlds": True, "perils": False}  # the second has two colours
    bundled = content_path("art", "suits", "sabers.svg")
    assert not own_silhouette(bundled, read_art(bundled))[1]


def test_fronts_and_backs_differ_card_by_card(deck: Variant) -> None:
    pieces = {piece.id: piece for piece in pieces_of("cards", deck, "en")}
    assert pieces["full"].back is pieces["prompt"].back
    backed = pieces["alone"].back
    assert backed is not None
    assert any(isinstance(leaf.item, Picture) for leaf in leaves(backed.items))
    assert len({piece.back.key for piece in pieces.values() if piece.back}) == 2


# --- words ---------------------------------------------------------------------------------------


def test_marks_in_text_are_drawn_or_literal(deck: Variant) -> None:
    found = leaves(card_face(deck, "full").front.items)
    words = [leaf.item for leaf in found if isinstance(leaf.item, ShapedText)]
    said = " ".join(text.run.text for text in words)
    assert "2 * 3" in said
    assert "**" not in said
    assert {text.run.font for text in words} >= {"text", "text-bold", "text-italic"}


def test_suit_without_drawing_is_named_in_text(deck: Variant) -> None:
    suits = {key: evolve(suit, emblem=None) for key, suit in deck.suits.items()}
    (card,) = (card for card in deck.cards if card.id == "full")
    text = type(card.text)({"en": "Discard {worlds}."}, "en")
    plain = evolve(deck, suits=suits).with_cards([evolve(card, text=text, mark=None)])
    (piece,) = pieces_of("cards", plain, "en")
    drawn = [leaf.item for leaf in leaves(piece.front.items) if isinstance(leaf.item, ShapedText)]
    assert suits["worlds"].name["en"] in " ".join(item.run.text for item in drawn)


def test_unknown_sign_error_suggests_the_nearest(deck: Variant) -> None:
    (card,) = (card for card in deck.cards if card.id == "full")
    wrong = evolve(card, text=type(card.text)({"en": "A {wolrds}."}, "en"))
    with pytest.raises(PrintkitError) as refused:
        pieces_of("cards", deck.with_cards([wrong]), "en")
    assert "{wolrds}" in refused.value.message
    assert "“worlds”" in (refused.value.hint or "")


# --- design --------------------------------------------------------------------------------------


def test_theme_and_definition_have_equal_design_keys() -> None:
    assert set(ThemeDesign.__struct_fields__) == set(Design.__struct_fields__)


def ground(piece: Piece) -> Any:
    """Return the colour painted last over the whole face."""
    grounds = [
        leaf.item.fill
        for leaf in leaves(piece.front.items)
        if isinstance(leaf.item, Path) and leaf.item.fill and ink_box(leaf) == piece.front.box
    ]
    return str(grounds[-1]) if grounds else None


def test_definition_overrides_theme_and_default(deck: Variant, tmp_path: File) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "classic"\n[design]\nground = "#102030"\ntitle = "ribbon"\n')
    mine = evolve(deck, design=Design(ground="#302010"))
    (plain, themed, both) = (
        card_face(game, "full", theme=look)
        for game, look in ((deck, "classic"), (deck, str(path)), (mine, str(path)))
    )
    assert [ground(piece) for piece in (plain, themed, both)] == [None, "#102030", "#302010"]
    # With a ribbon, the picture extends to the cut.
    assert [picture_of(piece)[1].w > 63.5 for piece in (plain, themed)] == [False, True]


@pytest.mark.parametrize("line", FACTS["wrong-designs"])
def test_theme_design_error_has_its_line(line: str, tmp_path: File) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'extends = "classic"\n[design]\n{line}\n')
    with pytest.raises(PrintkitError, match=r"mine\.toml:3:1: design\.\w+: ."):
        theme(str(path))


def test_each_design_choice_changes_the_face(deck: Variant) -> None:
    usual = {card.id: tuple(leaves(card_face(deck, card.id).front.items)) for card in deck.cards}
    for key, value in FACTS["designs"].items():
        changed = evolve(deck, design=Design(**{key: value}))
        drawn = {name: tuple(leaves(card_face(changed, name).front.items)) for name in usual}
        assert drawn != usual, key


# --- another layout ------------------------------------------------------------------------------


def draw_word(face: FaceSetting) -> list[Item]:
    return [text_line(TITLE, face.caption, 0, 0, 4.0, BLACK, align=0.5)]


def draw_badly(face: FaceSetting) -> list[Item]:
    raise ZeroDivisionError


WORD = FaceLayout("word", draw_word, SPECIAL, needs=("cost",))
BAD = FaceLayout("bad", draw_badly, SPECIAL)


@pytest.fixture
def _added(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    entries = {
        "word": EntryPoint("word", f"{__name__}:WORD", plugins.FACES),
        "bad": EntryPoint("bad", f"{__name__}:BAD", plugins.FACES),
        "none": EntryPoint("none", f"{__name__}:DUST", plugins.FACES),
    }
    monkeypatch.setattr(plugins, "plugin_entries", lambda group: entries)
    face._find_layout.cache_clear()
    yield
    face._find_layout.cache_clear()


@pytest.mark.usefixtures("_added")
def test_module_can_add_a_layout(deck: Variant) -> None:
    cards = {card.id: card for card in deck.cards}
    (piece,) = pieces_of("cards", deck.with_cards([evolve(cards["full"], layout="word")]), "en")
    (word,) = [leaf.item for leaf in leaves(piece.front.items) if isinstance(leaf.item, ShapedText)]
    assert word.run.text == cards["full"].name["en"]
    for layout, told in FACTS["refused-layouts"].items():
        with pytest.raises(PrintkitError) as refused:
            pieces_of("cards", deck.with_cards([evolve(cards["prompt"], layout=layout)]), "en")
        assert told in refused.value.message, layout


# --- small ---------------------------------------------------------------------------------------


@every_theme
def test_small_cards_show_pictures_and_texts(deck: Variant, look: str) -> None:
    for card in deck.cards:
        symbol = draw_small_card(card, 12.0, theme(look))
        boxes = [box for leaf in leaves(symbol.items) if (box := ink_box(leaf))]
        assert symbol.box.contains(union(boxes), DUST), card.id
    (alone,) = (card for card in deck.cards if card.id == "alone")
    symbol = draw_small_card(alone, 12.0, theme(look))
    assert any(isinstance(leaf.item, Picture) for leaf in leaves(symbol.items))


def test_faces_match_the_golden(deck: Variant, golden: Callable[[str, str], None]) -> None:
    """Compare the words and their places in two themes that compose them differently."""
    lines = []
    for look in ("classic", "gala"):
        for name in ("full", "prompt"):
            lines.append(f"{name} in {look}")
            for leaf in leaves(card_face(deck, name, theme=look).front.items):
                if isinstance(text := leaf.item, ShapedText) and text.render_mode != INVISIBLE:
                    x, y = leaf.matrix.apply(text.x, text.y)
                    size = text.size * leaf.matrix.scale
                    lines.append(
                        f"  {x:6.2f} {y:6.2f} {size:5.2f} {text.run.font:10} {text.run.text}"
                    )
    golden("own-faces.txt", "\n".join(lines) + "\n")


def test_picture_alone_has_a_white_ground(deck: Variant) -> None:
    """A drawing that is the whole face is not recoloured, and dark themes do not show through."""
    (card,) = (card for card in deck.cards if card.id == "full")
    drawn = next(iter(suit.emblem for suit in deck.suits.values()))
    whole = deck.with_cards([evolve(card, art=drawn, layout="art", text=None)])
    (piece,) = pieces_of("cards", whole, "en", theme="noir")
    assert ground(piece) == str(WHITE)
