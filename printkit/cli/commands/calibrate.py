"""Measure your printer’s misalignment and save it as a profile."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
import tomlkit
from msgspec.structs import replace
from tomlkit.items import Table

from printkit.base.content import TomlFile
from printkit.base.errors import UsageError, require_known
from printkit.base.files import exists, read_bytes, replace_file
from printkit.base.limits import MAX_SETTINGS_BYTES
from printkit.base.printer_profile import (
    LONG,
    MANUAL,
    READINGS,
    ManualFeed,
    Profile,
    parse_answers,
    parse_name,
    read_answer,
)
from printkit.base.sentences import Sentence
from printkit.cli import config
from printkit.cli.config import NOUN, PRINTERS
from printkit.cli.flags import format_option, job_of
from printkit.cli.job_command import JobCommand
from printkit.cli.options import (
    LANGUAGES,
    TypedValue,
    add_options,
    from_command_line,
    name_type,
    out_option,
    replace_option,
)
from printkit.cli.speech import echo, echo_json, print_sentence
from printkit.jobs.build import build

# Parameters that matter for the sheet alone.
_OF_SHEET = ("languages", "formats", "paper", "printer", "dpi", "out")
# The settings that the sheet follows. It is corrected for a printer only on request.
# The key of the product.
_PRODUCT = "calibration"
_TAKES = ("lang", "format", "paper", "duplex", "dpi", "out")
# The readings by their parameters: the kind of value, and the help.
_READING_HELP = {
    "back_x": (
        "LENGTH",
        "Shift of the backs to the right, as read on the back of the sheet; negative if they "
        "are shifted to the left.",
    ),
    "back_y": (
        "LENGTH",
        "Downward shift of the backs, as read on the back of the sheet; negative if they are "
        "shifted upwards.",
    ),
    "scale_x": (
        "PERCENT",
        "Measured length of the 100 mm ruler across the sheet, as a percentage of 100 mm, such as "
        "99.6%.",
    ),
    "scale_y": (
        "PERCENT",
        "Measured length of the 100 mm ruler along the sheet, as a percentage of 100 mm, such as "
        "99.6%.",
    ),
}


# An option for each reading of the sheet.
_reading_options = add_options(
    *(
        click.option(
            f"--{name.replace('_', '-')}",
            type=TypedValue(READINGS[name.replace("_", "-")], partial(str, metavar)),
            default=None,
            help=text,
        )
        for name, (metavar, text) in reversed(_READING_HELP.items())
    )
)


@click.command(cls=JobCommand, takes=_TAKES, makes=(_PRODUCT,))
@click.option("--name", default=None, help="Save the readings as a profile with this name.")
@_reading_options
@click.option(
    "--answers",
    type=TypedValue(parse_answers, partial(str, "ANSWERS")),
    default=None,
    help="With --duplex manual: your answers to the three questions on the test sheets, such as "
    "yes,no,yes.",
)
@click.option("--list", "as_list", is_flag=True, help="List saved profiles.")
@click.option("--json", "as_json", is_flag=True, help="With --list: print the profiles as JSON.")
@click.option(
    "--remove",
    type=name_type("NAME", config.load_profiles, files=False),
    default=None,
    help="Remove a profile.",
)
@click.option(
    "--lang",
    "languages",
    type=LANGUAGES,
    default=None,
    help="Language of the sheet.  [default: the locale]",
)
@format_option
@replace_option
@out_option
def command(
    name: str | None, as_list: bool, as_json: bool, remove: str | None, **parameters: Any
) -> None:
    """Write a test sheet for your printer, and save the values that you read from it.

    Print the sheet on both sides, hold it up to the light, read how far the backs are shifted, and
    measure the 100 mm rulers. With --name, the readings are saved in printkit.toml; from then on,
    “--printer NAME” corrects any build. To check the result, make the sheet again with --printer:
    the backs should fit and the rulers be 100 mm long.

    \b
    Examples:
      printkit calibrate
      printkit calibrate --duplex short --paper letter --lang fr
      printkit calibrate --name office --back-x 0.75mm --back-y -0.5mm --scale-x 99.6%
      printkit calibrate --printer office
      printkit calibrate --duplex manual
      printkit calibrate --duplex manual --name home --answers yes,yes,no
      printkit calibrate --list
      printkit calibrate --remove office
    """
    readings = {key: parameters.pop(key) for key in _READING_HELP}
    readings["manual"] = parameters.pop("answers")
    read = {key: value for key, value in readings.items() if value is not None}
    by_hand = parameters.get("duplex") == MANUAL and from_command_line("duplex")
    if read.get("manual") is not None and not by_hand:
        raise UsageError("--answers works only with --duplex manual.", hint="Add --duplex manual.")
    if by_hand and name is not None and not read and sys.stdin.isatty():
        read["manual"] = _ask_feed()
    _check_single_task(name, as_list, as_json, remove, list(read))
    if as_list:
        _list_profiles(as_json)
    elif remove is not None:
        _remove_profile(remove)
    elif name is not None:
        _save_profile(name, read, parameters.get("duplex") or LONG)
    else:
        for file in build(job_of(parameters, products=(_PRODUCT,))).files:
            echo(str(file))


def _check_single_task(
    name: str | None, as_list: bool, as_json: bool, remove: str | None, readings: Sequence[str]
) -> None:
    """Refuse a command line that asks for several tasks. Raises UsageError."""
    tasks = {"--name": name is not None, "--list": as_list, "--remove": remove is not None}
    asked = [flag for flag, given in tasks.items() if given]
    if len(asked) > 1:
        both, *others = asked
        for flag in others:
            both = Sentence("{one} and {other}", one=both, other=flag)
        raise UsageError(Sentence("{asked} cannot be combined.", asked=both), hint="Choose one.")
    if as_json and not as_list:
        raise UsageError("--json works only with --list.", hint="Add --list, or omit this option.")
    if name is None and readings:
        raise UsageError(
            Sentence(
                "--{replace} is a reading, but no profile name is given.",
                replace=_flag(readings[0]),
            ),
            hint="Add --name and a name for the printer.",
        )
    if name is not None and not readings:
        raise UsageError(
            Sentence("There are no readings for the printer “{name}”.", name=name),
            hint="Add --back-x, --back-y, --scale-x or --scale-y, as read on the sheet; or, with "
            "--duplex manual, --answers.",
        )
    sheet = any(map(from_command_line, _OF_SHEET))
    if asked and (sheet or (asked != ["--name"] and from_command_line("duplex"))):
        raise UsageError(
            Sentence("{asked} does not print anything.", asked=asked[0]),
            hint="Omit the options of the printed sheet.",
        )


def _flag(reading: str) -> str:
    return "answers" if reading == "manual" else reading.replace("_", "-")


def _ask_feed() -> ManualFeed:
    """Ask the three questions of the test sheets on the terminal."""
    questions = (
        "Did the second file print on the blank side?",
        "Turn the sheet like the page of a book: do the two arrows point the same way?",
        "Do the two numbers on each sheet match?",
    )
    answers: list[bool] = []
    for question in questions:
        print_sentence(question)
        while True:
            typed = click.prompt("", prompt_suffix="> ", type=str)
            answer = read_answer(typed)
            if answer is not None:
                break
            print_sentence("Type yes or no.")
        answers.append(answer)
    on_white, same_head, same_sheet = answers
    return ManualFeed.from_test(on_white=on_white, same_head=same_head, same_sheet=same_sheet)


# --- profiles -----------------------------------------------------------------------------------


def _save_profile(name: str, readings: dict[str, Any], duplex: str) -> None:
    """Save readings in a profile; other readings of an existing profile are kept."""
    known = config.load_profiles()
    before = known[name][0] if name in known else Profile(parse_name(name))
    edge = duplex if from_command_line("duplex") or name not in known else before.duplex
    if edge != before.duplex:  # the shift depends on the edge
        before = replace(before, back_x=0.0, back_y=0.0)
    profile = replace(before, duplex=edge, **readings)
    path = config.PROJECT_CONFIG if exists(config.PROJECT_CONFIG) else config.user_config_path()
    settings = config.read_settings(path) if exists(path) else TomlFile(path, "", {})
    _write(path, with_profile(settings, name, profile.as_text()))
    print_sentence("{profile}; saved in {path}", profile=_profile_line(profile), path=path)


def _remove_profile(name: str) -> None:
    """Remove the profile with this name; if both settings files have one, remove the profile that
    takes precedence.
    """
    known = config.load_profiles()
    require_known(
        name, known, Sentence("There is no printer profile “{name}”.", name=name), "printers"
    )
    settings = known[name][1]
    _write(settings.path, without_profile(settings, name))
    print_sentence("{name}: removed from {path}", name=name, path=settings.path)
    rest = config.load_profiles()
    if name in rest:
        profile, other = rest[name]
        print_sentence(
            "{profile}; still saved in {path}", profile=_profile_line(profile), path=other.path
        )


def _list_profiles(as_json: bool) -> None:
    """Print the saved profiles, as text or JSON."""
    known = sorted(config.load_profiles().items())
    if as_json:
        rows = [
            {**profile.as_data(), "file": str(settings.path)} for _, (profile, settings) in known
        ]
        echo_json({"printers": rows})
        return
    for _, (profile, settings) in known:
        echo(f"{_profile_line(profile)}  ({settings.path})")
    if not known:
        print_sentence(
            "No printer profile has been saved. “printkit calibrate” writes the sheet that you "
            "need to make one."
        )


def _profile_line(profile: Profile) -> str:
    """Return the readings of a profile as they are typed on a command line."""
    typed = profile.as_text()
    return f"{profile.name}: {', '.join(f'{key} {typed[key]}' for key in READINGS if key in typed)}"


# --- changing printkit.toml without touching the rest of it --------------------------------------


def _write(path: Path, text: str) -> None:
    """Replace a file as a whole; a link stays a link. Raises PrintkitError."""
    before = read_bytes(path, noun=NOUN, max_bytes=MAX_SETTINGS_BYTES) if exists(path) else b""
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    replace_file(path, mark + text.encode(), action="The settings cannot be saved")


def with_profile(settings: TomlFile, name: str, values: Mapping[str, str]) -> str:
    """Return the text of the file with the profile of this name, new or changed."""
    document = _parse(settings)
    printers: Any = document.get(PRINTERS, {})
    if name in printers:
        profile = printers[name]
        tail = _take_tail(profile)  # new readings go above trailing comments
        for key, value in values.items():
            if profile.get(key) != value:
                profile[key] = value
        profile.value.body.extend(tail)
        return _as_text(document.as_string(), settings)
    text = document.as_string()
    end = "" if not text or text.endswith("\n") else "\n"
    gap = "\n" if text.strip() and not text.endswith("\n\n") else ""
    table = tomlkit.table()
    table.update(values)
    header = f"[{PRINTERS}.{tomlkit.key(name).as_string()}]"
    return _as_text(f"{text}{end}{gap}{header}\n{table.as_string()}", settings)


def without_profile(settings: TomlFile, name: str) -> str:
    """Return the text of the file without the profile of this name.

    Comments below its last reading stay, because they may be about the next table.
    """
    document = _parse(settings)
    before = document.as_string().splitlines(keepends=True)
    printers: Any = document[PRINTERS]
    tail = "".join(item.as_string() for _, item in _take_tail(printers[name]))
    del printers[name]
    after = document.as_string().splitlines(keepends=True)
    same = (a == b for a, b in zip(before, after, strict=False))
    place = next((i for i, equal in enumerate(same) if not equal), min(len(before), len(after)))
    first, rest = "".join(after[:place]), tail + "".join(after[place:])
    if first.endswith("\n\n") or not first:
        rest = rest.lstrip("\n")
    text = first + rest if rest else first.rstrip("\n") + "\n" * bool(first.strip())
    return _as_text(text, settings)


def _take_tail(profile: Any) -> list[tuple[Any, Any]]:
    """Remove the comments and empty lines below the last reading of a table; return them."""
    if not isinstance(profile, Table):
        return []
    body = profile.value.body
    tail: list[tuple[Any, Any]] = []
    while body and body[-1][0] is None:
        tail.insert(0, body.pop())
    return tail


def _parse(settings: TomlFile) -> tomlkit.TOMLDocument:
    return tomlkit.parse(settings.text.replace("\r\n", "\n"))


def _as_text(text: str, settings: TomlFile) -> str:
    return text.replace("\n", "\r\n") if "\r\n" in settings.text else text
