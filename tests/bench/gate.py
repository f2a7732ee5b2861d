"""The speed gate: no row may reach 1.5 times its last recorded ratio.

A ratio compares the least CPU of a few alternating runs, so other programs hardly change it; a slow
row is measured again before it counts.
"""

from __future__ import annotations

from tests.bench.measure import Machine, Program

ALLOWED = 1.5
ROUNDS, MORE_ROUNDS = 1, 4
Pair = tuple[Program, Program]


def measure(machine: Machine, pairs: dict[str, Pair], rounds: int) -> dict[str, float]:
    """Run all programs in turn; return the ratios of the least CPU of each."""
    taken: dict[str, tuple[list[float], list[float]]] = {key: ([], []) for key in pairs}
    for _ in range(rounds):
        for key, pair in pairs.items():
            for times, program in zip(taken[key], pair, strict=True):
                times.append(machine.run(program).cpu)
    return {key: min(ours) / min(theirs) for key, (ours, theirs) in taken.items()}


def find_slow(ratios: dict[str, float], kept: dict[str, float]) -> list[str]:
    """Return the rows at 1.5 times the recorded ratio, or more."""
    return [key for key, ratio in ratios.items() if ratio >= ALLOWED * kept[key]]


def judge(machine: Machine, pairs: dict[str, Pair], kept: dict[str, float]) -> list[str]:
    """Return a sentence for each row that is too slow twice."""
    slow = find_slow(measure(machine, pairs, ROUNDS), kept)
    if not slow:
        return []
    again = measure(machine, {key: pairs[key] for key in slow}, MORE_ROUNDS)
    return [
        f"{key}: {again[key]:.1f} times its reference; {kept[key]:.1f} times were kept last"
        for key in find_slow(again, kept)
    ]
