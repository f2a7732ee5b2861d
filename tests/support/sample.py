"""Choose the cases of a parametrised test that the gate runs; the others are left to the night.

A test marked `sampled` has no branch for a combination of its parameters: cases in which each value
of each parameter occurs say as much as all combinations. With `every=3`, it has no branch for a
value either, such as the name of a game, and the gate runs each third of these cases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pytest

Value = tuple[str, Hashable]


def choose_cases(cases: Sequence[Mapping[str, object]], spread: Sequence[str] = ()) -> list[int]:
    """Return the places of the cases to run: each value of each parameter occurs in one of them,
    except for the parameters in `spread`.

    Values that need no further case are taken evenly: all languages meet some of the games.
    """
    values = [[*_values(case)] for case in cases]
    used: Counter[Value] = Counter()
    left = dict(enumerate(values))
    chosen: list[int] = []
    while left:
        new = {
            place: sum(not used[value] for value in own if value[0] not in spread)
            for place, own in left.items()
        }
        best = min(left, key=lambda place: (-new[place], sum(used[v] for v in left[place]), place))
        if not new[best]:
            break
        used.update(left.pop(best))
        chosen.append(best)
        # A case without a new value has none later.
        left = {place: own for place, own in left.items() if new[place]}
    return sorted(chosen)


def _values(case: Mapping[str, object]) -> Iterator[Value]:
    for name, value in case.items():
        yield name, value if isinstance(value, Hashable) and _has_hash(value) else repr(value)


def _has_hash(value: Hashable) -> bool:
    """Return whether a value has a hash: a tuple that contains a list has none."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def cases(values: Iterable[Any], gate: Collection[Any]) -> list[Any]:
    """Return the values of a parameter; the night runs the values outside `gate`."""
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if value in gate else pytest.mark.nightly,
        )
        for value in values
    ]


def left_to_the_night(
    items: Sequence[pytest.Item], named: Collection[str] = ()
) -> set[pytest.Item]:
    """Return the tests marked `nightly`, and the cases of tests marked `sampled` that the gate does
    not need; a case in `named` is none of them.
    """
    night: set[pytest.Item] = set()
    by_test: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("nightly"):
            night.add(item)
        elif item.get_closest_marker("sampled") and item.nodeid not in named:
            by_test.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for own in by_test.values():
        (marker, *_) = own[0].iter_markers("sampled")
        parameters = [getattr(item, "callspec").params for item in own]  # noqa: B009
        chosen = choose_cases(parameters, marker.args)[:: marker.kwargs.get("every", 1)]
        night.update(own)
        night.difference_update(own[place] for place in chosen)
    return night
