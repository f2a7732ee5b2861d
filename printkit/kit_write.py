"""From documents to a folder: files and a manifest, all or nothing.

In: documents, and what of an earlier build still holds. Out: files in their place, what has not
changed left as it lies, and a manifest that names all of them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printkit import __version__
from printkit.base.files import GENERATOR, Staging
from printkit.imposition.duplex import MODES
from printkit.imposition.page import Document
from printkit.writers import Artifact, writer

MANIFEST = "manifest.json"
# The page that is printed first stands first in its folder.
FIRST = "print-me-first"
_STEMS = {FIRST: f"0-{FIRST}"}
# What reading a manifest may come to that is none, or was changed by hand.
_UNREADABLE = (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError)
Entry = dict[str, Any]
# A product, a language, a format.
Key = tuple[str, str, str]
# Formats without pages, made when they are written.
Texts = Mapping[str, Callable[[], Artifact]]


@dataclass(frozen=True, slots=True)
class Built:
    """A folder that was filled: the manifest as it was written, the files, and how many of them
    were left as they were."""

    folder: Path
    files: tuple[Path, ...]
    manifest: dict[str, Any]
    kept: int = 0


# Told how many pages of how many are written.
Progress = Callable[[int, int], None]


def write_documents(
    folder: Path,
    documents: Sequence[tuple[str, str, Document | None]],
    formats: Sequence[str],
    manifest: Callable[[list[Entry]], dict[str, Any]],
    progress: Progress = lambda done, total: None,
    kept: Mapping[Key, list[Entry]] | None = None,
    texts: Mapping[tuple[str, str], Texts] | None = None,
) -> Built:
    """Writes documents (product, language, pages) in every format, or nothing.

    `manifest` makes the manifest of the entries; the files are named by the folder. What `kept`
    names is not made: its entries stand as they are, and its files lie there (a document that is
    kept in all formats may be None). `texts` are what a product in a language has beside its pages,
    by format. Raises PrintkitError.
    """
    held, beside = kept or {}, texts or {}
    entries: list[Entry] = []
    total = sum(
        len(document.pages)
        for product, language, document in documents
        for name in formats
        if document is not None and (product, language, name) not in held
    )
    done = 0
    with Staging(folder) as staging:
        for product, language, document in documents:
            for name in formats:
                if (product, language, name) in held:
                    entries += held[product, language, name]
                    continue
                assert document is not None, "what is not kept has been laid out"
                for output in writer(name)(document):
                    file = f"{stem(folder.name, product, language)}{output.suffix}"
                    staging.add(file, output.data)
                    entries.append(_entry(file, product, language, name, output))
                    done += output.pages
                    progress(done, total)
            for name, make in beside.get((product, language), {}).items():
                if (product, language, name) in held:
                    entries += held[product, language, name]
                    continue
                output = make()
                file = f"{stem(folder.name, product, language)}{output.suffix}"
                staging.add(file, output.data)
                entries.append(_entry(file, product, language, name, output))
        whole = manifest(entries)
        text = (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()
        if not held or _read(folder / MANIFEST) != text:
            staging.add(MANIFEST, text)
        for file in _outlived(folder, entries):
            staging.drop(file)
        staging.commit()
    left = sum(len(found) for found in held.values())
    return Built(folder, tuple(folder / entry["file"] for entry in entries), whole, left)


def stem(folder: str, product: str, language: str) -> str:
    """The name of a product's files, without what each of them adds."""
    return f"{folder}-{_STEMS.get(product, product)}-{language}"


def generator() -> str:
    """Who made the files, as a manifest says it: by that we know our own."""
    return f"{GENERATOR} {__version__}"


class Before:
    """What the manifest of a folder tells of the build before; of none, or of one that cannot be
    read or is not ours, nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._entries: dict[Key, list[Entry]] = {}
        self._made: dict[tuple[str, str], dict[str, Any]] = {}
        self._ink: dict[tuple[str, str], dict[str, Any]] = {}
        try:
            told = _manifest(folder)
            for entry in told["files"]:
                key = (str(entry["product"]), str(entry["language"]), str(entry["format"]))
                self._entries.setdefault(key, []).append(entry)
            for one in told["made"]:
                self._made[str(one["product"]), str(one["language"])] = one
            for one in told["ink_percent"] or ():
                self._ink[str(one["product"]), str(one["language"])] = one
        except _UNREADABLE:
            self._entries = {}
            self._made = {}

    def facts(self, product: str, language: str, recipe: str) -> dict[str, Any] | None:
        """What it cost then, if it was made by this very recipe."""
        found = self._made.get((product, language))
        if found is None or found.get("recipe") != recipe or found.get("sides") not in MODES:
            return None
        return found if _counts(found, "sheets", "cuts") else None

    def ink(self, product: str, language: str) -> dict[str, Any] | None:
        """The ink that was measured then."""
        return self._ink.get((product, language))

    def entries(self, product: str, language: str, name: str) -> list[Entry] | None:
        """The files of a format as they were told, if they lie there unchanged."""
        found = self._entries.get((product, language, name))
        return found if found and all(map(self._unchanged, found)) else None

    def _unchanged(self, entry: Entry) -> bool:
        file = entry.get("file")
        if not isinstance(file, str) or Path(file).name != file:
            return False
        if not _counts(entry, "pages", "cards"):
            return False
        data = _read(self.folder / file)
        return data is not None and hashlib.sha256(data).hexdigest() == entry.get("sha256")


def _counts(told: Mapping[str, Any], *names: str) -> bool:
    """Whether these are numbers of things, as we write them: a person may have changed them."""
    return all(type(told.get(name)) is int and told[name] >= 0 for name in names)


def _manifest(folder: Path) -> Any:
    """What the manifest of a folder tells. Raises one of _UNREADABLE."""
    return json.loads((_read(folder / MANIFEST) or b"").decode("utf-8"))


def _read(path: Path) -> bytes | None:
    """The bytes of a file; None where there is none that can be read, or a pipe that waits."""
    try:
        return path.read_bytes() if path.is_file() else None
    except (OSError, ValueError):
        return None


def _outlived(folder: Path, entries: Iterable[Entry]) -> list[str]:
    """Files of the build before that this one would leave beside its own: pages past its last.

    Only what the old manifest names, of the same product, language and format, and unchanged since.
    """
    held = list(entries)
    try:
        before = _manifest(folder)["files"]
        known = {entry["file"] for entry in held}
        made = {(entry["product"], entry["language"], entry["format"]) for entry in held}
        return [
            entry["file"]
            for entry in before
            if (entry["product"], entry["language"], entry["format"]) in made
            and entry["file"] not in known
            and Path(entry["file"]).name == entry["file"]
            and _sha256(folder / entry["file"]) == entry["sha256"]
        ]
    except _UNREADABLE:
        return []  # no manifest, or not one of ours


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _entry(file: str, key: str, language: str, name: str, output: Artifact) -> Entry:
    """A file as the manifest tells it."""
    return {
        "file": file,
        "product": key,
        "language": language,
        "format": name,
        "pages": output.pages,
        "cards": output.cards,
        "sha256": hashlib.sha256(output.data).hexdigest(),
    }
