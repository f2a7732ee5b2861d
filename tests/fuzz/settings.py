"""Themes, and the settings of a folder (printkit.toml): real ones changed."""

import tomllib
from random import Random

from printkit.base.content import content_path
from tests.fuzz.trees import change_tree, write_toml
from tests.fuzz.values import damage

_SMALL_THEME = """\
extends = "noir"
name = { en = "dusk", fr = "crépuscule" }
roles = { paper = "#231a33" }
colours = { blue = "#7cc4ff", mine = { srgb = "#ffffff", inks = [0, 0, 0, 1], spot = "X" } }
mix = { tint = 0.2 }
switches = { outlines = true, lines = 0.5 }
"""
_PROFILE = """\
[defaults]
paper = "letter"
lang = "fr"
bleed = "3mm"
out = "there"
theme = "ink-saver"
quiet = true
jobs = 2

[printers.desk]
back-x = "0.5mm"
back-y = "-1mm"
scale-x = "100.2%"
duplex = "long"
"""


def make_theme(random: Random) -> bytes:
    """Return the text of a theme."""
    names = ("classic", "noir", "ink-saver")
    real = [content_path("themes", f"{name}.toml").read_text(encoding="utf-8") for name in names]
    return _make(random, random.choice((_SMALL_THEME, _SMALL_THEME, *real)))


def make_profile(random: Random) -> bytes:
    """Return the text of a printkit.toml."""
    return _make(random, _PROFILE)


def _make(random: Random, text: str) -> bytes:
    if random.random() < 0.3:
        return damage(random, text).encode("utf-8", "replace")
    return write_toml(change_tree(random, tomllib.loads(text))).encode("utf-8", "replace")
