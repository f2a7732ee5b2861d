"""Modules outside the package, in a folder of scripts: for the manual."""

import sys
from pathlib import Path

# Last, because a script there has the name of a library.
sys.path.append(str(Path(__file__).resolve().parents[2] / "web"))

import reference

import docs

__all__ = ["docs", "reference"]
