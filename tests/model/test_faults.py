"""Every possible error of a definition is reported at its place; golden files contain cases and
messages.

In the files of `tests/golden/faults`, a base is a file (`| …`) that may extend another. Below it
are its cases: additions (`+ …`) or replacements (`- …`) in the file, its parent or its spreadsheet,
and all messages. `--update-golden` rewrites the messages.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from printkit.base.errors import PrintkitError
from printkit.model.load import load
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
