"""Writers read their options and the facts of a job: pieces, copies, backs, bleed, outlines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from printkit.base import plugins
from printkit.base.options import COUNT, Option, OptionValues
from printkit.graphics.path import CORNER_RADIUS
from printkit.jobs import job
from printkit.jobs.build import build
from printkit.jobs.job import all_options, make_job
from printkit.pieces.options import DPI
from printkit.pieces.pages import CUT, Artifact, Document
from printkit.pieces.protocols import writer
from tests.support.builds import lay_out
from tests.support.decks import facts
from tests.support.walk import leaves

ENTRY = EntryPoint("toy", __name__, plugins.WRITERS)
WORDS = {"en": {"title": "Ink limit", "help": "Most ink (%)."}}
INK_LIMIT = Option("ink-limit", COUNT, "sheets", 240, minimum=100, maximum=400, words=WORDS)
OPTIONS = (INK_LIMIT,)


def write(document: Document, job: OptionValues) -> Iterator[Artifact]:
    """Write the facts of a job, as a plug-in."""
    facts = {"ink": job[INK_LIMIT], "bleed": document.bleed, "pages": len(document.pages)}
    yield Artifact(".toy", json.dumps({"printkit": facts}).encode(), len(document.pages), 0)


@pytest.fixture
def _toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(
        plugins,
        "plugin_entries",
        lambda group: {ENTRY.name: ENTRY} if group == plugins.WRITERS else {},
    )
    forget_options()
    yield
    forget_options()


def forget_options() -> None:
    """Make the program look up the options again."""
    job._declarations.cache_clear()
    all_options.cache_clear()


@pytest.mark.usefixtures("_toy")
@pytest.mark.parametrize(("wishes", "ink"), [({}, 240), ({"ink_limit": 300}, 300)])
def test_format_option_reaches_its_writer(wishes: dict[str, Any], ink: int, tmp_path: Path) -> None:
    wishes = {"formats": ("toy", "png"), "dpi": 40, "bleed": 2.0, "layout": "single", **wishes}
    made = build(make_job("kessel", ("cards",), out=tmp_path, **wishes))
    (toy,) = (path for path in made.files if path.suffix == ".toy")
    facts = json.loads(toy.read_bytes())["printkit"]
    assert facts == {"ink": ink, "bleed": 2.0, "pages": len(made.files) - 1}
    entries = {entry["format"]: entry["options"] for entry in made.manifest["files"]}
    assert entries == {"toy": {"ink_limit": ink}, "png": {"dpi": 40}}


@pytest.mark.usefixtures("_toy")
def test_writer_reads_only_declared_options() -> None:
    document = lay_out("kessel")
    (given,) = writer("toy")(document, {"ink-limit": 280, "dpi": 600})
    assert json.loads(given.data)["printkit"]["ink"] == 280
    with pytest.raises(LookupError, match="“dpi” is read, but not declared"):
        OptionValues({"ink-limit": 280})[DPI]


LAYOUTS: list[tuple[str, dict[str, Any]]] = facts(__file__)["layouts"]


@pytest.mark.parametrize(("product", "wishes"), LAYOUTS, ids=[str(case) for case in LAYOUTS])
def test_every_layout_provides_its_pieces(product: str, wishes: dict[str, Any]) -> None:
    document = lay_out("kessel", product, **wishes)
    alone = lay_out("kessel", product, bleed=2.5, layout="single")
    assert document.bleed == 2.5
    assert [(p.id, p.copies) for p in document.pieces] == [(p.id, p.copies) for p in alone.pieces]
    assert {piece.shape for piece in document.pieces} <= {
        wishes.get("shape", "rounded"),
        "rectangle",
    }
    for piece in document.pieces:
        if piece.outline is not None:
            box = piece.outline.box()
            assert (box.w, box.h) == pytest.approx((piece.width, piece.height), abs=0.1)
        assert piece.copies > 0
        assert 2 * piece.safe_margin < min(piece.width, piece.height)
    printed = [cell for page in document.pages for cell in page.cells if not cell.back]
    if printed and wishes.get("layout") != "single":
        counts = {id(piece): piece.copies for piece in document.pieces}
        for cell in printed:
            counts[id(cell.piece)] -= 1
        assert set(counts.values()) == {0}


@pytest.mark.parametrize("layout", ["sheets", "single"])
@pytest.mark.parametrize("duplex", ["long", "short", "fold", "none"])
def test_front_page_leads_to_its_back(layout: str, duplex: str) -> None:
    document = lay_out("casino", layout=layout, duplex=duplex)
    for index, page in enumerate(document.pages):
        found = document.find_back(index)
        fronts = [cell.piece for cell in page.cells if not cell.back]
        if page.back or (layout == "sheets" and duplex == "none"):
            assert found is None
            continue
        assert found is not None
        assert len(fronts) == page.cards
        backs = {cell.symbol for cell in document.pages[found].cells if cell.back}
        assert backs == {piece.back for piece in fronts}
        if layout == "sheets":
            assert found == index + (duplex != "fold")


@pytest.mark.parametrize(("shape", "curves"), [("rounded", 4), ("octagon", 0), ("hexagon", 0)])
def test_single_cards_have_copies_and_cut_line(shape: str, curves: int) -> None:
    document = lay_out("kessel", layout="single", shape=shape, bleed=3.0)
    fronts = [page for page in document.pages if not page.back]
    copies = [cell.piece.copies for page in fronts for cell in page.cells]
    assert sum(copies) == sum(piece.copies for piece in document.pieces) > len(fronts)
    for page in fronts:
        (cut,) = (layer for layer in page.layers if layer.name == CUT)
        assert not cut.visible
        (leaf,) = leaves(cut.items)
        assert leaf.matrix.bounds(leaf.item.data.box()) == pytest.approx(page.trim)
        assert leaf.item.data.steps.count("C") == curves
    assert CORNER_RADIUS == 3.0
