"""The page in headless Chromium, built once per run and served from this machine.

The gate builds it for one game, the night for two.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.support import processes
from tests.support.shared import make_once

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
GAMES = ("kessel", "casino")
BUILD_SECONDS = 400
BOOT = 60_000
Colours = Literal["light", "dark"]


def build(folder: Path, games: Sequence[str]) -> str:
    """Build the page for some games into a folder; return its path."""
    wishes = ("--no-kits", "--games", ",".join(games))
    command = processes.python(WEB / "build.py", *wishes, "--out", folder / "dist")
    processes.run(command, timeout=BUILD_SECONDS, check=True)
    return str(folder / "dist")


class Site:
    """A served folder; `stop` ends the server, and `start` restarts it on the same port."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(WEB))
        import serve

        self.folder, self._serve, self._port = folder, serve, 0
        self.start()

    def start(self) -> None:
        self._server = self._serve.make_server(self._port, self.folder)
        self._port = self._server.server_port
        self.url = f"http://127.0.0.1:{self._port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="session")
def dist(request: pytest.FixtureRequest) -> Path:
    games = GAMES if request.config.getoption("--nightly") else GAMES[:1]
    return Path(make_once("the page", partial(build, games=games)))


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[Site]:
    served = Site(dist)
    yield served
    served.stop()


@pytest.fixture
def own_site(dist: Path, tmp_path: Path) -> Iterator[Site]:
    """Return a copy of the page that a test may change, stop and start."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder, copy_function=os.link)
    served = Site(folder)
    yield served
    served.stop()


@pytest.fixture(scope="session")
def browser(chromium: Browser) -> Browser:
    """Return the browser for all tests of this process, which can only control one."""
    return chromium


# The pages that the current test has opened.
_opened: list[BrowserContext] = []


def new_context(browser: Browser, **settings: Any) -> BrowserContext:
    """Open a fresh profile, which is closed when the test ends."""
    _opened.append(browser.new_context(**settings))
    return _opened[-1]


@pytest.fixture(autouse=True)
def _close_pages() -> Iterator[None]:
    """Close the pages of each test, because open pages continue drawing."""
    yield
    while _opened:
        _opened.pop().close()


def open_page(
    browser: Browser, site: Site, view: str = "", *, width: int = 1280, language: str = "en-GB"
) -> Page:
    """Open a view in a fresh profile in which the program starts again, for tests of the start.

    Nothing is cached for offline use.
    """
    size: ViewportSize = {"width": width, "height": 900}
    context = new_context(browser, viewport=size, locale=language, service_workers="block")
    return show(context, site, view)


def show(context: BrowserContext, site: Site, view: str) -> Page:
    """Open a view in a profile; its `faults` must stay empty."""
    return visit_view(context.new_page(), site, view)


def visit_view(page: Page, site: Site, view: str) -> Page:
    """Open a view in a page; its `faults` must stay empty."""
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))

    def watch(url: str) -> None:
        if not url.startswith((site.url, "blob:", "data:")):
            faults.append(f"a request left the origin: {url}")

    page.on("request", lambda request: watch(request.url))
    page.faults = faults  # type: ignore[attr-defined]
    page.goto(f"{site.url}#/{view}")
    return page


# Runs in the page that keeps the program: it answers the pages of the tests, whose messages have a
# pair as `id`; a number is its own.
KEEP = """
window.Worker = class extends Worker {
  constructor(...settings) {
    super(...settings);
    const channel = new BroadcastChannel("program");
    channel.onmessage = ({ data }) => this.postMessage(data);
    this.addEventListener("message", ({ data }) => {
      if (typeof data.id !== "number") channel.postMessage(data);
      if (data.answer) document.documentElement.dataset.isStarted = "";
    });
  }
};
"""
# Runs in the page of a test: its worker is the running one, without any files.
BORROW = """
window.Worker = class {
  #channel = new BroadcastChannel("program");
  #name = crypto.randomUUID();
  constructor() {
    this.#channel.onmessage = ({ data }) => {
      const [name, id] = data.id ?? [this.#name];
      const answer = data.answer && { ...data.answer, memory: 0 };
      if (name === this.#name) this.onmessage({ data: { ...data, id, answer } });
    };
  }
  postMessage({ id, action, args }) {
    const asked = action === "boot" ? "forget" : action;
    this.#channel.postMessage({ id: [this.#name, id], action: asked, args });
  }
  terminate() { throw new Error("others need this program: this test starts its own"); }
};
"""


@pytest.fixture(scope="session")
def program(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """Return a profile with a page whose program keeps running, because starting it needs many
    seconds.
    """
    with browser.new_context(locale="en-GB") as context:
        keeper = context.new_page()
        keeper.add_init_script(KEEP)
        keeper.goto(site.url)
        keeper.locator("html[data-is-started]").wait_for(state="attached", timeout=BOOT)
        yield context


def new_borrower(program: BrowserContext) -> Page:
    page = program.new_page()
    page.add_init_script(BORROW)
    return page


@pytest.fixture(scope="module")
def borrower(program: BrowserContext) -> Iterator[Page]:
    """Return an empty page for the tests of a file, which use the running program."""
    with new_borrower(program) as page:
        yield page


def borrow(
    program: BrowserContext,
    site: Site,
    view: str,
    *,
    width: int = 1280,
    language: str = "en-GB",
    colours: Colours = "light",
) -> Page:
    """Open a view like `open_page`, with a running program; the caller closes it."""
    page = new_borrower(program)
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=colours)
    session = program.new_cdp_session(page)
    agent = session.send("Browser.getVersion")["userAgent"]
    session.send("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": language})
    return visit_view(page, site, view)


@pytest.fixture
def visit(program: BrowserContext, site: Site) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a view with the program shared by all tests of the process;
    nothing else is kept between tests.
    """
    opened: list[Page] = []

    def open_view(view: str, **wishes: Any) -> Page:
        opened.append(borrow(program, site, view, **wishes))
        return opened[-1]

    yield open_view
    for page in opened:
        page.close()
    session = program.new_cdp_session(program.pages[0])
    kept = {"origin": site.url, "storageTypes": "local_storage,indexeddb"}
    session.send("Storage.clearDataForOrigin", kept)
    session.detach()


@pytest.fixture
def own(visit: Callable[..., Page]) -> Page:
    """The view for users' decks."""
    return visit("own")
