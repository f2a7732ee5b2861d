"""A module forgets what its own functions keep, and nothing that others keep."""

from functools import cache
from types import ModuleType

from tests.support.shared import forget


def test_module_forgets_only_its_own_caches() -> None:
    one, other = ModuleType("one"), ModuleType("other")

    def double(number: int) -> int:
        return 2 * number

    double.__module__ = "one"
    one.double = other.double = cache(double)  # type: ignore[attr-defined]
    assert one.double(2) == 4
    forget(other)
    assert one.double.cache_info().currsize == 1
    forget(one)
    assert one.double.cache_info().currsize == 0
