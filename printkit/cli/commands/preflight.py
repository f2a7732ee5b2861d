"""Check files for a print shop or another target before they are sent."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import to_builtins

from printkit.base.catalogue import Sentence
from printkit.cli import echo, echo_json, print_sentence
from printkit.cli.options import TypedValue
from printkit.cli.speech import Command, language, tell
from printkit.outlets.preflight import preflight
from printkit.outlets.preflight.finding import Finding
from printkit.outlets.target import find_target, target_names

# More pages than this are counted.
_MAX_LISTED = 3


def _parse_target(text: str) -> str:
    find_target(text)
    return text


TARGET = TypedValue(_parse_target, lambda: "TARGET", target_names)


@click.command(cls=Command)
@click.argument("path", metavar="FILE|FOLDER", type=click.Path(path_type=Path))
@click.option("--for", "target", type=TARGET, required=True, help="Where the files go.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(path: Path, target: str, as_json: bool) -> int:
    """Check a PDF, a picture or a folder of them, ours or another's, for a target: keys, boxes, the
    order of pages, fonts, colours, total ink, resolution, fine lines and text, the safe area.

    Each fault is told with its page, its place from the upper left corner of the trim, what is
    wanted and the cure. PDFs need the extra “shop”: pip install "sabacc-printkit[shop]".

    \b
    Examples:
      printkit preflight deck.pdf --for drivethru
      printkit preflight output/casino/mpc --for mpc
      printkit preflight front.png --for tgc --json
    """
    findings = preflight(path, target)
    faults = sum(finding.fault for finding in findings)
    if as_json:
        words = [{"message": tell(one.message), "hint": tell(one.hint)} for one in findings]
        rows = [{**to_builtins(one), **said} for one, said in zip(findings, words, strict=True)]
        echo_json(rows)
    else:
        for finding in findings:
            echo(_line(finding), err=finding.fault)
        print_sentence(
            "Keys checked for {target}; faults: {faults}, hints: {hints}.",
            target=find_target(target).title(language()),
            faults=faults,
            hints=len(findings) - faults,
        )
    return 1 if faults else 0


def _line(finding: Finding) -> str:
    """Return a finding in the language that is spoken: place, message, cure, more pages."""
    head = [] if finding.fault else [tell("hint")]
    head += [finding.file] if finding.file else []
    if finding.pages:
        head.append(tell(Sentence("page {number}", number=finding.pages[0])))
    if finding.place is not None:
        x, y = finding.place
        head.append(tell(Sentence("at {x} × {y} mm", x=x, y=y)))
    said = [tell(finding.message), tell(finding.hint)]
    if others := finding.pages[1:]:
        listed = ", ".join(map(str, others[:_MAX_LISTED]))
        more = Sentence("The same on page {pages}.", pages=listed)
        if len(others) > _MAX_LISTED:
            more = Sentence("The same on {count} more pages.", count=len(others))
        said.append(tell(more))
    place = ", ".join(head)
    message = " ".join(filter(None, said))
    return tell(Sentence("{name}: {message}", name=place, message=message)) if place else message
