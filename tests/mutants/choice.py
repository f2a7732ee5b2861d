"""Choose the tests for a mutant from a recording: the nearest and quickest of many files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import PurePath

from tests.mutants.mutations import Mutant
from tests.mutants.touched import COLLECTION, Test, place

# The numbers of tests in the first and the second round, and their processor time in seconds.
FIRST, LATER = 12, 80
FIRST_SECONDS, LATER_SECONDS = 15.0, 60.0
_UNKNOWN_SECONDS = 30.0


class Choice:
    """The tests of a recording, by the lines that they execute."""

    def __init__(self, tests: Iterable[Test]) -> None:
        self._tests = {test.name: test for test in tests if test.name != COLLECTION}
        self._early = {p for test in tests if test.name == COLLECTION for p in test.places}
        self._by_place: dict[str, list[Test]] = {}
        for test in self._tests.values():
            for one in test.places:
                self._by_place.setdefault(one, []).append(test)

    def cpu(self, names: Sequence[str]) -> float:
        """Return the recorded processor time of tests."""
        return sum(self._tests[n].cpu if n in self._tests else _UNKNOWN_SECONDS for n in names)

    def near(self, mutant: Mutant, excluded: Collection[str] = ()) -> list[str]:
        """Return the tests of the first round."""
        return self._take(self._touching(mutant, excluded), FIRST, FIRST_SECONDS)

    def further(self, mutant: Mutant, excluded: Collection[str] = ()) -> list[str]:
        """Return more tests that execute the line, and tests of the same files, which may use
        results that an earlier test left in a cache.
        """
        touching = self._touching(mutant, excluded)
        near = {*self._take(touching, FIRST, FIRST_SECONDS)}
        more = [test for test in touching if test.name not in near]
        files = {_file(test) for test in touching}
        others = [
            test
            for test in self._tests.values()
            if _file(test) in files and self._is_fit(test, excluded) and test not in touching
        ]
        return [
            name
            for tests in (more, self._sorted(mutant, others))
            for name in self._take(
                [t for t in tests if t.cpu < LATER_SECONDS], LATER, LATER_SECONDS
            )
        ]

    def needs_fresh(self, mutant: Mutant) -> bool:
        """Return whether the line runs while the tests are collected, or in no recorded test."""
        one = place(mutant.path, mutant.line)
        return one in self._early or one not in self._by_place

    def fresh(self, mutant: Mutant, excluded: Collection[str] = ()) -> list[str]:
        """Return the quickest tests of the package, at most one of each file, and those of the
        first round.
        """
        near = [
            test
            for test in self._tests.values()
            if _is_near(mutant, test) and self._is_fit(test, excluded)
        ]
        quickest = {_file(test): test for test in sorted(near, key=lambda t: -t.cpu)}
        names = [test.name for test in quickest.values()]
        return [*dict.fromkeys([*self.near(mutant, excluded), *names[: 2 * FIRST]])]

    def _is_fit(self, test: Test, excluded: Collection[str]) -> bool:
        return test.has_passed and test.name not in excluded

    def _touching(self, mutant: Mutant, excluded: Collection[str]) -> list[Test]:
        tests = self._by_place.get(place(mutant.path, mutant.line), [])
        return self._sorted(mutant, (t for t in tests if self._is_fit(t, excluded)))

    def _sorted(self, mutant: Mutant, tests: Iterable[Test]) -> list[Test]:
        """Sort tests: one of each file, those of the mutant's package first, then a second."""
        by_file: dict[str, list[Test]] = {}
        for test in sorted(tests, key=lambda test: (round(test.cpu, 1), len(test.places))):
            by_file.setdefault(_file(test), []).append(test)
        ranked = [
            (rank, not _is_near(mutant, test), round(test.cpu, 1), len(test.places), test)
            for own in by_file.values()
            for rank, test in enumerate(own)
        ]
        return [row[-1] for row in sorted(ranked)]

    def _take(self, tests: Sequence[Test], count: int, seconds: float) -> list[str]:
        """Take tests up to a number and a time, the quickest if none is quick enough."""
        names: list[str] = []
        for test in tests:
            if len(names) < count and (not names or test.cpu <= seconds):
                names.append(test.name)
                seconds -= test.cpu
        return names


def _file(test: Test) -> str:
    return test.name.split("::")[0]


def _is_near(mutant: Mutant, test: Test) -> bool:
    """Return whether a test is in the folder of tests for the mutant's package."""
    return PurePath(_file(test)).parts[1] == mutant.package
