"""What every format keeps to, whichever it is and whoever brings it: on each product of ours."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path

import pikepdf
import pytest
from msgspec.structs import replace

from printkit.base import plugins
from printkit.base.options import OptionValues
from printkit.imposition.page import Document
from printkit.pieces.options import DPI
from printkit.writers import Artifact, formats, writer
from printkit.writers import png as _raster
from tests.products.test_contract import LEADS
from tests.support.builds import lay_out
from tests.support.processes import ROOT

LISTING = EntryPoint("listing", __name__, plugins.WRITERS)


def write(document: Document, options: OptionValues) -> Iterator[Artifact]:
    """Write as the plug-in that this module stands for."""
    titles = [page.title for page in document.pages]
    text = "\n".join(["printkit", document.title, *titles]).encode()
    yield Artifact(".lst", text, len(titles), sum(page.cards for page in document.pages))


@pytest.fixture(autouse=True)
def _with_a_plug_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "plugin_entries", lambda group: {LISTING.name: LISTING})
    # A small picture is painted small: what is seen in it is for `test_png`.
    monkeypatch.setattr(_raster, "_HAIRLINE_DPI", 1)


def unpacked(data: bytes) -> bytes:
    """All that can be read in a file."""
    if not data.startswith(b"%PDF"):
        return data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        streams = [one.read_bytes() for one in pdf.objects if isinstance(one, pikepdf.Stream)]
        return b"\n".join([data, *streams, *(str(v).encode() for _, v in pdf.docinfo.items())])


@pytest.mark.parametrize("name", ["listing", *formats()])
def test_a_format(name: str) -> None:
    check_format(name)


@pytest.mark.parametrize("text", ["{} printkit casino", "casino", f"printkit casino {ROOT}"])
def test_a_format_that_keeps_to_less_is_seen(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other bytes each time, without its maker, with a place of this machine."""
    numbers = count()

    def write_badly(document: Document, options: OptionValues) -> Iterator[Artifact]:
        said = f"{text.format(next(numbers))} {document.title}"
        yield Artifact(".lst", said.encode(), 1, document.pages[0].cards)

    monkeypatch.setattr(sys.modules[__name__], "write", write_badly)
    with pytest.raises(AssertionError):
        check_format("listing")


def check_format(name: str) -> None:
    for key, slug in LEADS.items():
        whole = lay_out(slug, key, "fr")
        document = replace(whole, pages=whole.pages[:1], outline=())
        artifacts = tuple(writer(name)(document, {DPI.name: 20}))
        assert artifacts == tuple(writer(name)(document, {DPI.name: 20})), key
        assert sum(one.pages for one in artifacts) == 1, key
        assert sum(one.cards for one in artifacts) == document.pages[0].cards, key
        assert len({one.suffix for one in artifacts}) == len(artifacts), key
        for data in (unpacked(one.data) for one in artifacts):
            assert b"printkit" in data, key
            titles = (document.title, document.pages[0].title)
            assert any(title.encode() in data for title in titles), key
            for place in (ROOT, Path.home(), Path.cwd(), "/tmp/", "site-packages"):
                assert str(place).encode() not in data or place == Path("/"), (key, place)
