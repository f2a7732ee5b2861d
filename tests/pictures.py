"""Makes the pictures of the README anew: `python tests/pictures.py` (into output/readme/).

Everything on them is real output: a sheet as it is printed, and single cards.
"""

from __future__ import annotations

import io
import shutil
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PIL import Image

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.imposition.marks import SlugLine
from printkit.imposition.page import Document
from printkit.imposition.whole_pages import full_page_area, full_pages
from printkit.jobs.job import Job, make_job
from printkit.jobs.preview import write_contact_sheets
from printkit.model.load import STANDINS, load
from printkit.pieces.local_game import LocalGame
from printkit.pieces.options import LARGE, NORMAL, SINGLE
from printkit.products.charts import chart as charts
from printkit.rules.standins import map_deck
from printkit.writers import writer
from tests.support.jobs import lay_out_product

FOLDER = Path(__file__).resolve().parent.parent / "output" / "readme"
CARDS = (
    ("casino", "en", ("sabers-7", "coins-10", "staves-commander", "flasks-mistress", "sabers-ace")),
    ("casino", "fr", ("queen-of-air-and-darkness", "demise", "evil-one", "star", "back-rosette")),
    ("mos-eisley", "en", ("jedi-knight", "smuggler", "lord-of-sith", "rancor", "dark-jedi")),
    ("tarot", "fr", ("swords-jack", "cups-knight", "coins-ace", "trump-18", "trump-21")),
    (
        "corellian-spike",
        "en",
        ("circles-plus-8", "triangles-minus-5", "squares-plus-3", "circles-plus-1", "sylop"),
    ),
    ("kessel", "fr", ("blood-5", "blood-impostor", "sand-3", "sand-sylop", "back-dunes")),
    ("pazaak", "en", ("main-9", "plus-4", "minus-6", "plus-minus-3", "back-lattice")),
)


# Themes, and the large-print deck.
LOOKS: tuple[tuple[str, str, str, str, tuple[str, ...]], ...] = (
    *(
        ("casino", "fr", look, NORMAL, ("staves-7", "flasks-master", "coins-ace", "star"))
        for look in ("noir", "ink-saver")
    ),
    ("casino", "fr", "classic", LARGE, ("staves-7", "flasks-master", "coins-ace", "star")),
)
# The first picture: the same cards in the theme for the home and in the one for a good printer.
BOTH = (
    "flasks-1 sabers-7 staves-commander coins-mistress flasks-master sabers-ace idiot "
    "demise back-rosette"
).split()
LAST = {"noir": "back-rosette", "ink-saver": "back-rosette", "classic": "idiot"}


def pages(request: Job, wanted: tuple[str, ...]) -> list[Image.Image]:
    """The named pages of a request as pictures."""
    variant = load(request.variant)
    document = lay_out_product(variant, "cards", request.languages[0], request).document
    found = {o.suffix[1:-4]: o.data for o in writer("png")(document, request.options)}
    return [Image.open(io.BytesIO(found[name])).convert("RGB") for name in wanted]


def chart(deck: str, slug: str, language: str) -> Image.Image:
    """The conversion chart of a deck at hand."""
    mapping = map_deck(load(deck, shelf=STANDINS), load(slug))
    paper = paper_sizes.paper("a4")
    local = LocalGame(mapping.variant, language, theme("classic"))
    drawings = charts.draw_chart(mapping, local, full_page_area(paper, 5))
    game, product = local.name, local.text(mapping.deck.name)
    pages = full_pages(drawings, paper, 5, SlugLine(language, game, product, "", slug))
    (output,) = writer("png")(Document(game, "", language, pages), {"dpi": 64})
    return Image.open(io.BytesIO(output.data)).convert("RGB")


def product(request: Job, key: str, page: int = 0) -> Image.Image:
    """A page of a product as a picture."""
    variant = load(request.variant)
    (language,) = request.languages
    document = lay_out_product(variant, key, language, request).document
    one = replace(document, pages=(document.pages[page],))
    (output,) = writer("png")(one, request.options)
    return Image.open(io.BytesIO(output.data)).convert("RGB")


def table_picture() -> Image.Image:
    """What lies on the table beside the cards."""
    alone = partial(make_job, layout=SINGLE, bleed=0)
    above = [
        product(alone("kessel", languages=("fr",), dpi=44), "mat"),
        product(
            alone("casino", mat_shape="round", surface="felt", languages=("fr+en",), dpi=41), "mat"
        ),
    ]
    below = [
        product(alone("pazaak", card_size="euro-mini", dpi=36), "table"),
        product(make_job("kessel", languages=("fr",), dpi=48), "tokens"),
        product(make_job("casino", dpi=48), "summary"),
    ]
    rows = [row(above, 12, "#8a8f98"), row(below, 12, "#8a8f98")]
    size = max(one.width for one in rows), sum(one.height for one in rows) - 12
    whole = Image.new("RGB", size, "#8a8f98")
    whole.paste(rows[0], ((size[0] - rows[0].width) // 2, 0))
    whole.paste(rows[1], ((size[0] - rows[1].width) // 2, size[1] - rows[1].height))
    return whole


def book_picture() -> Image.Image:
    """The first spreads of a booklet, and what its tokens do."""
    request = make_job("kessel", ("booklet",))
    written = list(
        writer("png")(lay_out_product(load("kessel"), "booklet", "en", request).document)
    )
    opened = [
        Image.open(io.BytesIO(written[page].data)).convert("RGB").reduce(4) for page in (1, 2, 3, 8)
    ]
    return row(opened, 12, "#8a8f98")


def row(pictures: list[Image.Image], gap: int, ground: str) -> Image.Image:
    """Pictures side by side on a ground."""
    width = sum(p.width for p in pictures) + gap * (len(pictures) + 1)
    whole = Image.new("RGB", (width, max(p.height for p in pictures) + 2 * gap), ground)
    x = gap
    for picture in pictures:
        whole.paste(picture, (x, (whole.height - picture.height) // 2))
        x += picture.width + gap
    return whole


def main() -> None:
    """Writes both.png, sheet.png, charts.png, themes.png, deck.png, table.png and cards.png."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    looks = [
        row(
            pages(make_job("casino", theme=look, layout=SINGLE, bleed=0, dpi=56), BOTH),
            12,
            "#4a5560",
        )
        for look in ("classic", "gala")
    ]
    stacked(looks).quantize(256, kmeans=2).save(FOLDER / "both.png", optimize=True)
    table = table_picture().quantize(256, kmeans=2)
    table.save(FOLDER / "table.png", optimize=True)
    sheet = pages(make_job("casino", dpi=60), ("03a", "03b"))
    row(sheet, 14, "#8a8f98").quantize(256, kmeans=2).save(FOLDER / "sheet.png", optimize=True)
    both = [chart("tarot", "casino", "en"), chart("poker54", "kessel", "fr")]
    row(both, 14, "#8a8f98").quantize(256, kmeans=2).save(FOLDER / "charts.png", optimize=True)
    rows = []
    for slug, language, look, index, names in LOOKS:
        request = make_job(
            slug, languages=(language,), theme=look, index=index, layout=SINGLE, bleed=0, dpi=84
        )
        rows.append(row(pages(request, (*names, LAST[look])), 12, "#8a8f98"))
    stacked(rows).quantize(256, kmeans=2).save(FOLDER / "themes.png", optimize=True)
    book_picture().quantize(256, kmeans=2).save(FOLDER / "book.png", optimize=True)
    (deck,) = write_contact_sheets(
        make_job("tarot", ("contact-sheet",), columns=14, dpi=36, out=FOLDER), ("classic",)
    )
    Image.open(deck).convert("RGB").quantize(256, kmeans=2).save(FOLDER / "deck.png", optimize=True)
    shutil.rmtree(deck.parent)
    rows = []
    for slug, language, names in CARDS:
        request = make_job(slug, languages=(language,), layout=SINGLE, bleed=0, dpi=84)
        rows.append(row(pages(request, names), 12, "#8a8f98"))
    stacked(rows).quantize(256, kmeans=2).save(FOLDER / "cards.png", optimize=True)


def stacked(rows: list[Image.Image]) -> Image.Image:
    """Rows of cards one below the other."""
    whole = Image.new("RGB", (rows[0].width, sum(r.height - 12 for r in rows) + 12), "#8a8f98")
    y = 0
    for one in rows:
        whole.paste(one, (0, y))
        y += one.height - 12
    return whole


if __name__ == "__main__":
    main()
