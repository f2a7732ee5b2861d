"""Run printkit under system limits and report each file that it touches outside a folder.

Run `python confined.py SECONDS BYTES MODULE ARGUMENT…` in that folder. The limits also apply to
child processes. Accesses outside the folder are written to standard error, after `STRAYED`.
"""

from __future__ import annotations

import os
import resource
import runpy
import sys
from pathlib import Path

from tests.support.guard import Guard

STRAYED = "strayed: "


def main() -> None:
    seconds, size, module, *arguments = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    resource.setrlimit(resource.RLIMIT_AS, (int(size), int(size)))
    Guard(lambda what: os.write(2, f"{STRAYED}{what}\n".encode(errors="replace"))).start(Path())
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
