"""Measure your printer, and save the readings as a profile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from printkit.base.errors import PrintkitError, UsageError, did_you_mean
from printkit.base.files import exists
from printkit.base.messages import languages
from printkit.base.printer_profile import (
    EDGES,
    READINGS,
    Profile,
    parse_back,
    parse_name,
    parse_scale,
)
from printkit.cli import config, config_writer
from printkit.cli.echo import echo
from printkit.cli.flags import JobCommand, chosen_options, option_fields
from printkit.cli.options import (
    TypedValue,
    from_command_line,
    names_type,
    out_option,
    replace_option,
)
from printkit.jobs.artifacts import build
from printkit.jobs.job import Job
from printkit.pieces.page_products import CALIBRATION
from printkit.writers import bundled_formats, formats

# Options that mean something for the sheet alone, for a profile alone, and for the list alone.
_OF_SHEET = ("lang", "fmt", "paper", "printer", "dpi", "out")
# A person's own defaults go for the sheet; it is never set right unless that is asked for.
_TAKES = ("lang", "format", "paper", "duplex", "dpi", "out")
_OF_PROFILE = ("back_x", "back_y", "scale_x", "scale_y")


@click.command(cls=JobCommand, takes=_TAKES, makes=(CALIBRATION.key,))
@click.option("--name", default=None, help="Save the readings as a profile.")
@click.option(
    "--back-x",
    type=TypedValue(parse_back, lambda: "LENGTH"),
    default=None,
    help="How far the backs lie to the right (or left: -0.5mm), as read on the sheet's back.",
)
@click.option(
    "--back-y",
    type=TypedValue(parse_back, lambda: "LENGTH"),
    default=None,
    help="How far they lie too low (or too high).",
)
@click.option(
    "--scale-x",
    type=TypedValue(parse_scale, lambda: "PERCENT"),
    default=None,
    help="How long 100 mm across the sheet come out: 99.6%.",
)
@click.option(
    "--scale-y",
    type=TypedValue(parse_scale, lambda: "PERCENT"),
    default=None,
    help="How long 100 mm along the sheet come out.",
)
@click.option("--list", "as_list", is_flag=True, help="List saved profiles.")
@click.option("--json", "as_json", is_flag=True, help="With --list: machine-readable.")
@click.option("--remove", metavar="NAME", default=None, help="Remove a profile.")
@click.option(
    "--lang",
    type=names_type(languages, "languages"),
    default="en",
    show_default=True,
    help="Language of the sheet.",
)
@click.option(
    "--format",
    "fmt",
    type=names_type(formats, "formats", bundled_formats),
    default="pdf",
    show_default=True,
    help="What to write.",
)
@replace_option
@out_option
def command(
    name: str | None,
    back_x: float | None,
    back_y: float | None,
    scale_x: float | None,
    scale_y: float | None,
    as_list: bool,
    as_json: bool,
    remove: str | None,
    lang: tuple[str, ...],
    fmt: tuple[str, ...],
    replace_files: bool,
    out: Path,
    **chosen: Any,
) -> None:
    """Print a sheet that measures your printer, and save what you read on it.

    Print the sheet on both sides, hold it to the light, and read how far the backs lie off; measure
    its rulers of 100 mm. With --name the readings are saved in printkit.toml, and “--printer NAME”
    corrects every build. With --printer the sheet itself is corrected: all should read 0.

    \b
    Examples:
      printkit calibrate
      printkit calibrate --duplex short --paper letter --lang fr
      printkit calibrate --name office --back-x 0.75mm --back-y -0.5mm --scale-x 99.6%
      printkit calibrate --printer office
      printkit calibrate --list
      printkit calibrate --remove office
    """
    _check_single_task(name, as_list, as_json, remove)
    if as_list:
        _list_profiles(as_json)
    elif remove is not None:
        _remove_profile(remove)
    elif name is not None:
        readings = {"back_x": back_x, "back_y": back_y, "scale_x": scale_x, "scale_y": scale_y}
        read = {key: value for key, value in readings.items() if value is not None}
        _save_profile(name, read, chosen.get("duplex") or EDGES[0])
    else:
        options = option_fields(chosen_options(chosen))
        job = Job("", (CALIBRATION.key,), lang, fmt, **options, replace=replace_files, out=out)
        for file in build(job).files:
            echo(str(file))


def _check_single_task(name: str | None, as_list: bool, as_json: bool, remove: str | None) -> None:
    """Refuse a command line that asks for two things at once. Raises UsageError."""
    asked = [
        word
        for word, there in (
            ("--name", name is not None),
            ("--list", as_list),
            ("--remove", remove is not None),
        )
        if there
    ]
    if len(asked) > 1:
        raise UsageError(f"{' and '.join(asked)} ask for different things.", hint="Take one.")
    if as_json and not as_list:
        raise UsageError("--json is for --list.", hint="Add --list, or leave it out.")
    readings = [key for key in _OF_PROFILE if from_command_line(key)]
    if name is None and readings:
        raise UsageError(
            f"--{readings[0].replace('_', '-')} is a reading, and no profile is named.",
            hint="Add --name and a name for the printer.",
        )
    if name is not None and not readings:
        raise UsageError(
            f"Nothing was read for the printer “{name}”.",
            hint="Add --back-x, --back-y, --scale-x or --scale-y, as read on the sheet.",
        )
    sheet = [key for key in _OF_SHEET if from_command_line(key)]
    if asked and (sheet or (asked != ["--name"] and from_command_line("duplex"))):
        raise UsageError(
            f"{asked[0]} prints nothing.",
            hint="Leave out what says how the sheet is printed.",
        )


# --- profiles -----------------------------------------------------------------------------------


def _save_profile(name: str, readings: dict[str, Any], duplex: str) -> None:
    """Save readings; those of an existing profile are kept if they are not given anew."""
    known = config.load_profiles()
    before = known[name][0] if name in known else Profile(parse_name(name))
    edge = duplex if from_command_line("duplex") or name not in known else before.duplex
    if edge != before.duplex:  # over the other edge the backs lie elsewhere
        before = replace(before, back_x=0.0, back_y=0.0)
    profile = replace(before, duplex=edge, **readings)
    path = (
        config.project_config_path()
        if exists(config.project_config_path())
        else config.user_config_path()
    )
    settings = config.read_settings(path) if exists(path) else config.Settings(path, "", {})
    config_writer.write(path, config_writer.with_profile(settings, name, profile.as_text()))
    echo(f"{_profile_line(profile)}; kept in {path}")


def _remove_profile(name: str) -> None:
    """Remove the profile of this name that takes precedence."""
    known = config.load_profiles()
    if name not in known:
        raise PrintkitError(
            f"There is no printer profile “{name}”.", hint=did_you_mean(name, known, "printers")
        )
    settings = known[name][1]
    config_writer.write(settings.path, config_writer.without_profile(settings, name))
    echo(f"{name}: forgotten in {settings.path}")
    rest = config.load_profiles()
    if name in rest:
        profile, other = rest[name]
        echo(f"{_profile_line(profile)}; still kept in {other.path}")


def _list_profiles(as_json: bool) -> None:
    """Print the saved profiles, for people or programs."""
    known = sorted(config.load_profiles().items())
    if as_json:
        rows: list[dict[str, Any]] = [
            {**profile.as_data(), "file": str(settings.path)} for _, (profile, settings) in known
        ]
        echo(json.dumps({"printers": rows}, ensure_ascii=False, indent=2))
        return
    for _, (profile, settings) in known:
        echo(f"{_profile_line(profile)}  ({settings.path})")
    if not known:
        echo("No printer profile is kept. “printkit calibrate” prints the sheet for one.")


def _profile_line(profile: Profile) -> str:
    """Return a profile in the words in which it is typed."""
    typed = profile.as_text()
    return f"{profile.name}: {', '.join(f'{key} {typed[key]}' for key in READINGS)}"
