"""Write a saved game for Tabletop Simulator with decks, tokens, boards, dice and rules.

Input: the parts of an order. Output: the saved game (JSON), its pictures (JPEG), and the rules as a
PDF and as tabs of the notebook. The keys were taken from saved games in public code; the result has
not been tested in the program.
"""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO, NamedTuple

from printkit.base.geometry import MM_PER_INCH
from printkit.base.sentences import capitalise
from printkit.graphics.path import shape_kind
from printkit.model.tabletop import Material
from printkit.pieces.pages import Artifact
from printkit.pieces.product import LocalGame
from printkit.pieces.protocols import writer
from printkit.targets.orders import OrderPart
from printkit.targets.target import Target
from printkit.targets.virtual_tables import PieceGroup, flow, lay_table, name_faces, outline_shape
from printkit.writers.png import render_grid

# A unit of the table in mm: a card of 63.5 × 88.9 mm is 2.2 × 3.1 units at scale 1, and the shorter
# side of a tile 2 units (measures of a program that draws saved games).
_UNIT, _CARD_HEIGHT, _TILE_SIDE = 28.7, 88.9, 2.0
# The height from which boards and other objects fall, and the thickness of boards and tokens
# (units); the width of a row, and the gap between objects (mm).
_LOW, _HIGH, _THIN, _THICK, _ROW, _GAP = 1.0, 1.5, 0.1, 0.2, 950.0, 18.0
# The sides of a die and of a PDF on the table (mm).
_DIE, _PDF = 25.0, (60.0, 80.0)
# The least columns and rows of a sheet; the most dpi of a picture, and its quality as a JPEG.
_MIN_SIDE, _DPI, _QUALITY = 2, 300.0, 90


class CardGrid(NamedTuple):
    """A grid of faces with its resolution. The last cell is for the hidden face."""

    columns: int
    rows: int
    dpi: float


class _LaidObject(NamedTuple):
    """An object that has no place yet, the space that it needs (mm), and its scale."""

    width: float
    height: float
    data: dict[str, Any]
    scale: float = 1.0
    face_down: bool = False


def pack(parts: Sequence[OrderPart], target: Target, game: LocalGame) -> Iterator[Artifact]:
    """Yield the saved game, its pictures and the rules as a PDF."""
    table, maker = lay_table(parts, game), _SaveMaker(target, game)
    decks = [maker.add_deck(deck) for deck in table.decks]
    books = [maker.add_book(part) for part in parts if part.rules is not None]
    tokens = [maker.add_tile(group, i) for group in table.tokens for i in range(len(group.pieces))]
    boards = [
        maker.add_tile(group, index)
        for group in table.boards
        for index, piece in enumerate(group.pieces)
        for _ in range(piece.copies)
    ]
    dice = [maker.add_die(material) for material, count in table.dice for _ in range(count)]
    objects = _lay_rows((boards, _LOW), ([*decks, *books], _HIGH), ([*tokens, *dice], _HIGH))
    rules = b"".join(part.rules or b"" for part in parts).decode()
    tags = dict.fromkeys(tag for thing in objects for tag in thing["Tags"])
    labels = [{"displayed": tag, "normalized": tag.casefold()} for tag in tags]
    saved = {
        "SaveName": game.name,
        "GameMode": game.name,
        **target.figures["game"],
        "TabStates": {
            str(i): {**tab, **target.figures["tab"], "id": i} for i, tab in enumerate(_tabs(rules))
        },
        "Hands": {"Enable": True},
        "ComponentTags": {"labels": labels},
        "ObjectStates": objects,
    }
    text = json.dumps(saved, ensure_ascii=False, indent=1)
    yield Artifact(f"{game.variant.slug}-{game.language}.json", f"{text}\n".encode(), 0, 0)
    yield from maker.files.values()


def plan_sheet(count: int, width: float, height: float, figures: Mapping[str, Any]) -> CardGrid:
    """Return the grid that shows `count` cards of `width` × `height` mm and their hidden face as
    large as possible.
    """
    (most_columns, most_rows), pixels = figures["grid"], int(figures["most-pixels"])

    def finest(columns: int, rows: int) -> float:
        return min(_DPI, MM_PER_INCH * min(pixels // columns / width, pixels // rows / height))

    grids = (
        CardGrid(columns, rows, finest(columns, rows))
        for columns in range(_MIN_SIDE, most_columns + 1)
        for rows in range(_MIN_SIDE, most_rows + 1)
        if columns * rows > count
    )
    return max(grids, key=lambda grid: (grid.dpi, -grid.columns * grid.rows))


def count_on_sheet(count: int, width: float, height: float, figures: Mapping[str, Any]) -> int:
    """Return the number of cards of `width` × `height` mm on each sheet of a deck but the last.

    The cards are shared evenly among the smallest number of sheets that gives at least `least-dpi`.
    """
    fewest = -(-count // (math.prod(figures["grid"]) - 1))
    for sheets in range(fewest, count + 1):
        most = -(-count // sheets)
        if plan_sheet(most, width, height, figures).dpi >= figures["least-dpi"]:
            return most
    return 1


class _SaveMaker:
    """The objects of a saved game while they are made, and their files by name."""

    def __init__(self, target: Target, game: LocalGame) -> None:
        self.figures, self.game = target.figures, game
        self.files: dict[str, Artifact] = {}
        self.made = self.sheets = 0

    def add_deck(self, deck: PieceGroup) -> _LaidObject:
        """Add a deck of cards, and return it."""
        width, height = deck.pieces[0].width, deck.pieces[0].height
        most = count_on_sheet(len(deck.pieces), width, height, self.figures)
        entries: dict[str, dict[str, Any]] = {}
        cards: list[dict[str, Any]] = []
        common = self.figures["card"]
        for first in range(0, len(deck.pieces), most):
            own = range(first, min(first + most, len(deck.pieces)))
            plan = plan_sheet(len(own), width, height, self.figures)
            blank = [None] * (plan.columns * plan.rows - len(own) - 1)
            backs = [deck.back_page(deck.pieces[index]) for index in own]
            self.sheets += 1
            key, name = str(self.sheets), f"{deck.stem}-{len(entries) + 1}"
            back = f"{name}-backs" if deck.own_backs else f"{deck.stem}-back"
            under = (*backs, *blank, backs[0]) if deck.own_backs else backs[:1]
            entries[key] = {
                "FaceURL": self.add_picture(name, deck, (*own, *blank, backs[0]), plan),
                "BackURL": self.add_picture(back, deck, under, plan),
                "NumWidth": plan.columns,
                "NumHeight": plan.rows,
                "BackIsHidden": True,
                "UniqueBack": deck.own_backs,
                "Type": self.figures["cards"].get(shape_kind(deck.pieces[0].shape), 0),
            }
            for number, index in enumerate(own):
                sheet = {"CardID": 100 * self.sheets + number, "CustomDeck": {key: entries[key]}}
                for _ in range(deck.pieces[index].copies):
                    cards.append(self.describe_piece("Card", deck, index, **common, **sheet))
        scale, turned = height / _CARD_HEIGHT, not deck.own_backs
        if len(cards) == 1:
            return _LaidObject(width, height, cards[0], scale, turned)
        for card in cards:
            card["Transform"] = _transform((0, _HIGH, 0), scale, face_down=turned)
        data = self.describe("DeckCustom", deck.title, **common, CustomDeck=entries)
        data |= {"DeckIDs": [card["CardID"] for card in cards], "ContainedObjects": cards}
        return _LaidObject(width, height, data, scale, turned)

    def add_tile(self, group: PieceGroup, index: int) -> _LaidObject:
        """Add a board, or a token with all its copies, and return it."""
        piece, back = group.pieces[index], group.back_page(group.pieces[index])
        shape, name = outline_shape(piece), f"{group.stem}-{piece.id}"
        longest = max(piece.width, piece.height)
        plan = CardGrid(1, 1, min(_DPI, MM_PER_INCH * self.figures["most-pixels"] / longest))
        front = under = self.add_picture(name, group, (index,), plan)
        if back != index:
            under = "" if back is None else self.add_picture(f"{name}-back", group, (back,), plan)
        many = {"Number": piece.copies} if shape and piece.copies > 1 else {}
        kind = self.figures["tiles"][shape or "box"]
        tile = {"Type": kind, "Thickness": _THICK if shape else _THIN, "Stretch": True}
        image = {
            "ImageURL": front,
            "ImageSecondaryURL": under,
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {**tile, "Stackable": bool(shape)},
        }
        custom = "Custom_Tile_Stack" if many else "Custom_Tile"
        data = self.describe_piece(
            custom, group, index, Locked=not shape, CustomImage=image, **many
        )
        scale = min(piece.width, piece.height) / _UNIT / _TILE_SIDE
        return _LaidObject(piece.width, piece.height, data, scale)

    def add_die(self, material: Material) -> _LaidObject:
        """Add a die, and return it; a die with its own faces gets their names."""
        name = self.game.text(material.name)
        suits = name_faces(self.game, material)
        turns = [
            {"Value": face, "Rotation": dict(zip("xyz", turn, strict=True))}
            for face, turn in zip(suits or range(1, 7), self.figures["turns"], strict=True)
        ]
        data = self.describe("Die_6", name, Description=", ".join(suits), RotationValues=turns)
        return _LaidObject(_DIE, _DIE, data)

    def add_book(self, part: OrderPart) -> _LaidObject:
        """Add the pages of a booklet, and return them as one object."""
        (file,) = writer("pdf")(part.document)
        name = f"{part.stem}{file.suffix}"
        self.files[name] = Artifact(name, file.content, file.pages, 0)
        pdf = {"PDFUrl": self.address(name), "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        return _LaidObject(
            *_PDF, self.describe("Custom_PDF", capitalise(part.title), CustomPDF=pdf)
        )

    def add_picture(
        self, name: str, group: PieceGroup, cells: Sequence[int | None], plan: CardGrid
    ) -> str:
        """Add a picture of pages, unless there is one of this name; return its address."""
        columns = plan.columns if len(cells) > 1 else 1

        def save(file: BinaryIO, _: object) -> None:
            picture, out = render_grid(group.document, plan.dpi, cells, columns), io.BytesIO()
            picture.save(out, "JPEG", quality=_QUALITY, subsampling=0)
            file.write(out.getbuffer())  # Pillow would write past the checksum of the file

        self.files.setdefault(f"{name}.jpg", Artifact(f"{name}.jpg", save, 1, 0))
        return self.address(f"{name}.jpg")

    def address(self, name: str) -> str:
        """Return the address of a file."""
        return f"{self.figures['url']}{name}"

    def describe_piece(
        self, kind: str, group: PieceGroup, index: int, **more: Any
    ) -> dict[str, Any]:
        """Return a piece of a group."""
        suits, text, piece = self.game.variant.suits, self.game.text, group.pieces[index]
        tags = [group.title]
        words = next((text(one.how) for one in self.game.variant.tokens if one.id == piece.id), "")
        if (card := group.cards[index]) is not None:
            tags += [text(suits[card.suit].name)] if card.suit else []
            words = text(card.text) if card.text is not None else ""
            for key, suit in suits.items():
                words = words.replace(f"{{{key}}}", text(suit.name))
            words = _bbcode(words)
            # The table adds values up.
            more["Value"] = card.values[0] if len(card.values) == 1 else 0
        own = {"Nickname": capitalise(piece.title), "Description": words, "Tags": tags}
        return self.describe(kind, group.title, **own, **more)

    def describe(self, kind: str, title: str, **more: Any) -> dict[str, Any]:
        """Return the entries that every object has."""
        self.made += 1
        data = {"GUID": f"{self.made:06x}", "Name": kind, "Nickname": title, "Description": ""}
        return {**data, **self.figures["object"], "Tags": [title], **more}


def _lay_rows(*rows: tuple[Sequence[_LaidObject], float]) -> list[dict[str, Any]]:
    """Return objects in rows from the far side of the table, each row centred."""
    measured = [(*flow([thing[:2] for thing in row], _ROW, _GAP), row, up) for row, up in rows]
    y = -math.fsum(depth + _GAP for _, depth, _, _ in measured) / 2
    objects: list[dict[str, Any]] = []
    for places, depth, things, up in measured:
        middle = max((place.right for place in places), default=0.0) / 2
        for (across, down), thing in zip((p.centre for p in places), things, strict=True):
            place = (across - middle) / _UNIT, up, -(y + down) / _UNIT
            turned = _transform(place, thing.scale, face_down=thing.face_down)
            objects.append({**thing.data, "Transform": turned})
        y += depth + _GAP
    return objects


def _transform(
    place: tuple[float, float, float], scale: float, *, face_down: bool
) -> dict[str, Any]:
    """Return the transform of an object: its position (units), its rotation, with its head away
    from the first player, and its scale.
    """
    values = (*place, 0, 180, 180 if face_down else 0, scale, 1, scale)
    keys = [f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"]
    return {key: round(value, 3) + 0.0 for key, value in zip(keys, values, strict=True)}


# --- rules --------------------------------------------------------------------------------------

# Markdown as printkit writes it, line by line: quotations, headings, cells of a table, bold,
# italics, links, escaped marks.
_MARKS = (
    (r"^(?:> ?)+", ""),
    (r"^#+ (.+)$", r"**\1**"),
    (r"^\| | \|$", ""),
    (r" (?<!\\)\| ", " · "),
    (r"(?<!\\)\*\*(.+?)(?<!\\)\*\*", r"[b]\1[/b]"),
    (r"(?<!\\)\*(.+?)(?<!\\)\*", r"[i]\1[/i]"),
    (r"(?<!\\)\[(?!/?[bi]\])([^]]+)\]\((.+?)\)", r"\1 (\2)"),
    (r"\\$", ""),
    (r"\\(.)", r"\1"),
)
_RULE = re.compile(r"[|:\- ]*-[|:\- ]*")


def _tabs(rules: str) -> Iterator[dict[str, Any]]:
    """Yield the tabs of a notebook: one for each chapter of a text in Markdown."""
    for chapter in re.split(r"^## ", rules, flags=re.MULTILINE)[1:]:
        title, _, body = _bbcode(chapter).partition("\n")
        yield {"title": title, "body": body.strip()}


def _bbcode(text: str) -> str:
    """Convert Markdown to text with the tags of the virtual table, such as `[b]` and `[i]`."""
    lines = [line for line in text.split("\n") if not _RULE.fullmatch(line)]
    for mark, other in _MARKS:
        lines = [re.sub(mark, other, line) for line in lines]
    return "\n".join(lines)
