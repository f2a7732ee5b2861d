"""Model classes: types safe for msgspec, help texts, and the schema."""

import pickle
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect as types

from printkit.base.records import all_parts, evolve, forms_of, help_texts
from printkit.model.definition_files import STANDINS, deck_slugs
from printkit.model.load import load
from printkit.model.schema import json_schema
from printkit.model.variant import Variant

LISTS = (types.ListType, types.VarTupleType, types.FrozenSetType, types.SetType)


def dangerous(kind: Any, seen: set[Any]) -> Iterator[Any]:
    """Yield unions of a str with a pattern and a list or dict.

    For them, msgspec 0.22 frees the wrong object, and the program crashes.
    """
    if isinstance(kind, types.Metadata):
        yield from dangerous(kind.type, seen)
    elif isinstance(kind, types.UnionType):
        patterned = any(isinstance(one, types.StrType) and one.pattern for one in kind.types)
        if patterned and any(isinstance(one, (*LISTS, types.DictType)) for one in kind.types):
            yield kind
        for one in kind.types:
            yield from dangerous(one, seen)
    elif isinstance(kind, types.StructType) and kind.cls not in seen:
        seen.add(kind.cls)
        for field in kind.fields:
            yield from dangerous(field.type, seen)
    elif isinstance(kind, types.CustomType):
        for form in forms_of(kind.cls).values():
            yield from dangerous(types.type_info(form), seen)
    elif isinstance(kind, LISTS):
        yield from dangerous(kind.item_type, seen)
    elif isinstance(kind, types.DictType):
        yield from dangerous(kind.key_type, seen)
        yield from dangerous(kind.value_type, seen)


def test_model_has_no_type_unsafe_for_msgspec() -> None:
    seen: set[Any] = set()
    assert list(dangerous(types.type_info(Variant), seen)) == []
    assert len(seen) > 25


def test_dangerous_type_is_detected() -> None:
    patterned = types.type_info(str)
    assert isinstance(patterned, types.StrType)
    union = types.UnionType((types.StrType(pattern="^a"), types.ListType(types.StrType())))
    assert list(dangerous(types.ListType(union), set())) == [union]


def test_help_texts_match_the_field_docstrings() -> None:
    texts = {part.__name__: help_texts(part) for part in all_parts()}
    assert texts["Hand"]["pot"] == "true: wins the sabacc pot too"
    assert texts["Rank"]["emblem"] == texts["CardStyle"]["emblem"]
    assert sum(map(len, texts.values())) > 120


def test_parts_are_frozen_and_evolve_copies_them() -> None:
    casino = load("casino")
    hand = casino.hands[0]
    with pytest.raises(AttributeError):
        hand.pot = False  # type: ignore[misc]
    assert evolve(hand, pot=not hand.pot) != hand
    assert evolve(casino, slug="other").cards == casino.cards
    assert casino.with_cards(casino.cards[:3]).total == sum(c.copies for c in casino.cards[:3])


def test_variant_can_be_pickled() -> None:
    casino = load("casino")
    assert pickle.loads(pickle.dumps(casino)) == casino


def test_every_default_is_valid_input() -> None:
    for part in all_parts():
        for field in msgspec.structs.fields(part):
            if isinstance(field.default, str | int | bool) and field.encode_name == field.name:
                msgspec.convert(field.default, field.type)


def test_schema_names_no_program_class() -> None:
    text = str(json_schema())
    assert "printkit." not in text
    assert not [slug for slug in deck_slugs() if load(slug, shelf=STANDINS).slug != slug]
