"""The README's tables of options and the library's keywords, made from the declared options.

`python -m tests.option_tables` writes them anew; tests hold that they are true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from printkit.base.options import CHOICE, COUNT, LENGTH, NAME, PROFILE, SWITCH
from printkit.base.units import format_mm
from printkit.cli import cli
from printkit.cli.flags import Flag
from printkit.jobs.options import all_options

ROOT = Path(__file__).resolve().parent.parent
README, LIBRARY = ROOT / "README.md", ROOT / "printkit" / "jobs" / "job.py"
# Commands whose options have a table of their own.
TABLED = ("build", "calibrate", "preview", "map")
# The types of the library's keywords, by the kind of option.
TYPES = {
    LENGTH: "float | str",
    COUNT: "int",
    CHOICE: "str",
    NAME: "str",
    SWITCH: "bool",
    PROFILE: "Profile",
}
HEAD = "| option | default | meaning |\n|---|---|---|\n"


def option_table(name: str) -> str:
    """The table of a command, as the README has it."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    params: list[click.Parameter] = getattr(command, "every_param", lambda: command.params)()
    rows = [_row(param) for param in params if isinstance(param, click.Option)]
    return HEAD + "".join(rows)


def written_tables(text: str) -> dict[str, str]:
    """The tables that a README has, by command."""
    return {name: match[1] for name, match in _tables(text)}


def with_tables(text: str) -> str:
    """A README with all tables made anew."""
    for name, match in _tables(text):
        text = text.replace(match[0], f"### Options of `{name}`\n\n{option_table(name)}")
    return text


def with_keywords(text: str) -> str:
    """The source of jobs with the keywords of all options made anew."""
    lines = sorted(
        f"    {option.name.replace('-', '_')}: {TYPES[option.kind]}"
        f"{' | None' if option.default is None else ''}\n"
        for option in all_options().values()
    )
    match = re.search(r"^class JobKeywords(?:.*\n)+?\n(?:    .+\n)+\n((?:    .+\n)+)", text, re.M)
    assert match, "no keywords of options"
    return text.replace(match[1], "".join(lines))


def _tables(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    for name in TABLED:
        match = re.search(rf"### Options of `{name}`\n\n((?:\|.*\n)+)", text)
        assert match, f"no table of the options of {name}"
        yield name, match


def _row(param: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in param.opts)
    default, text = _flag_texts(param) if isinstance(param, Flag) else _texts(param)
    return f"| {names} | {default} | {text} |\n".replace("[default: ", "(default: ")


def _flag_texts(param: Flag) -> tuple[str, str]:
    """The default and the meaning of a declared option."""
    option = param.declared
    text = option.help("en").rstrip(".")
    known = option.known()
    if known and option.kind in (CHOICE, NAME):
        text += f": `{' '.join(known)}`"
    if option.kind == LENGTH and option.maximum is not None:
        text += f" ({format_mm(option.minimum or 0)} to {format_mm(option.maximum)} mm)"
    if default := option.default_help("en"):
        return default, f"{text}."
    if option.kind == SWITCH:
        return "off", f"{text}."
    value = option.default
    shown = "" if value is None else f"{format_mm(value)}mm" if option.kind == LENGTH else value
    return f"`{shown}`" if shown != "" else "", f"{text}."


def _texts(param: click.Option) -> tuple[str, str]:
    """The default and the meaning of an option that a command takes in a way of its own."""
    text, _, wording = (param.help or "").partition("  [")
    default = wording.removeprefix("default: ").rstrip("]")
    kind = param.type
    known = getattr(kind, "known", lambda: getattr(kind, "choices", ()))()
    if known:
        text = f"{text.rstrip('.')}: `{' '.join(map(str, known))}`."
    if not default and param.is_flag:
        default = "off"
    elif not default and isinstance(param.default, str | int | float | Path):
        default = f"`{param.default}`"
    return default, text


if __name__ == "__main__":
    for path, renew in ((README, with_tables), (LIBRARY, with_keywords)):
        path.write_text(renew(path.read_text(encoding="utf-8")), encoding="utf-8")
