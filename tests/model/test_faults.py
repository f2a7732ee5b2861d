"""Every possible error of a definition is reported at its place; golden files contain cases and
messages.

In the files of `tests/golden/faults`, a base is a file (`| …`) that may extend another. Below it
are its cases: additions (`+ …`) or replacements (`- …`) in the file, its parent or its spreadsheet,
and all messages. `--update-golden` rewrites the messages.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from printkit.base.errors import PrintkitError
from printkit.library.checks import check_and_warn
from printkit.model import checks
from printkit.model import warnings as warnings_of
from printkit.model.load import load
from printkit.model.warnings import find_sound_part
from tests.conftest import GOLDEN
from tests.support.words import mask_registries

NAMES = sorted(path.stem for path in (GOLDEN / "faults").iterdir())


def list_messages(folder: Path, base: list[str], case: list[str]) -> str:
    """Return the messages about a base with a change, one line per error."""
    old, new = ("\n".join(x[2:] for x in case if x[:2] == mark) for mark in ("- ", "+ "))
    texts = [text.replace(old, new, 1) if old and old in text else text for text in base]
    assert old == "" or texts != base, case
    if "cards_table" in texts[0]:
        (folder / "cards.csv").write_text(new + "\n", encoding="utf-8")
    elif not old:
        texts[-1] += new + "\n"
    for name, text in zip(("deck.toml", "child.toml"), texts, strict=False):
        (folder / name).write_text(text, encoding="utf-8")
    try:
        load(str(folder / ("deck.toml", "child.toml")[len(texts) - 1]))
    except PrintkitError as error:
        return mask_registries(str(error).replace(f"{folder}/", ""))
    return "fine"


def check_again(folder: Path, blocks: list[str]) -> Iterator[str]:
    """Return the expected golden file: each case with its current messages."""
    bases: dict[str, list[str]] = {}
    base: list[str] = []
    for block in blocks:
        head, *lines = block.splitlines()
        if head.startswith("== "):
            name, _, parent = head[3:].partition(" over ")
            own = "".join(f"{line[2:]}\n" for line in lines)
            base = bases[name] = [*bases.get(parent, ()), own]
            yield block
        else:
            case = [line for line in (head, *lines) if line[:2] in ("- ", "+ ")]
            yield "\n".join([*case, list_messages(folder, base, case)])


@pytest.mark.parametrize("name", NAMES)
def test_each_error_is_reported_at_its_place(
    name: str, tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    file = f"faults/{name}.txt"
    blocks = (GOLDEN / file).read_text(encoding="utf-8").strip("\n").split("\n\n")
    again = list(check_again(tmp_path, blocks))
    golden(file, "\n\n".join(again) + "\n")
    cases = [block for block in again if not block.startswith("== ")]
    lines = [line for block in cases for line in block.splitlines() if line[:2] not in ("- ", "+ ")]
    assert all(line.endswith((".", "?", "…")) for line in lines if line != "fine")
    assert not any(word in line for line in lines for word in ("msgspec", "type=", "<class", "  "))


def test_check_warns_of_family_without_cards(tmp_path: Path) -> None:
    text = (
        'name = "Two"\nlanguages = ["en"]\nplayers = { min = 2, max = 4 }\n'
        'families = { red = { name = "Red", back = "rosette" }, black = { name = "Black", '
        'back = "waves" } }\ncounting = { cards = 2, system = "sum" }\n'
        'places = [{ id = "hand", name = "Hand", kind = "hand" }]\n'
        'cards = [{ id = "a", name = "A", family = "red", value = 1 }, '
        '{ id = "b", name = "B", family = "red", value = 2 }]\n'
    )
    path = tmp_path / "two.toml"
    path.write_text(text, encoding="utf-8")
    _, warnings = check_and_warn(str(path))
    told = [(one.line, one.key, one.message) for one in warnings if "family" in one.hint]
    assert told == [(4, "families.black", "has no cards.")]


def test_too_many_faults_are_searched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = []

    def read_checked(*arguments: Any) -> Any:
        turns.append(arguments)
        return checks.read_checked(*arguments)

    monkeypatch.setattr(warnings_of, "read_checked", read_checked)
    rows = "".join(f"c-{n},A,B,x{n}.png\n" for n in range(3_000))
    (tmp_path / "cards.csv").write_text(f"id,name_en,name_fr,emblem\n{rows}", encoding="utf-8")
    path = tmp_path / "deck.toml"
    families = 'families = { a = { name = { en = "A" }, back = "rosette" } }\n'
    path.write_text(f'cards_table = "cards.csv"\n{families}', encoding="utf-8")
    assert len(find_sound_part(str(path)).problems) > 1_000
    assert len(turns) == 1
