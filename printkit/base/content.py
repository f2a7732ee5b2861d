"""Find and read content: folders, TOML with positions, and the cached content of a wheel. Also the
digest of the program, the records in the user's cache, and the choices of searches.

A wheel contains cache files next to its `templates/`, written by `web/wheel.py`. Each begins with a
digest of itself and of its sources, and a changed source is read again. A checkout has no cache
files.

A wheel contains `templates/` and `fonts/` inside the package (see pyproject.toml); an sdist, an
editable install and a checkout have them beside it. Our folder is searched first, then the folders
of plug-ins, which can add content but not replace it.

`tomllib` does not record positions, so the text of a faulty definition is scanned again. tomllib
has already accepted the text, so only strings, comments, brackets and keys matter.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, warn
from printkit.base.files import cache_folder, is_file, read_sealed, resolve_within, write_sealed
from printkit.base.limits import MAX_DEPTH, MAX_KEY_PARTS
from printkit.base.plugins import plugin_folders, require_content
from printkit.base.sentences import Sentence, content_root, join_sentences

T = TypeVar("T")

# --- kept ----------------------------------------------------------------------------------------

# The cache folder beside `templates/`, and the suffix of cache files.
FOLDER, SUFFIX = "read", ".msgpack"
_DIGEST = hashlib.sha256().digest_size


def keep(source: bytes, read: object) -> bytes:
    """Return the content of a cache file: a table unchanged, a record in short form, or raw
    bytes.
    """
    if isinstance(read, bytes):
        return _seal(source, read)
    is_table = isinstance(read, dict)
    data = read if is_table else _shorten(msgspec.to_builtins(read, order="deterministic"))
    return _seal(source, msgspec.msgpack.encode(data))


def _shorten(data: Any) -> Any:
    """Return a record with whole floats as integers, which need one to three bytes instead of nine.
    Reading it with its type makes them floats again.
    """
    if isinstance(data, float):
        return int(data) if data.is_integer() and str(data) != "-0.0" else data
    if isinstance(data, dict):
        return {key: _shorten(value) for key, value in data.items()}
    return [*map(_shorten, data)] if isinstance(data, list | tuple) else data


def _seal(source: bytes, packed: bytes) -> bytes:
    return hashlib.sha256(source + packed).digest() + packed


def find_kept(path: Path, source: bytes | Callable[[], bytes]) -> bytes | None:
    """Return the cached data of a bundled file, or None if there is none or its source has
    changed.
    """
    if (folders := _folders()) is None or not path.is_relative_to(folders[0]):
        return None
    return find_kept_as(path.relative_to(folders[0]).as_posix(), source)


def find_kept_as(name: str, source: bytes | Callable[[], bytes]) -> bytes | None:
    """Return the data cached under a name, or None as in `find_kept`."""
    if (folders := _folders()) is None:
        return None
    try:
        kept = (folders[1] / f"{name}{SUFFIX}").read_bytes()
    except OSError:
        return None
    packed = kept[_DIGEST:]
    read_from = source if isinstance(source, bytes) else source()
    return packed if kept == _seal(read_from, packed) else None


@cache
def _folders() -> tuple[Path, Path] | None:
    root = content_root()
    if root is None or not (root / FOLDER).is_dir():
        return None
    return root / "templates", root / FOLDER


def digest_files(roots: Mapping[str, Path], read: str = "") -> str:
    """Return the digest of the names and contents of all files in folders; the keys name the
    folders.

    Files whose names do not end in `read` contribute their names only.
    """
    whole = hashlib.sha256()
    for lead, root in roots.items():
        for name, path in _list_files(str(root), lead):
            data = b""
            if name.endswith(read):
                with open(path, "rb", buffering=0) as file:
                    data = file.readall()
            whole.update(f"{name}\0{len(data)}\0".encode())
            whole.update(data)
    return whole.hexdigest()


def _list_files(root: str, lead: str) -> list[tuple[str, str]]:
    """Return the sorted names and paths of the files in a folder, equal in a checkout and a wheel.

    A compiled module is left out if its source is there.
    """
    files: list[tuple[str, str]] = []
    entries = list(os.scandir(root))
    names = {entry.name for entry in entries}
    for entry in entries:
        name = f"{lead}/{entry.name}"
        if entry.is_dir():
            if entry.name not in ("__pycache__", "_content"):
                files += _list_files(entry.path, name)
        elif not (entry.name.endswith(".pyc") and entry.name[:-1] in names):
            files.append((name, entry.path))
    return sorted(files)


# --- content -------------------------------------------------------------------------------------

# Folders of tables: a plug-in may add rows or texts to them, and only whole files elsewhere.
_TABLES = (".", "strings", "rules")
# Catalogues of sentences, to which a package may add its own.
_CATALOGUE = ".po"


@cache
def content_folders() -> tuple[Path, ...]:
    """Return `templates/`, then the folders of plug-ins. Warn of plug-in files with names that are
    already taken.
    """
    folders = [require_content() / "templates"]
    sections = [path.name for path in folders[0].iterdir() if path.is_dir()]
    for added in plugin_folders():
        for path in sorted(path for section in sections for path in (added / section).rglob("*.*")):
            name = path.relative_to(added)
            is_table = path.suffix == ".toml" and name.parent.as_posix() in _TABLES
            adds = is_table or path.suffix == _CATALOGUE
            if not adds and any(is_file(folder / name) for folder in folders):
                leave_out(path, "There is already a file of this name.")
        folders.append(added)
    return tuple(folders)


def leave_out(path: Path, reason: str) -> None:
    """Warn that a file of content, or a part of it, is not used."""
    warn(PrintkitError(reason, location=str(path), hint="It is left out."))


def content_paths(*parts: str) -> list[Path]:
    """Return all files or folders of this name in the folders of content, in order."""
    paths = (folder.joinpath(*parts) for folder in content_folders())
    return [path for path in paths if path.exists()]


def content_path(*parts: str) -> Path:
    """Return the first file or folder of this name, else its path in `templates/`."""
    bundled = content_folders()[0].joinpath(*parts)
    return bundled if bundled.exists() else next(iter(content_paths(*parts)), bundled)


def find_content(folder: str, name: str) -> Path | None:
    """Return the first file of this name in a content folder, else its path in `templates/`.

    Return None if the name leads out of the folder.
    """
    paths = [resolve_within(root / folder, name) for root in content_folders()]
    return next((path for path in paths if path is not None and is_file(path)), paths[0])


def content_files(folder: str, suffix: str = ".toml") -> dict[str, Path]:
    """Return the files in a folder of content by name, without `suffix`, in alphabetical order."""
    files: dict[str, Path] = {}
    for root in content_paths(folder):
        for path in root.glob(f"*{suffix}"):
            files.setdefault(path.name.removesuffix(suffix), path)
    return dict(sorted(files.items()))


def font_path(name: str) -> Path:
    """Return the path of a font file in `fonts/`."""
    return require_content() / "fonts" / name


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file of content. Return an empty table with a warning if it is unreadable."""
    try:
        return _parse(path)
    except (OSError, ValueError, RecursionError) as error:
        leave_out(path, Sentence("This file cannot be read: {error}.", error=error))
        return {}


def _parse(path: Path) -> dict[str, Any]:
    source = path.read_bytes()
    if (kept := find_kept(path, source)) is not None:
        data: dict[str, Any] = msgspec.msgpack.decode(kept)
        return data
    import tomllib  # cached in a wheel

    return tomllib.loads(source.decode())


@cache
def bundled_rows(name: str) -> dict[str, Any]:
    """Return the bundled rows of a table (`backs.toml`, …), read once; do not change them.

    `record_faults.load_rows` reads them as records, with the rows of plug-ins.
    """
    return _parse(content_paths(name)[0])


def added_rows(name: str) -> list[tuple[Path, dict[str, Any]]]:
    """Return the rows of a table in each file of a plug-in. Warn of files that cannot be read."""
    return [(path, read_toml(path)) for path in content_paths(name)[1:]]


# A key with too many parts.
_LONG_KEY = re.compile(
    r"""(?<![A-Za-z0-9_-])(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){50}"""
)
# The beginnings of messages about a key or a table that is given twice.
_REPEATED = ("Cannot overwrite", "Cannot declare")
# The explanations of the messages of the parser, by their beginnings.
_EXPLANATIONS = "toml-faults.toml"


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """Return the data in TOML text. Raises DefinitionError with the place of a syntax error."""
    if match := _LONG_KEY.search(text):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        message = "A key has too many parts with dots between them."
        raise _fault(path, join_sentences(message, MAX_KEY_PARTS.allowed), line, column)
    import tomllib  # cached in a wheel

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, line, column = _split_place(str(error), text)
        first = _first_of(text, line) if message.startswith(_REPEATED) else 0
        hint = Sentence("It is already on line {first}.", first=first) if first else ""
        raise _fault(
            path,
            Sentence("This is not TOML: {explain}.", explain=Sentence(_explain(message))),
            line,
            column,
            hint,
        ) from None
    except RecursionError:
        raise _fault(path, "This is nested too deeply.") from None
    except ValueError:  # a number of thousands of digits, which Python refuses to read
        raise _fault(path, "A number in this file has too many digits.") from None


def parse_bundled_toml(text: str, path: Path) -> dict[str, Any]:
    """Return the data of a bundled file, parsed once; the caller may change the data."""
    data: dict[str, Any] = msgspec.msgpack.decode(_pack(text, path))
    return data


@lru_cache(maxsize=64)
def _pack(text: str, path: Path) -> bytes:
    return find_kept(path, text.encode()) or msgspec.msgpack.encode(parse_toml(text, path))


def _fault(
    path: Path, message: str, line: int = 0, column: int = 0, hint: str = ""
) -> DefinitionError:
    return DefinitionError([Diagnostic(str(path), line, column, "", message, hint)])


def _split_place(message: str, text: str) -> tuple[str, int, int]:
    """Split a message such as “… (at line 3, column 7)” into message, line and column."""
    words, _, place = message.partition(" (at ")
    numbers = [int(word) for word in place.replace(",", " ").rstrip(")").split() if word.isdigit()]
    if len(numbers) == 2:
        return words, numbers[0], numbers[1]
    return words, text.count("\n") + 1, len(text) - text.rfind("\n")


def _first_of(text: str, line: int) -> int:
    """Return the number of the earlier line that has the same table header as `line`, or the same
    key in the same table, or 0.
    """
    lines = [row.partition("#")[0].strip() for row in text.splitlines()[:line]]
    repeated = lines[-1] if lines else ""
    if repeated.startswith("["):
        return next((i for i, row in enumerate(lines[:-1], 1) if row == repeated), 0)
    key = repeated.partition("=")[0].strip()
    for number in range(len(lines) - 1, 0, -1):
        row = lines[number - 1]
        if row.startswith("["):
            break
        if "=" in row and row.partition("=")[0].strip() == key:
            return number
    return 0


def _explain(message: str) -> str:
    """Return the explanation of a message of the parser."""
    known = bundled_rows(_EXPLANATIONS)["starts"].items()
    fitting = (meant for start, meant in known if message.startswith(start))
    return next(fitting, "the rest of the file cannot be read")


# --- toml positions ------------------------------------------------------------------------------

KeyPath = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_STRING = r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\''
_KEY = re.compile(rf"[ \t]*({_STRING}|[A-Za-z0-9_-]+)[ \t]*(\.?)", re.DOTALL)
_SCALAR = re.compile(rf"{_STRING}|[^,\]}}\n#]+", re.DOTALL)


def dotted(path: KeyPath) -> str:
    """Return a key path in the notation of messages: `cards[2].name.fr`."""
    return "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in path).removeprefix(".")


class TomlFile(msgspec.Struct, dict=True):
    """A TOML file of a user: its path, its text and its data."""

    path: Path
    text: str
    data: dict[str, Any]

    @cached_property
    def positions(self) -> Positions:
        """The positions of all keys."""
        return Positions(self.text)

    def problem(self, path: KeyPath, message: str, hint: str = "") -> Diagnostic:
        """Return a Diagnostic at the position of a key path."""
        line, column = self.positions.find(path)
        return Diagnostic(str(self.path), line, column, dotted(path), message, hint)


class Positions:
    """The positions of all keys and elements of a text."""

    def __init__(self, text: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._starts: dict[KeyPath, int] = {}
        self._tables: dict[KeyPath, int] = {}  # the number of tables of each array so far
        self._at = 0
        try:
            self._read_document()
        except (RecursionError, AttributeError, IndexError):  # errors then have no positions
            self._starts.clear()

    def find(self, path: KeyPath) -> tuple[int, int]:
        """Return line and column (from 1) of the longest prefix of `path` in the file, or
        (0, 0).
        """
        if not self._starts:
            return 0, 0
        ends = range(len(path), 0, -1)
        start = next((self._starts[path[:end]] for end in ends if path[:end] in self._starts), 0)
        return self._text.count("\n", 0, start) + 1, start - self._text.rfind("\n", 0, start)

    def _read_document(self) -> None:
        """Note the positions of all keys and elements."""
        table: KeyPath = ()
        while self._skip_blank():
            if self._text[self._at] == "[":
                table = self._read_header()
            else:
                self._read_pair(table)

    def _skip_blank(self) -> bool:
        """Skip white space and comments; return True if text follows."""
        self._at = _BLANK.match(self._text, self._at).end()  # type: ignore[union-attr]
        return self._at < len(self._text)

    def _read_keys(self) -> list[str]:
        keys, more = [], "."
        while more:
            match = _KEY.match(self._text, self._at)
            assert match is not None
            key, more, self._at = match[1], match[2], match.end()
            keys.append(_unquote(key) if key[0] in "\"'" else key)
        return keys

    def _read_header(self) -> KeyPath:
        start, many = self._at, self._text[self._at + 1] == "["
        path: KeyPath = ()
        self._at += 1 + many
        *above, last = self._read_keys()
        self._at += 1 + many
        for key in above:
            path = self._note_start(path, key, start)
            if path in self._tables:
                path = self._note_start(path, self._tables[path] - 1, start)
        path = self._note_start(path, last, start)
        if many:
            self._tables[path] = count = self._tables.get(path, 0) + 1
            path = self._note_start(path, count - 1, start)
        return path

    def _note_start(self, path: KeyPath, key: str | int, start: int) -> KeyPath:
        """Record the start of a key below `path`, and return its path. Below the maximum depth,
        `path` stays as it is.
        """
        if len(path) < MAX_DEPTH:
            path = (*path, key)
            self._starts.setdefault(path, start)
        return path

    def _read_pair(self, path: KeyPath) -> None:
        start = self._at
        for key in self._read_keys():
            path = self._note_start(path, key, start)
        self._at += 1  # the equals sign
        self._read_value(path)

    def _read_value(self, path: KeyPath) -> None:
        self._skip_blank()
        match self._text[self._at]:
            case "[" | "{" as opened:
                self._at += 1
                index = 0
                while self._skip_blank() and self._text[self._at] not in "]}":
                    if opened == "{":
                        self._read_pair(path)
                    else:
                        self._read_value(self._note_start(path, index, self._at))
                        index += 1
                    if self._skip_blank() and self._text[self._at] == ",":
                        self._at += 1
                self._at += 1
            case _:
                self._at = _SCALAR.match(self._text, self._at).end()  # type: ignore[union-attr]


def _unquote(key: str) -> str:
    """Return a key without its quotation marks."""
    import tomllib  # cached in a wheel

    name: str = tomllib.loads(f"k={key}")["k"]
    return name


# --- program -------------------------------------------------------------------------------------

# Libraries that draw, shape and compress: another version may produce other bytes.
BYTE_LIBRARIES = (
    "reportlab",
    "svgwrite",
    "pillow",
    "pypdfium2",
    "uharfbuzz",
    "jinja2",
    "markdown-it-py",
    "mdit-py-plugins",
    "pyphen",
    "segno",
)
# Those of them that read, divide and shape texts: another version may lay them out otherwise.
_LAYOUT_LIBRARIES = ("uharfbuzz", "jinja2", "markdown-it-py", "mdit-py-plugins", "pyphen")


@cache
def program_digest() -> str:
    """Return the digest of the code, the content, and the versions of libraries and Python."""
    versions = repr(library_versions(BYTE_LIBRARIES))
    python = repr((sys.implementation.name, *sys.version_info[:2]))
    return digest_texts([source_digest(), versions, python, zlib.ZLIB_RUNTIME_VERSION])


@cache
def layout_digest() -> str:
    """Return the digest of the code, the content, and the libraries that a layout depends on."""
    return digest_texts([source_digest(), *library_versions(_LAYOUT_LIBRARIES)])


@cache
def source_digest() -> str:
    """Return the digest of the code and the content; it is equal in a checkout and its wheel."""
    package = Path(__file__).resolve().parents[1]
    templates, *added = content_folders()
    folders = {"printkit": package, "templates": templates, "fonts": font_path("")}
    folders |= {f"added-{i}": folder for i, folder in enumerate(added)}
    is_installed = _folders() is not None and sys.platform not in _WITHOUT_CHANGE_TIMES
    return _digest_installed(folders) if is_installed else digest_files(folders)


# Systems whose files have no time of their last change, which programs cannot set.
_WITHOUT_CHANGE_TIMES = ("win32", "emscripten")
# The folder of digests of installed programs in the user's cache.
_DIGESTS = "digests"
# A file that changed so shortly before a digest was stored may have changed again since (ns).
_SAME_MOMENT = 2_000_000_000


def _digest_installed(roots: Mapping[str, Path]) -> str:
    """Return the digest of installed files, as `digest_files` does. The digest in the user's cache
    is used if the size, the inode number and the times of every file are unchanged.
    """
    paths = [path for lead, root in roots.items() for _, path in _list_files(str(root), lead)]
    stamps = [_stamp(path) for path in paths]
    seal = hashlib.sha256(repr((paths, stamps)).encode(errors="surrogateescape")).digest()
    place = cache_folder() / _DIGESTS / digest_texts(map(str, roots.values()))
    with suppress(OSError):
        known = read_sealed(place, seal)
        newest = max(max(changed, modified) for _, _, changed, modified in stamps)
        if known is not None and os.stat(place).st_mtime_ns > newest + _SAME_MOMENT:
            return known.decode()
    digest = digest_files(roots)
    write_sealed(place, seal, digest.encode())
    return digest


def _stamp(path: str) -> tuple[int, int, int, int]:
    """Return the size and the inode number of a file, and the times of its last changes (ns)."""
    status = os.stat(path)
    return status.st_size, status.st_ino, status.st_ctime_ns, status.st_mtime_ns


def library_versions(names: Iterable[str]) -> list[str]:
    """Return the installed libraries in order, such as `reportlab-5.1.0.dist-info`."""
    libraries = {name.replace("-", "_") for name in names}
    versions: dict[str, str] = {}
    for place in sys.path:
        try:
            entries = os.listdir(place or ".")
        except OSError:
            continue
        for name in sorted(entries):
            library = name.partition("-")[0].lower()
            if name.endswith((".dist-info", ".egg-info")) and library in libraries:
                versions.setdefault(library, name)
    return sorted(versions.values())


def digest_texts(parts: Iterable[str]) -> str:
    """Return the SHA-256 of several strings, each preceded by its length."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogateescape")  # file names need not be UTF-8
        whole.update(f"{len(data)}\0".encode())
        whole.update(data)
    return whole.hexdigest()


# --- records -------------------------------------------------------------------------------------


def find_record(place: Path, facts: bytes, kind: type[T]) -> T | None:
    """Return the record that the user's cache contains for these facts and this version of the
    program, or None.

    `place` is its file in the cache folder. `facts` contain everything that the record depends on,
    except the code, the content and the libraries of printkit.
    """
    record = read_sealed(cache_folder() / place, _seal_of(facts)) if _is_complete() else None
    if record is not None:
        with suppress(msgspec.MsgspecError):
            return msgspec.msgpack.decode(record, type=kind)
    return None


def keep_record(place: Path, facts: bytes, record: object) -> None:
    """Store a record for `find_record` in the user's cache if it can be written."""
    if _is_complete():
        with suppress(UnicodeEncodeError):  # a name of a file in the record need not be UTF-8
            write_sealed(cache_folder() / place, _seal_of(facts), msgspec.msgpack.encode(record))


def _is_complete() -> bool:
    """Return True if all files of the program are there.

    In a browser, the program answers while most of its files are still loading, and computes its
    digest when the last one has arrived.
    """
    return sys.platform != "emscripten" or program_digest.cache_info().currsize > 0


def _seal_of(facts: bytes) -> bytes:
    return hashlib.sha256(program_digest().encode() + facts).digest()


# --- choices -------------------------------------------------------------------------------------

# A released wheel contains a table of the choices of searches for sizes, looks and leadings in the
# kits of our games (see `web/wheel.py`), so that a build lays out only the chosen variants. The
# choices of a document are found by a key, a digest of everything that its layout depends on;
# without a kept choice, a search takes place.

# The name of the table in a wheel.
CHOICES = "choices"
# The arguments of the attempt that a search chose.
Chosen: TypeAlias = tuple[Any, ...]
# The choices of each document by its key.
ChoiceTable: TypeAlias = dict[str, dict[str, Chosen]]


class Choices:
    """The choices of a document: `kept` are the stored choices, and `made` are the choices of its
    searches, or None if they are not recorded.
    """

    def __init__(self, kept: Mapping[str, Chosen], made: dict[str, Chosen] | None) -> None:
        self.kept, self.made = kept, made
        self._counts: dict[str, int] = {}

    def key_of(self, name: str) -> str:
        """Return the key of the next search under a name, such as `page-1`."""
        self._counts[name] = self._counts.get(name, 0) + 1
        return f"{name}-{self._counts[name]}"


_CURRENT: ContextVar[Choices | None] = ContextVar("choices", default=None)
_RECORDED: ContextVar[ChoiceTable | None] = ContextVar("recorded", default=None)


@cache
def _kept_table() -> ChoiceTable:
    packed = find_kept_as(CHOICES, lambda: source_digest().encode())
    return msgspec.msgpack.decode(packed, type=ChoiceTable) if packed else {}


def keeps_choices() -> bool:
    """Return True if there is a table of choices, or if one is being recorded."""
    return _RECORDED.get() is not None or bool(_kept_table())


def current_choices() -> Choices | None:
    """Return the choices of the document that is being laid out, if any."""
    return _CURRENT.get()


@contextmanager
def choices_of(key: str) -> Iterator[None]:
    """Context manager: searches use the choices that are kept for a document. An empty key has
    none.
    """
    recorded = _RECORDED.get()
    table = _kept_table() if recorded is None else recorded
    made = table.setdefault(key, {}) if key and recorded is not None else None
    former = _CURRENT.set(Choices(table.get(key, {}), made))
    try:
        yield
    finally:
        _CURRENT.reset(former)


@contextmanager
def recorded_choices() -> Iterator[ChoiceTable]:
    """Context manager: record the choices of all documents in a table."""
    table: ChoiceTable = {}
    former = _RECORDED.set(table)
    try:
        yield table
    finally:
        _RECORDED.reset(former)


# --- positions in JSON ---------------------------------------------------------------------------

_JSON_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class JsonPositions(Positions):
    """The positions of all keys and elements of a JSON text."""

    def _read_document(self) -> None:
        # The key or the index in each open table or list; None before a key.
        path: list[Any] = []
        for match in _JSON_TOKEN.finditer(self._text):
            token = match[0]
            if path and path[-1] is None and token.startswith('"'):
                path[-1] = msgspec.json.decode(token)
                self._starts[tuple(path)] = match.start()
            elif token in ("}", "]"):
                path.pop()
            elif token == ",":
                path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
            elif token != ":":
                if path and isinstance(path[-1], int):
                    self._starts[tuple(path)] = match.start()
                path += [None] if token == "{" else [0] if token == "[" else []
