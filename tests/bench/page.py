"""The first kit with own choices on the page: the seconds from the address to the finished files.

`python -m tests.bench.page FOLDER VIEW` serves a built page, opens a view in Chromium without
anything cached, makes the kit, and prints the seconds.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from threading import Thread

from tests.bench.measure import Program, Refused

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
GAME = "kessel"
# The milliseconds until a kit is planned, or made, on a busy machine.
MOST = 120_000


def program(folder: Path, view: str, out: Path) -> Program:
    """Build the page and return the program that measures it. Raises Refused."""
    from tests.support.chromium import NAMES
    from tests.support.processes import python, run

    if not (WEB / "node_modules").exists() or find_spec("playwright") is None:
        raise Refused("The page cannot be built here: see web/build.py.")
    if not any(map(which, NAMES)):
        raise Refused("There is no Chromium here.")
    dist = folder / "page"
    if not dist.exists():
        command = python(WEB / "build.py", "--no-kits", "--games", GAME, "--out", dist)
        run(command, check=True, timeout=600)
    arguments = (str(Path(__file__)), str(dist), view)
    found = {"PYTHONPATH": str(ROOT)}
    return Program(arguments, out, found, python=sys.executable, says_seconds=True)


def main(folder: str, view: str) -> None:
    """Make the kit of a view in a fresh profile, and print the seconds."""
    from tests.support.chromium import browser

    sys.path.insert(0, str(WEB))
    import serve

    with serve.make_server(folder=Path(folder)) as server, browser() as chromium:
        Thread(target=server.serve_forever, daemon=True).start()
        page = chromium.new_context(locale="en-GB", service_workers="block").new_page()
        began = time.perf_counter()
        page.goto(f"http://127.0.0.1:{server.server_port}/#/{view}", wait_until="commit")
        page.locator(".making .btn.main:enabled").click(timeout=MOST)
        page.locator(".get a.btn.main").wait_for(timeout=MOST)
        print(time.perf_counter() - began)
        server.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
