"""User themes: what a file may contain, what it prints, and how its errors are reported."""

import json
import re
from pathlib import Path as File
from typing import Any

import pytest
from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.theme import Theme, theme
from printkit.art.theme_file import Mix, Roles, Switches
from printkit.base import paper_sizes
from printkit.base.content import bundled_rows
from printkit.base.errors import PrintkitError
from printkit.cli.app import run
from printkit.graphics.colour import BLACK, GOLD, WHITE, Colour, Inks, blend, contrast
from printkit.graphics.display_list import Path
from printkit.graphics.measures import HAIRLINE
from printkit.products.cards import make
from tests.conftest import GOLDEN
from tests.support.decks import distinct
from tests.support.jobs import render_options
from tests.support.sample import cases
from tests.support.walk import leaves

MANUAL = (File(__file__).resolve().parents[2] / "docs/themes.md").read_text(encoding="utf-8")

CLASSIC = theme("classic")
COLOURS = "".join(f'{name} = "#40{at:02x}80"\n' for at, name in enumerate(CLASSIC.colours))
NAME = 'name = { en = "mine", fr = "mien" }\n'
ROLE_LINES = '[roles]\npaper = "#ffffff"\nink = "#101010"\naccent = "#c08020"\ncut = "#000000"\n'
MIX_LINES = "[mix]\ntint = 0.1\nshade = 0.4\n"
WHOLE = f"{NAME}{ROLE_LINES}{MIX_LINES}[colours]\n{COLOURS}"


EXTENDS = 'extends = "noir"\n'


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: File) -> None:
    """Run each test in its own folder."""
    monkeypatch.chdir(tmp_path)


def written(text: str, name: str = "mine.toml") -> str:
    path = File(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return name


def own(text: str, name: str = "mine.toml") -> Theme:
    return theme(written(text, name))


# --- contents ------------------------------------------------------------------------------------


def test_complete_theme_sets_every_value() -> None:
    found = own(WHOLE)
    assert found.key == "mine"
    assert found.name == {"en": "mine", "fr": "mien"}
    ink, accent = Colour("#101010"), Colour("#c08020")
    told = {"paper": WHITE, "ink": ink, "accent": accent, "cut": BLACK}
    gold = replace(accent, role=GOLD)
    assert found.roles_of == {**told, "area": ink, "quiet": ink, "alert": accent}
    assert (found.gold[4], len(found.gold)) == (gold, len(CLASSIC.gold))
    assert found.mix == {"tint": 0.1, "shade": 0.4}
    assert list(found.colours) == list(CLASSIC.colours)
    assert (found.solid, found.lines, found.measured) == (True, 1.0, False)


def test_extending_theme_inherits_unset_values() -> None:
    noir = theme("noir")
    found = own('extends = "noir"\n[roles]\npaper = "#231A33"\n[colours]\nblue = "#7CC4FF"\n')
    assert found.roles_of == {**noir.roles_of, "paper": Colour("#231a33")}
    assert found.colours == {**noir.colours, "blue": Colour("#7cc4ff")}
    assert found.mix == noir.mix
    assert found.plain == noir.plain
    assert found.name == {"en": "mine", "fr": "mine"}, "without a name it has that of its file"


def test_theme_may_extend_an_extending_theme() -> None:
    saver, teal = theme("ink-saver"), '[colours]\nteal = "#008080"\n'
    found = own(f'extends = "ink-saver"\n[switches]\nlines = 0.5\n[mix]\ntint = 0.2\n{teal}')
    assert (found.solid, found.measured, found.lines) == (False, True, 0.5)
    assert found.colours == {**saver.colours, "teal": Colour("#008080")}
    assert found.mix == {**saver.mix, "tint": 0.2}


@pytest.mark.parametrize("name", ["noir.toml", "themes/noir.toml", "./a b/é.toml", "MINE.TOML"])
def test_theme_key_is_the_file_name(name: str) -> None:
    """The file may have the name of one of our themes, and still extend it."""
    found = own('extends = "noir"\n[roles]\npaper = "#000000"\n', name)
    assert found.key == File(name).stem
    assert found.roles_of["paper"] == BLACK
    assert theme("noir").roles_of["paper"].hex == "#15181f"


def test_theme_file_accepts_bom_and_crlf() -> None:
    File("mine.toml").write_bytes(b'\xef\xbb\xbfextends = "noir"\r\n[colours]\r\nblue = "#123456"')
    assert theme("mine.toml").colour("blue") == Colour("#123456")


INKS = "[colours]\nblue = { srgb = '#0072b2', inks = [100, 55, 0, 10.5] }\n"
INKS += "purple = '#8e4a86'\n[roles]\ncut = { srgb = '#D0006F', spot = 'CutContour' }\n"


def test_theme_colour_accepts_inks_and_spot() -> None:
    found = own(f'extends = "classic"\n{INKS}')
    blue, paper = Colour("#0072b2", Inks(100, 55, 0, 10.5)), found.roles_of["paper"]
    assert found.roles_of["cut"] == Colour("#d0006f", spot="CutContour")
    assert found.colour("blue") == found.palette("blue").main == blue
    assert found.palette("blue").tint == blend(blue, paper, 0.12)
    assert found.palette("blue").tint.inks == Inks(10.99, 6.04, 0, 1.26)
    assert found.palette("purple").tint.inks is None


def test_theme_inks_do_not_change_srgb_output() -> None:
    themes = {"one": INKS.partition("[roles]")[0], "two": "[colours]\nblue = '#0072b2'\n"}
    for out, colours in themes.items():
        name = written(f"extends = 'classic'\n{colours}", f"{out}/mine.toml")
        words = ["build", "kessel", "cards", "--format", "pdf", "--theme", name, "-o", out]
        assert run(words) == 0
    one, two = (File(out) / "kessel" / "kessel-cards-en.pdf" for out in themes)
    assert one.read_bytes() == two.read_bytes()


def test_theme_may_set_marks_and_felts() -> None:
    """A cut line keeps its spot plate."""
    found = own(f'{EXTENDS}[marks]\ncut = "#ff0000"\n[felts.blue]\nsoft = "#123456"\n')
    assert found.marks == {**CLASSIC.marks, "cut": Colour("#ff0000", spot="CutContour")}
    blue = {**CLASSIC.felts["blue"], "soft": Colour("#123456")}
    assert found.felts == {**CLASSIC.felts, "blue": blue}


@pytest.mark.parametrize("key", ["marks.crop", "felts.teal", "felts.blue.line"])
def test_unknown_marks_and_felts_are_rejected(key: str) -> None:
    table, _, name = key.rpartition(".")
    with pytest.raises(PrintkitError, match=f"mine.toml:3:1: {key}: .*is not .*known"):
        own(f'{EXTENDS}[{table}]\n{name} = "#ff0000"\n')


# --- errors --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "place", "what"),
    [
        (b'extends = "noir"\nname = { en = "caf\xe9" }\n', "2:", "UTF-8"),
        (b"a = " + b"[" * 3000, " ", "nested too deeply"),
        (b'extends = "noir"\n[mix]\ntint = 1' + b"0" * 6000, " ", "too many digits"),
        (b"#" * 300_000, " ", "the limit is 0.2 MB"),
        (None, " ", "a folder, not a theme"),
    ],
    ids=["latin", "nested", "long", "large", "folder"],
)
def test_invalid_theme_gives_one_short_error(
    data: bytes | None, place: str, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    File("mine.toml").write_bytes(data) if data else File("mine.toml").mkdir()
    assert run(["build", "kessel", "cards", "--format", "dump", "--theme", "mine.toml"]) in (1, 2)
    printed, error = capsys.readouterr()
    assert error.startswith(f"printkit: mine.toml:{place}")
    assert what in error
    assert len(error) < 400
    assert error.count("\n") == 1
    assert "Traceback" not in error
    assert printed == ""
    assert not File("output").exists()


def test_every_theme_key_has_an_error_golden() -> None:
    faults = (GOLDEN / "refusals" / "theme.txt").read_text(encoding="utf-8")
    for key in (
        "name",
        "extends",
        *Mix.__struct_fields__,
        "lines",
        "outlines",
        "plain",
        "paper",
        "cut",
    ):
        assert re.search(rf"\b{key} =", faults), key
    switches = {"outlines", "lines", "measured", "plain", "night", "gap"}
    assert set(Switches.__struct_fields__) == switches
    assert {*Roles.__struct_fields__} > {"paper", "ink", "accent", "cut"}


# --- output --------------------------------------------------------------------------------------


def example() -> str:
    """Return the example theme of the manual."""
    found = re.findall(r"^```toml\n(.*?)^```$", MANUAL, re.MULTILINE | re.DOTALL)
    (one,) = [text for text in found if "[roles]" in text]
    return str(one)


def manifest(out: str, slug: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((File(out) / slug / "manifest.json").read_text("utf-8"))
    return found


@pytest.mark.nightly
def test_manual_theme_example_prints(capsys: pytest.CaptureFixture[str]) -> None:
    match = re.search(r"`printkit (build casino --theme dusk\.toml)`", MANUAL)
    assert match
    written(example(), "dusk.toml")
    found = theme("dusk.toml")
    assert found.name == {"en": "dusk", "fr": "crépuscule"}
    assert found.roles_of["paper"] == Colour("#231a33")
    assert found.colour("blue") == Colour("#7cc4ff")
    words = [*match[1].split(), "cards", "--format", "dump", "--lang", "en,fr"]
    assert run(words) == 0, capsys.readouterr()
    text = File("output/casino/casino-cards-en.txt").read_text(encoding="utf-8")
    assert "fill #231a33" in text
    assert "#7cc4ff" in text
    assert theme("noir").roles_of["paper"].hex not in text
    assert "dusk" in text, "the label of the sheet names it"
    french = File("output/casino/casino-cards-fr.txt").read_text(encoding="utf-8")
    assert "crépuscule" in french


def test_manifest_names_the_theme_without_its_folder(capsys: pytest.CaptureFixture[str]) -> None:
    folder = File.cwd() / "deep" / "in a folder"
    name = written(example(), str(folder / "dusk.toml"))
    words = ["build", "kessel", "cards", "mat", "--theme", name, "--format", "pdf,dump"]
    assert run(words) == 0, capsys.readouterr()
    assert manifest("output", "kessel")["options"]["theme"] == "dusk.toml"
    for file in File("output").rglob("*"):
        assert file.is_dir() or b"in a folder" not in file.read_bytes()


def test_theme_is_reloaded_when_its_file_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    first = own(WHOLE)
    assert theme("mine.toml") is first
    edited = own(WHOLE.replace("#101010", "#000010") + "# Darker.\n")
    assert edited.roles_of["ink"] == Colour("#000010")
    File("other").mkdir()
    monkeypatch.chdir("other")
    assert own(WHOLE.replace("#101010", "#001000")).roles_of["ink"] == Colour("#001000")
    monkeypatch.chdir("..")
    assert theme("mine.toml") is edited


def test_theme_in_another_folder_gives_same_bytes() -> None:
    changed = example().replace("#7cc4ff", "#7cc4fe").replace("#231a33", "#231a34")
    result = []
    for folder, text in (("here", example()), ("some/where else", example()), ("o", changed)):
        name = written(text, f"{folder}/dusk.toml")
        words = ["--theme", name, "--format", "pdf,dump", "-o", f"{folder}/out"]
        assert run(["build", "kessel", "cards", "paper-die", *words]) == 0
        files = sorted(File(folder, "out", "kessel").iterdir())
        result.append({file.name: file.read_bytes() for file in files})
    one, same, other = result
    assert one == same
    assert len(one) > 5
    # The “print me first” page is on plain paper, and does not use these colours.
    assert all(other[name] != data for name, data in one.items() if "print-me-first" not in name)


def test_plain_paper_theme_may_be_a_neighbouring_file() -> None:
    """The recipe depends on the content of that file, not on its location."""
    recipes, sheets = [], []
    for folder, ink in (("here", "#202024"), ("some/where else", "#202024"), ("third", "#202028")):
        written(f'extends = "classic"\n[roles]\nink = "{ink}"\n', f"{folder}/paper.toml")
        name = written(f'{EXTENDS}[switches]\nplain = "paper.toml"\n', f"{folder}/dusk.toml")
        words = ["--theme", name, "--format", "dump", "-o", f"{folder}/out"]
        assert run(["build", "kessel", "score-sheet", *words]) == 0
        sheets.append(File(folder, "out/kessel/kessel-score-sheet-en.txt").read_text("utf-8"))
        recipes.append(manifest(f"{folder}/out", "kessel")["made"])
        assert ink in sheets[-1]
    assert recipes[0] == recipes[1] != recipes[2]
    assert sheets[0] == sheets[1] != sheets[2]


def widths(found: Theme, size: str) -> list[float]:
    """Return the widths of all lines on the faces and backs of a card size."""
    card = paper_sizes.card(size)
    symbols = [draw_back(name, card.w, card.h, 3.0, found) for name in bundled_rows("backs.toml")]
    setting = render_options("en", found, card, 3.0, 1)
    for slug in ("pazaak", "black-knight-54"):
        symbols += [piece.front for piece in make(distinct()[slug], setting)]
    return [
        leaf.item.stroke.width * leaf.matrix.scale
        for symbol in symbols
        for leaf in leaves(symbol.items)
        if isinstance(leaf.item, Path) and leaf.item.stroke
    ]


@pytest.mark.sampled
@pytest.mark.parametrize("size", cases(["poker", "us-mini"], ("us-mini",)))
@pytest.mark.parametrize("outlines", cases(["true", "false"], ("true",)))
def test_light_lines_are_at_least_a_hairline(outlines: str, size: str) -> None:
    switches = f"[switches]\noutlines = {outlines}\n"
    light = widths(own(f'extends = "classic"\n{switches}lines = 0.25\n', "light.toml"), size)
    heavy = widths(own(f'extends = "classic"\n{switches}lines = 2\n', "heavy.toml"), size)
    assert min(light) == pytest.approx(HAIRLINE, abs=1e-6)
    assert min(heavy) >= HAIRLINE - 1e-6
    assert sum(light) < sum(heavy)


def chart(name: str, out: str) -> str:
    assert run(["map", "tarot", "casino", "--format", "svg", "--theme", name, "-o", out]) == 0
    (file,) = File(out).rglob("*-chart-*.svg")
    return file.read_text(encoding="utf-8")


def test_plain_paper_products_use_the_plain_theme() -> None:
    """A chart in a dark theme has no dark ground; a theme that names no plain theme is used
    itself.
    """
    classic = theme("classic")
    dark = chart(written(example(), "dusk.toml"), "one")
    assert "#231a33" not in dark
    assert "#7cc4ff" not in dark
    assert classic.colour("blue").hex in dark
    ours = written('extends = "classic"\n[colours]\nblue = "#123456"\n', "ours.toml")
    assert "#123456" in chart(ours, "two")
    saver = written('extends = "noir"\n[switches]\nplain = "ink-saver"\n', "saver.toml")
    assert theme("ink-saver").colour("blue").hex in chart(saver, "three")


def test_index_with_low_contrast_is_lightened() -> None:
    """As the manual says: here the suit has nearly the colour of the ground."""
    found = own('extends = "noir"\n[colours]\nblue = "#202530"\n')
    assert contrast(found.colour("blue"), found.roles_of["paper"]) < 4.5
    name = "mine.toml"
    assert run(["build", "casino", "cards", "--theme", name, "--format", "dump"]) == 0
    text = File("output/casino/casino-cards-en.txt").read_text(encoding="utf-8")
    indices = re.findall(r"text “\S+” index [\d.]+ at \S+ wide [\d.]+ (#\w+)", text)
    assert indices
    assert "#202530" not in indices


def test_measured_switch_controls_ink_in_manifest(capsys: pytest.CaptureFixture[str]) -> None:
    name = written('extends = "classic"\n[switches]\nmeasured = true\n')
    assert run(["build", "expansion", "cards", "--format", "dump", "--theme", name]) == 0
    assert manifest("output", "expansion")["ink_percent"]
    written('extends = "ink-saver"\n[switches]\nmeasured = false\n', "not.toml")
    assert run(["build", "expansion", "cards", "--format", "dump", "--theme", "not.toml"]) == 0
    assert manifest("output", "expansion")["ink_percent"] is None
    assert capsys.readouterr().err == ""
