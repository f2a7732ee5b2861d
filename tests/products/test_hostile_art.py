"""Arbitrary drawings and pictures, from their file to faces of the smallest card, PDF and SVG."""

import re
from functools import cache
from io import BytesIO
from itertools import count
from pathlib import Path
from random import Random
from xml.parsers import expat

import msgspec
import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.faces.small_cards import draw_emblem
from printkit.jobs.job import make_job
from printkit.model.variant import Variant
from printkit.pieces.pages import Document
from printkit.pieces.protocols import writer
from tests.fuzz import drawings, pictures
from tests.support.decks import facts, variant
from tests.support.jobs import lay_out_product

SMALLEST = min(paper_sizes.card_names(), key=lambda name: paper_sizes.card(name).w)
FILES = count()


@cache
def cards() -> Variant:
    """Return a card in each layout that draws an emblem."""
    game = variant("casino")
    return game.with_cards({card.layout: card for card in game.cards}.values())


def draw(folder: Path, data: bytes, suffix: str, look: str) -> Document | None:
    """Draw faces with a file in every place for art, or return None if it is rejected."""
    path = folder / f"{next(FILES)}{suffix}"  # files are cached by path
    path.write_bytes(data)
    game = cards()
    shown = [msgspec.structs.replace(card, emblem=path, mark=path) for card in game.cards]
    shown += [
        msgspec.structs.replace(game.cards[0], art=path, id=layout, layout=layout)
        for layout in ("art", "picture")
    ]
    job = make_job("casino", ("cards",), theme=look, card_size=SMALLEST, duplex="none")
    refusal: PrintkitError
    try:
        draw_emblem(path, theme(look).palette("ink"), Rect(0, 0, 3, 4))
        return lay_out_product(game.with_cards(shown), "cards", "en", job).document
    except PrintkitError as error:
        refusal = error
    assert str(path) in (refusal.location or "")
    assert len(refusal.message) < 300
    return None


def read_back(document: Document) -> None:
    """Write a document as SVG and PDF; other programs read both, and no number is out of range."""
    texts = [page.data for page in writer("svg")(document)]
    for text in texts:
        expat.ParserCreate().Parse(text, True)
    (file,) = writer("pdf")(document)
    with pikepdf.open(BytesIO(file.data)) as pdf:
        streams = [part for part in pdf.objects if isinstance(part, pikepdf.Stream)]
        texts += [part.read_bytes() for part in streams if part.get("/Subtype") == "/Form"]
    for text in texts:
        assert not re.search(rb"\b(nan|inf)\b", text)


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from(("classic", "ink-saver")))
def test_any_drawing_is_drawn_or_rejected(
    tmp_path_factory: pytest.TempPathFactory, random: Random, look: str
) -> None:
    folder = tmp_path_factory.getbasetemp()
    if document := draw(folder, drawings.make_drawing(random).encode(), ".svg", look):
        read_back(document)


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_any_picture_is_drawn_or_rejected(
    tmp_path_factory: pytest.TempPathFactory, random: Random
) -> None:
    folder = tmp_path_factory.getbasetemp()
    if document := draw(folder, pictures.make(random), ".png", "classic"):
        read_back(document)


DRAWN, REFUSED = facts(__file__).values()


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("look", ["classic", "ink-saver"])
@pytest.mark.parametrize("kind", [*DRAWN, *REFUSED])
def test_degenerate_drawings_are_drawn_or_rejected(tmp_path: Path, kind: str, look: str) -> None:
    body = {**DRAWN, **REFUSED}[kind]
    document = draw(tmp_path, f"<svg viewBox='0 0 100 100'>{body}</svg>".encode(), ".svg", look)
    assert (document is None) == (kind in REFUSED)
    if document:
        read_back(document)
