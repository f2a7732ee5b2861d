"""Numbers, dates and texts of tables as their authors see them: formats and encodings."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.base.errors import PrintkitError
from printkit.model.load import load
from printkit.model.number_formats import show_number
from printkit.model.table_encodings import decode
from tests.support.decks import facts, put

FACTS = facts(__file__)
DECK = 'languages = ["en"]\ncards_table = "deck.csv"\n'


@pytest.mark.parametrize(("number", "code", "language", "text"), FACTS["formats"])
def test_number_is_shown_in_its_format(number: str, code: str, language: str, text: str) -> None:
    assert show_number(number, code, language) == text


@pytest.mark.parametrize(
    "code", ["", "0.0.0", "/", "?/", "[x", '"', "\\", "E+0", "0E+", "yyyy/0/?"]
)
@pytest.mark.parametrize("number", ["1e300", "nan", "-1", "99999999999", "0"])
def test_odd_format_gives_text_or_none(number: str, code: str) -> None:
    shown = show_number(number, code, "en")
    assert shown is None or isinstance(shown, str)


@pytest.mark.parametrize(("encoding", "text"), FACTS["encodings"]["texts"])
def test_encoding_of_text_is_detected(encoding: str, text: str) -> None:
    read = decode(Path("deck.csv"), text.encode(encoding))
    assert (read.text, read.encoding, read.is_given) == (text, encoding, False)


def refusal(folder: Path, data: bytes, more: str = "") -> str:
    (folder / "deck.csv").write_bytes(data)
    with pytest.raises(PrintkitError) as caught:
        load(put(folder, DECK + more))
    return str(caught.value).replace(f"{folder}/", "")


def test_implausible_text_is_rejected(tmp_path: Path) -> None:
    data = b"Name,Text\nA\xbf\xb3B,\xb9x\xa6y\n"
    assert refusal(tmp_path, data) == (
        "deck.csv: The encoding of this text cannot be detected. Save the table as CSV in UTF-8, "
        "or name its encoding: encoding = “cp1250”."
    )


def test_named_encoding_is_used(tmp_path: Path) -> None:
    words = "Name,Text\nKůň,x\n"
    (tmp_path / "deck.csv").write_bytes(words.encode("cp1250"))
    (card,) = load(put(tmp_path, DECK + 'encoding = "cp1250"\n')).cards
    assert card.name["en"] == "Kůň"
    wrong = words.encode("cp1250")
    assert "deck.csv:2: This text is not in the encoding utf-8." in refusal(
        tmp_path, wrong, 'encoding = "utf-8"\n'
    )
    for name in ("nonsense", "idna", "zlib"):
        said = refusal(tmp_path, wrong, f'encoding = "{name}"\n')
        assert f"“{name}” is not an encoding." in said
