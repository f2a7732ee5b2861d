"""Requirements of every format, built in or from a plug-in, tested on each of our products."""

from __future__ import annotations

import io
import re
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path
from typing import Any

import ezdxf
import pikepdf
import pytest
from msgspec.structs import replace

from printkit.base import plugins
from printkit.base.options import OptionValues
from printkit.graphics.display_list import Group, Use
from printkit.pieces.options import DPI
from printkit.pieces.pages import CUT, Artifact, Document, Layer, Page
from printkit.pieces.protocols import formats, writer
from printkit.writers import png as _raster
from tests.products.test_contract import LEADS
from tests.support.builds import lay_out
from tests.support.pdf import not_embedded
from tests.support.processes import ROOT
from tests.support.sample import cases

LISTING = EntryPoint("listing", __name__, plugins.WRITERS)
SVG = "{http://www.w3.org/2000/svg}"
# Formats with cutting lines only: a page without any has no file.
CUTTING = {"cut", "dxf"}
# Elements that load external content in an SVG, and keys that act in a PDF.
FOREIGN = {"script", "style", "foreignObject", "text", "image", "a"}
ACTING = {"/BM", "/JS", "/JavaScript", "/AA", "/OpenAction", "/EmbeddedFiles", "/URI", "/Trans"}


def write(document: Document, options: OptionValues) -> Iterator[Artifact]:
    """Write as the plug-in that this module represents."""
    titles = [page.title for page in document.pages]
    text = "\n".join(["printkit", document.title, *titles]).encode()
    yield Artifact(".lst", text, len(titles), sum(page.cards for page in document.pages))


@pytest.fixture(autouse=True)
def _with_a_plug_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "plugin_entries", lambda group: {LISTING.name: LISTING})
    # Small pictures are painted at a low resolution: `test_png` tests their content.
    monkeypatch.setattr(_raster, "_HAIRLINE_DPI", 1)


def inside(found: Any) -> Iterator[Any]:
    """Yield every dictionary of a PDF, nested ones included."""
    held = list(found) if isinstance(found, pikepdf.Array) else []
    if isinstance(found, pikepdf.Dictionary | pikepdf.Stream):
        yield found
        held = [value for _, value in found.items()]
    for value in held:
        if not getattr(value, "is_indirect", False):
            yield from inside(value)


def read_pdf(data: bytes) -> bytes:
    """Return all text of a PDF; check that its fonts are embedded and that nothing in it acts."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        streams = [one.read_bytes() for one in pdf.objects if isinstance(one, pikepdf.Stream)]
        assert not_embedded(pdf, may_have_none=b"PDF/X" in data) == []
        assert not pdf.is_encrypted
        for one in (part for whole in pdf.objects for part in inside(whole)):
            assert one.get("/SMask", pikepdf.Name("/None")) == pikepdf.Name("/None")
            assert all(float(one.get(key, 1)) == 1 for key in ("/ca", "/CA"))
            assert one.get("/S") != pikepdf.Name("/Transparency")
            assert not ACTING & set(one.keys())
        days = re.findall(rb"D:(\d{8})", data)
        assert len(days) >= 2, "creation and change"
        assert set(days) == {b"20000101"}, "the fixed day of reportlab"
        return b"\n".join([data, *streams, *(str(v).encode() for _, v in pdf.docinfo.items())])


def read_svg(data: bytes) -> bytes:
    """Read an SVG and check it: unique ids, internal references only, no unused definition.

    Nothing is loaded from elsewhere, and every program can read its numbers.
    """
    root = ET.fromstring(data)
    assert data.startswith(b'<?xml version="1.0" encoding="utf-8"?>')
    assert data.count(b"<?xml") == 1
    assert not {element.tag.replace(SVG, "") for element in root.iter()} & FOREIGN
    assert re.findall(rb"(?:https?|file|data):", re.sub(rb'xmlns(:\w+)?="[^"]+"', b"", data)) == []
    ids = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
    assert [key for key, count in ids.items() if count > 1] == []
    values = [pair for element in root.iter() for pair in element.attrib.items()]
    found = [value for key, value in values if key.endswith("href")]
    found += [one for _, value in values for one in re.findall(r"url\(\s*[\"']?([^)\"']+)", value)]
    assert found or "layer-art" not in ids
    assert {one for one in found if not one.startswith("#") or one[1:] not in ids} == set()
    defs = root.find(f"{SVG}defs")
    assert {one.get("id") for one in defs or ()} <= {one[1:] for one in found}
    assert all(re.fullmatch(r"M[MLCZ0-9.\- ]*", value) for key, value in values if key == "d")
    return data


def read_dxf(data: bytes) -> bytes:
    """Read a DXF without errors, with plain letters in its comments."""
    drawing = ezdxf.read(io.StringIO(data.decode("ascii")))
    assert not drawing.audit().errors
    return re.sub(r"\\U\+(\w{4})", lambda one: chr(int(one[1], 16)), data.decode()).encode()


def read(data: bytes) -> bytes:
    """Return all text of a file, which must be self-contained."""
    kinds = {b"%PDF": read_pdf, b"<?xm": read_svg, b"999\n": read_dxf}
    return kinds.get(data[:4], bytes)(data)


NAMES = ["listing", *formats()]
# By day, each format writes every third product.
THIRDS = [(name, place % 3, 3) for place, name in enumerate(NAMES) if name != "tiff"]


@pytest.mark.parametrize(
    ("name", "first", "step"), cases([*THIRDS, *((name, 0, 1) for name in NAMES)], THIRDS)
)
def test_every_format_meets_the_contract(name: str, first: int, step: int) -> None:
    check_format(name, first, step)


@pytest.mark.parametrize("text", ["{} printkit casino", "casino", f"printkit casino {ROOT}"])
def test_format_below_the_contract_is_detected(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bytes change each time, its maker is missing, or it contains a local path."""
    numbers = count()

    def write_badly(document: Document, options: OptionValues) -> Iterator[Artifact]:
        said = f"{text.format(next(numbers))} {document.title}"
        yield Artifact(".lst", said.encode(), 1, document.pages[0].cards)

    monkeypatch.setattr(sys.modules[__name__], "write", write_badly)
    with pytest.raises(AssertionError):
        check_format("listing")


def drawn_anew(found: Any, kept: frozenset[int] = frozenset()) -> Any:
    """Return the same pages or items with a new symbol for each use, as if nothing were cached.

    Symbols of whole pieces are kept.
    """
    if isinstance(found, tuple):
        return tuple(drawn_anew(one, kept) for one in found)
    if isinstance(found, Page):
        kept = frozenset(id(cell.symbol) for cell in found.cells)
    for kind, held in ((Document, "pages"), (Page, "layers"), (Layer, "items"), (Group, "items")):
        if isinstance(found, kind):
            return replace(found, **{held: drawn_anew(getattr(found, held), kept)})
    if isinstance(found, Use) and id(found.symbol) not in kept:
        symbol = replace(found.symbol, items=drawn_anew(found.symbol.items, kept))
        return replace(found, symbol=symbol)
    return found


def check_format(name: str, first: int = 0, step: int = 1) -> None:
    """Check each `step`-th product."""
    for key, slug in [*LEADS.items()][first::step]:
        whole = lay_out(slug, key, "fr")
        document = replace(whole, pages=whole.pages[:1], outline=())
        artifacts = tuple(writer(name)(document, {DPI.name: 20}))
        again = writer(name)(drawn_anew(document), {DPI.name: 20})
        assert [one.data for one in artifacts] == [one.data for one in again], key
        if name in CUTTING and not any(layer.name == CUT for layer in document.pages[0].layers):
            assert not artifacts, key
            continue
        assert sum(one.pages for one in artifacts) == 1, key
        assert sum(one.cards for one in artifacts) == document.pages[0].cards, key
        assert len({one.suffix for one in artifacts}) == len(artifacts), key
        for data in (read(one.data) for one in artifacts):
            assert b"printkit" in data, key
            titles = (document.title, document.pages[0].title)
            assert any(title.encode() in data for title in titles), key
            assert not re.search(rb"\b20[2-9]\d-[01]\d-[0-3]\d|tIME", data), key
            for place in (ROOT, Path.home(), Path.cwd(), sys.prefix, "/tmp/", "site-packages"):
                assert str(place).encode() not in data or place == Path("/"), (key, place)
