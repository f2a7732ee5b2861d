"""Fixtures of all tests: golden files, and strict checks for undeclared differences."""

from __future__ import annotations

import difflib
import gc
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import is_hypothesis_test, settings
from playwright.sync_api import Browser

from printkit.base.content import content_path, recorded_choices
from tests.support import float_sums, limits, shared, walk
from tests.support.chromium import Tab, browser
from tests.support.sample import left_to_the_night

GOLDEN = Path(__file__).parent / "golden"
# Removed when the process ends.
SCRATCH = TemporaryDirectory(prefix="printkit-tests-", ignore_cleanup_errors=True)
SETTINGS = f"{SCRATCH.name}/settings"
CACHES = f"{SETTINGS}/caches/printkit"
# New objects after which the garbage of tests is collected: most tests make fewer.
GARBAGE = 20_000
# Records of what many tests read or place: engraved drawings (their outlines and the code of their
# lines), and our themes, games and texts. All processes of a run share them; each record is sealed
# with the digest of its sources.
KEPT = ("drawn", "engraved", "games", "texts", "themes")

# Until the process ends, a document of our games that is laid out again has the sizes that a search
# chose for it before, as in a released wheel.
CHOICES = ExitStack()

# Files with slow tests, the slowest first: the page, whose program each worker starts again, then
# whole kits, books, other Pythons.
LONG = (
    "test_own_decks.py",
    "test_page.py",
    "test_table.py",
    "test_ways_out.py",
    "test_every_variant.py",
    "test_determinism.py",
    "test_wheel.py",
    "test_docs.py",
    "test_readme.py",
    "test_python_versions.py",
)

# The examples of a test of a property, unless it has a number of its own: by day, and by night,
# when these tests run again.
EXAMPLES, MORE_EXAMPLES = 50, 400
# The same examples in each run, and nothing stored between runs; no deadline, because the machine
# may be busy.
settings.register_profile(
    "printkit", derandomize=True, database=None, deadline=None, max_examples=EXAMPLES
)
settings.register_profile("night", settings.get_profile("printkit"), max_examples=MORE_EXAMPLES)
settings.load_profile("printkit")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write goldens anew")
    parser.addoption("--nightly", action="store_true", help="run the nightly tests, and only these")


def pytest_configure(config: pytest.Config) -> None:
    # No test, and no process that it starts, reads or writes the settings of the user.
    os.environ["XDG_CONFIG_HOME"] = SETTINGS
    os.environ["XDG_CACHE_HOME"] = f"{SETTINGS}/caches"
    # Messages are in English unless a test selects another language.
    os.environ.pop("LC_ALL", None)
    os.environ["LC_MESSAGES"] = "C"
    os.environ["LC_PAPER"] = "C"  # A4, independent of the paper of the machine
    float_sums.refuse()
    gc.disable()  # while thousands of tests are collected, nearly all objects stay alive
    # Set by the first process; its workers inherit it.
    os.environ.setdefault(shared.FOLDER, SCRATCH.name)
    _share_records()
    CHOICES.enter_context(recorded_choices())
    if config.getoption("--nightly"):
        settings.load_profile("night")
    if config.getoption("--update-golden") and os.environ.get("CI"):
        raise pytest.UsageError("--update-golden is refused under CI")


def _share_records() -> None:
    os.makedirs(CACHES, exist_ok=True)
    for name in KEPT:
        folder = Path(os.environ[shared.FOLDER], name)
        folder.mkdir(exist_ok=True)
        with suppress(OSError):  # Windows may refuse links: each process has its own
            Path(CACHES, name).symlink_to(folder, target_is_directory=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    is_night = config.getoption("--nightly")
    by_time: dict[bool, list[pytest.Item]] = {True: [], False: []}
    # A case that is named runs, unless the night is asked for.
    night = left_to_the_night(items, () if is_night else config.args)
    for item in items:
        again = is_night and is_hypothesis_test(getattr(item, "obj", None))
        by_time[again or (item in night) == is_night].append(item)
    items[:] = by_time[True]
    config.hook.pytest_deselected(items=by_time[False])
    # Slow tests start first, so that no worker has to wait for them at the end.
    rank = {name: place for place, name in enumerate(LONG)}
    items.sort(key=lambda item: rank.get(item.path.name, len(LONG)))


def pytest_collection_finish() -> None:
    gc.set_threshold(100_000, 50, 100)
    gc.enable()


def pytest_runtest_setup() -> None:
    # Tests and drawings of others stay alive, and a command switches the collector off: each test
    # collects only what it made itself. Collecting the rest once took fifteen seconds. Frozen
    # objects are never collected: the garbage of the last tests goes first, once there is some.
    young, *older = gc.get_count()
    if young > GARBAGE or any(older):
        gc.collect()
        gc.freeze()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    # No other file uses the caches of a file of tests: a worker once held 10 GB.
    if isinstance(item, pytest.Function) and (nextitem is None or nextitem.path != item.path):
        for module in (item.module, limits, walk):
            shared.forget(module)


def pytest_sessionfinish() -> None:
    # pytest collects garbage once more at exit: eight seconds without any use.
    gc.freeze()


@pytest.fixture(autouse=True)
def _settings_of_its_own() -> Iterator[None]:
    """Give each test its own settings; print the reports of unexpected failures."""
    yield
    for report in Path(CACHES).glob("reports/*"):
        print(report.read_text(encoding="utf-8"))  # shown if the test fails
    for folder, spared in ((SETTINGS, {"caches"}), (CACHES, {*KEPT})):
        for name in {*os.listdir(folder)} - spared if os.path.exists(folder) else ():
            shutil.rmtree(f"{folder}/{name}")


@pytest.fixture
def unrefined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint pictures in their own resolution, without supersampling.

    For tests about the content of pictures, not about their quality.
    """
    monkeypatch.setattr("printkit.writers.png._HAIRLINE_DPI", 0)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Return the browser shared by all tests of a process."""
    with browser() as one:
        yield one


@pytest.fixture(scope="session")
def _tab(chromium: Browser) -> Tab:
    return Tab(chromium)


@pytest.fixture
def tab(_tab: Tab) -> Tab:
    """Return an empty page of the browser, shared by all tests: a new one takes a second."""
    _tab.reset()
    return _tab


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with tests/golden/NAME; `--update-golden` writes it and shows the change."""
    update = request.config.getoption("--update-golden")

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        assert str(content_path().parent) not in text, "a golden holds for every folder"
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if old == text:
            return
        changes = "\n".join(
            difflib.unified_diff(old.splitlines(), text.splitlines(), "golden", "now", lineterm="")
        )
        if update:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(changes)
            return
        pytest.fail(f"{name} differs (pytest --update-golden writes it anew):\n{changes[:6000]}")

    return compare


@pytest.fixture
def only_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count only threads that start in the test: earlier tests may have left some of a library."""
    count = threading.active_count
    others = count() - 1
    monkeypatch.setattr(threading, "active_count", lambda: count() - others)
