"""Pictures of the print-me-first page: how to handle the sheets of cards."""

import pytest
from msgspec.structs import replace

from printkit.base.geometry import Rect
from printkit.base.messages import languages
from printkit.base.printer_profile import MANUAL, ManualFeed, Profile
from printkit.pieces.kits import FIRST_PAGE, PrintedKit
from printkit.products.print_me_first import (
    HEIGHT,
    UNTURNED,
    WAYS,
    WIDTH,
    FirstPage,
    draw_picture,
    first_pages,
    page_words,
)
from tests.products.test_print_first import parts
from tests.support.decks import variant
from tests.support.jobs import options_for
from tests.support.prints import POINT, faults_of_print
from tests.support.raster import ink
from tests.support.walk import leaves

AREAS = {"a4": (200.0, 270.0), "letter": (205.9, 252.0), "a5": (138.0, 184.0)}


def words(
    slug: str, language: str, sides: str, theme: str = "classic", feed: ManualFeed | None = None
) -> FirstPage:
    own = variant(slug)
    printer = Profile("home", duplex=MANUAL, manual=feed) if feed is not None else None
    kit = PrintedKit(own, tuple(parts(slug, language, sides, printer=printer)))
    return page_words(kit, options_for(own, FIRST_PAGE, language, theme=theme))


@pytest.mark.sampled
@pytest.mark.parametrize("sides", WAYS)
@pytest.mark.parametrize("slug", ["casino", "kessel", "pazaak"])
def test_each_mode_has_four_printable_pictures(slug: str, sides: str) -> None:
    for language, (paper, area) in zip([*languages()] * 2, AREAS.items(), strict=False):
        first = words(slug, language, sides, theme="ink-saver" if paper == "a4" else "classic")
        assert [step.picture for step in first.pictures] == [*WAYS[sides]]
        pages = first_pages(first, area)
        for page in pages:
            found = faults_of_print(
                [*leaves(page.items)], Rect(0, 0, *area), smallest=8 * POINT, slack=0.01
            )
            assert found == [], paper
        if paper == "a4" or sides == MANUAL:  # the page explains it there
            without = first_pages(replace(first, pictures=()), area)
            told, silent = (
                sum(1 for page in some for _ in leaves(page.items)) for some in (pages, without)
            )
            assert told > silent + 80


def test_pictures_stay_in_their_box() -> None:
    box = Rect(0, 0, WIDTH, HEIGHT)
    for name in {*(name for way in WAYS.values() for name in way), *UNTURNED.values()}:
        for slug in ("casino", "kessel"):
            game = words(slug, "en", "long").game
            boxes = [found for _, found in ink(draw_picture(name, game))]
            assert boxes
            if name not in ("fronts", "backs", "both", "as-it-came", "single"):  # those are clipped
                assert all(box.inset(-0.5).contains(found) for found in boxes), name


def test_gesture_picture_matches_the_printer() -> None:
    turned, unturned = ManualFeed(), ManualFeed(False, True, False)
    assert "turn" in [step.picture for step in words("kessel", "en", MANUAL, feed=turned).pictures]
    shown = words("kessel", "en", MANUAL, feed=unturned).pictures
    assert [step.picture for step in shown] == ["fronts", "as-it-came", "backs", "light"]
    assert "three questions" in shown[-1].words.text


def test_pictures_name_products_printed_differently() -> None:
    own = variant("kessel")
    folded, flat = (parts("kessel", "en", sides) for sides in ("fold", "long"))
    kit = PrintedKit(
        own,
        tuple(
            one if one.product == "cards" else other
            for one, other in zip(folded, flat, strict=True)
        ),
    )
    first = page_words(kit, options_for(own, FIRST_PAGE, "en"))
    assert [step.words.lead for step in first.pictures][:2] == ["Cards: one side.", "Fold."]
