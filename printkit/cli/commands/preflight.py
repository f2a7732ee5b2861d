"""Check files before you send them to a print shop."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from printkit.base.errors import PrintkitError
from printkit.base.messages import translate
from printkit.cli.options import TypedValue
from printkit.cli.speech import Command, echo_json, echo_some, print_sentence, spoken_content
from printkit.targets.preflight.check import MissingLibraryError, preflight
from printkit.targets.preflight.findings import Finding, Findings
from printkit.targets.target import find_target, target_names


def _parse_target(text: str) -> str:
    find_target(text)
    return text


TARGET = TypedValue(_parse_target, lambda: "TARGET", target_names)


@click.command(cls=Command)
@click.argument("path", metavar="FILE|FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--for",
    "target",
    type=TARGET,
    required=True,
    help="Print shop, virtual table or cutting machine that the files are for.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(path: Path, target: str, as_json: bool) -> int:
    """Check a PDF, a picture or a folder of such files against the requirements of a target: PDF
    keys and boxes, page order, fonts, colours, total ink, resolution, fine lines and text, and the
    safe area. The files may come from printkit or another program.

    Each error includes the page, the distance from the upper left corner of the trim, the required
    value and the remedy. Checking PDF files requires the pikepdf library; if it is missing, the
    error message explains how to install it.

    \b
    Examples:
      printkit preflight deck.pdf --for drivethru
      printkit preflight output/casino/mpc --for mpc
      printkit preflight front.png --for tgc --json
    """
    (lang,) = spoken_content()
    findings = _check(path, target, as_json)
    faults = sum(finding.fault for finding in findings)
    if as_json:
        echo_json([finding.as_data(lang) for finding in findings])
        return 1 if faults else 0
    echo_some([_line(finding, lang) for finding in findings])
    print_sentence(
        "Keys checked for {target}: errors {faults}, hints {hints}.",
        target=find_target(target).title(lang),
        faults=faults,
        hints=len(findings) - faults,
    )
    return 1 if faults else 0


def _check(path: Path, target: str, as_json: bool) -> Sequence[Finding]:
    """Return the findings. With JSON an unreadable file is a finding as well, otherwise an
    error.
    """
    try:
        return preflight(path, target)
    except MissingLibraryError:
        raise
    except PrintkitError as error:
        if not as_json:
            raise
        findings = Findings()
        findings.file = path.name
        findings.add_error(error)
        return [*findings]


def _line(finding: Finding, lang: str) -> str:
    """Return a finding as a line: its place, message, remedy and other pages."""
    head = [] if finding.fault else [translate(lang, "preflight.hint")]
    head += [finding.file] if finding.file else []
    if finding.pages:
        head.append(translate(lang, "preflight.page", number=finding.pages[0]))
    if finding.place is not None:
        head.append(translate(lang, "preflight.place", x=finding.place[0], y=finding.place[1]))
    text = f"{finding.message(lang)} {finding.hint(lang)}".strip()
    if (count := len(finding.pages) - 1) > 0:
        text += f" {translate(lang, 'preflight.more', count=count)}"
    return translate(lang, "words.pair", name=", ".join(head), text=text)
