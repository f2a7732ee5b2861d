"""The page starts at the first attempt on slow networks, and in time."""

from __future__ import annotations

import gzip
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.chromium import needed
from tests.web.conftest import WEB, new_context

sys.path.insert(0, str(WEB))
import serve

pytestmark = [needed, pytest.mark.nightly]

# Two mobile networks: kbit/s, seconds until the referee judges, and until a kit is planned.
FAST_3G, SLOW_3G = (1600, 35, 90), (750, 80, 180)
LATENCY = 0.15  # seconds before each answer
# The archives that the referee needs.
NEEDED = ("pyodide-asm", "python_stdlib", "table")
PHONE: Any = {"width": 390, "height": 844}
# Hosts compress these kinds of files.
PACKED = (".js", ".mjs", ".css", ".html", ".json", ".svg", ".webmanifest")
# More than a thousandth of a second of the line.
_BLOCK = 4096


class Line:
    """A line that all requests share; it carries one block after the other."""

    def __init__(self, kilobits: int) -> None:
        self._rate, self._free, self._lock = 125.0 * kilobits, 0.0, threading.Lock()
        self.sent = 0
        self.arrivals: dict[str, float] = {}  # of whole files, by path

    def carry(self, data: bytes, out: Callable[[bytes], object]) -> None:
        for start in range(0, len(data), _BLOCK):
            block = data[start : start + _BLOCK]
            with self._lock:
                self._free = max(self._free, time.monotonic()) + len(block) / self._rate
                self.sent += len(block)
                arrival = self._free
            time.sleep(max(0.0, arrival - time.monotonic()))
            out(block)


class SlowHandler(serve.Handler):
    """Answers over a line, with compressed texts, as hosts do."""

    def __init__(self, *arguments: Any, line: Line, **settings: Any) -> None:
        self._line = line
        super().__init__(*arguments, **settings)

    def do_GET(self) -> None:  # noqa: N802 (the name of the base class)
        time.sleep(LATENCY)
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.exists():
            self.send_error(404)
            return
        data = path.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        if path.suffix in PACKED:
            data = gzip.compress(data)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        try:
            self._line.carry(data, self.wfile.write)
            self._line.arrivals[self.path.strip("/")] = time.monotonic()
        except OSError:  # the page was closed
            self.close_connection = True


class SlowSite:
    def __init__(self, folder: Path, kilobits: int) -> None:
        self.line = Line(kilobits)
        handler = partial(SlowHandler, line=self.line, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(params=[FAST_3G, SLOW_3G], ids=["1600", "750"])
def slow(request: pytest.FixtureRequest, dist: Path) -> Iterator[tuple[SlowSite, int, int]]:
    """Return a site over a slow line, with the limits of the referee and of a plan in seconds."""
    kilobits, judged, planned = request.param
    site = SlowSite(dist, kilobits)
    yield site, judged, planned
    site.stop()


def busy() -> float:
    """Return how many times longer work takes because others use this machine; 1 if none do."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def open_slowly(browser: Browser, site: SlowSite, view: str) -> tuple[Page, float]:
    """Open a view on a phone; return it with the time of opening."""
    page = new_context(browser, viewport=PHONE, locale="en-GB").new_page()
    began = time.monotonic()
    page.goto(f"{site.url}#/{view}", wait_until="commit")
    return page, began


def test_referee_is_ready_at_first_attempt(
    browser: Browser, slow: tuple[SlowSite, int, int], dist: Path
) -> None:
    site, most, _ = slow
    page, began = open_slowly(browser, site, "table/kessel")
    expect(page.locator(".win + .note")).to_contain_text("MB", timeout=30_000)
    expect(page.locator(".win h2")).to_contain_text("Hand 1 wins", timeout=1000 * 3 * most)
    seconds = time.monotonic() - began
    assert page.get_by_role("alert").count() == 0
    pieces = json.loads((dist / "packed.json").read_text())["pieces"]
    needed = [name for archive in NEEDED for name, _ in pieces[archive]]
    arrived = max(site.line.arrivals[name] for name in needed) - began
    assert arrived < most - 2
    assert seconds < most * busy()


def test_kit_is_planned_at_first_attempt(browser: Browser, slow: tuple[SlowSite, int, int]) -> None:
    site, _, most = slow
    page, began = open_slowly(browser, site, "kit/kessel?parts=cards&theme=noir")
    make = page.locator(".making .btn.main:enabled")
    expect(make).to_be_visible(timeout=1000 * 3 * most)
    seconds = time.monotonic() - began
    assert page.get_by_role("alert").count() == 0
    assert site.line.sent > 8_000_000  # over this line
    assert seconds < most * busy()
