"""The modules beside the package that make the manual, which stand in a folder of scripts."""

import sys
from pathlib import Path

# Last, since a script there has the name of a library.
sys.path.append(str(Path(__file__).resolve().parents[2] / "web"))

import reference

import docs

__all__ = ["docs", "reference"]
