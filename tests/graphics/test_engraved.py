"""The reader of engraved drawings: a written drawing is read back, and damage is an error."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.graphics.engraved import (
    LEVELS,
    EngravedArea,
    EngravedHalf,
    EngravedLine,
    EngravedUse,
    EngravingHeader,
    decode,
    read_header,
    shapes_of,
)
from tests.support.engraving import Writer, example

places = st.tuples(st.integers(-400, 6000), st.integers(-400, 6000))
lines = st.lists(places, min_size=2, max_size=30)
rings = st.lists(st.lists(places, min_size=3, max_size=12), min_size=1, max_size=3)


def test_example_is_read() -> None:
    drawing = decode(example())
    assert drawing.header == EngravingHeader(bleed=3.2, sash=(31.6, 6.1))
    assert drawing.unit == 50
    symbol, card = drawing.blocks
    assert [type(shape) for shape in symbol] == [EngravedArea]
    assert [type(shape) for shape in card] == [EngravedArea, EngravedHalf, EngravedLine]
    kinds = [type(shape) for shape in shapes_of(drawing)]
    assert kinds.count(EngravedUse) == 2
    assert len(kinds) == 11


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_written_drawing_is_read_back(data: st.DataObject) -> None:
    writer, expected = Writer(), []
    for number in range(data.draw(st.integers(0, 6))):
        role, points = f"gold.{number % 3}", data.draw(lines)
        kind = data.draw(st.sampled_from(("area", "edged", "line", "ring", "swell")))
        places = [complex(*point) for point in points]
        if kind in ("area", "edged"):
            outlines = data.draw(rings)
            edge, width = ("gold.edge", 26) if kind == "edged" else ("", 0)
            writer.area(role, outlines, edge, width)
            own = tuple(tuple(map(list, zip(*ring, strict=True))) for ring in outlines)
            expected.append(EngravedArea(role, own, edge, width))
        elif kind == "swell":
            levels = data.draw(
                st.lists(st.sampled_from(LEVELS), min_size=len(points), max_size=len(points))
            )
            broad = data.draw(st.booleans())
            writer.swell(role, points, levels, broad=broad)
            widths = bytes(level * (1 + broad) for level in levels)
            expected.append(EngravedLine(role, places, widths))
        else:
            writer.line(role, points, 30, closed=kind == "ring")
            expected.append(EngravedLine(role, places, bytes([30]), kind == "ring"))
    assert [*shapes_of(decode(writer.done({})))] == expected


def test_file_without_header_has_the_usual_one() -> None:
    writer = Writer()
    writer.line("ray", [(0, 0), (9, 9)], 12)
    assert decode(writer.done()).header == EngravingHeader()


def is_refused(data: bytes) -> bool:
    try:
        decode(data)
    except ValueError:
        return True
    return False


def test_every_end_is_refused() -> None:
    whole = example()
    assert [end for end in range(len(whole)) if not is_refused(whole[:end])] == []
    assert is_refused(whole + b"\0")


def test_no_damage_is_a_crash() -> None:
    """A changed byte gives another drawing, or a ValueError."""
    whole = example()
    refused = sum(
        is_refused(whole[:i] + bytes([whole[i] ^ flip]) + whole[i + 1 :])
        for i in range(len(whole))
        for flip in (1, 16, 128, 255)
    )
    assert refused > 2 * len(whole)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_noise_is_refused(noise: bytes) -> None:
    assert is_refused(noise) or len(noise) > 20


@pytest.mark.parametrize(
    "header", [{"size": [0, 88]}, {"size": [63.5, 9000]}, {"bleed": -1}, {"size": "poker"}]
)
def test_header_out_of_bounds_is_refused(header: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="damaged"):
        read_header(Writer().done(header))


def test_bomb_is_refused() -> None:
    writer = Writer()
    writer.streams[2] += bytes(3 << 20)
    assert is_refused(writer.done({}))


def test_symbol_cannot_use_itself() -> None:
    writer = Writer(blocks=2)
    writer.use(0, 1, 1, turned=False)
    writer.end()
    assert is_refused(writer.done({}))


def test_half_ends_once() -> None:
    for codes in ((7,), (8,), (7, 7, 8, 8)):
        writer = Writer()
        writer.ops(*codes)
        assert is_refused(writer.done({})), json.dumps(codes)
