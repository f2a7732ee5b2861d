"""Tabletop Simulator: a saved game as its description has it, every copy, each cell its face."""

import io
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from PIL import Image

import printkit
from printkit import build
from printkit.base.errors import UsageError
from printkit.targets.tabletop_simulator import count_on_sheet, plan_sheet
from printkit.targets.target import find_target
from tests.support.decks import put, variant
from tests.support.sample import cases
from tests.targets.tables import Pixels, faces, looks_like, pack, parts_of, pixels

FIGURES = find_target("tts").figures


# --- the description of the format: nothing else may be in the file -----------------------------


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    pass


def joined(name: str) -> str:
    """`pos_x` as posX."""
    head, *rest = name.split("_")
    return head + "".join(map(str.capitalize, rest))


class Transform(Strict, rename=joined):
    pos_x: float
    pos_y: float
    pos_z: float
    rot_x: float
    rot_y: float
    rot_z: float
    scale_x: float
    scale_y: float
    scale_z: float


class Sheet(Strict, rename="pascal"):
    FaceURL: str = msgspec.field(name="FaceURL")
    BackURL: str = msgspec.field(name="BackURL")
    num_width: int
    num_height: int
    back_is_hidden: bool
    unique_back: bool
    type: int


class Tile(Strict, rename="pascal"):
    type: int
    thickness: float
    stackable: bool
    stretch: bool


class TileImage(Strict, rename="pascal"):
    ImageURL: str = msgspec.field(name="ImageURL")
    ImageSecondaryURL: str = msgspec.field(name="ImageSecondaryURL")
    image_scalar: float
    width_scale: float
    custom_tile: Tile


class Thing(Strict, rename="pascal", tag_field="Name", kw_only=True):
    GUID: str = msgspec.field(name="GUID")
    nickname: str
    description: str
    GMNotes: str = msgspec.field(name="GMNotes")
    tags: list[str]
    transform: Transform
    color_diffuse: dict[str, float]
    locked: bool
    grid: bool
    snap: bool
    autoraise: bool
    sticky: bool
    tooltip: bool
    hands: bool
    lua_script: str
    lua_script_state: str
    XmlUI: str = msgspec.field(name="XmlUI")


class Card(Thing, tag="Card"):
    CardID: int = msgspec.field(name="CardID")
    custom_deck: dict[str, Sheet]
    sideways_card: bool
    hide_when_face_down: bool
    value: int = 0


class Deck(Thing, tag="DeckCustom"):
    DeckIDs: list[int] = msgspec.field(name="DeckIDs")
    custom_deck: dict[str, Sheet]
    contained_objects: list[Card]
    sideways_card: bool
    hide_when_face_down: bool


class OneTile(Thing, tag="Custom_Tile"):
    custom_image: TileImage


class Stack(Thing, tag="Custom_Tile_Stack"):
    custom_image: TileImage
    number: int


class Side(Strict, rename="pascal"):
    value: int | str
    rotation: dict[str, float]


class Die(Thing, tag="Die_6"):
    rotation_values: list[Side]


class Pdf(Thing, tag="Custom_PDF"):
    CustomPDF: dict[str, Any] = msgspec.field(name="CustomPDF")


class Tab(Strict, rename=joined):
    title: str
    body: str
    color: str
    visible_color: dict[str, float]
    id: int


class Saved(Strict, rename="pascal"):
    save_name: str
    game_mode: str
    date: str
    version_number: str
    note: str
    lua_script: str
    lua_script_state: str
    XmlUI: str = msgspec.field(name="XmlUI")
    tab_states: dict[str, Tab]
    hands: dict[str, bool]
    component_tags: dict[str, list[dict[str, str]]]
    object_states: list[Card | Deck | OneTile | Stack | Die | Pdf]

    def all(self, kind: type[Any]) -> list[Any]:
        return [thing for thing in self.object_states if isinstance(thing, kind)]


def read(slug: str, language: str = "en", **figures: Any) -> tuple[Saved, dict[str, Any]]:
    files = pack(parts_of(slug, language, "tts"), slug, "tts", **figures)
    return msgspec.json.decode(files[f"{slug}-{language}.json"].data, type=Saved), files


# --- contents -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "language", "decks", "dice"),
    cases(
        [
            ("casino", "fr", [76, 8], 1),
            ("kessel", "en", [22, 22, 8], 2),
            ("pazaak", "fr", [40, 90, 4], 0),
            ("corellian-spike", "fr", [62, 8], 2),
        ],
        [("kessel", "en", [22, 22, 8], 2)],
    ),
)
def test_every_copy_is_there(slug: str, language: str, decks: list[int], dice: int) -> None:
    saved, files = read(slug, language)
    parts = {part.product: part for part in parts_of(slug, language, "tts")}
    assert [len(deck.DeckIDs) for deck in saved.all(Deck)] == decks
    for deck in saved.all(Deck):
        assert deck.DeckIDs == [card.CardID for card in deck.contained_objects]
        for card in deck.contained_objects:
            (key, sheet), number = *card.custom_deck.items(), card.CardID % 100
            assert (int(key), deck.custom_deck[key]) == (card.CardID // 100, sheet)
            # The last cell is the hidden face.
            assert number < sheet.num_width * sheet.num_height - 1 <= 69
            assert sheet.num_width <= 10
            assert sheet.num_height <= 7
    names = Counter(card.nickname for deck in saved.all(Deck) for card in deck.contained_objects)
    for card in variant(slug).cards:
        assert names[card.name[language]] == card.copies_for(variant(slug).least_players)
    tokens = [tile.nickname for tile in (*saved.all(Stack), *saved.all(OneTile)) if not tile.locked]
    assert len(tokens) == len(parts["tokens"].pieces)
    stacked = sum(stack.number for stack in saved.all(Stack))
    single = sum(not tile.locked for tile in saved.all(OneTile))
    assert stacked + single == parts["tokens"].count
    effects = {tile.nickname: tile.description for tile in saved.all(OneTile)}
    for token in variant(slug).tokens:
        assert effects[token.name[language]] == token.how[language]
    boards = ("mat", "table", "half-table", "player-board")
    count = sum(part.count for key, part in parts.items() if key in boards)
    assert sum(tile.locked for tile in saved.all(OneTile)) == count > 0
    assert len(saved.all(Die)) == dice
    assert len({thing.GUID for thing in saved.object_states}) == len(saved.object_states)
    assert not any(thing.GMNotes for thing in saved.object_states)
    # Each file is named, and each name is a file.
    text = files[f"{slug}-{language}.json"].data.decode()
    assert {*re.findall(r'"file:///FOLDER/(.+?)"', text)} == {*files} - {f"{slug}-{language}.json"}
    known = {label["displayed"] for label in saved.component_tags["labels"]}
    assert known == {tag for thing in saved.object_states for tag in thing.tags}


def test_dice_with_own_faces_name_them() -> None:
    """The faces opposite each other are those of the definition."""
    die, _ = read("corellian-spike", "fr")[0].all(Die)
    suits = variant("corellian-spike").suits
    material = next(one for one in variant("corellian-spike").materials if one.faces)
    assert [side.value for side in die.rotation_values] == [
        suits[key].name["fr"] for key in material.faces or ()
    ]
    turns = [[side.rotation[axis] for axis in "xyz"] for side in die.rotation_values]
    up = [lying(*turn) for turn in turns]
    for one, other in ((0, 5), (1, 4), (2, 3)):
        assert np.allclose(up[one], -up[other])
    assert len({tuple(np.round(side)) for side in up}) == 6
    for plain in read("kessel", "en")[0].all(Die):
        assert [side.value for side in plain.rotation_values] == [1, 2, 3, 4, 5, 6]


def lying(x: float, y: float, z: float) -> Pixels:
    """Which way of the die is up after these turns."""
    assert y == 0
    a, b = np.radians(x), np.radians(z)
    about_x = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    about_z = np.array([[np.cos(b), -np.sin(b), 0], [np.sin(b), np.cos(b), 0], [0, 0, 1]])
    return np.asarray((about_x @ about_z).T @ np.array([0, 1, 0]))


@pytest.mark.parametrize(
    ("slug", "language"), cases([("casino", "fr"), ("kessel", "en")], [("kessel", "en")])
)
def test_the_rules_are_in_the_notebook(slug: str, language: str) -> None:
    saved, files = read(slug, language)
    rules = next(p.rules for p in parts_of(slug, language, "tts") if p.rules).decode()
    chapters = re.findall(r"^## (.+)$", rules, re.MULTILINE)
    tabs = [saved.tab_states[str(i)] for i in range(len(saved.tab_states))]
    assert [tab.title for tab in tabs] == chapters
    for tab in tabs:
        assert tab.body
        assert not re.search(r"\*\*|^#|^\||\]\(|\\$", tab.body, re.MULTILINE), tab.body
        for mark in "bi":
            assert tab.body.count(f"[{mark}]") == tab.body.count(f"[/{mark}]")
    words = re.sub(r"\[/?[bi]\]", "", " ".join(tab.body for tab in tabs))
    last = re.sub(r"[*\\]", "", rules.rstrip(" |\n").rsplit("\n", 1)[-1])
    assert last[-25:] in words
    (book,) = saved.all(Pdf)
    name = book.CustomPDF["PDFUrl"].rsplit("/", 1)[-1]
    assert files[name].data.startswith(b"%PDF")


# --- pictures -----------------------------------------------------------------------------------


def cells(sheet: Pixels, columns: int, rows: int) -> list[Pixels]:
    h, w = sheet.shape[0] // rows, sheet.shape[1] // columns
    return [
        sheet[y * h : y * h + h, x * w : x * w + w] for y in range(rows) for x in range(columns)
    ]


def test_each_cell_is_the_face_of_its_card() -> None:
    saved, files = read("kessel", most_pixels=400, least_dpi=0)
    (part,) = (part for part in parts_of("kessel", "en", "tts") if part.product == "cards")
    drawn: dict[str, Pixels] = {}
    for deck in saved.all(Deck)[:2]:
        (sheet,) = deck.custom_deck.values()
        picture = pixels(files[sheet.FaceURL.rsplit("/", 1)[-1]].data)
        assert max(picture.shape) <= 400
        found = cells(picture, sheet.num_width, sheet.num_height)
        drawn = drawn or faces(part, found[0].shape[1])
        for card in deck.contained_objects:
            page, apart = looks_like(found[card.CardID % 100], drawn)
            piece = next(one for one in part.pieces if one.id == page)
            assert card.nickname == piece.title
            assert apart < 5
        hidden, apart = looks_like(found[-1], drawn)
        assert hidden == next(p.back.key for p in part.pieces if p.id == page and p.back)
        assert apart < 5
        _, apart = looks_like(found[0], {k: v for k, v in drawn.items() if k.endswith("-2")})
        assert apart > 9, "the comparison can fail"
    assert looks_like(pixels(files["kessel-cards-en-1-back.jpg"].data), drawn)[1] < 5


def test_pictures_keep_within_the_most_pixels() -> None:
    """Return the largest of the objects that are drawn last, which is the mat."""
    _, files = read("kessel")
    size = Image.open(io.BytesIO(files["kessel-mat-en-mat.jpg"].data)).size
    assert 4090 <= max(size) <= 4096


@pytest.mark.parametrize(
    ("count", "size"), [(1, (63.5, 88.9)), (68, (63.5, 88.9)), (69, (70, 120)), (35, (88.9, 63.5))]
)
def test_a_sheet_shows_cards_as_large_as_it_can(count: int, size: tuple[float, float]) -> None:
    plan = plan_sheet(count, *size, FIGURES)
    assert plan.columns * plan.rows > count
    width, height = (round(side * plan.dpi / 25.4) for side in size)
    assert max(width * plan.columns, height * plan.rows) <= 4096
    if plan.dpi < 300:
        assert max((width + 1) * plan.columns, (height + 1) * plan.rows) > 4096


@pytest.mark.parametrize(
    ("count", "size", "sheets"),
    [
        (1, (63.5, 88.9), 1),
        (23, (63.5, 88.9), 1),
        (24, (63.5, 88.9), 2),
        (68, (63.5, 88.9), 3),
        (69, (44.0, 68.0), 2),
        (78, (70.0, 120.0), 5),
    ],
)
def test_sheets_show_faces_at_240_dpi(count: int, size: tuple[float, float], sheets: int) -> None:
    most = count_on_sheet(count, *size, FIGURES)
    assert -(-count // most) == sheets
    assert plan_sheet(most, *size, FIGURES).dpi >= 240
    if sheets > 1:  # with one sheet less they are coarser
        assert plan_sheet(-(-count // (sheets - 1)), *size, FIGURES).dpi < 240


@pytest.mark.nightly
def test_casino_faces_are_sharp_on_every_sheet() -> None:
    saved, files = read("casino")
    deck = saved.all(Deck)[0]
    assert len(deck.custom_deck) == 3
    for sheet in deck.custom_deck.values():
        picture = Image.open(io.BytesIO(files[sheet.FaceURL.rsplit("/", 1)[-1]].data))
        assert max(picture.size) <= 4096
        assert picture.width / sheet.num_width >= 240 * 63.5 / 25.4 - 1
        assert picture.height / sheet.num_height >= 240 * 88.9 / 25.4 - 1


def test_url_here_names_the_output_folder(tmp_path: Path) -> None:
    """Nothing is left to edit; without it the bytes name no folder of the machine."""
    out = tmp_path / "my games"
    wishes: Any = {"target": "tts", "out": out}
    build("kessel", ["tokens"], **wishes)
    folder = out / "kessel" / "tts"
    plain = (folder / "kessel-en.json").read_text()
    assert "my%20games" not in plain
    build("kessel", ["tokens"], url="here", **wishes)
    saved = (folder / "kessel-en.json").read_text()
    address = folder.resolve().as_uri()
    named = {*re.findall(r'"(file:.+?)"', saved)}
    assert named
    for url in named:
        assert url.startswith(f"{address}/")
        assert (folder / url.rsplit("/", 1)[-1]).is_file()
    assert saved.replace(f"{address}/", "file:///FOLDER/") == plain
    assert f"{address}/" in (folder / "ORDER-en.md").read_text()


def test_url_here_needs_an_output_folder(tmp_path: Path) -> None:
    wishes: Any = {"target": "tts", "out": tmp_path, "url": "here"}
    with pytest.raises(UsageError, match="no folder is written"):
        build("kessel", ["tokens"], in_memory=True, **wishes)
    plan = printkit.plan("kessel", ["tokens"], **wishes)
    with pytest.raises(UsageError, match="no folder is written"):
        build(plan, in_memory=True)
    assert not [*tmp_path.iterdir()]


MANY = """slug = "mine"
name = "Mine"
[suits.one]
name = "One"
[[ranks]]
from = 1
to = 75
[[grids]]
suits = ["one"]
ranks = ["1-75"]
name = "{rank}"
copies = 2
[[cards]]
id = "photo"
name = "Photo"
art = "photo.png"
text = "**Take** a card, *then* {one}."
"""


def test_large_foreign_deck(tmp_path: Path) -> None:
    """More cards than a sheet holds, and a picture of 72 dpi: each has its place."""
    Image.new("RGB", (180, 252), "#c03028").save(tmp_path / "photo.png")
    wishes: Any = {"target": "tts", "url": "https://example.org/a", "out": tmp_path / "out"}
    result = build(put(tmp_path, MANY), ["cards"], **wishes)
    folder = tmp_path / "out" / "mine" / "tts"
    saved = msgspec.json.decode((folder / "mine-en.json").read_bytes(), type=Saved)
    order = (folder / "ORDER-en.md").read_text()
    assert "https://example.org/a/" in order
    assert "FOLDER" not in order
    (deck,) = saved.all(Deck)
    assert len(deck.DeckIDs) == 151
    places = {card.nickname: card.CardID for card in deck.contained_objects}
    assert len({*places.values()}) == 76
    sheets = deck.custom_deck
    held = [sum(number // 100 == int(key) for number in places.values()) for key in sheets]
    assert held == [19, 19, 19, 19]
    (photo,) = (card for card in deck.contained_objects if card.nickname == "Photo")
    assert photo.description == "[b]Take[/b] a card, [i]then[/i] One."
    sheet = sheets[str(photo.CardID // 100)]
    assert sheet.FaceURL.startswith("https://example.org/a/mine-cards-en-4")
    picture = pixels((folder / sheet.FaceURL.rsplit("/", 1)[-1]).read_bytes())
    cell = cells(picture, sheet.num_width, sheet.num_height)[photo.CardID % 100]
    red = np.abs(cell - np.array([0xC0, 0x30, 0x28])).max(axis=2) < 12
    assert red.mean() > 0.2
    again = build(str(tmp_path / "deck.toml"), ["cards"], **wishes)
    assert again.unchanged_count == len(result.files)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert {entry["file"] for entry in manifest["files"]} == {file.name for file in result.files}


FEW = """slug = "few"
name = { en = "Few", fr = "Rares" }
[suits.one]
name = { en = "One", fr = "Un" }
[[ranks]]
from = 1
to = 2
[[grids]]
suits = ["one"]
ranks = ["1-2"]
name = { en = "{rank}", fr = "{rank}" }
"""


@pytest.mark.parametrize(
    ("shape", "count"), [("elongated-hexagon", 1), ("circle", 0), ("rounded", 0)]
)
def test_order_says_which_shapes_keep_corners(tmp_path: Path, shape: str, count: int) -> None:
    """The table has rectangles and circles; any other shape is inside a rectangle."""
    words = {"en": "they stay rectangles", "fr": "elles restent des rectangles"}
    wishes: Any = {"target": "tts", "shape": shape, "languages": [*words], "out": tmp_path / "out"}
    size = {"card_size": "70x70mm"} if shape == "circle" else {}
    build(put(tmp_path, FEW), ["cards"], **wishes, **size)
    for language, sentence in words.items():
        order = (tmp_path / "out" / "few" / "tts" / f"ORDER-{language}.md").read_text()
        assert order.count(sentence) == count
