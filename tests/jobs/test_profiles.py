"""Printer profiles and personal defaults: their effect on pages, and the files that store them."""

import json
import re
import shlex
import tomllib
from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.content import TomlFile
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect
from printkit.base.messages import languages
from printkit.base.paper_sizes import Size
from printkit.base.printer_profile import LONG, SHORT, Profile, parse_back, parse_scale
from printkit.cli import config
from printkit.cli.app import run
from printkit.cli.commands.calibrate import with_profile, without_profile
from printkit.graphics.display_list import Group, Item, Use
from printkit.graphics.display_list import Path as PathItem
from printkit.imposition.grid import SheetSpec
from printkit.imposition.marks import PAPER
from printkit.imposition.sheets import impose_cards
from printkit.jobs.build import build
from printkit.jobs.job import make_job
from printkit.jobs.plan import plan
from printkit.model.load import load
from printkit.pieces.pages import Page, SlugLine, check_edge, correct_pages, corrected_margin
from tests.support.decks import facts
from tests.support.jobs import lay_out_product
from tests.support.raster import CAPTION, toys
from tests.support.walk import ink_box, leaves, text_leaves, visible

Capture = pytest.CaptureFixture[str]
MODES = ("long", "short", "fold", "none")
OFFICE = Profile("office", 0.75, -0.5, 99.6, 100.3)
CARD = Size("card", 63.5, 88.9)

# --- pages as printed ---------------------------------------------------------------------------


class Printer(NamedTuple):
    """A printer: its scale across and along the paper, and the shift of its backs in scaled
    millimetres.
    """

    scale: tuple[float, float]
    way: tuple[float, float]

    def place(self, page: Page, x: float, y: float) -> tuple[float, float]:
        """Return the position of a point of a page on its side of the upright paper."""
        assert page.media.w <= page.media.h, "no program has to turn this page"
        cx, cy = page.media.w / 2, page.media.h / 2
        dx, dy = self.way if page.back else (0.0, 0.0)
        return cx + (x + dx - cx) * self.scale[0], cy + (y + dy - cy) * self.scale[1]


SOUND = Printer((1.0, 1.0), (0.0, 0.0))
PRINTERS = (
    SOUND,
    Printer((1.0, 1.0), (0.75, -0.5)),
    Printer((0.996, 1.003), (0.0, 0.0)),
    Printer((0.96, 1.04), (-2.25, 3.0)),
)


def profile_of(printer: Printer, edge: str) -> Profile:
    """Return the readings of a person on the sheet of this printer (test_calibrate reads the sheet
    itself).
    """
    across, along = (scale * 100 for scale in printer.scale)
    return Profile("mine", *printer.way, round(across, 4), round(along, 4), edge)


Corners = dict[str, list[tuple[float, float]]]


def outlines(page: Page, printer: Printer | None = None) -> Corners:
    """Return the corners of the drawings of a toy deck by their keys: on the page, or on the paper
    as a printer prints it.
    """
    found: Corners = {}

    def walk(items: Sequence[Item], maps: list[Matrix]) -> None:
        for item in items:
            if isinstance(item, Group):
                walk(item.items, [item.matrix, *maps])
            elif isinstance(item, Use) and item.symbol.key != "marks":
                for x, y in product((-CARD.w / 2, CARD.w / 2), (-CARD.h / 2, CARD.h / 2)):
                    for a, b, c, d, e, f in (item.matrix, *maps):
                        x, y = a * x + c * y + e, b * x + d * y + f
                    corner = printer.place(page, x, y) if printer else (x, y)
                    found.setdefault(item.symbol.key, []).append(corner)

    for layer in page.layers:
        if layer.name == "art":
            walk(layer.items, [])
    return found


def worst(one: Corners, other: Corners) -> float:
    """Return the greatest distance between corners of the same drawings (mm)."""
    assert one.keys() == other.keys()
    pairs = [pair for key in one for pair in zip(one[key], other[key], strict=True)]
    return max(max(abs(p - r), abs(q - s)) for (p, q), (r, s) in pairs)


def impose(paper: Size, mode: str, profile: Profile | None, cards: int = 7) -> tuple[Page, ...]:
    margin = corrected_margin(5.0, paper.w, paper.h, profile) if profile else 5.0
    spec = SheetSpec(paper, margin=margin, duplex=mode)
    pages = impose_cards(toys(cards, CARD.w, CARD.h), spec, CAPTION).pages
    return correct_pages(pages, profile) if profile else pages


def upright(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Return the uncorrected upright pages, as for a perfect printer."""
    return correct_pages(pages, Profile("sound", duplex="long"))


PAPERS = (*(paper_sizes.paper(name) for name in ("a4", "letter", "a3")), Size("wide", 420, 200))


@pytest.mark.parametrize("printer", PRINTERS)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_a_profile_corrects_print_to_a_hundredth_of_a_millimetre(
    paper: Size, mode: str, printer: Printer
) -> None:
    """With its profile, each printer prints the same sheets as a perfect printer."""
    edge = mode if mode in (LONG, SHORT) else LONG
    profile = profile_of(printer, edge)
    spec = SheetSpec(paper, margin=corrected_margin(5.0, paper.w, paper.h, profile), duplex=mode)
    plain = impose_cards(toys(7, CARD.w, CARD.h), spec, CAPTION).pages
    wanted = [outlines(page, SOUND) for page in upright(plain)]
    right = [outlines(page, printer) for page in correct_pages(plain, profile)]
    assert max(map(worst, right, wanted)) < 0.01
    wrong = [outlines(page, printer) for page in upright(plain)]
    assert (max(map(worst, wrong, wanted)) < 0.01) == (
        printer == SOUND or (printer.scale == (1, 1) and mode in ("fold", "none"))
    )


def rulers(page: Page) -> list[tuple[Rect, int]]:
    """Return the positions of the rulers of a page, and their stated lengths (mm)."""
    return [
        (leaf.matrix.bounds(leaf.item.data.box()), len(leaf.item.data.steps) // 2 - 2)
        for layer in page.layers
        if layer.name == "marks"
        for leaf in leaves(layer.items)
        if isinstance(leaf.item, PathItem) and leaf.item.data.steps in ("ML" * 102, "ML" * 52)
    ]


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("slug", "key", "paper", "sides"),
    [
        ("kessel", "cards", "a3", 2),
        ("kessel", "tokens", "letter", 2),
        ("casino", "tuck-box", "a5", 1),
    ],
)
def test_a_profile_corrects_every_product(
    slug: str, key: str, paper: str, sides: int, mode: str
) -> None:
    """Sheets, tokens and tiles: a ruler has its stated length, and every back is behind a front."""
    printer = Printer((0.985, 1.02), (1.25, -2.0))
    profile = profile_of(printer, mode if mode in (LONG, SHORT) else LONG)
    request = make_job(slug, paper=paper, duplex=mode, printer=profile)
    pages = lay_out_product(load(slug), key, "en", request).document.pages

    def corners(page: Page) -> list[list[tuple[float, float]]]:
        """Return the corners of each piece on the paper, as seen from the back."""
        w, h = page.media.w, page.media.h
        found = []
        for cell in page.cells:
            ends = product((cell.trim.x, cell.trim.right), (cell.trim.y, cell.trim.bottom))
            points = [printer.place(page, *end) for end in ends]
            if not page.back:
                points = [(w - x, y) if mode == LONG else (x, h - y) for x, y in points]
            found.append(sorted((round(x, 3), round(y, 3)) for x, y in points))
        return found

    for page in pages:
        lengths = []
        for box, length in rulers(page):
            (x, y), (u, v) = (
                printer.place(page, *end) for end in ((box.x, box.y), (box.right, box.bottom))
            )
            lengths.append(max(u - x, v - y) / length)
        assert lengths
        assert lengths == [pytest.approx(1, abs=1e-5)] * len(lengths)
    pairs = [(a, b) for a, b in pairwise(pages) if b.back and not a.back]
    assert bool(pairs) == (sides == 2 and mode in (LONG, SHORT))
    for front, back in pairs:
        fronts = corners(front)
        assert all(card in fronts for card in corners(back))


def test_a_profile_with_the_wrong_sign_is_detected() -> None:
    printer = PRINTERS[1]
    turned = Profile("wrong", -0.75, 0.5)
    plain = impose(PAPERS[0], "long", None)
    wanted = [outlines(page, SOUND) for page in plain]
    wrong = [outlines(page, printer) for page in correct_pages(plain, turned)]
    assert max(map(worst, wrong, wanted)) == pytest.approx(1.5)


def test_a_sheet_on_its_side_is_turned_and_nothing_else() -> None:
    (page, *_) = impose(paper_sizes.paper("a3"), "long", None)
    assert page.media.w > page.media.h
    (turned,) = correct_pages([page], Profile("sound"))
    assert (turned.media.w, turned.media.h) == (page.media.h, page.media.w)
    (x, y), (u, v) = outlines(page)["face-0"][0], outlines(turned)["face-0"][0]
    assert (u, v) == pytest.approx((page.media.h - y, x))


def test_a_sound_printer_changes_nothing_upright() -> None:
    pages = impose(paper_sizes.paper("a4"), "long", None)
    assert not pages[0].media.w > pages[0].media.h
    assert correct_pages(pages, Profile("sound")) == pages


# --- nothing leaves the printable area -----------------------------------------------------------


def ink(page: Page) -> Rect:
    """Return everything painted on a page."""
    found: Rect | None = None
    for layer in page.layers:
        for leaf in leaves(layer.items) if layer.visible else ():
            if visible(leaf, PAPER) and (box := ink_box(leaf)) is not None:
                found = box if found is None else found.union(box)
    assert found is not None
    return found


ways, shares = st.floats(-10, 10), st.floats(95, 105)


@settings(max_examples=15, deadline=None)
@given(ways, ways, shares, shares, st.sampled_from(MODES), st.sampled_from(PAPERS))
def test_all_stays_inside_the_margin(
    x: float, y: float, across: float, along: float, mode: str, paper: Size
) -> None:
    edge = mode if mode in (LONG, SHORT) else LONG
    for page in impose(paper, mode, Profile("p", x, y, across, along, edge)):
        assert page.media.inset(5.0).contains(ink(page), 0.1)


def test_without_room_a_back_would_leave_it() -> None:
    pages = impose(paper_sizes.paper("a4"), "long", None)
    assert all(page.media.inset(5.0).contains(ink(page), 0.1) for page in pages)
    moved = correct_pages(pages, Profile("p", -6.0, 0.0))
    assert [page.media.inset(5.0).contains(ink(page), 0.1) for page in moved[:2]] == [True, False]


@pytest.mark.parametrize(
    ("profile", "margin"),
    [
        (Profile("p"), 5),
        (Profile("p", scale_x=105, scale_y=105), 5),
        (Profile("p", back_x=-3), 8),
        (Profile("p", scale_y=99), 5 + 143.5 * 0.01),
    ],
)
def test_margin_is_at_least_the_requested_one(profile: Profile, margin: float) -> None:
    for sides in ((210, 297), (297, 210)):
        assert corrected_margin(5, *sides, profile) == pytest.approx(margin)


# --- builds -------------------------------------------------------------------------------------


def label_text(page: Page) -> str:
    """The words of the label."""
    words = [
        leaf.item.run.text
        for layer in page.layers
        if layer.name == "label"
        for leaf in text_leaves(layer.items)
    ]
    return " ".join(words).replace("\u00a0", " ").replace("\u202f", " ")


def test_slug_line_names_the_profile() -> None:
    message = {"en": "printer office: backs +0.75 / −0.5 mm, 99.6 / 100.3%"}
    message["fr"] = "imprimante office : versos +0,75 / −0,5 mm, 99,6 / 100,3 %"
    deck = load("pazaak")
    for language in message:
        request = make_job("pazaak", printer=OFFICE)
        pages = lay_out_product(deck, "cards", language, request).document.pages
        assert all(message[language] in label_text(page) for page in pages)
        assert (
            OFFICE.describe(language).replace("\u00a0", " ").replace("\u202f", " ")
            == message[language]
        )


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", paper_sizes.paper_names())
def test_the_label_has_room_for_the_name_at_least(paper: str, language: str) -> None:
    """The slug line fits on every sheet that can be laid out without a profile, with any profile
    name.
    """
    profile = Profile("W" * 20, -0.75, 0.75, 99.95, 99.95)
    caption = SlugLine(language, "A game of a long name", "cards", "ink-saver", "corporate-sector")
    own = replace(caption, printer=profile)
    for card, mode in product(paper_sizes.card_names(), MODES[:3]):
        size = paper_sizes.card(card)
        spec = SheetSpec(paper_sizes.paper(paper), duplex=mode)
        try:
            impose_cards(toys(1, size.w, size.h), spec, caption)
        except PrintkitError:
            continue
        page = impose_cards(toys(1, size.w, size.h), spec, own).pages[0]
        assert profile.name in label_text(page)


def test_charts_pocket_cards_and_stickers_are_set_right(tmp_path: Path) -> None:
    profile = Profile("office", 0.75, -0.5, 99.0, 101.0, SHORT)
    for products in (("chart", "pocket"), ("labels",)):
        wishes: dict[str, Any] = {"deck": "tarot", "formats": ("dump",)}
        plain = build(make_job("casino", products, out=tmp_path / products[0], **wishes))
        own = make_job("casino", products, printer=profile, out=tmp_path / "own", **wishes)
        built = build(own)
        assert built.manifest["options"]["printer"]["name"] == "office"
        assert "printer" not in plain.manifest["options"]
        for file in built.files:
            assert "[1.0101 0 0 0.990099 " in file.read_text()
    (pocket,) = plan(make_job("casino", ("pocket",), deck="tarot", printer=profile)).products
    assert pocket.sides == SHORT  # over the edge that was measured
    assert pocket.document is not None
    pages = pocket.document.pages
    assert [page.back for page in pages] == [False, True] * (len(pages) // 2)


def test_a_profile_holds_for_its_own_edge_only() -> None:
    profile = Profile("office", 0.5, 0.0, duplex=LONG)
    for duplex in (LONG, "fold", "none", None):
        check_edge(duplex, profile)
    check_edge(SHORT, Profile("scaled", scale_x=99.0))  # nothing is moved
    with pytest.raises(PrintkitError, match="measured with --duplex long"):
        check_edge(SHORT, profile)


# --- the files ----------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder, and a folder of settings beside it."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setattr(config, "user_config_path", lambda: tmp_path / "settings" / "printkit.toml")
    return tmp_path


def own(home: Path, text: str) -> Path:
    path = home / "settings" / "printkit.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def here(text: str) -> Path:
    path = Path("printkit.toml")
    path.write_text(text, encoding="utf-8")
    return path


def did(capsys: Capture, *args: str) -> str:
    status = run(list(args))
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    return out


def refused(capsys: Capture, status: int, *args: str) -> str:
    assert run(list(args)) == status
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err


def names(capsys: Capture) -> dict[str, float]:
    manifest = json.loads(did(capsys, "calibrate", "--list", "--json"))["printers"]
    return {one["name"]: one["back_x_mm"] for one in manifest}


def test_readings_are_kept_and_read_back(home: Path, capsys: Capture) -> None:
    typed = ("--back-x", "0.75mm", "--back-y", "-0,5mm", "--scale-x", "99.6%", "--scale-y", "101 %")
    message = did(capsys, "calibrate", "--name", "office", *typed)
    path = home / "settings" / "printkit.toml"
    assert message.startswith(
        "office: back-x 0.75mm, back-y -0.5mm, scale-x 99.6%, scale-y 101%, dup"
    )
    assert str(path) in message
    assert config.load_profiles()["office"][0] == Profile("office", 0.75, -0.5, 99.6, 101.0)
    assert message.split(";")[0] in did(capsys, "calibrate", "--list")
    assert list(Path().iterdir()) == []


def test_the_working_folder_comes_before_the_user_folder(home: Path, capsys: Capture) -> None:
    mine = own(home, '[printers.a]\nback-x = "1mm"\n[printers.b]\nback-x = "2mm"\n')
    before = mine.read_text()
    here('[printers.b]\nback-x = "3mm"\n')
    did(capsys, "calibrate", "--name", "c", "--back-x", "4mm")
    assert mine.read_text() == before  # it is kept where there is a file
    assert names(capsys) == {"a": 1.0, "b": 3.0, "c": 4.0}
    message = did(capsys, "calibrate", "--remove", "b").splitlines()
    assert message[0] == "b: removed from printkit.toml"
    assert message[1].startswith("b: back-x 2mm")
    assert names(capsys) == {"a": 1.0, "b": 2.0, "c": 4.0}


def test_omitted_reading_is_kept(home: Path, capsys: Capture) -> None:
    did(capsys, "calibrate", "--name", "p", "--back-x", "1mm", "--scale-x", "99%")
    did(capsys, "calibrate", "--name", "p", "--scale-x", "98%")
    assert config.load_profiles()["p"][0] == Profile("p", 1.0, 0.0, 98.0)
    # Over the other edge the backs lie elsewhere.
    did(capsys, "calibrate", "--name", "p", "--back-y", "0.25mm", "--duplex", "short")
    assert config.load_profiles()["p"][0] == Profile("p", 0.0, 0.25, 98.0, duplex=SHORT)
    did(capsys, "calibrate", "--name", "p", "--back-x", "0.5mm")
    assert config.load_profiles()["p"][0] == Profile("p", 0.5, 0.25, 98.0, duplex=SHORT)


tables = st.sampled_from(facts(__file__)["settings"])


def read(text: str) -> TomlFile:
    return TomlFile(Path("printkit.toml"), text, tomllib.loads(text))


@settings(max_examples=100, deadline=None)
@given(st.lists(tables, unique=True), st.booleans(), st.booleans())
def test_removed_profile_leaves_no_trace(parts: list[str], windows: bool, open_end: bool) -> None:
    parts.sort(key=lambda part: part == "[printers]\n", reverse=True)
    text = "".join(parts)
    text = text.rstrip("\n") if open_end else text
    text = text.replace("\n", "\r\n") if windows else text
    values = OFFICE.as_text()
    new = with_profile(read(text), "office", values)
    assert tomllib.loads(new)["printers"]["office"] == values
    assert new.startswith(text)
    assert ("\r\n" in text) <= (new.count("\n") == new.count("\r\n"))
    again = with_profile(read(new), "office", {**values, "back-x": "2mm"})
    assert again == new.replace('"0.75mm"', '"2mm"')
    left = without_profile(read(new), "office")
    assert left.rstrip() == text.rstrip()
    assert tomllib.loads(left).get("defaults") == tomllib.loads(text).get("defaults")


@pytest.mark.parametrize("text", facts(__file__)["ways"])
def test_every_way_of_writing_is_changed_and_all_else_stays(
    text: str, home: Path, capsys: Capture
) -> None:
    here(text)
    did(capsys, "calibrate", "--name", "office", "--back-x", "2mm")
    kept = Path("printkit.toml").read_text()
    assert kept.startswith(text.partition('"1mm"')[0] + '"2mm"')
    assert config.load_profiles()["office"][0] == Profile("office", 2.0)
    did(capsys, "calibrate", "--remove", "office")
    assert "office" not in config.load_profiles()
    left = Path("printkit.toml").read_text()
    assert all(comment in kept for comment in re.findall("#.*", text))
    assert all(comment in left for comment in re.findall("^#.*", text, re.MULTILINE))
    assert ("defaults" in left) == ("defaults" in text)
    assert ("attic" in text) == ("attic" in config.load_profiles())


def test_writing_keeps_links_and_byte_order_marks(home: Path, capsys: Capture) -> None:
    real = home / "dotfiles.toml"
    real.write_bytes(b"\xef\xbb\xbf# mine\r\n")
    Path("printkit.toml").symlink_to(real)
    did(capsys, "calibrate", "--name", "p", "--scale-x", "99%")
    assert Path("printkit.toml").is_symlink()
    data = real.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf# mine\r\n\r\n[printers.p]\r\n")
    assert list(Path().iterdir()) == [Path("printkit.toml")]


def test_settings_that_cannot_be_written(home: Path, capsys: Capture) -> None:
    (home / "settings").write_text("a file where a folder is needed")
    err = refused(capsys, 1, "calibrate", "--name", "p", "--scale-x", "99%")
    assert "The settings cannot be saved: there is a file where a folder is needed." in err


@pytest.mark.parametrize(
    ("typed", "value"),
    [("+0,75mm", 0.75), ("−0.5mm", -0.5), ("0.02in", 0.508), ("99,6 %", 99.6), ("100%", 100.0)],
)
def test_a_figure_may_be_typed_as_it_is_printed(typed: str, value: float) -> None:
    assert (parse_scale if typed.endswith("%") else parse_back)(typed) == value


@given(ways, ways, shares, shares, st.sampled_from([LONG, SHORT]))
def test_saved_profile_is_read_back(
    x: float, y: float, across: float, along: float, edge: str
) -> None:
    numbers = [round(value, 4) + 0.0 for value in (x, y, across, along)]
    profile = Profile("p", *numbers, edge)
    typed = profile.as_text()
    assert [parse_back(typed["back-x"]), parse_back(typed["back-y"])] == numbers[:2]
    assert [parse_scale(typed["scale-x"]), parse_scale(typed["scale-y"])] == numbers[2:]


# --- builds from the command line ---------------------------------------------------------------


def options(product: str = "pazaak") -> dict[str, object]:
    text = (Path("output") / product / "manifest.json").read_text(encoding="utf-8")
    return dict(json.loads(text)["options"])


BUILD = ("build", "pazaak", "cards", "--format", "dump")


def test_a_build_takes_the_profile_by_name(home: Path, capsys: Capture) -> None:
    own(home, '[printers.office]\nback-x = "0.75mm"\n[printers.home]\nscale-y = "99%"\n')
    did(capsys, *BUILD, "--printer", "office")
    figures = {"back_x_mm": 0.75, "back_y_mm": 0.0, "scale_x_percent": 100.0}
    more = {"name": "office", "scale_y_percent": 100.0, "duplex": "long"}
    assert (options()["printer"], options()["margin_mm"]) == ({**figures, **more}, 5.0)
    did(capsys, *BUILD, "--printer", "home")
    assert options()["printer"] == Profile("home", scale_y=99.0).as_data()
    for no_printer in ((), ("--printer", "none")):
        did(capsys, *BUILD, *no_printer)
        assert "printer" not in options()
    did(capsys, "map", "tarot", "casino", "--format", "dump", "--printer", "home")
    assert options("tarot-casino")["printer"] == Profile("home", scale_y=99.0).as_data()


# --- defaults -----------------------------------------------------------------------------------


def test_defaults_are_below_the_command_line(home: Path, capsys: Capture) -> None:
    own(home, '[defaults]\npaper = "letter"\nmargin = "7mm"\nlang = "fr"\n')
    here('[defaults]\nmargin = "8mm"\ncorner-guides = true\nplayers = 2\nformat = ["dump"]\n')
    did(capsys, "build", "pazaak", "cards")
    found = options()
    assert (found["paper"], found["margin_mm"], found["corner_guides"]) == ("letter", 8.0, True)
    assert found["players"] == 2
    assert Path("output/pazaak/pazaak-cards-fr.txt").is_file()
    typed = ("--paper", "a3", "--margin", "6mm", "--no-corner-guides")
    did(capsys, "build", "pazaak", "cards", *typed)
    found = options()
    assert (found["paper"], found["margin_mm"], found["corner_guides"]) == ("a3", 6.0, False)


def test_defaults_hold_for_charts_and_the_calibration_sheet(home: Path, capsys: Capture) -> None:
    here(
        '[defaults]\npaper = "letter"\nlang = "fr,en"\nout = "there"\nduplex = "short"\n'
        'gap = "1mm"\n'
    )
    did(capsys, "calibrate")
    found = json.loads(Path("there/calibrate/manifest.json").read_text())
    assert (found["options"]["paper"], found["options"]["duplex"]) == ("letter", "short")
    assert len(found["files"]) == 2
    # The format is not meant for the table of `map`, and a table is in one language.
    here('[defaults]\nlang = "fr,en"\nformat = "svg"\n')
    assert "Reste dans la boîte" in did(capsys, "map", "tarot", "casino")


def test_a_default_for_builds_only_does_not_stop_the_sheet(home: Path, capsys: Capture) -> None:
    here('[defaults]\nduplex = "fold"\nprinter = "office"\n')
    did(capsys, "calibrate")  # the profile is not there yet: this is how it comes to be
    did(capsys, "calibrate", "--name", "office", "--back-x", "1mm")
    did(capsys, *BUILD)
    assert options()["printer"] == Profile("office", 1.0).as_data()


@pytest.mark.parametrize("text", ['papr = "a4"', 'theme = "blue"', 'lang = "fr,de"'])
def test_bad_defaults_stop_no_command_that_writes_nothing(
    text: str, home: Path, capsys: Capture
) -> None:
    """The commands and help use the first known language; errors are in `golden/refusals`."""
    here(f"[defaults]\n{text}\n" + 'lang = "fr"\n' * ("lang" not in text))
    assert "Livres" in did(capsys, "list")
    here(f"[defaults\n{text}\n")
    did(capsys, "show", "pazaak")
    assert "--printer NAME" in did(capsys, "build", "--help")


def test_settings_of_a_user_may_name_any_folder(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(home))
    for out, folder in (("~/decks", home / "decks"), (home / "elsewhere", home / "elsewhere")):
        own(home, f'[defaults]\nout = "{out}"\n')
        did(capsys, *BUILD)
        assert (folder / "pazaak" / "manifest.json").is_file()


def test_a_file_in_both_places_is_read_once(
    home: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    own(home, '[printers.p]\nback-x = "1mm"\n')
    monkeypatch.chdir(home / "settings")
    assert len(config.settings_files()) == 1
    message = did(capsys, "calibrate", "--remove", "p")
    assert "still" not in message


# --- the manual ---------------------------------------------------------------------------------

MANUAL = (Path(__file__).resolve().parents[2] / "docs/printers.md").read_text(encoding="utf-8")


def test_the_commands_of_the_manual_run_one_after_the_other(home: Path, capsys: Capture) -> None:
    (block,) = re.findall(r"^```sh\n(printkit calibrate --name.*?)^```$", MANUAL, re.M | re.S)
    for line in block.splitlines():
        command, *words = shlex.split(line, comments=True)[1:]
        # A kit is corrected like its smallest product.
        words[1:1] = ["paper-die"] if command == "build" else []
        did(capsys, command, *words)
    assert options("casino")["printer"] == Profile("office", 0.75, -0.5, 99.6).as_data()


def test_the_settings_of_the_manual_hold(home: Path, capsys: Capture) -> None:
    (text,) = re.findall(r"^```toml\n(\[defaults\].*?)^```$", MANUAL, re.M | re.S)
    here(text)
    assert run([*BUILD, "--theme", "classic", "--lang", "en"]) == 0
    assert "9 would fit inside its margins" in capsys.readouterr().err  # guides, wide margin
    found = options()
    assert found["printer"] == Profile("office", 0.75, -0.5, 99.6).as_data()
    assert (found["paper"], found["theme"], found["corner_guides"]) == ("letter", "classic", True)
    did(capsys, "map", "tarot", "casino", "--format", "dump")
    assert options("tarot-casino")["theme"] == "ink-saver"
