"""One address opens one game, with a preset: rules, hands and payments on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

import printkit
from tests.support.chromium import needed
from tests.web.conftest import BOOT, Site, new_context, show
from tests.web.test_page import AXE, Visit, wait_for_worker

pytestmark = [needed, pytest.mark.nightly]


def test_address_opens_game_with_preset(visit: Visit) -> None:
    page = visit("kessel/outlaws", width=390)
    expect(page.locator("main h1")).to_have_text("Kessel Sabacc")
    preset = next(item for item in printkit.load("kessel").variant.presets if item.id == "outlaws")
    expect(page.locator("main")).to_contain_text(preset.how["en"])
    expect(page.locator(".start .chapter")).not_to_have_count(0)
    page.get_by_role("button", name="Who wins").click()
    expect(page.get_by_role("heading", name="Who wins")).to_be_focused()
    page.evaluate(AXE.read_text())
    found = page.evaluate("async () => (await axe.run()).violations")
    assert [(item["id"], [node["html"] for node in item["nodes"]][:2]) for item in found] == []
    for width in (320, 390, 1920):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Who wins, who pays").click()
    expect(page.locator(".win h2")).to_contain_text("Hand 1 wins", timeout=BOOT)
    expect(page.locator(".settings select").first).to_have_value("outlaws")
    assert page.faults == []  # type: ignore[attr-defined]


def test_held_cards_are_read_by_name(visit: Visit) -> None:
    page = visit("table/kessel")
    held = page.locator(".hand .cs").first
    expect(held.get_by_role("img", name="2 of Blood")).to_be_visible()


@pytest.mark.parametrize("view", ["kessel/nowhere", "kessel/outlaws/more", "kessel/%"])
def test_wrong_preset_is_reported(visit: Visit, view: str) -> None:
    page = visit(view)
    expect(page.locator("main h1")).to_have_text("This page does not exist")
    assert page.faults == []  # type: ignore[attr-defined]


def test_skip_link_stays_in_view(visit: Visit) -> None:
    page = visit("kit/kessel?parts=tokens")
    expect(page.locator(".say")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    assert "#/kit/kessel" in page.url
    make = page.get_by_role("button", name="Make the files")
    expect(make).to_be_enabled(timeout=BOOT)
    for _ in range(8):
        page.keyboard.press("Tab")
        if make.evaluate("(button) => button === document.activeElement"):
            break
    expect(make).to_be_focused()


def test_game_opened_as_rules_works_offline(browser: Browser, own_site: Site) -> None:
    context = new_context(browser, locale="en-GB")
    page = show(context, own_site, "")
    wait_for_worker(page)
    page.goto(f"{own_site.url}rules/kessel-en.html")
    page.wait_for_timeout(4000)  # the game is kept in the background
    own_site.stop()
    page.goto(f"{own_site.url}#/kessel/outlaws")
    expect(page.locator(".start .chapter")).not_to_have_count(0)
    page.get_by_role("link", name="Who wins, who pays").click()
    expect(page.locator(".win h2")).to_contain_text("Hand 1 wins", timeout=2 * BOOT)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://sabacc.example/kits/index.html", "https://sabacc.example/kits/"),
        ("http://127.0.0.1:8000/", ""),
        ("https://localhost/", ""),
    ],
)
def test_codes_lead_to_public_addresses(visit: Visit, address: str, expected: str) -> None:
    page = visit("")
    script = "async (address) => (await import('./choices.js')).siteAddress(new URL(address))"
    assert page.evaluate(script, address) == expected
