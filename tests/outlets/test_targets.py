"""Rows of targets: what they sell, and that the program knows all that they name."""

from importlib import import_module

import pytest

from printkit.base.errors import PrintkitError, UsageError
from printkit.base.messages import find_message, languages
from printkit.base.paper_sizes import card, paper
from printkit.jobs.options import options_of
from printkit.listings import list_targets
from printkit.outlets.target import find_target, target_names
from printkit.pieces.registry import find_product
from printkit.writers import require_format

TARGETS = target_names()


@pytest.mark.parametrize("name", TARGETS)
def test_what_a_row_names_is_known(name: str) -> None:
    target = find_target(name)
    assert all(find_product(key) is not None for key in (*target.takes, *target.packed))
    for form in target.formats:
        require_format(form)
    known = options_of(target.takes, target.formats)
    for option, value in target.option_values().items():
        assert option in known or option in ("dpi", "order"), option
        if option in known:
            known[option].accept(value)
    if target.pack:
        assert callable(import_module(f"printkit.outlets.{target.pack}").pack)
    assert all(paper(one) for one in target.papers)
    for language in languages():
        assert target.title(language)
        keys = [f"lacking.{key}" for key in target.lacks] + [f"steps.{key}" for key in target.steps]
        assert all(find_message(language, f"order.{key}") for key in keys)
    assert target.source


@pytest.mark.parametrize("name", TARGETS)
def test_pixels_are_those_that_the_target_tells(name: str) -> None:
    target = find_target(name)
    for sold in target.sizes.values():
        assert sold.images in (None, target.pixels(*sold.size))
    assert find_target("mpc").pixels(70, 120) != (822, 1122)


@pytest.mark.parametrize("name", TARGETS)
def test_a_size_that_is_not_sold_is_refused_with_the_nearest(name: str) -> None:
    target = find_target(name)
    for key, sold in target.sizes.items():
        assert target.sold_as(*sold.size)[0] == key
    if target.any_size:
        assert target.sold_as(33.0, 44.0)[1].size == (33.0, 44.0)
        return
    key, sold = next(iter(target.sizes.items()))
    with pytest.raises(PrintkitError, match="does not sell cards") as refused:
        target.sold_as(sold.size[0] + 0.4, sold.size[1])
    hint = str(refused.value.hint)
    assert f"“{key}”" in hint
    size = card(hint.split("--card-size ")[1].rstrip("."))
    assert (size.w, size.h) == pytest.approx(sold.size, abs=0.1)


def test_targets_are_listed_and_looked_up() -> None:
    assert [row["target"] for row in list_targets()] == TARGETS
    assert find_target(" MPC ") == find_target("mpc")
    with pytest.raises(UsageError, match="“mcp” is not a target") as refused:
        find_target("mcp")
    assert "“mpc”" in str(refused.value.hint)
