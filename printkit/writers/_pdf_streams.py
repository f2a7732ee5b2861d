"""Objects of a PDF that we write ourselves: streams, pictures, pages, packed objects."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from struct import Struct
from typing import Any, BinaryIO

from printkit.graphics.picture_file import CMYK, GRAY, PNG, RGB, Samples
from printkit.writers._reportlab import PDFDictionary, pdfdoc

_SPACES = {GRAY: ("DeviceGray", 1), RGB: ("DeviceRGB", 3), CMYK: ("DeviceCMYK", 4)}
# The default level 6 takes three times as long, and saves 2.5 % of the size.
_LEVEL = 4
# The objects of a stream, and the place of an object: its kind, where it begins, a number there.
_PACKED, _PLACE = 200, Struct(">BIH")


class Stream(pdfdoc.PDFObject):  # type: ignore[misc]
    """A stream with a finished dictionary, compressed immediately, unless it is `ready`. One that
    `repeats` is in other files too.

    Streams of reportlab are formatted entry by entry and keep their text in memory: too slow for
    large decks.
    """

    __RefOnly__ = 1

    def __init__(
        self,
        head: str,
        content: bytes,
        resources: Any = None,
        *,
        ready: bool = False,
        repeats: bool = False,
    ) -> None:
        plain = ready or len(content) <= 120
        deflate = _deflate_once if repeats else _deflate
        self.content = content if plain else deflate(content)
        self.head = head if plain else f"{head} /Filter /FlateDecode"
        self.resources = resources

    def format(self, document: Any) -> bytes:
        """Return the dictionary and the stream as bytes of the file."""
        head = f"<< {self.head} /Length {len(self.content)}".encode()
        if self.resources is not None:
            head += b" /Resources " + self.resources.format(document)
        return head + b" >>\nstream\n" + self.content + b"\nendstream\n"


class Picture(pdfdoc.PDFObject):  # type: ignore[misc]
    """An image XObject, whose file is read when it is written."""

    __RefOnly__ = 1

    def __init__(self, read: Callable[[], Samples]) -> None:
        self.read = read

    def parts(self) -> tuple[bytes, bytes, bytes]:
        """Return the dictionary, the stream and its end, unjoined: a picture may be large.

        Raises PrintkitError if the file changed.
        """
        samples = self.read()
        space, channels = _SPACES[samples.mode]
        colours = f"/{space}"
        if samples.palette:
            last = len(samples.palette) // 3 - 1
            colours, channels = f"[/Indexed /{space} {last} <{samples.palette.hex()}>]", 1
        form = "/Filter /DCTDecode"
        if samples.encoding == PNG:
            form = (
                f"/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors {channels} "
                f"/BitsPerComponent {samples.bits} /Columns {samples.width} >>"
            )
        head = (
            f"<< /Type /XObject /Subtype /Image /Width {samples.width} /Height {samples.height} "
            f"/ColorSpace {colours} /BitsPerComponent {samples.bits} {form} {_decode(samples)}"
            f"/Length {len(samples.data)} >>\nstream\n"
        )
        return head.encode(), samples.data, b"\nendstream\n"


def _decode(samples: Samples) -> str:
    """Return the Decode entry for a JPEG of four inks, which programs write inverted."""
    return "/Decode [1 0 1 0 1 0 1 0] " if samples.is_inverted else ""


def _deflate(content: bytes) -> bytes:
    return zlib.compress(content, _LEVEL)


# Glyphs and emblems repeat in each document of a kit.
_deflate_once = lru_cache(maxsize=1024)(_deflate)


class OurPage(pdfdoc.PDFObject):  # type: ignore[misc]
    """A page of a `height` in points, most of it finished text: a large deck has thousands.

    `boxes` and `extras` are shared by pages; `entries` are added when all pages are drawn.
    """

    __RefOnly__ = 1

    def __init__(
        self,
        contents: Stream,
        height: float,
        boxes: Mapping[str, bytes],
        drawings: bytes,
        extras: Mapping[str, Any],
    ) -> None:
        self.contents, self.height, self.boxes = contents, height, boxes
        self.drawings, self.extras = drawings, extras
        self.entries: dict[str, Any] = {}

    def format(self, document: Any) -> bytes:
        """Return the dictionary, whose contents are referenced."""
        fonts = pdfdoc.PDFObjectReference(pdfdoc.BasicFonts)
        own = {
            "Type": "/Page",
            "Parent": document.Reference(document.Pages),
            "Contents": document.Reference(self.contents),
            "Resources": PDFDictionary({"XObject": self.drawings, "Font": fonts, **self.extras}),
        }
        whole: bytes = PDFDictionary({**own, **self.boxes, **self.entries}).format(document)
        return whole


class References(PDFDictionary):  # type: ignore[misc]
    """References by name, formatted like those of reportlab but faster."""

    def format(self, document: Any) -> bytes:
        """Return the dictionary, with six references per line."""
        numbers = document.idToObjectNumberAndVersion
        entries = [(key, *numbers[self.dict[key].name]) for key in sorted(self.dict)]
        parts = [f"/{key} {number} {version} R" for key, number, version in entries]
        for i in reversed(range(6, len(parts), 6)):
            parts.insert(i, "\n ")
        return f"<<\n{' '.join(parts)}\n>>".encode()


class PackedObjects:
    """Objects in streams, each of which is finished as soon as it is full."""

    def __init__(self) -> None:
        self._streams: list[tuple[list[int], bytes]] = []
        self._numbers: list[int] = []
        self._index, self._body = bytearray(), bytearray()

    def add(self, number: int, content: bytes) -> None:
        """Add an object, the next of all by its number."""
        self._numbers.append(number)
        self._index += b"%d %d " % (number, len(self._body))
        self._body += content + b"\n"
        if len(self._numbers) == _PACKED:
            self._finish_stream()

    def _finish_stream(self) -> None:
        head = f"/Type /ObjStm /N {len(self._numbers)} /First {len(self._index)}"
        stream = Stream(head, bytes(self._index + self._body)).format(None)
        self._streams.append((self._numbers, stream))
        self._numbers, self._index, self._body = [], bytearray(), bytearray()

    def write(
        self,
        document: Any,
        file: BinaryIO,
        offset: int,
        offsets: Mapping[int, int],
        roots: Sequence[Any],
    ) -> None:
        """Write the streams and a cross-reference stream at the end of a file.

        `offset` is the length of the file so far, `offsets` those of the objects in it, by number;
        `roots` are its catalogue and its information.
        """
        if self._numbers:
            self._finish_stream()
        last = document.objectcounter + len(self._streams) + 1
        table = bytearray(_PLACE.size * (last + 1))

        def set_place(number: int, *place: int) -> None:
            _PLACE.pack_into(table, _PLACE.size * number, *place)

        set_place(0, 0, 0, 65535)
        for number, before in offsets.items():
            set_place(number, 1, before, 0)
        for own, (numbers, stream) in enumerate(self._streams, document.objectcounter + 1):
            for i, number in enumerate(numbers):
                set_place(number, 2, own, i)
            set_place(own, 1, offset, 0)
            offset += file.write(b"%d 0 obj\n%bendobj\n" % (own, stream))
        set_place(last, 1, offset, 0)
        entries = {"Root": roots[0], "Info": roots[1], "ID": document.ID()}
        ends = PDFDictionary(entries).format(document).decode("latin-1").strip()[2:-2]
        head = f"/Type /XRef /W [1 4 2] /Size {last + 1} {ends}"
        stream = Stream(head, bytes(table)).format(document)
        file.write(b"%d 0 obj\n%bendobj\nstartxref\n%d\n%%%%EOF\n" % (last, stream, offset))


def pdf_string(text: str) -> str:
    """Return a text as a string of a PDF."""
    if text.isascii():
        return "(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
