"""Parse our drawings, tables, games, hyphenation and templates when hatchling builds a wheel (see
pyproject.toml).

With PRINTKIT_VERDICTS=1, as in a release, the games are checked and their kits laid out as well,
which takes some minutes, and the wheel contains the results and the choices of all searches.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

EDITABLE = "editable"


class ContentHook(BuildHookInterface[Any]):
    """Adds a cache file for each source to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the cache files into a temporary folder and add it to the build."""
        if version == EDITABLE:
            return
        sys.path.insert(0, self.root)
        from printkit.art.emblems import BODY, measure_body
        from printkit.art.engraving import parse_lines
        from printkit.base.content import FOLDER
        from printkit.booklet.templates import python_source, write_python
        from printkit.graphics.colour import palette_source
        from printkit.graphics.svg import read_art
        from printkit.layout.hyphenation import (
            HYPHENS,
            pattern_file,
            pattern_version,
            read_patterns,
        )
        from printkit.model.definition_files import STANDINS, VARIANTS, bundled_slugs
        from printkit.model.load import (
            describe_all,
            load_with_sources,
            pack_definition,
            shelf_source,
        )

        templates = Path(self.root, "templates")
        forms = templates / "new"  # a template, not TOML yet
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
            self._keep(str(path.relative_to(templates)), source, read)
        for path in Path(templates, "art", "lines").glob("*.txt"):
            source = path.read_bytes()
            self._keep(str(path.relative_to(templates)), source, parse_lines(source))
        for path in Path(templates, "art", "suits").glob("*.svg"):
            name = path.relative_to(templates).with_suffix(BODY)
            source = path.read_bytes() + palette_source()
            self._keep(str(name), source, measure_body(read_art(path)))
        for path in templates.rglob("*.j2"):
            source = python_source(path.read_text(encoding="utf-8"))
            self._keep(str(path.relative_to(templates)), source, write_python(path))
        for strings in Path(templates, "strings").glob("*.toml"):
            if (patterns := pattern_file(strings.stem)) is not None:
                read = read_patterns(patterns.read_bytes())
                self._keep(f"{HYPHENS}/{strings.stem}", pattern_version(), read)
        for shelf in (VARIANTS, STANDINS):
            for slug in bundled_slugs(shelf):
                packed = pack_definition(load_with_sources(slug, shelf=shelf))
                self._keep(f"{shelf}/{slug}", shelf_source(), packed)
        self._keep(VARIANTS, shelf_source(), {game["slug"]: game for game in describe_all()})
        if os.environ.get("PRINTKIT_VERDICTS"):
            from printkit.base.content import CHOICES, source_digest
            from printkit.library.builds import make_choices
            from printkit.library.checked import VERDICTS
            from printkit.library.checks import make_verdicts

            source = source_digest().encode()
            self._keep(VERDICTS, source, make_verdicts())
            self._keep(CHOICES, source, make_choices())
        build_data["force_include"][self.folder.name] = f"printkit/_content/{FOLDER}"

    def _keep(self, name: str, source: bytes, read: object) -> None:
        """Write the cache file of a source."""
        from printkit.base.content import SUFFIX, keep

        file = Path(self.folder.name, f"{name}{SUFFIX}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(keep(source, read))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder."""
        if version != EDITABLE:
            self.folder.cleanup()
