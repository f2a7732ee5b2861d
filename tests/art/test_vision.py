"""Vision: suits differ by colour for colour-blind players, and by shape without any colour.

Colour: protanopia, deuteranopia and tritanopia are simulated in linear RGB with the matrices of G.
M. Machado, M. M. Oliveira and L. A. F. Fernandes, “A Physiologically-based Model for Simulation of
Color Vision Deficiency”, IEEE TVCG 15 (6), 2009, severity 1.0; distances are CIEDE2000. Shape:
emblems as printed 8 mm high, in black.
"""

import math
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from pathlib import Path as File

import numpy as np
import pytest
from msgspec.structs import replace

from printkit.art.emblems import SIDE, emblem, sibling_emblem
from printkit.art.theme import Palette, Theme, theme, theme_names
from printkit.base.geometry import Rect, scaling, translation
from printkit.graphics.colour import WHITE, Colour, contrast
from printkit.graphics.display_list import Path, Symbol, Use
from printkit.graphics.fonts import INDEX
from printkit.graphics.path import PathBuilder, rect_path
from printkit.layout.fit_text import text_line
from printkit.model.definition_files import variant_slugs
from printkit.model.variant import Variant
from tests.support.decks import distinct, facts, variant
from tests.support.faces import Face, faces, spoiled
from tests.support.raster import drawing_pixels
from tests.support.walk import Leaf, ink_box, leaves

Lab = tuple[float, float, float]

every_theme = pytest.mark.parametrize("look", theme_names())
every_slug = pytest.mark.parametrize("slug", variant_slugs())

# A distance of about 1 is just visible between two adjacent fields. Marks a few millimetres high,
# separated in a fan and under a lamp, need several times as much; we require ten times, for each of
# the four kinds of vision.
TOLD_APART = 10.0
# WCAG 2.1, contrast (minimum).
READ = 4.5
# The most contrast between a colour and a darker shade of it.
SHADE = 1.3
# The largest share of their common area in which two shapes of one size may overlap: as printed,
# with engraving, and as silhouettes. A circle and a square overlap by 0.83.
PRINTED, SILHOUETTE = 0.72, 0.85

FACTS = facts(__file__)
SIGHTS, SHARED = FACTS["sights"], FACTS["shared"]


# --- colours -------------------------------------------------------------------------------------

# sRGB to CIE XYZ (IEC 61966-2-1), and its white point D65.
_XYZ = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], dtype=float
)
_WHITE = _XYZ.sum(axis=1)


def linear(colour: Colour) -> np.ndarray:
    """Convert a colour to linear light."""
    c = np.array(colour.channels) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def seen(colour: Colour, sight: str = "full") -> Lab:
    """Return a colour in CIELAB as one kind of vision sees it."""
    light = np.clip(np.array(SIGHTS[sight]) @ linear(colour), 0, 1)
    t = _XYZ @ light / _WHITE
    x, y, z = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))


def ciede2000(one: Lab, other: Lab) -> float:
    """Return the difference of two colours (CIE 142-2001).

    Written after G. Sharma, W. Wu, E. N. Dalal, “The CIEDE2000 Color-Difference Formula”, Color
    Research and Application 30 (1), 2005.
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = (1 - math.sqrt(mean**7 / (mean**7 + 25**7))) / 2
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    dh = 0.0 if grey else h2 - h1
    if abs(dh) > 180:
        dh -= math.copysign(360, dh)
    h = h1 + h2
    if not grey:
        h = h / 2 if abs(h1 - h2) <= 180 else (h + (360 if h < 360 else -360)) / 2
    lightness, c = (l1 + l2) / 2, (c1 + c2) / 2

    def cos(degrees: float) -> float:
        return math.cos(math.radians(degrees))

    t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.20 * cos(4 * h - 63)
    away = (lightness - 50) ** 2
    sl, sc, sh = 1 + 0.015 * away / math.sqrt(20 + away), 1 + 0.045 * c, 1 + 0.015 * c * t
    turn = 60 * math.exp(-(((h - 275) / 25) ** 2))
    rt = -2 * math.sqrt(c**7 / (c**7 + 25**7)) * math.sin(math.radians(turn))
    dl, dc = (l2 - l1) / sl, (c2 - c1) / sc
    hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2)) / sh
    return math.sqrt(dl * dl + dc * dc + hue * hue + rt * dc * hue)


def apart(one: Colour, other: Colour) -> dict[str, float]:
    """Return the distance of two colours for each kind of vision."""
    return {sight: ciede2000(seen(one, sight), seen(other, sight)) for sight in SIGHTS}


@pytest.mark.parametrize("row", FACTS["distances"])
def test_distance_matches_published_values(row: list[float]) -> None:
    one, other, wanted = (*row[:3],), (*row[3:6],), row[6]
    assert ciede2000(one, other) == pytest.approx(wanted, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(wanted, abs=5e-5)


@pytest.mark.parametrize(("colour", "lab"), FACTS["lab"].items())
def test_lab_values_match_published_values(colour: str, lab: Lab) -> None:
    assert seen(Colour(colour)) == pytest.approx(lab, abs=0.05)


@pytest.mark.parametrize("sight", SIGHTS)
def test_grey_is_the_same_for_every_deficiency(sight: str) -> None:
    for grey in (Colour("#000000"), Colour("#777777"), WHITE):
        assert ciede2000(seen(grey), seen(grey, sight)) < 0.1
    assert all(sum(row) == pytest.approx(1, abs=2e-6) for row in SIGHTS[sight])


@pytest.mark.parametrize(("blind", "pair"), FACTS["confused"].items())
def test_simulation_confuses_published_colour_pairs(blind: str, pair: list[str]) -> None:
    distance = apart(*map(Colour, pair))
    assert distance["full"] > 2 * TOLD_APART
    assert distance[blind] < TOLD_APART


def colours_of(own: Variant, look: Theme) -> dict[str, set[str]]:
    """Return the suits of a deck with their printed colours; a ± card has two."""
    found: dict[str, set[str]] = {}
    for card in own.cards:
        if card.suit:
            found.setdefault(card.suit, set()).add(look.colour(card.colour))
            if card.turned:
                found[card.suit].add(look.colour(card.turned.colour))
    return found


def confused(own: Variant, look: Theme) -> dict[str, float]:
    """Return the pairs of suits whose two colours are too similar for one kind of vision, with the
    distance.
    """
    pairs = {
        tuple(sorted((one, other), key=str))
        for first, second in combinations(colours_of(own, look).values(), 2)
        for one in first
        for other in second
        if one != other
    }
    return {
        f"{one} {other}, {sight}": round(distance, 2)
        for one, other in sorted(pairs, key=str)
        for sight, distance in apart(one, other).items()
        if distance < TOLD_APART
    }


def coloured() -> dict[str, Variant]:
    """Return the decks, with each set of coloured suits once."""
    found: dict[object, tuple[str, Variant]] = {}
    for slug in variant_slugs():
        own = variant(slug)
        key = frozenset((card.suit, card.colour, card.turned) for card in own.cards)
        if any(card.suit for card in own.cards):
            found.setdefault(key, (slug, own))
    return dict(found.values())


def test_every_coloured_deck_is_tested() -> None:
    colours = {card.colour for slug in variant_slugs() for card in variant(slug).cards if card.suit}
    assert colours == {c.colour for own in coloured().values() for c in own.cards if c.suit}


@every_theme
@pytest.mark.parametrize("slug", coloured())
def test_suits_in_two_colours_are_distinct(look: str, slug: str) -> None:
    assert confused(variant(slug), theme(look)) == {}


@every_theme
def test_hearts_and_diamonds_are_red(look: str) -> None:
    """By hue, as in any deck of cards: not orange, not pink, and legible on the paper."""
    own = theme(look)
    for suit in ("hearts", "diamonds"):
        name = variant("poker").suits[suit].colour
        assert name is not None
        _, a, b = seen(own.colour(name))
        assert 20 < math.degrees(math.atan2(b, a)) < 42, suit
        assert ciede2000(seen(own.colour(name)), seen(own.colour("vermillion"))) > TOLD_APART
        assert contrast(own.colour(name), own.roles_of["paper"]) >= READ


def test_confusable_suits_are_detected() -> None:
    """Red and a brown of the same lightness look alike without red cones."""
    classic = theme("classic")
    colours = {**classic.colours, "blood": Colour("#c04040"), "sand": Colour("#7a7034")}
    found = confused(variant("kessel"), replace(classic, colours=colours))
    assert list(found) == ["#7a7034 #c04040, deuteranopia"]


@every_theme
@every_slug
def test_only_expected_suits_share_a_colour(look: str, slug: str) -> None:
    found = colours_of(variant(slug), theme(look))
    for one, other in combinations(found, 2):
        meant = any({one, other} <= {*group} for group in SHARED.get(slug, []))
        assert bool(found[one] & found[other]) == meant, (one, other)


@every_slug
def test_suits_of_one_colour_have_different_marks(slug: str) -> None:
    """In Pazaak, their signs differ instead: plus, minus, or both."""
    own = variant(slug)
    for group in SHARED.get(slug, []):
        marks = [own.suits[suit].emblem for suit in group]
        if slug.startswith("pazaak"):
            signs = [{c.index[0] for c in own.cards if c.suit == suit} for suit in group]
            turned = [any(c.turned for c in own.cards if c.suit == suit) for suit in group]
            assert marks == [None] * len(marks)
            assert len({(*sign, both) for sign, both in zip(signs, turned, strict=True)}) == 2
        else:
            assert len(set(marks)) == len(marks)
            assert None not in marks


# --- contrast ------------------------------------------------------------------------------------


def ground(face: Face, leaf: Leaf, box: Rect) -> str:
    """Return the colour under a text.

    It is the colour of the last item painted below all of it, inside shared symbols too. The field
    of a number is the first item of its symbol: the engraving on it is covered around figures.
    """
    colour = face.paper
    fields = [below for what, at in face.symbols if what.key.startswith("number-")
              for below in list(leaves(what.items, at))[:1]]  # fmt: skip
    shared = [below for what, at in face.symbols if what.key.startswith(("sides-", "cartouche-"))
              for below in leaves(what.items, at)]  # fmt: skip
    first = face.own[:1]
    for below in [*first, *fields, *shared, *face.own[1 : face.own.index(leaf)]]:
        item = below.item
        if isinstance(item, Path) and item.fill and (under := ink_box(below)) is not None:
            colour = item.fill if under.contains(box) else colour
    return colour


def pale(face: Face) -> list[str]:
    """Return the texts of a face with too little contrast to their ground."""
    return [
        f"{face.key}: “{leaf.item.run.text}” {leaf.item.fill} on {ground(face, leaf, box)}"
        for leaf, box in face.words
        if contrast(leaf.item.fill, ground(face, leaf, box)) < READ
    ]


@pytest.mark.sampled
@pytest.mark.parametrize("first", range(6))
@every_theme
def test_indices_and_names_contrast_with_their_ground(look: str, first: int) -> None:
    """Texts are on paper, on a plate, in a cartouche, or on the field of a Pazaak card."""
    part = (first, 6)
    assert [words for face in faces(look, "poker", part=part) for words in pale(face)] == []


def test_contrast_walk_detects_pale_figures() -> None:
    by_key = {face.key: face for face in faces("classic", "poker", deck="casino")}
    on_paper, on_plate = by_key["casino: coins-8"], by_key["casino: star"]
    (figures,) = [leaf for leaf in on_plate.texts if leaf.item.run.font == INDEX][:1]
    box = next(box for leaf, box in on_plate.words if leaf is figures)
    plate = ground(on_plate, figures, box)
    assert plate != on_plate.paper
    assert contrast(plate, theme("classic").colour("violet")) < SHADE
    grey = text_line(INDEX, "8", 0, 10, 5, Colour("#888888"))
    assert pale(on_paper) == pale(on_plate) == []
    assert len(pale(spoiled(on_paper, grey))) == 1
    plate = Path(rect_path(Rect(-5, 0, 15, 15)), fill=Colour("#555555"))
    assert (
        len(pale(spoiled(on_paper, plate, text_line(INDEX, "8", 0, 10, 5, Colour("#1a1a1a"))))) == 1
    )
    assert pale(spoiled(on_paper, plate, text_line(INDEX, "8", 0, 10, 5, WHITE))) == []


# --- shapes --------------------------------------------------------------------------------------

# Roles in black; half tones, which small emblems omit, a trace lighter.
INK = Colour("#000000")
BLACK = Palette(INK, INK, Colour("#010101"), Colour("#020202"), WHITE, INK)
PRINTED_AT = 8.0
BOX, PER_MM = 20.0, 8
# All shapes are scaled to this area before they are compared (mm²).
AREA = 40.0

Mask = np.ndarray


def painted(uses: Iterable[Use]) -> list[Mask]:
    """Return the pixels that each drawing covers, each drawing in its own box."""
    box = Rect(-BOX / 2, -BOX / 2, BOX, BOX)
    drawings = [Symbol("emblem", (use,), box) for use in uses]
    return [pixels.mean(axis=2) < 128 for pixels in drawing_pixels(drawings, box, PER_MM)]


def filled(mask: Mask) -> Mask:
    """Return a silhouette: all pixels that cannot be reached from outside."""
    free = ~np.pad(mask, 1)
    outside = np.zeros_like(free)
    outside[0, :] = True
    while True:
        more = outside.copy()
        more[1:] |= outside[:-1]
        more[:-1] |= outside[1:]
        more[:, 1:] |= outside[:, :-1]
        more[:, :-1] |= outside[:, 1:]
        more &= free
        if (more == outside).all():
            return ~outside[1:-1, 1:-1]
        outside = more


def evened(symbols: list[Symbol], *, silhouette: bool) -> list[Mask]:
    """Move the shapes to a common centre and scale them to the same area."""

    def shapes(uses: list[Use]) -> list[Mask]:
        masks = painted(uses)
        return [filled(mask) for mask in masks] if silhouette else masks

    factor = PRINTED_AT / SIDE
    uses = []
    as_printed = shapes([Use(symbol, scaling(factor)) for symbol in symbols])
    for symbol, mask in zip(symbols, as_printed, strict=True):
        ys, xs = np.nonzero(mask)
        x, y = (float(at.mean() + 0.5) / PER_MM - BOX / 2 for at in (xs, ys))
        scale = math.sqrt(AREA / (mask.sum() / PER_MM**2))
        uses.append(Use(symbol, scaling(factor).then(translation(-x, -y)).then(scaling(scale))))
    return shapes(uses)


def shared(one: Mask, other: Mask) -> float:
    """Return the overlap of two shapes as a share of their union."""
    return float((one & other).sum() / (one | other).sum())


def alike(files: tuple[File, ...], most: float, *, silhouette: bool) -> dict[str, float]:
    """Return the pairs of emblems whose overlap exceeds `most`."""
    symbols = [emblem(file, BLACK, PRINTED_AT) for file in files]
    found = zip(files, evened(symbols, silhouette=silhouette), strict=True)
    pairs = {
        f"{one.stem} {other.stem}": round(shared(mine, its), 2)
        for (one, mine), (other, its) in combinations(found, 2)
    }
    return {names: share for names, share in pairs.items() if share > most}


@cache
def families() -> dict[str, tuple[File, ...]]:
    """Return groups of emblems that must differ: the suits of a deck, its specials, the courts of
    a suit.

    Each distinct group appears once.
    """
    found: dict[tuple[File, ...], str] = {}
    for slug in variant_slugs():
        own = variant(slug)
        specials = {card.emblem for card in own.cards if card.layout in ("emblem", "picture")}
        sets = {
            "suits": {suit.emblem for suit in own.suits.values()},
            "specials": specials,
            "marks of specials": {sibling_emblem(special, "mark") for special in specials},
        }
        for suit in own.suits:
            courts = {c.emblem for c in own.cards if (c.layout, c.suit) == ("court", suit)}
            sets[f"courts of {suit}"] = courts
        for what, files in sets.items():
            kept = tuple(sorted(file for file in files if file is not None))
            if len(kept) > 1:
                found.setdefault(kept, f"{slug}: {what}")
    return {name: files for files, name in found.items()}


every_family = pytest.mark.parametrize("family", families())


def test_every_family_of_emblems_is_tested() -> None:
    emblems = {file for files in families().values() for file in files}
    ours = {card.emblem for own in distinct().values() for card in own.cards} - {None}
    marks = {suit.emblem for slug in variant_slugs() for suit in variant(slug).suits.values()} - {
        None
    }
    alone = {file.stem for file in (ours | marks) - emblems}
    assert alone == {"spike-sylop"}, "the one special of its deck"


@pytest.mark.sampled(every=2)
@every_family
@pytest.mark.parametrize(("most", "silhouette"), [(PRINTED, False), (SILHOUETTE, True)])
def test_emblems_of_a_family_are_distinct(family: str, most: float, silhouette: bool) -> None:
    """Compare them as printed and by their silhouettes."""
    assert alike(families()[family], most, silhouette=silhouette) == {}


def toy(path: PathBuilder) -> Symbol:
    return Symbol("toy", (Path(path.done(), fill=Colour("#000000")),), Rect(-50, -50, 100, 100))


def test_shape_comparison_ignores_position_and_size() -> None:
    shapes = [
        toy(PathBuilder().circle(0, 0, 40)),
        toy(PathBuilder().circle(20, -10, 25)),
        toy(PathBuilder().rect(Rect(-30, -30, 60, 60))),
        toy(PathBuilder().rect(Rect(-45, -5, 90, 10))),
    ]
    circle, moved, square, bar = evened(shapes, silhouette=False)
    assert shared(circle, moved) > 0.97
    assert shared(circle, square) == pytest.approx(0.83, abs=0.02)
    assert shared(circle, bar) < 0.4
    assert float(square.sum()) / PER_MM**2 == pytest.approx(AREA, rel=0.06)


def test_silhouette_has_no_holes() -> None:
    ring = toy(PathBuilder().circle(0, 0, 40).add(PathBuilder().circle(0, 0, 30).done()))
    even = Symbol(
        "ring", (Path(ring.items[0].data, fill=Colour("#000000"), even_odd=True),), ring.box
    )
    disc = toy(PathBuilder().circle(0, 0, 40))
    assert shared(*evened([even, disc], silhouette=True)) > 0.97
    assert shared(*evened([even, disc], silhouette=False)) < PRINTED


def test_slightly_changed_emblem_is_detected(tmp_path: File) -> None:
    """The same suit under another name, slightly turned and enlarged."""
    file = next(file for file in families()["casino: suits"] if file.stem == "flasks")
    text = file.read_text(encoding="utf-8")
    start = text.index(">", text.index("<svg")) + 1
    twin = tmp_path / "twin.svg"
    turned = (
        f'{text[:start]}<g transform="translate(50 50) rotate(3) scale(0.9) translate(-50 -50)">'
    )
    twin.write_text(turned + text[start:].replace("</svg>", "</g></svg>"), encoding="utf-8")
    for most, silhouette in ((PRINTED, False), (SILHOUETTE, True)):
        assert list(alike((file, twin), most, silhouette=silhouette)) == ["flasks twin"]
