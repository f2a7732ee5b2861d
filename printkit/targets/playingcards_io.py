"""Write a table for playingcards.io with decks, tokens, boards, dice and counters.

Input: the parts of an order. Output: one file, `.pcio`: a ZIP of `widgets.json` and of pictures
(PNG). The keys were taken from published tables; the result has not been tested on the site.
"""

from __future__ import annotations

import io
import json
import math
import shutil
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple

from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import translation
from printkit.base.sentences import Sentence
from printkit.graphics.colour import BLACK, WHITE
from printkit.graphics.display_list import Path, transformed
from printkit.graphics.path import rect_path
from printkit.model.tabletop import Material
from printkit.pieces.pages import ART, Artifact, Layer
from printkit.pieces.product import LocalGame, Piece
from printkit.targets.orders import OrderPart
from printkit.targets.target import Target
from printkit.targets.virtual_tables import (
    PieceGroup,
    Tabletop,
    flow,
    lay_table,
    name_faces,
    shown_outline,
)
from printkit.writers.png import render_grid

# The table: its width, the depth above the hand, the margin, the gap between things (its units).
_WIDTH, _DEPTH, _MARGIN, _GAP = 1600.0, 800.0, 20.0, 14.0
# The maximum width of a card (units), the factor by which all objects shrink until they fit, and
# the minimum scale (units per mm).
_CARD, _SHRINK, _MIN_SCALE = 103.0, 0.96, 0.4
# The rim of a pile, the room for its label above and for its button below; a counter; a die.
_RIM, _LABEL, _BUTTON, _COUNTER, _DIE = 4, 26, 36, (140, 44), 50
# The resolution of pictures (dpi), the factor by which it falls until a file is small enough, its
# minimum; the number of colours of a picture without transparency.
_DPI, _COARSER, _MIN_DPI, _COLOURS = 200.0, 0.85, 50.0, 256
_WIDGETS, _ASSETS = "widgets.json", "userassets/"
# Fixed values, so that files are equal everywhere: the earliest time in a ZIP, the system Unix.
_TIME, _UNIX = (1980, 1, 1, 0, 0, 0), 3
# Pictures of the site itself.
_PIPS = "/img/dice-basic/{}.svg"


def pack(parts: Sequence[OrderPart], target: Target, game: LocalGame) -> Iterator[Artifact]:
    """Yield the table. Writing its file raises PrintkitError for a picture that is too large."""
    maker = _TableMaker(game)
    widgets = maker.make_widgets(lay_table(parts, game))
    text = json.dumps(widgets, ensure_ascii=False)
    most: int = target.figures["most-bytes"]

    def write(file: BinaryIO, _: object) -> None:
        # A ZIP is written back and forth: not into a file that is hashed as it is written.
        with TemporaryFile() as whole:
            # In the site's own files nothing is packed.
            with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
                for name, picture in {_WIDGETS: None, **maker.pictures}.items():
                    info = zipfile.ZipInfo(name, _TIME)
                    info.create_system = _UNIX
                    archive.writestr(info, picture.encode(most) if picture else text)
            whole.seek(0)
            shutil.copyfileobj(whole, file)

    yield Artifact(f"{game.variant.slug}-{game.language}.pcio", write, 1, 0)


class _PieceSide(NamedTuple):
    """The page with one side of a piece."""

    group: PieceGroup
    page: int

    def encode(self, most: int) -> bytes:
        """Return a PNG of fewer than `most` bytes. Raises PrintkitError if none is small enough."""
        dpi = _DPI
        while len(data := self.draw(dpi)) >= most:
            if (dpi := dpi * min(_COARSER, math.sqrt(most / len(data)))) < _MIN_DPI:
                raise PrintkitError(
                    Sentence(
                        "To stay below {most} bytes, this picture would need less than {dpi} dpi.",
                        most=most,
                        dpi=f"{_MIN_DPI:g}",
                    ),
                    location=self.group.document.pages[self.page].title,
                    hint="Use a simpler picture, or omit its product.",
                )
        return data

    def draw(self, dpi: float) -> bytes:
        """Return the picture as PNG. It is transparent outside the outline of the piece."""
        document = self.group.document
        page, out = document.pages[self.page], io.BytesIO()
        picture = render_grid(document, dpi, (self.page,), 1)
        if (outline := shown_outline(page)) is None:
            picture = picture.quantize(_COLOURS)
        else:
            shape = transformed((Path(outline, fill=WHITE),), translation(*page.media.centre))
            ground = Path(rect_path(page.media), fill=BLACK)
            mask = replace(page, layers=(Layer(ART, (ground, shape)),))
            alone = replace(document, pages=(mask,))
            picture.putalpha(render_grid(alone, dpi, (0,), 1).convert("L"))
        picture.save(out, "PNG")
        return out.getvalue()


class _TableBox(NamedTuple):
    """An object on the table: its size and its widgets, each with its position in the object
    (units).
    """

    width: float
    height: float
    widgets: list[dict[str, Any]]


class _TableMaker:
    """The widgets of a table while they are made, and their pictures by name."""

    def __init__(self, game: LocalGame) -> None:
        self.game = game
        self.pictures: dict[str, _PieceSide] = {}

    def make_widgets(self, table: Tabletop) -> list[dict[str, Any]]:
        """Return all widgets, as large as the table allows."""
        scale = _CARD / max((p.width for deck in table.decks for p in deck.pieces), default=_CARD)
        while True:
            things = list(self.things(table, scale))
            places, depth = flow([thing[:2] for thing in things], _WIDTH - 2 * _MARGIN, _GAP)
            if depth <= _DEPTH - 2 * _MARGIN or scale < _MIN_SCALE:
                break
            scale *= _SHRINK
        widgets: list[dict[str, Any]] = [{"id": "hand", "type": "hand", "x": 50, "y": 820}]
        for place, thing in zip(places, things, strict=True):
            x, y = round(place.x + _MARGIN), round(place.y + _MARGIN)
            widgets += [{**one, "x": one["x"] + x, "y": one["y"] + y} for one in thing.widgets]
        return [{**widget, "z": z, "dragging": None} for z, widget in enumerate(widgets, 1)]

    def things(self, table: Tabletop, scale: float) -> Iterator[_TableBox]:
        """Yield all objects on the table, large ones first."""
        variant, text = self.game.variant, self.game.text
        size = 0, 0
        for group in table.boards:
            for index, piece in enumerate(group.pieces):
                size = round(piece.width * scale), round(piece.height * scale)
                key = f"{group.stem}-{piece.id}"
                image = self.picture(key, group, index)
                for copy in range(1, piece.copies + 1):
                    board = _widget("board", f"{key}-{copy}", size, boardImage=image)
                    yield _TableBox(*size, [board])
        for deck in table.decks:
            size = round(deck.pieces[0].width * scale), round(deck.pieces[0].height * scale)
            yield self.pile(deck.stem, deck.title, size, deck)
        for place in variant.places if table.decks else ():
            if place.kind == "discard":
                yield self.pile(place.id, text(place.name), size)
        for group in table.tokens:
            for index, piece in enumerate(group.pieces):
                size = round(piece.width * scale), round(piece.height * scale)
                tokens = [*_copies(group, piece, "piece", faceup=True)]
                if not index:
                    tokens.insert(0, self.collection(group, size, collectionType="pieces"))
                yield _TableBox(*size, tokens)
        for material, count in table.dice:
            for number in range(1, count + 1):
                yield _TableBox(_DIE, _DIE, self.die(material, number))
        pots = [(place.id, text(place.name), 0) for place in variant.places if place.kind == "pot"]
        chips = [
            (f"{material.id}-{player}", f"{text(material.name)} · {player}", material.worth)
            for material in variant.materials
            for player in range(1, variant.most_players + 1)
            if material.worth
        ]
        for key, label, value in (*pots, *chips):
            own = {"label": label, "y": _LABEL, "counterValue": value}
            counter = _widget("counter", f"{key}-counter", _COUNTER, **own)
            yield _TableBox(_COUNTER[0], _COUNTER[1] + _LABEL, [counter])

    def pile(
        self, key: str, label: str, size: tuple[int, int], deck: PieceGroup | None = None
    ) -> _TableBox:
        """Return a pile with a deck on it, or an empty one."""
        whole = size[0] + 2 * _RIM, size[1] + 2 * _RIM
        widgets = [_widget("cardPile", f"{key}-pile", whole, label=label, y=_LABEL)]
        if deck is not None:
            widgets[0]["hasShuffleButton"] = True
            place = {"parent": f"{key}-pile", "x": _RIM, "y": _LABEL + _RIM}
            turned = {"faceup": deck.own_backs, "owner": None}
            widgets += [self.collection(deck, size) | place]
            for piece in deck.pieces:
                widgets += _copies(deck, piece, "card", **turned, **place)
        return _TableBox(whole[0], whole[1] + _LABEL + _BUTTON, widgets)

    def die(self, material: Material, number: int) -> list[dict[str, Any]]:
        """Return the widgets of a die; the widgets of the first die also define the faces of all
        dice.
        """
        deck, size = f"{material.id}-deck", (_DIE, _DIE)
        suits = name_faces(self.game, material)
        faces = {str(n): {"label": name} for n, name in enumerate(suits or range(1, 7), 1)}
        face = _object(size, "label", type="text", fontSize=11, textAlign="center", color="black")
        if not suits:
            faces = {n: {"label": n, "image": _PIPS.format(n)} for n in faces}
            face = _object(size, "image")
        kinds = _collection(deck, size, faces, face, collectionType="dice")
        die = {"type": "dice", "id": f"{material.id}-{number}", "deck": deck, "diceValue": "1"}
        return [*([kinds] if number == 1 else []), {**die, "x": 0, "y": 0}]

    def collection(self, group: PieceGroup, size: tuple[int, int], **more: Any) -> dict[str, Any]:
        """Return the widget that defines the kinds of cards or tokens, with their pictures."""
        types: dict[str, dict[str, str]] = {}
        shared = ""
        for index, piece in enumerate(group.pieces):
            key, back = f"{group.stem}-{piece.id}", group.back_page(piece)
            types[piece.id] = {"label": piece.title, "image": self.picture(key, group, index)}
            if back is not None and group.own_backs:
                types[piece.id]["back"] = self.picture(f"{key}-back", group, back)
            elif back is not None:
                shared = self.picture(f"{group.stem}-back", group, back)
        if group.own_backs:
            more["backTemplate"] = _template(_object(size, "back"))
        elif shared:
            more["backTemplate"] = _template(_object(size, shared, valueType="static"))
        return _collection(f"{group.stem}-deck", size, types, _object(size, "image"), **more)

    def picture(self, name: str, group: PieceGroup, page: int) -> str:
        """Register a picture and return its address. It is drawn when the file is written."""
        self.pictures[f"{_ASSETS}{name}.png"] = _PieceSide(group, page)
        return f"package://{_ASSETS}{name}.png"


def _widget(kind: str, key: str, size: tuple[int, int], **more: Any) -> dict[str, Any]:
    """Return a widget with a width and a height."""
    own = {"id": key, "type": kind, "x": 0, "y": 0, "width": size[0], "height": size[1]}
    return {**own, **more}


def _copies(group: PieceGroup, piece: Piece, kind: str, **more: Any) -> Iterator[dict[str, Any]]:
    """Yield all copies of a card or token."""
    of = {"type": kind, "deck": f"{group.stem}-deck", "cardType": piece.id, "x": 0, "y": 0}
    for copy in range(1, piece.copies + 1):
        yield {"id": f"{group.stem}-{piece.id}-{copy}", **of, **more}


def _object(size: tuple[int, int], value: str, **more: Any) -> dict[str, Any]:
    """Return the object that fills a face, by default the picture that each kind of card has."""
    own = {"type": "image", "x": 0, "y": 0, "w": size[0], "h": size[1], "color": "white"}
    return {**own, "valueType": "dynamic", "value": value, **more}


def _template(what: dict[str, Any]) -> dict[str, Any]:
    return {"includeBorder": False, "includeRadius": True, "objects": [what]}


def _collection(
    key: str, size: tuple[int, int], types: Mapping[str, Any], face: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Return the widget that defines kinds of cards, tokens or faces of dice."""
    own = {"id": key, "type": "cardDeck", "x": 0, "y": 0, "cardTypes": types}
    own |= {"cardWidth": size[0], "cardHeight": size[1], "faceTemplate": _template(face)}
    return {**own, **more}
