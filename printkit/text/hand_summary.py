"""Hands in the texts of booklets: judged when the booklet is built.

No statement of a booklet about a hand is written by hand.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.model.notation import signed
from printkit.model.play import Token
from printkit.model.variant import Variant
from printkit.rules.card_codes import BETWEEN_HANDS, read_hands
from printkit.rules.explanations import explain_hand
from printkit.rules.hands import TableState, Verdict, judge_all, ranks, require_rule_set
from printkit.text.template_context import escape_markdown


class HandSummary(msgspec.Struct, frozen=True):
    """What a hand is worth, ready to print.

    `total` and `totals` as they are printed, `number` to compute with; `name` and `id` are those of
    the named hand, empty without one; `why` are sentences.
    """

    number: int
    total: str
    totals: tuple[str, ...]
    name: str
    id: str
    bombed: bool
    pot: bool
    why: tuple[str, ...]


class Judge:
    """Judges hands of one variant, in one language."""

    def __init__(self, variant: Variant, language: str) -> None:
        self._variant = variant
        self._language = language

    def worth(
        self, hand: str, set: str | None = None, tokens: Sequence[str] = (), decks: int = 1
    ) -> HandSummary:
        """Return what a hand is worth. Raises PrintkitError."""
        verdicts = self._verdicts((hand,), set, tokens, decks)
        if len(verdicts) != 1:
            raise PrintkitError(
                f"“worth” is asked for {len(verdicts)} hands.",
                hint=f"Name one, without “{BETWEEN_HANDS}”; “order” compares several.",
            )
        return self._summarise(verdicts[0])

    def winner(
        self, *hands: str, set: str | None = None, tokens: Sequence[str] = (), decks: int = 1
    ) -> int | None:
        """Return the index of the winning hand, or None if none wins alone. Raises
        PrintkitError.
        """
        verdicts = self._verdicts(hands, set, tokens, decks)
        first = [i for i, rank in enumerate(ranks(verdicts)) if rank == 1]
        return first[0] if len(first) == 1 and not verdicts[first[0]].bombed else None

    def order(
        self, *hands: str, set: str | None = None, tokens: Sequence[str] = (), decks: int = 1
    ) -> list[int]:
        """Return the rank of each hand: 1 is best, equal hands share one. Raises PrintkitError."""
        return ranks(self._verdicts(hands, set, tokens, decks))

    def _verdicts(
        self, hands: Sequence[str], name: str | None, tokens: Sequence[str], decks: int
    ) -> list[Verdict]:
        variant = self._variant
        if name is not None and (variant.sets_rule is None or not variant.sets):
            raise PrintkitError(
                f"{variant.slug} is played by one set of rules.", hint="Leave “set” out."
            )
        if decks < 1:
            raise PrintkitError("A hand is dealt from one deck or more.", hint="Mend “decks”.")
        chosen = require_rule_set(variant, name) if name is not None else None
        table = TableState(decks, chosen, tuple(_parse_token(variant, token) for token in tokens))
        read = read_hands(variant, f" {BETWEEN_HANDS} ".join(hands), "en", decks)
        return judge_all(variant, read, table)

    def _summarise(self, verdict: Verdict) -> HandSummary:
        hand, language = verdict.hand, self._language
        return HandSummary(
            verdict.best,
            signed(verdict.best),
            tuple(signed(total) for total in verdict.totals),
            "" if hand is None else escape_markdown(hand.name[language]),
            "" if hand is None else hand.id,
            verdict.bombed,
            hand is not None and hand.pot,
            tuple(escape_markdown(line) for line in explain_hand(self._variant, verdict, language)),
        )


def _parse_token(variant: Variant, word: str) -> tuple[Token, int | None]:
    """Parse a token by its id, with the value chosen for it: `prime-sabacc=4`."""
    name, _, value = word.partition("=")
    known = {token.id: token for token in variant.tokens}
    if name not in known:
        raise PrintkitError(
            f"{variant.slug} has no token “{name}”.",
            hint=did_you_mean(name, known, "tokens", of_file=True),
        )
    if value and not value.isdecimal():
        raise PrintkitError(
            f"“{value}” is no value of a token.", hint=f"Write a number: “{name}=4”."
        )
    return known[name], int(value) if value else None
