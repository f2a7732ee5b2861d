"""The print-me-first page: one legible page that agrees with the manifest."""

import re
from itertools import cycle, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.base.printer_profile import Profile
from printkit.imposition.single_pages import full_page_area
from printkit.jobs.build import BuildResult, build
from printkit.jobs.job import make_job, option_values, product_options
from printkit.jobs.layout import make_document
from printkit.jobs.subject import variant_subject
from printkit.model.definition_files import variant_slugs
from printkit.pieces.kits import (
    FIRST_PAGE,
    PrintedKit,
    PrintedPart,
    default_products,
    find_product,
    handwork,
)
from printkit.pieces.pages import ART, Document, Page
from printkit.pieces.product import LocalGame
from printkit.products.print_me_first import FirstPage, _Sketcher, page_words
from tests.support.builds import BOOKLETS, LANGUAGES, build_once
from tests.support.decks import variant
from tests.support.jobs import options_for
from tests.support.prints import POINT, faults_of_print, leaves_of, printed
from tests.support.walk import engravings, ink_box, leaves, text_box, text_leaves, union
from tests.support.words import pdfium_text

PAPERS = ("a4", "letter")
THEMES = ("classic", "noir", "ink-saver")
LOOKS = [*product(PAPERS, THEMES)]


def parts(
    slug: str, language: str, sides: str = "long", copies: int = 1, **options: Any
) -> list[PrintedPart]:
    """Return plausible figures of a kit; the real figures come from builds below."""
    keys = [key for key in default_products(variant(slug)) if key != "booklet"]  # is not printed
    return [
        PrintedPart(
            key,
            language,
            10 + i,
            100 + i,
            sides,
            f"{slug}-{key}-{language}.pdf",
            copies=copies,
            options=options,
        )
        for i, key in enumerate(keys)
    ]


def words(
    slug: str, language: str, result: list[PrintedPart] | None = None, **wishes: Any
) -> FirstPage:
    """Return the text of the page for a kit."""
    own = variant(slug)
    kit = PrintedKit(own, tuple(parts(slug, language) if result is None else result))
    return page_words(kit, options_for(own, FIRST_PAGE, language, **wishes))


def pages(slug: str, language: str, **wishes: Any) -> tuple[Page, ...]:
    return first_page(slug, language, **wishes).pages


def first_page(slug: str, language: str, **wishes: Any) -> Document:
    own = variant(slug)
    own_product = find_product(FIRST_PAGE)
    assert own_product is not None
    job = make_job(slug, **wishes)
    values = option_values(product_options(own_product), job, own)
    kit = PrintedKit(own, tuple(parts(slug, language)))
    subject = variant_subject(job, own)
    return make_document(own_product, language, subject, kit, values).document


@pytest.mark.sampled("slug")
@pytest.mark.parametrize(
    ("slug", "paper", "theme"),
    [
        *((slug, *look) for slug, look in zip(variant_slugs(), cycle(LOOKS), strict=False)),
        *(("tarot", *look) for look in product(("a5", "a3"), THEMES)),
    ],
)
def test_print_first_page_is_legible(slug: str, paper: str, theme: str) -> None:
    """One page, or two on small paper; every paper in every theme."""
    for language in LANGUAGES:
        found = pages(slug, language, paper=paper, theme=theme, players=12)
        assert len(found) == 1 or paper == "a5"
        assert [fault for page in found for fault in faults(page, paper)] == []


def faults(page: Page, paper: str, margin: float = 5.0) -> list[str]:
    """Yield the items that leave their area, are set in less than 8 pt, or are otherwise wrong."""
    place = Rect(margin, margin, *full_page_area(paper_sizes.paper(paper), margin))
    found = [leaf for layer in page.layers if layer.name == ART for leaf in leaves(layer.items)]
    assert len(found) > 40
    return faults_of_print(found, place, smallest=8 * POINT, slack=0.01)


def test_legibility_check_can_fail() -> None:
    (page,) = pages("casino", "en")
    assert faults(page, "a4") == []
    assert faults(page, "a4", 8.0)
    assert faults(page, "a5")


@pytest.mark.parametrize(
    ("slug", "paper", "count"),
    [("casino", "a4", 2), ("tarot", "letter", 2), ("casino", "a5", 0), ("pazaak", "a4", 3)],
)
def test_print_first_has_a_head_piece(slug: str, paper: str, count: int) -> None:
    """A head-piece has the cards that fit beside the title; a narrow page has none."""
    (first, *_) = pages(slug, "fr", paper=paper)
    assert len(engravings(item for layer in first.layers for item in layer.items)) == count


def test_small_paper_needs_two_pages_or_is_rejected() -> None:
    two = pages("tarot", "fr", paper="a5")
    assert len(two) == 2
    with pytest.raises(PrintkitError, match="does not fit on the paper"):
        pages("tarot", "fr", paper="120x120mm")


def test_printer_profile_is_named_on_print_first_page() -> None:
    printer = Profile("office", back_x=1.0, scale_x=99.0)
    (page,) = pages("kessel", "en", printer=printer)
    assert any("office" in line.text for line in printed(leaves_of(page)))


def test_products_treated_alike_share_a_step() -> None:
    first = words("random", "en")
    assert " ".join(step.lead for step in first.steps) == (
        "Print. Check. Paper. Cards, rule cards, reference cards. Tokens. Mat. Tuck box. "
        "Paper dice. Rule booklet, to fold. Start sheet, score sheet, summary. Play."
    )
    assert first.needs == (
        "Six-sided die, or the paper dice of this kit",
        "Timer",
        "For every 2 more players, up to 8, print again: reference cards and tokens.",
    )


def test_folded_sheets_and_labels_have_separate_steps() -> None:
    folded = words("kessel", "en", parts("kessel", "en", "fold"))
    assert folded.steps[2].text == translate("en", "kit.step.cards-fold")
    assert any("140 to 160" in row.paper for row in folded.rows)
    assert folded.steps[1].text == translate("en", "kit.step.check")  # no backs to align
    labels = words("kessel", "en", parts("kessel", "en", **{"label-sheet": "l7651"}))
    assert any(row.paper == "labels l7651" for row in labels.rows)
    assert any(step.text == translate("en", "kit.step.labels") for step in labels.steps)


def test_print_first_counts_follow_the_players() -> None:
    own = variant("kessel")
    for players in (None, 4):
        result = parts("kessel", "fr")
        others = [one for one in result if one.product != "tokens"]
        first = words("kessel", "fr", others, players=players)
        assert f"Jetons ×\u00a0{8 * (players or own.players.min)}" in first.needs
        assert f"pour {players or own.players.min} joueurs" in first.title


def test_copies_multiply_rows_and_totals() -> None:
    one, club = (words("kessel", "en", parts("kessel", "en", copies=copies)) for copies in (1, 12))
    assert "12 copies" in club.title
    assert club.sheets == 12 * (one.sheets - 1) + 1
    assert (one.time, club.time) == ("about 3 hours", "about 38 hours")
    assert {row.times for row in club.rows} == {12}
    assert all(row.note.startswith("12 × ") for row in club.rows)
    assert "as many times as shown" in club.steps[0].text
    assert "× 24, or the paper dice" in " ".join(club.needs).replace("\u00a0", " ")


def test_pegs_are_needed_for_holes() -> None:
    for slug, holes in (("pazaak", True), ("black-knight", False)):
        first = words(slug, "en", parts(slug, "en", **{"peg-holes": True}))
        assert (translate("en", "kit.pegs") in first.needs) == holes


def test_page_names_the_language_of_other_editions() -> None:
    result = [
        PrintedPart("cards", "fr", 3, 4, "long", "kessel-cards-fr.pdf"),
        PrintedPart("mat", "fr+en", 2, 1, "none", "kessel-mat-fr+en.pdf"),
    ]
    english = words("kessel", "en", result)
    assert [row.name for row in english.rows] == ["Cards (fr)", "Mat"]
    french = words("kessel", "fr", result)
    assert [row.name for row in french.rows] == ["Cartes", "Tapis"]
    assert (english.sheets, french.sheets) == (6, 6)
    assert french.time == "env. 1\u00a0min"


def test_multi_file_formats_are_listed_with_a_wildcard(tmp_path: Path) -> None:
    built = build(make_job("expansion", formats=("dump", "svg"), out=tmp_path))
    (page,) = (path for path in built.files if path.name.endswith(f"{FIRST_PAGE}-en.txt"))
    assert "expansion-cards-en-*.dump" in page.read_text(encoding="utf-8")


def check_agreement(built: BuildResult, language: str) -> None:
    """Assert that the page lists each file with its sheets and cuts, and their sum."""
    manifest = built.manifest
    (file,) = (
        path for path in built.files if path.name.endswith(f"-0-{FIRST_PAGE}-{language}.pdf")
    )
    text = pdfium_text(file)
    own = [  # files for the screen are not on a page about printing
        one for one in manifest["made"] if one["sheets"] and language in one["language"].split("+")
    ]
    assert own[0]["product"] == FIRST_PAGE
    at = 0
    for one in own[1:]:
        name = f"{built.folder.name}-{one['product']}-{one['language']}.pdf"
        assert (built.folder / name).is_file()
        row = f"{one['sheets']} {one[counted_by(one)] or '–'}"
        found = [m.start() for m in re.finditer(re.escape(name), text)]
        assert len(found) == 1, name
        assert found[0] > at, "in the order of printing"
        at = found[0]
        assert row_of(text, translate(language, f"product.{one['product']}"), name, row), name
    minutes = sum(MINUTES.get(one["product"], 1 / 6) * one[counted_by(one)] for one in own)
    sheets, time = sum(one["sheets"] for one in own), 5 * round(minutes / 5)
    assert re.search(rf"{translate(language, 'kit.total')} {sheets} \D+ {time}\s", text)


# Minutes per piece of products that are made individually.
MINUTES = {"tokens": 1 / 3, "tuck-box": 10.0, "paper-die": 8.0}


def counted_by(made: dict[str, Any]) -> str:
    """Return how a product is counted.

    Boxes, dice and tokens are counted in pieces, everything else in cuts.
    """
    return "pieces" if made["product"] in MINUTES else "cuts"


def row_of(text: str, product: str, name: str, figures: str) -> bool:
    """Return whether the figures are in the row of a file."""
    end = text.index(name)
    start = text.lower().rindex(product.lower(), 0, end)
    after = text[start : end + len(name) + 90]
    sheets, cuts = figures.split()
    return bool(re.search(rf"(?<!\d){sheets}(?!\d).*(?<!\d){re.escape(cuts)}(?!\d)", after))


@pytest.fixture
def kessel() -> BuildResult:
    wishes: dict[str, Any] = {"languages": ("fr+en",), "paper": "letter", "players": 3}
    keys = tuple(key for key in default_products(variant("kessel")) if key not in BOOKLETS)
    return build_once("kessel", products=keys, **wishes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_print_first_page_agrees_with_the_manifest(kessel: BuildResult, language: str) -> None:
    check_agreement(kessel, language)


def test_agreement_check_can_fail(kessel: BuildResult) -> None:
    for key, at in (("sheets", 2), ("cuts", 2), ("sheets", -1), ("pieces", None)):
        result = [dict(one) for one in kessel.manifest["made"]]
        dice = [one["product"] for one in result].index("paper-die")
        at = dice if at is None else at
        result[at][key] += 1
        wrong = BuildResult(kessel.folder, kessel.files, {**kessel.manifest, "made": result})
        with pytest.raises(AssertionError):
            check_agreement(wrong, result[at]["language"].split("+")[0])


def test_print_first_file_sorts_first_in_its_folder(kessel: BuildResult) -> None:
    names = sorted(path.name for path in kessel.folder.iterdir() if path.suffix == ".pdf")
    assert names[0] == f"kessel-0-{FIRST_PAGE}-en.pdf"
    assert kessel.manifest["files"][0]["product"] == FIRST_PAGE
    assert Path(kessel.files[0]).name == f"kessel-0-{FIRST_PAGE}-fr.pdf"


def test_handwork_is_given_in_pieces_and_minutes() -> None:
    """products.toml has the figures: ten minutes a box, eight a die, a third of one a token."""
    found = {key: handwork(key, 55, count) for key, count in FACTS_OF_WORK}
    said = {key: work.words("en").replace("\u00a0", " ") for key, work in found.items()}
    assert said == {
        "cards": "55 cuts",
        "tuck-box": "1 box, about 10 min",
        "paper-die": "2 dice, about 15 min",
        "tokens": "40 tokens, about 15 min",
    }
    assert handwork("tokens", 0, 40).words("fr") == ""  # labels are not cut out
    assert handwork("tuck-box", 55, 1, 12).words("fr") == "12 étuis, env. 2 heures"


FACTS_OF_WORK = (("cards", 44), ("tuck-box", 1), ("paper-die", 2), ("tokens", 40))


def test_fold_sheets_need_glue() -> None:
    folded, flat = (
        words("kessel", "en", [one for one in parts("kessel", "en", way) if one.product == "cards"])
        for way in ("fold", "long")
    )
    assert [tool.split()[0] for tool in folded.tools] == ["A", "Paper", "Something"]
    assert len(flat.tools) == 1


def test_mark_of_a_sketch_has_the_size_of_its_place() -> None:
    """It is drawn at its printed size and enlarged."""
    marks = LocalGame(variant("casino"), "en", theme("classic")).marks
    sketcher: Any = SimpleNamespace(marks=marks, theme=theme("classic"))
    items = _Sketcher.mark(sketcher, 0, 30.0, 20.0, 8.0)
    ink = union(box for leaf in leaves(items) if (box := ink_box(leaf)))
    assert Rect(26.0, 16.0, 8.0, 8.0).inset(-0.5).contains(ink)
    assert max(ink.w, ink.h) > 6.0


def test_title_of_page_begins_at_its_left_edge() -> None:
    (page,) = pages("kessel", "en")
    lines = [line for layer in page.layers for line in text_leaves(layer.items)]
    left = min(text_box(line).x for line in lines)
    title = words("kessel", "en").title
    (box,) = (text_box(line) for line in lines if line.item.run.text == title)
    assert box.x == pytest.approx(left, abs=0.6)
