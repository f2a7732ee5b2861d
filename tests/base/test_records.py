"""Files that are read along typed parts: all errors at once, and a schema that accepts ours."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from printkit.art.theme import edition, theme
from printkit.art.theme_file import edition_schema, theme_schema
from printkit.base.content import content_files, content_path
from printkit.base.errors import DefinitionError
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


def test_target_reports_all_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = {"mine": {"name": {"en": "Mine"}, "format": 1, "takes": [], "dpi": 2, "colours": "rgb"}}
    monkeypatch.setattr(target, "load_content", lambda name: rows)
    with pytest.raises(DefinitionError) as raised:
        target._parse_row.__wrapped__("mine")
    found = {problem.key for problem in raised.value.problems}
    assert found == {"mine.format", "mine.dpi", "mine.colours", "mine.source"}


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
