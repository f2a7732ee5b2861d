"""The page in headless Chromium: built once a run for two games, served from this machine."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support import processes
from tests.support.shared import make_once

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
GAMES = ("kessel", "tarot")
BUILD_SECONDS = 400


def build(folder: Path) -> str:
    """Build the page into a folder; return its path."""
    games = ("--games", ",".join(GAMES))
    command = processes.python(WEB / "build.py", *games, "--out", folder / "dist")
    processes.run(command, timeout=BUILD_SECONDS, check=True)
    return str(folder / "dist")


class Site:
    """A folder, served; `stop` ends the server, `start` begins again on the same port."""

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
def dist() -> Path:
    return Path(make_once("the page", build))


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[Site]:
    served = Site(dist)
    yield served
    served.stop()


@pytest.fixture
def own_site(dist: Path, tmp_path: Path) -> Iterator[Site]:
    """A copy of the page that a test may change, stop and start."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder, copy_function=os.link)
    served = Site(folder)
    yield served
    served.stop()


@pytest.fixture(scope="session")
def browser(chromium: Browser) -> Browser:
    """The browser of all tests: a process drives one alone."""
    return chromium


# What the test at hand has opened.
_opened: list[BrowserContext] = []


def new_context(browser: Browser, **settings: Any) -> BrowserContext:
    """Open a fresh profile, which is closed when the test ends."""
    _opened.append(browser.new_context(**settings))
    return _opened[-1]


@pytest.fixture(autouse=True)
def _close_pages() -> Iterator[None]:
    """Close the pages of each test: one that is left goes on drawing."""
    yield
    while _opened:
        _opened.pop().close()


def open_page(
    browser: Browser, site: Site, view: str = "", *, width: int = 1280, language: str = "en-GB",
    colours: str = "light",
) -> Page:  # fmt: skip
    """Open a view in a fresh profile."""
    context = new_context(
        browser, viewport={"width": width, "height": 900}, locale=language, color_scheme=colours
    )
    return show(context, site, view)


def show(context: BrowserContext, site: Site, view: str) -> Page:
    """Open a view in a profile; its `faults` are what must not happen."""
    page = context.new_page()
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


@pytest.fixture(scope="module")
def _workshop(chromium: Browser, site: Site) -> Iterator[Page]:
    with chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB") as context:
        yield show(context, site, "games")


@pytest.fixture
def own(_workshop: Page, site: Site) -> Page:
    """The view for decks of one's own in a page that all tests of a file share: its program starts
    once."""
    _workshop.goto(f"{site.url}#/games")
    _workshop.goto(f"{site.url}#/own")
    expect(_workshop.locator("input[webkitdirectory]")).to_be_attached()
    return _workshop
