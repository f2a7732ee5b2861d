"""Reads our drawings, our tables and the hyphens of our languages when a wheel is built: hatchling
calls it, see pyproject.toml.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

EDITABLE = "editable"


class ContentHook(BuildHookInterface[Any]):
    """Adds what was read from each source to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files into a folder of their own, which goes with the build."""
        if version == EDITABLE:
            return
        sys.path.insert(0, self.root)
        from printkit.base.kept import FOLDER, SUFFIX, keep
        from printkit.graphics.scenes import palette_source
        from printkit.graphics.svg_art import read_art
        from printkit.layout.hyphenation import HYPHENS, pattern_file, read_patterns

        templates = Path(self.root, "templates")
        forms = templates / "new"  # to be filled in: not TOML yet
        self.folder = tempfile.TemporaryDirectory()
        for path in templates.rglob("*.*"):
            if path.suffix not in (".svg", ".toml") or path.is_relative_to(forms):
                continue
            source = path.read_bytes()
            read: object
            if path.suffix == ".svg":
                read, source = read_art(path), source + palette_source()
            else:
                read = tomllib.loads(source.decode())
            self._write(f"{path.relative_to(templates)}{SUFFIX}", keep(source, read))
        for strings in Path(templates, "strings").glob("*.toml"):
            if (patterns := pattern_file(strings.stem)) is not None:
                source = patterns.read_bytes()
                name = f"{HYPHENS}/{patterns.name}{SUFFIX}"
                self._write(name, keep(source, read_patterns(source)))
        build_data["force_include"][self.folder.name] = f"printkit/_content/{FOLDER}"

    def _write(self, name: str, data: bytes) -> None:
        file = Path(self.folder.name, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder."""
        if version != EDITABLE:
            self.folder.cleanup()
