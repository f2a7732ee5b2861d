"""The tab stays small: pages are painted without documents, and a large worker is replaced."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import printkit
from tests.support.chromium import needed
from tests.web.conftest import BOOT, WEB, Site, new_context

pytestmark = [needed, pytest.mark.nightly]

# Kits of four games, each whole, with their pages: two of them have engraved drawings.
KITS = ("kessel", "casino", "corellian", "pazaak")
MOST = 500  # MB
REST = 4000  # milliseconds; a large worker is replaced after less
# Pages of each kind: engraved cards with clips, text, a board with dashes, cards with pictures.
PAGES = (
    ("kessel", "cards", 1),
    ("casino", "booklet", 3),
    ("kessel", "mat", 1),
    (str(WEB.parent / "examples/low-water/low-water.toml"), "cards", 1),
)
# Paints a page on a canvas and as a picture; returns their mean difference and its largest value in
# a square of eight pixels, in percent.
COMPARE = """async (svg) => {
  const { paintPage } = await import("./paint.js");
  const painted = await paintPage(svg, 420), { width, height } = painted;
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const pen = new OffscreenCanvas(width, height).getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  const ours = painted.getContext("2d").getImageData(0, 0, width, height).data;
  const theirs = pen.getImageData(0, 0, width, height).data;
  let sum = 0;
  const across = Math.ceil(width / 8), squares = new Map();
  for (let i = 0; i < ours.length; i += 4) {
    const light = (data) => data[i] + data[i + 1] + data[i + 2];
    const far = Math.abs(light(ours) - light(theirs)) / 7.65;
    const x = (i / 4) % width, y = Math.floor(i / 4 / width);
    const at = Math.floor(y / 8) * across + Math.floor(x / 8);
    sum += far;
    squares.set(at, (squares.get(at) ?? 0) + far / 64);
  }
  return [sum / width / height, Math.max(...squares.values())];
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, site: Site) -> Iterator[Page]:
    with browser.new_context(locale="en-GB", service_workers="block") as context:
        opened = context.new_page()
        opened.goto(f"{site.url}icon.svg")
        opened.goto(f"{site.url}#/games")
        yield opened


@pytest.mark.parametrize(
    ("game", "product", "number"), PAGES, ids=["cards", "text", "board", "pictures"]
)
def test_painted_page_looks_like_its_drawing(
    page: Page, game: str, product: str, number: int
) -> None:
    plan = printkit.plan(game, [product], languages=["en"])
    svg = printkit.draw_page(plan, product, number, language="en").data.decode()
    mean, most = page.evaluate(COMPARE, svg)
    assert mean < 0.5
    assert most < 8
    changed = svg.replace('stroke="none"', "").replace(' fill="#', ' fill="#f0f" data-old="#', 400)
    script = COMPARE.replace("paintPage(svg, 420)", "paintPage(given[1], 420)")
    script = script.replace("(svg) =>", "(given) =>").replace("[svg]", "[given[0]]")
    assert page.evaluate(script, [svg, changed])[1] > 8  # the comparison can fail


def own_memory(process: int) -> float:
    """Return the memory of a process that is neither a file nor shared (MB)."""
    return _status(process, "RssAnon")


def _status(process: int, key: str) -> float:
    text = Path(f"/proc/{process}/status").read_text()
    line = next(line for line in text.splitlines() if line.startswith(f"{key}:"))
    return int(line.split()[1]) / 1024


class Watch:
    """The largest memory of a process while a block runs (MB)."""

    def __init__(self, process: int) -> None:
        self._process, self._ended, self.most = process, threading.Event(), 0.0
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._ended.wait(0.2):
            self.most = max(self.most, own_memory(self._process))

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_tab_stays_small_after_four_kits(browser: Browser, site: Site) -> None:
    session = browser.new_browser_cdp_session()

    def renderers() -> set[int]:
        found = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return {process["id"] for process in found if process["type"] == "renderer"}

    page = new_context(browser, locale="en-GB", service_workers="block").new_page()
    page.goto(site.url)
    # The process of this page is the one that grows when the program starts.
    before = {process: own_memory(process) for process in renderers()}
    page.goto(f"{site.url}#/kit/{KITS[0]}")
    expect(page.locator(".film img[data-here]").first).to_be_visible(timeout=2 * BOOT)
    (_, mine) = max((own_memory(each) - held, each) for each, held in before.items())
    with Watch(mine) as watch:
        for game in KITS:
            page.goto(f"{site.url}#/kit/{game}")
            page.locator(".making .btn.main:enabled").click(timeout=2 * BOOT)
            link = page.locator(f".get a.btn.main[download^='{game}'][download$='.zip']")
            link.wait_for(timeout=2 * BOOT)
        last = page.locator(".film figure img")
        expect(last.last).to_have_attribute("data-here", "", timeout=2 * BOOT)
        page.wait_for_timeout(REST)
    own, whole = watch.most, _status(mine, "VmRSS")
    print(f"own memory at most {own:.0f} MB; all memory at the end {whole:.0f} MB")
    assert 100 < own < MOST
    assert 200 < whole < MOST
