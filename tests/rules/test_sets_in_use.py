"""Games with several rule sets: one set for all hands at a table, “all”, and blank values."""

import json
from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError
from printkit.cli.app import run
from printkit.cli.commands import build
from printkit.jobs.job import Job
from printkit.model.load import load
from printkit.rules.answers import judge_hands
from printkit.rules.card_codes import read_hands
from printkit.rules.hands import TableState, judge_all, ranks
from tests.support.decks import put

Capture = pytest.CaptureFixture[str]


def verdicts(slug: str, text: str, rule_set: str | None = None) -> list[tuple[int, str | None]]:
    """Return the best total and the rule set of each hand."""
    variant = load(slug)
    found = judge_all(variant, read_hands(variant, text, "en"), TableState(rule_set=rule_set))
    return [(one.best, one.rule_set) for one in found]


def test_hands_at_one_table_use_one_set() -> None:
    first = load("theory").sets[0]
    assert verdicts("theory", "jm sa / ra s1") == [(19, first), (8, first)]
    assert verdicts("theory", "jm sa / ra s1", "corporate-sector") == [
        (23, "corporate-sector"),
        (6, "corporate-sector"),
    ]


def test_single_hand_uses_first_set() -> None:
    """The set that is best for the hand is not preferred."""
    variant = load("theory")
    assert verdicts("theory", "jm sa") == [(19, variant.sets[0])]
    (hand,) = read_hands(variant, "jm sa s1 s2", "en")
    told = judge_hands(variant, [hand], TableState(), "en").outcome
    assert "Rebel Alliance" in told[1]
    assert sum(load(slug).name["en"] in "".join(told[1:]) for slug in variant.sets) == 9


def test_irrelevant_rule_set_is_not_named() -> None:
    assert verdicts("random", "s11 c12 / s10 c12") == [(23, None), (22, None)]


def test_arrays_of_two_sets_are_never_compared() -> None:
    variant = load("random")
    hands = read_hands(variant, "ls sco sa / jk jk ta", "en")
    for name, best in (("imperial", 1), ("rebel-alliance", 2)):
        places = ranks(judge_all(variant, hands, TableState(rule_set=name)))
        assert places.index(1) + 1 == best
    assert {one.rule_set for one in judge_all(variant, hands)} == {"rebel-alliance"}


@pytest.mark.parametrize("name", load("theory").sets)
def test_array_of_the_set_counts_limit_by_option(name: str) -> None:
    """Any combination of the local rules is worth 23 points, whatever the rule (finding 12)."""
    theory = load("theory")
    option = next(one for one in theory.options if one.id == "local-combination")
    array = load(name).hands[0]
    hands = read_hands(theory, f"{array.ladder[0]} / i s1 c2 f3 / s10 c8 t4 f1", "en")
    own, idiot, strong = judge_all(theory, hands, TableState(rule_set=name, options=(option,)))
    assert (own.best, idiot.best, strong.hand and strong.hand.id) == (23, 23, "pure-sabacc")
    assert own.hand is not None
    assert own.hand.name == array.name
    assert ranks([own, idiot, strong]) == [2, 2, 1]
    plain, _, _ = judge_all(theory, hands, TableState(rule_set=name))
    assert plain.hand is None or plain.hand.id != "idiot-combination"


def test_array_of_set_needs_sets(tmp_path: Path) -> None:
    hand = 'id = "own"\nname = "Own"\nhow = "Cards."\nof_set = true\n'
    option = '[[options]]\nid = "more"\nname = "More"\nhow = "More."\n[[options.hands]]\n'
    for text in (f"[[hands]]\n{hand}", f"{option}{hand}"):
        with pytest.raises(DefinitionError, match="several rule sets"):
            load(put(tmp_path, f'extends = "kessel"\nslug = "mine"\n{text}'))


@pytest.mark.nightly
def test_all_builds_games_with_the_product(tmp_path: Path, capsys: Capture) -> None:
    out = ("--format", "dump", "-o", str(tmp_path))
    assert run(["build", "all", "rule-cards", *out]) == 0
    result = {path.name for path in tmp_path.iterdir()}
    assert result == {*load("random").sets, "random", "theory"}
    assert run(["build", "all", "--with", "expansion", *out]) == 2
    assert "Name the deck" in capsys.readouterr().err


def test_all_selects_games_with_the_product(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[Job] = []

    def build_none(every: list[Job], *_: object) -> list[object]:
        jobs.extend(every)
        return []

    monkeypatch.setattr("printkit.jobs.build_many.build_many", build_none)
    monkeypatch.setattr(build, "report_build", lambda *_, **__: None)
    assert run(["build", "all", "rule-cards"]) == 0
    assert {job.variant for job in jobs} == {*load("random").sets, "random", "theory"}


@pytest.mark.nightly
def test_blank_decks_of_two_sets_are_one_deck(tmp_path: Path) -> None:
    texts = []
    for slug in ("imperial", "mos-eisley"):
        words = ["build", slug, "cards", "--blank-values", "--layout", "single"]
        assert run([*words, "--format", "dump", "-o", str(tmp_path)]) == 0
        (file,) = (tmp_path / slug).glob("*.txt")
        name = load(slug).name["en"]
        texts.append(file.read_text(encoding="utf-8").replace(name, "NAME"))
        manifest = json.loads((tmp_path / slug / "manifest.json").read_text(encoding="utf-8"))
        assert manifest["options"]["blank_values"] is True
    assert texts[0] == texts[1]


def test_blanking_fixed_values_is_rejected(capsys: Capture) -> None:
    assert run(["build", "casino", "--blank-values"]) == 2
    assert "No value of casino depends on a local rule set" in capsys.readouterr().err
