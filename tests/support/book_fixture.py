"""A book made by hand, rich in all that can be in one, in both languages: for tests of pages."""

from collections.abc import Iterator

from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.text import book as b
from printkit.text.book import Block, Book, Chapter, InlineText, SourceLocation

PLACE = SourceLocation("fixture.md", 7)
# Letters that a font easily lacks, and what French puts before its punctuation.
TYPICAL = {
    "en": "An œuvre of the “manœuvre”: naïve players double — and a total of −23 counts.",
    "fr": "Le cœur de l’œuvre : « Étalage ! », dit-elle ; À vous\u202f? Un total de −23 y est.",
}


def made(language: str, slug: str = "kessel", parts: bool = False) -> Book:
    """The book of a variant: its own words, over and over, with tables, boxes and figures."""
    variant = load(slug)
    chapters = [
        _chapter("front", "Front", [b.TableOfContents(PLACE)]),
        *(_of(variant, language, number, parts) for number in range(6)),
        _chapter("terms", "Index", [b.TermIndex(PLACE)], part="" if parts else None),
        _chapter("short", "In short", [*_table(variant, language)], last=True),
    ]
    title = variant.name[language]
    return Book(slug, language, title, "Fixture", tuple(chapters), {slug: variant})


def _chapter(anchor: str, title: str, blocks: list[Block], **more: object) -> Chapter:
    return Chapter(anchor, title, tuple(blocks), PLACE, **more)  # type: ignore[arg-type]


def _of(variant: Variant, language: str, number: int, parts: bool) -> Chapter:
    blocks: list[Block] = []
    for level in (2, 3, 2):
        at = len(blocks)
        heading = InlineText(f"{_said(variant, language)[number]}"[:28].strip())
        blocks.append(b.Heading(level, (heading,), f"h{number}-{at}", PLACE))
        blocks += _section(variant, language, number + at)
    part = variant.summary[language][:20] if parts and number in (0, 3) else None
    return _chapter(f"c{number}", f"Chapter {number}", blocks, part=part)


def _said(variant: Variant, language: str) -> list[str]:
    hows = [hand.how[language] for hand in variant.hands]
    hows += [token.how[language] for token in variant.tokens]
    hows += [phase.how[language] for phase in variant.phases]
    return hows + [note[language] for note in variant.notes] + [variant.summary[language]]


def _section(variant: Variant, language: str, seed: int) -> Iterator[Block]:
    said = _said(variant, language)

    def text(count: int, of: int) -> str:
        return " ".join(said[(of + at) % len(said)] for at in range(count))

    card = variant.cards[seed % len(variant.cards)]
    sign = b.PictureRef(b.CARD, variant.slug, card.id, card.name[language])
    suits = [
        b.PictureRef(b.SUIT, variant.slug, key, suit.name[language])
        for key, suit in variant.suits.items()
        if suit.emblem is not None
    ]
    yield b.Figure((sign,), (), True, PLACE)
    yield b.ParagraphBlock(
        (
            InlineText(f"Begin{seed} ", strong=True),
            InlineText(TYPICAL[language]),
            InlineText(" "),
            sign,
            InlineText(" "),
            InlineText("Sabacc", term="sabacc"),
            InlineText(" "),
            *suits[:1],
            InlineText(f" {text(4, seed)} "),
            InlineText(card.name[language], emphasis=True, term=card.name[language]),
            InlineText(". ", emphasis=True),
            InlineText("c1", link="#c1"),
            InlineText("; "),
            InlineText("SIL", link="https://openfontlicense.org/open-font-license-official-text/"),
            InlineText("."),
        ),
        PLACE,
    )
    yield b.ParagraphBlock(
        (InlineText(text(3, seed + 4)), b.LineBreak(), InlineText(text(2, seed + 5))), PLACE
    )
    if seed % 3 == 0:
        row = variant.cards[:: max(1, len(variant.cards) // 7)]
        pictures = [b.PictureRef(b.CARD, variant.slug, one.id, one.name[language]) for one in row]
        backs = [b.PictureRef(b.BACK, variant.slug, key, key) for key in variant.families]
        yield b.Figure((*pictures, *backs), (InlineText(f"Caption {seed}"),), False, PLACE)
    if seed % 3 == 1:
        yield from _table(variant, language)
    entries = tuple(
        (b.ParagraphBlock((InlineText(text(2, seed + at)),), PLACE),) for at in range(4)
    )
    yield b.ListBlock(entries, 1 if seed % 2 else None, PLACE)
    inner: list[Block] = [b.ParagraphBlock((InlineText(text(3, seed + 1)),), PLACE)]
    if seed % 2:
        tokens = [one for one in variant.tokens if one.emblem is not None][:4]
        drawn = [b.PictureRef(b.TOKEN, variant.slug, one.id, one.name[language]) for one in tokens]
        if drawn:
            inner.append(b.Figure(tuple(drawn), (), False, PLACE))
    inner.append(b.ListBlock(entries[:2], None, PLACE))
    kind = b.CALLOUTS[seed % len(b.CALLOUTS)]
    yield b.Callout(kind, (InlineText(f"Box {seed}"),) if seed % 2 else (), tuple(inner), PLACE)
    for at in range(3):
        yield b.ParagraphBlock((InlineText(text(5, seed + 2 * at)),), PLACE)


def _table(variant: Variant, language: str) -> Iterator[Block]:
    rows = tuple(
        (
            (InlineText(hand.name[language], strong=True),),
            (InlineText(hand.how[language]),),
            (InlineText("−1"),),
        )
        for hand in variant.hands
    )
    rows += tuple(
        ((InlineText(one.name[language]),), (InlineText(one.how[language]),), (InlineText("2"),))
        for one in variant.penalties
    )
    head = ((InlineText("Hand"),), (InlineText("How"),), (InlineText("n"),))
    yield b.TableBlock(head, rows, (b.LEFT, b.LEFT, b.RIGHT), PLACE)
