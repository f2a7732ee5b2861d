"""The manual is true: its commands run, its tables match the code, its links work."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import click
import pytest

import printkit
from printkit.cli.app import cli, run
from printkit.model.definition_files import deck_slugs
from printkit.model.load import load
from printkit.pieces.kits import default_products
from printkit.writers.png import InkCoverage
from tests.support import manual, processes
from tests.support.builds import LANGUAGES, build_books, build_kit, build_once, copy_build
from tests.support.chromium import Browser, Tab, needed
from tests.support.sample import cases, choose_cases
from tests.support.shared import make_once
from tests.support.site import docs, reference

# The headers that web/serve.py and hosts send with every answer.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "connect-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
DRAGON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 9L5 1L9 9Z"/></svg>'
)
HEART = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">'
    '<path d="M4 0L59.5 0L63.5 4L63.5 60L31.75 88.9L0 60L0 4Z"/></svg>'
)
# Files that the whole run makes too.
MADE = {
    "printkit build kessel --lang fr,en --format pdf,svg": lambda: build_kit("kessel"),
    "printkit build kessel booklet": lambda: build_books("kessel"),
    "printkit build anthology": lambda: build_once("anthology", products=()),
}
RECIPES = [page for page in manual.ENGLISH if page.parent.name == "recipes"]
# The French pages with the same sections as their English page.
TRANSLATED = [page for page in manual.FRENCH if not {"reference", "index.md"} & {*page.parts}]
EVERY = [*manual.READMES, *manual.PAGES, *(docs.ROOT / name for name in docs.ROOT_PAGES.values())]


def named(page: Path) -> str:
    """Return the name of a page in a list of tests."""
    return page.relative_to(manual.ROOT).as_posix()


def commands_once() -> list[tuple[Path, str]]:
    """Return every command of the manual with the first page that has it, in any language."""
    found: dict[str, tuple[Path, str]] = {}
    for page in (*manual.ENGLISH, *manual.FRENCH):
        for line in manual.commands(manual.read(page)):
            found.setdefault(line.replace(" --lang fr", ""), (page, line))
    return [*found.values()]


# --- commands -----------------------------------------------------------------------------------

COMMANDS = commands_once()


def options_of(line: str) -> dict[str, bool]:
    """Return the command of a line, alone and with each of its options."""
    _, command, *words = shlex.split(line)
    return {command: True} | {f"{command} {word}": True for word in words if word[:2] == "--"}


# In the gate, each command runs with each of its options at least once; quick ones always run.
LONG = ("build", "check", "map", "new", "preflight", "preview")
IN_GATE = [COMMANDS[place] for place in choose_cases([options_of(line) for _, line in COMMANDS])]
IN_GATE += [case for case in COMMANDS if shlex.split(case[1])[1] not in LONG]
# What these do, with the same options, is tested in tests/targets, tests/cli and tests/library.
AT_NIGHT = (
    "printkit preflight output/kessel/drivethru --for drivethru",
    "printkit check kessel-de.toml --lang de",
    "printkit preview kessel --html",
    "printkit build kessel tonight --one",
    "printkit build my-deck.toml cards --shape heart.svg",
    "printkit build casino cards --marks full --corner-radius 5mm",
    "printkit build casino cards --layout single --format png --dpi 600 --bleed 3mm",
    "printkit build casino --with expansion",
    "printkit build corellian-spike --preset casino",
    "printkit build corellian --blank-values",
    "printkit preview casino --theme noir",
    "printkit build kessel --players 4 --copies 8 --theme ink-saver",
    "printkit build kessel --duplex manual",
    "printkit build casino --for tts --url https://example.org/casino",
    "printkit map tarot casino --kit --card-size tarot --players 4",
)
IN_GATE = [case for case in IN_GATE if case[1] not in AT_NIGHT]
# For an option that all games have, the gate takes a game whose cards are drawn soon.
LIGHT = {"casino": "pazaak"}
OWN_OPTIONS = {"--with", "--preset"}
# The products of a kit that the gate builds; other tests build whole kits.
PARTS = ("cards", "tokens", "player-board")
# Commands that build a kit and name no product.
KITS = {
    line
    for _, line in COMMANDS
    if re.fullmatch(r"printkit build [\w.-]+( --.*)?", line)
    if not line.startswith((*MADE,))
}


def test_every_manual_command_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _, line in COMMANDS:
        _, name, *words = shlex.split(line.partition(" >")[0])
        command = cli.get_command(click.Context(cli), name)
        assert command is not None, line
        command.make_context(name, words, resilient_parsing=True)


@pytest.mark.usefixtures("unrefined")
@pytest.mark.parametrize(
    ("page", "line"),
    [*cases(COMMANDS, IN_GATE), *cases([case for case in IN_GATE if case[1] in KITS], gate=())],
    ids=lambda part: str(part)[-60:],
)
def test_manual_command_runs(
    page: Path,
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    """The gate builds parts of kits, some of a game without engraved cards, and only the cards for
    a shop or a table.
    """
    whole = request.config.getoption("--nightly")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    own = {
        "my-deck.toml": manual.definition("house-sabacc"),
        "dragon.svg": DRAGON,
        "heart.svg": HEART,
    }
    for name, text in {**own, **manual.files(manual.read(page))}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    if "--printer" in line:
        assert run(["calibrate", "--name", "office", "--back-x", "0.75mm"]) == 0
        by_hand = ["--duplex", "manual", "--answers", "yes,yes,no"]
        assert run(["calibrate", "--name", "home", *by_hand]) == 0
    checked = line.rpartition("--for")[2] if line.startswith("printkit preflight ") else None
    for before in manual.commands(manual.read(page)):
        # A deck that the page creates, or files that it checks.
        wanted = checked is not None and before.endswith(f"--for{checked}")
        if before != line and (wanted or before.startswith("printkit new ")):
            assert run(parts_of(before, whole=whole)) == 0
    words = parts_of(line.partition(" >")[0], whole=whole)
    if made := next((made for made in MADE if line.startswith(made)), None):
        copy_build(MADE[made](), tmp_path / "output")
    elif words[0] == "status":
        assert run(["build", words[1], "paper-die", "--format", "dump"]) == 0
    elif words[0] == "build" and not {"--format", "--for", "--one"} & {*words}:
        words += ["--format", "dump"]
    if (tmp_path / "pyproject.toml").exists():
        environment = processes.environment(PYTHONPATH=f"{installed(tmp_path)}:{manual.ROOT}")
        done = processes.run(processes.printkit(*words), env=environment, cwd=tmp_path, check=True)
        assert done.stderr == ""
    else:
        with printkit.replace_backends(ink_meter=lambda document: InkCoverage({}, (), ())):
            assert run(words) == 0, capsys.readouterr().err


def parts_of(line: str, *, whole: bool) -> list[str]:
    """Return the arguments of a command; unless the `whole` is wanted, those of the gate, with a
    game that is drawn soon, and with parts of a kit.
    """
    words = quick(line)
    if whole:
        return words
    is_of_any_game = words[0] == "preview" or (
        words[0] == "build" and words[2].startswith(("--", "cards"))
    )
    if is_of_any_game and not OWN_OPTIONS & {*words}:
        words[1] = LIGHT.get(words[1], words[1])
    if line in KITS:
        products = ["cards"] if "--for" in words else default_products(load(words[1]))
        words[2:2] = [key for key in products if key in PARTS]
    return words


def quick(line: str) -> list[str]:
    """Return the arguments of a command, with low-resolution pictures."""
    words = shlex.split(re.sub(r"--dpi \d+", "--dpi 36", line))[1:]
    small = words[0] == "preview" and "--html" not in words
    return [*words, "--dpi", "36"] if small else words


def installed(folder: Path) -> Path:
    """Return a folder with a package installed as pip would, so that its plug-ins are found."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    about = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1\n")
    lines = [
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (about / "entry_points.txt").write_text("\n".join(lines))
    return folder


def test_every_line_of_a_shell_block_is_known() -> None:
    """The only commands of other programs are installations."""
    for page in manual.PAGES:
        for block in manual.shell_blocks(manual.read(page)):
            for line in block.splitlines():
                assert re.match(r"printkit |pipx |uv |python3 -m venv |\.venv/bin/", line), line


def test_french_pages_have_the_same_commands() -> None:
    def plain(page: Path) -> list[str]:
        text = " ".join(manual.commands(manual.read(page))).replace(" --lang fr", "")
        return re.sub(r'--hand "[^"]*"', "--hand", text).split("printkit ")

    for page in manual.FRENCH:
        if "reference" not in page.parts:
            assert plain(page) == plain(manual.DOCS / page.relative_to(manual.DOCS / "fr")), page


def outline(text: str) -> list[str]:
    """Return the headings, table rows, list items and blocks of a page by kind, without words."""
    folded = re.sub(r"^```(\w*)\n.*?^```$", r"```\1", text, flags=re.M | re.S)
    return re.findall(r"^(#+ |\||- |\d+\. |```\w*|!\[)", folded, re.M)


def figures(text: str) -> list[set[str]]:
    """Return the numbers in the prose of each section, with a decimal point in both languages."""
    parts = re.split(r"^#+ ", manual.prose(text), flags=re.M)
    numbers = [re.sub(r"(?<=\d),(?=\d)", ".", part) for part in parts]
    return [{*re.findall(r"\d+(?:\.\d+)?", part)} for part in numbers]


def english(page: Path) -> Path:
    return manual.DOCS / page.relative_to(manual.DOCS / "fr")


@pytest.mark.parametrize("page", TRANSLATED, ids=named)
def test_french_page_matches_the_english_one(page: Path) -> None:
    texts = [manual.read(one) for one in (page, english(page))]
    french, source = map(outline, texts)
    assert french == source
    french_figures, source_figures = map(figures, texts)
    assert french_figures == source_figures
    if page.stem != "face":  # the card of this recipe has a text in one language
        blocks = [re.findall(r"^```toml\n(.*?)^```$", text, re.M | re.S) for text in texts]
        definitions, sources = ([tomllib.loads(part) for part in parts] for parts in blocks)
        assert definitions == sources


def test_outdated_french_page_is_detected() -> None:
    text = manual.read(manual.DOCS / "fr/printers.md")
    assert outline(text) != outline(text.replace("\n## ", "\n### ", 1))
    assert outline(text) != outline(text.replace("```toml", "```sh"))
    assert figures(text) != figures(text.replace("0,25", "0,5"))


def test_both_languages_have_the_same_guide() -> None:
    guides = [
        dict(entry for entry in docs.CONTENTS[one] if isinstance(entry, tuple)) for one in LANGUAGES
    ]
    pages = [guide["Guide"] for guide in guides]
    assert pages[1] == [name for name in pages[0] if name != "windows.md"]


@pytest.mark.parametrize("page", RECIPES, ids=named)
def test_recipe_states_its_commands_and_time(page: Path) -> None:
    if page.stem != "index":
        text = manual.read(page)
        told = re.search(
            r"^\*\*(\d+) commands?( and one to install)?, about (.+)\.\*\*$", text, re.M
        )
        assert told, page
        assert int(told[1]) == reference.count_commands(text) == len(manual.commands(text))
        assert bool(told[2]) == ("/pip install" in text)


# --- tables -------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", manual.PAGES, ids=named)
def test_manual_tables_match_the_code(page: Path) -> None:
    text, language = manual.read(page), reference.language_of(page)
    cure = "Write the tables anew: python web/docs.py --write"
    assert reference.with_tables(text, language) == text, cure


def test_outdated_table_is_detected() -> None:
    text = manual.read(manual.DOCS / "reference/commands.md")
    wrong = text.replace("| `--paper` |", "| `--papre` |", 1)
    assert wrong != text == reference.with_tables(wrong, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_is_documented(language: str) -> None:
    folder = manual.DOCS if language == "en" else manual.DOCS / language
    text = manual.read(folder / "reference/commands.md")
    rows = re.findall(r"^\| `printkit (\w+)[^`]*` \|", text, re.M)
    context = cli.make_context("printkit", [], resilient_parsing=True)
    assert sorted(rows) == cli.list_commands(context)


def test_every_option_of_a_command_is_documented() -> None:
    text = manual.read(manual.DOCS / "reference/commands.md")
    context = cli.make_context("printkit", [], resilient_parsing=True)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        options = {word for parameter in command.params for word in parameter.opts}
        for option in sorted(word for word in options if word.startswith("--")):
            assert f"`{option}`" in text, (name, option)


def test_every_deck_is_documented() -> None:
    table = manual.read(manual.DOCS / "decks.md").partition("\n## ")[0]  # others list formats
    rows = re.findall(r"^\| `([\w-]+)` \|", table, re.M)
    assert sorted(rows) == sorted(deck_slugs())


# --- definitions printed in the manual -----------------------------------------------------------


def test_deck_of_your_own_builds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house-sabacc.toml").write_text(manual.definition("house-sabacc"), "utf-8")
    (tmp_path / "dragon.svg").write_text(DRAGON, encoding="utf-8")
    assert run(["check", "house-sabacc.toml"]) == 0
    assert "76 cards" in capsys.readouterr().out  # two stars less, two dragons more
    assert run(["build", "house-sabacc.toml", "cards"]) == 0
    assert (tmp_path / "output" / "house-sabacc" / "house-sabacc-cards-en.pdf").is_file()


def test_tarot_from_the_attic_is_mapped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-tarot.toml").write_text(manual.definition("my-tarot"), encoding="utf-8")
    assert run(["check", "my-tarot.toml"]) == 0
    assert "78 cards" in capsys.readouterr().out  # an Excuse less, a spare card more
    assert run(["map", "my-tarot.toml", "kessel", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["cards"]) == 44
    assert {"spare": "blood-sylop"}.items() <= {c["from"]: c["to"] for c in found["cards"]}.items()
    assert found["missing"] == []


# --- language -----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", [manual.READMES[1], *manual.FRENCH], ids=named)
def test_french_pages_use_french_typography(page: Path) -> None:
    for line in manual.prose(manual.read(page)).splitlines():
        assert not re.search(r"[^\u202f\u00a0*|](?=[;!?»](?:\s|$))", line), line
        assert not re.search(r"[^\u202f\u00a0*](?=:(?:\s|$))|«[^\u202f\u00a0]", line), line
        assert "'" not in line, line


def test_both_languages_have_the_same_recipes() -> None:
    names = {page.relative_to(manual.DOCS).as_posix() for page in RECIPES}
    assert names == {
        page.relative_to(manual.DOCS / "fr").as_posix()
        for page in manual.FRENCH
        if page.parent.name == "recipes"
    }


# --- links and the site -------------------------------------------------------------------------


@pytest.mark.parametrize("page", EVERY, ids=named)
def test_manual_links_lead_to_files(page: Path) -> None:
    for target in manual.linked_files(page):
        assert target.exists(), target


def test_every_page_is_in_the_contents() -> None:
    for language in LANGUAGES:
        listed = [
            name
            for entry in docs.CONTENTS[language]
            for name in ([entry] if isinstance(entry, str) else entry[1])
        ]
        assert sorted(listed) == sorted(docs.pages_of(language).values())


@pytest.fixture(scope="module")
def site() -> Path:
    """Return the manual as a site."""

    def make(folder: Path) -> Path:
        docs.build(folder / "docs")
        return folder / "docs"

    made: Path = make_once("manual", make)
    return made


generator = pytest.mark.skipif(
    find_spec("zensical") is None and not os.environ.get("CI"), reason="zensical is not here"
)


@generator
def test_site_needs_no_policy_exception(site: Path) -> None:
    """No page contains scripts, styles or handlers, and nothing is loaded from elsewhere."""
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", text), page
        assert not re.search(r'(?:src|<link[^>]*href)="https?:', text), page
    for script in site.rglob("assets/javascripts/bundle.*.js"):
        text = script.read_text(encoding="utf-8")
        assert "adoptedStyleSheets" in text
        assert docs.BUTTONS[1] in text
    assert not [path for path in site.iterdir() if path.name not in LANGUAGES]


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the site with fonts, on a server that sends the page's policy."""
    root = tmp_path_factory.mktemp("served")
    shutil.copytree(site, root / "docs")
    (root / "fonts").mkdir()
    for name in re.findall(r"fonts/([\w-]+)\.woff2", manual.read(docs.HERE / "manual/manual.css")):
        shutil.copy(manual.ROOT / f"fonts/{name}.ttf", root / f"fonts/{name}.woff2")

    class Handler(SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            self.send_header("Content-Security-Policy", POLICY)
            super().end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(root))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/docs"
        server.shutdown()
        thread.join()


@pytest.mark.nightly
@generator
@needed
@pytest.mark.parametrize(
    ("width", "scheme", "ground"),
    [(320, "light", "rgb(245, 241, 232)"), (1280, "dark", "rgb(14, 19, 38)")],
)
def test_pages_are_legible_under_the_policy(
    address: str, chromium: Browser, width: int, scheme: str, ground: str
) -> None:
    tab = Tab(chromium)
    tab.reset()
    tab.window(width, 900)
    tab.media(prefers_color_scheme=scheme)
    for page in ("en/recipes/shop", "fr/reference/commands", "en/reference/definitions"):
        tab.open(f"{address}/{page}.html")
        assert tab.complaints() == []
        assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == ground
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert all(
        one.startswith((address.rpartition("/")[0], "about:", "data:", "blob:"))
        for one in tab.requests()
    )
    tab.close()


@generator
def test_site_links_lead_to_pages(site: Path) -> None:
    anchors: dict[Path, set[str]] = {}
    for page in sorted(site.rglob("*.html")):
        if page.name == "404.html":
            continue
        for address in docs.links_of(page):
            path, _, anchor = address.partition("#")
            if ":" in path:
                continue
            target = (page.parent / path).resolve() if path else page
            if not target.is_relative_to(site):
                assert target == (site / "../index.html").resolve(), (page, address)
                continue
            assert target.is_file(), (page, address)
            if anchor and target.suffix == ".html":
                if target not in anchors:
                    text = target.read_text(encoding="utf-8")
                    anchors[target] = set(re.findall(r'\sid="?([^"\s>]+)', text))
                assert anchor in anchors[target], (page, address)
