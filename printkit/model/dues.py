"""Sort payments and gains by how often they occur."""

from __future__ import annotations

from collections.abc import Iterable

from printkit.model.play import GONE, OWN, STAKE, Clause, Due, Payment

# Payments that few hands have; the cases in which a clause is about a gain; the purses that pay.
_RARE_PAYERS = ("alone", "false")
_GAINS = ("order", "tie", "decided", "caller", "left")
_PAID_FROM = (OWN, STAKE)


def is_rare(due: Due) -> bool:
    """Return True for a special case, and for a payment that few hands have."""
    return isinstance(due, Clause) or (isinstance(due, Payment) and due.who in _RARE_PAYERS)


def is_gain(due: Due) -> bool:
    """Return True if a player gains by it."""
    if isinstance(due, Clause):
        return due.tells in _GAINS
    return isinstance(due, Payment) and (
        due.to == OWN or (due.source not in _PAID_FROM and due.to != GONE)
    )


def sort_dues(dues: Iterable[Due]) -> list[Due]:
    """Return dues by how often they occur; a pot for special hands comes after the others."""
    return sorted(dues, key=lambda due: (is_rare(due), getattr(due, "pot", None) is True))
