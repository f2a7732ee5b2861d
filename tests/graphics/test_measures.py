"""Line weights and text sizes are defined once, and all drawings import them."""

import re

from printkit.graphics import measures
from tests.support.processes import ROOT

HOME = "graphics/measures.py"
POINTS = re.compile(r"25\.4 / 72")
NAMES = {name for name in vars(measures) if name.isupper()}


def redefined(code: str) -> list[str]:
    """Return names of shared measures that a module redefines."""
    targets = re.findall(r"^([A-Z_, ]+) = (?:\d|\()", code, re.MULTILINE)
    return [name for target in targets for name in re.split(", ?", target) if name in NAMES]


def test_no_module_defines_a_shared_measure() -> None:
    """A size in points has a name in graphics/measures.py, or is computed with MM_PER_POINT."""
    found = {}
    for path in sorted((ROOT / "printkit").rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        if names := [*redefined(code), *POINTS.findall(code)]:
            found[path.relative_to(ROOT / "printkit").as_posix()] = names
    assert {*found} == {HOME}


def test_search_redefined_measure_is_found() -> None:
    assert redefined("FINE, AIR = 0.18, 4\n") == ["FINE"]
    assert redefined("MIN_TEXT_SIZE = 6 * 25.4 / 72\n") == ["MIN_TEXT_SIZE"]
    assert POINTS.search("x = 6 * 25.4 / 72")


def test_text_sizes_are_points_and_weights_form_scale() -> None:
    points = (
        measures.MIN_CARD_TEXT_SIZE,
        measures.MIN_TEXT_SIZE,
        measures.MIN_TABLE_TEXT_SIZE,
        measures.MIN_AID_TEXT_SIZE,
        measures.MIN_PAGE_TEXT_SIZE,
    )
    assert [round(size / 25.4 * 72, 9) for size in points] == [6, 7, 7, 7.5, 8]
    weights = [measures.HAIRLINE, measures.FINE, measures.CUT_OVER_ART, measures.LINE]
    assert [*weights, measures.BOLD] == sorted([*weights, measures.BOLD])
