"""Connect the page with printkit: JSON in, JSON or bytes out.

This runs in the page's worker (Pyodide), without network and without Pillow or PDFium. Errors are
returned as `{"fault": {…}}` in the language of the page; the page never sees a traceback.
"""

from __future__ import annotations

import gc
import hashlib
import io
import json
import shutil
import sys
import types
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

# reportlab.lib.utils imports PIL.Image but never calls it here.
_pil, _image = types.ModuleType("PIL"), types.ModuleType("PIL.Image")
_pil.Image, _image.Image, _image.open = _image, type("Image", (), {}), None  # type: ignore[attr-defined]
sys.modules.setdefault("PIL", _pil)
sys.modules.setdefault("PIL.Image", _image)

import printkit  # noqa: E402
from printkit.base.content import program_digest  # noqa: E402
from printkit.base.errors import DefinitionError, PrintkitError, RequestError, problems  # noqa: E402
from printkit.base.files import cache_folder  # noqa: E402
from printkit.base.messages import languages, translate_fault  # noqa: E402
from printkit.base.printer_profile import Profile  # noqa: E402
from printkit.graphics.picture_file import (  # noqa: E402
    RGB,
    RasterImage,
    Samples,
    is_jpeg,
    pack_pixels,
    png_chunks,
    read_as_is,
)
from printkit.graphics.svg import RENDERER  # noqa: E402
from printkit.jobs.build import forget_games  # noqa: E402
from printkit.jobs.job import make_job  # noqa: E402
from printkit.jobs.plan import plan as plan_job  # noqa: E402
from printkit.library.definition_receipt import complete_receipt  # noqa: E402
from printkit.library.new_deck import IMAGES, SPREADSHEET, start_deck, write_deck  # noqa: E402
from printkit.library.receipt import NOT_NAMED, plain_name  # noqa: E402
from printkit.model.fields import is_picture  # noqa: E402
from printkit.writers.png import InkCoverage  # noqa: E402

DECK = Path("/deck")
# The folder of a new deck, until it replaces the files that it was made from.
BEGUN = Path("/begun")
# Extensions of tables of cards, spreadsheets first.
TABLES = ((".xlsx", ".ods"), (".csv", ".tsv"))
# Limits for the user's files: their number, and their bytes in total.
MAX_FILES, MAX_BYTES = 2000, 400_000_000
# The flag of a file with a password in a ZIP.
_ENCRYPTED = 0x1
# The folder of the program.
SITE = "/site"
# Reports progress to the page; the worker replaces it.
report: Callable[[str, int, int], None] = lambda stage, done, total: None  # noqa: E731
_plans: dict[str, printkit.Plan] = {}
# The game of the last plan.
_games: list[str] = []


class Pictures:
    """A decoder for pictures that the browser has decoded in advance, because Python cannot wait
    for it.
    """

    def __init__(self) -> None:
        self.images: dict[bytes, RasterImage] = {}
        self.samples: dict[bytes, Samples] = {}

    def add(self, file: bytes, opaque: bytes, width: int, height: int, rgb: bytes | None) -> None:
        """Store the opaque, upright form of a file with its pixels; without `rgb`, `opaque` is a
        JPEG.
        """
        digest = hashlib.sha256(file).hexdigest()
        if _is_plain_png(file, width):  # unchanged, for the same bytes as on the command line
            opaque = file
        elif rgb is not None:
            packed = pack_pixels(width, height, RGB, rgb)
            self.samples[hashlib.sha256(opaque).digest()] = packed
        self.images[hashlib.sha256(file).digest()] = RasterImage(opaque, digest, width, height)

    def read_size(self, path: Path) -> tuple[int, int]:
        """Return the width and height of a file in pixels, or (0, 0) if the file is unknown."""
        image = self.images.get(hashlib.sha256(path.read_bytes()).digest())
        return (image.width, image.height) if image else (0, 0)

    def prepare(self, data: bytes, location: str, *, whole: bool = True) -> RasterImage:
        """Return the opaque form of a file. Raises PrintkitError if the browser cannot read it."""
        image = self.images.get(hashlib.sha256(data).digest())
        if image is None:
            raise PrintkitError(
                "This is not a PNG or JPEG picture.",
                location=location,
                hint="Save it as one of them.",
            )
        return image

    def read_file(self, data: bytes, width: int | None = None) -> bytes:
        """Return a file from `prepare` as it is, because the browser has already made it opaque and
        upright.
        """
        return data

    def read_samples(self, data: bytes, width: int | None = None) -> Samples:
        """Return the pixels of a file that `prepare` returned."""
        kept = self.samples.get(hashlib.sha256(data).digest()) or read_as_is(data)
        assert kept is not None, "a file that is no plain picture has come with its pixels"
        return kept


def _is_plain_png(file: bytes, width: int) -> bool:
    """Return True for a PNG of this width that needs no changes."""
    try:
        plain = None if is_jpeg(file) else read_as_is(file)
    except ValueError:  # the browser also reads damaged files, as far as possible
        return False
    turned = plain is not None and any(name == b"eXIf" for name, _ in png_chunks(file))
    return plain is not None and plain.width == width and not turned


pictures = Pictures()


class Undrawn(BaseException):
    """Raised for a drawing that the browser has not rendered yet. It is not an Exception, so that
    no handler catches it.
    """

    def __init__(self, svg: str, width: int, height: int) -> None:
        self.svg, self.width, self.height = svg, width, height


class Drawings:
    """A renderer for drawings that the browser renders between two calls of a function."""

    def __init__(self) -> None:
        self.rendered: dict[bytes, bytes] = {}

    def render(self, svg: str, width: int, height: int, fonts: tuple[Path, ...]) -> bytes:
        """Return the PNG of a drawing. Raises Undrawn until the browser has rendered it, and
        PrintkitError if it cannot.
        """
        png = self.rendered.get(_digest(svg, width, height))
        if png is None:
            raise Undrawn(svg, width, height)
        if not png:
            raise PrintkitError(
                "This browser cannot render the drawing.", hint="Export the drawing as PNG."
            )
        return png


def _digest(svg: str, width: int, height: int) -> bytes:
    return hashlib.sha256(f"{width} {height} {svg}".encode()).digest()


drawings = Drawings()


def bring_rendered(
    svg: str, size: Any, opaque: Any = None, width: int = 0, height: int = 0, rgb: Any = None
) -> None:
    """Store a rendered drawing that was requested at `size`. Without pixels, record that the
    browser cannot read it.
    """
    png = opaque.to_bytes() if opaque else b""
    if png:
        pictures.add(png, png, width, height, rgb.to_bytes())
    drawings.rendered[_digest(svg, *size)] = png


def answer(function: Callable[..., Any]) -> Callable[..., str]:
    """Wrap a function so that it returns JSON, with an exception as a `fault`.

    If a file has not been fetched yet, the JSON has the name of its archive as `late`. If a drawing
    has not been rendered yet, the JSON has its text and size as `undrawn`.
    """

    def ask(text: str) -> str:
        asked = json.loads(text)
        backends = {"decoder": pictures, "ink_meter": lambda document: InkCoverage({}, (), ())}
        token = RENDERER.set(drawings)
        try:
            with printkit.replace_backends(**backends):
                return json.dumps(function(asked))
        except PrintkitError as error:
            return json.dumps({"fault": _describe(error, asked.get("language", "en"))})
        except Refusal as refusal:
            return json.dumps({"fault": {"key": refusal.key, "most": refusal.most}})
        except Late as late:
            return json.dumps({"late": late.archive})
        except Undrawn as asked_for:
            size = [asked_for.width, asked_for.height]
            return json.dumps({"undrawn": {"svg": asked_for.svg, "size": size}})
        finally:
            RENDERER.reset(token)

    return ask


class Late(BaseException):
    """Raised for a file of an archive that has not been fetched yet. It is not an Exception, so
    that no handler catches it.
    """

    def __init__(self, archive: str) -> None:
        self.archive = archive


# The archive of each file that is fetched when it is first read; the page fetches the others at
# the start. Until then such a file is empty.
_late: dict[str, str] = {}


def expect_late(listed: str) -> None:
    """Register the files that are fetched late: JSON with a list for each archive."""
    program_digest()  # reads every file, once
    for archive, names in json.loads(listed).items():
        _late.update((f"{SITE}/{name}", archive) for name in names)
    sys.addaudithook(_await_late)


def _await_late(event: str, values: tuple[Any, ...]) -> None:
    if event == "open" and _late and (archive := _late.get(str(values[0]))):
        raise Late(archive)


def is_late(archive: str) -> bool:
    """Return True if the files of an archive are still missing."""
    return archive in _late.values()


def arrived(archive: str) -> None:
    """Note that the files of an archive are in place."""
    for path in [path for path, name in _late.items() if name == archive]:
        del _late[path]


def _describe(error: PrintkitError, language: str) -> dict[str, Any]:
    """Return an error as data: its message and remedy, and all errors in a definition."""
    faults = printkit.explain(error, language)
    is_of_deck = isinstance(error, DefinitionError) and not isinstance(error, RequestError)
    listed = faults if is_of_deck else []
    return {
        "words": faults[0]["message"],
        "cure": faults[0]["hint"],
        "faults": [_name_file(fault) for fault in listed],
    }


def _name_file(fault: dict[str, Any]) -> dict[str, Any]:
    """Return an error with the name of its file as the user knows it."""
    return {**fault, "file": Path(fault["file"]).name}


def bring(
    name: str, data: Any, opaque: Any = None, width: int = 0, height: int = 0, rgb: Any = None
) -> None:
    """Save a file of the user in the folder of the deck.

    For a picture, also pass its opaque form and its pixels. JavaScript's null is falsy but not
    None.
    """
    path = _place(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    file = data.to_bytes()
    path.write_bytes(file)
    if opaque:
        pictures.add(file, opaque.to_bytes(), width, height, rgb.to_bytes() if rgb else None)
    _plans.clear()


def _place(name: str) -> Path:
    """Return the path of a file below the folder of the deck, for any name."""
    parts = [part for part in PurePosixPath(name).parts if part not in ("/", "..", ".")]
    return DECK.joinpath(*parts)


class Refusal(Exception):
    """A refusal that the page words itself, by its key in `words.files`, with a number."""

    def __init__(self, key: str, most: int = 0) -> None:
        self.key, self.most = key, most


def unpack(data: Any, held: Any) -> tuple[str, list[tuple[str, bytes]]]:
    """Return JSON with a fault or nothing, and the files of the user's ZIP.

    `held` are the numbers of files and bytes that the user has already added.
    """
    files: list[tuple[str, bytes]] = []

    @answer
    def read(asked: dict[str, Any]) -> dict[str, Any]:
        try:
            with zipfile.ZipFile(io.BytesIO(data.to_bytes())) as archive:
                entries = [item for item in archive.infolist() if not item.is_dir()]
                _require_readable(entries)
                count, size = asked["held"]
                _require_room(count + len(entries), size + sum(item.file_size for item in entries))
                files.extend((item.filename, archive.read(item)) for item in entries)
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError):
            raise Refusal("damaged") from None
        return {}

    return read(json.dumps({"held": list(held)})), files


def _require_readable(entries: list[zipfile.ZipInfo]) -> None:
    """Raise Refusal for entries with a password, and for a ZIP in a ZIP."""
    if any(item.flag_bits & _ENCRYPTED for item in entries):
        raise Refusal("locked")
    if any(item.filename.lower().endswith(".zip") for item in entries):
        raise Refusal("nested")


@answer
def require_room(asked: dict[str, Any]) -> dict[str, Any]:
    """Check that more files fit into the deck; return nothing. Raises Refusal for too many files or
    bytes.
    """
    _require_room(*asked["held"])
    return {}


def _require_room(count: int, size: int) -> None:
    if count > MAX_FILES:
        raise Refusal("many", MAX_FILES)
    if size > MAX_BYTES:
        raise Refusal("large", MAX_BYTES // 1_000_000)


def pack_deck() -> bytes:
    """Return all files of the user's deck as a ZIP, in alphabetical order and with a fixed date."""
    box = io.BytesIO()
    with zipfile.ZipFile(box, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in DECK.rglob("*") if path.is_file()):
            name = path.relative_to(DECK).as_posix()
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return box.getvalue()


def forget() -> None:
    """Remove all files of the user, the rendered drawings and the cached plan."""
    shutil.rmtree(DECK, ignore_errors=True)
    drawings.rendered.clear()
    _plans.clear()


def _plan(job: Mapping[str, Any]) -> printkit.Plan:
    """Return the plan of a job; the last one is cached for its pages and its files."""
    key = json.dumps(job, sort_keys=True)
    if key not in _plans:
        _plans.clear()
        # The heap never shrinks: drawings and records of another game need the room of these.
        if _games[-1:] != [job["variant"]]:
            forget_games()
            shutil.rmtree(cache_folder(), ignore_errors=True)
            _games[:] = [job["variant"]]
        options = dict(job.get("options", {}))
        if options.get("printer"):
            options["printer"] = Profile.from_data(options["printer"])
        wanted = printkit.job_from_data({**job, "options": options})
        # Without the warnings, which `examine` returns.
        _plans[key] = plan_job(wanted, lambda *step: report(*step))
        gc.collect()
    return _plans[key]


@answer
def plan(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the plan of a job: the game, the numbers of sheets and cuts, the products with their
    pages, and the materials that players bring.
    """
    data = _plan(asked["job"]).as_data()
    return {key: data[key] for key in ("variant", "name", "sheets", "cuts", "made", "supplies")}


@answer
def page(asked: dict[str, Any]) -> dict[str, Any]:
    """Return one page of a plan as SVG."""
    made = _plan(asked["job"])
    drawn = printkit.draw_page(made, asked["product"], asked["number"], language=asked["edition"])
    return {"svg": drawn.data.decode()}


@answer
def begin(asked: dict[str, Any]) -> dict[str, Any]:
    """Create a deck from a table or pictures without a definition, like `printkit new`.

    Returns the name of its definition, the names of all its files, which replace the user's files,
    and their receipt; no names if there is neither a table nor a picture.
    """
    kind, source = _find_source()
    if source is None:
        return {"file": "", "names": [], "receipt": None}
    unnamed = {"fr": "mon-jeu"}.get(asked["language"], "my-deck")
    folder = source if kind == IMAGES else source.parent
    name = folder.name if folder != DECK else source.stem if kind == SPREADSHEET else unnamed
    shutil.rmtree(BEGUN, ignore_errors=True)  # a call that missed an archive is repeated
    deck = start_deck(str(BEGUN / name), kind, source, asked["language"])
    write_deck(deck)
    _skip_others(deck.receipt, folder)
    complete_receipt(deck.receipt, deck.definition, asked["language"])
    if kind == SPREADSHEET:  # rules, and pictures that are not in the table yet
        for path in (path for path in folder.rglob("*") if path.is_file()):
            place = deck.folder / path.relative_to(folder)
            if not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                path.rename(place)
    shutil.rmtree(DECK)
    BEGUN.rename(DECK)
    _plans.clear()
    names = (path.relative_to(DECK) for path in sorted(DECK.rglob("*")) if path.is_file())
    definition = deck.definition.relative_to(BEGUN)
    return {
        "file": definition.as_posix(),
        "names": [name.as_posix() for name in names],
        "receipt": _describe_receipt(deck.receipt, asked["language"]),
    }


@answer
def receipt(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the receipt of a definition. Raises PrintkitError if it cannot be read."""
    path = _place(asked["file"])
    made = printkit.read_receipt(str(path), asked["language"])
    _skip_others(made, path.parent)
    return _describe_receipt(made, asked["language"])


def _skip_others(receipt: printkit.Receipt, folder: Path) -> None:
    """Add to a receipt, as skipped, the user's files that it does not name; their names are
    relative to a folder.
    """
    for path in sorted(path for path in DECK.rglob("*") if path.is_file()):
        name = plain_name(str(path), str(folder))
        if name not in receipt.files:
            receipt.skip(name.removeprefix(f"{DECK}/"), NOT_NAMED)


def _describe_receipt(receipt: printkit.Receipt, language: str) -> dict[str, Any]:
    """Return a receipt as data: its numbers of files and of unprinted columns, and its lines in a
    language.
    """
    return {
        "used": len(receipt.used),
        "skipped": len(receipt.skipped),
        "unprinted": len(receipt.unprinted),
        "lines": [*receipt.lines(lambda text: translate_fault(language, text))],
    }


def _find_source() -> tuple[str, Path | None]:
    """Return the kind and the path of the source of a new deck: the outermost table, or else the
    folder with all pictures. The path is None if there is neither.
    """
    files = sorted(
        (path for path in DECK.rglob("*") if path.is_file()),
        key=lambda path: (len(path.parts), path),
    )
    for endings in TABLES:
        for path in files:
            if path.suffix.lower() in endings:
                return SPREADSHEET, path
    if not any(is_picture(path.name) for path in files):
        return IMAGES, None
    entries = list(DECK.iterdir())
    return IMAGES, entries[0] if len(entries) == 1 and entries[0].is_dir() else DECK


@answer
def check(asked: dict[str, Any]) -> dict[str, Any]:
    """Check the cards of a definition; return its name and its cards.

    Raises DefinitionError with all errors that the command line finds, if any.
    """
    path = str(_place(asked["file"]))
    try:
        plan_job(make_job(path, ["cards"], languages=[_language_of(path, asked["language"])]))
    except PrintkitError as error:
        raise DefinitionError(printkit.check(path) or problems(error)) from None
    game = printkit.load(path, language=_language_of(path, asked["language"]))
    return {
        "slug": path,
        "name": game.name,
        "players": [game.variant.least_players, game.variant.most_players],
        "presets": [
            {"id": preset.id, "name": dict(preset.name), "how": dict(preset.how)}
            for preset in game.variant.presets
        ],
        "languages": list(game.variant.name),
        "total": game.variant.total,
        "cards": [{"id": item.card.id, "name": item.name} for item in game.cards],
    }


@answer
def examine(asked: dict[str, Any]) -> dict[str, Any]:
    """Check a definition as on the command line, and return its warnings.

    Raises DefinitionError with all errors.
    """
    path = str(_place(asked["file"]))
    if faults := printkit.check(path):
        raise DefinitionError(faults)
    warnings = DefinitionError(printkit.list_warnings(path))
    found = printkit.explain(warnings, asked["language"]) if warnings.problems else []
    return {"warnings": [_name_file(warning) for warning in found]}


def _language_of(path: str, language: str) -> str:
    """Return the language of the page if the deck has it, or else the first language of the deck
    that printkit supports. If there is none, return the language of the page.
    """
    known = list(printkit.load(path).variant.name)
    return next(
        (item for item in (language, *known) if item in known and item in languages()), language
    )


@answer
def read(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the text of a file of the deck; `isSound` is false if the file is not UTF-8."""
    data = _place(asked["file"]).read_bytes()
    text = data.decode("utf-8", "replace")
    return {"text": text, "isSound": text.encode() == data}


@answer
def face(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the face of one card as SVG."""
    path = str(_place(asked["file"]))
    game = printkit.load(path, language=_language_of(path, asked["language"]))
    return {"svg": game.card(asked["card"]).svg()}


@answer
def preview(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the face of the card being edited, as SVG, and its name; both are empty for an unknown
    card. The card is found by its id or one of its names.
    """
    path = str(_place(asked["file"]))
    game = printkit.load(path, language=_language_of(path, asked["language"]))
    for item in game.cards:
        if item.card.id == asked["id"] or {*asked["names"]} & {*item.card.name.values()}:
            return {"svg": item.svg(), "name": item.name}
    return {"svg": "", "name": ""}


def build(text: str) -> tuple[str, bytes]:
    """Return a job's files as JSON and their ZIP, in which they are not compressed.

    The JSON has their names and `places`: the first byte and the length of each file in the ZIP.
    """
    packed = [b""]

    @answer
    def make(asked: dict[str, Any]) -> dict[str, Any]:
        made = _plan(asked["job"])
        built = printkit.build(made, in_memory=True, progress=lambda *step: report(*step))
        contents = {file.name: file.data for file in built.files}
        if "manifest.json" not in contents:
            manifest = json.dumps(built.manifest, ensure_ascii=False, indent=2) + "\n"
            contents["manifest.json"] = manifest.encode()
        box, places = io.BytesIO(), []
        # PDFs are already compressed.
        with zipfile.ZipFile(box, "w", zipfile.ZIP_STORED) as archive:
            for name, data in contents.items():
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
                places.append((box.tell() - len(data), len(data)))
        packed[0] = box.getvalue()
        return {"files": [*contents], "places": places}

    words = make(text)
    gc.collect()
    return words, packed[0]
