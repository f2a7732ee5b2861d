"""Write the content that the page shows before the program has loaded: games, rules, pictures and
figures for kits.

Everything is made by printkit itself. Input: a list of games. Output in a folder:
`data/catalogue.json` and `data/options.json`; for each game `data/game-SLUG.json`,
`data/faces-….avif` (a strip of faces in each language), `data/fan-SLUG.avif`, `data/kit-SLUG.json`
(sheets and cuts of its usual kits), `rules/SLUG-LANGUAGE.html`, start sheets, and, if asked for,
ready kits: `kits/SLUG-SET-PAPER-LANGUAGE.pdf`.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, product
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from PIL import Image, ImageDraw, ImageFilter

import printkit
from printkit.art.theme import theme as find_theme
from printkit.base.content import content_path, digest_texts, program_digest
from printkit.base.errors import PrintkitError
from printkit.base.messages import translate
from printkit.base.paper_sizes import usual_papers
from printkit.base.printer_profile import EDGES, LONG, SHORT
from printkit.base.words import meanings
from printkit.booklet.text_formats import html_page
from printkit.library.listings import ListedVariant
from printkit.model.cards import Card
from printkit.model.definition_files import STANDINS
from printkit.model.load import load
from printkit.model.play import Clause, Payment
from printkit.model.variant import Variant
from printkit.pieces.kits import default_products, needed_supplies, table_products
from printkit.pieces.pages import Document, blank_back
from printkit.pieces.protocols import writer
from printkit.products.all_in_one import join_documents
from printkit.rules.card_codes import short_name
from printkit.rules.hands import TableState
from printkit.rules.showdown import amounts_of, is_shared, list_needs, name_place, payments_in_force
from printkit.rules.standins import can_stand_in
from printkit.text.book import titles_by_anchor
from printkit.text.loader import load_booklet, load_start_sheet

LANGUAGES = ("en", "fr")
PAPERS = ("a4", "letter")
# The sets of products that the page offers first; the whole kit has no name.
TONIGHT, WHOLE, FOLDED = "tonight", "whole", "booklet"
SETS: dict[str, tuple[str, ...]] = {TONIGHT: (TONIGHT,), WHOLE: (), FOLDED: ("booklet-imposed",)}
SET_NAMES = {
    TONIGHT: {"en": "For tonight", "fr": "Pour ce soir"},
    WHOLE: {"en": "The whole kit", "fr": "Le kit complet"},
    FOLDED: {"en": "Booklet to fold", "fr": "Livret à plier"},
}
# The page of a booklet that is folded from each paper.
BOOKLET_PAGES = {"a4": "a5", "letter": "half-letter"}
# The players of a kit, unless the game has other limits.
USUAL_PLAYERS = 4
# Ready kits that were made before, by the digest of all that they depend on.
READY = Path(__file__).resolve().parent / "build/kits"
# The theme of start sheets on a screen.
START_THEME = "classic"
# A face of a strip in pixels: 88 by 123 CSS pixels on a screen of two pixels each.
FACE = (176, 246)
COLUMNS = 8
# The sample card of a theme.
THEME_CARD = ("kessel", "blood-impostor")
DPI = 110
# A card of a fan in pixels, and the angle between neighbours (degrees).
FAN_CARD = (150, 210)
FAN_ANGLE = 13.0
# The formats that need no rendering of pixels, and therefore no PDFium.
UNPAINTED = ("pdf", "pdfx", "svg")
AVIF: dict[str, Any] = {"quality": 52, "speed": 8}


def write_content(
    folder: Path, slugs: Sequence[str], *, kits: bool = False, site: str | None = None
) -> dict[str, Any]:
    """Write the content of some games, with their ready `kits`. Return the catalogue of all games.

    Kits have codes that lead to the address of the `site`, if there is one.
    """
    data, rules = folder / "data", folder / "rules"
    for place in (data, rules, folder / "kits", READY):
        place.mkdir(parents=True, exist_ok=True)
    known = printkit.list_variants()
    games = [_describe_game(entry, entry["slug"] in slugs, kits) for entry in known]
    catalogue = {
        "version": printkit.__version__,
        "papers": usual_papers(),
        "words": {kind: dict(meanings(kind)) for kind in ("games", "products", "values")},
        "games": games,
        "decks": [
            {"slug": deck["slug"], "name": _texts(deck["name"]), "games": list(deck["games"])}
            for deck in printkit.list_decks()
        ],
        "groups": {
            group: {language: translate(language, f"game.{group}") for language in LANGUAGES}
            for group in dict.fromkeys(entry["game"] for entry in known)
        },
    }
    _write_json(data / "catalogue.json", catalogue)
    products = {item["key"]: item for item in printkit.list_products()}
    _write_json(
        data / "options.json",
        {
            "options": printkit.list_options(),
            "products": {key: item["title"] for key, item in products.items()},
            "targets": [_describe_target(item) for item in printkit.list_targets()],
            "reads": {key: item["options"] for key, item in products.items()},
        },
    )
    _draw_themes(data)
    # A process for each game, because it records which drawings the game reads.
    with ProcessPoolExecutor(max_tasks_per_child=1) as pool:
        done = pool.map(_write_game, [(folder, slug, kits, site) for slug in slugs])
        for number, line in enumerate(done, 1):
            print(f"{number} of {len(slugs)}: {line}", flush=True)
    return catalogue


def _describe_target(row: dict[str, Any]) -> dict[str, Any]:
    """Return a target for the page; `here` is true if the page can write its files."""
    return {
        "key": row["target"],
        "name": _texts(row["name"]),
        "papers": list(row["papers"]),
        "here": row["format"] in UNPAINTED and not row["packed"],
    }


def _describe_game(entry: ListedVariant, is_shown: bool, kits: bool) -> dict[str, Any]:
    """Return a game's entry in the catalogue."""
    variant = load(entry["slug"])
    supplies = needed_supplies(variant, default_products(variant))
    return {
        "slug": entry["slug"],
        "name": _texts(entry["name"]),
        "summary": _texts(entry["summary"]),
        "group": entry["game"],
        "players": [variant.least_players, variant.most_players],
        "minutes": list(variant.game_minutes or ()),
        "cards": variant.total,
        "needs": {
            language: [item.material.name[language] for item in supplies] for language in LANGUAGES
        },
        "presets": [
            {"id": preset.id, "name": _texts(preset.name), "how": _texts(preset.how)}
            for preset in variant.presets
        ],
        "products": list(default_products(variant)),
        "judged": bool(variant.hands),
        "shown": is_shown,
        "usual": usual_players(variant),
        "ready": is_shown and kits,
    }


def usual_players(variant: Variant) -> int:
    """Return the number of players that a kit is made for until the visitor chooses another."""
    return min(max(USUAL_PLAYERS, variant.least_players), variant.most_players)


def _write_game(job: tuple[Path, str, bool, str | None]) -> str:
    """Write the files of one game, and return a line with the time needed."""
    folder, slug, kits, site = job
    began = time.monotonic()
    drawings = _record_drawings()
    variant = load(slug)
    strips = {language: _draw_faces(folder, slug, language) for language in LANGUAGES}
    starts = {
        preset: {language: _write_start(folder, slug, preset, language) for language in LANGUAGES}
        for preset in ("", *(item.id for item in variant.presets))
    }
    table = {**describe_table(variant), "strips": strips, "starts": starts}
    _write_json(folder / f"data/game-{slug}.json", table)
    usual = _usual_kits(variant)
    _write_json(folder / f"data/kit-{slug}.json", {**usual, "archives": sorted(drawings)})
    for language in LANGUAGES:
        _write_rules(folder, slug, language)
        for name in SETS if kits else ():
            for paper in PAPERS:
                _write_ready(folder, variant, name, paper, language, site)
    return f"{slug}: {time.monotonic() - began:.1f} s"


def _record_drawings() -> set[str]:
    """Return a set. When this process reads a drawing, the archive of the drawing is added to the
    set.
    """
    from build import DRAWINGS, drawing_folder

    archives: set[str] = set()
    root = str(content_path("art"))
    program_digest()  # reads every file, once

    def note(event: str, values: tuple[Any, ...]) -> None:
        if event == "open" and str(values[0]).startswith(root):
            name = str(values[0]).removeprefix(root).lstrip("/")
            archives.add(f"art-{drawing_folder(DRAWINGS + name)}")

    sys.addaudithook(note)
    return archives


def describe_table(variant: Variant) -> dict[str, Any]:
    """Return the data of a game for the table view: its cards, hands, payments, tokens and
    stand-ins.
    """
    return {
        "cards": [
            {
                "id": card.id,
                "suit": card.suit or "",
                "family": card.family or "",
                "copies": card.copies,
                "values": list(card.values),
                "name": _texts(card.name),
                "code": {language: short_name(variant, card, language) for language in LANGUAGES},
            }
            for card in variant.cards
        ],
        "suits": [{"id": key, "name": _texts(suit.name)} for key, suit in variant.suits.items()],
        **_describe_play(variant),
        "presets": [
            {
                "id": preset.id,
                "name": _texts(preset.name),
                "table": _describe_play(load(f"{variant.slug}@{preset.id}")),
            }
            for preset in variant.presets
        ],
        "tokens": [
            {
                "id": token.id,
                "name": _texts(token.name),
                "how": _texts(token.how),
                "values": _crown_values(variant) if token.crowns else [],
            }
            for token in variant.tokens
            if token.changes or token.reverses or token.crowns
        ],
        "sets": [{"id": key, "name": _texts(load(key).name)} for key in variant.sets],
        "target": _describe_dice(variant),
        "decks": _map_decks(variant),
        "aids": list(table_products(variant)),
    }


def _describe_play(variant: Variant) -> dict[str, Any]:
    """Return the parts that a preset can change: hands, payments, the facts that settle a showdown,
    options, and the size of a hand.
    """
    return {
        "hands": [{"name": _texts(hand.name), "how": _texts(hand.how)} for hand in variant.hands],
        "payments": [{"name": _texts(item.name), "how": _texts(item.how)} for item in variant.dues],
        **_describe_settlement(variant),
        "options": [
            {
                "id": item.id,
                "name": _texts(item.name),
                "how": _texts(item.how),
                "judged": bool(item.hands or item.tie),
            }
            for item in variant.options
            if item not in variant.agreed
            if item.hands or item.tie or item.id in _paid_options(variant)
        ],
        "size": [
            variant.counting.cards or variant.counting.fewest_cards or 1,
            variant.counting.cards or variant.counting.most_cards or 0,
        ],
    }


def _describe_dice(variant: Variant) -> dict[str, Any] | None:
    """Return the numbers and the suits of the dice of a game with a target, or None."""
    target = variant.counting.target
    if target is None:
        return None
    return {
        "numbers": sorted(set(target.numbers)),
        "suits": [{"id": suit.id, "name": _texts(suit.name)} for suit in target.suits],
    }


def _paid_options(variant: Variant) -> list[str]:
    """Return the optional rules that change payments or ties."""
    options = [payment.option for payment in variant.payments if payment.option is not None]
    options += [option.id for option in variant.options if option.tie is not None]
    return sorted(set(options))


def _describe_settlement(variant: Variant) -> dict[str, Any]:
    """Return the facts that are needed to settle a showdown, for each combination of options that
    change them, and the titles of the chapters with its rules.
    """
    paid = _paid_options(variant)
    chosen = [some for count in range(len(paid) + 1) for some in combinations(paid, count)]
    books = {language: load_booklet(variant, language) for language in LANGUAGES}
    rules: tuple[Payment | Clause, ...] = (*variant.payments, *variant.clauses)
    titles = {language: titles_by_anchor(book.chapters) for language, book in books.items()}
    return {
        "asks": {" ".join(some): _describe_needs(variant, some) for some in chosen},
        "again": int(variant.settlement.again or 1),
        "chapters": {
            rule.chapter: {language: titles[language][rule.chapter] for language in LANGUAGES}
            for rule in rules
        },
    }


def _describe_needs(variant: Variant, options: Sequence[str]) -> dict[str, Any]:
    """Return the keywords that affect payments if some options are in effect, and the places and
    agreed amounts that the payments need.
    """
    agreed = tuple(option for option in variant.options if option.id in options)
    table = TableState(options=agreed)
    needs = list_needs(variant, payments_in_force(variant, table), table)
    return {
        "keys": list(needs.keys),
        "places": [
            {
                "id": place,
                "name": {name: name_place(variant, place, name) for name in LANGUAGES},
                "shared": is_shared(variant, place),
                "needed": place in needs.needed,
                "amounts": list(amounts_of(place)),
            }
            for place in needs.places
        ]
        + [
            {
                "id": figure,
                "name": next(_texts(p.name) for p in variant.penalties if p.id == figure),
                "shared": True,
                "needed": False,
                "amounts": list(amounts_of(figure)),
                "figure": True,
            }
            for figure in needs.figures
        ],
    }


def _crown_values(variant: Variant) -> list[int]:
    return sorted({value for card in variant.cards for value in card.values})


def _map_decks(variant: Variant) -> list[dict[str, Any]]:
    """Return the ordinary decks that can stand in for a game, each with its cards in order."""
    mapped = []
    for entry in printkit.list_decks():
        try:
            mapping = printkit.map_deck(entry["slug"], variant.slug, stickers=True)
        except PrintkitError:
            continue
        deck: Variant = load(entry["slug"], shelf=STANDINS)
        own = {card.id for card in variant.cards}
        mapped.append(
            {
                "slug": entry["slug"],
                "name": _texts(entry["name"]),
                "suits": [
                    {"id": key, "name": _texts(suit.name), "sign": suit.sign or ""}
                    for key, suit in deck.suits.items()
                ],
                "charted": can_stand_in(deck, variant),
                "others": {
                    card.id: _texts(card.name)
                    for card in mapping.variant.cards
                    if card.id not in own
                },
                "notes": [_texts(note) for note in mapping.standin.notes],
                "cards": [
                    {
                        **_physical(item.physical.card, deck),
                        "copy": item.physical.number,
                        "is": item.stands_for.id,
                    }
                    for item in mapping.entries
                ],
                "unused": [_physical(item.card, deck) for item in mapping.unused],
                "missing": [_texts(card.name) for card in mapping.missing],
            }
        )
    return mapped


def _physical(card: Card, deck: Variant) -> dict[str, Any]:
    """Return a card of a physical deck as data: its suit, its name and its codes."""
    return {
        "suit": card.suit or "",
        "name": _texts(card.name),
        "code": {language: short_name(deck, card, language) for language in LANGUAGES},
    }


def _usual_kits(variant: Variant) -> dict[str, Any]:
    """Return the sheets, cuts, supplies and products of the usual kits, for each set, paper and
    language.
    """
    kits = {}
    wishes: dict[str, Any] = {"players": usual_players(variant)}
    for name, paper, language in product((TONIGHT, WHOLE), PAPERS, LANGUAGES):
        plan = printkit.plan(
            variant.slug, SETS[name], languages=[language], paper=paper, **wishes
        ).as_data()
        kits[f"{name}-{paper}-{language}"] = {
            "sheets": plan["sheets"],
            "cuts": plan["cuts"],
            "supplies": plan["supplies"],
            "made": [
                {
                    **{k: part[k] for k in ("product", "language", "title", "sheets", "work")},
                    "pages": len(part["pages"]),
                }
                for part in plan["made"]
            ],
        }
    return kits


def _write_ready(
    folder: Path, variant: Variant, name: str, paper: str, language: str, site: str | None = None
) -> None:
    """Write a kit as one file in the order of printing, to be printed on both sides.

    A sheet with one side gets a blank back. The booklet to fold, whose sheets are turned over the
    short edge, is a separate file.
    """
    wishes: dict[str, Any] = {"paper": paper}
    if name == FOLDED:
        wishes["booklet_page"] = BOOKLET_PAGES[paper]
    else:
        wishes |= {"players": usual_players(variant), "site": site}
    target = folder / f"kits/{variant.slug}-{name}-{paper}-{language}.pdf"
    facts = [program_digest(), _own_digest(), variant.slug, name, language, repr(wishes)]
    kept = READY / f"{digest_texts(facts)}.pdf"
    if not kept.exists():
        plan = printkit.plan(variant.slug, SETS[name], languages=[language], **wishes)
        titles = [made["title"] for made in plan.as_data()["made"]]
        documents = [part.document for part in plan.products]
        laid = [(title, each) for title, each in zip(titles, documents, strict=True) if each]
        sheets = [(title, each) for title, each in laid if _is_sheet(each, laid[0][1])]
        if name != FOLDED:
            sheets = [(title, _two_sided(each)) for title, each in sheets if each.duplex != SHORT]
        whole = join_documents(sheets, f"{variant.name[language]} · {SET_NAMES[name][language]}")
        file = next(iter(writer("pdf")(whole, plan.job.options)))
        beside = kept.with_suffix(f".{os.getpid()}")
        beside.write_bytes(file.data)
        beside.replace(kept)
    shutil.copy(kept, target)


def _own_digest() -> str:
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


def _is_sheet(document: Document, first: Document) -> bool:
    """Return True if a document is printed on the same size of paper as the first document."""
    size, other = document.pages[0].media, first.pages[0].media
    return {round(size.w), round(size.h)} == {round(other.w), round(other.h)}


def _two_sided(document: Document) -> Document:
    """Return a document whose sheets all have a back."""
    if document.duplex in EDGES:
        return document
    pages = [side for page in document.pages for side in (page, blank_back(page))]
    return replace(document, pages=tuple(pages), duplex=LONG)


def _draw_faces(folder: Path, slug: str, language: str) -> dict[str, Any]:
    """Write the strip of faces of a game, and with the first language its fan of cards. Return the
    file of the strip, its grid, and the order of its faces.
    """
    built = printkit.build(
        slug, ["cards"], languages=[language], formats=["png"],
        layout="single", bleed=0, dpi=DPI, in_memory=True,
    )  # fmt: skip
    lead = f"{slug}-cards-{language}-"
    drawn = {
        file.name.removeprefix(lead).removesuffix(".png"): file.data
        for file in built.files
        if file.name.startswith(lead)
    }
    order = list(drawn)
    key = hashlib.sha256(b"".join(drawn[name] for name in order)).hexdigest()[:12]
    path = folder / f"data/faces-{key}.avif"
    pictures = {name: Image.open(io.BytesIO(data)).convert("RGB") for name, data in drawn.items()}
    rows = -(-len(order) // COLUMNS)
    if not path.exists():
        strip = Image.new("RGB", (FACE[0] * COLUMNS, FACE[1] * rows), "white")
        for index, name in enumerate(order):
            face = pictures[name].resize(FACE, Image.Resampling.LANCZOS)
            strip.paste(face, (index % COLUMNS * FACE[0], index // COLUMNS * FACE[1]))
        strip.save(path, "AVIF", **AVIF)
    if language == LANGUAGES[0]:
        chosen = _choose_fan(order, sum(slug.encode()))
        _draw_fan([pictures[name] for name in chosen], folder / f"data/fan-{slug}.avif")
    return {"file": path.name, "columns": COLUMNS, "rows": rows, "order": order}


def _draw_themes(data: Path) -> None:
    """Draw one card in each theme, for the choice of the theme."""
    theme = next(item for item in printkit.list_options() if item["name"] == "theme")
    for name in theme["choices"]:
        card = printkit.load(THEME_CARD[0], theme=name).card(THEME_CARD[1])
        picture = Image.open(io.BytesIO(card.png(dpi=DPI))).convert("RGB")
        picture.resize(FACE, Image.Resampling.LANCZOS).save(
            data / f"theme-{name}.avif", "AVIF", **AVIF
        )


def _choose_fan(order: Sequence[str], seed: int) -> list[str]:
    """Choose the cards of a fan: a back on the left, then fronts spread over the deck.

    Games that share a deck begin at different cards, according to the `seed`.
    """
    backs = [name for name in order if name.startswith("back-")]
    fronts = [name for name in order if not name.startswith("back-")]
    count = min(4, len(fronts))
    chosen = sorted((seed + i * len(fronts) // count) % len(fronts) for i in range(count))
    return [*backs[:1], *(fronts[i] for i in chosen)]


def _draw_fan(cards: Sequence[Image.Image], path: Path) -> None:
    """Draw a hand of cards with soft shadows on a transparent background."""
    side = round(FAN_CARD[1] * 3.2)
    ground = Image.new("RGBA", (side, side))
    for index, card in enumerate(cards):
        layer = Image.new("RGBA", (side, side))
        layer.paste(_round_corners(card), ((side - FAN_CARD[0]) // 2, side // 2 - FAN_CARD[1]))
        angle = -FAN_ANGLE * (index - (len(cards) - 1) / 2)
        pivot = (side / 2, side / 2 + FAN_CARD[1] * 0.45)
        turned = layer.rotate(angle, Image.Resampling.BICUBIC, center=pivot)
        shade = Image.new("RGBA", (side, side), (27, 42, 90, 0))
        blurred = turned.getchannel("A").filter(ImageFilter.GaussianBlur(5))
        shade.putalpha(blurred.point(lambda alpha: alpha * 0.22))
        ground = Image.alpha_composite(Image.alpha_composite(ground, shade), turned)
    ground.crop(ground.getbbox()).save(path, "AVIF", **AVIF)


def _round_corners(card: Image.Image) -> Image.Image:
    card = card.resize(FAN_CARD, Image.Resampling.LANCZOS).convert("RGBA")
    mask = Image.new("L", (FAN_CARD[0] * 4, FAN_CARD[1] * 4))
    box = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius=FAN_CARD[0] * 4 * 0.05, fill=255)
    card.putalpha(mask.resize(FAN_CARD, Image.Resampling.LANCZOS))
    return card


_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n?')
_FONT = re.compile(r"url\(data:font/ttf;base64,([A-Za-z0-9+/=]+)\)")


def _write_rules(folder: Path, slug: str, language: str) -> None:
    """Write the HTML booklet of a game, with its style and fonts as separate files of the site.

    The content security policy of the site forbids styles inside a page.
    """
    built = printkit.build(
        slug, ["booklet"], languages=[language], formats=["dump", "html"], in_memory=True
    )
    page = next(file.data for file in built.files if file.name.endswith(".html")).decode()
    page = _POLICY.sub("", page)

    def keep_font(match: re.Match[str]) -> str:
        return f"url({_keep(folder, base64.b64decode(match[1]), 'ttf')})"

    def keep_style(match: re.Match[str]) -> str:
        style = _FONT.sub(keep_font, match[1])
        name = _keep(folder, style.encode(), "css")
        return "\n".join(
            f"<link {link}>"
            for link in (
                f'rel="stylesheet" href="{name}"',
                'rel="stylesheet" href="back.css"',
                'rel="icon" href="../icon.svg"',
            )
        )

    page = _STYLE.sub(keep_style, page, count=1)
    words = {"en": "All games", "fr": "Tous les jeux"}[language]
    link = f'<p class="printkit-back"><a href="../index.html#/games">← {words}</a></p>'
    page = re.sub(r"(<body[^>]*>)", rf"\1{link}", page, count=1)
    (folder / f"rules/{slug}-{language}.html").write_text(page)


_SPRITES = re.compile(r'<svg class="sprites".*?</svg>\n', re.DOTALL)
_CHAPTERS = re.compile(r'<main id="_text"[^>]*>(.*)<p class="up">', re.DOTALL)


def _write_start(folder: Path, slug: str, preset: str, language: str) -> str:
    """Write the start sheet of a game with a preset, as HTML for the page. Return the name of the
    file.

    The HTML is a part of a page: the drawings and the chapters, without styles.
    """
    variant = load("@".join(filter(None, (slug, preset))), language=language)
    written = html_page(load_start_sheet(variant, language), find_theme(START_THEME)).decode()
    drawings, chapters = _SPRITES.search(written), _CHAPTERS.search(written)
    assert drawings is not None, "a start sheet has drawings"
    assert chapters is not None, "a start sheet has chapters"
    return _keep(folder, f"{drawings[0]}<main>{chapters[1]}</main>".encode(), "html")


def _keep(folder: Path, data: bytes, kind: str) -> str:
    """Write a file that booklets or presets share, named after the digest of its content. Return
    its name.
    """
    name = f"{hashlib.sha256(data).hexdigest()[:12]}.{kind}"
    path = folder / "rules" / name
    if not path.exists():
        path.write_bytes(data)
    return name


def _texts(texts: Any) -> dict[str, str]:
    """Return a text in the languages of the page."""
    return {language: texts[language] for language in LANGUAGES}


def _write_json(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str))
