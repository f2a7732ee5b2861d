"""Kill builds at random moments, and check that no file is lost and no unfinished file remains.

`python -m tests.jobs.kills 200` kills 200 builds and prints the outcomes; the tests kill a few.
Each kill uses either a signal that a process can handle or SIGKILL, which it cannot.
"""

import hashlib
import json
import math
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from printkit.jobs.staging import MANIFEST
from tests.support import processes

SIGNALS = {"SIGKILL": -9, "SIGTERM": 1, "SIGHUP": 1, "SIGINT": 130}
# Builds of the same folder: of other products and sizes, so that every kill meets other files.
BUILDS = (
    ("cards", "--bleed", "1mm"),
    ("cards", "--bleed", "2mm", "--layout", "single"),
    ("cards", "tuck-box", "--paper", "letter"),
)
NOTES = "notes.md"


def command(folder: Path, words: tuple[str, ...], *more: str) -> processes.Command:
    wishes = ("--format", "dump,svg", "--quiet", *more)
    return processes.printkit("build", "expansion", *words, *wishes, "-o", folder)


def checksums(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.is_file()
    }


def kill_builds(folder: Path, times: int, seed: int = 1) -> Counter[str]:
    """Kill builds in a folder; count how each ended. Raises AssertionError if one loses a file."""
    dice, result = random.Random(seed), folder / "expansion"
    whole: dict[str, set[str]] = {}  # each file with all that a whole build ever put there
    makes: dict[tuple[str, ...], set[str]] = {}
    seconds = math.inf
    # Twice: the first page lists what earlier builds left in the folder.
    for words in BUILDS * 2:
        start = time.monotonic()
        processes.run(command(folder, words, "--rebuild"), check=True)
        seconds = min(seconds, time.monotonic() - start)
        makes[words] = set(files_of(result))
        for name, checksum in checksums(result).items():
            whole.setdefault(name, set()).add(checksum)
    (result / NOTES).write_text("mine, of printkit")
    whole[NOTES] = {checksums(result)[NOTES]}
    ends: Counter[str] = Counter()
    while sum(ends.values()) < times:
        name, words = dice.choice(list(SIGNALS)), dice.choice(BUILDS)
        moment, before = dice.uniform(0, seconds), checksums(result)
        with processes.start(
            command(folder, words, "--rebuild"), stderr=processes.PIPE, text=True
        ) as process:
            time.sleep(moment)
            process.send_signal(getattr(signal, name))
            _, wording = process.communicate(timeout=processes.TIMEOUT)
            assert processes.running(process.pid) == [], "processes are left"
        # Until our first line signals are Python's own.
        late = "Traceback" not in wording and process.returncode in (0, SIGNALS[name])
        assert late or not re.search(r'__main__\.py", line \d+, in main', wording), wording
        if process.returncode != 0:  # else it was done before
            ends[f"{name} {process.returncode if late else 'before our first line'}"] += 1
        after = checksums(result)
        assert after[NOTES] == before[NOTES]
        for file in {*before, *after} - {MANIFEST}:
            # A file goes only by a build of the same product that has it no more.
            gone = "cards" in file and file not in makes[words]
            assert file in after or gone, f"{file} is missing"
            assert file not in after or after[file] in whole[file], f"{file} is not whole"
    processes.run(command(folder, BUILDS[-1], "--rebuild"), check=True)
    assert [path.name for path in result.iterdir() if path.name.startswith(".")] == []
    assert {*checksums(result)} == {*files_of(result), MANIFEST, NOTES}
    return ends


def files_of(folder: Path) -> set[str]:
    manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    return {entry["file"] for entry in manifest["files"]}


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        ends = kill_builds(Path(folder), times)
        print(f"{times} kills in {time.monotonic() - start:.0f} s; nothing lost, nothing left.")
        for end, count in sorted(ends.items()):
            print(f"{count:5} {end}")


if __name__ == "__main__":
    main()
