"""The page fits every window, also at 200 % zoom, and stops all movement on request."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import needed
from tests.web.conftest import Site
from tests.web.test_page import VIEWS, Visit

pytestmark = [needed, pytest.mark.nightly]

WIDTHS = (320, 360, 390, 481, 640, 768, 900, 1024, 1280, 1440, 1920)
# Returns how far the view is wider than the window, and the words of links, buttons and headings
# that are cut off: their text is wider than their box, which hides the rest.
OVERFLOW = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const hides = (item) => ["hidden", "clip"].includes(getComputedStyle(item).overflowX);
  const cut = [...document.querySelectorAll("main :is(a, button, h1, h2, h3), header *, nav *")]
    .filter((item) => item.checkVisibility() && item.clientWidth > 1 && hides(item))
    .filter((item) => item.scrollWidth > item.clientWidth + 1);
  return [Math.max(0, wide), cut.map((item) => item.textContent.trim())];
}"""
# Returns the elements with a transition or an animation that takes time.
MOVING = """() => [...document.querySelectorAll("*")].flatMap((item) =>
  [null, "::before", "::after"].filter((part) => {
    const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(item, part);
    const takesTime = transitionDuration.split(",").some((time) => parseFloat(time) > 0);
    return takesTime || animationName !== "none" || scrollBehavior === "smooth";
  }).map((part) => `${item.tagName}.${item.className}${part ?? ""}`))"""


def open_view(page: Page, site: Site, view: str) -> None:
    page.goto(f"{site.url}#/{view}")
    expect(page.locator("main h1").first).to_be_attached()
    page.wait_for_timeout(300)


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_view_fits_every_width(visit: Visit, site: Site, language: str) -> None:
    page = visit("", language=language)
    for view in VIEWS:
        open_view(page, site, view)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(OVERFLOW) == [0, []], f"{view} at {width}"
    page.evaluate("document.querySelector('main').style.minWidth = '2000px'")
    assert page.evaluate(OVERFLOW)[0] > 0  # the comparison can fail


@pytest.mark.parametrize("language", ["en-GB", "fr-FR"])
def test_view_fits_at_200_percent(visit: Visit, site: Site, language: str) -> None:
    """A window of 1280 pixels at 200 % has 640; text alone may also be twice as large."""
    page = visit("", language=language, width=640)
    for view in VIEWS:
        open_view(page, site, view)
        assert page.evaluate(OVERFLOW) == [0, []], view
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.set_viewport_size({"width": 1280, "height": 900})
    for view in VIEWS:
        open_view(page, site, view)
        assert page.evaluate(OVERFLOW) == [0, []], f"{view} with large text"


def test_reduced_motion_stops_all_movement(visit: Visit, site: Site) -> None:
    page = visit("")
    for view in VIEWS:
        page.emulate_media(reduced_motion="no-preference")
        open_view(page, site, view)
        moving = page.evaluate(MOVING)
        assert moving or view not in ("games", "cards/kessel")  # the comparison can fail
        page.emulate_media(reduced_motion="reduce")
        assert page.evaluate(MOVING) == [], view
