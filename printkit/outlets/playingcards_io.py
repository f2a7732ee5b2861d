"""playingcards.io: a saved table of decks, tokens, boards, dice and counters.

In: the parts of an order. Out: one file, `.pcio`: a ZIP of `widgets.json` and of pictures (PNG).
The keys are those of tables that people published; the site itself was not tried.
"""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple

from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import translation
from printkit.graphics.colour import BLACK, WHITE
from printkit.graphics.display_list import Path, transformed
from printkit.graphics.path import rect_path
from printkit.imposition.page import ART, Layer
from printkit.model.tabletop import Material
from printkit.outlets.packs import Part
from printkit.outlets.tabletop import Group, Tabletop, flow, lay_table
from printkit.outlets.target import Target
from printkit.pieces.local_game import LocalGame
from printkit.writers import Artifact
from printkit.writers.png import render_grid

# The table: its width, the depth above the hand, the margin, the gap between things (its units).
_WIDTH, _DEPTH, _MARGIN, _GAP = 1600.0, 800.0, 20.0, 14.0
# The width of a card at most, the step by which everything shrinks until it fits, the least scale
# (units, units a mm).
_CARD, _SHRINK, _LEAST = 103.0, 0.96, 0.4
# The rim of a pile, the room for its label above and for its button below; a counter; a die.
_RIM, _LABEL, _BUTTON, _COUNTER, _DIE = 4, 26, 36, (140, 44), 50
# The resolution of pictures, the step by which it falls until a file is small enough, the least;
# the colours of a picture without transparency.
_DPI, _COARSER, _LEAST_DPI, _COLOURS = 200.0, 0.85, 50.0, 256
_WIDGETS, _ASSETS = "widgets.json", "userassets/"
# No clock: the earliest time that a ZIP can tell; the system that made it, whatever made it.
_TIME, _UNIX = (1980, 1, 1, 0, 0, 0), 3
# Pictures of the site itself.
_PIPS = "/img/dice-basic/{}.svg"
_FACE = {"includeBorder": False, "includeRadius": True}


def pack(parts: Sequence[Part], target: Target, game: LocalGame) -> Iterator[Artifact]:
    """Yield the table; to write it raises PrintkitError for a picture that is too large."""
    desk = _Desk(game)
    widgets = desk.lay(lay_table(parts, game))
    most: int = target.figures["most-bytes"]

    def write(file: BinaryIO, _: object) -> None:
        # A ZIP is written back and forth: not into a file that is hashed as it is written.
        with TemporaryFile() as whole:
            # In the site's own files nothing is packed.
            with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:

                def add(name: str, data: bytes) -> None:
                    info = zipfile.ZipInfo(name, _TIME)
                    info.create_system = _UNIX
                    archive.writestr(info, data)

                add(_WIDGETS, json.dumps(widgets, ensure_ascii=False).encode())
                for name, picture in desk.pictures.items():
                    add(name, picture.encode(most))
            whole.seek(0)
            shutil.copyfileobj(whole, file)

    yield Artifact(f"{game.variant.slug}-{game.language}.pcio", write, 1, 0)


class _Picture(NamedTuple):
    """A side of a piece: its page."""

    group: Group
    page: int

    def encode(self, most: int) -> bytes:
        """Return a PNG of fewer than `most` bytes. Raises PrintkitError if there is none."""
        dpi = _DPI
        while len(data := self.draw(dpi)) >= most:
            if (dpi := dpi * _COARSER) < _LEAST_DPI:
                raise PrintkitError(
                    f"Below {most} bytes this picture has less than {_LEAST_DPI:g} dpi.",
                    location=self.group.document.pages[self.page].title,
                    hint="Take a simpler picture, or leave its product out.",
                )
        return data

    def draw(self, dpi: float) -> bytes:
        """Return a PNG; outside an outline it is transparent."""
        document = self.group.document
        page, out = document.pages[self.page], io.BytesIO()
        picture = render_grid(document, dpi, (self.page,), 1)
        if (outline := page.cells[0].piece.outline) is None:
            picture = picture.quantize(_COLOURS)
        else:
            shape = transformed((Path(outline, fill=WHITE),), translation(*page.media.centre))
            ground = Path(rect_path(page.media), fill=BLACK)
            mask = replace(page, layers=(Layer(ART, (ground, shape)),))
            alone = replace(document, pages=(mask,))
            picture.putalpha(render_grid(alone, dpi, (0,), 1).convert("L"))
        picture.save(out, "PNG")
        return out.getvalue()


class _Box(NamedTuple):
    """The size of something on the table, and what makes its widgets at a place (units)."""

    width: float
    height: float
    make: Callable[[float, float], Iterator[dict[str, Any]]]


class _Desk:
    """The widgets of a table while they are made, and their pictures by name."""

    def __init__(self, game: LocalGame) -> None:
        self.game = game
        self.pictures: dict[str, _Picture] = {}

    def lay(self, table: Tabletop) -> list[dict[str, Any]]:
        """Return all widgets, as large as the table allows."""
        scale = _CARD / max((p.width for deck in table.decks for p in deck.pieces), default=_CARD)
        while True:
            boxes = list(self.boxes(table, scale))
            sizes = [(box.width, box.height) for box in boxes]
            places, depth = flow(sizes, _WIDTH - 2 * _MARGIN, _GAP)
            if depth <= _DEPTH - 2 * _MARGIN or scale < _LEAST:
                break
            scale *= _SHRINK
        widgets = [{"id": "hand", "type": "hand", "x": 50, "y": 820}]
        for place, box in zip(places, boxes, strict=True):
            widgets += box.make(round(place.x + _MARGIN), round(place.y + _MARGIN))
        return [{**widget, "z": z, "dragging": None} for z, widget in enumerate(widgets, 1)]

    def boxes(self, table: Tabletop, scale: float) -> Iterator[_Box]:
        """Yield everything on the table, what is large first."""
        variant, text = self.game.variant, self.game.text

        def add(width: float, height: float, make: Callable[..., Any], *values: Any) -> _Box:
            return _Box(width, height, partial(make, *values))

        for group in table.boards:
            for index, piece in enumerate(group.pieces):
                for copy in range(piece.copies):
                    size = round(piece.width * scale), round(piece.height * scale)
                    yield add(*size, self.board, group, index, copy, size)
        piles = [
            (deck, round(deck.pieces[0].width * scale), round(deck.pieces[0].height * scale))
            for deck in table.decks
        ]
        for deck, width, height in piles:
            room = width + 2 * _RIM, height + 2 * _RIM + _LABEL + _BUTTON
            yield add(*room, self.deck, deck, (width, height))
        for place in variant.places if piles else ():
            if place.kind == "discard":
                _, width, height = piles[0]
                room = width + 2 * _RIM, height + 2 * _RIM + _LABEL + _BUTTON
                yield add(*room, self.pile, place.id, text(place.name), (width, height))
        for group in table.tokens:
            for index, piece in enumerate(group.pieces):
                size = round(piece.width * scale), round(piece.height * scale)
                yield add(*size, self.tokens, group, index, size)
        for material, count in table.dice:
            for number in range(1, count + 1):
                yield add(_DIE, _DIE, self.die, material, number)
        for key, label, value in self.counters():
            yield add(_COUNTER[0], _COUNTER[1] + _LABEL, self.counter, key, label, value)

    def counters(self) -> Iterator[tuple[str, str, int]]:
        """Yield what is counted: each pot, and the chips of each player at the start."""
        variant, text = self.game.variant, self.game.text
        for place in variant.places:
            if place.kind == "pot":
                yield place.id, text(place.name), 0
        for material in variant.materials:
            for player in range(1, variant.most_players + 1) if material.worth else ():
                label = f"{text(material.name)} · {player}"
                yield f"{material.id}-{player}", label, material.worth

    # --- widgets: each function yields those of a thing at a place ------------------------------

    def board(
        self, group: Group, index: int, copy: int, size: tuple[int, int], x: float, y: float
    ) -> Iterator[dict[str, Any]]:
        key = f"{group.stem}-{group.pieces[index].id}"
        board = {"id": f"{key}-{copy + 1}", "type": "board", "x": x, "y": y, **_sized(size)}
        yield board | {"boardImage": self.picture(key, group, index)}

    def deck(
        self, deck: Group, size: tuple[int, int], x: float, y: float
    ) -> Iterator[dict[str, Any]]:
        (pile,) = self.pile(deck.stem, deck.title, size, x, y)
        yield pile | {"hasShuffleButton": True}
        at = {"parent": pile["id"], "x": x + _RIM, "y": pile["y"] + _RIM}
        yield self.collection(deck, size) | at
        for piece in deck.pieces:
            for copy in range(piece.copies):
                card = {"id": f"{deck.stem}-{piece.id}-{copy + 1}", "type": "card", **at}
                of = {"deck": f"{deck.stem}-deck", "cardType": piece.id}
                yield card | of | {"faceup": deck.own_backs, "owner": None}

    def pile(
        self, key: str, label: str, size: tuple[int, int], x: float, y: float
    ) -> Iterator[dict[str, Any]]:
        rim = _sized((round(size[0] + 2 * _RIM), round(size[1] + 2 * _RIM)))
        at = {"x": x, "y": y + _LABEL}
        yield {"id": f"{key}-pile", "type": "cardPile", **at, **rim, "label": label}

    def tokens(
        self, group: Group, index: int, size: tuple[int, int], x: float, y: float
    ) -> Iterator[dict[str, Any]]:
        piece = group.pieces[index]
        at = {"x": x, "y": y}
        if index == 0:
            yield self.collection(group, size) | at | {"collectionType": "pieces"}
        for copy in range(piece.copies):
            token = {"id": f"{group.stem}-{piece.id}-{copy + 1}", "type": "piece", **at}
            yield token | {"deck": f"{group.stem}-deck", "cardType": piece.id, "faceup": True}

    def die(self, material: Material, number: int, x: float, y: float) -> Iterator[dict[str, Any]]:
        deck, suits = f"{material.id}-deck", self.game.variant.suits
        at = {"x": x, "y": y}
        if number == 1:
            whole = {"x": 0, "y": 0, "w": _DIE, "h": _DIE, "color": "black"}
            faces: dict[str, dict[str, str]] = {
                str(n): {"label": str(n), "image": _PIPS.format(n)} for n in range(1, 7)
            }
            template = {"type": "image", **whole, "valueType": "dynamic", "value": "image"}
            if material.faces is not None:
                names = (self.game.text(suits[key].name) for key in material.faces)
                faces = {str(n): {"label": name} for n, name in enumerate(names, 1)}
                template |= {
                    "type": "text",
                    "value": "label",
                    "fontSize": 11,
                    "textAlign": "center",
                }
            yield {
                "id": deck,
                "type": "cardDeck",
                "collectionType": "dice",
                **at,
                "cardTypes": faces,
                "cardWidth": _DIE,
                "cardHeight": _DIE,
                "faceTemplate": {**_FACE, "objects": [template]},
            }
        yield {
            "id": f"{material.id}-{number}",
            "type": "dice",
            **at,
            "deck": deck,
            "diceValue": "1",
        }

    def counter(
        self, key: str, label: str, value: int, x: float, y: float
    ) -> Iterator[dict[str, Any]]:
        size = _sized(_COUNTER)
        counter = {"id": f"{key}-counter", "type": "counter", "x": x, "y": y + _LABEL, **size}
        yield counter | {"label": label, "counterValue": value}

    def collection(self, group: Group, size: tuple[int, int]) -> dict[str, Any]:
        """Return the kinds of cards or tokens with their pictures."""
        whole = {"type": "image", "x": 0, "y": 0, "w": size[0], "h": size[1], "color": "white"}
        types: dict[str, dict[str, str]] = {}
        backs: list[str] = []
        for index, piece in enumerate(group.pieces):
            key, back = f"{group.stem}-{piece.id}", group.back_page(piece)
            front = self.picture(key, group, index)
            if back is not None:
                name = f"{key}-back" if group.own_backs else f"{group.stem}-back"
                backs.append(front if back == index else self.picture(name, group, back))
            types[piece.id] = {"label": piece.title, "image": front}
            if group.own_backs and back is not None:
                types[piece.id]["back"] = backs[-1]
        face = {**whole, "valueType": "dynamic", "value": "image"}
        deck = {
            "id": f"{group.stem}-deck",
            "type": "cardDeck",
            "cardTypes": types,
            "cardWidth": size[0],
            "cardHeight": size[1],
            "faceTemplate": {**_FACE, "objects": [face]},
        }
        if backs:
            shared = {**whole, "valueType": "static", "value": backs[0]}
            own = {**whole, "valueType": "dynamic", "value": "back"}
            deck["backTemplate"] = {**_FACE, "objects": [own if group.own_backs else shared]}
        return deck

    def picture(self, name: str, group: Group, page: int) -> str:
        """Note a picture that is drawn when the file is written; return its address."""
        self.pictures[f"{_ASSETS}{name}.png"] = _Picture(group, page)
        return f"package://{_ASSETS}{name}.png"


def _sized(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}
