"""Load the subject of a job (a game, mapping or book) with its pictures; compute recipes, which are
digests of everything that files depend on.

Input: a Job. Output: a Subject, the source of the products and of their names.

A product is made again only if its recipe has changed. A recipe covers the program with its
templates and fonts, its libraries, the texts of the definition, the user's own pictures, the theme,
and every option that the product declares. It holds no path of a machine and no clock.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Theme, edition, theme
from printkit.base.content import content_path, digest_texts, program_digest
from printkit.base.design import NO_FONTS
from printkit.base.errors import Diagnostic, PrintkitError, UsageError, did_you_mean, warn
from printkit.base.files import read_bytes
from printkit.base.limits import MAX_PICTURE_BYTES
from printkit.base.messages import parse_edition, translate
from printkit.base.options import Option
from printkit.base.processes import PICTURES_STAGE, Progress, no_progress
from printkit.base.records import evolve
from printkit.base.sentences import Sentence, brief_repr
from printkit.graphics.fonts import open_fonts
from printkit.graphics.pictures import check_budget, read_image
from printkit.graphics.svg import drawing_remarks
from printkit.jobs.job import Job
from printkit.model.definition_files import STANDINS, books
from printkit.model.fields import Back, DeckShape, Value, is_picture
from printkit.model.load import Sourced, load_with_sources
from printkit.model.text import find_parts
from printkit.model.variant import OURS, OWN, Rights, Variant, joint_rights, rights_of
from printkit.pieces.kits import (
    FIRST_PAGE,
    available_products,
    default_products,
    expand_sets,
    find_product,
    is_available,
    product_sets,
    products,
    require_product,
    with_companions,
)
from printkit.pieces.options import (
    BLANK_VALUES,
    COPIES,
    EDITION,
    LAYOUT,
    OFF_PAPER,
    ONE,
    PLAYERS,
    TEXT_FORMATS,
    THEME,
)
from printkit.pieces.product import MAPPING, NOTHING, SCREEN, VARIANT, Product
from printkit.pieces.protocols import find_destination

if TYPE_CHECKING:
    from printkit.rules.standins import DeckMapping

# --- subject -------------------------------------------------------------------------------------

# The product of a book of several games.
BOOKLET = "booklet"
# The product of stickers, which distinguish cards with identical faces.
STICKERS = "labels"
# The folder of products that belong to no game.
CALIBRATION_FOLDER = "calibrate"


class Subject(msgspec.Struct, frozen=True):
    """The subject of a job.

    `variant` is the game; `printed` is the game with its printed values, some of which may be left
    blank on request. `book` is the name of a book of several games. `sources` are the texts of all
    files that were read.
    """

    __repr__ = brief_repr

    kind: str
    slug: str
    name: Mapping[str, str]
    variant: Variant | None = None
    printed: Variant | None = None
    mapping: DeckMapping | None = None
    book: str = ""
    sources: tuple[str, ...] = ()

    def of(self, product: Product) -> Any:
        """Return the source of a product: the mapping, or the game with or without values."""
        if product.subject == MAPPING:
            return self.mapping
        return self.printed if BLANK_VALUES in product.options else self.variant

    def rights(self, language: str) -> Rights:
        """Return the rights in the subject, in a language."""
        if self.mapping is not None:
            return joint_rights((self.mapping.deck, self.mapping.variant), language)
        return rights_of(self.variant, language)

    def file_stem(self, product: Product, edition: str) -> str:
        """Return the common start of the names of a product's files."""
        name = product.file_stem or product.key
        if product.subject == SCREEN:  # each page is named after its edition
            return f"{self.slug}-{name}"
        return f"{self.slug}-{name}-{edition}"

    def product_name(self, product: Product, language: str) -> str:
        """Return the name of a product on sheets."""
        if self.mapping is not None and product.subject == MAPPING:
            deck = self.mapping.deck.name[language]
            return translate(language, f"map.product-{product.key}", deck=deck)
        name = product.title(language)
        if self.printed is not self.variant and BLANK_VALUES in product.options:
            return translate(language, "product.blank", product=name)
        return name


def load_subject(job: Job, read: Sourced | None = None) -> Subject:
    """Load the subject of a job. `read` is its definition if it has been read.

    Warn if editions in several languages would all have the plain strings of a definition. Raises
    PrintkitError.
    """
    language = parse_edition(job.languages[0])[0]
    if job.deck:
        from printkit.rules.standins import map_deck  # only a mapping needs the rules

        deck, deck_texts = load_with_sources(job.deck, shelf=STANDINS, language=language)
        game, texts = load_with_sources(job.variant, language=language)
        check_pictures(deck, job.deck)
        check_pictures(game, job.variant)
        # With stickers, a chart distinguishes the cards only by their faces.
        mapping = map_deck(deck, game, stickers=job.products[:1] == (STICKERS,))
        _check_players(job, mapping.variant)
        meant, slug = mapping.variant, f"{deck.slug}-{mapping.requested_slug}"
        slug = "-".join(filter(None, (slug, meant.preset)))
        sources = (*deck_texts, *texts)
        return Subject(MAPPING, slug, meant.name, meant, meant, mapping, sources=sources)
    made = [find_product(key) for key in job.products]
    if made and all(product is not None and product.subject == NOTHING for product in made):
        return Subject(NOTHING, CALIBRATION_FOLDER, {})
    if job.variant in books():
        return _load_book(job)
    variant, texts = read or load_with_sources(job.variant, adds=job.addons, language=language)
    asked = {item for edition in job.languages for item in parse_edition(edition)}
    is_plain = variant.languages is None and list(variant.name) == [language]
    if variant.origin == OWN and is_plain and asked != {language}:
        message = Sentence(
            "Its texts are plain words, taken as “{language}”: all editions have the same.",
            language=language,
        )
        hint = Sentence(
            'Write languages = ["{language}"], or each text as { en = "…", fr = "…" }.',
            language=language,
        )
        warn(PrintkitError(message, location=job.variant, hint=hint))
    _check_players(job, variant)
    check_pictures(variant, job.variant)
    return variant_subject(job, variant, texts)


def _check_players(job: Job, variant: Variant) -> None:
    """Raise UsageError if a job asks for more players than its game allows."""
    asked, players = job.options.get(PLAYERS.name), variant.players
    if asked and players is not None and asked > players.max:
        seats = "–".join(dict.fromkeys((str(players.min), str(players.max))))
        raise UsageError(
            Sentence(
                "{game} is for {seats} players, not {asked}.",
                game=variant.slug,
                seats=seats,
                asked=asked,
            ),
            hint=Sentence(
                "--players is the number at one table: use at most {max}, and --copies for "
                "several tables.",
                max=players.max,
            ),
        )


def variant_subject(job: Job, variant: Variant, sources: tuple[str, ...] = ()) -> Subject:
    """Return the subject of a game, with values left blank if the job asks for that."""
    printed = without_values(variant) if job.options.get(BLANK_VALUES.name) else variant
    # The files of a preset are in a separate folder.
    slug = "-".join(filter(None, (variant.slug, variant.preset)))
    return Subject(VARIANT, slug, variant.name, variant, printed, sources=sources)


def _load_book(job: Job) -> Subject:
    book = books()[job.variant]
    if job.addons:
        raise UsageError("--with adds cards to a deck.", hint="Leave it out: this is a book.")
    cover, texts = load_with_sources(book.cover)
    variant = evolve(cover, slug=job.variant, name=book.name)
    return Subject(
        VARIANT, variant.slug, variant.name, variant, variant, book=job.variant, sources=texts
    )


def without_values(variant: Variant) -> Variant:
    """Return the deck with blanks for values that depend on a local rule set.

    Raises UsageError for a deck without such values.
    """
    if not any(card.varies for card in variant.cards):
        raise UsageError(
            Sentence(
                "No value of {slug} depends on a local rule set, so none is left blank.",
                slug=variant.slug,
            ),
            hint="Omit --blank-values.",
        )
    return variant.with_cards(
        evolve(card, value=Value(rule=card.rule), index="") if card.varies else card
        for card in variant.cards
    )


def can_build(variant: Variant, job: Job) -> bool:
    """Return True if a job can be built for a variant: it has the products, enough seats for the
    players and, if values are to be left blank, such values.
    """
    every = all(is_available(variant, key) for key in expand_sets(job.products, variant))
    varies = any(card.varies for card in variant.cards)
    seats = variant.players is None or (job.options.get(PLAYERS.name) or 0) <= variant.players.max
    return every and seats and (varies or not job.options.get(BLANK_VALUES.name))


# --- products -------------------------------------------------------------------------------


def wanted_products(job: Job, subject: Subject) -> tuple[str, ...]:
    """Return the keys of the products of a job in order, beginning with the first page of a kit.

    Raises UsageError for a product that the destination of the job does not accept.
    """
    if job.target:
        return _taken_products(job, subject)
    if subject.book and not job.products:
        return with_companions((BOOKLET,))
    if job.products or subject.kind != VARIANT:
        named = job.products if subject.book else expand_sets(job.products, subject.variant)
        keys = with_companions(named)
    else:
        keys = default_products(cast(Variant, subject.variant))
    if job.formats and {*job.formats} <= {*TEXT_FORMATS}:
        return _products_with_texts(job, keys)
    has_page = is_kit(job, subject) and job.options.get(LAYOUT.name) not in OFF_PAPER
    return (FIRST_PAGE, *keys) if has_page else keys


def _products_with_texts(job: Job, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the products that can be written in one of the formats of a job without page formats.

    Raises UsageError if a product that the user has named cannot.
    """
    kept = [key for key in keys if {*job.formats} & {*_texts_of(key)}]
    named = job.products if not named_set(job) else ()
    lacking = [key for key in named if key in keys and key not in kept]
    if kept and not lacking:
        return tuple(kept)
    product = (lacking or [*keys])[0]
    raise UsageError(
        Sentence(
            "“{product}” contains nothing that can be written in the format “{format}”.",
            product=product,
            format=job.formats[0],
        ),
        hint=Sentence(
            "This is a format for booklets: name the product {booklet}.", booklet=BOOKLET
        ),
    )


def _texts_of(key: str) -> tuple[str, ...]:
    product = find_product(key)
    return product.texts if product is not None else ()


def _taken_products(job: Job, subject: Subject) -> tuple[str, ...]:
    """Return the products of a job that its destination accepts. Raises UsageError."""
    if subject.kind != VARIANT or subject.book or subject.variant is None:
        raise UsageError("--for works only for the cards of a single game.", hint="Name the game.")
    kit = expand_sets(job.products or default_products(subject.variant), subject.variant)
    return find_destination(job.target).take(job.products, kit)


def is_kit(job: Job, subject: Subject) -> bool:
    """Return True if a job makes a kit instead of single products.

    A kit is the default products of a game, several products or copies, or one file of all of them.
    For a deck that the user owns, a kit is a job that also makes products of the game.
    """
    if job.target:
        return False
    if subject.kind == MAPPING:
        made = map(find_product, job.products)
        return any(product is not None and product.subject == VARIANT for product in made)
    several = len(job.products) != 1 or named_set(job) or job.options.get(COPIES.name, 1) > 1
    several = several or job.options.get(ONE.name)
    return bool(several) and subject.kind == VARIANT and not subject.book


def named_set(job: Job) -> str:
    """Return the name of the product set that a job asks for, or an empty string if it names other
    products.
    """
    return job.products[0] if len(job.products) == 1 and job.products[0] in product_sets() else ""


def offered_products(subject: Subject) -> Iterable[str]:
    """Return the keys of the products that a subject offers."""
    if subject.kind == VARIANT and subject.variant is not None and not subject.book:
        return available_products(subject.variant)
    return [key for key, product in products().items() if product.subject == subject.kind]


def known_product(key: str, subject: Subject) -> Product:
    """Return the product `key` of a subject. Raises UsageError if the subject does not have it."""
    product = find_product(key)
    if subject.book and key not in with_companions((BOOKLET,)):
        raise UsageError(
            Sentence("“{product}” is not a product of {game}.", product=key, game=subject.book),
            hint=Sentence("It is a book: leave that out, or write {booklet}.", booklet=BOOKLET),
        )
    if product is not None and (subject.book or product.subject == SCREEN):
        return product
    if product is not None and product.subject == subject.kind != VARIANT:
        return product
    if subject.kind in (VARIANT, MAPPING) and subject.variant is not None:
        return require_product(key, subject.variant, product_sets())
    hint = did_you_mean(key, offered_products(subject), "products")
    raise UsageError(Sentence("“{key}” is not made here.", key=key), hint=hint)


# --- pictures ------------------------------------------------------------------------------------


def check_pictures(variant: Variant, location: str, *, whole: bool | None = None) -> None:
    """Check the total size of a definition's pictures before any is decoded.

    With `whole`, pictures are decoded completely when they are read; the default depends on their
    number. Raises PrintkitError at `location` if it is too large.
    """
    check_budget(own_pictures(variant) - {*variant.chapters.values()}, location, whole=whole)


def read_pictures(variant: Variant, progress: Progress = no_progress) -> tuple[Diagnostic, ...]:
    """Read the pictures of a definition, and return the remarks on them.

    Errors are left to the drawings that need the pictures.
    """
    paths = sorted(own_pictures(variant) - {*variant.chapters.values()})
    remarks: dict[str, list[Path]] = {}
    for done, path in enumerate(paths, 1):
        with suppress(PrintkitError):
            is_drawing = path.suffix.lower() == ".svg"
            for remark in drawing_remarks(path) if is_drawing else read_image(path).remarks:
                remarks.setdefault(remark, []).append(path)
        progress(PICTURES_STAGE, done, len(paths))
    return tuple(
        Diagnostic(str(alike[0]), 0, 0, "", remark, _more_pictures(len(alike) - 1))
        for remark, alike in remarks.items()
    )


def _more_pictures(count: int) -> str:
    if not count:
        return ""
    noun = "picture" if count == 1 else "pictures"
    return Sentence(f"The same applies to {{count}} more {noun}.", count=count)


def own_pictures(variant: Variant) -> set[Path]:
    """Return the pictures that a definition names, without bundled ones.

    Files beside a picture that have its name and a suffix (`star-large.svg`) are included.
    """
    if variant.origin == OURS:
        return set()
    bundled = content_path()
    # For speed, cards are asked for their pictures; all other fields are searched.
    named: set[object] = {
        drawing
        for card in variant.cards
        for drawing in (card.emblem, card.mark, card.art, card.back and card.back.design)
    }
    for name in Variant.__struct_fields__:
        if name != "listed_cards":
            part = getattr(variant, name)
            named.update(path for _, path in find_parts(part, Path))
            named.update(back.design for _, back in find_parts(part, Back))
            named.update(shape.design for _, shape in find_parts(part, DeckShape))
    paths = (path for path in named if isinstance(path, Path) and is_picture(path.name))
    own = {path for path in paths if not path.is_relative_to(bundled)}
    return own | _sibling_pictures(own)


def _sibling_pictures(paths: Set[Path]) -> set[Path]:
    """Return the files beside a picture whose names begin with its name and a hyphen."""
    siblings: set[Path] = set()
    stems = {(path.parent, path.stem) for path in paths}
    for folder in {path.parent for path in paths}:
        with suppress(OSError):
            for file in folder.iterdir():
                words = file.name.split("-")
                leads = ("-".join(words[:end]) for end in range(1, len(words)))
                if any((folder, lead) in stems for lead in leads):
                    siblings.add(file)
    return siblings


# --- recipe --------------------------------------------------------------------------------------


def subject_digest(subject: Subject, program: str = "") -> str:
    """Return the digest of the program and the subject, which all products of a job share."""
    parts = [
        program or program_digest(),
        subject.kind,
        subject.slug,
        subject.book,
        *subject.sources,
    ]
    variants = [subject.variant, subject.mapping.deck if subject.mapping else None]
    parts += [open_fonts(subject.variant.fonts.own)] if subject.variant is not None else []
    for variant in variants:
        for path in sorted(own_pictures(variant)) if variant is not None else ():
            parts += [f"{path.parent.name}/{path.name}", _file_digest(path)]
    return digest_texts(parts)


def product_recipe(
    shared: str,
    product: str,
    edition: str,
    options: Iterable[Option[Any]],
    values: Mapping[str, Any],
    *facts: object,
) -> str:
    """Return the recipe of a product in one edition.

    `shared` is the `subject_digest`; `options` are the options that the product reads; `facts` are
    other data that it shows.
    """
    read = [(option.name, _recipe_value(option, values[option.name])) for option in options]
    return digest_texts([shared, product, edition, repr(sorted(read)), *map(repr, facts)])


def _recipe_value(option: Option[Any], value: Any) -> str:
    """Return the value of an option for a recipe. For a theme or an edition, return its content,
    because it may be a file that changes.
    """
    if option.name == EDITION.name and value is not None:
        own = edition(value)
        drawn = [_file_digest(path) for path in own.drawings]
        return repr((replace(own, picture=None, flora=None, sky=None), drawn))
    if option.name != THEME.name:
        return repr(value)
    chosen = theme(value)
    plain = theme(chosen.plain)
    # The fonts of a theme by their content, as their paths differ from machine to machine.
    return repr([(_describe_look(look), open_fonts(look.fonts)) for look in (chosen, plain)])


@cache
def _describe_look(look: Theme) -> str:
    """Return all values of a theme, without paths."""
    return repr(replace(look, fonts=NO_FONTS, plain=theme(look.plain).key))


def _file_digest(path: Path) -> str:
    """Return the digest of a file, or `unreadable`: drawing the file will report the error."""
    try:
        data = read_bytes(path, noun="picture", max_bytes=MAX_PICTURE_BYTES)
    except PrintkitError:
        return "unreadable"
    return hashlib.sha256(data).hexdigest()
