"""Draw the engraved cards: `python -m workshop` writes templates/art/engraved, and the lines of the
covers of editions in templates/art/lines.

Only drawings whose sources have changed are drawn; `--all` draws all, and `--only NAME` those whose
name begins with NAME (`casino/sabers`). `--check` lists stale drawings and ends with 1 if there are
any; it needs numpy alone.
"""

from __future__ import annotations

import argparse
import sys
import time

from workshop import covers, stock


def main(words: list[str] | None = None) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m workshop", description=__doc__)
    parser.add_argument("--check", action="store_true", help="list stale drawings")
    parser.add_argument("--all", action="store_true", help="draw unchanged ones also")
    parser.add_argument("--only", action="append", metavar="NAME", help="draw names that begin so")
    choice = parser.parse_args(words)
    stale = stock.stale() + covers.stale()
    if choice.check:
        for name in stale:
            print(name)
        return 1 if stale else 0
    writers = dict.fromkeys(stock.drawings(), stock.write)
    writers |= dict.fromkeys(
        [*(name for name, _ in covers.covers()), *covers.stale()], covers.write
    )
    for name, write in writers.items():
        wanted = choice.all or choice.only or name in stale
        if not wanted or (choice.only and not name.startswith(tuple(choice.only))):
            continue
        start = time.process_time()
        size = write(name)
        print(f"{name}: {size / 1000:.1f} kB, {time.process_time() - start:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
