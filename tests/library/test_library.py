"""The library as programs use it: documented calls, plain data, replaceable backends."""

from __future__ import annotations

import ast
import doctest
import json
import pickle
import re
import sys
from pathlib import Path
from unittest.mock import Mock
from xml.parsers.expat import errors

import click
import pytest

import printkit
from printkit.base.content import content_path
from printkit.base.sentences import FOLDER, read_catalogue
from printkit.graphics import pictures, pillow_decoder
from printkit.jobs import layout
from printkit.jobs import plan as plans
from printkit.jobs.job import JobKeywords, all_options
from printkit.pieces.pages import Document
from printkit.writers.png import InkCoverage
from tests.support import processes
from tests.support.decks import facts
from tests.support.site import reference

Patch = pytest.MonkeyPatch
ROOT = Path(printkit.__file__).parent
WORD = re.compile(r"[A-Za-z]+")
HOLES = re.compile(r"\{\w+\}")
# Modules that are imported only when a program needs them.
HEAVY = ("PIL", "pypdfium2", "fcntl", "multiprocessing", "concurrent.futures", "click", "reportlab")
LIGHT_USE = """
import sys
import printkit
assert not [m for m in sys.modules if m.startswith("printkit.")], "the package imports nothing"
game = printkit.load("casino")
printkit.judge(game, "T1 S3 I I")
game.card("idiot").svg()
for name in printkit.__all__:
    getattr(printkit, name)
printkit.plan("casino", ["cards"])
print(",".join(m for m in HEAVY if m in sys.modules))
"""


def test_every_public_name_exists_and_is_documented() -> None:
    for name in printkit.__all__:
        value = getattr(printkit, name)
        assert name.startswith("__") or value.__doc__, name
    assert set(dir(printkit)) == set(printkit.__all__)
    with pytest.raises(AttributeError, match="no attribute"):
        getattr(printkit, "nothing")  # noqa: B009 # mypy knows that it is missing
    assert Path(printkit.__file__).with_name("py.typed").is_file()


def test_light_use_does_not_import_heavy_modules() -> None:
    code = f"HEAVY = {HEAVY!r}\n" + LIGHT_USE.replace("T1 S3", "sabers-10 sabers-9")
    for _ in range(2):  # the first use keeps the outlines of drawings, and locks their folder
        done = processes.run(processes.python("-c", code))
        assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


def test_package_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert printkit.__doc__ is not None
    example = "\n".join(
        line.removeprefix("    ")
        for line in printkit.__doc__.splitlines()
        if line.startswith("    ")
    )
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {}
    exec(example, scope)
    result = scope["result"]
    assert isinstance(result, printkit.BuildResult)
    assert all(file.is_file() for file in result.files)
    assert doctest.DocTestFinder().find(printkit, "printkit") is not None


def test_progress_reports_layout_before_writing(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    printkit.build("expansion", out=tmp_path, progress=lambda *step: told.append(step))
    assert [stage for stage, _, _ in told].index("write") >= 5
    assert told[0][0] == "layout"
    assert all(done <= total for _, done, total in told)


def test_errors_are_plain_data(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('extends = "casino"\nslug = "wrong"\nlimti = 21\n', encoding="utf-8")
    faults = printkit.check(str(file))
    assert [(fault.line, fault.column) for fault in faults] == [(3, 1)]
    assert faults[0].file == str(file)
    assert faults[0].message
    assert faults[0].hint
    assert printkit.check("pazaak") == ()


def test_unknown_argument_is_rejected() -> None:
    with pytest.raises(printkit.UsageError, match="papre"):
        printkit.make_job("casino", papre="a4")  # type: ignore[call-arg]
    with pytest.raises(printkit.PrintkitError, match="accepts no products or keywords"):
        printkit.plan(printkit.make_job("casino"), ["cards"])


def test_job_keywords_match_fields_and_options() -> None:
    """Editors offer only declared keywords as completions."""
    source = reference.LIBRARY.read_text(encoding="utf-8")
    assert reference.with_keywords(source) == source, "Write them anew: python web/docs.py --write"
    assert reference.with_keywords(source.replace("    theme: str\n", "")) == source
    fields = set(printkit.Job.__struct_fields__) - {"variant", "products"}
    options = {name.replace("-", "_") for name in all_options()}
    assert set(JobKeywords.__annotations__) == fields | options


def test_judge_returns_hands_with_reasons() -> None:
    hands = "idiot sabers-2 flasks-3 sabers-1 / evil-one moderation coins-5 staves-1"
    answer = printkit.judge("casino", hands, options=["minus-23"])
    first, second = answer.hands
    assert [first.rank, second.rank] == [1, 2]
    assert [first.hand, second.hand] == ["idiots-array", "pure-sabacc"]
    assert any("Idiot" in line for line in first.why)
    assert answer.outcome == ("Hand 1 wins.",)
    assert json.loads(json.dumps(answer.as_data()))["hands"][0]["hand"]["id"] == "idiots-array"
    french = printkit.load("casino", language="fr").judge(hands, options=["minus-23"])
    assert french.outcome != answer.outcome
    with pytest.raises(printkit.PrintkitError, match="a hand of casino has 4"):
        printkit.judge("casino", "idiot")


def test_listings_are_plain_data() -> None:
    names = {option["name"] for option in printkit.list_options(["tuck-box"])}
    assert {"caliper", "sleeves"} <= names
    assert "die-size" not in names
    casino = next(row for row in printkit.list_variants() if row["slug"] == "casino")
    keys = {row["key"] for row in printkit.list_products("casino")}
    assert keys <= {row["key"] for row in printkit.list_products()}
    assert keys == set(casino["products"])
    assert "casino" in printkit.list_decks()[0]["games"]
    rows: list[object] = [printkit.list_variants(), printkit.list_products()]
    assert json.loads(json.dumps([*rows, printkit.list_decks(), printkit.list_options()]))


# --- without a folder ----------------------------------------------------------------------------


def test_in_memory_files_match_files_on_disk(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    plan = printkit.plan("expansion", ["cards"], formats=["svg", "pdf"])
    made = printkit.build(plan, in_memory=True)
    assert list(tmp_path.iterdir()) == []
    assert (
        made.files
        == printkit.build("expansion", ["cards"], formats=["svg", "pdf"], in_memory=True).files
    )
    written = printkit.build(plan)
    assert [(file.name, file.data) for file in made.files] == [
        (path.name, path.read_bytes()) for path in written.files
    ]
    assert made.manifest == written.manifest
    with pytest.raises(printkit.UsageError, match="accepts no products or keywords"):
        printkit.build(plan, paper="a3")


def test_plan_shown_before_is_not_laid_out_again(monkeypatch: Patch) -> None:
    plan = printkit.plan("expansion", ["cards"])
    monkeypatch.setattr(layout, "make_document", None)
    monkeypatch.setattr(plans, "make_document", None)
    assert printkit.build(plan, in_memory=True).files


def test_single_page_of_plan_can_be_drawn() -> None:
    plan = printkit.plan("casino", ["cards"], languages=["en", "fr"])
    every = printkit.build("casino", ["cards"], formats=["dump"], in_memory=True)
    second = printkit.draw_page(plan, "cards", 2, format="dump").data.decode().splitlines()
    assert set(second[2:]) <= set(every.files[0].data.decode().splitlines())
    french = printkit.draw_page(plan, "cards", 2, format="dump", language="fr")
    assert french.data != printkit.draw_page(plan, "cards", 2, format="dump").data
    for product, number in (("tokens", 1), ("cards", 0), ("cards", 99)):
        with pytest.raises(printkit.UsageError):
            printkit.draw_page(plan, product, number)


def test_plan_data_contains_titles_pages_and_supplies() -> None:
    data = printkit.plan("casino", ["cards"], languages=["fr"]).as_data()
    (cards,) = data["made"]
    assert cards["title"] == "Cartes"
    assert {(page["width"], page["height"]) for page in cards["pages"]} == {(210.0, 297.0)}
    assert [page["back"] for page in cards["pages"][:2]] == [False, True]
    assert {"id": "die", "name": "Dé à six faces", "instead": None} in data["supplies"]


def test_card_draws_itself(monkeypatch: Patch) -> None:
    plan = printkit.plan("casino", ["cards"], layout="single", bleed=0.0)
    (part,) = plan.products
    assert part.document is not None
    names = [page.name for page in part.document.pages]
    game = printkit.load("casino")
    card = game.card("idiot")
    page = printkit.draw_page(plan, "cards", 1 + names.index("idiot"))
    assert card.svg() == card._repr_svg_() == page.data.decode()
    assert card.svg(back=True) != card.svg()
    assert card.png(dpi=40).startswith(b"\x89PNG")
    assert printkit.load("casino", theme="noir").card("idiot").svg() != card.svg()
    assert len(game.cards) == len(game.variant.cards)
    with pytest.raises(printkit.PrintkitError, match="Did you mean “idiot”"):
        game.card("idiott")


def test_reprs_are_short() -> None:
    game = printkit.load("casino")
    plan = printkit.plan(game.variant.slug, ["cards"])
    (part,) = plan.products
    assert part.document is not None
    cell = part.document.pages[0].cells[0]
    judged = game.judge("idiot sabers-2 flasks-3 sabers-1")
    every = [game, game.variant, game.card("idiot"), plan, part, plan.subject, plan.job, judged]
    every += [part.document, part.document.pages[0], cell.symbol, judged.hands[0]]
    every += [printkit.build(plan, in_memory=True), printkit.map_deck("tarot", "casino")]
    for value in every:
        assert len(repr(value)) < 1000, type(value)
        assert repr(value).startswith(type(value).__name__)


# --- faults --------------------------------------------------------------------------------------


def test_error_has_code_arguments_and_french_message() -> None:
    with pytest.raises(printkit.PrintkitError) as caught:
        printkit.judge("casino", "idiot")
    assert caught.value.location == "hands"
    (fault,) = printkit.explain(caught.value, "fr")
    assert fault["code"] == "This hand has {count} card, but a hand of {game} has {limit}."
    assert fault["arguments"] == {"count": 1, "game": "casino", "limit": 4}
    assert fault["message"] == "Cette main a 1 carte, mais une main de casino en a 4."
    assert printkit.explain(caught.value)[0]["message"] == caught.value.message


def test_name_and_value_errors_are_translated() -> None:
    for wishes, message, hint in facts(__file__)["french"]:
        with pytest.raises(printkit.UsageError) as caught:
            printkit.plan("casino", ["cards"], **wishes)
        (fault,) = printkit.explain(pickle.loads(pickle.dumps(caught.value)), "fr")
        assert fault["message"].translate({0x202F: " ", 0xA0: " "}).startswith(message)
        assert hint in fault["hint"].translate({0x202F: " ", 0xA0: " "})


def test_untranslated_error_falls_back_to_english() -> None:
    error = printkit.PrintkitError("“papre” has 3 faults.")
    (fault,) = printkit.explain(error, "fr")
    assert fault["message"] == "“papre” has 3 faults."
    assert fault["code"] == "“papre” has 3 faults."
    assert fault["arguments"] == {}


def test_error_templates_match_the_code() -> None:
    """Otherwise a changed sentence would silently stay in English."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in ROOT.rglob("*.py")]
    nodes = (node for tree in trees for node in ast.walk(tree))
    code = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    # Texts of click, of the TOML and SVG parsers, of the help of definitions, names of scripts.
    code |= {path.read_text("utf-8") for path in Path(click.__file__).parent.glob("*.py")}
    code |= {content_path(name).read_text("utf-8") for name in ("toml-faults.toml", "scripts.toml")}
    code |= {*errors.messages.values()}
    known = {word for literal in code for word in WORD.findall(literal.lower())}
    for path in content_path(FOLDER).rglob("*.po"):
        for template, words in read_catalogue(path.read_text(encoding="utf-8")).items():
            assert set(HOLES.findall(words)) <= set(HOLES.findall(template)), template
            assert set(WORD.findall(HOLES.sub(" ", template).lower())) <= known, template


@pytest.mark.parametrize("missing", ["PIL", "pypdfium2"])
def test_missing_raster_library_gives_an_error(missing: str, monkeypatch: Patch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(printkit.PrintkitError, match="cannot be made here") as caught:
        printkit.load("casino").card("idiot").png(dpi=36)
    assert caught.value.hint


def test_booklet_reports_its_progress() -> None:
    told: list[tuple[str, int, int]] = []
    printkit.plan("local-rules", ["booklet"], progress=lambda *step: told.append(step))
    assert {"chapters", "pages"} <= {stage for stage, _, _ in told}
    assert all(done <= total for _, done, total in told)
    assert len(told) > 20


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    from PIL import Image

    Image.new("RGB", (40, 56), "#884422").save(tmp_path / "face.png")
    file = tmp_path / "own.toml"
    file.write_text(
        'extends = "casino"\nslug = "own"\n[[cards]]\nid = "dragon"\nvalue = 3\n'
        'name = { en = "Dragon", fr = "Dragon" }\nemblem = "face.png"\n',
        encoding="utf-8",
    )
    return file


def test_custom_decoder_reads_the_pictures(tmp_path: Path, picture: Path) -> None:
    decoder = Mock(wraps=pillow_decoder)
    with printkit.replace_backends(decoder=decoder):
        own = printkit.build(str(picture), ["cards"], out=tmp_path / "own")
    ours = printkit.build(str(picture), ["cards"], out=tmp_path / "ours")
    assert {name for name, *_ in decoder.method_calls} == {"read_size", "prepare", "read_samples"}
    assert own.files[0].read_bytes() == ours.files[0].read_bytes()
    assert pictures.DECODER.get() is None


def test_many_pictures_are_not_decoded_for_warnings(
    tmp_path: Path, picture: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(pictures, "MAX_PIXELS_DECODED", 1)
    decoder = Mock(wraps=pillow_decoder)
    with printkit.replace_backends(decoder=decoder):
        printkit.build(str(picture), ["cards"], out=tmp_path)
    whole = [call.kwargs["whole"] for call in decoder.method_calls if call[0] == "prepare"]
    assert whole == [False]


def test_custom_ink_meter_measures_the_ink(tmp_path: Path) -> None:
    def meter(document: Document) -> InkCoverage:
        return InkCoverage({page.name: 1.5 for page in document.pages}, (), ())

    with printkit.replace_backends(ink_meter=meter):
        made = printkit.build("pazaak", ["cards"], measure_ink=True, out=tmp_path)
    assert set(made.manifest["ink_percent"][0]["pages"].values()) == {1.5}


def test_preview_is_written(tmp_path: Path) -> None:
    (sheet,) = printkit.preview("kessel", out=tmp_path, dpi=36)
    assert sheet.suffix == ".png"


def test_hint_names_options_by_their_titles() -> None:
    """Programs show titles, not command-line flags."""
    with pytest.raises(printkit.PrintkitError) as caught:
        printkit.plan("casino", ["cards"], paper="50x60mm")
    assert "--paper" in str(caught.value)
    for language, title in (("en", "“Paper”"), ("fr", "«\u202fPapier\u202f»")):
        (fault,) = printkit.explain(caught.value, language)
        assert title in fault["hint"]
        assert language != "fr" or fault["hint"].startswith("Choisissez un ")
        assert "--" not in fault["hint"]
