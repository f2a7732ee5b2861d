"""The gate runs a part of the cases of a test marked `sampled`, the night the rest."""

from itertools import product

import pytest

from tests.support.sample import choose_cases

GAMES = [f"game-{number}" for number in range(10)]
CASES = [
    {"game": game, "language": language, "paper": paper}
    for game, language, paper in product(GAMES, ("en", "fr"), ("a4", "letter", "a5"))
]


def test_each_value_occurs_in_few_cases() -> None:
    chosen = [CASES[place] for place in choose_cases(CASES)]
    assert len(chosen) == len(GAMES)
    for name in CASES[0]:
        assert {case[name] for case in chosen} == {case[name] for case in CASES}


def test_values_are_taken_evenly() -> None:
    chosen = [CASES[place] for place in choose_cases(CASES)]
    for name, least in (("language", 5), ("paper", 3)):
        values = [case[name] for case in chosen]
        assert all(values.count(value) >= least for value in values)


def test_spread_parameter_needs_no_case() -> None:
    chosen = [CASES[place] for place in choose_cases(CASES, ("game",))]
    assert len(chosen) == 3
    assert len({case["game"] for case in chosen}) == 3


def test_value_without_hash_is_distinct() -> None:
    cases = [
        {"wishes": wishes, "language": "en"} for wishes in ({"a": [1]}, {"a": [2]}, {"a": [1]})
    ]
    assert choose_cases(cases) == [0, 1]
    assert choose_cases([{"pair": (1, [number])} for number in (1, 1, 2)]) == [0, 2]


def test_single_case_is_chosen() -> None:
    """A case that is named alone runs."""
    assert choose_cases(CASES[7:8]) == [0]
    assert choose_cases([]) == []


@pytest.mark.sampled
@pytest.mark.parametrize("second", range(3))
@pytest.mark.parametrize("first", range(5))
def test_marked_test_has_part_of_its_cases(
    first: int, second: int, request: pytest.FixtureRequest
) -> None:
    names = [item.name for item in request.session.items if "test_marked" in item.name]
    assert request.node.name in names
    assert len(names) in (1, 5, 10), "one by name, the gate, the night"


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("number", range(5))
def test_half_of_the_cases_run_by_day(number: int, request: pytest.FixtureRequest) -> None:
    names = [item.name for item in request.session.items if "test_half_of_the_cases" in item.name]
    assert request.node.name in names
    assert len(names) in (1, 3, 2), "one by name, the gate, the night"
