"""Users' decks in the page: folders, tables and pictures, as on the command line."""

from __future__ import annotations

import io
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from playwright.sync_api import Browser, Page, expect

import printkit
from printkit.library.new_deck import IMAGES, SPREADSHEET, start_deck, write_deck
from tests.support.chromium import needed
from tests.support.spreadsheets import FAILED, sheet, xlsx
from tests.web.conftest import BOOT, Site, new_context, open_page
from tests.web.test_page import AXE, make_kit, picture, publish_version, wait_for_worker
from tests.web.test_slow_network import busy

pytestmark = [needed, pytest.mark.nightly]

EXAMPLES = Path(__file__).parents[2] / "examples"
EXAMPLE = Path(__file__).parents[2] / "web/src/example/cantina.toml"
# Pastes cells of a spreadsheet into a cell.
PASTE = """(cell, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const settings = { clipboardData, bubbles: true, cancelable: true };
  cell.dispatchEvent(new ClipboardEvent("paste", settings));
}"""
# Reads texts as tables of cards, and writes them back; null for a text without a table.
ROUND_TRIP = """async (texts) => {
  const { readGrid } = await import("./grid.js");
  const written = Object.entries(texts).map(([name, text]) => {
    const grid = readGrid(name, text);
    return [name, grid && grid.write(grid)];
  });
  return Object.fromEntries(written);
}"""
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
    expect(page.locator(".hd [role=status]")).to_have_text("no errors", timeout=BOOT)
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


def zip_of(files: dict[str, bytes]) -> bytes:
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return box.getvalue()


def with_password(data: bytes) -> bytes:
    """Set the flag of encrypted files in both headers of a ZIP with one file."""
    changed = bytearray(data)
    changed[6] |= 1
    changed[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(changed)


TABLE = {"deck/cards.csv": b"Name,Value\nMoon,7\n" * 50}
DAMAGED = "This ZIP is damaged or incomplete"
# What makes a ZIP, only when its test runs: 401 MB take a second to pack.
WRONG_ZIPS: dict[str, tuple[Callable[[], bytes], str]] = {
    "cut off": (lambda: zip_of(TABLE)[:-30], DAMAGED),
    "damaged": (lambda: zip_of(TABLE).replace(zip_of(TABLE)[50:60], bytes(10)), DAMAGED),
    "no ZIP": (lambda: b"a text", DAMAGED),
    "locked": (lambda: with_password(zip_of(TABLE)), "This ZIP is protected by a password"),
    "nested": (lambda: zip_of({"more.zip": zip_of(TABLE)}), "This ZIP contains another ZIP"),
    "many": (
        lambda: zip_of({f"{n}.txt": b"" for n in range(2001)}),
        "There are more than 2,000 files",
    ),
    "large": (lambda: zip_of({"a.txt": bytes(401_000_000)}), "The files are larger than 400 MB"),
}


@pytest.mark.parametrize(("make", "words"), WRONG_ZIPS.values(), ids=WRONG_ZIPS)
def test_wrong_zip_is_reported_in_one_sentence(
    own: Page, make: Callable[[], bytes], words: str
) -> None:
    bring_file(own, "deck.zip", make(), "application/zip")
    alert = own.get_by_role("alert")
    expect(alert).to_contain_text(words, timeout=BOOT)
    expect(alert).to_contain_text("This cannot be made")
    bring_file(own, "deck.zip", zip_of(TABLE), "application/zip")  # and the next one is read
    expect(own.locator(".hd [role=status]")).to_be_visible(timeout=BOOT)


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


# A drawing that only a renderer can paint: the upper half red to blue, the lower half green.
GRADIENT = """<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><style>.a{fill:url(#g)}</style>
<linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>
</linearGradient>
<rect class="a" width="63" height="44"/><rect y="44" width="63" height="44" fill="#080"/>
</svg>"""


def test_page_renders_drawings_with_gradients(browser: Browser, site: Site, tmp_path: Path) -> None:
    """The browser is the renderer: a warning names each drawing, and its pixels are in the kit."""
    folder = tmp_path / "deck"
    folder.mkdir()
    clear = '<circle r="9" cx="31" cy="66" opacity=".5"/></svg>'
    (folder / "a.svg").write_text(GRADIENT, encoding="utf-8")
    (folder / "b.svg").write_text(GRADIENT.replace("</svg>", clear), encoding="utf-8")
    (folder / "c.png").write_bytes(picture())
    own = open_page(browser, site, "own")
    bring_folder(own, folder)
    expect(own.locator(".hd [role=status]")).to_contain_text("2 hints", timeout=BOOT)
    words = (
        "a gradient: it is printed as a picture of 600 dots per inch. The same applies to 1 more"
    )
    expect(own.locator(".ln.hint", has_text=words).first).to_be_attached()
    own.get_by_role("link", name="Make its kit").click()
    with zipfile.ZipFile(io.BytesIO(make_kit(own))) as archive:
        name = next(n for n in archive.namelist() if "cards" in n and n.endswith(".pdf"))
        with pdfium.PdfDocument(archive.read(name)) as pdf:
            drawn = [pdf[i].render(scale=1).to_numpy()[:, :, :3] for i in range(len(pdf))]
    for colour in ((230, 0, 25), (0, 128, 0), (25, 0, 230)):
        assert any(np.any(np.abs(page.astype(int) - colour).max(axis=2) < 35) for page in drawn)
    assert own.faults == []  # type: ignore[attr-defined]


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
    expect(own.locator(".hd .bad")).to_have_text("1 error", timeout=BOOT)
    own.locator("div.code .fault button").click()
    expect(own.locator(".hd b")).to_have_text("cards.csv")
    expect(own.locator("div.code .ln.bad > i")).to_have_text("2", timeout=BOOT)
    own.evaluate(AXE.read_text())
    assert own.evaluate("async () => (await axe.run()).violations") == []
    own.get_by_role("button", name="Edit it").click()
    own.locator("textarea").fill("name,copies\nHeron,2\nOtter,1\n")
    expect(own.locator(".hd [role=status]")).to_have_text("no errors", timeout=BOOT)
    expect(own.locator(".rule h2")).to_have_text("River")
    with own.expect_download() as download:
        own.get_by_role("button", name="Save", exact=True).click()
    assert "Heron,2" in Path(download.value.path()).read_text()


def test_files_without_deck_are_reported(own: Page) -> None:
    bring_file(own, "notes.txt", b"Buy milk.", "text/plain")
    expect(own.locator(".faultbox")).to_contain_text("do not contain a deck", timeout=BOOT)


def receipt_of(page: Page) -> list[str]:
    """Return the lines of the receipt, which stands above the deck."""
    expect(page.locator(".receipt summary")).to_be_visible(timeout=BOOT)
    box = page.locator(".receipt").bounding_box()
    deck = page.locator(".two.wide").bounding_box()
    assert box is not None
    assert deck is not None
    assert box["y"] < deck["y"]
    return page.locator(".receipt li").all_text_contents()


def test_receipt_of_folder_accounts_for_every_file(own: Page, tmp_path: Path) -> None:
    folder = tmp_path / "art"
    folder.mkdir()
    (folder / "fox.png").write_bytes(picture())
    for name in ("fox.psd", "notes.txt"):
        (folder / name).write_bytes(b"8BPS")
    bring_folder(own, folder)
    lines = receipt_of(own)
    assert lines[0] == "Files: 3 found, 1 used, 2 skipped."
    assert "Skipped, is of a kind that is not read: export it as PNG, JPEG or SVG: fox.psd" in lines
    assert "Skipped, is not a picture: notes.txt" in lines
    assert any(line.startswith("Cards: 1 different, 1 in all") for line in lines)


def test_receipt_of_zip_names_columns_without_place(own: Page) -> None:
    table = b"Name,Cost,Image\nFox,3,fox\n"
    deck = {"den/den.toml": LANTERNS.encode(), "den/cards.csv": table, "den/old.csv": table}
    bring_file(own, "den.zip", zip_of({**deck, "den/fox.png": picture()}), "application/zip")
    lines = receipt_of(own)
    assert lines[0] == "Files: 4 found, 3 used, 1 skipped."
    assert "Skipped, is not named by the definition: old.csv" in lines
    assert any("B “Cost”: is printed nowhere" in line for line in lines)


def test_receipt_of_spreadsheet_names_sheet(own: Page) -> None:
    data = xlsx({"Animals": sheet([["Name", "Text"], ["Heron", "Wait."]])})
    bring_file(own, "river.xlsx", data, XLSX)
    lines = receipt_of(own)
    assert any("river.xlsx, sheet “Animals”; rows: 1" in line for line in lines)


def write_line(page: Page, line: str) -> None:
    """Append a line to the definition that is shown."""
    page.get_by_role("button", name="Edit it").click()
    area = page.locator("textarea")
    area.fill(area.input_value() + line)
    area.blur()


def example_text(page: Page) -> str:
    return page.locator("textarea").input_value()


def test_typed_deck_survives_reload_and_undo(browser: Browser, site: Site) -> None:
    page = open_page(browser, site, "own")
    page.get_by_role("button", name="Start from an example").click()
    status = page.locator(".hd [role=status]")
    expect(status).to_have_text("no errors", timeout=BOOT)
    first = example_text(page)
    write_line(page, "# mine\n")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.wait_for_timeout(1500)  # kept at each change
    page.reload()
    expect(page.locator("textarea")).to_have_value(first + "# mine\n", timeout=BOOT)
    expect(status).to_have_text("no errors", timeout=BOOT)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("textarea")).to_have_value(first)
    assert page.faults == []  # type: ignore[attr-defined]


def test_deck_is_duplicated_renamed_exported_and_removed(browser: Browser, site: Site) -> None:
    page = open_page(browser, site, "own")
    page.get_by_role("button", name="Start from an example").click()
    expect(page.locator(".hd [role=status]")).to_have_text("no errors", timeout=BOOT)
    shelf = page.locator(".shelf li")
    shelf.get_by_role("button", name="Duplicate").click()
    expect(shelf).to_have_count(2)
    page.once("dialog", lambda dialog: dialog.accept("Second"))
    shelf.first.get_by_role("button", name="Rename").click()
    expect(shelf.first.get_by_role("button", name="Second", exact=True)).to_be_visible()
    with page.expect_download() as download:
        shelf.first.get_by_role("button", name="Save as ZIP").click()
    data = Path(download.value.path()).read_bytes()
    assert zipfile.ZipFile(io.BytesIO(data)).namelist() == ["cantina.toml"]
    bring_file(page, "again.zip", data, "application/zip")
    expect(shelf).to_have_count(3, timeout=BOOT)
    expect(page.locator(".hd [role=status]")).to_have_text("no errors", timeout=BOOT)
    for left in (2, 1):
        button = shelf.first.get_by_role("button", name="Remove")
        button.click()
        button.click()
        expect(shelf).to_have_count(left)


def test_typed_deck_survives_update_and_export(browser: Browser, own_site: Site) -> None:
    page = new_context(browser, locale="en-GB").new_page()
    page.goto(f"{own_site.url}#/own")
    page.get_by_role("button", name="Start from an example").click()
    status = page.locator(".hd [role=status]")
    expect(status).to_have_text("no errors", timeout=2 * BOOT)
    write_line(page, "# mine\n")
    typed = example_text(page)
    expect(status).to_have_text("no errors", timeout=BOOT)
    wait_for_worker(page)
    publish_version(own_site)
    page.reload()
    page.get_by_role("button", name="Use it now").click(timeout=2 * BOOT)
    expect(page.locator("html[data-version]")).to_be_attached(timeout=BOOT)
    expect(page.locator("textarea")).to_have_value(typed, timeout=2 * BOOT)
    with page.expect_download(timeout=BOOT) as download:
        page.get_by_role("button", name="Save as ZIP").click()
    data = Path(download.value.path()).read_bytes()
    for _ in range(2):  # the second touch removes it
        page.locator(".shelf li").get_by_role("button", name="Remove").click()
    expect(page.locator("textarea")).to_have_count(0)
    bring_file(page, "deck.zip", data, "application/zip")
    expect(page.locator("textarea")).to_have_value(typed, timeout=BOOT)


# What a browser keeps: whether decks hold bytes of pictures, and the names of files beside them.
KEPT = """async () => {
  const asked = indexedDB.open("printkit");
  const base = await new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
  const all = (name) => new Promise((resolve) => {
    const found = base.transaction(name).objectStore(name).getAll();
    found.onsuccess = () => resolve(found.result);
  });
  const projects = await all("projects"), records = (await all("files")).length;
  base.close();
  const inDecks = projects.flatMap(({ files, written }) => [...files, ...written])
    .filter(([name, bytes]) => name.endsWith(".png") && bytes).length;
  let files = 0;
  const root = await navigator.storage.getDirectory();
  for await (const [name, folder] of root.entries())
    if (name === "decks") for await (const deck of folder.values())
      for await (const file of deck.values()) files += Number(file.kind === "file");
  return { inDecks, records, files };
}"""
NO_FILES = "delete FileSystemFileHandle.prototype.createWritable;"
MOON = """\
slug = "moon"
name = "Moon"
languages = ["en"]

[[cards]]
id = "moon"
name = "Moon"
value = 7
art = "moon.png"
"""


@pytest.mark.parametrize("script", ["", NO_FILES], ids=["files", "database"])
def test_pictures_survive_reload_beside_deck(browser: Browser, site: Site, script: str) -> None:
    context = new_context(browser, locale="en-GB", service_workers="block")
    context.add_init_script(script)
    page = context.new_page()
    page.goto(f"{site.url}#/own")
    deck = {"moon/moon.toml": MOON.encode(), "moon/moon.png": picture()}
    page.locator("input[type=file]").first.set_input_files(
        [{"name": Path(name).name, "mimeType": "", "buffer": data} for name, data in deck.items()]
    )
    status = page.locator(".hd [role=status]")
    face = page.locator(".faces img[src]").first
    expect(status).to_contain_text("no errors", timeout=BOOT)
    expect(face).to_be_visible(timeout=BOOT)
    expected = {"inDecks": 0, "records": int(bool(script)), "files": int(not script)}
    assert page.evaluate(KEPT) == expected
    write_line(page, "# mine\n")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.locator(".shelf li").get_by_role("button", name="Duplicate").click()
    expect(page.locator(".shelf li")).to_have_count(2)
    drawn = face.get_attribute("src")
    page.reload()
    expect(page.locator("textarea")).to_have_value(f"{MOON}# mine\n", timeout=BOOT)
    expect(face).to_have_attribute("src", drawn or "", timeout=BOOT)
    assert page.evaluate(KEPT) == {key: 2 * count for key, count in expected.items()}
    for left in (1, 0):
        button = page.locator(".shelf li").first.get_by_role("button", name="Remove")
        button.click()
        button.click()
        expect(page.locator(".shelf li")).to_have_count(left)
    assert page.evaluate(KEPT) == {"inDecks": 0, "records": 0, "files": 0}


# Keeps a deck as the first version of the page did: with the bytes of its pictures.
KEEP_OLD = """async ([text, bytes]) => {
  const asked = indexedDB.open("printkit", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("projects", { keyPath: "id" });
  const base = await new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
  const files = [["moon.toml", new TextEncoder().encode(text).buffer],
    ["moon.png", new Uint8Array(bytes).buffer]];
  const project = { id: "old", title: "Old", files, written: [], steps: [], changed: 1,
    names: ["moon.toml", "moon.png"], file: "moon.toml", shown: "moon.toml", begun: "",
    receipt: null, isTable: false, skipped: [] };
  const change = base.transaction("projects", "readwrite");
  change.objectStore("projects").put(project);
  await new Promise((resolve) => { change.oncomplete = resolve; });
  base.close();
}"""


def test_deck_of_first_version_is_kept(browser: Browser, site: Site) -> None:
    page = new_context(browser, locale="en-GB", service_workers="block").new_page()
    page.goto(f"{site.url}icon.svg")
    page.evaluate(KEEP_OLD, [MOON, list(picture())])
    page.goto(f"{site.url}#/own")
    page.locator(".shelf").get_by_role("button", name="Old", exact=True).click()
    expect(page.locator("textarea")).to_have_value(MOON, timeout=BOOT)
    expect(page.locator(".faces img[src]").first).to_be_visible(timeout=BOOT)
    assert page.evaluate(KEPT) == {"inDecks": 0, "records": 0, "files": 1}


CARDS = "Name,Copies,Picture\nMoon,2,\nLamp,1,\n"
LANTERNS = 'name = "Lanterns"\nlanguages = ["en"]\ncards_table = "cards.csv"\n'


def test_cards_are_edited_in_a_table(own: Page, tmp_path: Path) -> None:
    deck = {"lanterns/lanterns.toml": LANTERNS.encode(), "lanterns/cards.csv": CARDS.encode()}
    bring_file(own, "lanterns.zip", zip_of(deck), "application/zip")
    status = own.locator(".hd [role=status]")
    expect(status).to_contain_text("no errors", timeout=BOOT)
    own.get_by_label("File").select_option("lanterns/cards.csv")
    own.get_by_role("button", name="Table", exact=True).click()
    cell = own.get_by_label("Name, card 1")
    cell.fill("Full Moon")
    expect(own.locator(".edited figcaption")).to_have_text("Full Moon", timeout=BOOT)
    own.get_by_label("Name, card 2").evaluate(PASTE, "Name\tCopies\nStar\t3\nOwl\t4\n")
    expect(own.get_by_label("Name, card 4")).to_have_value("Owl")
    own.get_by_role("button", name="Duplicate : 2").click()
    expect(own.get_by_label("Name, card 3")).to_have_value("Lamp")
    own.get_by_role("button", name="Remove : 2").click()
    own.get_by_role("button", name="Copies", exact=True).click()
    assert [own.get_by_label(f"Copies, card {row}").input_value() for row in (1, 2, 3, 4)] == [
        "1", "2", "3", "4"
    ]  # fmt: skip
    chosen = {"name": "owl.png", "mimeType": "image/png", "buffer": picture()}
    own.locator(".grid tbody tr").nth(3).locator("input[type=file]").set_input_files([chosen])
    expect(own.get_by_label("Picture, card 4")).to_have_value("pictures/owl.png", timeout=BOOT)
    expected = "Name,Copies,Picture\nLamp,1,\nFull Moon,2,\nStar,3,\nOwl,4,pictures/owl.png\n"
    expect(own.locator("textarea")).to_have_value(expected)
    expect(status).to_contain_text("no errors", timeout=BOOT)
    own.evaluate(AXE.read_text())
    assert own.evaluate("async () => (await axe.run()).violations.map((found) => found.id)") == []
    own.get_by_role("button", name="Undo").click()
    expect(own.get_by_label("Picture, card 4")).to_have_value("")
    assert own.faults == []  # type: ignore[attr-defined]


# Returns the seconds from now until the drawing of the edited card changes and has its name.
DRAWN = """async (name) => {
  const image = document.querySelector(".edited img"), before = image.src;
  const began = performance.now();
  for (;;) {
    const { textContent } = document.querySelector(".edited figcaption");
    if (textContent === name && image.src !== before) return (performance.now() - began) / 1000;
    await new Promise(requestAnimationFrame);
  }
}"""
# Types a name into a field as a person does, by one event.
TYPE = """(field, text) => {
  field.value = text;
  field.dispatchEvent(new Event("input"));
}"""


def test_edited_card_is_drawn_within_a_second(own: Page) -> None:
    """A deck of 76 engraved cards, edited in the table and in the text."""
    own.get_by_role("button", name="Start from an example").click()
    expect(own.locator(".hd [role=status]")).to_contain_text("no errors", timeout=BOOT)
    own.get_by_role("button", name="Table", exact=True).click()
    cell = own.get_by_label("name · en, card 1")
    cell.focus()
    caption = own.locator(".edited figcaption")
    expect(caption).to_have_text("The Lamp", timeout=BOOT)
    times = []
    # The pauses are those in which the page checks, draws the other faces, and examines the deck.
    for pause in (0, 0, 0, 1600, 2500, 4000):
        own.wait_for_timeout(pause)
        name = f"The Lantern {len(times)}"
        cell.evaluate(TYPE, name)
        times.append(own.evaluate(DRAWN, name))
    assert max(times) < busy(), times


def test_table_keeps_all_that_it_does_not_show(own: Page) -> None:
    """A text that is read as a table and written back has the same bytes."""
    texts = {
        f"{path.parent.name}/{path.name}": path.read_text(encoding="utf-8")
        for path in sorted(EXAMPLES.glob("*/*"))
        if path.suffix in (".csv", ".toml")
    } | {"quoted.csv": 'a;b\r\n"x;""y""";2\r\n', "example.toml": EXAMPLE.read_text()}
    written = own.evaluate(ROUND_TRIP, texts)
    shown = {name: text for name, text in written.items() if text is not None}
    assert {"example.toml", "quoted.csv", "moth-light/cards.csv"} <= {*shown}
    assert shown == {name: texts[name] for name in shown}
    assert own.evaluate(ROUND_TRIP, {"a.csv": "a,b\n1,2"}) != {"a.csv": "a,b\n1,2"}  # can fail


def test_hints_look_different_from_errors(own: Page) -> None:
    own.get_by_role("button", name="Start from an example").click()
    status = own.locator(".hd [role=status]")
    expect(status).to_have_text("no errors", timeout=BOOT)
    write_line(own, '[[cards]]\nid = "comet"\n')
    error = own.locator(".ln.bad .fault em").first
    expect(error).to_have_text("Error.", timeout=BOOT)
    expect(own.locator(".receipt")).to_contain_text("Files that were read · 1 used", timeout=BOOT)
