"""Options of jobs: their texts, the source of a value, and the products that read it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from printkit.base.content import bundled_rows
from printkit.base.errors import UsageError
from printkit.base.messages import find_text
from printkit.base.options import CHOICE, GROUPS
from printkit.base.printer_profile import Profile
from printkit.cli.app import run
from printkit.jobs.job import Job, all_options, check_job, make_job, option_values
from printkit.jobs.plan import plan
from printkit.model.load import load
from printkit.pieces.options import BOOKLET_PAGE
from printkit.pieces.protocols import find_destination
from printkit.products.booklet import BOOKLET
from tests.support.builds import LANGUAGES

SHORT_EDGE = Profile("office", back_x=1.0, duplex="short")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_option_and_each_choice_has_words_in_each_language(language: str) -> None:
    own = bundled_rows(f"strings/{language}.toml")
    assert set(own["option-groups"]) == set(GROUPS)
    for name, option in all_options().items():
        assert option.help(language) == find_text(own, f"options.{name}.help"), name
        assert option.title(language) == find_text(own, f"options.{name}.title"), name
        assert option.help(language).endswith(".")
        choices = own["options"][name].get("choices", {})
        assert set(choices) <= set(option.known()), name
        assert option.kind != CHOICE or set(choices) == set(option.known()), name
        if option.default is None:
            assert option.default_help(language), name
    assert set(own["options"]) == set(all_options())


def test_option_description_is_json() -> None:
    said = json.loads(json.dumps(all_options()["duplex"].describe()))
    assert said["choices"]["long"] == {"en": "long edge", "fr": "bord long"}
    assert said["title"]["en"] == "Backs"


@pytest.mark.parametrize(
    ("typed", "settings", "name", "value"),
    [
        ({}, {}, "duplex", "long"),
        ({}, {"duplex": "short"}, "duplex", "short"),
        ({"duplex": "long"}, {"duplex": "short"}, "duplex", "long"),
        ({"printer": SHORT_EDGE}, {}, "duplex", "short"),
        ({"printer": SHORT_EDGE}, {"duplex": "long"}, "duplex", "short"),
        ({"printer": SHORT_EDGE}, {"duplex": "none"}, "duplex", "none"),
        ({"printer": SHORT_EDGE, "duplex": "fold"}, {}, "duplex", "fold"),
        ({}, {}, "booklet-duplex", "short"),
        ({"duplex": "long"}, {}, "booklet-duplex", "long"),
        ({}, {"duplex": "long"}, "booklet-duplex", "short"),
        ({"layout": "single"}, {"printer": SHORT_EDGE}, "printer", None),
        ({"layout": "single", "printer": SHORT_EDGE}, {}, "printer", SHORT_EDGE),
        ({}, {}, "gap", 0.0),
        ({"theme": "noir"}, {}, "gap", 4.0),
        ({"theme": "noir", "gap": 1.0}, {}, "gap", 1.0),
        ({}, {}, "card-size", "poker"),
    ],
)
def test_a_value_comes_from_the_nearest_place(
    typed: dict[str, Any], settings: dict[str, Any], name: str, value: object
) -> None:
    job = check_job(Job("casino", options={**settings, **typed}, defaults=tuple(settings)))
    assert option_values([all_options()[name]], job, load("casino"))[name] == value


def test_an_option_that_nothing_reads_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["build", "casino", "cards", "--die-size", "20mm"]) == 2
    said = capsys.readouterr().err
    assert "“die-size” has no effect on cards. It is an option of mat, paper-die." in said
    with pytest.raises(Exception, match="the format png"):
        plan(make_job("casino", ["cards"], dpi=300))
    asked = make_job("casino", ["cards"], die_size=20.0)
    assert plan(Job("casino", ("cards",), options=asked.options, defaults=("die-size",))).sheets
    booklet = plan(make_job("expansion", ["booklet-imposed"], duplex="long"))
    assert booklet.options["booklet_duplex"] == "long"


def test_settings_never_stop_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = '[defaults]\ndie-size = "24mm"\ndpi = "96"\nformat = "dump"\n'
    Path("printkit.toml").write_text(settings, encoding="utf-8")
    assert run(["build", "expansion", "cards", "--quiet"]) == 0


@pytest.mark.parametrize(
    ("asked", "made"),
    [
        ((), ("pdf", "html", "markdown", "pdf")),
        (("pdf",), ("pdf", "pdf")),
        (("markdown", "dump"), ("dump", "markdown", "dump")),
    ],
)
def test_the_text_of_a_booklet_is_made_with_its_pages_unless_others_are_asked_for(
    asked: tuple[str, ...], made: tuple[str, ...]
) -> None:
    parts = plan(make_job("pazaak", ("booklet",), formats=asked)).products
    assert tuple(name for part in parts for name in part.formats) == made


def test_text_format_alone_makes_only_booklets() -> None:
    for name in ("html", "markdown"):
        for products in ((), ("booklet",)):
            parts = plan(make_job("pazaak", products, formats=(name,))).products
            assert {(part.product, part.formats) for part in parts} == {("booklet", (name,))}
        for named in (("cards",), ("booklet", "cards")):
            with pytest.raises(
                UsageError, match=f"“cards” contains nothing that can be written.*“{name}”"
            ):
                plan(make_job("pazaak", named, formats=(name,)))


@pytest.mark.parametrize(
    ("chosen", "page"),
    [
        ({}, "a5"),
        ({"paper": "letter"}, "half-letter"),
        ({"paper": "a5"}, "a6"),
        ({"paper": "letter", "booklet_page": "a6"}, "a6"),
    ],
)
def test_booklet_page_follows_paper_unless_chosen(chosen: dict[str, str], page: str) -> None:
    job = make_job("pazaak", ("booklet",)).choose(**chosen)
    assert option_values((BOOKLET_PAGE,), job) == {"booklet-page": page}


def test_target_takes_all_texts() -> None:
    names = ("dump",)
    assert find_destination("tts").formats_of(BOOKLET, names) == ("dump", "html", "markdown")
    assert find_destination("").formats_of(BOOKLET, names) == names


@pytest.mark.parametrize(
    ("wishes", "page", "sheet"),
    [
        ({"paper": "letter"}, (139.7, 215.9), (279.4, 215.9)),
        ({"paper": "a4"}, (148.0, 210.0), (297.0, 210.0)),
        ({"paper": "letter", "booklet_page": "a6"}, (105.0, 148.0), (279.4, 215.9)),
    ],
)
def test_folded_booklet_fills_its_paper(
    wishes: dict[str, str], page: tuple[float, float], sheet: tuple[float, float]
) -> None:
    """Half-letter pages are folded from Letter unless another page is chosen."""
    made = plan(make_job("pazaak", ("booklet", "booklet-imposed"), languages=["en"], **wishes))
    boxes = {part.product: part.document.pages[0] for part in made.products}
    assert boxes["booklet"].trim[2:] == pytest.approx(page)
    assert boxes["booklet-imposed"].media[2:] == pytest.approx(sheet)
