"""A theme of one's own: what a file may say, what it prints, and how its faults are told."""

import json
import re
from dataclasses import dataclass
from pathlib import Path as File

import pytest

from printkit.art.backs import draw_back
from printkit.art.theme import Theme, theme
from printkit.art.theme_file import MIX, ROLES, SWITCHES
from printkit.base import paper_sizes
from printkit.base.content import load_content
from printkit.cli import run
from printkit.graphics.colour import BLACK, WHITE, Colour, Inks, blend, contrast
from printkit.graphics.display_list import Path
from printkit.graphics.measures import HAIRLINE
from printkit.products.cards import make
from tests.support.decks import distinct
from tests.support.jobs import render_options
from tests.support.walk import leaves
from tests.test_readme import README

CLASSIC = theme("classic")
COLOURS = "".join(f'{name} = "#40{at:02x}80"\n' for at, name in enumerate(CLASSIC.colours))
NAME = 'name = { en = "mine", fr = "mien" }\n'
ROLE_LINES = '[roles]\npaper = "#ffffff"\nink = "#101010"\naccent = "#c08020"\ncut = "#000000"\n'
MIX_LINES = "[mix]\ntint = 0.1\nshade = 0.4\n"
WHOLE = f"{NAME}{ROLE_LINES}{MIX_LINES}[colours]\n{COLOURS}"


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: File) -> None:
    """In a folder of its own; a theme is read once a process, and files here change."""
    theme.cache_clear()
    monkeypatch.chdir(tmp_path)


def written(text: str, name: str = "mine.toml") -> str:
    path = File(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return name


def own(text: str, name: str = "mine.toml") -> Theme:
    return theme(written(text, name))


def said(name: str, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command line says of a theme that it refuses."""
    capsys.readouterr()
    status = run([*(words or ("build", "kessel", "cards", "--format", "dump")), "--theme", name])
    printed, error = capsys.readouterr()
    assert status in (1, 2)
    assert printed == ""
    assert not File("output").exists()
    assert "Traceback" not in error
    return error.rstrip("\n")


# --- what a file may say -------------------------------------------------------------------------


def test_a_whole_theme_stands_by_itself() -> None:
    found = own(WHOLE)
    assert found.key == "mine"
    assert found.name == {"en": "mine", "fr": "mien"}
    assert found.roles_of == {
        "paper": WHITE,
        "ink": Colour("#101010"),
        "accent": Colour("#c08020"),
        "cut": BLACK,
    }
    assert found.mix == {"tint": 0.1, "shade": 0.4}
    assert list(found.colours) == list(CLASSIC.colours)
    assert (found.solid, found.lines, found.measured) == (True, 1.0, False)


def test_a_theme_that_extends_says_only_what_it_changes() -> None:
    noir = theme("noir")
    found = own('extends = "noir"\n[roles]\npaper = "#231A33"\n[colours]\nblue = "#7CC4FF"\n')
    assert found.roles_of == {**noir.roles_of, "paper": Colour("#231a33")}
    assert found.colours == {**noir.colours, "blue": Colour("#7cc4ff")}
    assert found.mix == noir.mix
    assert found.plain == noir.plain
    assert found.name == {"en": "mine", "fr": "mine"}, "without a name it has that of its file"


def test_a_theme_may_extend_one_that_extends() -> None:
    saver = theme("ink-saver")
    found = own('extends = "ink-saver"\n[switches]\nlines = 0.5\n[mix]\ntint = 0.2\n')
    assert (found.solid, found.measured, found.lines) == (False, True, 0.5)
    assert found.colours == saver.colours
    assert found.mix == {**saver.mix, "tint": 0.2}


def test_a_theme_may_have_colours_of_its_own() -> None:
    assert own('extends = "classic"\n[colours]\nteal = "#008080"\n').colour("teal") == Colour(
        "#008080"
    )


@pytest.mark.parametrize("name", ["noir.toml", "themes/noir.toml", "./a b/é.toml", "MINE.TOML"])
def test_a_file_has_the_name_that_it_has(name: str) -> None:
    """Also that of one of ours, which it may still extend."""
    found = own('extends = "noir"\n[roles]\npaper = "#000000"\n', name)
    assert found.key == File(name).stem
    assert found.roles_of["paper"] == BLACK
    assert theme("noir").roles_of["paper"] == Colour("#15181f")


def test_a_file_may_begin_with_a_byte_order_mark_and_end_lines_as_windows_does() -> None:
    File("mine.toml").write_bytes(b'\xef\xbb\xbfextends = "noir"\r\n[colours]\r\nblue = "#123456"')
    assert theme("mine.toml").colour("blue") == Colour("#123456")


INKS = "[colours]\nblue = { srgb = '#0072b2', inks = [100, 55, 0, 10.5] }\n"
INKS += "[roles]\ncut = { srgb = '#D0006F', spot = 'CutContour' }\n"


def test_a_colour_may_say_its_inks_and_its_plate() -> None:
    found = own(f'extends = "classic"\n{INKS}')
    blue, paper = Colour("#0072b2", Inks(100, 55, 0, 10.5)), found.roles_of["paper"]
    assert found.roles_of["cut"] == Colour("#d0006f", spot="CutContour")
    assert found.colour("blue") == found.palette("blue").main == blue
    assert found.palette("blue").tint == blend(blue, paper, 0.12)
    assert found.palette("blue").tint.inks == Inks(12, 6.6, 0, 1.26)
    assert found.palette("purple").tint.inks is None


def test_inks_do_not_change_what_is_written_in_srgb() -> None:
    themes = {"one": INKS.partition("[roles]")[0], "two": "[colours]\nblue = '#0072b2'\n"}
    for out, colours in themes.items():
        name = written(f"extends = 'classic'\n{colours}", f"{out}/mine.toml")
        words = ["build", "kessel", "cards", "--format", "pdf", "--theme", name, "-o", out]
        assert run(words) == 0
    one, two = (File(out) / "kessel" / "kessel-cards-en.pdf" for out in themes)
    assert one.read_bytes() == two.read_bytes()


# --- faults --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fault:
    """A file with one fault: the line that is told (0: the fault is nowhere), and words of what is
    said: what is wrong, and the cure."""

    text: str
    line: int
    what: str
    hint: str


EXTENDS = 'extends = "noir"\n'
DIGITS = "Write six hexadecimal digits"
MISSING = 'or begin the file with extends = "classic".'
FAULTS = {
    "unknown table": Fault(f'{EXTENDS}\n[rolls]\npaper = "#fff"\n', 3, "rolls", "“roles”"),
    "unknown key": Fault(f'{EXTENDS}slug = "x"\n', 2, "slug", "Known keys: colours, extends"),
    "unknown role": Fault(
        f'{EXTENDS}[roles]\n# no line\npapper = "#ffffff"\n', 4, "roles.papper", "“paper”"
    ),
    "unknown role in braces": Fault(
        f'{EXTENDS}roles = {{ papper = "#ffffff" }}\n', 2, "roles.papper", "“paper”"
    ),
    "unknown switch": Fault(
        f"{EXTENDS}[switches]\noutline = true\n", 3, "switches.outline", "“outlines”"
    ),
    "unknown share": Fault(f"{EXTENDS}[mix]\ntints = 0.2\n", 3, "mix.tints", "“tint”"),
    "colour too short": Fault(f'{EXTENDS}[colours]\nblue = "#12345"\n', 3, "“#12345”", DIGITS),
    "colour by name": Fault(f'{EXTENDS}[colours]\n\nblue = "red"\n', 4, "“red”", DIGITS),
    "colour as number": Fault(f"{EXTENDS}[colours]\nblue = 12\n", 3, "colours.blue", DIGITS),
    "colour as list": Fault(f'{EXTENDS}[roles]\ncut = ["#000000"]\n', 3, "roles.cut", DIGITS),
    "colour with an unknown key": Fault(
        f"{EXTENDS}[roles]\ncut = {{ srgb = '#000000', ink = [0, 0, 0, 9] }}\n",
        3,
        "A colour has no “ink”.",
        "Did you mean “inks”?",
    ),
    "colour without its look": Fault(
        f"{EXTENDS}[roles]\ncut = {{ spot = 'CutContour' }}\n", 3, "“” is no colour", 'srgb = "#'
    ),
    "three inks": Fault(
        f"{EXTENDS}[roles]\ncut = {{ srgb = '#000000', inks = [0, 0, 0] }}\n",
        3,
        "roles.cut: These are not four inks.",
        "inks = [100, 55, 0, 10]",
    ),
    "too much ink": Fault(
        f"{EXTENDS}[roles]\ncut = {{ srgb = '#000000', inks = [0, 0, 0, 101] }}\n",
        3,
        "101 cannot",
        "from 0 to 100.",
    ),
    "inks as text": Fault(
        f"{EXTENDS}[roles]\ncut = {{ srgb = '#000000', inks = 'K' }}\n", 3, "not four inks", "inks"
    ),
    "spot without a name": Fault(
        f"{EXTENDS}[roles]\ncut = {{ srgb = '#000000', spot = ' ' }}\n", 3, "no name", "CutContour"
    ),
    "colour missing": Fault(
        WHOLE.replace('purple = "#400380"\n', ""), 10, "missing: purple.", MISSING
    ),
    "role missing": Fault(WHOLE.replace('ink = "#101010"\n', ""), 2, "missing: ink.", MISSING),
    "roles missing": Fault(NAME + MIX_LINES, 0, "missing: paper, ink, accent, cut.", MISSING),
    "ink like paper": Fault(
        f'{EXTENDS}[roles]\nink = "#333333"\n', 3, "contrast of 1.4 : 1", "4.5 : 1 at least."
    ),
    "paper like ink": Fault(
        f'{EXTENDS}[roles]\n\npaper = "#ffffff"\n', 4, "contrast of 1.2 : 1", "4.5 : 1 at least."
    ),
    "share missing": Fault(WHOLE.replace("shade = 0.4\n", ""), 7, "missing: shade.", "tint = 0.12"),
    "mix missing": Fault(WHOLE.replace(MIX_LINES, ""), 0, "missing: tint, shade.", "tint = 0.12"),
    "share too large": Fault(f"{EXTENDS}[mix]\ntint = 1.5\n", 3, "1.5 cannot", "from 0 to 1."),
    "share below zero": Fault(f"{EXTENDS}[mix]\nshade = -0.1\n", 3, "-0.1 cannot", "from 0 to 1."),
    "share that is none": Fault(f"{EXTENDS}[mix]\ntint = nan\n", 3, "nan cannot", "from 0 to 1."),
    "share as text": Fault(f'{EXTENDS}[mix]\ntint = "half"\n', 3, "“half”", "from 0 to 1."),
    "lines of nothing": Fault(
        f"{EXTENDS}[switches]\nlines = 0\n", 3, "0 cannot", "from 0.25 to 2."
    ),
    "lines as switch": Fault(f"{EXTENDS}[switches]\nlines = true\n", 3, "true cannot", "to 2."),
    "switch as number": Fault(
        f"{EXTENDS}[switches]\noutlines = 1\n", 3, "1 cannot", "true or false"
    ),
    "plain unknown": Fault(
        f'{EXTENDS}[switches]\nplain = "clasic"\n', 3, "“clasic”", "Did you mean “classic”?"
    ),
    "night unknown": Fault(f'{EXTENDS}[switches]\nnight = "nor"\n', 3, "“nor”", "“noir”?"),
    "extends unknown": Fault('\nextends = "nor"\n', 2, "“nor”", "Did you mean “noir”?"),
    "extends itself": Fault('extends = "mine"\n', 1, "“mine”", "Known themes: classic"),
    "extends a file": Fault('extends = "other.toml"\n', 1, "“other.toml”", "Known themes"),
    "extends a list": Fault('extends = ["noir"]\n', 1, "extends", "Known themes"),
    "name in German": Fault(
        f'{EXTENDS}name = {{ en = "x", fr = "y", de = "z" }}\n', 2, "its name", "name = { en = "
    ),
    "name empty": Fault(
        f'{EXTENDS}name = {{ en = "x", fr = " " }}\n', 2, "needs its name", "name = { en = "
    ),
    "name missing": Fault(WHOLE.replace(NAME, ""), 0, "needs its name", "name = { en = "),
    "table as text": Fault(f'{EXTENDS}roles = "dark"\n', 2, "is a table", "Write [roles] above"),
    "table as list": Fault(f"{EXTENDS}colours = [1]\n", 2, "is a table", "Write [colours] above"),
    "no TOML": Fault(f"{EXTENDS}\n[roles\npaper\n", 3, "This is not TOML", "is not closed"),
    "nothing": Fault("", 0, "missing: paper, ink, accent, cut.", MISSING),
    "nested": Fault(f"a = {'[' * 3000}", 0, "nested too deeply", ""),
    "long number": Fault(f"{EXTENDS}[mix]\ntint = 1{'0' * 6000}\n", 0, "too many figures", ""),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_is_one_sentence_with_its_line_and_a_cure(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = FAULTS[kind]
    error = said(written(fault.text), capsys)
    place = f"mine.toml:{fault.line}:" if fault.line else "mine.toml: "
    assert error.startswith(f"printkit: {place}")
    assert fault.what in error
    assert fault.hint in error
    assert "\n" not in error
    assert len(error) < 400


def test_a_file_that_is_not_utf_8_is_told_with_the_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    File("mine.toml").write_bytes(b'extends = "noir"\nname = { en = "caf\xe9" }\n')
    error = said("mine.toml", capsys)
    assert error.startswith("printkit: mine.toml:2:")
    assert "UTF-8" in error
    assert "\n" not in error


@pytest.mark.parametrize(
    ("name", "what", "hint", "status"),
    [
        ("folder.toml", "a folder", "Name the file inside it.", 1),
        ("none.toml", "There is no such theme.", "Check the spelling of the path.", 1),
        ("sub/none.toml", "There is no such theme.", "Check the spelling of the path.", 1),
        ("large.toml", "the limit is 0.2 MB", "Make it smaller.", 1),
        ("dusk", "There is no theme “dusk”", "Known themes: classic, gala, ink-saver, noir.", 2),
        ("clasic", "There is no theme “clasic”", "Did you mean “classic”?", 2),
    ],
)
def test_what_is_no_file_is_told_as_such(
    name: str, what: str, hint: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    File("folder.toml").mkdir()
    File("large.toml").write_bytes(b"#" * 300_000)
    error = said(name, capsys)
    assert run(["build", "kessel", "--theme", name]) == status
    assert what in error
    assert hint in error
    assert status == 2 or f"printkit: {name}: " in error


@pytest.mark.parametrize(
    "words",
    [
        ("map", "tarot", "casino", "--format", "svg"),
        ("map", "two-poker54", "casino", "--format", "labels"),
        ("build", "all", "cards", "--format", "dump"),
    ],
    ids=" ".join,
)
def test_a_fault_is_told_wherever_a_theme_is_asked_for(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    error = said(written('extends = "noir"\n[colours]\nblue = "red"\n'), capsys, *words)
    assert error.startswith("printkit: mine.toml:3: colours.blue: “red” is no colour.")


def test_every_key_that_a_theme_may_have_has_a_fault_of_its_own() -> None:
    told = " ".join(fault.text for fault in FAULTS.values())
    for key in ("name", "extends", *MIX, "lines", "outlines", "plain", "paper", "cut"):
        assert re.search(rf"\b{key} =", told), key
    assert set(SWITCHES) == {"outlines", "lines", "measured", "plain", "night", "gap"}
    assert set(ROLES) == {"paper", "ink", "accent", "cut"}


# --- what it prints ------------------------------------------------------------------------------


def example() -> str:
    """The theme that the README prints."""
    found = re.findall(r"^```toml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (one,) = [text for text in found if "[roles]" in text]
    return str(one)


def manifest(out: str, slug: str = "casino") -> dict[str, object]:
    found = json.loads((File(out) / slug / "manifest.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def test_the_theme_of_the_readme_prints(capsys: pytest.CaptureFixture[str]) -> None:
    match = re.search(r"`printkit (build casino --theme dusk\.toml)`", README)
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


def test_the_manifest_names_the_theme_and_no_place(capsys: pytest.CaptureFixture[str]) -> None:
    folder = File.cwd() / "deep" / "in a folder"
    name = written(example(), str(folder / "dusk.toml"))
    words = ["build", "kessel", "cards", "mat", "--theme", name, "--format", "pdf,dump"]
    assert run(words) == 0, capsys.readouterr()
    options = manifest("output", "kessel")["options"]
    assert isinstance(options, dict)
    assert options["theme"] == "dusk.toml"
    for file in File("output").rglob("*"):
        assert file.is_dir() or b"in a folder" not in file.read_bytes()


def test_the_same_theme_in_another_folder_gives_the_same_bytes() -> None:
    made = []
    for folder in ("here", "some/where else"):
        name = written(example(), f"{folder}/dusk.toml")
        words = ["--theme", name, "--format", "pdf,svg,dump", "-o", f"{folder}/out"]
        assert run(["build", "kessel", "cards", "paper-die", *words]) == 0
        files = sorted(File(folder, "out", "kessel").iterdir())
        made.append({file.name: file.read_bytes() for file in files})
    assert made[0] == made[1]
    assert len(made[0]) > 8
    other = written(example().replace("#7cc4ff", "#7cc4fe").replace("#231a33", "#231a34"), "o.toml")
    assert (
        run(["build", "kessel", "cards", "paper-die", "--theme", other, "--format", "pdf,svg,dump"])
        == 0
    )
    changed = {file.name: file.read_bytes() for file in File("output/kessel").iterdir()}
    assert all(changed[name] != data for name, data in made[0].items())


def widths(found: Theme, size: str) -> list[float]:
    """The widths of all lines on the faces and backs of a card size."""
    card = paper_sizes.card(size)
    symbols = [draw_back(name, card.w, card.h, 3.0, found) for name in load_content("backs.toml")]
    setting = render_options("en", found, card, 3.0, 1)
    for slug in ("casino", "pazaak", "black-knight-54"):
        symbols += [piece.front for piece in make(distinct()[slug], setting)]
    return [
        leaf.item.stroke.width * leaf.matrix.scale
        for symbol in symbols
        for leaf in leaves(symbol.items)
        if isinstance(leaf.item, Path) and leaf.item.stroke
    ]


@pytest.mark.parametrize("size", ["poker", "us-mini"])
@pytest.mark.parametrize("outlines", ["true", "false"])
def test_no_line_is_thinner_than_a_hairline_however_light_lines_are(
    outlines: str, size: str
) -> None:
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


def test_what_is_printed_on_plain_paper_takes_the_theme_for_it() -> None:
    """A chart of a dark theme has no dark ground; one that names no other theme is its own."""
    classic = theme("classic")
    dark = chart(written(example(), "dusk.toml"), "one")
    assert "#231a33" not in dark
    assert "#7cc4ff" not in dark
    assert classic.colour("blue").hex in dark
    ours = written('extends = "classic"\n[colours]\nblue = "#123456"\n', "ours.toml")
    assert "#123456" in chart(ours, "two")
    saver = written('extends = "noir"\n[switches]\nplain = "ink-saver"\n', "saver.toml")
    assert theme("ink-saver").colour("blue").hex in chart(saver, "three")


def test_an_index_that_would_be_hard_to_read_is_made_lighter() -> None:
    """As the README says: here the suit's colour is that of the ground, but for a trace."""
    found = own('extends = "noir"\n[colours]\nblue = "#202530"\n')
    assert contrast(found.colour("blue"), found.roles_of["paper"]) < 4.5
    name = "mine.toml"
    assert run(["build", "casino", "cards", "--theme", name, "--format", "dump"]) == 0
    text = File("output/casino/casino-cards-en.txt").read_text(encoding="utf-8")
    indices = re.findall(r"text “\S+” index [\d.]+ at \S+ wide [\d.]+ (#\w+)", text)
    assert indices
    assert "#202530" not in indices


def test_a_theme_that_measures_tells_its_ink(capsys: pytest.CaptureFixture[str]) -> None:
    name = written('extends = "classic"\n[switches]\nmeasured = true\n')
    assert run(["build", "expansion", "cards", "--format", "dump", "--theme", name]) == 0
    assert manifest("output", "expansion")["ink_percent"]
    written('extends = "ink-saver"\n[switches]\nmeasured = false\n', "not.toml")
    assert run(["build", "expansion", "cards", "--format", "dump", "--theme", "not.toml"]) == 0
    assert manifest("output", "expansion")["ink_percent"] is None
    assert capsys.readouterr().err == ""
