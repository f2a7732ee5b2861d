"""Commands that are refused: each with its message, in `tests/golden/refusals`.

A file has blocks. A block that begins with `== NAME` is a file that all commands below it find; the
lines of the file follow, each after `| `. Each other block is a case: files of its own, a command
(`$ printkit …`), and its status with what it writes to the error stream. `--update-golden` writes
status and messages anew, so that a new case is a command alone.
"""

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.cli import run
from tests.conftest import GOLDEN
from tests.support.words import mask_registries

NAMES = sorted(path.stem for path in (GOLDEN / "refusals").iterdir())
# What click writes above the fault of an option.
USAGE = re.compile(r"Usage: .*\nTry .*\n\nError: ")
Files = dict[str, str]


def read_files(lines: list[str]) -> Files:
    """The files that a block writes."""
    files: Files = {}
    name = ""
    for line in lines:
        if line.startswith("== "):
            name = line[3:]
            files[name] = ""
        elif line.startswith("|"):
            files[name] += line[2:] + "\n"
    return files


def refuse(folder: Path, files: Files, command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command among some files; it says nothing but its status and message, and writes no
    file."""
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name, text in files.items():
            Path(name).write_text(text, encoding="utf-8")
        status = run(shlex.split(command)[1:])
    output, errors = capsys.readouterr()
    assert status in (1, 2), command
    assert output == "", command
    assert "Traceback" not in errors, command
    assert sorted(path.name for path in folder.iterdir()) == sorted(files), command
    message = USAGE.sub("usage: ", errors.rstrip()).replace(str(folder), "FOLDER")
    return f"{status} {mask_registries(message)}"


@pytest.mark.parametrize("name", NAMES)
def test_a_refused_command_writes_its_message_and_no_file(
    name: str,
    tmp_path: Path,
    golden: Callable[[str, str], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = f"refusals/{name}.txt"
    blocks = (GOLDEN / file).read_text(encoding="utf-8").strip("\n").split("\n\n")
    shared: Files = {}
    result = []
    for number, block in enumerate(blocks):
        lines = block.splitlines()
        commands = [line[2:] for line in lines if line.startswith("$ ")]
        if not commands:
            shared |= read_files(lines)
            result.append(block)
            continue
        (command,) = commands
        files = shared | read_files(lines)
        message = refuse(tmp_path / str(number), files, command, capsys)
        kept = lines[: lines.index(f"$ {command}") + 1]
        result.append("\n".join([*kept, message]))
    golden(file, "\n\n".join(result) + "\n")
