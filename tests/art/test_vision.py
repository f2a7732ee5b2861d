"""Sight: suits are told apart by colour under colour-vision deficiencies, and by shape without any.

Colour: protanopia, deuteranopia and tritanopia are simulated in linear RGB with the matrices of
G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, “A Physiologically-based Model for Simulation
of Color Vision Deficiency”, IEEE TVCG 15 (6), 2009, severity 1.0; distances are CIEDE2000.
Shape: emblems as they are printed 8 mm high, in black.
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

# Two fields side by side differ by about 1 where the eye just tells them apart. Marks a few
# millimetres high, apart in a fan and in lamp light, need several times as much; ten times is what
# we ask, for each of the four ways to see.
TOLD_APART = 10.0
# WCAG 2.1, contrast (minimum).
READ = 4.5
# How much of two shapes of one size may coincide, as a share of what either covers: as they are
# printed, engraving and all, and as silhouettes. A circle and a square share 0.83.
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
    """A colour as linear light."""
    c = np.array(colour.channels) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def seen(colour: Colour, sight: str = "full") -> Lab:
    """A colour in CIELAB as a kind of eye sees it."""
    light = np.clip(np.array(SIGHTS[sight]) @ linear(colour), 0, 1)
    t = _XYZ @ light / _WHITE
    x, y, z = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))


def ciede2000(one: Lab, other: Lab) -> float:
    """The difference of two colours (CIE 142-2001), written after G. Sharma, W. Wu, E. N. Dalal,
    “The CIEDE2000 Color-Difference Formula”, Color Research and Application 30 (1), 2005."""
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
    """How far two colours are apart to each kind of eye."""
    return {sight: ciede2000(seen(one, sight), seen(other, sight)) for sight in SIGHTS}


@pytest.mark.parametrize("row", FACTS["distances"])
def test_the_distance_is_the_published_one(row: list[float]) -> None:
    one, other, wanted = (*row[:3],), (*row[3:6],), row[6]
    assert ciede2000(one, other) == pytest.approx(wanted, abs=5e-5)
    assert ciede2000(other, one) == pytest.approx(wanted, abs=5e-5)


@pytest.mark.parametrize(("colour", "lab"), FACTS["lab"].items())
def test_colours_have_their_published_lab_values(colour: str, lab: Lab) -> None:
    assert seen(Colour(colour)) == pytest.approx(lab, abs=0.05)


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_deficiency_changes_grey(sight: str) -> None:
    for grey in (Colour("#000000"), Colour("#777777"), WHITE):
        assert ciede2000(seen(grey), seen(grey, sight)) < 0.1
    assert all(sum(row) == pytest.approx(1, abs=2e-6) for row in SIGHTS[sight])


@pytest.mark.parametrize(("blind", "pair"), FACTS["confused"].items())
def test_the_simulation_confuses_what_such_an_eye_confuses(blind: str, pair: list[str]) -> None:
    distance = apart(*map(Colour, pair))
    assert distance["full"] > 2 * TOLD_APART
    assert distance[blind] < TOLD_APART


def colours_of(own: Variant, look: Theme) -> dict[str, set[str]]:
    """The suits of a deck, with the colours that they are printed in; a ± card has two."""
    found: dict[str, set[str]] = {}
    for card in own.cards:
        if card.suit:
            found.setdefault(card.suit, set()).add(look.colour(card.colour))
            if card.turned:
                found[card.suit].add(look.colour(card.turned.colour))
    return found


def confused(own: Variant, look: Theme) -> dict[str, float]:
    """Pairs of suits in two colours that are too much alike for one kind of eye, and how far they
    are apart to it."""
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
    """The decks, each set of suits in their colours once."""
    found: dict[object, tuple[str, Variant]] = {}
    for slug in variant_slugs():
        own = variant(slug)
        key = frozenset((card.suit, card.colour, card.turned) for card in own.cards)
        if any(card.suit for card in own.cards):
            found.setdefault(key, (slug, own))
    return dict(found.values())


def test_the_decks_of_all_colours_are_looked_at() -> None:
    colours = {card.colour for slug in variant_slugs() for card in variant(slug).cards if card.suit}
    assert colours == {c.colour for own in coloured().values() for c in own.cards if c.suit}


@every_theme
@pytest.mark.parametrize("slug", coloured())
def test_suits_of_two_colours_are_told_apart_by_them(look: str, slug: str) -> None:
    assert confused(variant(slug), theme(look)) == {}


@every_theme
def test_hearts_and_diamonds_are_red(look: str) -> None:
    """By hue, as on any deck of cards: no orange, no pink; read on its paper."""
    own = theme(look)
    for suit in ("hearts", "diamonds"):
        name = variant("poker").suits[suit].colour
        assert name is not None
        _, a, b = seen(own.colour(name))
        assert 20 < math.degrees(math.atan2(b, a)) < 42, suit
        assert ciede2000(seen(own.colour(name)), seen(own.colour("vermillion"))) > TOLD_APART
        assert contrast(own.colour(name), own.roles_of["paper"]) >= READ


def test_two_suits_that_are_confused_are_detected() -> None:
    """Red and a brown of its lightness, which an eye without red takes for it."""
    classic = theme("classic")
    colours = {**classic.colours, "blood": Colour("#c04040"), "sand": Colour("#7a7034")}
    found = confused(variant("kessel"), replace(classic, colours=colours))
    assert list(found) == ["#7a7034 #c04040, deuteranopia"]


@every_theme
@every_slug
def test_suits_share_a_colour_only_where_they_should(look: str, slug: str) -> None:
    found = colours_of(variant(slug), theme(look))
    for one, other in combinations(found, 2):
        meant = any({one, other} <= {*group} for group in SHARED.get(slug, []))
        assert bool(found[one] & found[other]) == meant, (one, other)


@every_slug
def test_suits_of_one_colour_have_marks_of_their_own(slug: str) -> None:
    """Or, in Pazaak, signs: plus, minus, or both."""
    own = variant(slug)
    for group in SHARED.get(slug, []):
        marks = [own.suits[suit].emblem for suit in group]
        if slug == "pazaak":
            signs = [{c.index[0] for c in own.cards if c.suit == suit} for suit in group]
            turned = [any(c.turned for c in own.cards if c.suit == suit) for suit in group]
            assert marks == [None] * len(marks)
            assert len({(*sign, both) for sign, both in zip(signs, turned, strict=True)}) == 2
        else:
            assert len(set(marks)) == len(marks)
            assert None not in marks


# --- contrast ------------------------------------------------------------------------------------


def ground(face: Face, leaf: Leaf, box: Rect) -> str:
    """The colour that a text stands on: of the last thing painted under all of it, symbols that
    cards share opened."""
    colour = face.paper
    shared = [one for one, _ in face.symbols if one.key.startswith("sides-")]
    strips = [below for symbol in shared for below in leaves(symbol.items)]
    first = face.own[:1]
    for below in [*first, *strips, *face.own[1 : face.own.index(leaf)]]:
        item = below.item
        if isinstance(item, Path) and item.fill and (under := ink_box(below)) is not None:
            colour = item.fill if under.contains(box) else colour
    return colour


def pale(face: Face) -> list[str]:
    """The texts of a face that are hard to read on their ground."""
    return [
        f"{face.key}: “{leaf.item.run.text}” {leaf.item.fill} on {ground(face, leaf, box)}"
        for leaf, box in face.words
        if contrast(leaf.item.fill, ground(face, leaf, box)) < READ
    ]


@every_theme
def test_every_index_and_name_is_read_on_its_ground(look: str) -> None:
    """On paper, on a plate, in a cartouche, on the field of a Pazaak card."""
    assert [words for face in faces(look, "poker", large=False) for words in pale(face)] == []


def test_the_walk_of_contrasts_sees_pale_figures() -> None:
    by_key = {face.key: face for face in faces("classic", "poker", deck="casino")}
    on_paper, on_plate = by_key["casino: coins-8"], by_key["casino: star"]
    (figures,) = [leaf for leaf in on_plate.texts if leaf.item.run.font == INDEX][:1]
    box = next(box for leaf, box in on_plate.words if leaf is figures)
    assert ground(on_plate, figures, box) == theme("classic").colour("violet")
    grey = text_line(INDEX, "8", 0, 10, 5, Colour("#888888"))
    assert pale(on_paper) == pale(on_plate) == []
    assert len(pale(spoiled(on_paper, grey))) == 1
    plate = Path(rect_path(Rect(-5, 0, 15, 15)), fill=Colour("#555555"))
    assert (
        len(pale(spoiled(on_paper, plate, text_line(INDEX, "8", 0, 10, 5, Colour("#1a1a1a"))))) == 1
    )
    assert pale(spoiled(on_paper, plate, text_line(INDEX, "8", 0, 10, 5, WHITE))) == []


# --- shapes --------------------------------------------------------------------------------------

# Roles in black; the half tones, which a small emblem goes without, a trace lighter.
INK = Colour("#000000")
BLACK = Palette(INK, INK, Colour("#010101"), Colour("#020202"), WHITE, INK)
PRINTED_AT = 8.0
BOX, PER_MM = 20.0, 8
# All shapes are compared at this area (mm²).
AREA = 40.0

Mask = np.ndarray


def painted(uses: Iterable[Use]) -> list[Mask]:
    """Which pixels each drawing covers, each in a box of its own."""
    box = Rect(-BOX / 2, -BOX / 2, BOX, BOX)
    drawings = [Symbol("emblem", (use,), box) for use in uses]
    return [pixels.mean(axis=2) < 128 for pixels in drawing_pixels(drawings, box, PER_MM)]


def filled(mask: Mask) -> Mask:
    """A silhouette: all that cannot be reached from outside."""
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
    """The shapes of drawings, moved to one middle and scaled to one area."""

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
    """What two shapes have in common of all that they cover."""
    return float((one & other).sum() / (one | other).sum())


def alike(files: tuple[File, ...], most: float, *, silhouette: bool) -> dict[str, float]:
    """The pairs of emblems that share more than `most`."""
    symbols = [emblem(file, BLACK, PRINTED_AT) for file in files]
    found = zip(files, evened(symbols, silhouette=silhouette), strict=True)
    pairs = {
        f"{one.stem} {other.stem}": round(shared(mine, its), 2)
        for (one, mine), (other, its) in combinations(found, 2)
    }
    return {names: share for names, share in pairs.items() if share > most}


@cache
def families() -> dict[str, tuple[File, ...]]:
    """Emblems that must be told apart: the suits of a deck, its specials, the courts of a suit;
    each set that is like no other once."""
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


def test_all_families_of_emblems_are_looked_at() -> None:
    emblems = {file for files in families().values() for file in files}
    ours = {card.emblem for own in distinct().values() for card in own.cards} - {None}
    marks = {suit.emblem for slug in variant_slugs() for suit in variant(slug).suits.values()} - {
        None
    }
    alone = {file.stem for file in (ours | marks) - emblems}
    assert alone == {"spike-sylop"}, "the one special of its deck"


@every_family
@pytest.mark.parametrize(("most", "silhouette"), [(PRINTED, False), (SILHOUETTE, True)])
def test_emblems_are_told_apart(family: str, most: float, silhouette: bool) -> None:
    """As they are printed, and by their silhouettes."""
    assert alike(families()[family], most, silhouette=silhouette) == {}


def toy(path: PathBuilder) -> Symbol:
    return Symbol("toy", (Path(path.done(), fill=Colour("#000000")),), Rect(-50, -50, 100, 100))


def test_the_comparison_of_shapes_knows_a_shape_moved_and_scaled() -> None:
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


def test_a_silhouette_has_no_holes() -> None:
    ring = toy(PathBuilder().circle(0, 0, 40).add(PathBuilder().circle(0, 0, 30).done()))
    even = Symbol(
        "ring", (Path(ring.items[0].data, fill=Colour("#000000"), even_odd=True),), ring.box
    )
    disc = toy(PathBuilder().circle(0, 0, 40))
    assert shared(*evened([even, disc], silhouette=True)) > 0.97
    assert shared(*evened([even, disc], silhouette=False)) < PRINTED


def test_an_emblem_that_is_hardly_changed_is_detected(tmp_path: File) -> None:
    """The same suit under another name, a little turned and larger."""
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
