"""The page works in Firefox and WebKitGTK as in Chromium: start, kit, ZIP, table, deck, offline."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import unquote

import pytest
from PIL import Image

import printkit
from tests.support import engines
from tests.support.engines import DISPLAY, FIREFOX, WEBKIT, Engine, needs
from tests.web.conftest import Site

pytestmark = pytest.mark.nightly

Browse = Callable[[Path], AbstractContextManager[Engine]]
BOTH = pytest.mark.parametrize(
    "browse",
    [
        pytest.param(engines.firefox, marks=needs(FIREFOX), id="firefox"),
        pytest.param(engines.webkit, marks=needs(WEBKIT, DISPLAY), id="webkit"),
    ],
)
# Waits for an element, with a text if it is given, and returns it.
WAIT = """
  const wait = async (selector, text = "") => {
    for (let left = 2000; left > 0; left--) {
      const found = [...document.querySelectorAll(selector)].find((item) =>
        item.textContent.includes(text) && !item.disabled && !item.hidden);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const shown = document.querySelector("main").innerText.slice(0, 400);
    throw new Error(`${selector} ${text}: ${shown}`);
  };
"""
# Makes the kit of the view, and returns its ZIP in Base64. The policy of the page forbids to fetch
# the address of the link.
MAKE_KIT = f"""{WAIT}
  let zip = null;
  const link = URL.createObjectURL;
  URL.createObjectURL = (data) => {{
    if (data.type === "application/zip") zip = data;
    return link.call(URL, data);
  }};
  (await wait(".making .btn.main")).click();
  await wait(".get a.btn.main", "ZIP");
  URL.createObjectURL = link;
  const bytes = new Uint8Array(await zip.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
"""
SMALL_KIT = "kit/kessel?parts=tokens&lang=en&paper=a4&players=4"
DECK = """\
slug = "lantern"
name = "Lantern"
languages = ["en"]

[[cards]]
id = "moon"
name = "Moon"
value = 7
art = "moon.png"
"""


def picture() -> bytes:
    """Return a PNG without transparency, which engines blend in different ways."""
    box = io.BytesIO()
    Image.linear_gradient("L").resize((300, 420)).convert("RGB").save(box, "PNG")
    return box.getvalue()


def visit(engine: Engine, site: Site, view: str) -> None:
    """Open a view from another page, so that it is loaded."""
    engine.open(f"{site.url}icon.svg")
    engine.open(f"{site.url}#/{view}")


def files_of(engine: Engine) -> dict[str, bytes]:
    data = base64.b64decode(engine.run(MAKE_KIT))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@BOTH
def test_page_works_in_engine(own_site: Site, tmp_path: Path, browse: Browse) -> None:
    with browse(tmp_path) as engine:
        visit(engine, own_site, "games")
        title = engine.run(f"{WAIT} await wait('.plate h3', 'Kessel'); return document.title;")
        assert title.startswith("printkit")
        visit(engine, own_site, SMALL_KIT)
        made = files_of(engine)
        native = printkit.build("kessel", ["tokens"], players=4, in_memory=True)
        (pdf,) = (file for file in native.files if file.name.endswith(".pdf"))
        assert made[pdf.name] == pdf.data
        assert made["manifest.json"] != pdf.data  # the comparison can fail
        visit(engine, own_site, "table/kessel")
        won = engine.run(f"{WAIT} return (await wait('.win h2', 'wins')).textContent;")
        assert "Hand 1 wins" in won
        visit(engine, own_site, "kessel/outlaws")
        assert engine.run(f"{WAIT} return (await wait('.start h2')).textContent;")
        visit(engine, own_site, "map/kessel?deck=poker54")
        rows = engine.run(f"{WAIT} await wait('.standin td'); return {COUNT_ROWS};")
        assert rows == len(printkit.map_deck("poker54", "kessel").entries)


COUNT_ROWS = "document.querySelectorAll('.standin tbody tr').length"
# Gives a file to the view of own decks.
BRING = """
  const [name, text] = given, bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  await wait(".drop");
  const input = document.querySelector("input[type=file]");
  const chosen = new DataTransfer();
  chosen.items.add(new File([bytes], name));
  input.files = chosen.files;
  input.dispatchEvent(new Event("change"));
"""


@BOTH
def test_own_deck_and_zip_work_in_engine(own_site: Site, tmp_path: Path, browse: Browse) -> None:
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w") as archive:
        archive.writestr("lantern/lantern.toml", DECK)
        archive.writestr("lantern/moon.png", picture())
    bring = f"{WAIT}{BRING}"
    with browse(tmp_path) as engine:
        visit(engine, own_site, "own")
        damaged = base64.b64encode(box.getvalue()[:-30]).decode()
        told = f"{bring} return (await wait('[role=alert]')).textContent;"
        assert "This ZIP is damaged" in engine.run(told, "deck.zip", damaged)
        whole = base64.b64encode(box.getvalue()).decode()
        status = "return (await wait('.hd [role=status]')).textContent;"
        told = f"{bring} await wait('.faces img[src]'); {status}"
        assert engine.run(told, "deck.zip", whole).startswith("no errors")
        first = "(await wait('.faces img[src]')).src"
        drawn = engine.run(f"{WAIT} return {first};")
        assert "data:image/png" in unquote(drawn)
        visit(engine, own_site, "own")  # the deck is kept, with its picture
        assert engine.run(f"{WAIT} await wait('.hd b', 'lantern'); return {first};") == drawn
        engine.run(f"{WAIT} (await wait('.shelf button', 'Duplicate')).click();")
        assert engine.run(f"{WAIT} return (await wait('.shelf', 'copy')).textContent;")
        # The usual paper depends on the language of the browser.
        make = "location.hash = '#/kit/own?paper=a4&lang=en';"
        engine.run(f"{WAIT} await wait('a.btn', 'Make its kit'); {make}")
        made = files_of(engine)
    (tmp_path / "moon.png").write_bytes(picture())
    (tmp_path / "lantern.toml").write_text(DECK, encoding="utf-8")
    native = printkit.build(str(tmp_path / "lantern.toml"), ["cards"], in_memory=True)
    (cards,) = (file for file in native.files if file.name.endswith("cards-en.pdf"))
    assert made[cards.name] == cards.data


# Waits until the page is answered from its cache.
CONTROLLED = """
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
"""


@BOTH
def test_page_works_offline_in_engine(own_site: Site, tmp_path: Path, browse: Browse) -> None:
    with browse(tmp_path) as engine:
        visit(engine, own_site, SMALL_KIT)
        engine.run(f"{WAIT} await wait('.film img[data-here]'); {CONTROLLED}")
        engine.run("await new Promise((resolve) => setTimeout(resolve, 5000));")  # it is kept
        own_site.stop()
        visit(engine, own_site, SMALL_KIT)
        assert "kessel-tokens-en.pdf" in files_of(engine)
        visit(engine, own_site, "table/kessel")
        assert engine.run(f"{WAIT} return (await wait('.win h2', 'wins')).textContent;")
        visit(engine, own_site, "own")
        box = io.BytesIO()
        with zipfile.ZipFile(box, "w") as archive:
            archive.writestr("lantern.toml", DECK)
            archive.writestr("moon.png", picture())
        bring = f"{WAIT}{BRING} return (await wait('.faces img[src]')).src;"
        deck = base64.b64encode(box.getvalue()).decode()
        assert "data:image/png" in unquote(engine.run(bring, "deck.zip", deck))
