"""Rows of targets: the sizes that they sell, and the names that they refer to."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import printkit
from printkit.base.errors import PrintkitError, PrintkitWarning, UsageError
from printkit.base.messages import find_message, languages
from printkit.base.options import CHOICE, COUNT, LENGTH, PROFILE, SWITCH, Option
from printkit.base.paper_sizes import card, paper
from printkit.base.printer_profile import Profile
from printkit.jobs.job import all_options, options_of
from printkit.library.listings import list_targets
from printkit.pieces.kits import find_product
from printkit.pieces.protocols import require_format
from printkit.targets.orders import packer
from printkit.targets.target import Target, find_target, target_names
from tests.support.decks import put
from tests.support.sample import cases

TARGETS = target_names()
DECK = """name = "Two"
[[cards]]
id = "one"
name = "One"
value = 1
[[cards]]
id = "two"
name = "Two"
value = 2
"""
# Values that no target fixes, where the kind of an option does not give one.
OTHERS = {
    "edition": "winter",
    "leave-free": "1,3",
    "shape": "octagon",
    "site": "https://example.org/",
    "number": "12/50",
    "booklet-page": "a6",
    "card-size": "us-tarot",
    "condition": "CGATS TR 001",
    "fill": 3,
    "indices": "4",
    "label-sheet": "l7651",
    "order": "fronts",
    "paper": "a3",
    "rich-black": "50/40/40/90",
    "sleeves": "66x91mm",
    "theme": "noir",
    "url": "https://example.org/",
}
# What this deck has nothing of: its hands, and pictures that may be smaller.
NOT_OF_DECK = {"players", "small"}


@pytest.mark.parametrize("name", TARGETS)
def test_names_in_a_row_are_known(name: str) -> None:
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
        assert callable(packer(target.pack))
    assert all(paper(one) for one in target.papers)
    for language in languages():
        assert target.title(language)
        keys = [f"lacking.{key}" for key in target.lacks] + [f"steps.{key}" for key in target.steps]
        assert all(find_message(language, f"order.{key}") for key in keys)
    assert target.source


@pytest.mark.parametrize("name", TARGETS)
def test_pixels_match_the_target(name: str) -> None:
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


def other_value(option: Option[Any]) -> Any:
    """A value that is not the default."""
    if option.name in OTHERS:
        return OTHERS[option.name]
    few = option.default if option.default is not None else option.minimum
    values = {
        CHOICE: lambda: next(word for word in option.known() if word != option.default),
        SWITCH: lambda: not option.default,
        COUNT: lambda: few + 1,
        LENGTH: lambda: few + 0.9,
        PROFILE: lambda: Profile("other", back_x=1.0),
    }
    return values[option.kind]()


# Other options that an option needs to have an effect: the default theme has no black areas.
BESIDE = {"rich-black": {"theme": "gala"}}

# Those with many sheets have no option of their own.
MANY_SHEETS = {"playingcards-io", "tgc", "mpc", "cricut", "tts"}


@pytest.mark.parametrize("name", cases(TARGETS, {*TARGETS} - MANY_SHEETS))
def test_no_option_is_taken_in_silence(name: str, tmp_path: Path) -> None:
    target, deck = find_target(name), put(tmp_path, DECK)
    size = next((one.size for one in target.sizes.values()), None)
    usual = {} if target.any_size or size is None else {"card-size": f"{size[0]}x{size[1]}mm"}

    def made(formats: tuple[str, ...] = (), **wishes: Any) -> dict[str, bytes]:
        built = printkit.build(
            deck,
            ["cards"],
            target=name,
            formats=formats,
            in_memory=True,
            options={**usual, **wishes},
        )
        return {file.name: file.data for file in built.files if file.name != "manifest.json"}

    plain, taken, fixed = made(), set(), target.option_values()
    for key, option in all_options().items():
        value = other_value(option)
        if key in NOT_OF_DECK or (key in fixed and target.allows(key, value)):
            continue
        files = refused = None
        try:
            beside = {} if fixed.keys() & {"theme"} else BESIDE.get(key, {})
            files = made(**beside, **{key: value})
        except (PrintkitError, PrintkitWarning) as error:
            refused = f"{error} {getattr(error, 'hint', '')}"
        if files is not None:
            assert files != (made(**beside) if beside else plain), f"{key} {value}"
            taken.add(key)
        assert refused is None or key in refused
    assert {"theme", "safe"} <= taken | fixed.keys(), "the comparison can pass"
    with pytest.raises(UsageError, match="does not accept files in the format"):
        made(("pdf",))


def test_pieces_of_each_back_have_a_folder() -> None:
    """Pieces without a back are number 0."""
    first, second = object(), object()
    pieces = [SimpleNamespace(back=back) for back in (first, second, None, first)]
    pages = [SimpleNamespace(cells=[SimpleNamespace(piece=piece)]) for piece in pieces]
    document: Any = SimpleNamespace(pieces=pieces, pages=pages, language="en")
    target: Any = SimpleNamespace(folders=True)
    named = Target.page_folders(target, document, "cards")
    assert [*named] == [f"cards-{number}-en/" for number in (1, 2, 0, 1)]
