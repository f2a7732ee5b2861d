"""Files that are read along typed parts: all errors at once, and a schema that accepts ours."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from printkit.art.theme import edition, theme
from printkit.art.theme_file import edition_schema, theme_schema
from printkit.base.content import content_files, content_path
from printkit.base.errors import DefinitionError, UsageError
from printkit.base.printer_profile import ManualFeed, Profile, printer_schema
from printkit.cli.app import run
from printkit.cli.commands.schema import FILES
from printkit.cli.config import settings_schema
from printkit.jobs.build import build
from printkit.jobs.job import job_from_data, job_schema, make_job
from printkit.jobs.staging import MANIFEST, manifest_schema, read_manifest
from printkit.targets import target
from tests.support.json_schema import schema_faults

WRONG_THEME = """extends = "noir"
[roles]
papper = "#ffffff"
cut = 12
[mix]
tint = nan
shade = 2
[switches]
lines = "wide"
plain = "clasic"
[colours]
blue = { srgb = "#12345", inks = [0, 0, 0, 101], ink = 1 }
"""
WRONG_PLACES = (
    "roles.cut", "roles.papper", "mix.tint", "mix.shade", "switches.lines", "switches.plain",
    "colours.blue.srgb", "colours.blue.inks[3]", "colours.blue.ink",
)  # fmt: skip
WRONG_SETTINGS = """[defaults]
papr = "a4"
margin = "90mm"
theme = 3
[printer]
[printers.office]
back-x = "12mm"
scale-z = "99%"
duplex = false
[printers."a b"]
scale-y = "996%"
"""
SETTINGS_PLACES = (
    "defaults.papr", "defaults.margin", "defaults.theme", "printer", "printers.office.back-x",
    "printers.office.scale-z", "printers.office.duplex", "printers.a b", "printers.a b.scale-y",
)  # fmt: skip
WRONG_JOB: dict[str, Any] = {
    "varian": "casino",
    "products": "cards",
    "rebuild": 1,
    "out": None,
    "options": {"papr": "a4", "gap": 51.0, "printer": {"name": "a b", "back_x_mm": 12, "skew": 1}},
}
WRONG_JOB_OPTIONS = {
    "options.papr", "options.gap",
    "options.printer.name", "options.printer.back_x_mm", "options.printer.skew",
}  # fmt: skip
WRONG_MANIFEST = """{
  "generator": "webpack",
  "name": {"en": 3, "x}": "y"},
  "products": ["cards", 4],
  "options": {},
  "sheets": -1,
  "cuts": 1.5,
  "ink_percent": null,
  "mate": [],
  "files": [
    {"file": "../x", "product": "cards", "language": "en", "format": "pdf",
     "pages": true, "cards": 0, "sha256": "ABC"},
    3
  ]
}"""
MANIFEST_PLACES = {
    ("generator", 2), ("name.en", 3), ("products[1]", 4), ("sheets", 6), ("cuts", 7), ("mate", 9),
    ("files[0].file", 11), ("files[0].pages", 12), ("files[0].sha256", 12), ("files[1]", 13),
}  # fmt: skip
WRONG_EDITION = """name = { en = " " }
year = 0
motto = { en = "%s" }
flora = "no-such-plant"
[backs]
bleu = "#123456"
[scenes.night]
moons = "#123456"
""" % ("m" * 61)


def test_theme_reports_all_errors_with_places(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(WRONG_THEME, encoding="utf-8")
    with pytest.raises(DefinitionError) as raised:
        theme(str(path))
    problems = raised.value.problems
    assert sorted(problem.key for problem in problems) == sorted(WRONG_PLACES)
    lines = WRONG_THEME.splitlines()
    for problem in problems:
        assert problem.key.split(".")[1].partition("[")[0] in lines[problem.line - 1]


def test_edition_reports_all_errors_of_form(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(WRONG_EDITION, encoding="utf-8")
    with pytest.raises(DefinitionError) as raised:
        edition(str(path))
    found = {problem.key for problem in raised.value.problems}
    assert {"year", "motto.en", "backs.bleu"} <= found


def test_edition_reports_all_unknown_drawings_and_roles(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = 'name = { en = "x" }\nyear = 1\nflora = "no-plant"\nsky = "no-sky"\n'
    path.write_text(f'{text}[scenes.night]\nmoons = "#123456"\n', encoding="utf-8")
    with pytest.raises(DefinitionError) as raised:
        edition(str(path))
    assert {p.key for p in raised.value.problems} == {"flora", "sky", "scenes.night.moons"}


def test_settings_report_all_errors_with_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("printkit.toml").write_text(WRONG_SETTINGS, encoding="utf-8")
    for command in (["build", "pazaak"], ["calibrate", "--list"]):
        assert run(command) == 1
        told = capsys.readouterr().err.removeprefix("printkit: ").splitlines()
        places = [re.match(r"printkit.toml:(\d+):\d+: (.*?): ", line) for line in told]
        found = {(place[2], int(place[1])) for place in places if place}
        assert {key for key, _ in found} == {*SETTINGS_PLACES}
        lines = WRONG_SETTINGS.splitlines()
        assert all(key.rpartition(".")[2] in lines[line - 1] for key, line in found)


def test_job_reports_all_errors_with_keys() -> None:
    with pytest.raises(UsageError) as raised:
        job_from_data(WRONG_JOB)
    assert isinstance(raised.value, DefinitionError)
    keys = {problem.key for problem in raised.value.problems}
    assert keys == {"varian", "products", "rebuild", "out"}
    with pytest.raises(UsageError) as raised:
        job_from_data({"options": WRONG_JOB["options"]})
    assert isinstance(raised.value, DefinitionError)
    assert {problem.key for problem in raised.value.problems} == WRONG_JOB_OPTIONS


def test_manifest_reports_all_errors_with_places(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(WRONG_MANIFEST, encoding="utf-8")
    with pytest.raises(DefinitionError) as raised:
        read_manifest(tmp_path)
    whole, *others = raised.value.problems
    assert "is not overwritten" in whole.message
    assert {(problem.key, problem.line) for problem in others} == MANIFEST_PLACES


def test_schemas_accept_settings_jobs_and_manifests(tmp_path: Path) -> None:
    profile = Profile("office", 0.75, -0.5, 99.6, 100.3, "manual", ManualFeed())
    settings = {
        "defaults": {"paper": "a4", "players": 2, "corner-guides": True, "format": ["pdf", "png"]},
        "printers": {profile.name: profile.as_text()},
    }
    assert not schema_faults(settings_schema(), settings)
    assert schema_faults(settings_schema(), {"defaults": {"papr": "a4"}})
    job = make_job(
        "pazaak", ("cards",), formats=("dump",), gap="1mm", printer=profile, out=tmp_path
    )
    data = json.loads(json.dumps(job.as_data()))
    assert not schema_faults(job_schema(), data)
    assert schema_faults(job_schema(), {**data, "options": {"papr": "a4"}})
    assert not schema_faults(printer_schema(), data["options"]["printer"])
    manifest = json.loads((build(job).folder / MANIFEST).read_text(encoding="utf-8"))
    assert not schema_faults(manifest_schema(), manifest)
    assert schema_faults(manifest_schema(), {**manifest, "mate": []})


@pytest.mark.parametrize("kind", [*FILES])
def test_schema_command_prints_each_file(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", kind]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["type"] == "object"
    parts = [printed, *printed["$defs"].values()]
    fields = [field for part in parts for field in part.get("properties", {}).values()]
    assert all(field["description"] for field in fields)


def raw(path: Path) -> Any:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", [*content_files("themes")])
def test_theme_schema_accepts_bundled_theme(name: str) -> None:
    assert not schema_faults(theme_schema(), raw(content_path("themes", f"{name}.toml")))


def test_edition_and_target_schemas_accept_bundled_files() -> None:
    for path in content_files("editions").values():
        assert not schema_faults(edition_schema(), raw(path))
    assert not schema_faults(target.target_schema(), raw(content_path("targets.toml")))


def test_schemas_reject_unknown_keys() -> None:
    assert schema_faults(theme_schema(), {"roles": {"papper": "#ffffff"}})
    assert schema_faults(edition_schema(), {"name": {"en": "x"}, "year": 1, "yeer": 2})
    assert schema_faults(target.target_schema(), {"mine": {"name": {"en": "Mine"}}})


@pytest.mark.parametrize("name", [*content_files("themes")])
def test_bundled_theme_passes_the_error_walk(name: str, tmp_path: Path) -> None:
    """They are read without the walk, which is slower."""
    path = tmp_path / f"{name}.toml"
    path.write_bytes(content_path("themes", f"{name}.toml").read_bytes())
    assert theme(str(path)).colours == theme(name).colours
