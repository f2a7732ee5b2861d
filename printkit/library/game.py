"""A game in one language and theme, for programs: pictures of its cards, and values of its
hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import msgspec

from printkit.base.errors import PrintkitError, require_known
from printkit.base.sentences import Sentence, brief_repr
from printkit.booklet.compose import find_pages
from printkit.jobs.job import Job
from printkit.jobs.plan import plan_product
from printkit.jobs.subject import variant_subject
from printkit.model.cards import Card
from printkit.model.play import Chance
from printkit.model.variant import Variant
from printkit.pieces.options import BLEED, DPI, LAYOUT, SINGLE, THEME
from printkit.pieces.protocols import writer
from printkit.rules.answers import Judgement, read_table_state
from printkit.rules.odds import find_chances
from printkit.rules.showdown import (
    SettledShowdown,
    ShowdownKeywords,
    judge_written,
    settle_hands,
    with_pages,
)

_CARDS = "cards"


class Game(msgspec.Struct, frozen=True):
    """A variant in a language and a theme, as `printkit.load` returns it."""

    __repr__ = brief_repr

    variant: Variant
    language: str = "en"
    theme: str = "classic"

    @property
    def name(self) -> str:
        """The name of the variant."""
        return self.variant.name[self.language]

    @property
    def cards(self) -> tuple[GameCard, ...]:
        """The distinct cards, in the order of the definition."""
        return tuple(GameCard(self, card) for card in self.variant.cards)

    def card(self, name: str) -> GameCard:
        """Return a card by its id. Raises PrintkitError if the id is unknown."""
        known = {card.id: card for card in self.variant.cards}
        message = Sentence("“{name}” is not a card of “{slug}”.", name=name, slug=self.variant.slug)
        require_known(name, known, message, "cards")
        return GameCard(self, known[name])

    def judge(
        self,
        hands: str,
        *,
        decks: int = 1,
        rule_set: str | None = None,
        tokens: Sequence[str] = (),
        options: Sequence[str] = (),
        common: str = "",
        target: str | None = None,
    ) -> Judgement:
        """Return the values and the ranking of hands of cards, with reasons.

        In `hands`, cards are separated by spaces and hands by `/`. `decks` is the number of decks
        in play, and `rule_set` is the local rule set; `tokens` and `options` are the ids of the
        tokens and optional rules in effect; each hand also has the one `common` card that makes it
        best; `target` is the target number and suit of a game with a target (`"+5 circles"`).
        Raises PrintkitError for an unknown name, and for a hand with too few or too many cards.
        """
        table = read_table_state(
            self.variant, decks, rule_set, tokens, options, target, language=self.language
        )
        return judge_written(self.variant, hands, self.language, table, common)

    def settle(
        self, hands: str, *, paged: bool = True, **known: Unpack[ShowdownKeywords]
    ) -> SettledShowdown:
        """Settle a showdown: return all payments in order, each with its payer, receiver and rules.

        `hands` are written as for `judge`, with `-` for a hand that need not be shown. The other
        keywords are those of `ShowdownKeywords`. If `paged`, the sentences of the rules name the
        page of their chapter in the booklet (A5), which is composed for the first showdown of a
        game. Raises PrintkitError for cards, seats, places and numbers that the game does not have,
        and for missing facts, such as a die.
        """
        settled = settle_hands(self.variant, hands, self.language, **known)
        return with_pages(settled, find_pages(self.variant, self.language)) if paged else settled

    def odds(
        self,
        *,
        decks: int = 1,
        rule_set: str | None = None,
        tokens: Sequence[str] = (),
        options: Sequence[str] = (),
        target: str | None = None,
    ) -> tuple[Chance, ...]:
        """Return the chances of the hands, as dealt and after an exchange.

        The chances come from the definition. They are counted if it has none, or if options, tokens
        or several decks are given. The keywords are those of `judge`. Raises PrintkitError for an
        unknown name, and for hands that cannot be counted.
        """
        table = read_table_state(
            self.variant,
            decks,
            rule_set,
            tokens,
            options,
            target,
            language=self.language,
            for_odds=True,
        )
        return find_chances(self.variant, table)


class GameCard(msgspec.Struct, frozen=True):
    """A card of a game. `svg` and `png` draw it; a notebook shows its face."""

    game: Game
    card: Card

    def __repr__(self) -> str:
        return f"GameCard({self.card.id!r} of {self.game.variant.slug!r})"

    @property
    def name(self) -> str:
        """The name of the card."""
        return self.card.name[self.game.language]

    def svg(self, *, back: bool = False) -> str:
        """Return the face (or the back, if `back` is True) as SVG at the size of the card."""
        return self._draw("svg", back).decode()

    def png(self, *, back: bool = False, dpi: int = 300) -> bytes:
        """Return the face (or the back, if `back` is True) as PNG.

        Raises PrintkitError if no raster library is installed.
        """
        return self._draw("png", back, dpi)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _draw(self, name: str, back: bool, dpi: int = 300) -> bytes:
        """Draw the face or the back on a page as large as the card."""
        options = {LAYOUT.name: SINGLE, BLEED.name: 0.0, THEME.name: self.game.theme}
        job = Job(languages=(self.game.language,), options=options)
        subject = variant_subject(job, self.game.variant.with_cards([self.card]))
        document = plan_product(job, subject, _CARDS, self.game.language).document
        assert document is not None, "no earlier build is kept"
        pages = tuple(page for page in document.pages if page.back == back)
        if not pages:
            raise PrintkitError(Sentence("“{id}” has no back.", id=self.card.id))
        alone = msgspec.structs.replace(document, pages=pages[:1])
        return next(iter(writer(name)(alone, {DPI.name: dpi}))).data
