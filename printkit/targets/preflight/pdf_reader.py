"""Read PDFs from other programs with pikepdf and PDFium. No other module does.

Input: the bytes of a PDF. Output: its objects, and pages as PDFium paints them. Errors that a
library raises become PrintkitErrors inside `open_pdf`, and findings inside `report_broken`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pikepdf
import pypdfium2 as pdfium
from pikepdf import Array, Dictionary, Matrix, Name, Operator, Stream, String

from printkit.base.errors import PrintkitError, library_reads
from printkit.base.limits import MAX_UNPACKED_BYTES
from printkit.targets.preflight.findings import Findings

__all__ = ["Array", "Dictionary", "Matrix", "Name", "Operator", "Stream", "String"]

# No more of a stream is unpacked than a file may have.
_LIMITED = ("flate_max_memory", "run_length_max_memory", "png_max_memory", "dct_max_memory")


@contextmanager
def open_pdf(data: bytes) -> Iterator[Any]:
    """Context manager: yield an opened PDF. Raises PrintkitError for one that is damaged or locked
    with a password."""
    limits: Any = dict.fromkeys(_LIMITED, int(MAX_UNPACKED_BYTES))
    before: Any = pikepdf.settings.set_qpdf_limits(**limits)
    hint = "Open it in a viewer, and export it again."
    try:
        with library_reads("", "This cannot be read as a PDF.", hint):
            try:
                pdf = pikepdf.open(io.BytesIO(data))
            except pikepdf.PasswordError:
                message = "The file is locked with a password."
                raise PrintkitError(message, hint="Save it without a password.") from None
            with pdf:
                yield pdf
    finally:
        pikepdf.settings.set_qpdf_limits(**before)


@contextmanager
def report_broken(findings: Findings) -> Iterator[None]:
    """Context manager: report a part of a PDF that cannot be read, and continue after the block.

    PrintkitErrors, missing modules and a lack of memory are not reported but raised.
    """
    try:
        yield
    except (PrintkitError, ImportError, MemoryError):
        raise
    except Exception:  # damaged data raise any exception
        findings.add("unreadable")


def parse_content(stream: Any) -> list[Any]:
    """Return the steps of a stream, each with its operands and its operator."""
    return list(pikepdf.parse_content_stream(stream))


def write_content(steps: list[tuple[Any, Any]]) -> bytes:
    """Return the bytes of a stream with these steps."""
    return pikepdf.unparse_content_stream(steps)


class PaintedFile:
    """A PDF in its current state, opened with PDFium."""

    def __init__(self, pdf: Any) -> None:
        out = io.BytesIO()
        pdf.save(out, compress_streams=False, encryption=False)
        self._document = pdfium.PdfDocument(out.getvalue())

    def page_size(self, number: int) -> tuple[float, float]:
        """Return the width and the height of a page (from 0) in points."""
        width, height = self._document.get_page_size(number)
        return width, height

    def paint(self, number: int, scale: float, **options: Any) -> Any:
        """Return a page as a picture with `scale` pixels per point."""
        return self._document[number].render(scale=scale, **options).to_pil()
