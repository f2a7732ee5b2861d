"""Engraved drawings: budgets and roles of the files, colours of themes, outlines of lines."""

import math
import re
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from pathlib import Path as File
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from printkit.art import engraved, tracing
from printkit.art.engraved import Tones, drawing_names, drawing_path, fit, header_of
from printkit.art.theme import theme, theme_names
from printkit.art.tracing import (
    MIN_LINE,
    EngravedLayer,
    Nib,
    Outlines,
    _Engraver,
    _is_shading_of_skin,
    trace,
)
from printkit.base import paper_sizes
from printkit.base.content import bundled_rows, content_path
from printkit.base.errors import PrintkitError
from printkit.base.files import cache_folder
from printkit.base.geometry import centred_rect
from printkit.faces import engraved_faces
from printkit.faces.engraved_faces import draw_symbol
from printkit.graphics.colour import MIN_TEXT_CONTRAST, MIN_VISIBLE_CONTRAST, WHITE, contrast
from printkit.graphics.display_list import Group, Path, Use
from printkit.graphics.engraved import (
    Engraved,
    EngravedArea,
    EngravedHalf,
    EngravedUse,
    EngravingHeader,
    decode,
    shapes_of,
)
from tests.support.decks import variant
from tests.support.engraving import Writer, example
from tests.support.walk import ink_box, leaves, union

# The budgets of files (bytes), and the highest total of inks that card printers accept.
PIPS, COURT, INKS = 25_000, 50_000, 240
# The least space between the halos of two pips, and from a world to the trim, where the frame is
# 2.8 mm inside it (mm); the least contrast of a pupil.
APART, FRAME, PUPIL = 0.25, 3.5, 12.0
NIB = Nib(1.0, 1.0, one_ink=False)
TABLE = bundled_rows("materials.toml")
MATERIALS = tuple(TABLE["materials"])
TONES = ("pale", "mid", "deep", "ink", "edge", "rim")
WHOLE = ("ground", "halo", "ray", "ray2", "burst.ray", "shine", "glow")
SUITS = ("blue", "vermillion", "purple", "black", "green", "blood", "sand", "red")
Points: TypeAlias = NDArray[np.float64]
every_drawing = pytest.mark.parametrize("name", drawing_names())


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: File) -> str:
    """Put the drawing of the tests in the place of ours; its name is `example`."""
    for module in (engraved, tracing, engraved_faces):
        monkeypatch.setattr(module, "drawing_path", lambda name: tmp_path / f"{name}.pk")
    (tmp_path / "example.pk").write_bytes(example())
    for cached in (trace, draw_symbol, header_of):
        cached.cache_clear()
    return "example"


# Files


@every_drawing
def test_file_is_within_its_budget(name: str) -> None:
    size = drawing_path(name).stat().st_size
    is_scene = header_of(name).sash is not None or name.startswith("trumps/")
    assert size <= (COURT if is_scene else PIPS)


@every_drawing
def test_file_has_known_roles(name: str) -> None:
    shapes = shapes_of(decode(drawing_path(name).read_bytes()))
    unknown = set()
    for role in {getattr(shape, key, "") for shape in shapes for key in ("role", "edge")}:
        material, _, tone = role.partition(".")
        bare = material.rstrip("0123456789")
        known = not role or role in WHOLE or re.fullmatch(r"ground\.t\d", role)
        if not known and not (tone in TONES and {material, bare} & set(MATERIALS)):
            unknown.add(role)
    assert unknown == set()


def test_every_file_is_the_drawing_of_a_card() -> None:
    patterns = [
        re.sub(r"\\\{\w+\\\}", r"\\w+", re.escape(name))
        for row in bundled_rows("engraved.toml").values()
        for name in row.values()
    ]
    courts = "|".join(path.stem for path in content_path("art", "courts").glob("*.svg"))
    patterns += ["own/ground-(ace|\\d\\d)", f"own/({courts})"]  # for suits of users
    # The numbers of a frame: their halves have one sign, cards without a rank their id.
    folders = [row["numbers"] for row in bundled_rows("frames.toml").values() if "numbers" in row]
    ids = "|".join(card.id for card in variant("pazaak").cards if card.rank is None)
    number = rf"(plain|(half-)?(plus|minus))-\d\d|({ids})(-plus|-minus)?"
    patterns += [rf"{folder}/({number})" for folder in folders]
    upright = {name.removesuffix("-aslant"): name for name in drawing_names()}
    orphans = [name for name in upright if not any(re.fullmatch(p, name) for p in patterns)]
    assert orphans == []


def test_every_row_is_of_an_emblem() -> None:
    for emblem in bundled_rows("engraved.toml"):
        assert content_path("art", f"{emblem}.svg").is_file(), emblem


# Places


def placed(name: str, role: str) -> list[Points]:
    """Return the outlines of the areas of a role on the whole card, in mm from its middle."""
    drawing = decode(drawing_path(name).read_bytes())
    middle = np.array(drawing.header.size) / 2

    def search(shapes: Iterable[Engraved], origin: Points) -> Iterator[Points]:
        for shape in shapes:
            if isinstance(shape, EngravedHalf):
                half = [*search(shape.shapes, origin)]
                yield from half
                yield from (-outline for outline in half)
            elif isinstance(shape, EngravedUse):
                place = np.array([shape.x, shape.y]) / drawing.unit - origin
                for outline in search(drawing.blocks[shape.symbol], np.zeros(2)):
                    yield place + (-outline if shape.turned else outline)
            elif isinstance(shape, EngravedArea) and shape.role == role:
                for ring in shape.rings:
                    yield np.array(ring).T / drawing.unit - origin

    return [*search(drawing.blocks[-1], middle)]


def gap(one: Points, other: Points) -> float:
    """Return how far two convex outlines are apart at least; less than 0 if they overlap."""
    found = -math.inf
    for outline in (one, other):
        sides = np.roll(outline, -1, axis=0) - outline
        for x, y in sides / np.linalg.norm(sides, axis=1)[:, None]:
            across, beside = one @ [y, -x], other @ [y, -x]
            found = max(found, across.min() - beside.max(), beside.min() - across.max())
    return found


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(
    "name",
    [name for name in drawing_names() if re.match("spike/(plus|minus)|poker/diamonds", name)],
)
def test_pips_do_not_touch(name: str) -> None:
    """Halos are convex here; one on the middle line is stored as two halves."""
    halos = placed(name, "halo")
    level = [outline[:, 1].min() < 0 < outline[:, 1].max() for outline in halos]
    across = [(outline[:, 0].min() + outline[:, 0].max()) / 2 for outline in halos]
    apart = [
        gap(halos[i], halos[k])
        for i, k in combinations(range(len(halos)), 2)
        if not (level[i] and level[k] and abs(across[i] - across[k]) < 2)
    ]
    assert min(apart, default=APART) >= APART


@pytest.mark.parametrize(
    "name", [name for name in drawing_names() if re.fullmatch(r"(casino|tarot)/coins-\d\d", name)]
)
def test_worlds_are_inside_the_frame(name: str) -> None:
    width, height = header_of(name).size
    reach = np.abs(np.concatenate(placed(name, "gold.deep"))).max(0)
    assert reach[0] <= width / 2 - FRAME
    assert reach[1] <= height / 2 - FRAME


# Colours


@pytest.mark.parametrize("key", theme_names())
def test_colours_can_be_printed(key: str) -> None:
    for suit, material, tone in product(SUITS, MATERIALS, TONES):
        colour = Tones(theme(key), suit).of(f"{material}.{tone}")
        if colour is not None:
            assert colour.inks is not None, (suit, material, tone)
            ground = theme(key).grounds.get(suit, WHITE).inks
            own = ground.total if ground is not None else 0
            assert colour.inks.total <= max(INKS, own), (suit, material, tone)


@pytest.mark.parametrize("key", theme_names())
def test_tones_of_a_material_become_darker(key: str) -> None:
    if not theme(key).engraving.flats:
        return
    for suit, material in product(SUITS, MATERIALS):
        tones = Tones(theme(key), suit)
        if tones.is_dark and "night" in TABLE["materials"][material]:
            continue  # dark glass on a dark ground
        pale, mid, deep = (tones.of(f"{material}.{tone}") for tone in TONES[:3])
        assert pale is not None
        assert mid is not None
        assert deep is not None
        darkness = [contrast(colour, WHITE) for colour in (pale, mid, deep)]
        assert darkness[0] <= 1.05 * darkness[1] <= 1.1 * darkness[2], (suit, material)


@pytest.mark.parametrize("key", theme_names())
def test_eyes_have_dark_pupils_and_toned_irises(key: str) -> None:
    """On paper an iris is as distinct from the white of the eye as a graphic must be (WCAG)."""
    irises = [name for name in MATERIALS if name.startswith("iris-")]
    assert irises
    for suit in SUITS:
        tones = Tones(theme(key), suit)
        white, pupil = tones.of("eye.pale"), tones.of("eye.ink")
        assert white is not None
        assert pupil is not None
        one_ink = theme(key).engraving.one_ink
        assert contrast(pupil, white) >= (MIN_VISIBLE_CONTRAST if one_ink else PUPIL)
        if tones.is_dark or not theme(key).engraving.flats:
            continue
        for name in irises:
            iris = tones.of(f"{name}.mid")
            assert iris is not None
            assert contrast(iris, white) >= MIN_VISIBLE_CONTRAST, (suit, name)


def test_engraver_has_one_ink_and_gold() -> None:
    for suit in SUITS:
        tones = Tones(theme("engraver"), suit)
        lines = {tones.of(f"{name}.{tone}") for name in MATERIALS for tone in TONES[3:]}
        areas = {tones.of(f"{name}.{tone}") for name in MATERIALS for tone in TONES[:3]}
        assert len(lines) == 2
        assert areas == {theme("engraver").roles_of["paper"]}


def test_ink_saver_has_no_hatching() -> None:
    tones = Tones(theme("ink-saver"), "blue")
    assert [name for name in MATERIALS if tones.of(f"{name}.ink")] == ["eye"]
    assert tones.of("ray") is None
    assert tones.of("gold.edge")


def test_hand_of_each_theme_is_its_own() -> None:
    tones = [Tones(theme(key), "blue") for key in theme_names()]
    roles = [f"{name}.{tone}" for name, tone in product(MATERIALS, TONES)]
    looks = {tuple(own.of(role) for role in roles) for own in tones}
    assert len(looks) == len(tones)


# Outlines


def outlines(writer: Writer, nib: Nib) -> Outlines:
    return tracing._Tracer(decode(writer.done({})), nib).outlines()


@pytest.mark.parametrize(("scale", "lines"), [(1.0, 1.0), (0.7, 0.82), (0.65, 0.5), (1.4, 1.0)])
def test_no_line_is_thinner_than_the_floor(scale: float, lines: float) -> None:
    writer = Writer()
    writer.swell("gold.ink", [(0, 0), (500, 0), (1000, 0)], (0, 10, 0), broad=False)
    writer.line("ray", [(0, 900), (900, 900)], 12)
    for layer in outlines(writer, Nib(scale, lines, one_ink=False)).before:
        ys = layer.coords[1::2]
        width = (max(ys) - min(ys)) / 50 * scale
        assert width >= MIN_LINE - 0.02 * scale
        assert width <= max(MIN_LINE, 0.12 * lines * scale) + 0.02 * scale


def test_widths_follow_the_theme() -> None:
    found = []
    for lines in (1.0, 0.5):
        writer = Writer()
        writer.line("ray", [(0, 0), (900, 0)], 40)
        (layer,) = outlines(writer, Nib(1.0, lines, one_ink=False)).before
        found.append(max(layer.coords[1::2]))
    assert found == [10, 5]


def test_corner_of_a_line_is_not_torn() -> None:
    """At a sharp turn the outline stays within twice the width of the line."""
    writer = Writer()
    writer.line("ray", [(0, 0), (500, 10), (0, 20)], 40)
    coords = outlines(writer, NIB).before[0].coords
    assert max(coords[::2]) <= 500 + 2 * 20


def test_closed_line_has_two_outlines() -> None:
    writer = Writer()
    writer.line("gold.rim", [(0, 0), (500, 0), (500, 500), (0, 500)], 40, closed=True)
    (layer,) = outlines(writer, NIB).before
    assert layer.lengths == (4, 4)
    ends = {min(layer.coords), max(layer.coords)}
    assert ends == {-10, 510}


def test_line_of_the_ground_has_fine_twins() -> None:
    """Each is on its side, clear of the line that another theme draws, and as fine as possible."""
    writer = Writer()
    writer.line("ray", [(0, 0), (900, 0)], 20)
    writer.line("gold.edge", [(0, 500), (900, 500)], 20)
    twins, other = outlines(writer, Nib(1.0, 1.0, one_ink=False, twin=True)).before
    assert len(twins.lengths) == 2
    assert len(other.lengths) == 1
    above, below = twins.coords[1 : 2 * twins.lengths[0] : 2], twins.coords[1 + 2 * 4 :: 2]
    assert (max(above), min(above)) in {(17, 11), (-11, -17)}
    assert [-y for y in sorted(above)] == sorted(below)[::-1]


def test_closed_line_of_the_ground_has_four_outlines() -> None:
    writer = Writer()
    writer.line("ray", [(0, 0), (500, 0), (500, 500), (0, 500)], 20, closed=True)
    (layer,) = outlines(writer, Nib(1.0, 1.0, one_ink=False, twin=True)).before
    assert layer.lengths == (4, 4, 4, 4)


def test_sparse_theme_draws_every_other_line_of_shade() -> None:
    writer = Writer()
    for y in range(0, 800, 100):
        writer.swell("gold.ink", [(0, y), (500, y), (1000, y)], (0, 10, 0), broad=False)
    layers = outlines(writer, Nib(1.0, 1.0, one_ink=False, sparse=True)).before
    kept = {layer.y + round(y, -2) for layer in layers for y in layer.coords[1::2]}
    assert kept == {100, 300, 500, 700}


@pytest.mark.parametrize(("rays", "kept"), [(1, 6), (2, 3), (0, 0)])
def test_rays_behind_a_court_are_spaced(rays: int, kept: int) -> None:
    writer = Writer()
    for y in range(0, 600, 100):
        writer.line("burst.ray", [(0, y), (900, y)], 20)
    layers = outlines(writer, Nib(1.0, 1.0, one_ink=False, rays=rays)).before
    assert sum(len(layer.lengths) for layer in layers) == kept


def test_line_begins_in_the_shade() -> None:
    """A line of other widths than those of shade is whole."""
    writer = Writer()
    places = [(0, 0), (200, 0), (400, 0), (600, 0), (800, 0)]
    writer.swell("gold.ink", places, (10, 14, 36, 14, 10), broad=False)
    writer.line("gold.edge", [(0, 500), (900, 500)], 20)
    shade, edge = outlines(writer, Nib(1.0, 1.0, one_ink=False, onset=25)).before
    assert (min(shade.coords[::2]), max(shade.coords[::2])) == (300, 500)
    assert (min(shade.coords[1::2]), max(shade.coords[1::2])) == (-9, 9)
    assert max(edge.coords[::2]) == 900


def test_short_stretch_of_shade_is_left_out() -> None:
    writer = Writer()
    writer.swell("gold.ink", [(0, 0), (20, 0), (40, 0)], (10, 36, 10), broad=False)
    assert not outlines(writer, Nib(1.0, 1.0, one_ink=False, onset=25)).before


@pytest.mark.skipif(not drawing_names(), reason="there are no drawings")
def test_weave_surrounds_both_heads_of_a_court() -> None:
    name = "casino/master-coins"
    items = draw_symbol(name, Tones(theme("engraver"), "blue"), 1.0).items
    group = items[0]
    assert isinstance(group, Group)
    above, below = group.items
    assert isinstance(above, Group)
    assert isinstance(below, Group)
    assert below.items == (above,)
    assert (below.matrix.a, below.matrix.d) == (-1, -1)
    (use,) = above.items
    assert isinstance(use, Use)
    header = header_of(name)
    assert header.centre is not None
    middle = header.centre[0] - header.size[0] / 2, header.centre[1] - header.size[1] / 2
    assert (use.matrix.e, use.matrix.f) == pytest.approx(middle)
    assert not [leaf for leaf in leaves(use.symbol.items) if leaf.item.stroke]
    ink = union(box for leaf in leaves(use.symbol.items) if (box := ink_box(leaf)))
    assert use.symbol.box.inset(-MIN_LINE).contains(ink), "the outermost ring"
    # On a card that tapers, rings are narrow at its ends.
    (narrow,) = (
        group for group in draw_symbol(name, Tones(theme("engraver"), "blue"), 1.0, 0.2).items[:1]
    )
    matrix = narrow.items[0].items[0].matrix
    assert 0.8 < matrix.a < 1 == matrix.d
    assert matrix.e == pytest.approx(middle[0] * matrix.a)


# Drawings


def test_half_is_drawn_once_and_used_twice(drawn: str) -> None:
    symbol = draw_symbol(drawn, Tones(theme("gala"), "blue"), 1.0)
    uses = [item for item in symbol.items if hasattr(item, "symbol")]
    assert len({use.symbol.key for use in uses}) == 1
    assert [round(use.matrix.a) for use in uses] == [1, -1]


@pytest.mark.parametrize("key", theme_names())
def test_drawing_stays_in_its_box(drawn: str, key: str) -> None:
    symbol = draw_symbol(drawn, Tones(theme(key), "red"), 0.9)
    shown = [*leaves(symbol.items)]
    assert all(isinstance(leaf.item, Path) for leaf in shown)
    assert len(shown) > 5
    assert math.isclose(symbol.box.w, (63.5 + 6.4) * 0.9)


def test_outlines_are_kept(drawn: str) -> None:
    first = trace(drawn, NIB)
    (kept,) = (cache_folder() / "engraved").glob("example-1-1-0-0-0-0-0-0-1")
    before = kept.read_bytes()
    for spoiled in (b"", before[:-1] + b"\0", before[:64]):
        kept.write_bytes(spoiled)
        trace.cache_clear()
        assert trace(drawn, NIB) == first
        assert kept.read_bytes() == before
    trace.cache_clear()
    assert trace(drawn, NIB) == first


def test_damaged_drawing_is_a_sentence(drawn: str) -> None:
    path = engraved.drawing_path(drawn)
    path.write_bytes(path.read_bytes()[:-5])
    trace.cache_clear()
    with pytest.raises(PrintkitError, match=r"example\.pk"):
        len(draw_symbol(drawn, Tones(theme("gala"), "blue"), 1.0).items)


@pytest.mark.parametrize("size", paper_sizes.card_names())
def test_all_that_counts_is_in_the_safe_area(size: str) -> None:
    card = paper_sizes.card(size)
    trim, header = centred_rect(card.w, card.h), EngravingHeader()
    safe = trim.inset(3.0)
    scale, covers = fit(header, trim, safe)
    width, height = header.size
    assert (width / 2 - engraved._SIDES) * scale <= safe.w / 2 + 1e-9
    assert (height / 2 - engraved._ENDS) * scale <= safe.h / 2 + 1e-9
    if covers:
        assert width * scale >= card.w - 1e-9
        assert height * scale >= card.h - 1e-9


def test_poker_card_shows_the_drawing_at_its_own_size() -> None:
    card = paper_sizes.card("poker")
    trim = centred_rect(card.w, card.h)
    assert fit(EngravingHeader(), trim, trim.inset(3.0)) == (1.0, True)


@pytest.mark.parametrize("key", theme_names())
def test_ground_carries_its_plate(key: str) -> None:
    from printkit.faces.engraved_faces import plate_look

    for suit, sign in product(SUITS, ("", "+", "−")):
        look = plate_look(Tones(theme(key), suit), sign)
        assert contrast(look.figure, look.ground) >= MIN_TEXT_CONTRAST, (suit, sign)


def test_theme_of_outlines_omits_white_areas() -> None:
    """They would hide the inner half of its edge; an area of another material stays, as does every
    one in a theme with hatching.
    """

    def blank(key: str, role: str, edged: str, *, is_area: bool = True, edge: str = "") -> bool:
        engraver = _Engraver(Outlines(1.0, (), (), (), ()), Tones(theme(key), "blue"), "x", 1.0)
        layer = EngravedLayer(role, 0, 0, (), (), edge=edge, is_area=is_area)
        return engraver.is_blank(layer, edged)

    assert blank("ink-saver", "gold.pale", "gold")
    assert not blank("ink-saver", "eye.ink", "eye"), "it is dark"
    assert not blank("ink-saver", "gold.pale", "coat")
    assert not blank("ink-saver", "gold.pale", "gold", is_area=False)
    assert not blank("ink-saver", "gold.pale", "gold", edge="gold.edge")
    assert not blank("engraver", "gold.pale", "gold")


def test_lines_on_skin_alone_are_its_shading() -> None:
    skins = {name for name in MATERIALS if name.startswith(("flesh", "lips"))}
    roles = [f"{name}.{tone}" for name, tone in product(MATERIALS, TONES)]
    assert {role for role in roles if _is_shading_of_skin(role)} == {f"{one}.ink" for one in skins}
