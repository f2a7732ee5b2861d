"""Read drawings and spreadsheets with Expat; no other module imports it.

Input: the bytes of a user's file, and handlers for its elements. The handlers are called in the
order of the text. Every exception of Expat becomes an XmlFault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.parsers import expat


class XmlFault(Exception):
    """Bytes that Expat cannot read, with a `reason` in English and its place (from 1).

    The reason is empty for an encoding that Python does not know.
    """

    def __init__(self, reason: str, line: int, column: int) -> None:
        super().__init__(reason, line, column)
        self.reason, self.line, self.column = reason, line, column


class XmlReader:
    """A parser: `start` and `end` get elements, `text` characters, `doctype` and `entity` a
    declaration. No file that a declaration names is read.

    With `namespaces` the name of an element is its namespace, a blank and its own name.
    """

    def __init__(
        self,
        *,
        start: Callable[[str, dict[str, str]], object],
        end: Callable[[str], object],
        doctype: Callable[..., object] | None = None,
        text: Callable[[str], object] | None = None,
        entity: Callable[..., object] | None = None,
        namespaces: bool = False,
    ) -> None:
        self._parser: Any = expat.ParserCreate(namespace_separator=" " if namespaces else None)
        self._parser.buffer_text = True
        self._parser.StartElementHandler, self._parser.EndElementHandler = start, end
        self._parser.StartDoctypeDeclHandler, self._parser.CharacterDataHandler = doctype, text
        self._parser.EntityDeclHandler = entity

    @property
    def place(self) -> tuple[int, int]:
        """The line and the column (from 1) of the event that is being handled."""
        return self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1

    def read(self, data: bytes) -> None:
        """Read a whole text. Raises XmlFault, and the exceptions of the handlers."""
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise XmlFault(reason, error.lineno, error.offset + 1) from None
        except Exception as error:
            # Handlers have a frame below this one; Expat itself has none.
            if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
                raise
            raise XmlFault("", 1, 1) from None
