"""The page makes single-sided and manual-duplex kits, copies, and shop packs like the
command line.
"""

from __future__ import annotations

import io
import zipfile

import pytest
from playwright.sync_api import Page, expect

import printkit
from printkit.base.printer_profile import ManualFeed, Profile
from tests.support.chromium import needed
from tests.web.conftest import BOOT
from tests.web.test_page import SMALL_KIT, Visit, make_kit

pytestmark = [needed, pytest.mark.nightly]


def files_of(page: Page) -> dict[str, bytes]:
    """Return the files of the kit that the page makes, by name."""
    with zipfile.ZipFile(io.BytesIO(make_kit(page))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def differing(made: dict[str, bytes], native: printkit.BuiltFiles) -> list[str]:
    """Return the names of files that differ from the command line's; the manifest names its
    Python.
    """
    return [
        file.name
        for file in native.files
        if file.name != "manifest.json" and made.get(file.name) != file.data
    ]


def test_fold_and_copies_match_command_line(visit: Visit) -> None:
    page = visit("kit/kessel?parts=cards", language="fr-FR")
    page.locator(".say select").last.select_option("fold")
    page.locator("#option-copies").fill("3")
    page.locator("#option-copies").blur()
    made = files_of(page)
    native = printkit.build(
        "kessel", ["cards"], languages=["fr"], players=4, duplex="fold", copies=3, in_memory=True
    )
    assert differing(made, native) == []
    assert "copies=3" in page.url
    assert "duplex=fold" in page.url
    assert page.faults == []  # type: ignore[attr-defined]


def test_manual_feed_asks_three_questions(visit: Visit) -> None:
    page = visit(SMALL_KIT)
    page.get_by_role("button", name="My print is misaligned").click(timeout=BOOT)
    page.get_by_label("Both sides", exact=True).select_option("manual")
    page.get_by_role("button", name="The test sheet (PDF)").click()
    expect(page.locator(".printer-dialog a.lk")).to_have_count(2, timeout=BOOT)
    page.get_by_label("Did the second file print").select_option("no")
    page.get_by_label("do the two arrows").select_option("no")
    page.get_by_label("Name", exact=True).fill("shelf")
    page.get_by_role("button", name="Save").click()
    made = files_of(page)
    feed = ManualFeed.from_test(on_white=False, same_head=False, same_sheet=True)
    profile = Profile(name="shelf", duplex="manual", manual=feed)
    native = printkit.build("kessel", ["tokens"], players=4, printer=profile, in_memory=True)
    assert len(native.files) == 2
    assert differing(made, native) == []
    other = printkit.build("kessel", ["tokens"], players=4, duplex="manual", in_memory=True)
    assert differing(made, other) != []  # the comparison can fail


def test_shop_pack_matches_command_line(visit: Visit) -> None:
    page = visit("kit/kessel?parts=cards")
    page.get_by_text("For a print shop, a virtual table or a cutting machine").click()
    expect(page.get_by_text("This page cannot make files for")).to_contain_text("MakePlayingCards")
    page.locator("#target").select_option("drivethru")
    made = files_of(page)
    native = printkit.build("kessel", ["cards"], players=4, target="drivethru", in_memory=True)
    assert {file.name for file in native.files} >= {"ORDER-en.md", "cards.csv"}
    assert differing(made, native) == []
    assert "for=drivethru" in page.url
    assert page.faults == []  # type: ignore[attr-defined]
