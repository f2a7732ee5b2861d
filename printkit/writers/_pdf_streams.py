"""Objects of a PDF that we write ourselves: streams, pictures, finished text, packed objects."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, BinaryIO

from printkit.graphics.picture_file import CMYK, GRAY, PNG, RGB, Samples
from printkit.writers._reportlab import PDFDictionary, pdfdoc

_SPACES = {GRAY: ("DeviceGray", 1), RGB: ("DeviceRGB", 3), CMYK: ("DeviceCMYK", 4)}
# The default level 6 takes three times as long, and saves 2.5 % of the size.
_LEVEL = 4
# The objects of a stream.
_PACKED = 200


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
    """Return the entry for a JPEG of four inks: those that programs write are inverted."""
    return "/Decode [1 0 1 0 1 0 1 0] " if samples.is_inverted else ""


def _deflate(content: bytes) -> bytes:
    return zlib.compress(content, _LEVEL)


# Glyphs and emblems repeat in each document of a kit.
_deflate_once = lru_cache(maxsize=1024)(_deflate)


class OurPage(pdfdoc.PDFPage):  # type: ignore[misc]
    """A page with the tab order of its fields, which reportlab omits."""

    __NoDefault__ = (*pdfdoc.PDFPage.__NoDefault__, "Tabs", "StructParents")


class Raw(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object whose text is finished, faster than the dictionaries of reportlab."""

    __RefOnly__ = 1
    text = ""

    def format(self, document: Any) -> bytes:
        return self.text.encode("latin-1")


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


def write_packed(
    document: Any, file: BinaryIO, offset: int, packed: Mapping[int, bytes], roots: Sequence[Any]
) -> None:
    """Write the objects of a document that are packed, by number, and a cross-reference stream.

    `offset` is the length of the file so far, `roots` are its catalogue and its information.
    """
    names = document.numberToId
    places = {i: (1, document.idToOffset[name], 0) for i, name in names.items()}
    numbers = list(packed)
    for start in range(0, len(numbers), _PACKED):
        chunk = numbers[start : start + _PACKED]
        own, index, body = len(places) + 1, "", b""
        for i, number in enumerate(chunk):
            index += f"{number} {len(body)} "
            body += packed[number] + b"\n"
            places[number] = 2, own, i
        places[own] = 1, offset, 0
        head = f"/Type /ObjStm /N {len(chunk)} /First {len(index)}"
        stream = Stream(head, index.encode() + body).format(document)
        offset += file.write(b"%d 0 obj\n%bendobj\n" % (own, stream))
    own = len(places) + 1
    places |= {0: (0, 0, 65535), own: (1, offset, 0)}
    table = b"".join(
        kind.to_bytes(1, "big") + place.to_bytes(4, "big") + last.to_bytes(2, "big")
        for _, (kind, place, last) in sorted(places.items())
    )
    entries = {"Root": roots[0], "Info": roots[1], "ID": document.ID()}
    ends = PDFDictionary(entries).format(document).decode("latin-1").strip()[2:-2]
    head = f"/Type /XRef /W [1 4 2] /Size {own + 1} {ends}"
    stream = Stream(head, table).format(document)
    file.write(b"%d 0 obj\n%bendobj\nstartxref\n%d\n%%%%EOF\n" % (own, stream, offset))


def pdf_string(text: str) -> str:
    """Return a text as a string of a PDF."""
    if text.isascii():
        return "(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
