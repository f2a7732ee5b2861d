"""The modules beside the package, in a folder of scripts: of the manual and of engravings."""

import sys
from pathlib import Path

# Last, since a script there has the name of a library.
sys.path.append(str(Path(__file__).resolve().parents[2] / "web"))

import engrave as engraver
import reference

import docs

__all__ = ["docs", "engraver", "reference"]
