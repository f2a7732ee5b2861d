"""Make the pictures of the README: `python tests/pictures.py` (into output/readme/).

Everything on them is real output: printed sheets and single cards.
"""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import Any

from PIL import Image

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.imposition.single_pages import full_page_area, full_pages
from printkit.jobs.job import make_job
from printkit.library.previews import write_contact_sheets
from printkit.model.definition_files import STANDINS
from printkit.model.load import load
from printkit.pieces.options import LARGE, NORMAL, SINGLE
from printkit.pieces.pages import Document, SlugLine
from printkit.pieces.product import LocalGame
from printkit.pieces.protocols import writer
from printkit.products.charts import chart as charts
from printkit.rules.standins import map_deck
from tests.plate import draw_plate
from tests.support.decks import facts
from tests.support.jobs import lay_out_product

FOLDER = Path(__file__).resolve().parent.parent / "output" / "readme"
# The colours between cards.
GREY, DARK = "#8a8f98", "#4a5560"
SPIKE = "corellian-spike"
CARDS = facts(__file__)["cards"]
ALONE: dict[str, Any] = {"layout": SINGLE, "bleed": 0}
# Example user decks: folder, theme, language, cards; in two rows.
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
OWN = (
    (
        ("low-water", "gala", "en", "lighthouse squall whale"),
        ("moth-light", "classic", "en", "dragonfruit harlequin moss"),
        (
            "dimanche-soir",
            "gala",
            "fr",
            "les-chats-ont-pris-la-mairie-leur-premiere-mesure "
            "a-dix-ans-je-croyais-dur-comme-fer-que",
        ),
    ),
    (
        ("winds", "classic", "en", "north-1 west-1 south-west-2 south-3"),
        ("low-water", "classic", "en", "shore-crab harvest-moon"),
        ("five-lamps", "classic", "en", "lamps-7 lamps-ace"),
    ),
)
# Numbered cards on the grounds of their counts.
LAMPS = "lamps-1 lamps-2 lamps-3 lamps-5 lamps-7 lamps-10 lamps-ace"
# Themes, and the large-print deck.
FOUR = "staves-7 flasks-master coins-ace star"
LOOKS = (
    ("noir", NORMAL, f"{FOUR} back-rosette"),
    ("ink-saver", NORMAL, f"{FOUR} back-rosette"),
    ("classic", LARGE, f"{FOUR} idiot"),
)
# The first picture: the cards of the fan, the one under the deck, and the back. The second shows
# more in the theme for home printers.
PLATE = (
    "sabers-7 coins-10 staves-commander flasks-mistress coins-master sabers-ace "
    "queen-of-air-and-darkness star back-rosette"
)
TONIGHT = (
    "flasks-1 sabers-7 coins-10 staves-commander flasks-mistress coins-master "
    "queen-of-air-and-darkness star back-rosette"
)
PLATE_DPI = 190
# Front, right side and lid of the box on its sheet (x, y, width, height in mm).
PANELS = ((90.7, 66.2, 65.3, 90.7), (156, 66.2, 26.6, 90.7), (182.6, 39.6, 65.3, 26.6))
# The seasons of the tarot, each with a trump; in two rows.
SEASONS = ((("spring", 3), ("summer", 7)), (("autumn", 13), ("winter", 16)))


def paint(slug: str, key: str, **wishes: Any) -> dict[str, Image.Image]:
    """Return the pages of a product as pictures, by their names."""
    request = make_job(slug, **wishes)
    document = lay_out_product(load(slug), key, request.languages[0], request).document
    artifacts = writer("png")(document, request.options)
    names = [page.name for page in document.pages]
    return {name: opened(one.data) for name, one in zip(names, artifacts, strict=True)}


def paint_one(slug: str, key: str, **wishes: Any) -> Image.Image:
    """Return the first page of a product."""
    return next(iter(paint(slug, key, **wishes).values()))


def cards(slug: str, names: str, **wishes: Any) -> list[Image.Image]:
    """Return some cards of a game, each cut out."""
    found = paint(slug, "cards", **ALONE, **wishes)
    return [found[name] for name in names.split()]


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def chart(deck: str, slug: str, language: str) -> Image.Image:
    """Return the conversion chart for an existing deck."""
    mapping = map_deck(load(deck, shelf=STANDINS), load(slug))
    paper = paper_sizes.paper("a4")
    local = LocalGame(mapping.variant, language, theme("classic"))
    drawings = charts.draw_chart(mapping, local, full_page_area(paper, 5))
    game, product = local.name, local.text(mapping.deck.name)
    pages = full_pages(drawings, paper, 5, SlugLine(language, game, product, "", slug))
    (output,) = writer("png")(Document(game, language, pages), {"dpi": 64})
    return opened(output.data)


def table_picture() -> Image.Image:
    """Return the items on the table beside the cards."""
    round_mat = {"mat_shape": "round", "surface": "felt", "languages": ("fr+en",), "dpi": 41}
    above = [
        paint_one("kessel", "mat", languages=("fr",), dpi=44, **ALONE),
        paint_one("casino", "mat", **round_mat, **ALONE),
    ]
    below = [
        paint_one("pazaak", "table", card_size="euro-mini", dpi=36, **ALONE),
        paint_one("kessel", "tokens", languages=("fr",), dpi=48),
        paint_one("casino", "summary", dpi=48),
    ]
    return stacked([row(above), row(below)], centred=True)


def book_picture() -> Image.Image:
    """Return the first spreads of a booklet, and the effects of its tokens."""
    written = [*paint("kessel", "booklet").values()]
    return row([written[page].reduce(4) for page in (1, 2, 3, 4)])


def own_picture() -> Image.Image:
    """Return cards of the user decks in examples/."""
    rows: list[list[Image.Image]] = []
    for looks in OWN:
        chosen: list[Image.Image] = []
        for deck, look, language, names in looks:
            of_deck = str(EXAMPLES / deck / f"{deck}.toml")
            chosen += cards(of_deck, names, theme=look, languages=(language,), dpi=72)
        rows.append(chosen)
    return stacked([row(one, ground=DARK) for one in rows])


def pips_picture() -> Image.Image:
    """Return numbered cards of a suit with an emblem alone, in two themes."""
    deck = str(EXAMPLES / "five-lamps" / "five-lamps.toml")
    looks = [cards(deck, LAMPS, theme=look, dpi=56) for look in ("classic", "gala")]
    return stacked([row(one, ground=DARK) for one in looks])


def editions_picture() -> Image.Image:
    """Return the additions and changes of editions: trump, title, ace and seal of each season."""
    rows: list[list[Image.Image]] = []
    for seasons in SEASONS:
        rows.append([])
        for season, trump in seasons:
            names = f"trump-{trump} edition-title edition-ace edition-seal"
            wishes = {"edition": season, "number": "12/50", "theme": "gala", "dpi": 56}
            rows[-1] += cards("tarot", names, **wishes)
    return stacked([row(one, ground=DARK) for one in rows])


def plate_picture() -> Image.Image:
    """Return a fan, the box and the deck of the casino game on a dark table."""
    *fan, pulled, back = cards("casino", PLATE, theme="gala", dpi=PLATE_DPI)
    flat, scale = paint_one("casino", "tuck-box", theme="gala", dpi=PLATE_DPI), PLATE_DPI / 25.4
    front, side, lid = (
        flat.crop(
            (round(x * scale), round(y * scale), round((x + w) * scale), round((y + h) * scale))
        )
        for x, y, w, h in PANELS
    )
    return draw_plate(fan, (front, side, lid.rotate(180)), back, pulled)


def row(pictures: list[Image.Image], gap: int = 12, ground: str = GREY) -> Image.Image:
    """Return pictures side by side on a background."""
    width = sum(p.width for p in pictures) + gap * (len(pictures) + 1)
    whole = Image.new("RGB", (width, max(p.height for p in pictures) + 2 * gap), ground)
    x = gap
    for picture in pictures:
        whole.paste(picture, (x, (whole.height - picture.height) // 2))
        x += picture.width + gap
    return whole


def stacked(rows: list[Image.Image], *, centred: bool = False) -> Image.Image:
    """Return rows one below the other."""
    width = max(one.width for one in rows) if centred else rows[0].width
    whole = Image.new("RGB", (width, sum(one.height - 12 for one in rows) + 12), GREY)
    y = 0
    for one in rows:
        whole.paste(one, ((width - one.width) // 2 if centred else 0, y))
        y += one.height - 12
    return whole


def save(name: str, picture: Image.Image) -> None:
    picture.quantize(256, kmeans=2).save(FOLDER / f"{name}.png", optimize=True)


def main() -> None:
    """Write the pictures, one file each."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    plate_picture().save(FOLDER / "plate.jpg", quality=88, optimize=True)
    save("tonight", row(cards("casino", TONIGHT, theme="classic", dpi=56), ground=DARK))
    save("table", table_picture())
    sheet = paint("casino", "cards", dpi=60)
    save("sheet", row([sheet["03a"], sheet["03b"]], 14))
    save("charts", row([chart("tarot", "casino", "en"), chart("poker54", "kessel", "fr")], 14))
    french: dict[str, Any] = {"languages": ("fr",), "dpi": 84}
    themes = [
        cards("casino", names, theme=look, index=index, **french) for look, index, names in LOOKS
    ]
    save("themes", stacked([row(one) for one in themes]))
    save("book", book_picture())
    (deck,) = write_contact_sheets(
        make_job("tarot", ("contact-sheet",), columns=14, dpi=36, out=FOLDER), ("classic",)
    )
    save("deck", opened(deck.read_bytes()))
    shutil.rmtree(deck.parent)
    games = [cards(slug, names, languages=(lang,), dpi=84) for slug, lang, names in CARDS]
    save("cards", stacked([row(one) for one in games]))
    save("own", own_picture())
    save("pips", pips_picture())
    save("editions", editions_picture())


if __name__ == "__main__":
    main()
