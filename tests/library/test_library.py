"""The library as a program uses it: documented calls, plain data, parts that are handed in."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest

import printkit
from printkit.graphics import pillow_decoder, raster_image
from printkit.graphics.raster_image import RasterImage, Samples
from printkit.imposition.page import Document
from printkit.writers._ink import InkCoverage
from tests.support import processes

# What a program pays for only when it asks for it.
HEAVY = ("PIL", "pypdfium2", "fcntl", "multiprocessing", "concurrent.futures", "click", "reportlab")
LIGHT_USE = """
import sys
import printkit
assert not [m for m in sys.modules if m.startswith("printkit.")], "the package imports nothing"
game = printkit.load("casino")
printkit.judge(game, "T1 S3 I I")
for name in printkit.__all__:
    getattr(printkit, name)
printkit.plan("casino", ["cards"])
print(",".join(m for m in HEAVY if m in sys.modules))
"""


def test_every_name_is_there_and_documented() -> None:
    for name in printkit.__all__:
        value = getattr(printkit, name)
        assert name.startswith("__") or value.__doc__, name
    assert set(dir(printkit)) == set(printkit.__all__)
    with pytest.raises(AttributeError, match="no attribute"):
        getattr(printkit, "nothing")  # noqa: B009 # mypy knows that there is none
    assert Path(printkit.__file__).with_name("py.typed").is_file()


def test_what_is_not_used_is_not_imported() -> None:
    code = f"HEAVY = {HEAVY!r}\n" + LIGHT_USE.replace("T1 S3", "sabers-10 sabers-9")
    done = processes.run(processes.python("-c", code))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


def test_the_examples_of_the_package_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_job_goes_to_json_and_back() -> None:
    job = printkit.make_job("kessel", ["tokens"], token_size="24mm", players=4, languages=["fr"])
    data = json.loads(json.dumps(job.as_data()))
    assert printkit.job_from_data(data) == job
    assert data["options"] == {"token-size": 24.0, "players": 4}


def test_a_plan_tells_sheets_and_cuts_and_writes_nothing(tmp_path: Path) -> None:
    stages: set[str] = set()
    made = printkit.plan(
        "casino", ["cards"], out=tmp_path, progress=lambda stage, done, total: stages.add(stage)
    )
    assert (made.sheets, stages) == (9, {"layout"})
    assert json.loads(json.dumps(made.as_data()))["sheets"] == 9
    assert list(tmp_path.iterdir()) == []


def test_progress_begins_with_the_first_tenth(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    printkit.build("expansion", out=tmp_path, progress=lambda *step: told.append(step))
    assert [stage for stage, _, _ in told].index("write") >= 5
    assert told[0][0] == "layout"
    assert all(done <= total for _, done, total in told)


def test_faults_are_plain_data(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text('extends = "casino"\nslug = "wrong"\nlimti = 21\n', encoding="utf-8")
    faults = printkit.check(str(file))
    assert [(fault.line, fault.column) for fault in faults] == [(3, 1)]
    assert faults[0].file == str(file)
    assert faults[0].message
    assert faults[0].hint
    assert printkit.check("pazaak") == ()


def test_a_wish_that_is_not_known_is_refused() -> None:
    with pytest.raises(printkit.UsageError, match="papre"):
        printkit.make_job("casino", papre="a4")
    with pytest.raises(printkit.PrintkitError, match="all its wishes"):
        printkit.plan(printkit.make_job("casino"), ["cards"])


def test_hands_are_judged_as_data() -> None:
    hands = "idiot sabers-2 flasks-3 sabers-1 / evil-one moderation coins-5 staves-1"
    answer = printkit.judge("casino", hands, options=["minus-23"])
    assert [hand["rank"] for hand in answer["hands"]] == [1, 2]
    assert [hand["hand"]["id"] for hand in answer["hands"]] == ["idiots-array", "pure-sabacc"]
    with pytest.raises(printkit.PrintkitError, match="a hand of casino has 4"):
        printkit.judge("casino", "idiot")


def test_a_deck_is_mapped() -> None:
    mapping = printkit.map_deck("tarot", "casino")
    assert len(mapping.entries) == 76


def test_options_are_data() -> None:
    names = {option["name"] for option in printkit.list_options(["tuck-box"])}
    assert {"caliper", "sleeved"} <= names
    assert "die-size" not in names
    assert json.loads(json.dumps(printkit.list_options()))


class Decoder:
    """Counts what it is asked, and has Pillow answer."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def read_size(self, data: bytes) -> tuple[int, int]:
        self.asked.append("size")
        return pillow_decoder.read_size(data)

    def prepare(self, data: bytes, location: str) -> RasterImage:
        self.asked.append("prepare")
        return pillow_decoder.prepare(data, location)

    def read_samples(self, data: bytes) -> Samples:
        self.asked.append("samples")
        return pillow_decoder.read_samples(data)


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


def test_pictures_are_decoded_by_what_is_handed_in(tmp_path: Path, picture: Path) -> None:
    decoder = Decoder()
    with printkit.use_parts(decoder=decoder):
        own = printkit.build(str(picture), ["cards"], out=tmp_path / "own")
    assert decoder.asked == ["size", "prepare", "samples"]
    ours = printkit.build(str(picture), ["cards"], out=tmp_path / "ours")
    assert len(decoder.asked) == 3
    assert own.files[0].read_bytes() == ours.files[0].read_bytes()
    assert raster_image.DECODER.get() is None


def test_ink_is_measured_by_what_is_handed_in(tmp_path: Path) -> None:
    def meter(document: Document) -> InkCoverage:
        return InkCoverage({page.name: 1.5 for page in document.pages}, (), ())

    with printkit.use_parts(ink_meter=meter):
        made = printkit.build("pazaak", ["cards"], measure_ink=True, out=tmp_path)
    assert set(made.manifest["ink_percent"][0]["pages"].values()) == {1.5}


def test_a_preview_is_written(tmp_path: Path) -> None:
    (sheet,) = printkit.preview("kessel", out=tmp_path, dpi=36)
    assert sheet.suffix == ".png"
