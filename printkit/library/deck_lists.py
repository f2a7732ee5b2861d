"""Read a plain deck list beside a folder of pictures: a number and a name on each line.

Lists of many programs are supported: “4 Name”, “4x Name”, “Name x4”, “SB: 1 Name”, “1 Name (SET)
123”, “1 [SET:123] Name”, comments, and headings of parts. Names are matched to pictures ignoring
case, accents and signs.

Content: templates/deck-lists.toml.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from pathlib import Path

import msgspec
from msgspec import field

from printkit.base.errors import PrintkitError, closest_match
from printkit.base.files import ARCHIVE, read_bytes
from printkit.base.limits import MAX_IMPORT_BYTES, MAX_ROWS
from printkit.base.record_faults import load_table
from printkit.base.records import Part
from printkit.base.sentences import Sentence, capitalise, name_some, norm, quote, strip_invisible
from printkit.base.xml_reader import XmlFault, XmlReader
from printkit.library.imports import (
    FaceSource,
    ImportedCard,
    ImportedDeck,
    PicturesBeside,
    report_unused,
)
from printkit.model.card_table import KnownHeadings, PictureCard, deal_pictures
from printkit.model.table_encodings import decode

_COUNT = r"([0-9]{1,4})"
_BEFORE = re.compile(rf"[*•-]?\s*{_COUNT}\s*[x×]?\s+(.+)|{_COUNT}[x×]\s*(.+)", re.IGNORECASE)
_BEHIND = re.compile(rf"(.+?)\s+[x×]\s*{_COUNT}|(.+?)\s*[×]\s*{_COUNT}", re.IGNORECASE)
_PREFIX = re.compile(r"([A-Za-z]{2,4}):\s*(.+)")
# A line of signs, alone or around words.
_RULE = re.compile(r"([*~_=-]{3,})(?:.*[*~_=-]{3,})?")
_COMMENT = ("#", "//", ";", "--")
# “[Creatures]”, “Creatures (24)”, “Creatures: 24”, “== Creatures ==”, “Creatures:”.
_HEADING = re.compile(
    r"\[([^\[\]]{2,40})\]|=+\s*(.{2,40}?)\s*=+|(.{2,40}?)\s*(?:\(\d+\)|:\s*\d+|\s[–-]\s*\d+|:)"
)
# The edition and number of a card: “(C21) 263”, “[C21]”, “[M21:123]”, “<C21>”; marks after a name:
# “*F*”, “^Have,#37d67a^”, “[Ramp]”, “# note”, “●●”.
_NUMBER = r"(?:\s+[A-Za-z]{0,4}-?\d[\w★-]{0,6})?"
_EDITION = re.compile(rf"\s*[(\[<][A-Za-z0-9_:# -]{{1,30}}[)\]>]{_NUMBER}\s*")
_MARKS = re.compile(r"\s*(?:\*[A-Za-z0-9 ]{1,12}\*|\^[^^]*\^|[●•★]+|\s#\s?.*|\s//\s*$)\s*$")
# The set and number of Pokémon TCG Live: “Drilbur PBL 46”.
_SET_BEHIND = re.compile(r"\s+[A-Z][A-Z0-9-]{1,6}\s+\d{1,4}[a-z]?$")
_SPLIT = re.compile(r"\s*/{1,2}\s*|\s+_\s+")
# Hearthstone writes its whole list as comments: “# 2x (1) Name”.
_HIDDEN = re.compile(rf"#\s*{_COUNT}x\s+\(\d+\)\s+(.+)")
# A command of nanDECK: “FONT = Arial, 24”, “[art] = "a.png"”.
_COMMAND = re.compile(r"[A-Z]{4,}\s*=|\[\w+\]\s*=|(?:IF|ENDIF|INCLUDE|FOR|NEXT)\b")
# A number alone, and a whole deck as one word, which only its program reads.
_CODE = re.compile(r"[0-9]{1,4}[x×]?|(?=.*[0-9+/=])[A-Za-z0-9+/=_-]{16,}")
_MAX_LINE = 300
# The first elements of decks in XML.
_XML_ROOTS = ("cockatricedeck", "deck")
_CLOSE = 0.75


class _ListedCard(msgspec.Struct):
    """A card of a list: its line number, its number of copies, its name, and the name with its
    edition.
    """

    number: int
    copies: int
    name: str
    whole: str
    part: str = ""
    has_count: bool = True


class _ParsedList(msgspec.Struct):
    """The cards of a list, and the lines that are skipped, with the reason for each."""

    lines: list[_ListedCard] = field(default_factory=list)
    skipped: list[tuple[int, str, str]] = field(default_factory=list)
    unplayed: list[_ListedCard] = field(default_factory=list)


class DeckListWords(Part):
    """Words of templates/deck-lists.toml."""

    sections: frozenset[str]
    """the headings of the parts of a list"""
    unplayed: frozenset[str]
    """the headings of parts that are not played, and of facts on a list"""
    prefixes: dict[str, str]
    """the heading that a word in front of a line stands for"""


def _words() -> DeckListWords:
    return load_table("deck-lists.toml", DeckListWords)


def read_deck_list(path: Path, apart: Path) -> ImportedDeck:
    """Return the deck of a list. Pictures are looked up in its folder, except in the folder
    `apart`.

    Raises PrintkitError for a file that is not text or has no cards.
    """
    data = read_bytes(path, noun="list", max_bytes=MAX_IMPORT_BYTES)
    if data.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"<"):
        parsed = _XmlList(str(path)).read(data)
    else:
        text = _decode(path, data)
        _refuse_table(text, str(path))
        parsed = parse_list(text)
    if len(parsed.lines) > MAX_ROWS:
        message, hint = MAX_ROWS.refusal(len(parsed.lines))
        raise PrintkitError(message, location=str(path), hint=hint)
    return _match(path, parsed, PicturesBeside(path, apart))


def _no_list(place: str) -> PrintkitError:
    hint = "Save it as plain text, or start with --from spreadsheet or --from order."
    return PrintkitError("This is not a list of cards.", location=place, hint=hint)


def _decode(path: Path, data: bytes) -> str:
    """Return the text of a list. Raises PrintkitError."""
    if data.startswith((ARCHIVE, b"%PDF", b"{")):
        raise _no_list(str(path))
    try:
        return decode(path, data).text
    except PrintkitError:
        raise _no_list(str(path)) from None


class _XmlList:
    """Reads a deck of Cockatrice (.cod), OCTGN (.o8d) or Magic Online (.dek) in XML."""

    def __init__(self, place: str) -> None:
        self.place, self.parsed = place, _ParsedList()
        self.part = self.text = ""
        self.card: dict[str, str] | None = None
        self.is_open = False

    def read(self, data: bytes) -> _ParsedList:
        """Return the cards. Raises PrintkitError."""
        self.reader = XmlReader(
            start=self._start,
            end=self._end,
            doctype=self._refuse,
            entity=self._refuse,
            text=self._take,
        )
        try:
            self.reader.read(data)
        except XmlFault:
            raise _no_list(self.place) from None
        return self.parsed

    def _refuse(self, *_: object) -> None:
        raise _no_list(self.place)

    def _start(self, name: str, values: dict[str, str]) -> None:
        plain = norm(name)
        if not self.is_open and plain not in _XML_ROOTS:
            self._refuse()
        self.is_open = True
        own = {norm(key): value for key, value in values.items()}
        if plain in ("zone", "section"):
            self.part = own.get("name", "").strip()
        elif plain in ("card", "cards"):
            self.card, self.text = own, ""

    def _take(self, text: str) -> None:
        self.text = (self.text + text)[:_MAX_LINE]

    def _end(self, name: str) -> None:
        if self.card is None or norm(name) not in ("card", "cards"):
            return
        own, self.card = self.card, None
        shown = " ".join(own.get("name", self.text).split())[:_MAX_LINE]
        count = next((own[key] for key in ("number", "quantity", "qty") if key in own), "1")
        part = "Sideboard" if own.get("sideboard", "").lower() == "true" else self.part
        line = self.reader.place[0]
        if not norm(shown) or not re.fullmatch("[1-9][0-9]{0,2}", count.strip()):
            self.parsed.skipped.append((line, shown, "This line is not a card."))
            return
        card = _ListedCard(line, int(count), shown, shown, part)
        is_played = norm(part) not in _words().unplayed
        (self.parsed.lines if is_played else self.parsed.unplayed).append(card)


def _refuse_table(text: str, place: str) -> None:
    """Refuse a script, or a table: a text with headings in its first line or with bars in most
    lines.
    """
    lines = [*filter(None, map(str.strip, text.splitlines()))]
    cells = re.split("[,;\t|]", lines[0]) if lines else []
    if sum(map(bool, map(_COMMAND.match, lines))) > len(lines) / 2:
        message = "This is a script of nanDECK, not a list of cards."
        hint = "Start with --from spreadsheet and the table that it links."
        raise PrintkitError(message, location=place, hint=hint)
    is_ruled = sum("|" in line for line in lines) > len(lines) / 2
    if is_ruled or (len(cells) > 1 and KnownHeadings({}, ()).count(cells) > 1):
        message = "This is a table, not a list of cards."
        raise PrintkitError(message, location=place, hint="Start with --from spreadsheet.")


def parse_list(text: str) -> _ParsedList:
    """Return the cards of a text, line by line."""
    lines = text.splitlines()
    parsed = _parse(lines)
    if sum(map(bool, map(_HIDDEN.match, lines))) > len(parsed.lines):
        return _parse([_HIDDEN.sub(r"\1 \2", line) for line in lines])
    return parsed


def _parse(lines: list[str]) -> _ParsedList:
    parsed, part = _ParsedList(), ""
    words = _words()
    sections, unplayed, prefixes = words.sections, words.unplayed, words.prefixes
    in_about, is_counted = False, any(map(_BEFORE.fullmatch, map(str.strip, lines)))
    for number, written in enumerate(lines, 1):
        line = " ".join(strip_invisible(written).split())
        if not line:
            in_about = False
            continue
        if len(line) > _MAX_LINE:
            parsed.skipped.append((number, line, "This line is too long for a name."))
            continue
        if line.startswith(_COMMENT) or _RULE.fullmatch(line):
            named = line.strip("#/;-! ")
            if norm(named) in sections | unplayed:
                part = named
            continue
        if line.startswith("!") and norm(line) in sections | unplayed:  # the side deck of a .ydk
            part = line.strip("! ")
            continue
        heading = _HEADING.fullmatch(line)
        alone = next((word for word in heading.groups() if word), "") if heading else line
        plain = _MARKS.sub("", line) or line
        counted = _BEFORE.fullmatch(line) or _BEHIND.fullmatch(plain)
        if norm(alone) in sections | unplayed and not counted:
            part, in_about = alone, norm(alone) == "about"
            continue
        if in_about:  # “Name My deck” of MTG Arena
            continue
        ends = line.endswith((":", "=")) or (is_counted and line[-1:].isdigit()) or line[-1:] == ")"
        if heading and not counted and (heading[1] or (ends and (is_counted or line[-1:] != ")"))):
            part = alone
            continue
        own_part = part
        if (match := _PREFIX.fullmatch(line)) and match[1].upper() in prefixes:
            own_part, line = prefixes[match[1].upper()], match[2]
        card = _read_line(number, line, own_part)
        if card.copies == 0 or not norm(card.name) or _CODE.fullmatch(line):
            parsed.skipped.append((number, line, "This line is not a card."))
        else:
            (parsed.unplayed if norm(own_part) in unplayed else parsed.lines).append(card)
    return parsed


def _read_line(number: int, line: str, part: str) -> _ListedCard:
    """Return the card of a line."""
    copies, name, has_count = 1, line, False
    if match := _BEFORE.fullmatch(line):
        copies, name, has_count = int(match[1] or match[3]), match[2] or match[4], True
    elif match := _BEHIND.fullmatch(_MARKS.sub("", line) or line):
        copies, name, has_count = int(match[2] or match[4]), match[1] or match[3], True
    while (plain := _MARKS.sub("", name)) != name and plain:
        name = plain
    short = name
    while (plain := _EDITION.sub(" ", short, count=1).strip()) != short and plain:
        short = plain
    return _ListedCard(number, copies, short, name, part, has_count)


class _Shelf:
    """The pictures of cards, found by the letters of their names."""

    def __init__(self, cards: list[PictureCard]) -> None:
        self.cards = cards
        self.by_name: dict[str, PictureCard] = {}
        self.by_short: dict[str, PictureCard] = {}
        for card in cards:
            self.by_name.setdefault(norm(card.name), card)
            short = _EDITION.sub(" ", card.name).strip() or card.name
            for name in (short, *_SPLIT.split(short)[:1]):
                self.by_short.setdefault(norm(name), card)

    def find(self, line: _ListedCard) -> PictureCard | None:
        """Return the picture of a line, found by its whole name, else by its name without the
        edition, else by the name of its front, else by its name without a set and number at its
        end, or None.
        """
        front = _SPLIT.split(line.name)[0]
        for name in (line.whole, line.name, front, _SET_BEHIND.sub("", line.name)):
            if (key := norm(name)) and (card := self.by_name.get(key) or self.by_short.get(key)):
                return card
        return None


def _match(path: Path, parsed: _ParsedList, beside: PicturesBeside) -> ImportedDeck:
    """Return the deck of a list with the pictures of its cards."""
    deck, dealt = ImportedDeck(), deal_pictures(beside.names)
    shelf, place = _Shelf(dealt.cards), str(path)

    def face(name: str) -> FaceSource | None:
        return FaceSource(beside.path(name)) if name else None

    merged: dict[str, ImportedCard] = {}
    used: set[str] = set()
    unmatched: list[_ListedCard] = []
    for line in parsed.lines:
        card = shelf.find(line)
        if card is None:
            unmatched.append(line)
        used |= {card.art, card.back} if card is not None else set()
        key = card.art if card is not None else f"\0{norm(line.whole)}"
        if key in merged:
            merged[key].copies += line.copies
            continue
        sides = (face(card.art), face(card.back)) if card is not None else (None, None)
        merged[key] = ImportedCard(capitalise(line.name), line.copies, *sides)
    deck.cards, deck.back = list(merged.values()), face(dealt.back)
    known = {norm(card.name): card.art for card in dealt.cards}
    for line in unmatched if known else []:
        near = closest_match(norm(line.name), known, _CLOSE)
        hint = Sentence("Did you mean “{match}”?", match=known[near]) if near else ""
        deck.skip(
            Sentence("There is no picture of {name}.", name=quote(line.name)),
            hint,
            f"{path}:{line.number}",
        )
    for number, _line, reason in parsed.skipped:
        deck.skip(reason, location=f"{path}:{number}")
    if parsed.unplayed:
        names = name_some([line.name for line in parsed.unplayed])
        message = Sentence("Cards in parts that are not played are skipped: {names}.", names=names)
        deck.skip(message, "Move them to another part to print them.", place)
    bare = [line for line in parsed.lines if not line.has_count]
    if bare and len(bare) < len(parsed.lines):
        names = name_some([line.name for line in bare])
        message = Sentence("Lines without a number are one card each: {names}.", names=names)
        deck.note(message, "Delete a line that is a heading.", place)
    parts, titles = Counter[str](), dict[str, str]()
    for line in parsed.lines:
        parts[norm(line.part)] += line.copies
        titles.setdefault(norm(line.part), line.part)
    if len(parts) > 1:
        shown = [f"{titles[part] or '–'} {count}" for part, count in parts.items()]
        deck.note(Sentence("Parts of the list: {parts}.", parts=name_some(shown)), location=place)
    report_unused(deck, beside, {*used, dealt.back})
    return deck.finish(beside, path)
