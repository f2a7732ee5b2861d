"""The state of an output folder: its products, their options, and the files that are out of date.

Input: a folder with a manifest. Output: a FolderStatus. Nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from math import fsum
from pathlib import Path
from typing import Any, TypedDict, cast

import msgspec
from msgspec import field

from printkit.base.content import program_digest
from printkit.base.errors import PrintkitError
from printkit.base.files import known_checksum
from printkit.base.messages import known_language
from printkit.base.options import Option
from printkit.base.sentences import brief_repr
from printkit.jobs.job import Job, option_values, product_options
from printkit.jobs.staging import (
    DIGEST_DIGITS,
    MANIFEST,
    FileEntry,
    MadeEntry,
    Manifest,
    counted_languages,
    files_with_recipes,
    made_formats,
    plain_value,
    printed_in,
    printed_products,
    read_manifest,
)
from printkit.jobs.subject import Subject, load_subject, subject_digest
from printkit.model.definition_files import books, deck_slugs, split_preset, variant_slugs
from printkit.model.variant import Variant
from printkit.pieces.kits import find_product, handwork, needed_supplies
from printkit.pieces.product import VARIANT

# Why files are out of date: printkit or the definition has changed, or it cannot be found.
PROGRAM, DEFINITION, UNKNOWN = "program", "definition", "unknown"
_BACKUP = re.compile(r"\.bak\d*")


class ProductStatus(msgspec.Struct, frozen=True):
    """A product in one edition.

    `files` are all of its files, `changed` are the files that were edited by hand, and `missing`
    are the files that no longer exist. `options` are all values that it was made with, and `chosen`
    are the values that differ from the defaults, as flags. `outdated` is `program`, `definition`,
    `unknown` if the definition was not found, or empty.
    """

    product: str
    language: str
    sheets: int
    cuts: int
    copies: int
    sides: str
    files: tuple[str, ...]
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()
    outdated: str = ""


class FolderStatus(msgspec.Struct, frozen=True):
    """A folder, its products, and its totals in one language.

    `minutes` is the work by hand. `supplies` are the materials that no product provides, by their
    ids; they are empty if the game was not found. `made` are the entries of the manifest that are
    counted. `sheets_by_language` is the number of sheets in each language, empty if nothing is in
    several languages. `unlisted` are the files of the folder that the manifest does not list.
    """

    __repr__ = brief_repr

    folder: Path
    variant: str
    deck: str
    name: Mapping[str, str]
    sheets: int
    cuts: int
    minutes: float
    supplies: tuple[str, ...]
    products: tuple[ProductStatus, ...]
    made: tuple[MadeEntry, ...]
    sheets_by_language: Mapping[str, int] = field(default_factory=dict)
    unlisted: tuple[str, ...] = ()

    @property
    def is_current(self) -> bool:
        """True if no file is known to be edited, missing or out of date."""
        return not any(
            one.changed or one.missing or one.outdated in (PROGRAM, DEFINITION)
            for one in self.products
        )

    def as_data(self) -> FolderStatusData:
        """Return the status as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self, enc_hook=str)
        del data["made"]
        return cast(FolderStatusData, {**data, "current": self.is_current})


class FolderStatusData(TypedDict):
    """A folder as plain data: its products, and its totals in one language.

    `minutes` is the work by hand. `supplies` are the materials that no product provides, by their
    ids. `sheets_by_language` is the number of sheets in each language, empty if nothing is in
    several languages. `unlisted` are the files of the folder that the manifest does not list.
    `current` is true if no file is known to be edited, missing or out of date.
    """

    folder: str
    variant: str
    deck: str
    name: dict[str, str]
    sheets: int
    cuts: int
    minutes: float
    supplies: list[str]
    products: list[ProductStatus]
    sheets_by_language: dict[str, int]
    unlisted: list[str]
    current: bool


def find_folders(folder: Path) -> Iterator[Path]:
    """Yield a folder and its subfolders that have a manifest."""
    with suppress(OSError):
        below = sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
        yield from (path for path in (folder, *below) if (path / MANIFEST).is_file())


def read_status(folder: Path, definition: str = "") -> FolderStatus:
    """Return the status of a folder with a manifest.

    `definition` is the file of the game, by default the bundled game that the manifest names.
    Raises PrintkitError for a manifest that cannot be read.
    """
    manifest = read_manifest(folder)
    if manifest is None:
        raise PrintkitError(
            "There is no manifest.json of printkit here.",
            location=str(folder),
            hint="Name a folder with the files of a build.",
        )
    return _StatusReader(folder, manifest, definition).read()


class _StatusReader:
    """Compares a manifest with its folder, the current program and the current definitions."""

    def __init__(self, folder: Path, manifest: Manifest, definition: str) -> None:
        self.folder, self.manifest, self.definition = folder, manifest, definition
        self.program = program_digest()[:DIGEST_DIGITS]
        self.subjects: dict[tuple[str, tuple[str, ...]], Subject | None] = {}

    def read(self) -> FolderStatus:
        files = files_with_recipes(self.manifest)
        made = self.manifest.made
        formats = made_formats(made, files)
        counted = {
            language: [one for one, _ in printed_in(formats, language)]
            for language in counted_languages(formats)
        }
        printed = next(iter(counted.values()), [])
        is_counted_apart = len(counted) > 1 and len(printed) < len(printed_products(formats))
        variant = next(filter(None, (self._variant_of(one) for one in made)), None)
        supplies: tuple[str, ...] = ()
        if variant is not None and not self.manifest.deck:
            needed = needed_supplies(variant, [one.product for one in printed])
            supplies = tuple(need.material.id for need in needed)
        work = (handwork(x.product, x.cuts, x.pieces, x.copies).minutes for x in printed)
        manifest = self.manifest
        return FolderStatus(
            self.folder,
            manifest.variant,
            manifest.deck,
            manifest.name,
            _count_sheets(printed),
            sum(one.cuts * one.copies for one in printed),
            round(fsum(work), 2),
            supplies,
            tuple(self._describe(one, files) for one in made),
            tuple(printed),
            {code: _count_sheets(own) for code, own in counted.items()} if is_counted_apart else {},
            tuple(self._list_unlisted()),
        )

    def _list_unlisted(self) -> Iterator[str]:
        """Yield the files of the folder that are not listed, without hidden ones and copies that
        --replace has kept.
        """
        listed = {MANIFEST, *(one.file for one in self.manifest.files)}
        with suppress(OSError):
            for path in sorted(self.folder.iterdir()):
                is_own = path.name in listed or path.name.startswith(".")
                if path.is_file() and not is_own and not _BACKUP.fullmatch(path.suffix):
                    yield path.name

    def _describe(self, made: MadeEntry, files: tuple[FileEntry, ...]) -> ProductStatus:
        own = [one for one in files if (one.product, one.language, one.recipe) == made.key]
        checksums = {one.file: known_checksum(self.folder / one.file) for one in own}
        return ProductStatus(
            made.product,
            made.language,
            made.sheets,
            made.cuts,
            made.copies,
            made.sides,
            files=tuple(checksums),
            changed=tuple(x.file for x in own if checksums[x.file] not in (None, x.sha256)),
            missing=tuple(x.file for x in own if checksums[x.file] is None),
            options=made.options,
            chosen=tuple(self._list_flags(made)),
            outdated=self._find_change(made),
        )

    def _find_change(self, made: MadeEntry) -> str:
        """Return why a product is out of date, or an empty string if it is not."""
        if made.program != self.program:
            return PROGRAM
        for language in dict.fromkeys((made.language, *(x.language for x in self.manifest.made))):
            subject = self._load(language, made)
            if subject is None:
                return UNKNOWN
            if subject_digest(subject).startswith(made.source):
                return ""
        return DEFINITION

    def _load(self, edition: str, made: MadeEntry) -> Subject | None:
        """Return the current game of a product, or None if it cannot be found.

        A manifest may be untrusted: only bundled names in it are looked up.
        """
        added = made.options.get("addons", ())
        addons = tuple(map(str, added)) if isinstance(added, list | tuple) else ()
        language = known_language(edition.partition("+")[0])
        key = (language, addons)
        if key not in self.subjects:
            self.subjects[key] = None
            manifest = self.manifest
            bundled = {*variant_slugs(), *books()}
            names = {split_preset(manifest.variant)[0]} if not self.definition else set()
            decks = {manifest.deck} - {""}
            if {*names, *addons} <= {*bundled, ""} and decks <= {*deck_slugs()}:
                job = Job(
                    self.definition or manifest.variant,
                    () if manifest.variant else tuple(one.product for one in manifest.made),
                    (language,),
                    deck=manifest.deck,
                    addons=addons,
                )
                with suppress(PrintkitError):
                    self.subjects[key] = load_subject(job)
        return self.subjects[key]

    def _variant_of(self, made: MadeEntry) -> Variant | None:
        subject = self._load(made.language, made)
        return subject.variant if subject is not None and subject.kind == VARIANT else None

    def _list_flags(self, made: MadeEntry) -> Iterator[str]:
        """Yield the options of a product that differ from the defaults, as they are typed."""
        product = find_product(made.product)
        if product is None:
            return
        options: tuple[Option[Any], ...] = product_options(product)
        subject = self._load(made.language, made)
        variant = subject.variant if subject is not None else None
        known = option_values(options, Job(), variant)
        whole = option_values(options, Job(), variant, whole=True)
        for option in options:
            value = made.options.get(option.key)
            usual = (None, plain_value(known[option.name]), plain_value(whole[option.name]))
            if value in usual:
                continue
            if isinstance(value, bool):
                yield f"--{option.name}" if value else f"--no-{option.name}"
            else:
                shown = value.get("name", "") if isinstance(value, dict) else value
                unit = "mm" if isinstance(value, float) else ""
                yield f"--{option.name} {f'{shown:g}' if unit else shown}{unit}"


def _count_sheets(made: Iterable[MadeEntry]) -> int:
    return sum(one.sheets * one.copies for one in made)
