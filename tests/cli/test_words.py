"""Common words that people type instead of ours work, or the error names the right command."""

import shlex
import tomllib
from pathlib import Path

import pytest

from printkit.base.content import bundled_rows
from printkit.base.words import SOURCE, find_meanings
from printkit.cli.app import run
from printkit.cli.words import find_meant

TYPED = Path(__file__).with_name("words.toml")
INPUTS = tomllib.loads(TYPED.read_text(encoding="utf-8"))["inputs"]


# By day, every fourth.
@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        pytest.param(*row, marks=[pytest.mark.nightly] * (number % 4 > 0), id=row[0])
        for number, row in enumerate(INPUTS)
    ],
)
def test_other_words_lead_to_command(
    typed: str,
    answer: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    status = run(shlex.split(typed))
    told = "".join(capsys.readouterr())
    assert answer in told
    assert status == 0 or (answer and not answer.startswith("Read as"))


@pytest.mark.parametrize("command", ["build", "check", "show"])
def test_name_of_definition_beside_is_completed(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Also where the word is that of a product, as `table` is."""
    monkeypatch.chdir(tmp_path)
    Path("table.toml").touch()
    assert run([command, "table"]) != 0
    told = "".join(capsys.readouterr())
    assert "For the file of this name, write table.toml." in told
    assert command == "check" or f"Did you mean: printkit {command} table.toml" in told


def test_word_list_has_many_inputs() -> None:
    assert len(INPUTS) >= 79


def test_meaning_of_word_ignores_case_and_accents() -> None:
    assert find_meanings("products", "DÉS") == ("paper-die",)
    assert find_meanings("values", "Français", "lang") == ("fr",)
    assert find_meanings("games", "Sabacc")[0] == "casino"
    assert find_meanings("products", "paper-die") == ()


@pytest.mark.parametrize("command", ["build kessel cards", "show casino", "zzz", "build zzz", ""])
def test_valid_command_line_is_not_reinterpreted(command: str) -> None:
    assert find_meant(shlex.split(command)) is None


def test_meanings_are_commands_products_and_options() -> None:
    from printkit.cli.app import cli
    from printkit.jobs.job import all_options
    from printkit.model.definition_files import deck_slugs, variant_slugs
    from printkit.pieces.kits import product_sets, products

    def names(table: dict[str, str | list[str]]) -> set[str]:
        return {
            one for many in table.values() for one in ([many] if isinstance(many, str) else many)
        }

    table = bundled_rows(SOURCE)
    known = cli.list_commands(None)  # type: ignore[arg-type]
    assert {line.split()[0] for line in names(table["commands"])} <= {*known, "--help", "--version"}
    assert names(table["products"]) <= {*products(), *product_sets(), ""}
    assert names(table["games"]) <= {*variant_slugs()}
    assert names(table["decks"]) <= {*deck_slugs()}
    assert names(table["flags"]) <= {*all_options(), "lang", "out", "for", "hand"}
    for name in table["values"]:
        assert name in all_options() or name in ("lang", "format", "for")
        for value in names(table["values"][name]):
            if name in all_options():
                all_options()[name].accept(value)


@pytest.mark.parametrize(
    "args",
    [
        ["build", "deck.toml", "--format", ""],
        ["build", "casino", "--with", "", "cards", "--format", "dump"],
        ["show", "kessel", "--token", "", "--hand", "b1 s1"],
        ["new", "deck", "--from", "images", "art"],
        ["new", "deck", "--from=spreadsheet", "cards.csv"],
        ["map", "tarot", "tarot"],
        ["map", "poker54", "tarot"],
        ["map", "poker54", "two-poker54"],
    ],
)
def test_line_without_other_words_stays(args: list[str]) -> None:
    assert find_meant(args) is None


def test_source_stays_behind_its_kind() -> None:
    meant = find_meant(["nouveau", "deck", "--from", "images", "art"])
    assert meant is not None
    assert meant.args == ["new", "deck", "--from", "images", "art"]
