"""Write files into a folder, all or none, without losing files of the user.

All commands write their files through a hidden staging folder beside the target. Then, one process
at a time, each file is moved to its place in one step, and the manifest comes last. Only files with
the checksum in the manifest are overwritten or removed. A killed process leaves whole files, old or
new, and its staging folder with the new manifest; the next build there cleans up.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import tempfile
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from printkit.base import files, stopping
from printkit.base.errors import PrintkitError
from printkit.base.files import (
    explained_os_errors,
    file_checksum,
    known_checksum,
    link_or_copy,
    refuse_foreign_links,
)
from printkit.base.sentences import Sentence, join_sentences
from printkit.jobs.manifest import (
    MANIFEST,
    Manifest,
    manifest_text,
    merge_manifests,
    outlived_files,
    read_manifest,
    refuse_linked_folders,
)

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_STAGE = ".printkit-stage-"
# The subfolder of a staging folder for replaced files, until all new files are in place.
_BEFORE = "before"
_MAX_NAMED = 5


class Staging:
    """A context manager around `add` and a final `commit`.

    Leaving it without a commit (an error, Ctrl-C) removes every trace, including new folders. With
    `replace`, a file of the user in the way is kept as NAME.bak. Raises PrintkitError if the folder
    cannot be created or written, or if a file of the user is in the way.
    """

    def __init__(self, folder: Path, *, replace: bool = False) -> None:
        self.folder, self.replace = folder, replace
        self._checksums: dict[str, str] = {}
        self._made_folders: list[Path] = []
        self._stage: Path | None = None
        self._lock: int | None = None

    def __enter__(self) -> Staging:
        levels = (self.folder, *self.folder.parents)
        with explained_os_errors("The output folder cannot be created", self.folder):
            refuse_foreign_links(self.folder)
            self._made_folders = [path for path in levels if not path.exists()]
            # A signal may come as soon as the folder is there.
            stopping.add_cleanup(self._remove)
            try:
                with files.folder_locked(self.folder), stopping.signals_held():
                    _sweep(self.folder)
                    self._stage = Path(tempfile.mkdtemp(prefix=_STAGE, dir=self.folder))
                    self._lock = files.lock(self._stage)
            except BaseException:
                self._remove()
                raise
        return self

    def add(self, name: str, content: bytes | Callable[[BinaryIO], object]) -> str:
        """Stage the whole content of the file `name`; return its checksum.

        A function writes the content itself: it may be more than memory holds.
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

    def commit(
        self,
        manifest: Manifest,
        *,
        swept_stems: Iterable[str] = (),
        dropped: Collection[tuple[str, str]] = (),
    ) -> tuple[Path, ...]:
        """Move all files to their place and list them in the manifest of the folder, or none.

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
            in_the_way = [name for name in names if not self._may_replace(name, owned)]
            self._check_obstacles(in_the_way)
            with stopping.signals_held():
                backups = _Swap(self.folder, self._stage).run(names, removed, in_the_way)
                self._made_folders = []
        return backups

    def _checksum_after(self, read: Callable[[Path], str | None], name: str) -> str | None:
        """Return the checksum of a file of the folder after the commit."""
        return self._checksums.get(name) or read(self.folder / name)

    def _may_replace(self, name: str, owned: dict[str, str]) -> bool:
        """Return True if a file can be overwritten without loss."""
        target = self.folder / name
        if not os.path.lexists(target):
            return True
        checksum = file_checksum(target)
        return checksum is not None and checksum in (owned.get(name), self._checksums[name])

    def _check_obstacles(self, names: list[str]) -> None:
        """Refuse to overwrite files of the user. Raises PrintkitError."""
        for name in names:
            mode = (self.folder / name).lstat().st_mode
            if not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
                kind = "a folder" if stat.S_ISDIR(mode) else "a special file"
                raise PrintkitError(
                    Sentence(
                        "This is {kind}, not made by printkit, and is not overwritten.",
                        kind=Sentence(kind),
                    ),
                    location=str(self.folder / name),
                    hint="Move it away, or name another folder with -o.",
                )
        if names and not self.replace:
            others = ", ".join(names[1:_MAX_NAMED])
            more = (
                Sentence(" and {count} more", count=len(names) - _MAX_NAMED)
                if len(names) > _MAX_NAMED
                else ""
            )
            also = Sentence("The same goes for {others}{more}.", others=others, more=more)
            raise PrintkitError(
                join_sentences(
                    "This was not made by printkit, or has been changed since, and is not "
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
    """Return the name in a staging folder, which has no folders for files."""
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
    """Move staged files to their places, or undo every step if one fails."""

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
                self._make_room(self.folder / name)
                self._keep(name)
                os.replace(self.stage / _flat(name), self.folder / name)
        except OSError:
            for step in reversed(self.undo):
                with suppress(OSError):
                    step()
            raise
        return tuple(backups)

    def _make_room(self, target: Path) -> None:
        """Make the folder of a file, if it has one of its own."""
        if not target.parent.exists():
            target.parent.mkdir()
            self.undo.append(target.parent.rmdir)

    def _leave(self, target: Path) -> None:
        """Remove the own folder of a file that is gone, if it was the last one there."""
        if target.parent != self.folder:
            with suppress(OSError):
                target.parent.rmdir()
                self.undo.append(target.parent.mkdir)

    def _keep(self, name: str) -> None:
        """Keep the present file of this name until all steps are done."""
        target, kept = self.folder / name, self.stage / _BEFORE / _flat(name)
        if os.path.lexists(target):
            link_or_copy(target, kept)
            self.undo.append(partial(os.replace, kept, target))
        else:
            self.undo.append(partial(target.unlink, missing_ok=True))

    def _back_up(self, name: str) -> Path:
        """Copy a file of the user to NAME.bak, or to the next free NAME.bak2; return the path."""
        target = self.folder / name
        for number in count(1):
            copy = self.folder / f"{name}.bak{number if number > 1 else ''}"
            if not os.path.lexists(copy):
                link_or_copy(target, copy)
                self.undo.append(partial(copy.unlink, missing_ok=True))
                return copy
            if None is not file_checksum(copy) == file_checksum(target):
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
    """Add the files of a staging folder that were moved to the manifest of the folder."""
    staged, before = read_manifest(stage), read_manifest(folder)
    if staged is None:
        return
    merged = merge_manifests(staged, before, (), lambda name: file_checksum(folder / name))
    if merged.files != (before.files if before else ()):
        (stage / MANIFEST).write_bytes(manifest_text(merged))
        os.replace(stage / MANIFEST, folder / MANIFEST)


def _remove_stage(stage: Path) -> None:
    """Remove a staging folder with its files, and no subfolders but that of replaced files.

    It may have come with a stranger's folder: links are removed and not followed.
    """
    for folder in (stage / _BEFORE, stage):
        if files.is_link(folder):
            continue
        with suppress(OSError):
            for path in folder.iterdir():
                if not path.is_dir() or path.is_symlink():
                    path.unlink()
            folder.rmdir()
