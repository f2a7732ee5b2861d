"""Tabletop Simulator: a saved game of decks, tokens, boards, dice and rules.

In: the parts of an order. Out: the saved game (JSON), its pictures (JPEG), the rules as a PDF and
as tabs of the notebook. The keys are those of the table's own files, as public code has them; the
program itself was not run.
"""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from msgspec import Struct

from printkit.base.plain_text import capitalise
from printkit.base.units import MM_PER_INCH
from printkit.model.cards import Card
from printkit.model.tabletop import Material
from printkit.outlets.packs import Part
from printkit.outlets.tabletop import HEX, ROUND, ROUNDED, Group, flow, lay_table, outline_shape
from printkit.outlets.target import Target
from printkit.pieces.local_game import LocalGame
from printkit.writers import Artifact, writer
from printkit.writers.png import render_grid

# A unit of the table in mm: a card of 63.5 × 88.9 mm is 2.2 × 3.1 units at scale 1, and the shorter
# side of a tile 2 units (measures of a program that draws saved games).
_UNIT, _CARD_HEIGHT, _TILE_SIDE = 28.7, 88.9, 2.0
# The height at which boards and other things are dropped, the thickness of boards and tokens
# (units); the width of a row and the gap between things (mm).
_LOW, _HIGH, _THIN, _THICK, _ROW, _GAP = 1.0, 1.5, 0.1, 0.2, 950.0, 18.0
# The sides of a die and of a PDF on the table (mm).
_DIE, _PDF = 25.0, (60.0, 80.0)
# The kinds of tiles by their outlines; without one: a box.
_TILES: Mapping[str, int] = {"": 0, HEX: 1, ROUND: 2, ROUNDED: 3}
# How a die lies that shows 1 to 6.
_TURNS = ((-90, 0, 0), (0, 0, 0), (0, 0, -90), (0, 0, 90), (0, 0, -180), (90, 0, 0))
# The least columns and rows of a sheet; the most dpi of a picture, and its quality as a JPEG.
_LEAST, _DPI, _QUALITY = 2, 300.0, 90
_CARDS: Mapping[str, Any] = {"Hands": True, "SidewaysCard": False, "HideWhenFaceDown": True}


class Sheet(Struct, frozen=True):
    """A grid of faces, the last cell the hidden face, and its resolution."""

    columns: int
    rows: int
    dpi: float


def plan_sheet(count: int, width: float, height: float, figures: Mapping[str, Any]) -> Sheet:
    """Return the grid for some cards (mm) and their hidden face that shows them largest."""
    most_columns, most_rows = figures["grid"]
    pixels: int = figures["most-pixels"]

    def finest(columns: int, rows: int) -> float:
        return min(_DPI, MM_PER_INCH * min(pixels // columns / width, pixels // rows / height))

    grids = (
        Sheet(columns, rows, finest(columns, rows))
        for columns in range(_LEAST, most_columns + 1)
        for rows in range(_LEAST, most_rows + 1)
        if columns * rows > count
    )
    return max(grids, key=lambda grid: (grid.dpi, -grid.columns * grid.rows))


def pack(parts: Sequence[Part], target: Target, game: LocalGame) -> Iterator[Artifact]:
    """Yield the saved game, its pictures and the rules as a PDF."""
    table, desk = lay_table(parts, game), _Desk(target, game)
    decks = [desk.add_deck(deck) for deck in table.decks]
    tokens = [desk.add_tile(group, i, _THICK) for group in table.tokens for i in _each(group)]
    boards = [desk.add_tile(group, i, _THIN) for group in table.boards for i in _each(group)]
    dice = [desk.add_die(material) for material, count in table.dice for _ in range(count)]
    books = [desk.add_book(part) for part in parts if part.rules is not None]
    objects = _lay_rows((boards, _LOW), ((*decks, *books), _HIGH), ((*tokens, *dice), _HIGH))
    rules = b"".join(part.rules or b"" for part in parts).decode()
    tags = dict.fromkeys(tag for thing in objects for tag in thing["Tags"])
    saved = {
        "SaveName": game.name,
        "GameMode": game.name,
        "Date": "",
        "VersionNumber": "",
        "Tags": [],
        "Note": "",
        "TabStates": {str(i): tab for i, tab in enumerate(_tabs(rules))},
        "Hands": {"Enable": True},
        "ComponentTags": {
            "labels": [{"displayed": tag, "normalized": tag.casefold()} for tag in tags]
        },
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }
    text = json.dumps(saved, ensure_ascii=False, indent=1)
    yield Artifact(f"{game.variant.slug}-{game.language}.json", f"{text}\n".encode(), 0, 0)
    yield from desk.files


def _each(group: Group) -> Iterator[int]:
    """Yield the index of each piece: boards as often as there are copies, tokens once."""
    for index, piece in enumerate(group.pieces):
        yield from [index] * (1 if outline_shape(piece) else piece.copies)


class _Thing(Struct, frozen=True):
    """An object without its place, the room that it takes (mm), and its scale."""

    width: float
    height: float
    data: dict[str, Any]
    scale: float = 1.0
    face_down: bool = False


class _Desk:
    """The objects of a saved game while they are made, with their pictures."""

    def __init__(self, target: Target, game: LocalGame) -> None:
        self.target, self.game = target, game
        self.base: str = target.figures["url"]
        self.files: list[Artifact] = []
        self.made = self.sheets = 0

    def add_deck(self, deck: Group) -> _Thing:
        """Add a deck of cards with one back."""
        width, height = deck.pieces[0].width, deck.pieces[0].height
        most = math.prod(self.target.figures["grid"]) - 1
        entries: dict[str, dict[str, Any]] = {}
        cards: list[dict[str, Any]] = []
        for first in range(0, len(deck.pieces), most):
            own = range(first, min(first + most, len(deck.pieces)))
            plan = plan_sheet(len(own), width, height, self.target.figures)
            blank = [None] * (plan.columns * plan.rows - len(own) - 1)
            backs = [deck.back_page(deck.pieces[index]) for index in own]
            self.sheets += 1
            number = len(entries) + 1
            faces = self.add_picture(f"{deck.stem}-{number}", deck, (*own, *blank, backs[0]), plan)
            if deck.own_backs:
                cells = (*backs, *blank, backs[0])
                back = self.add_picture(f"{deck.stem}-{number}-backs", deck, cells, plan)
            else:
                back = self.add_picture(f"{deck.stem}-back", deck, backs[:1], plan)
            entry = {
                "FaceURL": faces,
                "BackURL": back,
                "NumWidth": plan.columns,
                "NumHeight": plan.rows,
                "BackIsHidden": True,
                "UniqueBack": deck.own_backs,
                "Type": 0,
            }
            entries[str(self.sheets)] = entry
            for number, index in enumerate(own):
                for _ in range(deck.pieces[index].copies):
                    cards.append(
                        self.describe("Card", *self.words_of(deck, index), **_CARDS)
                        | {"Value": _value(deck.cards[index])}
                        | {"CardID": 100 * self.sheets + number}
                        | {"CustomDeck": {str(self.sheets): entry}}
                    )
        scale = height / _CARD_HEIGHT
        data = cards[0]
        if len(cards) > 1:
            for card in cards:
                card["Transform"] = _transform((0, _HIGH, 0), scale, face_down=True)
            data = self.describe("DeckCustom", deck.title, "", [deck.title], **_CARDS) | {
                "DeckIDs": [card["CardID"] for card in cards],
                "CustomDeck": entries,
                "ContainedObjects": cards,
            }
        return _Thing(width, height, data, scale, face_down=not deck.own_backs)

    def add_tile(self, group: Group, index: int, thickness: float) -> _Thing:
        """Add a board, or a token with all its copies."""
        piece = group.pieces[index]
        shape = outline_shape(piece)
        pixels = self.target.figures["most-pixels"]
        dpi = min(_DPI, MM_PER_INCH * pixels / max(piece.width, piece.height))
        front, back = index, group.back_page(piece)
        names = [f"{group.stem}-{piece.id}", f"{group.stem}-{piece.id}-back"]
        one = Sheet(1, 1, dpi)
        urls = [
            "" if page is None else self.add_picture(names[page != front], group, (page,), one)
            for page in (front, back)
        ]
        many = bool(shape) and piece.copies > 1
        title, words, tags = self.words_of(group, index)
        data = self.describe(
            "Custom_Tile_Stack" if many else "Custom_Tile", title, words, tags, Locked=not shape
        )
        tile = {"Type": _TILES[shape], "Thickness": thickness, "Stackable": bool(shape)}
        data["CustomImage"] = {
            "ImageURL": urls[0],
            "ImageSecondaryURL": urls[1],
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {**tile, "Stretch": True},
        }
        if many:
            data["Number"] = piece.copies
        scale = min(piece.width, piece.height) / _UNIT / _TILE_SIDE
        return _Thing(piece.width, piece.height, data, scale)

    def add_die(self, material: Material) -> _Thing:
        """Add a die; one with faces of its own tells their names."""
        faces: Sequence[object] = range(1, len(_TURNS) + 1)
        if material.faces is not None:
            faces = [self.game.text(self.game.variant.suits[key].name) for key in material.faces]
        name = self.game.text(material.name)
        words = ", ".join(map(str, faces)) if material.faces else ""
        turns = (dict(zip("xyz", turn, strict=True)) for turn in _TURNS)
        data = self.describe("Die_6", name, words, [name]) | {
            "RotationValues": [
                {"Value": face, "Rotation": turn} for face, turn in zip(faces, turns, strict=True)
            ]
        }
        return _Thing(_DIE, _DIE, data)

    def add_book(self, part: Part) -> _Thing:
        """Add the pages of a booklet."""
        (file,) = writer("pdf")(part.document)
        name = f"{part.stem}{file.suffix}"
        self.files.append(Artifact(name, file.content, file.pages, 0))
        pdf = {"PDFUrl": self.base + name, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        title = capitalise(part.title)
        return _Thing(*_PDF, self.describe("Custom_PDF", title, "", [title]) | {"CustomPDF": pdf})

    def add_picture(self, name: str, group: Group, cells: Sequence[int | None], plan: Sheet) -> str:
        """Add a picture of pages, unless there is one of this name; return its address."""
        name = f"{name}.jpg"
        if all(file.suffix != name for file in self.files):
            columns = plan.columns if len(cells) > 1 else 1

            def save(file: BinaryIO, _: object) -> None:
                picture, out = render_grid(group.document, plan.dpi, cells, columns), io.BytesIO()
                picture.save(out, "JPEG", quality=_QUALITY, subsampling=0)
                file.write(out.getbuffer())  # Pillow would write past the checksum of the file

            self.files.append(Artifact(name, save, 1, 0))
        return f"{self.base}{name}"

    def words_of(self, group: Group, index: int) -> tuple[str, str, list[str]]:
        """Return the name, the text and the tags of a piece."""
        piece, card = group.pieces[index], group.cards[index]
        if card is None:
            return capitalise(piece.title), "", [group.title]
        suits = self.game.variant.suits
        text = self.game.text(card.text) if card.text is not None else ""
        for key, suit in suits.items():
            text = text.replace(f"{{{key}}}", self.game.text(suit.name))
        own = [self.game.text(suits[card.suit].name)] if card.suit else []
        return capitalise(piece.title), _bbcode(text), [group.title, *own]

    def describe(
        self, kind: str, title: str, words: str, tags: Sequence[str], **more: Any
    ) -> dict[str, Any]:
        """Return what every object has."""
        self.made += 1
        return {
            "GUID": f"{self.made:06x}",
            "Name": kind,
            "Nickname": title,
            "Description": words,
            "GMNotes": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Tags": list(tags),
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "Hands": False,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            **more,
        }


def _value(card: Card | None) -> int:
    """Return the value of a card, which the table adds up; 0 for none or several."""
    return card.values[0] if card is not None and len(card.values) == 1 else 0


def _lay_rows(*rows: tuple[Sequence[_Thing], float]) -> list[dict[str, Any]]:
    """Return objects in rows from the far side of the table, each row in its middle."""
    laid = [(flow([(t.width, t.height) for t in row], _ROW, _GAP), row, up) for row, up in rows]
    y = -math.fsum(depth + _GAP for (_, depth), _, _ in laid) / 2
    objects: list[dict[str, Any]] = []
    for (places, depth), things, up in laid:
        middle = max((place.right for place in places), default=0.0) / 2
        for place, thing in zip(places, things, strict=True):
            across, down = place.centre
            at = (across - middle) / _UNIT, up, -(y + down) / _UNIT
            turned = _transform(at, thing.scale, face_down=thing.face_down)
            objects.append({**thing.data, "Transform": turned})
        y += depth + _GAP
    return objects


def _transform(
    at: tuple[float, float, float], scale: float, *, face_down: bool
) -> dict[str, float]:
    """Return the place of an object (units), its head away from the first player."""
    values = (*at, 0, 180, 180 if face_down else 0, scale, 1, scale)
    keys = [f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"]
    return {key: round(value, 3) + 0.0 for key, value in zip(keys, values, strict=True)}


# --- rules --------------------------------------------------------------------------------------

# What Markdown as printkit writes it has in a line: a mark that is meant, bold, italics, a link.
_MARKS = (
    (r"(?<!\\)\*\*(.+?)(?<!\\)\*\*", r"[b]\1[/b]"),
    (r"(?<!\\)\*(.+?)(?<!\\)\*", r"[i]\1[/i]"),
    (r"(?<!\\)\[(?!/?[bi]\])(.+?)(?<!\\)\]\((.+?)\)", r"\1 (\2)"),
    (r"\\(.)", r"\1"),
)
_GREY = {"color": "Grey", "visibleColor": {"r": 0.5, "g": 0.5, "b": 0.5}}


def _tabs(rules: str) -> Iterator[dict[str, Any]]:
    """Yield the tabs of a notebook: one for each chapter of a text in Markdown."""
    for number, chapter in enumerate(re.split(r"^## ", rules, flags=re.MULTILINE)[1:]):
        title, _, body = chapter.partition("\n")
        yield {"title": _bbcode(title), "body": _bbcode(body.strip()), **_GREY, "id": number}


def _bbcode(text: str) -> str:
    """Return a text in Markdown with the marks of the table: `[b]`, `[i]`."""
    return "\n".join(
        _bbcode_line(line)
        for line in text.split("\n")
        if not re.fullmatch(r"[|:\- ]*-[|:\- ]*", line)
    )


def _bbcode_line(line: str) -> str:
    line = re.sub(r"^(?:> ?)+", "", line)
    line = re.sub(r"^#+ (.+)$", r"**\1**", line).removesuffix("\\")
    if line.startswith("|"):
        line = " · ".join(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1])
    for mark, other in _MARKS:
        line = re.sub(mark, other, line)
    return line
