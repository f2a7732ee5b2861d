"""`python -m tests`: all that must hold before a change is handed on.

Runs ruff (lint and format), mypy (strict) and pytest, with the interpreter it was started with, and
leaves with the first status that is not 0. Arguments go to pytest.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STEPS = (
    ("-m", "ruff", "check", "."),
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "mypy"),
    ("-m", "pytest", "-n", "auto", *sys.argv[1:]),
)


def main() -> int:
    """The status of the first step that fails, or 0."""
    for step in STEPS:
        print(f"+ python {' '.join(step)}", flush=True)
        status = subprocess.run([sys.executable, *step], cwd=ROOT, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
