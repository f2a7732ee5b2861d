"""Turns in words: a sentence for each move, and the hand that comes of them."""

from __future__ import annotations

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.messages import join_words, translate, with_article
from printkit.base.plain_text import capitalise
from printkit.model.play import Move, Play
from printkit.model.variant import Variant
from printkit.rules.ladder import Example
from printkit.rules.plays import (
    OTHERS,
    Spots,
    card_of,
    judge_state,
    moved_cards,
    moved_chips,
    play_out,
)
from printkit.text import book
from printkit.text.book import Inline, InlineText, Panel, PanelCell, PictureRef, RichText
from printkit.text.punctuation import space_line

# The words of a move by the kind of its end, else by the kinds of both.
_BY_END = {"discard": "discard", "field": "field", "lock": "lock", "pot": "pay"}
_BY_BOTH = {
    ("stock", "hand"): "draw",
    ("discard", "hand"): "take",
    ("stock", "cells"): "turn-up",
    ("hand", "cells"): "play",
}
_CARDS = "\ue010"


def make_play(play: Play, variant: Variant, language: str, place: book.SourceLocation) -> Panel:
    """Return the panel of a turn: its picture, and a numbered sentence for each move.

    Raises ImpossibleMove.
    """
    states = play_out(variant, play)
    before, after = (judge_state(variant, play, states[i]) for i in (0, -1))
    writer = _Writer(variant, language, play)
    cells = [
        PanelCell(figure=str(i), words=writer.describe_move(move, first=i == 1))
        for i, move in enumerate(play.moves, 1)
    ]
    now = writer.write("result", what=_describe_outcome(after, variant, language))
    words = (*cells[-1].words, InlineText(f" {now}"))
    cells[-1] = PanelCell(figure=cells[-1].figure, words=words)
    alt = writer.write(
        "alt",
        who=play.seat[language],
        before=_describe(before, variant, language),
        after=_describe(after, variant, language),
    )
    picture = PictureRef(book.TURN, variant.slug, play.id, alt)
    spaced = tuple(PanelCell(figure=c.figure, words=space_line(c.words, language)) for c in cells)
    title = space_line((InlineText(writer.write("title", who=play.seat[language])),), language)
    return Panel(book.PLAYS, variant.slug, spaced, place, picture, words=title)


def name_outcome(example: Example, variant: Variant, language: str) -> str:
    """Return the name of a hand, or the word for a lost one; empty for the least hand of all."""
    verdict, lost = example.verdict, variant.counting.lost
    if verdict.bombed:
        return lost[language] if lost is not None else translate(language, "hand.bombed-out")
    hand = verdict.hand
    return hand.name[language] if hand is not None and hand.id != variant.hands[-1].id else ""


def _describe_outcome(example: Example, variant: Variant, language: str) -> str:
    """Return what a hand counts with its name, or the one of both that there is."""
    label, name = example.label(language), name_outcome(example, variant, language)
    if name:
        name = translate(language, "words.title", title=name)
    if label and name:
        return translate(language, "words.pair", name=label, text=name)
    return label or name


class _Writer(msgspec.Struct, frozen=True):
    """Writes the sentences of one turn."""

    variant: Variant
    language: str
    play: Play

    def write(self, key: str, **values: object) -> str:
        """Return a sentence; its subject is the pronoun of the player unless `who` is given."""
        they = capitalise(self.play.they[self.language])
        return translate(self.language, f"booklet.play.{key}", **{"who": they} | values)

    def describe_move(self, move: Move, *, first: bool) -> RichText:
        """Return the sentence of a move, with pictures of its cards; the first names the player."""
        spots, language = Spots.of(self.variant), self.language
        start, end = spots.kinds[move.start], spots.kinds[move.end]
        key = "others" if move.start == OTHERS else _BY_END.get(end, _BY_BOTH.get((start, end)))
        place = next((p for p in self.variant.places if p.id == move.end), None)
        name = place.name[language] if place is not None else ""
        if key == "pay" and place is not None and place.on == "board":
            key = "pay-own"  # each player has such a pot
        values: dict[str, object] = {"place": "".join(with_article(language, _in_sentence(name)))}
        if first:
            values["who"] = self.play.seat[language]
        if move.chips is not None:
            values["chips"] = self._chips(moved_chips(self.variant, move))
        before, _, after = self.write(key or "move", cards=_CARDS, **values).partition(_CARDS)
        cards = self._cards(move) if after else ()
        return (InlineText(before), *cards, InlineText(after)) if cards else (InlineText(before),)

    def _chips(self, count: int) -> str:
        stake = self.variant.stake_material
        assert stake is not None, "there are chips"
        try:
            return translate(self.language, f"booklet.play.chips.{stake.id}", count=count)
        except PrintkitError:  # the chips of a game of others
            return f"{count} × {_in_sentence(stake.name[self.language])}"

    def _cards(self, move: Move) -> list[Inline]:
        """Return the cards of a move as pictures, each with its article."""
        names = {card.id: card.name[self.language] for card in self.variant.cards}
        line: list[Inline] = []
        ids = [card_of(code) for code in moved_cards(self.variant, move)]
        gaps = join_words(self.language, [_CARDS] * len(ids)).split(_CARDS)
        for card, gap in zip(ids, gaps, strict=False):
            article, name = with_article(self.language, names[card])
            line += [InlineText(gap + article)] if gap + article else []
            line.append(PictureRef(book.CARD, self.variant.slug, card, name))
        return line


def _describe(example: Example, variant: Variant, language: str) -> str:
    """Return the cards of a hand and what it counts."""
    names = {card.id: card.name[language] for card in variant.cards}
    cards = join_words(language, [names[held.card.id] for held in example.cards])
    return f"{cards} ({_describe_outcome(example, variant, language)})"


def _in_sentence(name: str) -> str:
    return name[:1].lower() + name[1:]
