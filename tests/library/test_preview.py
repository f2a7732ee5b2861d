"""`printkit preview`: contact sheets that show a whole deck in true size, and rejected input."""

import json
import math
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from printkit.base.card_shapes import ROUNDED
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import card as card_size
from printkit.cli.app import run
from printkit.components.contact_sheet import (
    GROUND,
    MARGIN,
    MIN_WIDTH,
    ContactItem,
    ContactSection,
    contact_page,
)
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, ShapedText, Symbol, Use
from printkit.graphics.display_list import Path as Outline
from printkit.graphics.path import rect_path
from printkit.jobs.job import make_job
from printkit.jobs.plan import plan
from printkit.library.previews import write_contact_sheets
from printkit.model.definition_files import variant_slugs
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.pieces.kits import available_products
from printkit.pieces.pages import Document, Page
from printkit.products.contact_sheet import PRODUCT as CONTACT_SHEET
from tests.support.builds import GATE_KITS
from tests.support.decks import HEAD, made_up
from tests.support.raster import ink, layer, overlap, within
from tests.support.sample import cases

pytestmark = pytest.mark.usefixtures("unrefined")
GREY = GROUND.channels


def previewed(out: Path, variant: str, **wishes: Any) -> tuple[Path, ...]:
    looks = wishes.pop("themes", ("classic",))
    job = make_job(variant, out=out, products=(CONTACT_SHEET.key,), **{"dpi": 36, **wishes})
    return write_contact_sheets(job, looks)


def page(variant: str, theme: str = "classic", language: str = "en", **wishes: Any) -> Page:
    """The contact sheet of a variant before it is painted."""
    (found,) = document(variant, theme, language, **wishes).pages
    return found


@cache
def document(variant: str, theme: str = "classic", language: str = "en", **wishes: Any) -> Document:
    """The picture of a variant before it is painted."""
    job = make_job(
        variant,
        (CONTACT_SHEET.key,),
        formats=("png",),
        theme=theme,
        languages=(language,),
        **wishes,
    )
    (result,) = plan(job).products
    assert result.document is not None
    return result.document


def resolution(variant: str) -> float:
    """The resolution in which a picture of a variant is painted (dpi)."""
    whole = plan(make_job(variant, (CONTACT_SHEET.key,), formats=("png",)))
    return float(whole.products[0].format_values["dpi"])


def shown(of: Page) -> list[tuple[Symbol, Rect]]:
    """Return each drawing on the ground, with the rectangle that clips it."""
    found = []
    for item in layer(of, "art").items:
        if isinstance(item, Group):
            assert item.clip is not None
            (use,) = item.items
            assert isinstance(use, Use)
            found.append((use.symbol, item.clip.box()))
    return found


def words(items: tuple[Item, ...]) -> list[str]:
    return [item.run.text for item, _ in ink(items) if isinstance(item, ShapedText)]


def toy_bands(*counts: int, width: float = 60, height: float = 90) -> list[ContactSection]:
    box = Rect(-width / 2, -height / 2, width, height)
    return [
        ContactSection(
            f"Band {at}" if len(counts) > 1 else "",
            "",
            tuple(
                ContactItem(
                    Symbol(f"{at}-{n}", (Outline(rect_path(box), fill=Colour("#123456")),), box)
                )
                for n in range(count)
            ),
            width,
            height,
            ROUNDED,
        )
        for at, count in enumerate(counts)
    ]


# --- every deck ---------------------------------------------------------------------------------


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("slug", cases(variant_slugs(), GATE_KITS))
def test_every_variant_has_a_preview(slug: str) -> None:
    by_itself = document(slug)  # in its default resolution
    (of,) = by_itself.pages
    dpi = resolution(slug)
    assert of.media.w / 25.4 * dpi <= 2500
    assert 60 <= dpi <= 100
    check_each_is_there_once(load(slug), of)
    check_places(load(slug), of)


# With tokens and without: what another deck has is painted as all pages of its cards are.
@pytest.mark.parametrize("slug", ["kessel", "pazaak"])
def test_a_preview_is_a_picture_with_a_manifest(slug: str, tmp_path: Path) -> None:
    (path,) = previewed(tmp_path, slug)
    assert path == tmp_path / slug / f"{slug}-preview-classic-en.png"
    assert {p.name for p in (tmp_path / slug).iterdir()} == {path.name, "manifest.json"}
    (of,) = document(slug).pages
    with Image.open(path) as image:
        image.load()
        assert image.format == "PNG"
        assert image.size == tuple(round(v * 36 / 25.4) for v in (of.media.w, of.media.h))
        assert image.info["dpi"] == pytest.approx((36, 36), abs=0.02)
        assert image.info["Software"] == "printkit"


def check_each_is_there_once(variant: Variant, of: Page) -> None:
    """Assert that each distinct face, back, rule card and token is shown once."""
    found = [symbol for symbol, _ in shown(of)]
    assert len({id(symbol) for symbol in found}) == len(found)
    counts = Counter(symbol.key.split("-")[0] for symbol in found)
    assert counts["face"] == len(variant.cards)
    assert counts["rule"] == (
        len(variant.sets) if "rule-cards" in available_products(variant) else 0
    )
    assert counts["back"] == len({family.back.design for family in variant.families.values()})
    things = [one for one in (*variant.tokens, *variant.materials) if one.emblem is not None]
    assert counts["disc"] == len(things)
    assert sum(counts.values()) == len(found)


def check_places(variant: Variant, of: Page) -> None:
    """Assert that the drawings are clipped, in true size and apart from each other."""
    size = card_size(variant.card_size)
    room = of.media.inset(MARGIN)
    places = [place for _, place in shown(of)]
    for at, place in enumerate(places):
        assert within(room, place)
        assert not any(overlap(place.inset(-2), other) for other in places[at + 1 :])
    for symbol, place in shown(of):
        sides = (25.0, 25.0) if symbol.key.startswith("disc") else (size.w, size.h)
        assert (place.w, place.h) == pytest.approx(sides, abs=1e-3)


def test_the_checks_of_previews_can_fail() -> None:
    """The checks above detect a card that is moved, or shown twice."""
    of = page("kessel")
    (symbol, place), (_, other), *_ = shown(of)
    assert not overlap(place.inset(-2), other)
    assert overlap(place.inset(-2), other._replace(x=other.x - 4))
    assert not within(of.media.inset(MARGIN), place._replace(y=2))
    assert symbol.key == "face-blood-1"


def test_families_are_in_order_and_backs_last() -> None:
    found = [symbol.key for symbol, _ in shown(page("kessel"))]
    cards = [f"face-{card.id}" for card in load("kessel").cards]
    assert found[:16] == sorted(cards, key=lambda key: not key.startswith("face-blood"))
    assert found[16:18] == ["back-shards", "back-dunes"]
    assert all(key.startswith("disc-") for key in found[18:])
    tops = [place.y for _, place in shown(page("kessel"))]
    assert tops == sorted(tops)


def test_back_of_one_family_follows_its_faces() -> None:
    cards = [one for one in shown(page("casino")) if not one[0].key.startswith("disc")]
    (_, before), (back, place) = cards[-2:]
    assert back.key == "back-rosette"
    assert place.y == before.y
    assert place.x == pytest.approx(before.right + 5)


def said(slug: str, *look: str) -> tuple[list[str], list[str]]:
    """Return the words of the strip of a picture, and the words beside its cards."""
    of = page(slug, *look)
    return words(layer(of, "label").items), words(layer(of, "art").items)


def test_the_strip_names_the_deck_and_counts_it() -> None:
    """Rule cards do not count as cards of the deck; a card shows its number of copies."""
    strip, _ = said("kessel", "noir", "fr")
    assert strip == ["Sabacc de Kessel", "noir · Français · 16 faces, 44 cartes"]
    strip, beside = said("tarot")
    assert (strip[1], "×" in "".join(beside)) == ("classic · English · 78 cards", False)
    strip, beside = said("corellian")
    assert strip[1].endswith("68 faces, 76 cards")
    assert {"Sabacc deck", "Rule cards", "9 cards", "Backs"} <= set(beside)
    assert [line for line in said("casino")[1] if "×" in line] == ["2 ×"] * 8


def test_tokens_are_round_and_have_their_names_below() -> None:
    of, variant = page("kessel", language="fr"), load("kessel")
    items = layer(of, "art").items
    lines = [(item.run.text, box) for item, box in ink(items) if isinstance(item, ShapedText)]
    discs = [(s, place) for s, place in shown(of) if s.key.startswith("disc")]
    named = [one for one in (*variant.tokens, *variant.materials) if one.emblem is not None]
    assert len(discs) == len(named) >= 16
    for one, (_, place) in zip(named, discs, strict=True):
        below = Rect(place.x - 4, place.bottom, place.w + 8, 9)
        assert " ".join(t for t, box in lines if within(below, box)) == one.name["fr"]
    assert "Jetons" in [text for text, _ in lines]
    rows = Counter(place.y for _, place in discs)
    assert max(rows.values()) - min(rows.values()) < len(rows)  # rows alike


@pytest.mark.nightly
def test_other_sizes_and_indices_are_shown(tmp_path: Path) -> None:
    for symbol, place in shown(page("casino", card_size="tarot")):
        if not symbol.key.startswith("disc"):
            assert (place.w, place.h) == pytest.approx((70, 120))
    plain, large = (
        previewed(tmp_path / index, "pazaak", index=index)[0].read_bytes()
        for index in ("normal", "large")
    )
    assert plain != large
    assert len(shown(page("casino", addons=("expansion",)))) > len(shown(page("casino")))


# --- the layout ---------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 9, 16, 30, 52, 54, 62, 69, 78, 100, 333])
def test_a_picture_is_nearly_square_and_nearly_full(count: int) -> None:
    of = contact_page("Toy", "details", toy_bands(count), "toy", None)
    if count >= 8:
        assert 0.6 < of.media.w / of.media.h < 2.2
    places = [place for _, place in shown(of)]
    rows = Counter(place.y for place in places)
    assert len(places) == count
    wide = max(rows.values())
    assert len(rows) == math.ceil(count / wide)
    if count > 30:
        assert len(rows) * wide - count < wide / 2


@pytest.mark.parametrize("columns", [1, 4, 7, 40])
def test_columns_are_those_asked_for_and_bands_begin_new_rows(columns: int) -> None:
    of = contact_page("Toy", "details", toy_bands(20), "toy", columns)
    rows = Counter(place.y for _, place in shown(of))
    assert max(rows.values()) == min(20, columns) or columns == 1  # a strip is never narrower
    bands = contact_page("Toy", "details", toy_bands(3, 4, 2), "toy", columns + 4)
    assert len({place.y for _, place in shown(bands)}) == 3
    titles = [text for text in words(layer(bands, "art").items) if text.startswith("Band")]
    assert titles == ["Band 0", "Band 1", "Band 2"]
    for one in (of, contact_page("Toy", "details", [], "toy", None)):
        assert one.media.w >= MIN_WIDTH


@pytest.mark.parametrize("columns", [1, 3, 12])
def test_all_words_stay_inside(columns: int) -> None:
    long = "An unusually long name for a deck of cards that somebody has made up one evening"
    of = contact_page(long, f"{long}, {long}", toy_bands(12, 1), "toy", columns)
    for one in of.layers:
        for item, box in ink(one.items):
            assert within(of.media.inset(2), box) or isinstance(item, Outline)


# --- pixels -------------------------------------------------------------------------------------


def pixels(path: Path) -> np.ndarray[Any, Any]:
    with Image.open(path) as image:
        return np.array(image.convert("RGB"))


@pytest.mark.parametrize("look", cases(["classic", "noir"], ("classic",)))
def test_cards_have_round_corners_on_a_grey_ground(look: str, tmp_path: Path) -> None:
    per_mm = 5
    (path,) = previewed(tmp_path, "kessel", dpi=127, themes=(look,))
    seen = pixels(path)
    white = (255, 255, 255)
    for _, place in shown(page("kessel", look))[:16]:
        x, y, right, bottom = (
            round(v * per_mm) for v in (place.x, place.y, place.right, place.bottom)
        )
        assert tuple(seen[y + 1, x + 1]) == GREY  # outside the arc of 3 mm
        assert tuple(seen[bottom - 2, right - 2]) == GREY
        inside = {tuple(seen[y + 5, x + 5]), tuple(seen[(y + bottom) // 2, x + 1])}
        assert (inside == {white}) == (look == "classic")
        assert GREY not in inside
        assert tuple(seen[(y + bottom) // 2, x - 3]) == GREY


# --- resolution ---------------------------------------------------------------------------------


def test_a_large_deck_is_made_smaller(tmp_path: Path) -> None:
    rows = "".join(
        f'[[cards]]\nid = "c{n}"\nname = {{ en = "C{n}", fr = "C{n}" }}\nvalue = {n}\n'
        for n in range(400)
    )
    (tmp_path / "mine.toml").write_text(HEAD + rows, encoding="utf-8")
    result, dpi = document(str(tmp_path / "mine.toml")), resolution(str(tmp_path / "mine.toml"))
    assert 1500 < result.pages[0].media.w / 25.4 * dpi <= 2500
    assert 24 <= dpi < 60


# --- the command --------------------------------------------------------------------------------


def test_look_is_listed_with_built_files(tmp_path: Path) -> None:
    assert run(["build", "pazaak", "tokens", "tuck-box", "-o", str(tmp_path)]) == 0
    folder = tmp_path / "pazaak"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert run(["preview", "pazaak", "--dpi", "36", "-o", str(tmp_path)]) == 0
    assert run(["preview", "pazaak", "--html", "-o", str(tmp_path)]) == 0
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert set(after) - set(before) == {"pazaak-preview-classic-en.png", "pazaak-gallery.html"}
    was, now = json.loads(before.pop("manifest.json")), json.loads(after["manifest.json"])
    assert {name: after[name] for name in before} == before
    # A build leaves a look alone.
    assert run(["build", "pazaak", "tokens", "tuck-box", "-o", str(tmp_path)]) == 0
    assert {path.name for path in folder.iterdir()} == set(after)
    looks = [one for one in now["files"] if one["product"] in ("contact-sheet", "gallery")]
    assert len(looks) == 2
    assert {**now, "files": [one for one in now["files"] if one not in looks]} == was


@pytest.mark.parametrize("terminal", cases([False, True], (True,)))
def test_preview_lists_written_files(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
) -> None:
    """The output has only a path on each line; `all` means every game."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    games = [load("kessel"), load("pazaak")]
    monkeypatch.setattr("printkit.cli.commands.preview.load_all", lambda: games)
    assert run(["preview", "all", "--dpi", "36", "--lang", "fr,en", "-o", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    looks = [
        f"{slug}-preview-classic-{la}.png" for slug in ("kessel", "pazaak") for la in ("fr", "en")
    ]
    assert out.splitlines() == [str(tmp_path / name.split("-")[0] / name) for name in looks]
    assert err == ""
    assert all(Path(line).is_file() for line in out.splitlines())


def test_a_user_file_in_a_user_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(made_up("head", "pair"), encoding="utf-8")
    Path("dusk.toml").write_text(
        'extends = "noir"\nname = { en = "dusk", fr = "crépuscule" }\n[roles]\npaper = "#231a33"\n',
        encoding="utf-8",
    )
    assert run(["preview", "mine.toml", "--theme", "dusk.toml,classic", "--dpi", "36"]) == 0
    result = sorted(path.name for path in Path("output", "mine").iterdir())
    assert result == ["manifest.json", "mine-preview-classic-en.png", "mine-preview-dusk-en.png"]
    assert (pixels(Path("output/mine/mine-preview-dusk-en.png")) == (0x23, 0x1A, 0x33)).all(2).any()
    assert run(["preview", "mine.toml", "--html", "--theme", "dusk.toml,all"]) == 0
    assert b"cr\\u00e9puscule" in Path("output/mine/mine-gallery.html").read_bytes()
