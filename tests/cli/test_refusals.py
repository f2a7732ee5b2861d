"""Rejected commands with their messages, in `tests/golden/refusals`.

A golden file consists of blocks. A block that begins with `== NAME` is a file for all commands
below it. The lines of the file follow, each after `| `, or after `|b ` with bytes (\\xe9). `==
NAME/` is a folder, `== NAME |` a pipe, `== NAME -> TARGET` a link, and `== NAME +` appends to the
file above. Every other block is a case. It has its own files, a command (`$ printkit …`, where
\\x07 is that character) or several with the same output, and the exit status with the text on
standard error. A slow command (`$night printkit …`) runs at night; similar commands
run by day. ⟨x×300⟩ is a repeated text. `--update-golden` rewrites status and messages, so a new
case only needs a command.
"""

import os
import re
import shlex
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from printkit.base import messages
from printkit.base.messages import translate_fault
from printkit.cli.app import run
from tests.conftest import GOLDEN
from tests.fuzz.trial import judge_words
from tests.support import processes
from tests.support.sample import cases
from tests.support.words import english_words, mask_registries

NAMES = sorted(path.stem for path in (GOLDEN / "refusals").iterdir())
# The lines that click writes above an option error.
USAGE = re.compile(r"Usage: .*\nTry .*\n\nError: ")
REPEATED = re.compile("⟨(.*?)×(\\d+)⟩")
ESCAPED = re.compile(rb"\\x(..)")
AT_NIGHT = "$night "
Files = dict[str, bytes]


def unfold(text: str) -> str:
    """Expand repeated texts."""
    return REPEATED.sub(lambda match: match[1] * int(match[2]), text)


def unescape(text: str) -> bytes:
    return ESCAPED.sub(lambda match: bytes([int(match[1], 16)]), unfold(text).encode())


def read_files(lines: list[str], shared: Files) -> Files:
    """Return the files of earlier blocks and of this block."""
    files = dict(shared)
    name = ""
    for line in lines:
        if line.startswith("== "):
            name = line[3:].removesuffix(" +")
            files[name] = shared[name] if line.endswith(" +") else b""
        elif line.startswith("|b "):
            files[name] += unescape(line[3:])
        elif line.startswith("|"):
            files[name] += unfold(line[2:]).encode() + b"\n"
    return files


def write_files(folder: Path, files: Files) -> None:
    for head, data in files.items():
        name, kind, target = head.partition(" -> ")
        path = folder / name.removesuffix(" |")
        (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
        if kind:
            path.symlink_to(target)
        elif name.endswith(" |"):
            os.mkfifo(path)
        elif not name.endswith("/"):
            path.write_bytes(data)


def list_files(folder: Path) -> list[Path]:
    """Return all files and folders, including hidden ones."""
    return sorted(folder.rglob("*"))


def refuse(folder: Path, files: Files, command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command in a folder with some files. It must only print its message, in French too, and
    write no file.
    """
    folder.mkdir()
    write_files(folder, files)
    before = list_files(folder)
    words = [unescape(word).decode() for word in shlex.split(command)[1:]]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        french: list[str] = []
        patch.setattr(messages, "translate_fault", partial(_translate, french))
        status = run(words)
    assert not any(map(english_words, french)), french
    output, errors = capsys.readouterr()
    assert status in (1, 2), command
    # A check begins with the receipt of its files.
    assert output == "" or command.startswith("printkit check"), command
    assert list_files(folder) == before, command
    message = USAGE.sub("usage: ", errors.rstrip()).replace(str(folder), "FOLDER")
    message = message.replace(os.environ["XDG_CONFIG_HOME"], "SETTINGS")
    assert judge_words(message, b"".join(files.values())) is None, command
    return f"{status} {mask_registries(message)}"


def _translate(french: list[str], language: str, text: str) -> str:
    """Translate a sentence as printed, and also into French."""
    french.append(translate_fault("fr", text))
    return translate_fault(language, text)


def is_command(line: str) -> bool:
    return line.startswith(("$ ", AT_NIGHT))


def ask_again(
    folder: Path, blocks: list[str], ask: Callable[..., str], *, night: bool = True
) -> Iterator[str]:
    """Return the golden with the current answer of each case; those for the night are not asked
    unless it is `night`.
    """
    shared: Files = {}
    for number, block in enumerate(blocks):
        lines = block.splitlines()
        commands = [line for line in lines if is_command(line)]
        if not commands:
            shared = read_files(lines, shared)
            yield block
            continue
        if commands[0].startswith(AT_NIGHT) and not night:
            yield block
            continue
        files = read_files(lines, shared)
        messages = [
            ask(folder / f"{number}-{i}", files, command.partition(" ")[2])
            for i, command in enumerate(commands)
        ]
        assert len({message.replace("printkit: ", "", 1) for message in messages}) == 1, messages
        yield "\n".join([*lines[: lines.index(commands[-1]) + 1], messages[0]])


def texts(name: str) -> str:
    return (GOLDEN / "refusals" / f"{name}.txt").read_text(encoding="utf-8")


BY_DAY = [(name, False) for name in NAMES]
BY_NIGHT = [(name, True) for name in NAMES if f"\n{AT_NIGHT}" in texts(name)]


@processes.unix
@pytest.mark.parametrize(("name", "night"), cases([*BY_DAY, *BY_NIGHT], BY_DAY))
def test_rejected_command_writes_only_its_message(
    name: str,
    night: bool,
    tmp_path: Path,
    golden: Callable[[str, str], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    blocks = texts(name).strip("\n").split("\n\n")
    again = ask_again(tmp_path, blocks, lambda *case: refuse(*case, capsys), night=night)
    golden(f"refusals/{name}.txt", "\n\n".join(again) + "\n")
