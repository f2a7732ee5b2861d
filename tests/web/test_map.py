"""The page maps an owned deck to a game and prints the chart, as `printkit map` does."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

import printkit
from printkit.pieces.kits import table_products
from tests.support.chromium import needed
from tests.web.conftest import BOOT
from tests.web.test_page import AXE, Visit
from tests.web.test_ways_out import differing

pytestmark = [needed, pytest.mark.nightly]


def test_tarot_chart_needs_three_taps(visit: Visit) -> None:
    page = visit("", width=390)
    page.get_by_role("link", name="I own a tarot deck").click()
    page.get_by_role("button", name="The chart", exact=True).click(timeout=BOOT)
    with page.expect_download(timeout=BOOT) as download:
        page.get_by_role("link", name="Save the PDF").click(timeout=BOOT)
    job = printkit.make_job("casino", ("chart", "pocket"), deck="tarot")
    native = printkit.build(job, in_memory=True)
    charts = [file for file in native.files if file.name.endswith(".pdf")]
    assert Path(download.value.path()).read_bytes() == charts[0].data
    assert charts[0].data != charts[1].data  # the comparison can fail
    assert page.faults == []  # type: ignore[attr-defined]


def test_map_view_lists_cards_by_suit(visit: Visit) -> None:
    page = visit("map/casino?deck=tarot", language="fr-FR")
    mapping = printkit.map_deck("tarot", "casino")
    expect(page.locator(".standin tbody tr")).to_have_count(len(mapping.entries))
    expect(page.locator(".legend")).to_contain_text("♠ Épées")
    row = page.get_by_role("row").filter(has_text="As d’Épée")
    expect(row).to_contain_text("1 de Sabre")
    page.get_by_label("Jeu", exact=True).select_option("kessel")
    page.get_by_label("Votre jeu de cartes").select_option("two-poker54")
    expect(page.locator(".standin tbody tr").first).to_contain_text("jeu 1")
    expect(page.get_by_label("Votre jeu de cartes")).to_be_focused()
    assert "deck=two-poker54" in page.url
    page.evaluate(AXE.read_text())
    assert page.evaluate("async () => (await axe.run()).violations.map((found) => found.id)") == []
    for width in (320, 390, 1920):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.faults == []  # type: ignore[attr-defined]


def test_kit_around_owned_deck_matches_command_line(visit: Visit) -> None:
    page = visit("map/kessel?deck=poker54&paper=letter")
    page.get_by_role("button", name="The whole kit").click(timeout=BOOT)
    with page.expect_download(timeout=2 * BOOT) as download:
        page.locator(".get a.btn.main").click(timeout=2 * BOOT)
    with zipfile.ZipFile(io.BytesIO(Path(download.value.path()).read_bytes())) as archive:
        made = {name: archive.read(name) for name in archive.namelist()}
    mapping = printkit.map_deck("poker54", "kessel")
    products = ("chart", "pocket", *table_products(mapping.variant))
    job = printkit.make_job("kessel", products, deck="poker54", paper="letter", players=4)
    native = printkit.build(job, in_memory=True)
    assert len(native.files) > 5
    assert differing(made, native) == []


def test_deck_with_equal_cards_gets_stickers(visit: Visit) -> None:
    page = visit("map/casino?deck=two-poker54")
    expect(page.get_by_role("button", name="Stickers")).to_be_visible()
    expect(page.get_by_role("button", name="The chart", exact=True)).to_have_count(0)
    expect(page.locator(".ways")).to_contain_text("identical")
