"""Typical use of the page, in both languages, with and without network."""

from __future__ import annotations

import gzip
import io
import json
import re
import shutil
import sys
import zipfile
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

import printkit
from printkit.base.printer_profile import Profile
from printkit.model.load import load
from printkit.pieces.kits import FIRST_PAGE, available_products, default_products, products
from tests.support.builds import BOOKLETS, build_books, build_halves
from tests.support.chromium import needed
from tests.web.conftest import BOOT, GAMES, WEB, Colours, Site, new_context, open_page, show

pytestmark = needed

# A kit of one sheet with two sides, because the page draws each page that it shows.
SMALL_KIT = "kit/kessel?parts=tokens"
VIEWS = (
    "games", "cards/kessel", SMALL_KIT, "table/kessel", "table/casino?deck=tarot", "own",
    "map/casino?deck=tarot", "kessel/outlaws", "kit/%",
)  # fmt: skip
AXE = WEB / "node_modules/axe-core/axe.min.js"
Visit = Callable[..., Page]
ALL_GAMES = [game["slug"] for game in printkit.list_variants()]
# For this game, the page makes the default kit.
USUAL = "kessel"
# The text of a page that does not start the program by itself.
SAVING = "Object.defineProperty(navigator.connection, 'saveData', { get: () => true });"
# Make files in the page's engine, and return their digests.
BUILD = """async (job) => {
  const { Engine } = await import("./engine.js");
  window.testEngine ??= new Engine();
  const { files, bytes } = await window.testEngine.ask("build", { job, language: "en" });
  const hex = (data) =>
    [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const digests = await Promise.all(bytes.map((data) => crypto.subtle.digest("SHA-256", data)));
  return Object.fromEntries(files.map((name, i) => [name, hex(digests[i])]));
}"""


@pytest.fixture(scope="module")
def engine(borrower: Page, site: Site) -> Page:
    """Return a page whose engine is called directly; it stays open for all kits."""
    borrower.goto(site.url)
    return borrower


def is_alike(name: str) -> bool:
    return name != "manifest.json" and FIRST_PAGE not in name


def deal_products() -> dict[str, list[str]]:
    """Assign each product to one of the games that have it, and cards to the remaining games."""
    dealt: dict[str, list[str]] = {slug: [] for slug in ALL_GAMES}
    for product in products():
        having = [slug for slug in ALL_GAMES if product in available_products(load(slug))]
        if having:
            dealt[min(having, key=lambda slug: len(dealt[slug]))].append(product)
    return {slug: keys or ["cards"] for slug, keys in dealt.items()}


@pytest.mark.nightly
@pytest.mark.parametrize(("slug", "asked"), deal_products().items(), ids=ALL_GAMES)
def test_kit_has_same_bytes_as_command_line(engine: Page, slug: str, asked: list[str]) -> None:
    halves = build_halves(slug)
    language = next(languages[-1] for _, languages, formats in halves if "pdf" in formats)
    built = [half for half, *_ in halves]
    if slug == USUAL:
        asked = []
    if slug == USUAL or {*asked} & {*BOOKLETS}:
        built.append(build_books(slug))
    native = {path.name: path for result in built for path in result.files}
    job = {"variant": slug, "languages": [language], "products": asked}
    made = engine.evaluate(BUILD, job)
    # The manifest names its Python, and the “print me first” page lists everything requested.
    made = {name: digest for name, digest in made.items() if is_alike(name)}
    assert len(made) >= len(asked or default_products(load(slug)))
    assert made == {name: sha256(native[name].read_bytes()).hexdigest() for name in made}


@pytest.mark.nightly
def test_file_for_a_press_brings_its_profile(engine: Page) -> None:
    """The page fetches the profile, which X-4 embeds, when such a file is first made."""
    options: dict[str, Any] = {"pdfx": "x-4", "theme": "noir"}
    job = {"variant": "pazaak", "products": ["cards"], "formats": ["pdfx"], "options": options}
    made = engine.evaluate(BUILD, {**job, "languages": ["en"]})
    native = printkit.build("pazaak", ["cards"], formats=["pdfx"], in_memory=True, **options)
    pdf = next(file for file in native.files if file.name.endswith(".pdf"))
    assert made[pdf.name] == sha256(pdf.data).hexdigest()
    other = printkit.build("pazaak", ["cards"], in_memory=True)  # control: the comparison can fail
    assert made[pdf.name] != sha256(next(iter(other.files)).data).hexdigest()


@pytest.mark.nightly
def test_kit_with_code_has_same_bytes(engine: Page) -> None:
    """The page fetches what draws codes when such a kit is first made."""
    site = "https://sabacc.example/"
    job = {"variant": "kessel@outlaws", "products": ["start"], "options": {"site": site}}
    made = engine.evaluate(BUILD, {**job, "languages": ["fr"]})
    wishes: dict[str, Any] = {"languages": ["fr"], "in_memory": True}
    native = printkit.build("kessel@outlaws", ["start"], site=site, **wishes)
    pdf = next(file for file in native.files if file.name.endswith(".pdf"))
    assert made[pdf.name] == sha256(pdf.data).hexdigest()
    other = printkit.build("kessel@outlaws", ["start"], **wishes)  # control
    assert made[pdf.name] != sha256(next(iter(other.files)).data).hexdigest()


@pytest.mark.nightly
def test_rules_as_html_have_same_bytes(engine: Page) -> None:
    """The page fetches what writes HTML when it is first asked for it."""
    job = {"variant": "kessel", "products": ["booklet"], "formats": ["html"], "languages": ["fr"]}
    made = engine.evaluate(BUILD, job)
    wishes: dict[str, Any] = {"formats": ["html"], "in_memory": True}
    native = printkit.build("kessel", ["booklet"], languages=["fr"], **wishes)
    html = next(file for file in native.files if file.name.endswith(".html"))
    assert made[html.name] == sha256(html.data).hexdigest()
    other = printkit.build("kessel", ["booklet"], languages=["en"], **wishes)  # control
    assert made[html.name] != sha256(next(iter(other.files)).data).hexdigest()


@pytest.mark.nightly
def test_options_give_same_bytes_as_command_line(engine: Page) -> None:
    options = {"paper": "letter", "theme": "noir", "duplex": "fold", "index": "large", "bleed": 3}
    job = {"variant": "pazaak", "languages": ["en"], "products": ["cards"], "options": options}
    made = engine.evaluate(BUILD, job)
    native = printkit.build("pazaak", ["cards"], in_memory=True, **options)  # type: ignore[arg-type]
    pdf = next(file for file in native.files if file.name.endswith(".pdf"))
    assert made[pdf.name] == sha256(pdf.data).hexdigest()
    other = printkit.build("pazaak", ["cards"], in_memory=True)  # control: the comparison can fail
    assert made[pdf.name] != sha256(next(iter(other.files)).data).hexdigest()


def make_kit(page: Page) -> bytes:
    """Wait for the plan, make the files, and return the ZIP."""
    page.locator(".making .btn.main:enabled").click(timeout=BOOT)
    with page.expect_download(timeout=BOOT) as download:
        page.locator(".get a.btn.main").click(timeout=BOOT)
    return Path(download.value.path()).read_bytes()


def test_kit_is_made_with_the_form(visit: Visit) -> None:
    page = visit(SMALL_KIT, width=390, language="fr-FR")
    page.get_by_label("Papier", exact=True).select_option("letter")
    page.get_by_label("Joueurs", exact=True).select_option("3")
    with zipfile.ZipFile(io.BytesIO(make_kit(page))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    wishes: dict[str, Any] = {"languages": ["fr"], "in_memory": True}
    native = printkit.build("kessel", ["tokens"], paper="letter", players=3, **wishes)
    for file in native.files:
        if file.name != "manifest.json":
            assert files[file.name] == file.data, file.name
    other = printkit.build("kessel", ["tokens"], **wishes)  # control: the comparison can fail
    assert {files[file.name] == file.data for file in other.files} == {False}
    assert "paper=letter" in page.url
    assert "players=3" in page.url
    shared = visit(page.url.partition("#/")[2], language="fr-FR")
    expect(shared.get_by_label("Joueurs", exact=True)).to_have_value("3")
    assert page.faults == []  # type: ignore[attr-defined]


@pytest.mark.nightly
def test_stopped_kit_leaves_no_files(browser: Browser, site: Site) -> None:
    page = open_page(browser, site, "kit/kessel?parts=cards%20booklet")
    page.locator(".making .btn.main:enabled").click(timeout=BOOT)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".making")).to_contain_text("No files were saved")
    assert page.locator(".get a.btn.main").count() == 0
    page.goto(f"{site.url}#/{SMALL_KIT}")
    assert zipfile.ZipFile(io.BytesIO(make_kit(page))).testzip() is None


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("width", "language", "colours"), [(390, "fr-FR", "dark"), (1280, "en-GB", "light")]
)
def test_view_is_accessible_and_fits_window(
    visit: Visit, site: Site, width: int, language: str, colours: Colours
) -> None:
    page = visit("", width=width, language=language, colours=colours)
    for view in VIEWS:
        page.goto(f"{site.url}#/{view}")
        expect(page.locator("main h1").first).to_be_attached()
        if view == SMALL_KIT:
            expect(page.locator(".film img[data-here]").first).to_be_visible(timeout=BOOT)
        page.wait_for_timeout(300)
        page.evaluate(AXE.read_text())
        result = page.evaluate("async () => (await axe.run()).violations")
        found = [(item["id"], [node["html"] for node in item["nodes"]][:3]) for item in result]
        assert found == [], view
        for other in (320, 1920):
            page.set_viewport_size({"width": other, "height": 900})
            page.wait_for_timeout(200)
            assert page.evaluate("document.documentElement.scrollWidth") <= other, view
        page.set_viewport_size({"width": width, "height": 900})
    assert page.faults == []  # type: ignore[attr-defined]


@pytest.mark.nightly
def test_first_view_is_small(browser: Browser, site: Site) -> None:
    context = new_context(browser, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(SAVING)  # on a slow machine, the program would start before the count ends
    sizes: list[int] = []
    page.on("response", lambda answer: sizes.append(len(answer.body())))
    page.goto(site.url)
    expect(page.locator(".plate .fan[src]").first).to_be_visible()
    page.wait_for_timeout(600)
    assert 50_000 < sum(sizes) < 200_000


def size_of(dist: Path, *archives: str) -> int:
    """Return the bytes of archives that the page fetches in pieces."""
    pieces = json.loads((dist / "packed.json").read_text())["pieces"]
    return sum(size for name in archives for _, size in pieces[name])


def test_startup_download_is_small(dist: Path) -> None:
    runtime = dist / "runtime"
    glue = sum(len(gzip.compress(path.read_bytes())) for path in runtime.glob("*.mjs"))
    rules = glue + size_of(dist, "pyodide-asm", "python_stdlib", "table")
    assert 5_000_000 < rules < 6_000_000
    assert rules + size_of(dist, "program") < 9_050_000
    assert 100_000 < size_of(dist, "spreadsheets") < 600_000
    assert 30_000 < size_of(dist, "press") < 100_000
    assert 10_000 < size_of(dist, "codes") < 60_000
    assert 20_000 < size_of(dist, "targets") < 60_000
    assert 30_000 < size_of(dist, "encodings") < 100_000
    assert 100_000 < size_of(dist, "texts") < 250_000


# The engraved drawings of a set, and all drawings of a game, fetched when it is chosen (bytes).
# Kessel's set includes its four specials, half figures of 20 to 34 kB, beside its twelve pips.
ENGRAVED = {"casino": 1_300_000, "kessel": 300_000, "spike": 900_000}


def test_drawings_of_each_set_are_small(dist: Path) -> None:
    late = json.loads((dist / "packed.json").read_text())["late"]
    sets = [name for name in late if name.startswith("art-engraved-")]
    assert {name.removeprefix("art-engraved-") for name in sets} >= {*ENGRAVED}
    for name in sets:
        most = ENGRAVED.get(name.removeprefix("art-engraved-"), 1_600_000)
        assert 10_000 < size_of(dist, name) < most, name


@pytest.mark.parametrize(
    ("slug", "most"),
    [("kessel", 900_000), pytest.param("casino", 2_800_000, marks=pytest.mark.nightly)],
)
def test_drawings_of_one_game_are_small(dist: Path, slug: str, most: int) -> None:
    listed = json.loads((dist / "packed.json").read_text())
    archives = json.loads((dist / f"data/kit-{slug}.json").read_text())["archives"]
    late = [name for name in archives if name in listed["late"]]
    assert 20_000 < size_of(dist, *late) < most
    assert {*late} < {*listed["late"]}


def test_pieces_are_named_after_their_content(dist: Path) -> None:
    listed = json.loads((dist / "packed.json").read_text())
    named = [file for pieces in listed["pieces"].values() for file, _ in pieces]
    assert {f"packed/{path.name}" for path in (dist / "packed").iterdir()} == {*named}
    for file in named:
        data = (dist / file).read_bytes()
        assert sha256(data).hexdigest().startswith(file.rpartition("-")[2].removesuffix(".bin"))
        assert len(data) <= 256 * 1024


def test_file_list_contains_digests(dist: Path) -> None:
    listed = json.loads((dist / "files.json").read_text())
    for path in dist.rglob("*"):
        name = path.relative_to(dist).as_posix()
        if path.is_file() and name not in ("files.json", "sw.js"):
            assert listed.pop(name)["sha256"] == sha256(path.read_bytes()).hexdigest()
    assert listed == {}


def wait_for_worker(page: Page) -> None:
    """Wait until the page is cached for offline use."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=BOOT)


@pytest.mark.nightly
def test_page_works_offline(browser: Browser, own_site: Site) -> None:
    context = new_context(browser, locale="en-GB")
    page = show(context, own_site, SMALL_KIT)
    wait_for_worker(page)
    drawn = page.locator(".film img[data-here]")
    expect(drawn.first).to_be_visible(timeout=BOOT)
    page.wait_for_timeout(3000)  # the opened game is cached in the background
    own_site.stop()
    page.close()
    page = show(context, own_site, "table/kessel")
    expect(page.locator(".win h2")).to_contain_text("Hand 1 wins", timeout=BOOT)
    strips = json.loads((own_site.folder / "data/game-kessel.json").read_text())["strips"]
    for name in ("fan-kessel.avif", strips["en"]["file"]):
        kept = "async (address) => (await fetch(address)).ok"
        assert page.evaluate(kept, f"{own_site.url}data/{name}")
    page.goto(f"{own_site.url}#/{SMALL_KIT}")
    assert zipfile.ZipFile(io.BytesIO(make_kit(page))).testzip() is None
    page.goto(f"{own_site.url}rules/kessel-en.html")
    assert page.locator("h1, h2").count() > 5
    page.goto(f"{own_site.url}rules/casino-en.html")
    expect(page.locator("h1")).to_have_text("This page is not available offline")


@pytest.mark.nightly
def test_new_version_starts_on_request(browser: Browser, own_site: Site) -> None:
    page = new_context(browser, locale="en-GB").new_page()
    page.add_init_script(SAVING)
    page.goto(own_site.url)
    wait_for_worker(page)
    publish_version(own_site)
    page.reload()
    new = page.locator("html[data-version]")
    expect(page).to_have_title(re.compile("Print tonight"))
    assert new.count() == 0, "one version until it is asked for"
    page.get_by_role("button", name="Use it now").click(timeout=BOOT)
    expect(new).to_be_attached(timeout=BOOT)
    assert page.evaluate("caches.keys().then((keys) => keys.length)") == 2, "pages, pieces"


def publish_version(site: Site) -> None:
    """Publish a changed page, like a new version."""
    changed = (
        (site.folder / "index.html").read_text().replace("<html ", '<html data-version="new" ')
    )
    listed = json.loads((site.folder / "files.json").read_text())
    data = changed.encode()
    listed["index.html"] = {"size": len(data), "sha256": sha256(data).hexdigest()}
    worker = (site.folder / "sw.js").read_text()
    version = worker.partition('VERSION = "')[2].partition('"')[0]
    for name, text in (
        ("index.html", changed),
        ("files.json", json.dumps(listed)),
        ("sw.js", worker.replace(version, "0123456789ab")),
    ):
        (site.folder / name).unlink()
        (site.folder / name).write_text(text)


@pytest.mark.nightly
def test_interrupted_start_continues_where_it_stopped(browser: Browser, site: Site) -> None:
    context = new_context(browser, locale="fr-FR", service_workers="block")
    later = re.compile(r"/packed/program-0[3-9]")
    context.route(later, lambda route: route.abort())
    page = context.new_page()
    fetched: Counter[str] = Counter()
    page.on("requestfinished", lambda request: fetched.update([request.url]))
    page.goto(f"{site.url}#/{SMALL_KIT}")
    expect(page.get_by_role("alert")).to_contain_text("Le réseau ne répond plus", timeout=2 * BOOT)
    before = {url for url in fetched if "/packed/" in url}
    page.context.unroute(later)
    page.get_by_role("alert").get_by_role("button").click()
    expect(page.locator(".film img[data-here]").first).to_be_visible(timeout=BOOT)
    assert len(before) > 20
    assert {fetched[url] for url in before} == {1}, "a piece is fetched once"


@pytest.mark.nightly
def test_hands_are_judged_before_the_drawing_code_is_there(browser: Browser, site: Site) -> None:
    context = new_context(browser, locale="en-GB", service_workers="block")
    context.route("**/packed/program-*", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{site.url}#/table/kessel")
    for card in ("1 of Blood", "1 of Sand"):
        page.locator(".pad").get_by_label(card, exact=True).click()
    expect(page.locator(".hand .rk[role=img]").first).to_be_visible(timeout=BOOT)
    expect(page.locator(".hand").first).to_contain_text("Sabacc")


@pytest.mark.parametrize("view", ["constructor", "kit/%", "kit/nowhere", "table/constructor"])
def test_wrong_address_is_reported(visit: Visit, view: str) -> None:
    page = visit(view)
    expect(page.locator("main h1")).to_have_text("This page does not exist")
    assert page.faults == []  # type: ignore[attr-defined]


def test_ready_kits_are_linked_without_scripts(tmp_path: Path) -> None:
    sys.path.insert(0, str(WEB))
    import build

    games = [
        {"slug": slug, "ready": ready, "name": {"en": f"<{slug}>", "fr": slug}}
        for slug, ready in (("kessel", True), ("casino", False))
    ]
    shutil.copy(WEB / "src/index.html", tmp_path)
    build.write_links(tmp_path, {"games": games})
    linked = set(re.findall(r'href="(kits/[^"]*)"', (tmp_path / "index.html").read_text()))
    assert linked == {
        f"kits/kessel-{name}-{paper}-{language}.pdf"
        for name in ("tonight", "whole", "booklet")
        for paper in ("a4", "letter")
        for language in ("en", "fr")
    }
    assert "&lt;kessel&gt;" in (tmp_path / "index.html").read_text()


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["tonight", "whole", "booklet"])
def test_ready_kit_has_a_back_for_each_sheet(tmp_path: Path, name: str) -> None:
    sys.path.insert(0, str(WEB))
    import content

    for folder in (tmp_path / "kits", content.READY):
        folder.mkdir(parents=True, exist_ok=True)
    content._write_ready(tmp_path, load("kessel"), name, "letter", "fr")
    with pikepdf.open(tmp_path / f"kits/kessel-{name}-letter-fr.pdf") as pdf:
        assert len(pdf.pages) % 2 == 0
        assert {tuple(map(int, page.mediabox[2:])) for page in pdf.pages} <= {
            (612, 792),
            (792, 612),
        }
        if name != "booklet":
            plan = printkit.plan("kessel", content.SETS[name], paper="letter", players=4)
            folded = [part for part in plan.products if part.product.startswith("booklet")]
            assert len(pdf.pages) == 2 * (plan.sheets - sum(part.sheets for part in folded))


@pytest.mark.nightly
def test_ready_kit_needs_one_tap(browser: Browser, own_site: Site) -> None:
    sys.path.insert(0, str(WEB))
    import content

    (own_site.folder / "kits").mkdir(exist_ok=True)
    content.READY.mkdir(parents=True, exist_ok=True)
    content._write_ready(own_site.folder, load("kessel"), "tonight", "a4", "en")
    listed = own_site.folder / "data/catalogue.json"
    catalogue = json.loads(listed.read_text())
    for game in catalogue["games"]:
        game["ready"] = game["slug"] == "kessel"
    listed.unlink()  # the copy is a link to the page of all tests
    listed.write_text(json.dumps(catalogue))
    context = new_context(
        browser, viewport={"width": 390, "height": 844}, locale="en-GB", service_workers="block"
    )
    page = context.new_page()
    page.add_init_script(SAVING)
    page.goto(own_site.url)
    link = page.get_by_role("link", name="Kessel Sabacc tonight (PDF)")
    expect(link).to_be_in_viewport(ratio=1)
    with page.expect_response(re.compile(r"kessel-tonight-a4-en\.pdf")) as answer:
        link.click()
    assert answer.value.ok


@pytest.mark.nightly
def test_full_quota_is_reported(browser: Browser, site: Site) -> None:
    context = new_context(browser, locale="fr-FR")
    page = context.new_page()
    page.add_init_script(
        "navigator.serviceWorker.register = () => Promise.reject(new Error('QuotaExceededError'));"
        f"{SAVING}"
        "Storage.prototype.setItem = () => { throw new Error('QuotaExceededError'); };"
    )
    page.goto(site.url)
    expect(page.locator("#notice")).to_contain_text("plus de place", timeout=BOOT)
    page.locator("#language").click()
    expect(page.locator("h1")).to_contain_text("Print tonight")


@pytest.mark.nightly
def test_page_without_scripts_offers_alternative(browser: Browser, site: Site) -> None:
    page = new_context(browser, java_script_enabled=False).new_page()
    page.goto(site.url)
    expect(page.locator("p.old:not([lang])")).to_contain_text("JavaScript")
    expect(page.locator('p.old[lang="fr"]')).to_contain_text("JavaScript")


DEFINITION = """\
slug = "lantern"
extends = "kessel"
name = { en = "Lantern", fr = "Lanterne" }
summary = { en = "Kessel with one picture.", fr = "Kessel avec une image." }

[[patch]]
id = "blood-1"
art = "moon.png"
"""
FAULTY = DEFINITION.replace("[[patch]]", 'coler = "blue"\n\n[[cards]]').replace(
    'id = "blood-1"', 'id = "moon"\nname = { en = "Moon", fr = "Lune" }\nvalue = "seven"'
)


def picture() -> bytes:
    """Return a PNG with transparency."""
    image = Image.linear_gradient("L").resize((300, 420)).convert("RGBA")
    image.putalpha(Image.radial_gradient("L").resize((300, 420)))
    box = io.BytesIO()
    image.save(box, "PNG")
    return box.getvalue()


@pytest.mark.nightly
def test_deck_errors_are_shown_beside_lines(visit: Visit) -> None:
    page = visit("own", language="fr-FR")
    files = [{"name": "lantern.toml", "mimeType": "text/plain", "buffer": FAULTY.encode()}]
    page.locator("input[type=file]").first.set_input_files(files)
    expect(page.locator(".code .ln.bad").first).to_be_visible(timeout=BOOT)
    lines = FAULTY.splitlines()
    bad = page.locator(".code .ln.bad")
    numbers = [int(text) for text in bad.locator("> i").all_inner_texts()]
    assert {lines[number - 1].partition(" ")[0] for number in numbers} >= {"coler", "value", "art"}
    assert page.locator(".hd .bad").inner_text().endswith("erreurs")
    page.get_by_role("button", name="Modifier").click()
    page.locator("textarea").fill(
        'slug = "lantern"\nextends = "kessel"\nname = { en = "Lantern", fr = "Lanterne" }\n'
    )
    expect(page.locator(".hd [role=status]")).to_have_text("aucune erreur", timeout=BOOT)
    expect(page.locator(".faces img[src]").first).to_be_visible(timeout=BOOT)


@pytest.mark.nightly
def test_deck_with_picture_has_same_bytes(own: Page, tmp_path: Path) -> None:
    definition = (
        'slug = "lantern"\nname = { en = "Lantern", fr = "Lanterne" }\n\n'
        '[[cards]]\nid = "moon"\nvalue = 7\nart = "moon.png"\n'
        'name = { en = "Moon", fr = "Lune" }\n'
    )
    (tmp_path / "lantern.toml").write_text(definition)
    (tmp_path / "moon.png").write_bytes(picture())
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w") as archive:
        for name in ("lantern.toml", "moon.png"):
            archive.write(tmp_path / name, f"deck/{name}")
    page = own
    chosen = [{"name": "deck.zip", "mimeType": "application/zip", "buffer": box.getvalue()}]
    page.locator("input[type=file]").first.set_input_files(chosen)
    expect(page.locator(".faces img[src]").first).to_be_visible(timeout=BOOT)
    page.get_by_role("link", name="Make its kit").click()
    with zipfile.ZipFile(io.BytesIO(make_kit(page))) as archive:
        made = archive.read("lantern-cards-en.pdf")
    native = printkit.build(str(tmp_path / "lantern.toml"), ["cards"], in_memory=True)
    assert made == next(file.data for file in native.files if file.name.endswith("cards-en.pdf"))


@pytest.mark.nightly
def test_printer_profile_is_saved_and_applied(visit: Visit) -> None:
    page = visit(SMALL_KIT)
    page.get_by_role("button", name="My print is misaligned").click(timeout=BOOT)
    with page.expect_download(timeout=BOOT) as download:
        page.get_by_role("button", name="The test sheet (PDF)").click()
        page.locator(".printer-dialog a.lk").click(timeout=BOOT)
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")
    page.get_by_label("Name", exact=True).fill("office")
    page.get_by_label("Backs shifted right (mm)").fill("0.6")
    page.get_by_role("button", name="Save").click()
    files = zipfile.ZipFile(io.BytesIO(make_kit(page)))
    profile = Profile(name="office", back_x=0.6)
    native = printkit.build("kessel", ["tokens"], players=4, printer=profile, in_memory=True)
    pdf = next(file for file in native.files if file.name.endswith(".pdf"))
    assert files.read(pdf.name) == pdf.data
    page.reload()
    expect(page.locator(".printer select")).to_have_value("office", timeout=BOOT)


@pytest.mark.nightly
@pytest.mark.parametrize("slug", GAMES)
def test_rules_page_follows_the_policy(visit: Visit, site: Site, slug: str) -> None:
    page = visit("")
    page.goto(f"{site.url}rules/{slug}-fr.html")
    assert page.locator("h1, h2").count() > 5
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.size)") > 0
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Text")
    assert page.faults == []  # type: ignore[attr-defined]


@pytest.mark.nightly
def test_cards_flip_before_program_has_loaded(browser: Browser, site: Site) -> None:
    page = open_page(browser, site)
    page.context.route("**/packed/**", lambda route: route.abort())
    page.goto(f"{site.url}#/cards/kessel")
    card = page.locator(".turning").first
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.goto(f"{site.url}#/kit/kessel")
    expect(page.locator(".first .tot b").first).to_be_visible(timeout=5000)


def test_wheels_match_requirements() -> None:
    root = WEB.parent
    locked = {
        line.partition("==")[0]: line.partition("==")[2].split(" ")[0]
        for line in (root / "requirements.lock").read_text().splitlines()
        if "==" in line
    }
    for line in (WEB / "wheels.lock").read_text().splitlines():
        name, _, rest = line.partition("==")
        assert rest.split(" ")[0] == locked[name], name
