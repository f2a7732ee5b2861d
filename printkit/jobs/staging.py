"""Write the files of a build, all or none, and the manifest that lists them.

Input: the manifest of a build, and the manifest of the folder. Output: both merged. A file with the
listed checksum belongs to printkit; every other file of the folder belongs to the user. A manifest
contains no time and no path of a machine.

All commands write their files through a hidden staging folder in the output folder. Then, one
process at a time, each file is moved to its place in one step, and the manifest comes last. Only
files with the checksum in the manifest are overwritten or removed. A killed process leaves whole
files, old or new, and its staging folder with the new manifest; the next build there cleans up.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import msgspec

from printkit.base import files, stopping
from printkit.base.content import JsonPositions
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError
from printkit.base.files import (
    GENERATOR,
    exists,
    explained_os_errors,
    file_checksum,
    is_link,
    known_checksum,
    link_or_copy,
    read_bytes,
    refuse_foreign_links,
)
from printkit.base.limits import MAX_MANIFEST_BYTES
from printkit.base.messages import EDITION_SEPARATOR
from printkit.base.printer_profile import Profile
from printkit.base.record_faults import RecordHome, diagnose, find_faults
from printkit.base.records import Fault, record_schema
from printkit.base.sentences import Sentence, join_sentences, name_some
from printkit.pieces.kits import FIRST_PAGE
from printkit.pieces.options import DUPLEX_MODES

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


# --- manifest ------------------------------------------------------------------------------------

MANIFEST = "manifest.json"
# The format that people print, if a product has it.
PRINTED_FORMAT = "pdf"
# The length of a digest that is only compared with that of today.
DIGEST_DIGITS = 16
Data = dict[str, Any]
# A product, an edition, a format.
FileKey = tuple[str, str, str]

Count = Annotated[int, msgspec.Meta(ge=0)]
Checksum = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
# The name of a file in the folder or in a subfolder; neither is hidden.
_NAME = r"[^./\\\x00][^/\\\x00]*"
FileName = Annotated[str, msgspec.Meta(pattern=rf"^(?:{_NAME}/)?{_NAME}\Z", max_length=255)]
Sides = Annotated[str, msgspec.Meta(pattern=rf"^({'|'.join(DUPLEX_MODES)})\Z")]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a manifest. Its fields are written in order; unknown fields are errors when it is
    read.
    """

    def as_data(self) -> Data:
        """Return the record as plain data."""
        return dict(msgspec.json.decode(self.as_json()))

    def as_json(self) -> bytes:
        """Return the record as JSON in one line."""
        return msgspec.json.encode(self)


class FileEntry(_Record, frozen=True, kw_only=True):
    """A file in a manifest, and the recipe of its product."""

    file: FileName
    """its name, in the folder or in a subfolder"""
    product: str
    """the key of its product"""
    language: str
    """its edition: a language, or two side by side (`fr+en`)"""
    format: str
    """its format"""
    options: Data = {}
    """the values of the options of its format"""
    pages: Count
    """its pages"""
    cards: Count
    """the cards on them"""
    sha256: Checksum
    """the checksum of its content"""
    recipe: Checksum | None = None
    """the digest of everything that it was made of"""

    @property
    def key(self) -> FileKey:
        """The product, edition and format of the file."""
        return self.product, self.language, self.format


class MadeEntry(_Record, frozen=True, kw_only=True):
    """The sheets, cuts and pieces of a product in one edition, how often it is printed, and its
    recipe.

    A product has several entries if its formats were made with different options.
    """

    product: str
    """the key of the product"""
    language: str
    """its edition: a language, or two side by side (`fr+en`)"""
    sheets: Count
    """its sheets of paper"""
    cuts: Count
    """its straight cuts"""
    sides: Sides
    """how backs are printed"""
    recipe: Checksum
    """the digest of everything that it was made of"""
    copies: Count = 1
    """how often it is printed"""
    pieces: Count = 0
    """its pieces"""
    options: Data = {}
    """the values of options that it was made with"""
    program: str = ""
    """the digest of the program; “printkit status” finds old files by it"""
    source: str = ""
    """the digest of the definition; “printkit status” finds old files by it"""

    @property
    def key(self) -> tuple[str, str, str]:
        """The product, edition and recipe."""
        return self.product, self.language, self.recipe

    @property
    def languages(self) -> list[str]:
        """The languages of the edition; they may be unknown here."""
        return self.language.split(EDITION_SEPARATOR)


# A product with the formats of its files.
MadeFormats = tuple[MadeEntry, tuple[str, ...]]


class InkEntry(_Record, frozen=True, kw_only=True):
    """The ink of a product, in per cent of the area."""

    product: str
    """the key of the product"""
    language: str
    """its edition: a language, or two side by side (`fr+en`)"""
    pages: dict[str, float]
    """the ink of each page"""
    fronts: Data = {}
    """the least, mean and most ink of a front"""
    backs: Data = {}
    """the least, mean and most ink of a back"""


class Manifest(_Record, frozen=True, kw_only=True):
    """The content of a folder."""

    generator: Annotated[str, msgspec.Meta(pattern=rf"^{GENERATOR} ")]
    """the program that wrote it"""
    deck: str = ""
    """the mapped deck, if any"""
    variant: str = ""
    """the game, if any"""
    name: dict[str, str]
    """the name of the game in each language"""
    products: tuple[str, ...]
    """the keys of the products"""
    options: Data
    """the values of options of the last build"""
    sheets: Count
    """the sheets of paper of all products"""
    cuts: Count
    """the straight cuts of all products"""
    ink_percent: tuple[InkEntry, ...] | None
    """the ink of products, if it was measured"""
    made: tuple[MadeEntry, ...]
    """the products with their costs and recipes"""
    files: tuple[FileEntry, ...]
    """the files in the folder"""

    def faults(self) -> Iterator[Fault]:
        """Report files that are listed twice; some systems ignore case."""
        names = [entry.file.casefold() for entry in self.files]
        for i, name in enumerate(names):
            if name in names[:i]:
                yield Fault(("files", i, "file"), "This file is listed twice.")


def plain_value(value: Any) -> Any:
    """Return the value of an option as plain data."""
    if isinstance(value, Profile):
        return value.as_data()
    if isinstance(value, str) and value.lower().endswith(".toml"):
        return Path(value).name  # no path of a machine
    return value


# --- reading ------------------------------------------------------------------------------------


def read_manifest(folder: Path, *, replace: bool = False) -> Manifest | None:
    """Return the manifest of a folder, or None if it is missing, or broken and `replace` is set.

    Raises PrintkitError if the file is unreadable or not a manifest of printkit.
    """
    try:
        return _read_manifest(folder)
    except PrintkitError:
        if replace:
            return None
        raise


def _read_manifest(folder: Path) -> Manifest | None:
    path = folder / MANIFEST
    if not exists(path):
        return None
    # A link is not followed: printkit writes none, and an untrusted one may lead anywhere.
    is_link = os.path.islink(path)
    data = b"" if is_link else read_bytes(path, noun="manifest", max_bytes=MAX_MANIFEST_BYTES)
    faults: list[Fault] = []
    try:
        manifest = msgspec.json.decode(data, type=Manifest)
        if not (faults := [*manifest.faults()]):
            refuse_linked_folders(folder, (entry.file for entry in manifest.files))
            return manifest
    except (ValueError, RecursionError):
        faults = _manifest_faults(data)
    message = "This is not a manifest of the kind that printkit writes, so it is not overwritten."
    hint = Sentence(
        "Move it elsewhere; --replace writes a new one and keeps this one as {manifest}.bak.",
        manifest=MANIFEST,
    )
    find = JsonPositions(data.decode() if faults else "").find
    whole = Diagnostic(str(path), 0, 0, "", message, hint)
    raise DefinitionError((whole, *diagnose(faults, str(path), find)))


def _manifest_faults(data: bytes) -> list[Fault]:
    """Return all errors of a manifest, none if it is not JSON."""
    try:
        raw = msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return []
    home = RecordHome(Sentence("the manifest"))
    return [*find_faults(Manifest, raw, home, {}, forms=True)]


def manifest_schema() -> Data:
    """Return the JSON Schema of a manifest."""
    return record_schema(Manifest, more=(FileEntry, MadeEntry, InkEntry, Manifest))


def refuse_linked_folders(folder: Path, names: Iterable[str]) -> None:
    """Refuse files in folders that are links: nothing is read or written through them.

    Raises PrintkitError.
    """
    for part in sorted({name.partition("/")[0] for name in names if "/" in name}):
        if is_link(folder / part):
            raise PrintkitError(
                "This is a link, and the files of a build go into folders.",
                location=str(folder / part),
                hint="Remove it, or name another folder with -o.",
            )


class PreviousBuild:
    """The products and files of earlier builds in a folder; unchanged ones are kept.

    Raises PrintkitError if the folder is a link that leads out, or, without `replace`, if the
    manifest is broken.
    """

    def __init__(self, folder: Path, *, replace: bool = False) -> None:
        refuse_foreign_links(folder)
        self.folder = folder
        manifest = read_manifest(folder, replace=replace)
        self._made = manifest.made if manifest else ()
        self._files = files_with_recipes(manifest) if manifest else ()
        self._ink = (manifest.ink_percent if manifest else None) or ()

    def is_of(self, program: str) -> bool:
        """Return True if a product was made by the program with this digest."""
        return any(made.program == program for made in self._made)

    def reusable_costs(self, product: str, edition: str, recipe: str) -> MadeEntry | None:
        """Return the entry of a product if it was made with this recipe, else None."""
        wanted = (product, edition, recipe)
        made = (x for x in self._made if (x.product, x.language, x.recipe) == wanted)
        return next(made, None)

    def ink(self, product: str, edition: str) -> InkEntry | None:
        """Return the measured ink of a product, or None."""
        return next((x for x in self._ink if (x.product, x.language) == (product, edition)), None)

    def entries(
        self, key: FileKey, recipe: str, options: Mapping[str, Any]
    ) -> list[FileEntry] | None:
        """Return the files of a format if they are unchanged and were made by this recipe, else
        None.
        """
        entries = [entry for entry in self._files if entry.key == key]
        if not entries or any((one.recipe, one.options) != (recipe, options) for one in entries):
            return None
        return entries if all(self._checksum(one) == one.sha256 for one in entries) else None

    def formats_left(self, replaced: Collection[FileKey]) -> list[MadeFormats]:
        """Return the products of the folder, with the formats of their files.

        Missing files, and files in formats that are `replaced`, are left out.
        """
        kept = (one for one in self._files if one.key not in replaced and self._checksum(one))
        return made_formats(self._made, kept)

    def page_formats(self, product: str, language: str) -> dict[str, Data]:
        """Return the formats of a page in the folder, with their options."""
        own = (one for one in self._files if (one.product, one.language) == (product, language))
        return {one.format: one.options for one in own if self._checksum(one)}

    def page_options(self, product: str, language: str) -> Data:
        """Return the options that a page was made with."""
        own = (one for one in self._made if (one.product, one.language) == (product, language))
        return next((one.options for one in own), {})

    def find_changed(self, product: str, language: str, name: str = "") -> str | None:
        """Return the name of a page that the user has changed, or of the user's own file called
        `name`, or None.
        """
        own = [one for one in self._files if (one.product, one.language) == (product, language)]
        for one in own:
            if self._checksum(one) not in (None, one.sha256):
                return one.file
        return name if name and self.is_unlisted(name) else None

    def is_unlisted(self, name: str) -> bool:
        """Return True if a file is in the folder, and not in its manifest."""
        listed = any(one.file == name for one in self._files)
        return not listed and os.path.lexists(self.folder / name)

    def _checksum(self, entry: FileEntry) -> str | None:
        return known_checksum(self.folder / entry.file)


# --- contents of a folder -----------------------------------------------------------------------


def files_with_recipes(manifest: Manifest) -> tuple[FileEntry, ...]:
    """Return the files of a manifest; a file without a recipe gets the recipe of its product."""
    recipes = {(made.product, made.language): made.recipe for made in reversed(manifest.made)}
    return tuple(
        entry
        if entry.recipe
        else msgspec.structs.replace(entry, recipe=recipes.get((entry.product, entry.language)))
        for entry in manifest.files
    )


def made_formats(made: Iterable[MadeEntry], files: Iterable[FileEntry]) -> list[MadeFormats]:
    """Return the entries of products that have files, each with the formats of its files."""
    formats: dict[tuple[str, str, str | None], dict[str, None]] = {}
    for entry in files:
        formats.setdefault((entry.product, entry.language, entry.recipe), {})[entry.format] = None
    return [(one, tuple(formats[one.key])) for one in made if one.key in formats]


def printed_products(made: Sequence[MadeFormats]) -> list[MadeFormats]:
    """Return one entry for each product and edition on sheets, for the format that is printed.

    If there are several such entries, the first is returned.
    """
    chosen: dict[tuple[str, str], MadeFormats] = {}
    for one, formats in sorted(
        made, key=lambda item: (not item[0].sheets, PRINTED_FORMAT not in item[1])
    ):
        chosen.setdefault((one.product, one.language), (one, formats))
    return [chosen[key] for key in dict.fromkeys((one.product, one.language) for one, _ in made)]


def printed_in(made: Sequence[MadeFormats], language: str) -> list[MadeFormats]:
    """Return the products of a folder for a language: its products in that language, and one
    edition of each product that exists only in other languages.
    """
    printed = printed_products(made)
    own = {one.product for one, _ in printed if language in one.languages}
    others: dict[str, str] = {}
    for edition, product in sorted((one.language, one.product) for one, _ in printed):
        if product not in own:
            others.setdefault(product, edition)
    return [
        (one, formats)
        for one, formats in printed
        if language in one.languages or others.get(one.product) == one.language
    ]


def counted_languages(made: Sequence[MadeFormats]) -> tuple[str, ...]:
    """Return the languages for which the sheets of a folder are counted: the languages of its first
    pages or, without first pages, of its products. The first one is used for totals.
    """
    printed = [one for one, _ in printed_products(made)]
    pages = [one for one in printed if one.product == FIRST_PAGE]
    return tuple(dict.fromkeys(code for one in pages or printed for code in one.languages))


# --- writing ------------------------------------------------------------------------------------


def manifest_text(manifest: Manifest) -> bytes:
    """Return a manifest as JSON."""
    return msgspec.json.format(manifest.as_json(), indent=2) + b"\n"


def merge_manifests(
    now: Manifest,
    before: Manifest | None,
    removed: Iterable[str],
    checksum: Callable[[str], str | None],
) -> Manifest:
    """Return the manifest of a build, with the unchanged files of the manifest `before`.

    `checksum` returns the checksum of a file of the folder. A file that a user has changed stays
    listed with its former checksum until its product is made again, so that it is neither
    overwritten nor forgotten.
    """
    older = before or now
    entries = {one.file: one for one in files_with_recipes(now) if checksum(one.file) == one.sha256}
    gone, replaced = set(removed), {entry.key for entry in now.files}
    for entry in files_with_recipes(older):
        present = checksum(entry.file) if entry.file not in gone else None
        if present == entry.sha256 or (present is not None and entry.key not in replaced):
            entries.setdefault(entry.file, entry)
    made: dict[tuple[str, str, str], MadeEntry] = {}
    for cost, _ in made_formats((*now.made, *older.made), entries.values()):
        made.setdefault(cost.key, cost)
    # The earlier ink of products that were made again no longer holds.
    listed = {(entry.product, entry.language) for entry in entries.values()}
    kept = listed - {(cost.product, cost.language) for cost in now.made}
    older_ink = (ink for ink in older.ink_percent or () if (ink.product, ink.language) in kept)
    on_paper = made_formats(made.values(), entries.values())
    language = next(iter(counted_languages(on_paper)), "")
    printed = [entry for entry, _ in printed_in(on_paper, language)]
    return msgspec.structs.replace(
        now,
        products=tuple(dict.fromkeys(entry.product for entry in made.values())),
        options=now.options or older.options,
        sheets=sum(entry.sheets * entry.copies for entry in printed),
        cuts=sum(entry.cuts * entry.copies for entry in printed),
        ink_percent=(*(now.ink_percent or ()), *older_ink) or None,
        made=tuple(made.values()),
        files=tuple(entries.values()),
    )


def outlived_files(
    now: Manifest,
    before: Manifest | None,
    stems: tuple[str, ...],
    checksum: Callable[[str], str | None],
    dropped: Collection[tuple[str, str]] = (),
) -> list[str]:
    """Return the unchanged files of `before` that must be removed: the files that their products no
    longer have, and the files of `dropped` products and editions.

    A product no longer has the pages beyond its new number of pages. The author of an untrusted
    manifest may know the checksum of a user's file, so a name must also begin with one of `stems`
    and have the extension of a new file.
    """
    names = {entry.file for entry in now.files}
    endings = {(entry.key, Path(entry.file).suffix) for entry in now.files}
    return [
        entry.file
        for entry in (before.files if before else ())
        if Path(entry.file).name.startswith(stems)
        and (
            (entry.key, Path(entry.file).suffix) in endings
            or (entry.product, entry.language) in dropped
        )
        and entry.file not in names
        and checksum(entry.file) == entry.sha256
    ]


# --- staging -------------------------------------------------------------------------------------

_STAGE = ".printkit-stage-"
# The subfolder of a staging folder for replaced files, until all new files are in place.
_BEFORE = "before"


class Staging:
    """A context manager that stages files (`add`) and finally moves them to their folder
    (`commit`).

    Leaving the context without a commit (an error, Ctrl-C) removes all staged files and new
    folders. With `replace`, a file of the user in the way is kept as NAME.bak. Raises PrintkitError
    if the folder cannot be created or written, or if a file of the user is in the way.
    """

    def __init__(self, folder: Path, *, replace: bool = False) -> None:
        self.folder, self.replace = folder, replace
        self._checksums: dict[str, str] = {}
        self._made_folders: list[Path] = []
        self._stage: Path | None = None
        self._lock: int | None = None

    def __enter__(self) -> Staging:
        from tempfile import mkdtemp  # most commands write nothing

        levels = (self.folder, *self.folder.parents)
        with explained_os_errors("The output folder cannot be created", self.folder):
            refuse_foreign_links(self.folder)
            self._made_folders = [path for path in levels if not path.exists()]
            # A signal may come as soon as the folder is there.
            stopping.add_cleanup(self._remove)
            try:
                with files.folder_locked(self.folder), stopping.signals_held():
                    _sweep(self.folder)
                    self._stage = Path(mkdtemp(prefix=_STAGE, dir=self.folder))
                    self._lock = files.lock(self._stage)
            except BaseException:
                self._remove()
                raise
        return self

    def add(self, name: str, content: bytes | Callable[[BinaryIO], object]) -> str:
        """Stage the content of the file `name`; return its checksum.

        A function can write the content itself, for content larger than memory.
        """
        assert self._stage is not None
        with (
            explained_os_errors(
                Sentence("The file {name} cannot be written", name=name), self.folder
            ),
            _HashedFile(self._stage / _flat(name)) as file,
        ):
            if isinstance(content, bytes):
                file.write(content)
            else:
                content(file)
        self._checksums[name] = file.digest.hexdigest()
        return self._checksums[name]

    def add_staged(self, checksums: Mapping[str, str]) -> None:
        """Record files that a child process has staged, with their checksums."""
        self._checksums |= checksums

    def commit(
        self,
        manifest: Manifest,
        *,
        swept_stems: Iterable[str] = (),
        dropped: Collection[tuple[str, str]] = (),
    ) -> tuple[Path, ...]:
        """Move all files to their places and list them in the manifest of the folder, or change
        nothing.

        Pages that the products no longer have are removed if their names begin with one of
        `swept_stems`, and so are the files of `dropped` products and editions. Return the backup
        copies of the user's files.
        """
        assert self._stage is not None
        with (
            explained_os_errors("The files cannot be moved to their place", self.folder),
            files.folder_locked(self.folder),
        ):
            before = read_manifest(self.folder, replace=self.replace)
            removed = outlived_files(
                manifest,
                before,
                tuple(swept_stems),
                partial(self._checksum_after, file_checksum),
                dropped,
            )
            merged = merge_manifests(
                manifest, before, removed, cache(partial(self._checksum_after, known_checksum))
            )
            names = list(self._checksums)
            refuse_linked_folders(self.folder, names)
            if before is None or before.as_json() != merged.as_json():
                self.add(MANIFEST, manifest_text(merged))
                names.append(MANIFEST)
            owned = {entry.file: entry.sha256 for entry in (before.files if before else ())}
            if before is not None:
                owned[MANIFEST] = file_checksum(self.folder / MANIFEST) or ""
            in_the_way: list[str] = []  # files that cannot be overwritten without loss
            for name in filter(lambda name: os.path.lexists(self.folder / name), names):
                checksum = file_checksum(self.folder / name)
                if checksum is None or checksum not in (owned.get(name), self._checksums[name]):
                    in_the_way.append(name)
            if in_the_way:
                self._check_obstacles(in_the_way)
            with stopping.signals_held():
                backups = _Swap(self.folder, self._stage).run(names, removed, in_the_way)
                self._made_folders = []
        return backups

    def _checksum_after(self, read: Callable[[Path], str | None], name: str) -> str | None:
        """Return the checksum that a file of the folder will have after the commit, or None if it
        will be missing.
        """
        return self._checksums.get(name) or read(self.folder / name)

    def _check_obstacles(self, names: list[str]) -> None:
        """Refuse to overwrite files of the user. Raises PrintkitError."""
        for name in names:
            mode = (self.folder / name).lstat().st_mode
            if not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
                kind = "a folder" if stat.S_ISDIR(mode) else "a special file"
                raise PrintkitError(
                    Sentence(
                        "This is {kind} that printkit did not make, so it is not overwritten.",
                        kind=Sentence(kind),
                    ),
                    location=str(self.folder / name),
                    hint="Move it elsewhere, or name another folder with -o.",
                )
        if not self.replace:
            others = name_some(names[1:])
            also = Sentence("The same applies to {others}.", others=others)
            raise PrintkitError(
                join_sentences(
                    "This file was not made by printkit, or has changed since, so it is not "
                    "overwritten.",
                    *([also] if others else ()),
                    "Nothing was written.",
                ),
                location=str(self.folder / names[0]),
                hint=Sentence(
                    "With --replace it is kept as {names}.bak; -o names another folder.",
                    names=names[0],
                ),
            )

    def __exit__(self, *error: object) -> None:
        with stopping.signals_held():
            self._remove()

    def _remove(self) -> None:
        """Remove the staging folder, and new folders that are still empty."""
        stopping.remove_cleanup(self._remove)
        if self._stage is not None:
            _remove_stage(self._stage)
        files.unlock(self._lock)
        self._stage = self._lock = None
        for folder in self._made_folders:
            with suppress(OSError):
                folder.rmdir()


def _flat(name: str) -> str:
    """Return the name of a file in a staging folder, which has no subfolders for files."""
    return name.replace("/", "~")


class _HashedFile(io.BufferedWriter):
    """A new file that is hashed as it is written."""

    def __init__(self, path: Path) -> None:
        super().__init__(io.FileIO(path, "wb"))
        self.digest = hashlib.sha256()

    def write(self, data: ReadableBuffer) -> int:
        """Write and hash the data. Raises OSError."""
        self.digest.update(data)
        return super().write(data)


class _Swap:
    """Moves staged files to their places, or undoes every step if one fails."""

    def __init__(self, folder: Path, stage: Path) -> None:
        self.folder, self.stage = folder, stage
        self.undo: list[Callable[[], object]] = []

    def run(
        self, names: Iterable[str], removed: Iterable[str], in_the_way: Iterable[str]
    ) -> tuple[Path, ...]:
        """Move the files and return the backup copies. Raises OSError."""
        (self.stage / _BEFORE).mkdir()
        try:
            backups = [self._back_up(name) for name in in_the_way]
            for name in names:
                if name == MANIFEST:  # the last one: the files that it lists are in place
                    for old in removed:
                        self._keep(old)
                        (self.folder / old).unlink()
                        self._leave(self.folder / old)
                place = self.folder / name
                if not place.parent.exists():
                    place.parent.mkdir()
                    self.undo.append(place.parent.rmdir)
                self._keep(name)
                os.replace(self.stage / _flat(name), place)
        except OSError:
            for step in reversed(self.undo):
                with suppress(OSError):
                    step()
            raise
        return tuple(backups)

    def _leave(self, place: Path) -> None:
        """Remove the subfolder of a removed file if it is now empty."""
        if place.parent != self.folder:
            with suppress(OSError):
                place.parent.rmdir()
                self.undo.append(place.parent.mkdir)

    def _keep(self, name: str) -> None:
        """Keep the existing file of this name until all steps are done."""
        place, kept = self.folder / name, self.stage / _BEFORE / _flat(name)
        if os.path.lexists(place):
            link_or_copy(place, kept)
            self.undo.append(partial(os.replace, kept, place))
        else:
            self.undo.append(partial(place.unlink, missing_ok=True))

    def _back_up(self, name: str) -> Path:
        """Copy a user's file to NAME.bak, or to the first free name of NAME.bak2, NAME.bak3, …;
        return the path of the copy. An identical copy is reused.
        """
        place = self.folder / name
        for number in count(1):
            copy = self.folder / f"{name}.bak{number if number > 1 else ''}"
            if not os.path.lexists(copy):
                link_or_copy(place, copy)
                self.undo.append(partial(copy.unlink, missing_ok=True))
                return copy
            if None is not file_checksum(copy) == file_checksum(place):
                return copy  # the same copy exists
        raise AssertionError("numbers do not end")


# --- after killed processes ---------------------------------------------------------------------


def _sweep(folder: Path) -> None:
    """Remove unused staging folders, and list their moved files in the manifest."""
    for stage in sorted(folder.glob(f"{_STAGE}*")):
        if stage.is_dir() and not files.is_link(stage) and files.is_left_behind(stage):
            with suppress(PrintkitError):
                _adopt(folder, stage)
            _remove_stage(stage)


def _adopt(folder: Path, stage: Path) -> None:
    """Add entries to the manifest of a folder for the files that were moved there from a staging
    folder.
    """
    staged, before = read_manifest(stage), read_manifest(folder)
    if staged is None:
        return
    merged = merge_manifests(staged, before, (), lambda name: file_checksum(folder / name))
    if merged.files != (before.files if before else ()):
        (stage / MANIFEST).write_bytes(manifest_text(merged))
        os.replace(stage / MANIFEST, folder / MANIFEST)


def _remove_stage(stage: Path) -> None:
    """Remove a staging folder with its files and with the subfolder of replaced files, but with no
    other subfolder.

    The folder may be untrusted, so links are removed and not followed.
    """
    for folder in (stage / _BEFORE, stage):
        if files.is_link(folder):
            continue
        with suppress(OSError):
            for path in folder.iterdir():
                if not path.is_dir() or path.is_symlink():
                    path.unlink()
            folder.rmdir()
