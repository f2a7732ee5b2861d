"""The table of bundled plug-ins."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from printkit.base import plugins
from printkit.base.content import content_path
from printkit.base.errors import UsageError
from printkit.pieces.kits import find_product
from printkit.pieces.product import Product
from printkit.pieces.protocols import Imposition, find_imposition, writer

ROWS = tomllib.loads(content_path("plugins.toml").read_text(encoding="utf-8"))


def test_bundled_reads_the_table_as_tomllib_does() -> None:
    assert {kind: dict(plugins.bundled(kind)) for kind in ROWS} == ROWS


@pytest.mark.parametrize("kind", ROWS)
def test_find_returns_each_bundled_plug_in(kind: str) -> None:
    for name in plugins.bundled(kind):
        found = plugins.find(kind, name)
        key = name if kind == plugins.COMMANDS else getattr(found, "name", name)
        assert getattr(found, "key", key) == name
        source = plugins.source_of(kind, name)
        assert source is not None
        assert source.is_file()
        assert plugins.digest(kind, name) == ""


def test_find_rejects_unknown_name_with_the_nearest() -> None:
    with pytest.raises(UsageError) as refused:
        find_imposition("card-sheet")
    assert str(refused.value).startswith("“card-sheet” is not an imposition. Did you mean “card-s")


def test_kinds_have_their_protocols() -> None:
    assert all(isinstance(find_product(key), Product) for key in plugins.names(plugins.PRODUCTS))
    names = plugins.names(plugins.IMPOSITIONS)
    assert all(isinstance(find_imposition(name), Imposition) for name in names)
    assert all(callable(writer(name)) for name in plugins.names(plugins.WRITERS))


def test_every_module_of_a_kind_is_in_the_table() -> None:
    root = Path(plugins.__file__).parents[1]
    listed = {place.partition(":")[0] for rows in ROWS.values() for place in rows.values()}
    for file in (root / "cli" / "commands").glob("[a-z]*.py"):
        assert f"printkit.cli.commands.{file.stem}" in listed
