"""The product `paper-die`: dice to cut out, fold and glue, for people without dice. Room: pieces.

In: a Variant whose materials have dice, a Setting (their edge). Out: one Piece with all of them:
as many with pips as the game takes, and as many with symbols.
"""

from __future__ import annotations

from dataclasses import dataclass

from printkit.art.theme import Theme
from printkit.base.geometry import Matrix, Rect, shift
from printkit.base.strings import say
from printkit.base.units import format_mm
from printkit.definition.variant import Material, Variant
from printkit.drawing.items import Group, Item, Path, Stroke, Symbol, put
from printkit.drawing.path import EMPTY, PathData
from printkit.pieces.box.words import Told, told
from printkit.pieces.charts.words import Note
from printkit.pieces.die.faces import Kind, die, ground, kinds
from printkit.pieces.die.net import Net, net
from printkit.pieces.piece import LARGE_FORM, Piece, Product, Setting

# The material that dice are, by its id in a definition.
DICE = "die"
_COLUMNS, _GAP, _CUT, _CUT_OVER = 2, 7.0, 0.18, 0.3
_STEPS = 3


@dataclass(frozen=True, slots=True)
class _Place:
    """A die and where its middle is."""

    kind: Kind
    x: float
    y: float

    @property
    def matrix(self) -> Matrix:
        return shift(self.x, self.y)


def dice(variant: Variant) -> Material | None:
    """The dice among the materials of a game, if it has some."""
    return next((thing for thing in variant.materials if thing.id == DICE), None)


def make(variant: Variant, setting: Setting) -> list[Piece]:
    """All dice on one piece."""
    material = dice(variant)
    assert material is not None, "offered where there are dice"
    shape = net(setting.die)
    both = kinds(variant, setting.theme)
    places = _placed([kind for kind in both for _ in range(material.count)], shape)
    nets = _around(places, shape)
    words = _words(setting, nets)
    whole = nets.around(words.box)
    centred = shift(-whole.centre[0], -whole.centre[1])
    art: list[Item] = [put(die(shape, place.kind), place.matrix) for place in places]
    marks = [*_guides(places, shape, setting.theme), *words.items(setting.theme)]
    trim = whole._replace(x=-whole.w / 2, y=-whole.h / 2)
    name = say(setting.language, "product.paper-die")
    drawing = Symbol("dice", (put(art, centred),), trim.inset(-setting.reach), name)
    return [
        Piece(
            id="dice",
            title=name,
            width=trim.w,
            height=trim.h,
            reach=setting.reach,
            radius=0.0,
            front=drawing,
            back=None,
            copies=1,
            outline=_joined(places, shape.outline).mapped(centred),
            folds=_joined(places, shape.folds).mapped(centred),
            guides=(put(marks, centred),),
        )
    ]


def _placed(printed: list[Kind], shape: Net) -> list[_Place]:
    """The dice row by row: those of a kind one below the other where both kinds are as many."""
    wide, high = shape.box.w + _GAP, shape.box.h + _GAP
    rows = -(-len(printed) // _COLUMNS)
    return [
        _Place(kind, (at // rows) * wide, (at % rows) * high) for at, kind in enumerate(printed)
    ]


def _around(places: list[_Place], shape: Net) -> Rect:
    """The rectangle around all nets."""
    boxes = [place.matrix.bounds(shape.box) for place in places]
    whole = boxes[0]
    for box in boxes[1:]:
        whole = whole.around(box)
    return whole


def _joined(places: list[_Place], path: PathData) -> PathData:
    """The same path for every die."""
    whole = EMPTY
    for place in places:
        whole += path.mapped(place.matrix)
    return whole


def _words(setting: Setting, nets: Rect) -> Told:
    """How a die is made, below the nets."""
    language = setting.language
    edge = format_mm(setting.die).replace(".", say(language, "box.point"))
    purpose = say(language, "die.purpose", edge=edge)
    notes = [Note(say(language, "die.title"), purpose)]
    notes += [Note(f"{at}.", say(language, f"die.step-{at}")) for at in range(1, _STEPS + 1)]
    return told(notes, [], Rect(nets.x, nets.bottom + _GAP, nets.w, 0.0))


def _guides(places: list[_Place], shape: Net, theme: Theme) -> list[Item]:
    """Ticks at the ends of folds, and the outline: on bare paper, and as it is seen on the art."""
    line = Stroke(theme.roles_of["cut"], _CUT)
    items: list[Item] = []
    for place in places:
        own: list[Item] = [Path(shape.ticks, stroke=line), Path(shape.outline, stroke=line)]
        palette = place.kind.palette
        if palette.solid:
            over = Path(shape.outline, stroke=Stroke(palette.on_main(), _CUT_OVER))
            own.append(Group((over,), clip=ground(shape)))
        items.append(put(own, place.matrix))
    return items


PRODUCT = Product("paper-die", make, lambda variant: dice(variant) is not None, form=LARGE_FORM)
