"""The promises of SECURITY.md, each tested with hostile folders in a separate process.

The process has 10 seconds of CPU and 1 GB of memory, and all its file accesses are recorded. It is
a fork of one that has read the program and our content. The fuzzer in `tests/fuzz` generates more
inputs of each kind.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from tests.promises.confined import STRAYED
from tests.support import processes
from tests.support.decks import facts
from tests.support.raster import make_png

SECONDS, BYTES = 10, 1_000_000_000
CONFINED = Path(__file__).with_name("confined.py")
# These files are next to the untrusted folder: they must be neither read nor changed.
SECRET = "the word is halcyon"
OUTSIDE = {
    "secret.toml": f'slug = "{SECRET}"',
    "secret.csv": f"id,value\n{SECRET},1\n",
    "secret.md": f"# {SECRET}\n",
    "secret.svg": f"<svg xmlns='http://www.w3.org/2000/svg'><text>{SECRET}</text></svg>",
}
# A message must not contain Python's own words, or characters that control a terminal.
PYTHON = re.compile(r"Traceback|Error\b|<class|object at 0x|NoneType|codec|recursion|Errno")
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
MOST_WORDS = 30_000

CHECK = ("check", "mini.toml")
DRAW = ("build", "mini.toml", "cards", "--format", "dump")


class Attack(Struct, frozen=True):
    """An untrusted folder, a command run in it, and the expected answer.

    `says` is a part of the error message, or None if any answer is allowed. `before` is called with
    the folder after its files are written, `after` with the output of the command.
    """

    files: Mapping[str, str | bytes]
    says: str | None
    command: tuple[str, ...] = CHECK
    before: Callable[[Path], object] | None = None
    after: Callable[[Path], object] | None = None
    name: str = "stranger"
    refused: bool = True


class Done(NamedTuple):
    """The end of a process: its status, which is negative for a signal, and its output."""

    returncode: int
    stdout: str
    stderr: str


def mini(*, slug: str = "mini", cards: str = "", **more: str) -> str:
    """Return a small definition with the given keys, tables and cards."""
    keys = {"slug": json.dumps(slug), "extends": '"expansion"', "name": '{ en = "Mini" }', **more}
    lines = "\n".join(f"{key} = {value}" for key, value in keys.items())
    return f"{lines}\n{cards}"


def card(number: int = 0, **keys: str) -> str:
    lines = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return f'[[cards]]\nid = "c{number}"\nname = {{ en = "C{number}" }}\nvalue = 1\n{lines}'


def png(width: int, height: int) -> bytes:
    """Return a black 1-bit picture; a picture that is rejected by its size lacks rows."""
    return make_png(width, height, 1, 0, bytes(min((width // 8 + 1) * height, 10_000_000)))


def link(name: str, target: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(target)

    return make


def pictures(count: int, width: int, height: int) -> dict[str, str | bytes]:
    cards = "".join(card(n, art=f'"p{n}.png"') for n in range(count))
    one = png(width, height)
    return {"mini.toml": mini(cards=cards), **{f"p{n}.png": one for n in range(count)}}


def game(**keys: str) -> dict[str, str | bytes]:
    """Return the folder of a definition with some keys."""
    return {"mini.toml": mini(**keys)}


def one(**keys: str) -> dict[str, str | bytes]:
    """Return the folder of a definition with one card of these keys."""
    return game(cards=card(**keys))


def drawing(path: str) -> dict[str, str | bytes]:
    markup = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{path}</svg>'
    return {**one(emblem='"a.svg"'), "a.svg": markup}


def chapter(text: str) -> dict[str, str | bytes]:
    return {**game(chapters='{ en = "own.md" }'), "own.md": f"# Own\n\n{text}\n"}


def manifest_that_lists(*names: str) -> Callable[[Path], None]:
    """Make a previous build's folder list these files with their actual checksums."""

    def write(folder: Path) -> None:
        processes.run(processes.printkit(*DRAW), cwd=folder, check=True)
        made = folder / "output" / "mini"
        manifest = json.loads((made / "manifest.json").read_text(encoding="utf-8"))
        for name in names:
            (made / name).write_text("mine")
            checksum = hashlib.sha256(b"mine").hexdigest()
            manifest["files"].append({**manifest["files"][0], "file": name, "sha256": checksum})
        (made / "manifest.json").write_text(json.dumps(manifest))

    return write


def expect_files(**texts: str) -> Callable[[Path], None]:
    def look(folder: Path) -> None:
        made = folder / "output" / "mini"
        there = {path.stem: path.read_text() for path in made.iterdir() if path.stem in texts}
        assert there == texts

    return look


# Content that a browser or viewer would run, by the kind of file.
RUN = {".svg": b"<script", ".html": b"<script>alert", ".pdf": b"/JavaScript", ".json": b"\0"}


def expect_no_script(folder: Path) -> None:
    for path in (folder / "output" / "mini").iterdir():
        assert RUN[path.suffix] not in path.read_bytes()


LEADS_OUT = "outside the definition"
ATTACKS: dict[str, Attack] = {
    # Nothing in these files is run.
    "run-attributes": Attack(chapter("{{ ''.__class__.__mro__[1].__subclasses__() }}"), None),
    "run-import": Attack(chapter("{% import 'os' as os %}{{ os.system('touch ../x') }}"), None),
    # Nothing outside is read.
    "read-extends": Attack(game(extends='"../secret.toml"'), LEADS_OUT),
    "read-root": Attack(game(extends='"/etc/passwd.toml"'), LEADS_OUT),
    "read-csv": Attack(game(cards_table='"../secret.csv"'), LEADS_OUT),
    "read-art": Attack(one(art='"../secret.svg"'), LEADS_OUT),
    "read-art-link": Attack(one(art='"a.svg"'), LEADS_OUT, before=link("a.svg", "../secret.svg")),
    "read-csv-link": Attack(
        game(cards_table='"a.csv"'), LEADS_OUT, before=link("a.csv", "../secret.csv")
    ),
    "read-chapter-link": Attack(
        game(chapters='{ en = "a.md" }'), LEADS_OUT, before=link("a.md", "../secret.md")
    ),
    "read-pipe": Attack({}, "a pipe", before=lambda folder: os.mkfifo(folder / "mini.toml")),
    "read-device": Attack({}, "a device", before=link("mini.toml", "/dev/zero")),
    # Nothing outside is written.
    "write-output-link": Attack(game(), "leads out of its folder", DRAW, link("output", "..")),
    "write-game-link": Attack(
        game(), "leads out of its folder", DRAW, link("output/mini", "../..")
    ),
    "write-file-link": Attack(
        game(), "not made by", DRAW, link("output/mini/mini-cards-en.txt", "../../../secret.md")
    ),
    "write-manifest-link": Attack(
        game(), "not a manifest", DRAW, link("output/mini/manifest.json", "../../../secret.md")
    ),
    "write-settings": Attack(
        {**game(), "printkit.toml": '[defaults]\nout = "../x"\n'}, "leads out of the", DRAW
    ),
    "write-device": Attack(game(slug="con"), "device on Windows", DRAW),
    # No file that a person wrote is lost.
    "lose-listed": Attack(
        game(),
        None,
        (*DRAW, "--rebuild"),
        manifest_that_lists("notes.txt", "mini-thoughts.txt"),
        expect_files(notes="mine", **{"mini-thoughts": "mine"}),
        refused=False,
    ),
    "lose-stage": Attack(
        {**game(), "output/mini/.printkit-stage-old/x": ""},
        None,
        DRAW,
        link("output/mini/.printkit-stage-old/before", "../../../.."),
        refused=False,
    ),
    "lose-folder": Attack(
        {"mini.toml": mini(), "output/mini/manifest.json": '{"files": [{"file": "photos"}]}'},
        "not a manifest",
        DRAW,
    ),
    # It ends soon.
    **{
        f"end-pictures-{command[0]}": Attack(
            pictures(162, 8000, 6250), "8,100,000,000 pixels in all pictures", command
        )
        for command in (CHECK, DRAW)
    },
    "end-picture": Attack(pictures(1, 60_000, 60_000), "megapixels"),
    "end-name": Attack(one(note=json.dumps("W " * 500)), "note"),
    "end-cards": Attack(game(without=json.dumps([f"c{n}" for n in range(60_000)])), "too many"),
    "end-columns": Attack({**game(cards_table='"a.csv"'), "a.csv": "id," * 500_000}, "columns"),
    "end-table": Attack({"mini.toml": "a = " + "[" * 50_000}, "mini.toml"),
    "end-run": Attack(game(grids='[{ ranks = ["1-99999999999"] }]'), "grids[0]"),
    "end-ranks": Attack(game(ranks="[{ from = 1, to = 99999999999 }]"), "ranks[0]"),
    "end-keys": Attack({"mini.toml": ".".join("a" * 50_000) + " = 1"}, "too many parts"),
    "end-path": Attack(drawing('<path d="M-99999 0L99999 99999H0Z"/>'), None, refused=False),
    "end-shapes": Attack(drawing("<g>" * 5_000 + "</g>" * 5_000), "a.svg"),
    "end-entities": Attack(
        one(emblem='"a.svg"')
        | {"a.svg": '<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>'},
        "a.svg",
    ),
    "end-growth": Attack(chapter("{{ 'a' * 10 ** 9 }}{{ 10 ** (10 ** 8) }}"), None),
    "end-brackets": Attack(chapter("[" * 20_000), "own.md"),
    # Messages are safe.
    "say-escapes": Attack(game(slug="\x1b]0;x\x07\u202e"), "\\u001b"),
    "say-key": Attack(game(**{'"\\u001b[2J"': "1"}), "\\u001b"),
    "say-long": Attack(game(**{"k" * 900_000: "1"}), "kkk"),
    # The output is harmless.
    **{
        f"made-{command[0]}": Attack(
            game(name='{ en = "</title><script>alert(1)</script>" }'),
            None,
            command,
            after=expect_no_script,
            refused=False,
        )
        for command in (
            ("build", "mini.toml", "cards", "--format", "svg,pdf"),
            ("preview", "mini.toml", "--html"),
        )
    },
    # Paths that are not UTF-8, and links that stay inside, are harmless.
    "work-bytes": Attack(
        pictures(1, 80, 80),
        None,
        ("build", "mini.toml", "cards", "--format", "svg,pdf"),
        name=os.fsdecode(b"caf\xe9"),
        refused=False,
    ),
    "work-links": Attack(
        {"one.toml": mini(), "made/.keep": ""},
        None,
        DRAW,
        lambda folder: (link("mini.toml", "one.toml")(folder), link("output", "made")(folder)),
        refused=False,
    ),
}


@pytest.fixture(scope="module")
def confined(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Done]]:
    """Return a function that runs printkit in a folder under the limits of a promise."""
    own = tmp_path_factory.mktemp("confined")
    (own / "mini.toml").write_text(mini())
    output = [own / "output", own / "errors"]
    pipes = {"stdin": processes.PIPE, "stdout": processes.PIPE, "text": True}
    command = processes.python(CONFINED, own / "mini.toml")
    with processes.start(command, env=processes.environment(HOME=str(own)), **pipes) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stdout.readline() == "ready\n"

        def run(folder: Path, *arguments: str) -> Done:
            assert server.stdin is not None
            assert server.stdout is not None
            request = {
                "folder": str(folder),
                "output": [str(file) for file in output],
                "environment": homes(folder),
                "limits": [SECONDS, BYTES, "printkit", arguments],
                "timeout": 60,
            }
            for file in output:
                file.write_bytes(b"")
            print(json.dumps(request), file=server.stdin, flush=True)
            status = os.waitstatus_to_exitcode(int(server.stdout.readline()))
            return Done(status, *(file.read_text(errors="replace") for file in output))

        yield run


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_hostile_folder_cannot_break_a_promise(
    attack: Attack, tmp_path: Path, confined: Callable[..., Done]
) -> None:
    for name, text in OUTSIDE.items():
        (tmp_path / name).write_text(text)
    folder = tmp_path / attack.name
    folder.mkdir()
    for name, data in attack.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
    if attack.before:
        attack.before(folder)
    done = confined(folder, *attack.command)
    said = done.stdout + done.stderr
    assert done.returncode in (0, 1), said[-2000:]
    assert not any(pattern.search(said) for pattern in (PYTHON, CONTROL)), said[-2000:]
    assert STRAYED not in said
    assert SECRET not in said
    assert len(said) < MOST_WORDS
    if attack.says is not None or not attack.refused:
        assert (done.returncode == 1) == attack.refused, said
        assert (attack.says or "") in said
    assert {p.name: p.read_text() for p in tmp_path.iterdir() if p.is_file()} == OUTSIDE
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == [folder]
    if attack.after:
        attack.after(folder)


def homes(folder: Path) -> dict[str, str]:
    """Return variables by which settings of the person who runs the tests influence no process."""
    return {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / ".cache")}


def confine(folder: Path, module: str, *arguments: str, seconds: int = SECONDS) -> Any:
    """Run a module in a folder under the limits of a promise, in a process that starts afresh."""
    command = processes.python(CONFINED, str(seconds), str(BYTES), module, *arguments)
    path = os.pathsep.join([str(processes.ROOT), str(folder)])
    environment = processes.environment(PYTHONPATH=path, **homes(folder))
    return processes.run(command, env=environment, cwd=folder, timeout=60, errors="replace")


@pytest.mark.parametrize(("code", "shown"), facts(__file__)["breaches"])
def test_broken_promise_is_detected(code: str, shown: str, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text(SECRET)
    folder = tmp_path / "stranger"
    folder.mkdir()
    link("away.csv", "../secret.csv")(folder)
    (folder / "breach.py").write_text(code)
    done = confine(folder, "breach", seconds=1)
    if shown in ("open", "os.symlink"):
        assert f"{STRAYED}{shown} {tmp_path}" in done.stderr
    else:
        assert shown in done.stderr or str(done.returncode) in shown.split()
