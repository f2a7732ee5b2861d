"""The inputs that accept untrusted files: commands, options and keys that name a file.

All are derived from the command line and the schema, so that a new one is attacked at once. A case
is the name of a door, a line feed, and the bytes of a file.
"""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import click

from printkit.cli.app import cli
from printkit.cli.job_command import JobCommand
from printkit.cli.options import TypedValue
from printkit.model.schema import json_schema
from printkit.targets.target import target_names
from tests.fuzz import definitions, drawings, files, pictures, sheets, texts
from tests.fuzz.trees import Grower, write_toml

# What help and schema say of a parameter or a key that names a file.
_FILE_METAVAR = re.compile("FILE|FOLDER")
_FILE_KEY = re.compile(
    r"beside (this (one|file)|the definition)|file of a picture|files of chapters|^file\.",
    re.IGNORECASE,
)
# The arguments that a command needs besides the file.
_NEEDED = {
    "variant": ["mine.toml"],
    "deck": ["mine.toml"],
    "products": ["cards"],
    "name": ["new"],
    "files": ["mine.toml"],
    "shell": ["bash"],
    "path": ["x.png"],
}
_KINDS_OF_SOURCE = {"csv": "spreadsheet", "xlsx": "spreadsheet", "json": "tts", "md": "list"}
_ENOUGH = {"build": ["--format", "svg"], "settle": ["--hand", "joker"], "map": ["--format", "svg"]}
# What may come in.
MAKERS = {
    "toml": definitions.make,
    "theme": texts.make_theme,
    "edition": files.make_edition,
    "table": texts.make_table,
    "sheet": sheets.make_sheet,
    "svg": drawings.make,
    "picture": pictures.make,
    "chapter": texts.make_chapter,
    "font": files.make_font,
    "checked": files.make_checked,
}


# The kinds of files that an input accepts, by its name. Most inputs reject other kinds at once.
_SUITABLE = {
    "font": "font",
    "emblem|art|back|shape|sign": "svg",
    "theme": "theme",
    "edition": "edition",
    "chapter": "chapter",
    "table": "table",
    "variant|deck|with|files|extends": "toml",
    "place|path": "checked",
}


# Commands that are handled separately, besides those of `options`.
COMMANDS_OF_FILES = frozenset(("preflight", "settle"))


def _names_file(parameter: click.Parameter) -> bool:
    kind = parameter.type
    if isinstance(kind, click.Path):
        return parameter.name != "out"
    if isinstance(kind, TypedValue) and kind.files:
        return True
    shown = parameter.metavar or ""
    if isinstance(kind, TypedValue):
        shown = kind.get_metavar(parameter, click.Context(cli)) or ""
    return bool(_FILE_METAVAR.search(shown))


@cache
def commands() -> dict[str, click.Command]:
    """Return all commands by name."""
    context = click.Context(cli)
    found = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    return {name: one for name, one in found.items() if one is not None}


def _parameters(command: click.Command) -> list[click.Parameter]:
    """Return all parameters of a command, those of any product too."""
    if isinstance(command, JobCommand):
        return command.every_param()
    return command.get_params(click.Context(command))


@cache
def parameter_doors() -> frozenset[str]:
    """Return each parameter that names a file, with its command: `build --theme`."""
    return frozenset(
        f"{name} {parameter.opts[0]}"
        for name, command in commands().items()
        for parameter in _parameters(command)
        if _names_file(parameter)
    )


def command_words(door: str, file: str) -> list[str]:
    """Return the command line that brings a file in through a door."""
    name, option = door.split()
    words = [name]
    for parameter in _parameters(commands()[name]):
        attacked = option in parameter.opts
        if attacked and isinstance(parameter, click.Argument):
            words.append(file)
        elif isinstance(parameter, click.Argument) and parameter.name in _NEEDED:
            words += _NEEDED[parameter.name]
        elif attacked and name == "new":
            kind = _KINDS_OF_SOURCE.get(file.rpartition(".")[2], "images")
            words += [parameter.opts[0], kind, "." if kind == "images" else file]
        elif attacked:
            words += [parameter.opts[0], file]
        elif parameter.name == "target" and parameter.required:
            words += [parameter.opts[0], sorted(target_names())[len(file) % len(target_names())]]
    return [*words, *_ENOUGH.get(name, ())]


@cache
def key_doors() -> dict[str, tuple[str, ...]]:
    """Return the path of each key that names a file, by its name in dots: `cards.*.art`."""
    return {".".join(path): path for path in _find_keys(json_schema(), json_schema(), ())}


def _find_keys(
    node: dict[str, Any], schema: dict[str, Any], path: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    if "$ref" in node:
        node = {**schema["$defs"][node["$ref"].rpartition("/")[2]], **node}
        del node["$ref"]
    if path and _FILE_KEY.search(node.get("description", "")):
        yield path
    for form in (node, *node.get("anyOf", ())):
        if "$ref" in form:
            yield from _find_keys(form, schema, path)
        for key, child in form.get("properties", {}).items():
            if len(path) < 5:
                yield from _find_keys(child, schema, (*path, key))
        for many in ("items", "additionalProperties"):
            if isinstance(form.get(many), dict) and len(path) < 5:
                yield from _find_keys(form[many], schema, (*path, "*"))


def definition_with(door: str, file: str) -> str:
    """Return a definition whose key names a file."""
    import tomllib

    tree: Any = tomllib.loads(definitions.BASE)
    grown = Grower(json_schema(), Random(door), ("a", "deck", "sabers"))
    path, node, schema = key_doors()[door], tree, json_schema()
    for key, below in zip(path, (*path[1:], None), strict=True):
        if isinstance(node, list):
            key = 0 if key == "*" else key
        elif key == "*":
            key = next(iter(node), "x")
        if below is None:
            node[key] = file
            break
        if isinstance(node, dict) and not isinstance(node.get(key), dict | list):
            node[key] = {}
            if path[0] == key:
                value = grown.grow(schema["properties"][key])
                node[key] = value if isinstance(value, dict | list) and value else {}
        node = node[key]
        if isinstance(node, list) and not node:
            node.append({})
    return write_toml(tree)


def make(random: Random) -> bytes:
    """Return a file with the door that it comes in through."""
    doors = random.choice((parameter_doors, key_doors))()
    door = random.choice(sorted(doors))
    suitable = [kind for words, kind in _SUITABLE.items() if re.search(words, door)]
    kind = random.choice((*suitable[:1], random.choice(list(MAKERS))))
    return door.encode() + b"\n" + MAKERS[kind](random)


_ENDINGS = (
    (b"%PDF", ".pdf"), (b"PK\3\4", ".xlsx"), (b"\x89PNG", ".png"), (b"\xff\xd8", ".jpg"),
    (b"<svg", ".svg"), (b"\0\1\0\0", ".ttf"), (b"OTTO", ".otf"), (b"ttcf", ".ttc"),
)  # fmt: skip


def file_name(door: str, data: bytes) -> str:
    """Return a name for the bytes of a file, usually with the matching extension."""
    own = next((ending for start, ending in _ENDINGS if data.startswith(start)), "")
    if not own and data.startswith(b"#") and b" = " not in data:
        own = ".md"
    if not own:
        own = ".csv" if b"," in data[:40] and b"=" not in data[:40] else ".toml"
    return f"given{own}"
