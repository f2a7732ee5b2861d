"""SVG: in millimetres, with named layers and readable words."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from printkit.base.files import GENERATOR
from printkit.faces.anatomy import value_text
from printkit.model.load import load
from printkit.writers.svg import _SvgPage
from tests.support import chromium
from tests.support.builds import lay_out
from tests.support.processes import needs, run
from tests.support.raster import apart, blocks, build_files, failing, png_pixels, svg_pixels
from tests.support.sample import cases
from tests.support.words import printed_name

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
XML = "{http://www.w3.org/XML/1998/namespace}"
LAYERS = {"art", "marks", "label", "corners", "cut", "safe"}
WISHES = {
    "casino": {},
    "kessel": {"duplex": "fold", "proof": True},
    "pazaak": {"corner_guides": True, "paper": "letter", "languages": ("fr",)},
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Path]]:
    """Return all pages of each variant, each with other options."""
    out = tmp_path_factory.mktemp("svg")
    return {
        variant: list(build_files(out, variant, formats=("svg",), **wishes).files)
        for variant, wishes in WISHES.items()
    }


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    out = tmp_path_factory.mktemp("svg-cards")
    return list(build_files(out, "kessel", formats=("svg",), layout="single", bleed=3.0).files)


@pytest.fixture(scope="module")
def trees(files: dict[str, list[Path]], cards: list[Path]) -> dict[str, ET.Element]:
    every = [path for paths in files.values() for path in paths] + cards
    return {path.name: ET.fromstring(path.read_bytes()) for path in every}


def layers(root: ET.Element) -> dict[str, ET.Element]:
    return {
        group.attrib[f"{INKSCAPE}label"]: group
        for group in root.iter(f"{SVG}g")
        if group.get(f"{INKSCAPE}groupmode") == "layer"
    }


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        pytest.param("casino-cards-en-01a.svg", 210, 297, marks=pytest.mark.nightly),
        ("kessel-cards-en-01.svg", 297, 210),
        ("pazaak-cards-fr-01b.svg", 215.9, 279.4),
    ],
)
def test_svg_unit_is_one_millimetre(
    trees: dict[str, ET.Element], name: str, width: float, height: float
) -> None:
    root = trees[name]
    assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
    assert [float(v) for v in root.attrib["viewBox"].split()] == [0, 0, width, height]


def test_copies_share_one_symbol(trees: dict[str, ET.Element]) -> None:
    """Kessel prints three of each number, so that a sheet has fewer drawings than cards."""
    root = trees["kessel-cards-en-01.svg"]
    faces = [s for s in root.iter(f"{SVG}symbol") if s.attrib["id"].startswith("face-")]
    drawn = [
        u.attrib[f"{XLINK}href"][1:]
        for u in layers(root)["art"].iter(f"{SVG}use")
        if u.attrib[f"{XLINK}href"].startswith("#face-")
    ]
    assert len(faces) == len(set(drawn)) < len(drawn)


def test_layers_have_the_names_programs_expect(trees: dict[str, ET.Element]) -> None:
    for name, root in trees.items():
        found = layers(root)
        alone = {"art"} if "-back-" in name else {"art", "cut"}
        wanted = LAYERS if re.search(r"-\d\d[ab]?\.svg$", name) else alone
        assert set(found) == wanted, name
        assert next(iter(found)) == "art", "the art lies at the bottom"
        assert {found[key].attrib["id"] for key in found} == {f"layer-{key}" for key in found}


def test_svg_has_title_description_and_language(trees: dict[str, ET.Element]) -> None:
    for name, root in trees.items():
        assert root.findtext(f"{SVG}title"), name
        assert root.findtext(f"{SVG}desc"), name
        assert root.get(f"{XML}lang") == ("fr" if "-fr-" in name else "en")
    first = trees["casino-cards-en-01a.svg"]
    assert "sheet 1/9, front" in str(first.findtext(f"{SVG}title"))
    assert "Casino Sabacc" in str(first.findtext(f"{SVG}desc"))


def test_face_has_its_name_and_words(trees: dict[str, ET.Element]) -> None:
    cards = {card.name["en"]: card for card in load("casino").cards}
    said = set()
    for name, root in trees.items():
        if not name.startswith("casino"):
            continue
        for symbol in root.iter(f"{SVG}symbol"):
            if symbol.attrib["id"].startswith("face-"):
                title = symbol.findtext(f"{SVG}title")
                labels = [e.attrib["aria-label"] for e in symbol.iter() if "aria-label" in e.attrib]
                assert title
                card = cards[title]
                assert " ".join(labels) == f"{printed_name(card, 'en')} {value_text(card)}".strip()
                said.add(title)
    assert said == set(cards)


def test_glyph_groups_are_labelled_or_hidden(trees: dict[str, ET.Element]) -> None:
    seen = Counter[str]()
    for root in trees.values():
        for group in root.iter(f"{SVG}g"):
            uses = [u.get(f"{XLINK}href", "") for u in group.findall(f"{SVG}use")]
            if uses and all(href.startswith("#glyph-") for href in uses):
                if group.get("aria-hidden") == "true":
                    assert "aria-label" not in group.attrib
                    seen["echo"] += 1
                else:
                    assert group.get("role") == "img"
                    assert group.get("aria-label")
                    seen["words"] += 1
    assert seen["echo"] > 50
    assert seen["words"] > 50


# --- other programs ------------------------------------------------------------------------------


@needs("rsvg-convert")
@pytest.mark.parametrize(
    "name",
    cases(["casino-cards-en-01b.svg", "kessel-cards-en-01.svg"], ("kessel-cards-en-01.svg",)),
)
def test_librsvg_draws_the_same(files: dict[str, list[Path]], tmp_path: Path, name: str) -> None:
    path = next(p for paths in files.values() for p in paths if p.name == name)
    out = tmp_path / "page.png"
    run(
        ["rsvg-convert", "-d", "96", "-p", "96", "-b", "white", "-o", out, path],
        check=True,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
    )
    theirs = png_pixels(out.read_bytes())
    ours = svg_pixels(path.read_bytes(), dpi=96)
    assert theirs.shape == ours.shape
    # Lines thinner than a pixel may differ, but never over a whole block.
    assert not blocks(failing(theirs, ours)).any()
    assert apart(theirs, ours * 0 + 255) > 0.02 * ours.shape[0] * ours.shape[1]
    assert theirs.min() < 80


@pytest.mark.nightly
@chromium.needed
def test_browser_draws_the_same(files: dict[str, list[Path]], tab: chromium.Tab) -> None:
    """The window has the size of the page at 96 dpi."""
    path = files["casino"][0]
    tab.window(794, 1123)
    tab.open(path.as_uri())
    theirs = png_pixels(tab.picture(0, 0, 794, 1123))
    ours = svg_pixels(path.read_bytes(), dpi=96)
    assert theirs.min() < 80
    # Browsers round the page size differently: allow half a pixel.
    assert apart(theirs, ours, t=64) < 0.001 * 794 * 1123
    assert apart(theirs, ours * 0 + 255, t=64) > 0.02 * 794 * 1123, "an empty page would not pass"


@pytest.mark.parametrize(("author", "named"), [("Anna", True), (GENERATOR, False), ("", False)])
def test_description_names_an_author_but_not_the_program(author: str, named: bool) -> None:
    document = replace(lay_out("expansion"), author=author, title="Title", subject="Subject")
    page = _SvgPage(document, document.pages[0], small=False)
    said = page.drawing.tostring()
    assert ("Title. Anna. Subject." in said) is named
    assert ("Title. Subject." in said) is not named
