"""The table view judges hands and settles showdowns like the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import printkit
from tests.support.chromium import needed
from tests.web.conftest import Site, borrow
from tests.web.test_page import AXE, BOOT

pytestmark = [needed, pytest.mark.nightly]


@pytest.fixture(scope="module")
def page(program: BrowserContext, site: Site) -> Iterator[Page]:
    """Return the view in French, for all tests."""
    with borrow(program, site, "table/kessel", width=390, language="fr-FR") as page:
        yield page


def lay(page: Page, hands: str) -> None:
    """Clear the table, and place hands on it."""
    page.get_by_role("button", name=re.compile("Start again|Recommencer")).click()
    for number, cards in enumerate(hands.split(" / ")):
        if number:
            page.get_by_role("button", name=re.compile("Add a hand|Ajouter une main")).click()
        for card in cards.split():
            page.locator(f".pad [data-key={card}]").click()


def test_page_judges_hands_like_program(page: Page) -> None:
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
    page.locator(".more .sw:checked").uncheck()
    assert page.faults == []  # type: ignore[attr-defined]


def differences(page: Page, slug: str, hands: str, language: str, **known: Any) -> list[Any]:
    """Return the differences between the page and the program, including their order."""
    seat = {"en": "Hand", "fr": "Main"}[language]
    names = [f"{seat} {number + 1}" for number in range(hands.count("/") + 1)]
    native = printkit.settle(slug, hands, language=language, names=names, **known)
    expect(page.locator(".settled ol")).to_be_visible(timeout=BOOT)
    lines = page.locator(".settled ol b, .settled ul li").all_inner_texts()
    wanted = [*(step.text for step in native.steps if step.text), *native.outcome]
    told = page.locator(".settled").inner_text()
    sentences = {rule.text for step in native.steps for rule in step.rules}
    assert sentences
    return [
        *(pair for pair in zip_longest(lines, wanted) if pair[0] != pair[1]),
        *(text for text in sentences if text not in told),
    ]


def test_page_settles_showdown_like_program(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#/table/casino")
    page.locator("#language").click()
    hands = "coins-6 staves-5 flasks-4 coins-8 / coins-7 flasks-8 staves-ace sabers-ace"
    lay(page, hands)
    page.get_by_label("Hand pot").fill("18")
    page.get_by_label("Sabacc pot").fill("9")
    expect(page.locator(".said")).to_have_text("Still missing: Who called.")
    page.get_by_label("Who called").select_option("Hand 2")
    page.get_by_label("Chips left, Hand 1").fill("-1")
    expect(page.locator(".seats .bad").first).to_have_text(
        "Enter a whole number from 0 to 999,999."
    )
    page.get_by_label("Chips left, Hand 1").fill("4")
    page.get_by_label("Chips left, Hand 2").fill("10")
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
    lay(page, hands)
    for number, pot in enumerate((3, 0, 2), 1):
        page.get_by_label(f"Pot, Main {number}", exact=True).fill(str(pot))
    assert differences(page, "kessel", hands, "fr", pots={"pot": [3, 0, 2]}) == []
    page.evaluate(AXE.read_text())
    assert page.evaluate("async () => (await axe.run()).violations.map((found) => found.id)") == []
    chapter = page.locator(".settled a").first.get_attribute("href") or ""
    name, _, anchor = chapter.partition("#")
    assert f'id="{anchor}"' in (site.folder / name).read_text()
    assert page.faults == []  # type: ignore[attr-defined]


def test_page_judges_and_maps_tarot(page: Page, site: Site) -> None:
    page.goto(f"{site.url}#/table/casino?deck=tarot")
    mapping = printkit.map_deck("tarot", "casino")
    expect(page.locator(".standin tbody tr")).to_have_count(len(mapping.entries))
    for number in (0, 20, 40, 60):
        page.locator(".pad .k").nth(number).click()
    expect(page.locator(".hand .val").first).not_to_have_text("", timeout=BOOT)
    page.get_by_text("Le tableau de correspondance").click()
    expect(page.locator(".standin tbody tr").first).to_be_visible()
