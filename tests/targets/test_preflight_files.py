"""Preflight of pictures, folders and hostile files, and its command."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Encryption, Name, Stream

import printkit
from printkit import Finding, PrintkitError
from printkit.base import limits
from printkit.base.errors import install_command
from printkit.base.messages import messages_below
from printkit.cli.app import run
from printkit.targets.preflight import check as rules
from printkit.targets.preflight.findings import Findings
from printkit.targets.preflight.pdf import open_pdf, report_broken
from printkit.targets.target import Target
from tests.support.processes import unix
from tests.support.shop_files import (
    PNG,
    SRGB,
    TARGET,
    add,
    add_pattern,
    check,
    draw_picture,
    form,
    make_deck,
    make_picture,
    near,
    small,
)

# A target, what makes the picture, and what is found in it.
PICTURES: dict[str, tuple[str, Callable[[], bytes], dict[str, object]]] = {
    "right": ("tgc", lambda: PNG, {}),
    "twice as many pixels": ("tgc", lambda: small(PNG, 1650, 2250), {}),
    "other pixels": ("tgc", lambda: small(PNG, 822, 1122), {"pixels": "822 × 1122"}),
    "small": ("tgc", lambda: small(PNG, 412, 562), {"pixels": "412 × 562"}),
    "no profile": ("tgc", lambda: make_picture("tgc"), {"srgb": None}),
    "alpha": (
        "tgc",
        lambda: make_picture("tgc", "RGBA", color=(9, 9, 9, 99), **SRGB),
        {"alpha": None},
    ),
    "opaque alpha": ("tgc", lambda: make_picture("tgc", "RGBA", **SRGB), {}),
    "no bleed": ("tgc", lambda: small(PNG, 750, 1050), {"without-bleed": "750 × 1050"}),
    "grey of 16 bits": (
        "tgc",
        lambda: make_picture("tgc", "I;16", color=9, **SRGB),
        {"mode": "I;16"},
    ),
    "edges": ("tgc", lambda: near(PNG), {"near": 1.0, "no-bleed": None}),
    "inks": (
        "meinspiel",
        lambda: make_picture("drivethru", "CMYK", color=(255, 255, 255, 255), format="TIFF"),
        {"format": "TIFF", "pixels": None},
    ),
    "a picture for a press": ("drivethru", lambda: PNG, {"format": "PNG", "mode": "RGB"}),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name: str, tmp_path: Path) -> None:
    target, make, wanted = PICTURES[name]
    (tmp_path / "one.bin").write_bytes(make())
    told = {one.rule: one.figure for one in printkit.preflight(tmp_path / "one.bin", target)}
    assert told.keys() == wanted.keys()
    for rule, figure in wanted.items():
        assert figure is None or told[rule] == pytest.approx(figure, abs=0.2)


def test_a_folder_is_checked_against_its_lists(tmp_path: Path) -> None:
    for name in ("001-front", "002-front", "004-front"):
        (tmp_path / f"{name}.png").write_bytes(PNG)
    deck = make_deck(2)
    check(deck, tmp_path, "tgc")
    rows = "001-front.png,A,1,\n005-front.png,B,1,\ndeck.pdf,C,3,deck.pdf\n002-front.png,D,x,\n"
    (tmp_path / "cards.csv").write_text(f"file,title,quantity,back\n{rows}", encoding="utf-8")
    entries = [{"file": "001-front.png", "sha256": "0"}, {"file": "gone.png", "sha256": "0"}]
    (tmp_path / "manifest.json").write_text(json.dumps({"files": entries}), encoding="utf-8")
    told = {(f.rule, f.file, f.name): f.figure for f in printkit.preflight(tmp_path, "tgc")}
    assert told == {
        ("missing", "cards.csv", "005-front.png"): None,
        ("missing", "manifest.json", "gone.png"): None,
        ("pages", "deck.pdf", ""): 4,
        ("quantity", "cards.csv", "x"): None,
        ("number", "…-front.png", ""): 3,
        ("changed", "001-front.png", ""): None,
        ("format", "deck.pdf", ""): "PDF",
        ("spare", "002-front.png", ""): None,
        ("spare", "004-front.png", ""): None,
        ("spare", "deck.pdf", ""): None,
    }


# The files that a part of the kit adds: a box, pictures numbered in their names, sheets, a book.
KITS = {
    "tgc": ["cards", "tuck-box"],
    "tts": ["cards", "tokens", "booklet"],
    "silhouette": ["cards"],
    "drivethru": ["cards"],
}


# By day `test_every_target` checks what it builds.
@pytest.mark.nightly
@pytest.mark.parametrize("target", KITS)
def test_what_is_built_for_a_target_passes(target: str, tmp_path: Path) -> None:
    made = printkit.build("kessel", KITS[target], target=target, out=tmp_path, languages=["en"])
    assert printkit.preflight(made.folder, target) == ()


def make_room(widgets: str, **pictures: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("widgets.json", widgets)
        for name, data in pictures.items():
            archive.writestr(f"userassets/{name}.png", data)
    return out.getvalue()


def test_a_room_has_the_pictures_that_it_names(tmp_path: Path) -> None:
    path = tmp_path / "one.pcio"
    named = json.dumps([{"id": n, "image": f"package://userassets/{n}.png"} for n in "abc"])
    path.write_bytes(make_room(named, a=PNG, b=PNG, c=PNG))
    assert printkit.preflight(path, "playingcards-io") == ()
    path.write_bytes(make_room(named, a=PNG, b=bytes(1 << 21), d=PNG))
    told = {(one.rule, one.name or one.file) for one in printkit.preflight(path, "playingcards-io")}
    places = {"missing": "c", "heavy": "b", "spare": "d"}
    assert told == {(rule, f"userassets/{name}.png") for rule, name in places.items()}
    assert "format" in {one.rule for one in printkit.preflight(path, "tgc")}


def test_a_saved_game_has_its_pictures_and_cards(tmp_path: Path) -> None:
    sheet = {"FaceURL": "file:///home/me/a.jpg", "NumWidth": 10, "NumHeight": 7}
    deck = {"Nickname": "Deck", "CustomDeck": {"1": sheet}, "DeckIDs": [100, 169]}
    deck["ContainedObjects"] = [{"CardID": n, "CustomDeck": {"1": sheet}} for n in (100, 169)]
    path = tmp_path / "game.json"
    (tmp_path / "a.jpg").write_bytes(PNG)

    def told() -> dict[str, object]:
        path.write_text(json.dumps({"ObjectStates": [deck, {"ImageURL": "https://b.example/b"}]}))
        return {one.rule: one.figure or one.name for one in printkit.preflight(path, "tts")}

    assert told() == {}
    deck["DeckIDs"] = [100, 169, 170]
    assert told() == {"saved-count": 3, "sheet-card": 170}
    sheet |= {"NumWidth": 11, "FaceURL": "file:///home/me/c.jpg"}
    assert told() == {"saved-count": 3, "sheet": "11 × 7", "missing": "c.jpg"}
    path.write_text("[")
    with pytest.raises(PrintkitError, match="saved game"):
        printkit.preflight(path, "tts")


# --- the command ---------------------------------------------------------------------------------


def test_command_reports_and_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = make_deck()
    for page in (2, 4, 6):
        add(deck, "0.05 w 0 G 60 100 m 140 100 l S", page)
    check(deck, tmp_path)
    path = str(tmp_path / "deck.pdf")
    assert run(["preflight", path, "--for", TARGET]) == 1
    line, last = capsys.readouterr().out.splitlines()
    assert line == (
        "deck.pdf, page 2, at 18.0 × 56.8 mm: A line of 0.05 pt is printed; the minimum is 0.25. "
        "Make it heavier. The same on 2 more pages."
    )
    assert last == "Keys checked for DriveThruCards: errors 1, hints 0."
    assert run(["preflight", path, "--for", TARGET, "--json"]) == 1
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["rule"], row["pages"], row["figure"], row["fault"]) == (
        "line",
        [2, 4, 6],
        0.05,
        True,
    )
    check(make_deck(), tmp_path)
    assert run(["preflight", path, "--for", TARGET]) == 0
    assert "ertif" not in capsys.readouterr().out


def test_preflight_folder_reports_each_unreadable_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = make_picture("tgc", "RGBA", color=(9, 9, 9, 99), **SRGB)
    for name, data in {"a": made, "cut": PNG[:200], "empty": b""}.items():
        (tmp_path / f"{name}.png").write_bytes(data)
    (tmp_path / "cut.pdf").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "link.png").symlink_to(tmp_path / "nowhere.png")
    (tmp_path / "manifest.json").write_text("{", encoding="utf-8")
    args = ["preflight", str(tmp_path), "--for", "tgc"]
    assert run([*args, "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    refused = {row["file"]: row["message"] for row in rows if row["rule"] == "refused"}
    causes = {
        "cut.pdf": "be read as a PDF: it is damaged",
        "cut.png": "damaged",
        "empty.png": "neither a PDF nor",
        "link.png": "a link to a file that does not exist.",
        "manifest.json": "not a manifest.",
    }
    assert refused.keys() == causes.keys()
    assert all(cause in refused[name] for name, cause in causes.items())
    assert {row["rule"] for row in rows if row["file"] == "a.png"} == {"alpha"}
    assert run(["--lang", "fr", *args]) == 1
    line = "link.png\xa0: Le fichier ne peut pas être contrôlé. Ce lien ne mène nulle part. "
    assert line in capsys.readouterr().out


@pytest.mark.parametrize("data", [b"", PNG[:200], b"%PDF-1.4 nothing", None])
def test_preflight_json_reports_unreadable_file(
    data: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if data is not None:
        (tmp_path / "one.pdf").write_bytes(data)
    assert run(["preflight", str(tmp_path / "one.pdf"), "--for", "tgc", "--json"]) == 1
    out, err = capsys.readouterr()
    rows = json.loads(out)
    assert ([(row["file"], row["fault"]) for row in rows][-1], err) == (("one.pdf", True), "")


def test_every_rule_has_its_words(tmp_path: Path) -> None:
    code = "".join(p.read_text("utf-8") for p in Path(rules.__file__).parent.glob("*.py"))
    used = set(re.findall(r'\.add\(\s*"([\w-]+)"', code))
    said = {key.split(".")[0] for key in messages_below("en", "preflight.") if "." in key}
    assert used <= said
    assert len(used) > 30
    for rule in said:
        assert Finding(rule=rule).message("fr") != Finding(rule=rule).message()


def test_preflight_names_pictures_of_other_kinds(tmp_path: Path) -> None:
    (tmp_path / "one.png").write_bytes(PNG)
    for name in ("two.webp", "deep.heic", "cards.csv", "cut.svg"):
        (tmp_path / name).write_bytes(b"RIFF")
    unread = [one.file for one in rules.preflight(tmp_path, "mpc") if one.rule == "unread"]
    assert unread == ["deep.heic", "two.webp"]
    (skipped,) = [one for one in rules.preflight(tmp_path, "mpc") if one.rule == "skipped"]
    assert not skipped.fault
    assert "cut.svg" in skipped.name
    (tmp_path / "one.png").unlink()
    (tmp_path / "cut.svg").unlink()
    assert {one.rule for one in rules.preflight(tmp_path, "mpc")} == {"unread"}


def test_preflight_accounts_for_every_file(tmp_path: Path) -> None:
    names = ["one.png", "notes.txt", "face.psd", "deep/deeper/two.png", "Thumbs.db", ".hidden"]
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(PNG)
    (skipped,) = [one for one in rules.preflight(tmp_path, "mpc") if one.rule == "skipped"]
    assert skipped.figure == 3
    assert skipped.name == "deep/deeper/two.png, face.psd, notes.txt"


def test_truncated_pdf_is_damaged_first(tmp_path: Path) -> None:
    pdf = pikepdf.new()
    for _ in range(30):
        pdf.add_blank_page()
    pdf.save(tmp_path / "whole.pdf")
    data = (tmp_path / "whole.pdf").read_bytes()
    for share in (0.2, 0.5, 0.9):
        (tmp_path / "a.pdf").write_bytes(data[: int(share * len(data))])
        first = rules.preflight(tmp_path, "drivethru")[0]
        assert first.rule == "damaged" or "is damaged or incomplete" in str(first.figure)
        (tmp_path / "whole.pdf").unlink(missing_ok=True)


# --- hostile files -------------------------------------------------------------------------------


def bomb(pdf: pikepdf.Pdf) -> None:
    packed = zlib.compress(b"0 0 9 9 re f " * 8_000_000, 9)
    pdf.pages[1].obj.Contents = Stream(pdf, packed, Filter=Name.FlateDecode)


def loop(pdf: pikepdf.Pdf) -> None:
    """A form that draws itself twice."""
    own = form(pdf, "/I Do /I Do", Resources=Dictionary(XObject=Dictionary()))
    own.Resources.XObject.I = own
    add(pdf, "/I Do", XObject={"I": own})


def laugh(pdf: pikepdf.Pdf) -> None:
    """Forms inside each other, each ten times: 10^12 squares."""
    inner = form(pdf, "0 0 9 9 re f")
    for _ in range(12):
        inner = form(pdf, "/I Do " * 10, Resources=Dictionary(XObject=Dictionary(I=inner)))
    add(pdf, "/I Do", XObject={"I": inner})


def tile(pdf: pikepdf.Pdf) -> None:
    add_pattern(pdf)
    pdf.pages[1].obj.Resources.Pattern.T.XStep = 1e-9


def widen(pdf: pikepdf.Pdf) -> None:
    draw_picture(pdf, [0], 1)
    pdf.pages[1].obj.Resources.XObject.P.Width = 2**30


HOSTILE = {
    "bomb": (bomb, "unreadable"),
    "loop": (loop, "nested drawings are too many."),
    "laugh": (laugh, "drawing operators on all pages of a file are too many."),
    "tile": (tile, "too fine to be painted."),
    "wide": (widen, "pixels in a picture are too many."),
    "pages": (lambda p: [p.pages.append(p.pages[0]) for _ in range(3000)], "3,016 pages"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = limits.Limit(20_000, *vars(limits.MAX_CHECKED_OPERATORS).values())
    monkeypatch.setattr("printkit.targets.preflight.pdf.MAX_CHECKED_OPERATORS", few)
    change, said = HOSTILE[name]
    deck = make_deck()
    change(deck)
    try:
        told = " ".join(finding.rule for finding in check(deck, tmp_path))
    except PrintkitError as error:
        told = str(error)
    assert said in told


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "neither a PDF nor"),
        (b"%PDF-1.4 nothing", "cannot be read as a PDF"),
        (PNG[:200], "damaged"),
        (b"II*\0" + b"\xff" * 40, "damaged"),
        (b"PK\3\4", "saved table"),
        (make_room("{"), "saved table"),
        (make_room("[" * 100_000), "saved table"),
        (make_room("[]")[:90], "saved table"),
    ],
    # The time of an archive must not name a test.
    ids=("empty", "pdf", "png", "tiff", "zip", "object", "deep", "cut"),
)
def test_invalid_pdf_is_rejected(data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(data)
    with pytest.raises(PrintkitError, match=said):
        printkit.preflight(tmp_path / "deck.pdf", TARGET)


def test_preflight_reports_damaged_pdf_first(tmp_path: Path) -> None:
    check(make_deck(), tmp_path)
    path = tmp_path / "deck.pdf"
    path.write_bytes(path.read_bytes().rstrip().removesuffix(b"%%EOF"))
    assert [one.rule for one in printkit.preflight(path, TARGET)] == ["damaged"]
    assert printkit.preflight(path, "mpc")[0].rule == "damaged"


def test_a_locked_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PrintkitError, match="locked with a password"):
        check(
            make_deck(), tmp_path, encryption=Encryption(owner="a", user="b"), force_version="2.0"
        )
    told = check(make_deck(), tmp_path, encryption=Encryption(owner="a"), force_version="2.0")
    assert {"encrypted"} <= {finding.rule for finding in told}


def test_without_its_library_a_sentence_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(make_deck(), tmp_path)
    for module in ("pdf", "pdf_reader"):
        monkeypatch.delitem(sys.modules, f"printkit.targets.preflight.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "pikepdf", None)
    with pytest.raises(PrintkitError, match="pikepdf is missing") as caught:
        printkit.preflight(tmp_path / "deck.pdf", TARGET)
    assert 'pip install ".[shop]"' in str(caught.value)  # this is a checkout


# --- libraries that fail, and limits -------------------------------------------------------------


def test_pdf_reader_reports_every_exception() -> None:
    for error in (RuntimeError("std::bad_cast"), KeyError("x"), SystemError("y")):
        findings = Findings()
        with report_broken(findings):
            raise error
        assert [one.rule for one in findings] == ["unreadable"]
        deck = io.BytesIO()
        make_deck(1).save(deck)
        with (
            pytest.raises(PrintkitError, match="cannot be read as a PDF"),
            open_pdf(deck.getvalue()),
        ):
            raise error


def repeat_picture(pdf: pikepdf.Pdf) -> None:
    """A picture of 3,000 × 3,000 pixels, drawn 3,000 times."""
    picture = Stream(pdf, bytes(3_000 * 3_000), Type=Name.XObject, Subtype=Name.Image)
    picture.update({"/Width": 3_000, "/Height": 3_000, "/BitsPerComponent": 8})
    picture.ColorSpace = Name.DeviceGray
    add(pdf, "190 0 0 260 0 0 cm " + "/Q Do " * 3_000, XObject={"Q": pdf.make_indirect(picture)})


def calculate_shading(pdf: pikepdf.Pdf) -> None:
    """A shading whose colour is a long calculation in PostScript (type 4)."""
    unit = Array([0, 1, 0, 1])
    steps = b"{ add " + b"360 mul sin abs sqrt " * 2_000 + b"}"
    function = Stream(pdf, steps, FunctionType=4, Domain=unit, Range=Array([0, 1]))
    shading = Dictionary(ShadingType=1, ColorSpace=Name.DeviceGray, Domain=unit)
    shading.Matrix = Array([190, 0, 0, 260, 0, 0])
    shading.Function = pdf.make_indirect(function)
    add(pdf, "/Z sh " * 20, Shading={"Z": shading})


@unix
@pytest.mark.parametrize("bomb", [repeat_picture, calculate_shading])
def test_preflight_ends_costly_files(
    bomb: Callable[[pikepdf.Pdf], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MAX_CHECKED_SECONDS", 1)
    deck = make_deck(1)
    bomb(deck)
    deck.save(tmp_path / "deck.pdf", compress_streams=True)
    assert (tmp_path / "deck.pdf").stat().st_size < 30_000
    before = os.times()
    told = {one.rule: one.figure for one in printkit.preflight(tmp_path, TARGET)}
    assert told == {"most-time": 1}
    assert os.times().children_user - before.children_user < 3


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit memory")
def test_preflight_ends_files_that_fill_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MAX_CHECKED_MEMORY", 30_000_000)
    check_file = rules._check_file

    def fill(findings: Findings, file: Path, target: Target) -> int:
        return len(bytes(10**9)) if file.suffix == ".pdf" else check_file(findings, file, target)

    monkeypatch.setattr(rules, "_check_file", fill)
    (tmp_path / "deck.pdf").write_bytes(b"%PDF")
    (tmp_path / "other.png").write_bytes(PNG)
    told = {(one.file, one.rule) for one in printkit.preflight(tmp_path, "tgc")}
    assert told == {("deck.pdf", "most-memory")}


def test_install_command_names_no_package_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a wheel the library itself is installed: nothing of ours is on an index."""
    folder = tmp_path / "sabacc_printkit-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: sabacc-printkit\nVersion: 1.0\n"
        "Requires-Dist: pillow>=11\nRequires-Dist: pikepdf>=10.17; extra == 'shop'\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert install_command("pikepdf", "shop") == 'pip install "pikepdf>=10.17"'
    assert install_command("Pillow") == 'pip install "pillow>=11"'
    gone = '{"url": "file:///no/such/folder", "dir_info": {}}'
    (folder / "direct_url.json").write_text(gone, encoding="utf-8")
    assert install_command("pikepdf", "shop") == 'pip install "pikepdf>=10.17"'


def test_no_page_installs_our_package_by_name() -> None:
    root = Path(__file__).parents[2]
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("printkit/**/*.py")]
    asked = re.compile(r"(?:pip|pipx|uv tool|uvx)(?: run| install)?[^\n`]* \"?sabacc-printkit")
    assert [page for page in pages if asked.search(page.read_text("utf-8"))] == []
