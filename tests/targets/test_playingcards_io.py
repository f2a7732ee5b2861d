"""playingcards.io: a table as its description has it, every copy, each picture its face."""

import io
import zipfile
from collections import Counter
from itertools import combinations
from typing import Any, Literal

import msgspec
import numpy as np
import pytest
from PIL import Image

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from tests.support.decks import variant
from tests.targets.tables import faces, looks_like, pack, parts_of, pixels

PACKAGE = "package://"


# --- the description of the format: nothing else may be in the file -----------------------------


class Widget(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    id: str
    x: int
    y: int
    z: int
    dragging: None


class Hand(Widget, tag="hand"):
    pass


class Sized(Widget, kw_only=True):
    width: int
    height: int

    @property
    def box(self) -> Rect:
        return Rect(self.x, self.y, self.width, self.height)


class Board(Sized, tag="board", rename="camel"):
    board_image: str


class Pile(Sized, tag="cardPile", rename="camel"):
    label: str
    has_shuffle_button: bool = False


class Counted(Sized, tag="counter", rename="camel"):
    label: str
    counter_value: int


class Filled(msgspec.Struct, forbid_unknown_fields=True, rename="camel"):
    type: Literal["image", "text"]
    x: int
    y: int
    w: int
    h: int
    color: str
    value_type: Literal["static", "dynamic"]
    value: str
    font_size: int | None = None
    text_align: str | None = None


class Template(msgspec.Struct, forbid_unknown_fields=True, rename="camel"):
    include_border: bool
    include_radius: bool
    objects: list[Filled]


class Collection(Widget, tag="cardDeck", rename="camel"):
    card_types: dict[str, dict[str, str]]
    card_width: int
    card_height: int
    face_template: Template
    back_template: Template | None = None
    collection_type: Literal["pieces", "dice"] | None = None
    parent: str | None = None


class Card(Widget, tag="card", rename="camel"):
    deck: str
    card_type: str
    parent: str
    faceup: bool
    owner: None


class Token(Widget, tag="piece", rename="camel"):
    deck: str
    card_type: str
    faceup: bool


class Dice(Widget, tag="dice", rename="camel"):
    deck: str
    dice_value: str


Table = list[Hand | Board | Pile | Counted | Collection | Card | Token | Dice]

Read = tuple[Table, zipfile.ZipFile]


def read(slug: str, language: str) -> Read:
    files = pack(parts_of(slug, language, "playingcards-io"), slug, "playingcards-io")
    ((name, file),) = files.items()
    assert name == f"{slug}-{language}.pcio"
    archive = zipfile.ZipFile(io.BytesIO(file.data))
    return msgspec.json.decode(archive.read("widgets.json"), type=Table), archive


def every(table: Table, kind: type[Any]) -> list[Any]:
    return [widget for widget in table if isinstance(widget, kind)]


def addresses(table: Table) -> set[str]:
    """All pictures that the widgets name."""
    boards = {board.board_image for board in every(table, Board)}
    kinds = [kind for one in every(table, Collection) for kind in one.card_types.values()]
    own = {kind[side] for kind in kinds for side in ("image", "back") if side in kind}
    templates = [one.back_template for one in every(table, Collection) if one.back_template]
    objects = [item for template in templates for item in template.objects]
    return boards | own | {item.value for item in objects if item.value_type == "static"}


@pytest.fixture(scope="module")
def kessel() -> Read:
    with pytest.MonkeyPatch.context() as patch:  # pictures without supersampling
        patch.setattr("printkit.writers.png._HAIRLINE_DPI", 0)
        return read("kessel", "fr")


def test_every_copy_is_there(kessel: Read) -> None:
    table, game = kessel[0], variant("kessel")
    known = {widget.id: widget for widget in table}
    assert len(known) == len(table)
    assert [widget.z for widget in table] == sorted(widget.z for widget in table)
    cards = Counter()
    for card in every(table, Card):
        deck = known[card.deck]
        pile = known[card.parent]
        assert isinstance(pile, Pile)
        assert pile.has_shuffle_button
        # A card’s place is that on the table, not in its pile.
        assert pile.box.contains(Rect(card.x, card.y, deck.card_width, deck.card_height))
        cards[deck.card_types[card.card_type]["label"]] += 1
    for card in game.cards:
        assert cards[card.name["fr"]] == card.copies_for(game.least_players)
    parts = {part.product: part for part in parts_of("kessel", "fr", "playingcards-io")}
    assert sum(cards.values()) == parts["cards"].count + parts["reference-cards"].count == 52
    assert len({one.id for one in every(table, Collection) if one.parent}) == 3
    assert len(every(table, Token)) == parts["tokens"].count
    assert len(every(table, Board)) == parts["mat"].count + parts["player-board"].count
    dice = every(table, Dice)
    assert len(dice) == 2
    assert [*known[dice[0].deck].card_types] == ["1", "2", "3", "4", "5", "6"]
    assert [one.label for one in every(table, Counted)] == ["Pot"]
    assert [one.id for one in every(table, Hand)] == ["hand"]


def test_nothing_lies_on_anything_else(kessel: Read) -> None:
    things = every(kessel[0], Sized)
    for one, other in combinations(things, 2):
        assert not one.box.intersects(other.box), (one.id, other.id)
    (hand,) = every(kessel[0], Hand)
    assert all(Rect(0, 0, 1600, hand.y).contains(one.box) for one in things)


def test_the_file_is_stored_and_has_no_time(kessel: Read) -> None:
    table, archive = kessel
    assert archive.testzip() is None
    for info in archive.infolist():
        assert info.compress_type == zipfile.ZIP_STORED
        assert info.date_time == (1980, 1, 1, 0, 0, 0)
        assert info.file_size < 2 * 1024 * 1024
    ours = {name.removeprefix(PACKAGE) for name in addresses(table) if name.startswith(PACKAGE)}
    assert {"widgets.json", *ours} == {*archive.namelist()}
    assert len(archive.namelist()) == len({*archive.namelist()})


def test_each_picture_is_the_face(kessel: Read) -> None:
    _, archive = kessel
    parts = parts_of("kessel", "fr", "playingcards-io")
    cards = next(part for part in parts if part.product == "cards")
    drawn = faces(cards, 100)
    size = drawn[cards.pieces[0].id].shape[1::-1]
    for piece in cards.pieces:
        stem = cards.stem + ("-1" if piece.back is cards.pieces[0].back else "-2")
        data = archive.read(f"userassets/{stem}-{piece.id}.png")
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.width == 500
            small = np.asarray(picture.convert("RGB").resize(size, Image.Resampling.BOX))
        name, apart = looks_like(small.astype(np.int16), drawn)
        assert name == piece.id
        assert apart < 5
        others = {key: side for key, side in drawn.items() if key != name}
        assert looks_like(small.astype(np.int16), others)[1] > 7, "the comparison can fail"


def test_round_tokens_are_round(kessel: Read) -> None:
    table, archive = kessel
    kinds = {one.id: one.card_height / one.card_width for one in every(table, Collection)}
    shown = {key: ratio for key, ratio in kinds.items() if "tokens" in key}
    assert shown
    assert [*shown.values()] == pytest.approx([1.0] * len(shown), abs=0.02)
    names = [name for name in archive.namelist() if "-tokens-" in name]
    assert names
    for name in names:
        alpha = np.asarray(Image.open(io.BytesIO(archive.read(name))).getchannel("A")) / 255
        assert alpha.mean() == pytest.approx(np.pi / 4, abs=0.01)
        assert alpha[0, 0] == 0
        assert alpha[len(alpha) // 2, len(alpha) // 2] == 1


def test_a_picture_is_as_fine_as_its_bytes_allow() -> None:
    parts = [
        part for part in parts_of("pazaak", "fr", "playingcards-io") if part.product == "tokens"
    ]
    (file,) = pack(parts, "pazaak", "playingcards-io", most_bytes=9000).values()
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        pictures = [archive.read(name) for name in archive.namelist() if name.endswith(".png")]
    assert all(5000 < len(data) < 9000 for data in pictures)
    assert all(60 < pixels(data).shape[1] < 236 for data in pictures)
    (file,) = pack(parts, "pazaak", "playingcards-io", most_bytes=900).values()
    with pytest.raises(PrintkitError, match="To stay below 900 bytes"):
        file.write_to(io.BytesIO())
