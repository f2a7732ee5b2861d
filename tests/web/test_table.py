"""The view for the table: hands that are judged, showdowns that are settled, as by the program."""

from __future__ import annotations

import importlib
import json
from functools import partial
from typing import Any

from playwright.sync_api import Browser, Page, Route, expect

import printkit
from printkit.model.load import load
from tests.support.chromium import needed
from tests.web.conftest import Site, new_context, open_page, show
from tests.web.test_page import AXE, BOOT

pytestmark = needed


def test_hands_are_judged_as_by_the_program(browser: Browser, site: Site) -> None:
    page = open_page(browser, site, "table/kessel", language="fr-FR", width=390)
    native = printkit.judge(
        "kessel", "blood-2 sand-2 / blood-6 sand-6 / blood-1 sand-3", language="fr"
    )
    expect(page.locator(".win h2")).to_have_text(native.outcome[-1], timeout=BOOT)
    reasons = page.locator(".hand small").all_inner_texts()
    assert reasons == [hand.why[0] for hand in native.hands]
    page.get_by_role("button", name="Sylop de Sang").click()
    page.get_by_role("button", name="Sylop de Sable").click()
    expect(page.locator(".hand").first).to_contain_text("Sabacc pur")
    page.get_by_text("En vigueur").click()
    page.get_by_label("Fausses écritures").or_(page.locator(".more .sw").last).first.check()
    expect(page.locator(".win h2")).not_to_have_text("…")
    assert page.faults == []  # type: ignore[attr-defined]


def test_an_owned_tarot_is_judged_and_mapped(browser: Browser, site: Site) -> None:
    page = open_page(browser, site, "table/tarot?deck=tarot", language="fr-FR", width=390)
    page.locator(".pad .k").nth(0).click()
    page.locator(".pad .k").nth(20).click()
    page.locator(".pad .k").nth(40).click()
    expect(page.locator(".hand .val").first).not_to_have_text("", timeout=BOOT)
    page.get_by_text("La table de correspondance").click()
    mapping = printkit.map_deck("tarot", "tarot")
    assert page.locator(".standin tbody tr").count() == len(mapping.entries)


def fulfil(body: str, route: Route) -> None:
    route.fulfill(body=body)


def show_casino(browser: Browser, site: Site) -> Page:
    """Open the table with a game that the page was built without: its data, and no pictures."""
    game, content = load("casino"), importlib.import_module("content")
    strip = {"file": "", "columns": 1, "rows": 1, "order": [card.id for card in game.cards]}
    table = content.describe_table(game) | {"strips": dict.fromkeys(("en", "fr"), strip)}
    catalogue = json.loads((site.folder / "data/catalogue.json").read_text())
    for entry in catalogue["games"]:
        entry["shown"] |= entry["slug"] == game.slug
    context = new_context(browser, viewport={"width": 390, "height": 900}, service_workers="block")
    served = {
        "game-casino.json": json.dumps(table),
        "catalogue.json": json.dumps(catalogue),
        "": "",
    }
    for name, body in served.items():
        context.route(f"**/data/{name}", partial(fulfil, body))
    return show(context, site, "table/casino")


def settled(page: Page) -> tuple[list[str], list[str], str]:
    """What the page tells of a showdown: payments, what is left, all of it."""
    expect(page.locator(".settled ol")).to_be_visible(timeout=BOOT)
    steps, left = page.locator(".settled ol b"), page.locator(".settled ul li")
    return steps.all_inner_texts(), left.all_inner_texts(), page.locator(".settled").inner_text()


def differences(page: Page, slug: str, hands: str, language: str, **known: Any) -> list[str]:
    """What the page tells otherwise than the program."""
    seat = {"en": "Hand", "fr": "Main"}[language]
    names = [f"{seat} {number + 1}" for number in range(hands.count("/") + 1)]
    native = printkit.settle(slug, hands, language=language, names=names, **known)
    steps, left, whole = settled(page)
    sentences = {rule.text for step in native.steps for rule in step.rules}
    assert sentences
    return [
        *(set(steps) ^ {step.text for step in native.steps if step.text}),
        *(set(left) ^ set(native.outcome)),
        *(text for text in sentences if text not in whole),
    ]


def test_a_showdown_is_settled_as_by_the_program(browser: Browser, site: Site) -> None:
    page = show_casino(browser, site)
    hands = "coins-6 staves-5 flasks-4 coins-8 / coins-7 flasks-8 staves-ace sabers-ace"
    for number, cards in enumerate(hands.split(" / ")):
        if number:
            page.get_by_role("button", name="Add a hand").click()
        for card in cards.split():
            page.locator(f".pad [data-key={card}]").click()
    page.get_by_label("Hand pot").fill("18")
    page.get_by_label("Sabacc pot").fill("9")
    expect(page.locator(".settled")).to_have_text("Still to say: Who called.")
    page.get_by_label("Who called").select_option("Hand 2")
    page.get_by_label("Has left, Hand 1").fill("-1")
    expect(page.locator(".seats .bad").first).to_have_text("A whole number from 0 to 999,999.")
    page.get_by_label("Has left, Hand 1").fill("4")
    page.get_by_label("Has left, Hand 2").fill("10")
    known: dict[str, Any] = {
        "called": 2,
        "pots": {"hand-pot": 18, "sabacc-pot": 9},
        "chips": [4, 10],
    }
    assert differences(page, "casino", hands, "en", **known) == []
    page.get_by_label("First hand of the evening").check()
    expect(page.locator(".settled ul")).to_contain_text("Hand 2: 5")
    assert differences(page, "casino", hands, "en", **known, first_hand=True) == []
    assert differences(page, "casino", hands, "en", **known) != []  # the comparison can fail
    page.locator("#language").click()
    page.goto(f"{site.url}#/table/kessel")
    hands = "blood-2 sand-2 / blood-6 sand-6 / blood-1 sand-3"
    for number, pot in enumerate((3, 0, 2), 1):
        page.get_by_label(f"Pot, Main {number}", exact=True).fill(str(pot))
    assert differences(page, "kessel", hands, "fr", pots={"pot": [3, 0, 2]}) == []
    page.evaluate(AXE.read_text())
    assert page.evaluate("async () => (await axe.run()).violations.map((found) => found.id)") == []
    chapter = page.locator(".settled a").first.get_attribute("href") or ""
    name, _, anchor = chapter.partition("#")
    assert f'id="{anchor}"' in (site.folder / name).read_text()
    assert page.faults == []  # type: ignore[attr-defined]
