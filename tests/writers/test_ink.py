"""Ink: coverage of known pictures, manifest entries, and the limits of ink-saver.

Coverage is the sum of the four inks in per cent of the area, with grey as black. The limits of
ink-saver are measured twice: as for a manifest, and with another formula on other pixels.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import cycle
from pathlib import Path as File

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image, ImageDraw

from printkit.art.engraved import find_special
from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.content import bundled_rows
from printkit.base.geometry import Rect, translation
from printkit.cli.app import run
from printkit.faces.engraved_faces import picture_of
from printkit.faces.engraved_numbers import number_drawing
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import Path, Symbol, Use
from printkit.graphics.path import rect_path
from printkit.imposition.single_pages import single_piece_pages
from printkit.model.definition_files import variant_slugs
from printkit.model.variant import Variant
from printkit.pieces.pages import ART, Cell, Document, Layer, Page
from printkit.pieces.product import Piece
from printkit.pieces.protocols import writer
from printkit.products.cards import make
from printkit.writers.png import InkCoverage, coverage, measure_ink, render_pages
from tests.support.decks import distinct, variant
from tests.support.jobs import render_options
from tests.support.raster import build_files, pdf_pixels, svg_pixels
from tests.support.sample import cases
from tests.support.shared import make_once

FRONT, BACK = 6.0, 12.0
# A court, a trump or a special: its name and its two indices alone need up to 4, the outlines of
# its figure the rest.
COURT = 10.0
# An engraved number: the outlines of up to six slots and crosses.
NUMBER = 7.5
# Large print, and cards smaller than those of a definition; their courts.
LARGE_FRONT, SMALL_FRONT = 8.0, 7.0
LARGE_COURT, SMALL_COURT = 11.0, 11.0
# Classic: the share of non-white pixels on the fronts of the casino deck.
INKED = 50.0
DPI = 300.0
RED, GREY = Colour("#ff0000"), Colour("#808080")
# Two engines colour the edge of a line differently; for a whole card the difference is a few
# hundredths.
ENGINES = 0.35


every_deck = pytest.mark.parametrize("slug", distinct())


# --- the measure ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("colour", "ink"),
    [
        ("#ffffff", 0),
        ("#000000", 100),
        ("#00ffff", 100),
        ("#ff00ff", 100),
        ("#ffff00", 100),
        ("#ff0000", 200),
        ("#00ff00", 200),
        ("#0000ff", 200),
        ("#808080", 100 * 127 / 255),
        ("#00007f", 100 * (128 + 2 * 127) / 255),
        ("#c0d0ff", 100 * (63 + 47) / 255),
    ],
)
def test_plain_picture_has_the_ink_of_its_colour(colour: str, ink: float) -> None:
    picture = Image.new("RGB", (20, 10), colour)
    assert coverage(picture) == pytest.approx(ink, abs=1e-6)
    assert inked(np.array(picture)) == pytest.approx(ink, abs=1e-6)


def test_area_coverage_is_measured_in_millimetres() -> None:
    """At 300 dpi, 254 mm are 3000 pixels."""
    picture = Image.new("RGB", (300, 300), "#ffffff")
    ImageDraw.Draw(picture).rectangle((0, 0, 149, 299), fill="#000000")
    assert coverage(picture, Rect(0, 0, 12.7, 25.4)) == pytest.approx(100)
    assert coverage(picture, Rect(12.7, 0, 12.7, 25.4)) == pytest.approx(0)
    assert coverage(picture, Rect(0, 0, 25.4, 12.7)) == pytest.approx(50)


def inked(picture: np.ndarray) -> float:
    """Return the coverage pixel by pixel.

    Black is the part missing in all channels; the other inks are what a channel lacks beyond that.
    """
    red, green, blue = (255 - picture[:, :, channel] for channel in range(3))
    black = np.minimum(np.minimum(red, green), blue)
    inks = (red - black, green - black, blue - black, black)
    return sum(float(ink.mean()) for ink in inks) / 255 * 100


def rectangle(x: float, y: float, w: float, h: float, fill: Colour) -> Path:
    return Path(rect_path(Rect(x, y, w, h)), fill=fill)


def tiny() -> Document:
    """Return two cards of 10 × 10 mm on a page of 40 × 20 mm, with their backs on the next page."""
    box = Rect(-5, -5, 10, 10)
    half, red, grey = (
        Symbol(title.lower(), (rectangle(-5, -5, width, 10, colour),), box, title)
        for title, width, colour in (("Half", 5, BLACK), ("Red", 10, RED), ("Grey", 10, GREY))
    )
    media = Rect(0, 0, 40, 20)

    def page(name: str, symbols: tuple[Symbol, Symbol], back: bool) -> Page:
        cells = tuple(
            Cell(
                Rect(5 + 20 * at, 5, 10, 10),
                Piece(symbol.key, symbol.title, 10, 10, symbol, back=symbol),
                back,
            )
            for at, symbol in enumerate(symbols)
        )
        uses = tuple(Use(cell.symbol, translation(*cell.trim.centre)) for cell in cells)
        layers = (Layer(ART, uses),)
        return Page(media, media, media, layers, name, name, 2, back, cells)

    sides = [(name, name.endswith("b")) for name in ("01a", "01b", "02a", "02b")]
    pages = [page(name, (grey, grey) if back else (half, red), back) for name, back in sides]
    return Document("Tiny", "en", tuple(pages))


def test_measure_ink_returns_cards_and_pages() -> None:
    ink = measure_ink(tiny())
    assert dict(ink.fronts) == pytest.approx({"Half": 50, "Red": 200}, abs=1)
    assert dict(ink.backs) == pytest.approx({"Grey": 100 * 127 / 255}, abs=1)
    assert len(ink.fronts) == 2
    assert len(ink.backs) == 1
    front, back = (50 + 200) / 8, 2 * 50 / 8
    wanted = {"01a": front, "01b": back, "02a": front, "02b": back}
    assert ink.pages == pytest.approx(wanted, rel=0.02)


def test_drawings_with_equal_titles_are_measured_separately() -> None:
    whole = tiny()
    first, *others = whole.pages
    cells = tuple(
        replace(c, piece=replace(c.piece, front=replace(c.symbol, title="Same")))
        for c in first.cells
    )
    page = replace(first, cells=cells)
    ink = measure_ink(replace(whole, pages=(page, *others)))
    assert [title for title, _ in ink.fronts][:2] == ["Same", "Same"]
    assert [share for _, share in ink.fronts][:2] == pytest.approx([50, 200], abs=1)


def test_equal_pages_are_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from printkit.writers import png

    rendered: list[int] = []
    pictures = png.render_pages

    def counted(document: Document, dpi: float, indices: list[int]) -> Iterator[Image.Image]:
        rendered.extend(indices)
        return pictures(document, dpi, indices)

    monkeypatch.setattr(png, "render_pages", counted)
    assert measure_ink(tiny()).pages.keys() == {"01a", "01b", "02a", "02b"}
    assert rendered == [0, 1]


# --- the manifest --------------------------------------------------------------------------------


def told(out: File, *words: str) -> list[dict[str, object]] | None:
    """Return the ink in the manifest of a command-line build of small sheets."""
    small = ("--format", "dump", "--paper", "a5", "--card-size", "us-mini")
    assert run(["build", "kessel", "cards", *small, *words, "-o", str(out)]) == 0
    (folder,) = out.iterdir()
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    ink: list[dict[str, object]] | None = manifest["ink_percent"]
    return ink


@pytest.mark.nightly
def test_ink_is_in_manifest_only_on_request(tmp_path: File) -> None:
    assert told(tmp_path / "plain") is None
    (one,) = told(tmp_path / "inked", "--measure-ink") or []
    check_told(one, "kessel")
    assert one["fronts"]["mean"] > FRONT


@pytest.mark.nightly
def test_ink_saver_always_records_its_ink(tmp_path: File) -> None:
    found = told(tmp_path, "--theme", "ink-saver", "--lang", "en,fr") or []
    assert [one["language"] for one in found] == ["en", "fr"]
    for one in found:
        check_told(one, "kessel")
        assert one["fronts"]["most"] < SMALL_COURT  # a special is a half figure as a court is
        assert one["backs"]["most"] < BACK


def check_told(one: dict[str, object], slug: str) -> None:
    """Assert that an entry lists every page, and the mean and maximum of either side."""
    assert set(one) == {"product", "language", "pages", "fronts", "backs"}
    pages, fronts, backs = one["pages"], one["fronts"], one["backs"]
    assert isinstance(pages, dict)
    assert isinstance(fronts, dict)
    assert isinstance(backs, dict)
    assert list(pages) == [f"{n:02d}{side}" for n in range(1, len(pages) // 2 + 1) for side in "ab"]
    assert all(0 < share < 200 for share in pages.values())
    names = {card.name[str(one["language"])] for card in variant(slug).cards}
    assert fronts["of"] in names
    assert backs["of"] in {str(family.back.design) for family in variant(slug).families.values()}
    assert 0 < fronts["mean"] <= fronts["most"]
    assert 0 < backs["mean"] <= backs["most"]


def test_manifest_ink_matches_built_pictures(tmp_path: File) -> None:
    """The ink is measured again in the pictures of a build."""
    wishes = {"formats": ("png",), "layout": "single", "bleed": 0.0, "theme": "ink-saver"}
    built = build_files(tmp_path, "kessel", **wishes)
    fronts, backs = {}, {}
    for file in built.files:
        with Image.open(file) as picture:
            share = inked(np.array(picture.convert("RGB")))
        (backs if "back" in file.name else fronts)[file.name] = share
    (one,) = built.manifest["ink_percent"]
    assert len(fronts) == len(variant("kessel").cards)
    assert one["fronts"]["most"] == pytest.approx(max(fronts.values()), abs=0.02)
    mean = sum(fronts.values()) / len(fronts)
    assert one["fronts"]["mean"] == pytest.approx(mean, abs=0.02)
    assert one["backs"]["most"] == pytest.approx(max(backs.values()), abs=0.02)


# --- limits of ink-saver -------------------------------------------------------------------------


def pieces(
    own: Variant, look: str, language: str, *, size: str = "", large: bool = False
) -> list[Piece]:
    card_size = paper_sizes.card(size or own.card_size)
    return make(
        own,
        render_options(
            language, theme(look), card_size, 3.0, 1, index="large" if large else "normal"
        ),
    )


def document(found: list[Piece], language: str = "en") -> Document:
    """Return a page for each face and each back, without bleed."""
    return Document("ink", language, single_piece_pages(found, 0.0))


@cache
def measured(slug: str, look: str, first: int = 0, step: int = 1) -> InkCoverage:
    """Return the ink of a deck, or of each card of a number of cards."""
    own = distinct()[slug]

    def measure(_: File) -> InkCoverage:
        return measure_ink(document(pieces(own.with_cards(own.cards[first::step]), look, "en")))

    ink: InkCoverage = make_once(f"ink {slug} {look} {first} {step}", measure)
    return ink


def over(shares: Iterable[tuple[str, float]], most: float) -> list[tuple[str, float]]:
    return [(name, round(share, 2)) for name, share in shares if share >= most]


def fronts_over(
    own: Variant,
    shares: Iterable[tuple[str, float]],
    most: float,
    court: float,
    language: str = "en",
) -> list[tuple[str, float]]:
    """Return the fronts with too much ink; courts, engraved specials and engraved pictures, which
    are figures, have their own limit, and so have engraved numbers.
    """
    courts = {
        card.name[language]
        for card in own.cards
        if card.layout == "court"
        or picture_of(card)[0]
        or find_special(card.emblem, card.mark.stem if card.mark else "")
    }
    numbers = {card.name[language] for card in own.cards if number_drawing(card)}
    found = list(shares)
    others = [(name, share) for name, share in found if name not in courts | numbers]
    drawn = [one for one in found if one[0] in numbers]
    return (
        over(others, most)
        + over(drawn, max(most, NUMBER))
        + over([one for one in found if one[0] in courts], court)
    )


# In the gate, large decks are measured in part.
STEP = 4


@pytest.mark.sampled("first", every=2)
@every_deck
@pytest.mark.parametrize("first", range(STEP))
def test_ink_saver_fronts_and_courts_keep_their_limits(slug: str, first: int) -> None:
    """This covers each distinct face of all decks in English; French names are hardly longer.

    The test below covers the heaviest faces in French.
    """
    own = distinct()[slug]
    if cards := own.cards[first::STEP]:
        fronts = measured(slug, "ink-saver", first, STEP).fronts
        assert sorted(name for name, _ in fronts) == sorted(card.name["en"] for card in cards)
        assert fronts_over(own, fronts, FRONT, COURT) == []


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("slug", cases(distinct(), ("kessel", "pazaak", "random")))
def test_heaviest_french_fronts_keep_the_limits(slug: str) -> None:
    own = distinct()[slug]
    fronts = dict(measured(slug, "ink-saver").fronts)
    heaviest = sorted(own.cards, key=lambda card: -fronts[card.name["en"]])[:6]
    found = pieces(own.with_cards(heaviest), "ink-saver", "fr")
    assert {one.title for one in found} == {card.name["fr"] for card in heaviest}
    shares = measure_ink(document(found, "fr")).fronts
    assert fronts_over(own, shares, FRONT, COURT, "fr") == []


def test_ink_saver_backs_are_under_twelve_per_cent() -> None:
    """Each design is tested once, because games may share all their faces."""
    cards = {
        str(variant(slug).families[card.family].back.design): (slug, card)
        for slug in variant_slugs()
        for card in variant(slug).cards
    }
    assert cards.keys() == bundled_rows("backs.toml").keys()
    found = [
        piece
        for slug, card in cards.values()
        for piece in pieces(variant(slug).with_cards([card]), "ink-saver", "en")
    ]
    seen = measure_ink(document(found)).backs
    assert len(seen) == len(cards)
    assert over(seen, BACK) == []


def heavy(slug: str) -> Variant:
    """Return the cards of a deck that need most ink: courts, aces, and those with many pips."""
    own = distinct()[slug]
    kept = [c for c in own.cards if c.layout in ("court", "ace") or c.pips in (8, 10)]
    return own.with_cards(kept)


def by_size(*slugs: str) -> list[tuple[str, str]]:
    """Yield each card size with one of the decks, and the smallest with every deck."""
    sizes = zip(paper_sizes.card_names(), cycle(slugs), strict=False)
    return [*(("us-mini", slug) for slug in slugs), *sizes]


@pytest.mark.parametrize(
    ("size", "slug"),
    cases(
        [("us-mini", "casino"), *by_size("black-knight-54", "corellian-spike")],
        [("us-mini", "corellian-spike"), ("bridge", "black-knight-54")],
    ),
)
def test_ink_saver_fronts_meet_limit_at_every_size(size: str, slug: str) -> None:
    """Hairlines keep their width on small cards, so that saving ink is hardest there."""
    found = pieces(heavy(slug), "ink-saver", "en", size=size)
    assert len(found) >= 12
    usual = paper_sizes.card(size).w >= 57
    most, court = (FRONT, COURT) if usual else (SMALL_FRONT, SMALL_COURT)
    shares = measure_ink(document(found)).fronts
    assert fronts_over(heavy(slug), shares, most, court) == []


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize(("size", "slug"), by_size("kessel", "pazaak", "casino"))
def test_ink_saver_backs_meet_limit_at_every_size(size: str, slug: str) -> None:
    one_a_family = {card.family: card for card in distinct()[slug].cards}.values()
    found = pieces(distinct()[slug].with_cards(one_a_family), "ink-saver", "en", size=size)
    seen = measure_ink(document(found)).backs
    assert len(seen) == len({str(f.back.design) for f in distinct()[slug].families.values()})
    assert over(seen, BACK) == []


@pytest.mark.parametrize(
    "slug", cases(["black-knight-54", "corellian-spike", "casino"], ["corellian-spike"])
)
def test_large_print_fronts_meet_their_own_limit(slug: str) -> None:
    """Figures of twice the height have a separate, higher limit."""
    found = pieces(heavy(slug), "ink-saver", "en", large=True)
    shares = measure_ink(document(found)).fronts
    assert fronts_over(heavy(slug), shares, LARGE_FRONT, LARGE_COURT) == []


def test_classic_exceeds_the_ink_saver_limits() -> None:
    """Otherwise the limits would prove nothing."""
    ink = measured("kessel", "classic")
    assert len(over(ink.fronts, FRONT)) > len(ink.fronts) / 2
    assert len(over(ink.backs, BACK)) == len(ink.backs)


@pytest.mark.nightly
def test_classic_casino_fronts_are_half_white() -> None:
    """For home printers: the mean of all fronts with their copies."""
    own = distinct()["casino"]
    found = pieces(own, "classic", "en")
    pages, titles = document(found), {one.title for one in found}
    fronts = [at for at, page in enumerate(pages.pages) if page.title in titles]
    pictures = render_pages(pages, DPI, fronts)
    shares = [float((np.array(one.convert("L")) < 245).mean() * 100) for one in pictures]
    copies = [one.copies for one in found]
    mean = sum(share * count for share, count in zip(shares, copies, strict=True)) / sum(copies)
    assert 15 < mean <= INKED, mean


def by_another_measure(found: list[Piece]) -> Iterator[tuple[str, float, float]]:
    """Yield fronts and the first back, rendered by PDFium at another resolution and by resvg."""
    pages = document(found).pages
    whole = Document("ink", "en", pages)
    (output,) = writer("pdf")(whole)
    drawings = list(writer("svg")(whole))
    for at, page in enumerate(pages):
        width, height = (round(side * 400 / 25.4) for side in (page.media.w, page.media.h))
        pdfium = inked(pdf_pixels(output.data, at, width, height))
        resvg = inked(svg_pixels(drawings[at].data, DPI))
        yield page.title, pdfium, resvg


@pytest.mark.parametrize(
    "slug",
    cases(
        ["casino", "kessel", "pazaak", "corellian-spike", "black-knight", "black-knight-54"],
        ["pazaak"],
    ),
)
def test_independent_ink_measures_agree(slug: str) -> None:
    """This measures the heaviest face and its back with another formula on other pixels."""
    ink = measured(slug, "ink-saver")
    fronts = dict(ink.fronts)
    own, heaviest = distinct()[slug], max(fronts, key=fronts.__getitem__)
    cards = [card for card in own.cards if card.name["en"] == heaviest]
    shares = {**fronts, **dict(ink.backs)}
    seen = list(by_another_measure(pieces(own.with_cards(cards), "ink-saver", "en")))
    assert [title for title, *_ in seen][:1] == [heaviest]
    for title, pdfium, resvg in seen:
        assert pdfium == pytest.approx(shares[title], abs=ENGINES), title
        assert resvg == pytest.approx(shares[title], abs=ENGINES), title


@pytest.mark.nightly
def test_independent_ink_measures_detect_heavy_front() -> None:
    (heavy, *_) = pieces(distinct()["kessel"], "classic", "en")
    for _, pdfium, resvg in list(by_another_measure([heavy]))[:1]:
        assert min(pdfium, resvg) > FRONT + ENGINES
