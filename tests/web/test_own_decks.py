"""Users' decks in the page: folders, tables and pictures, as on the command line."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import printkit
from printkit.library.new_deck import IMAGES, SPREADSHEET, start_deck, write_deck
from tests.support.chromium import needed
from tests.support.spreadsheets import FAILED, sheet, xlsx
from tests.web.conftest import BOOT
from tests.web.test_page import AXE, make_kit

pytestmark = [needed, pytest.mark.nightly]

EXAMPLES = Path(__file__).parents[2] / "examples"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def bring_folder(page: Page, folder: Path) -> None:
    page.locator("input[webkitdirectory]").set_input_files(folder)


def bring_file(page: Page, name: str, data: bytes, kind: str) -> None:
    chosen = [{"name": name, "mimeType": kind, "buffer": data}]
    page.locator("input[type=file]").first.set_input_files(chosen)


def cards_of(definition: Path) -> tuple[str, bytes]:
    """Return the name and the bytes of the cards that the command line makes."""
    built = printkit.build(str(definition), ["cards"], in_memory=True)
    return next((file.name, file.data) for file in built.files if file.name.endswith(".pdf"))


def check_kit(page: Page, definition: Path) -> None:
    """Make the kit with the form, and compare its cards with those of the command line."""
    expect(page.locator(".hd [role=status]")).to_have_text("no fault", timeout=BOOT)
    expect(page.locator(".faces img[src]").nth(4)).to_be_visible(timeout=BOOT)
    page.get_by_role("link", name="Make its kit").click()
    name, native = cards_of(definition)
    with zipfile.ZipFile(io.BytesIO(make_kit(page))) as archive:
        assert archive.read(name) == native
    assert page.faults == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("example", ["low-water", "winds"])  # a spreadsheet; custom fonts
def test_folder_builds_same_bytes_as_command_line(own: Page, example: str) -> None:
    bring_folder(own, EXAMPLES / example)
    check_kit(own, EXAMPLES / f"{example}/{example}.toml")


def with_a_table(folder: Path) -> Path:
    """Return a folder with a spreadsheet, its pictures and rules, and the spreadsheet."""
    rows: list[list[str | float | None]] = [["Name", "Suit", "Value", "Picture", "Text"]]
    for value, name in enumerate(("crab", "whelk", "anchor", "seal", "whale", "wave"), 1):
        suit = "Sea" if value > 3 else "Shore"
        rows.append([name.title(), suit, value, f"{name}.png", f"**Worth {value}** at the end."])
        (folder / "pictures").mkdir(parents=True, exist_ok=True)
        shutil.copy(EXAMPLES / f"low-water/pictures/{name}.png", folder / "pictures")
    shutil.copy(EXAMPLES / "low-water/rules.md", folder)
    (folder / "bay.xlsx").write_bytes(xlsx({"Cards": sheet(rows)}))
    return folder / "bay.xlsx"


@pytest.mark.parametrize("kind", [SPREADSHEET, IMAGES])
def test_page_starts_deck_like_command_line(own: Page, tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "Night Bay"
    if kind == SPREADSHEET:
        source = with_a_table(folder)
    else:
        source = shutil.copytree(EXAMPLES / "moth-light/images", folder)
    deck = start_deck(str(tmp_path / "new" / folder.name), kind, source, "en")
    write_deck(deck)
    bring_folder(own, folder)
    expect(own.locator(".ln > code").nth(2)).to_be_visible(timeout=BOOT)
    assert own.locator("textarea").input_value() == deck.definition.read_text(encoding="utf-8")
    check_kit(own, deck.definition)


def test_spreadsheet_errors_name_sheet_and_cell(own: Page) -> None:
    rows = [["Name", "Qty", "Text"], ["Heron", "two", "Wait."], ["Otter", 1, FAILED]]
    bring_file(own, "river.xlsx", xlsx({"Animals": sheet(rows)}), XLSX)
    expect(own.locator(".hd .bad")).to_be_visible(timeout=BOOT)
    told = own.locator(".fault").all_inner_texts()
    assert any("Animals!B2" in text and "two" in text for text in told), told
    assert any("Animals!C3" in text for text in told), told


def test_errors_are_shown_in_their_file(own: Page) -> None:
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w") as archive:
        archive.writestr(
            "river/river.toml", 'name = "River"\nlanguages = ["en"]\ncards_table = "cards.csv"\n'
        )
        archive.writestr("river/cards.csv", "name,copies\nHeron,two\nOtter,1\n")
        archive.writestr("__MACOSX/river/._cards.csv", "junk")
    bring_file(own, "river.zip", box.getvalue(), "application/zip")
    expect(own.locator(".hd .bad")).to_have_text("1 fault", timeout=BOOT)
    own.locator(".fault button").click()
    expect(own.locator(".hd b")).to_have_text("cards.csv")
    expect(own.locator(".ln.bad > i")).to_have_text("2", timeout=BOOT)
    own.evaluate(AXE.read_text())
    assert own.evaluate("async () => (await axe.run()).violations") == []
    own.get_by_role("button", name="Edit it").click()
    own.locator("textarea").fill("name,copies\nHeron,2\nOtter,1\n")
    expect(own.locator(".hd [role=status]")).to_have_text("no fault", timeout=BOOT)
    expect(own.locator("h2")).to_have_text("River")
    with own.expect_download() as download:
        own.get_by_role("button", name="Save").click()
    assert "Heron,2" in Path(download.value.path()).read_text()


def test_files_without_deck_are_reported(own: Page) -> None:
    bring_file(own, "notes.txt", b"Buy milk.", "text/plain")
    expect(own.locator(".faultbox")).to_contain_text("no deck", timeout=BOOT)
