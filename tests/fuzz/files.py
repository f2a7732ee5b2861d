"""Files of other programs: fonts, and the formats that a preflight reads."""

import io
import json
import zipfile
from collections.abc import Callable
from functools import cache
from random import Random

import pikepdf

from tests.fuzz import pictures
from tests.fuzz.texts import change_toml
from tests.fuzz.values import WORDS, spoil
from tests.support.own_fonts import FOLDER
from tests.support.shop_files import make_deck

# Operators of a page, with operands that fit or not.
_STEPS = (
    "q", "Q", "1 0 0 1 5 5 cm", "0 0 0 0 0 0 cm", "1e38 0 0 1e-38 0 0 cm", "0.1 w", "-1 w",
    "0 0 m", "10 10 l", "1 2 3 4 5 6 c", "0 0 50 50 re", "f", "S", "B*", "n", "W", "/B Do", "/X Do",
    "/X gs", "/X sh", "/X cs", "/DeviceRGB cs", "1 0 0 sc", "/X scn", "scn", "0 g", "1 1 1 rg",
    "0 0 0 1 k", "9 K", "(a) g", "BT", "ET", "/F 12 Tf", "/F Tf", "3 Tr", "(x) Tj", "[(x) 9] TJ",
    "1 0 0 1 0 0 Tm", "Td", "/Ground BMC", "BMC", "EMC", "/OC /X BDC", "d0",
    "BI /W 1 /H 1 /BPC 8 /CS /G ID x EI", "BI ID EI", "[] 0 d", "/X ri", "99 i", "<<>> DP",
)  # fmt: skip


@cache
def _fonts() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(FOLDER.iterdir()))


@cache
def _deck() -> bytes:
    return _save(make_deck(2))


def _save(pdf: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    pdf.save(out, static_id=True, fix_metadata_version=False)
    return out.getvalue()


def damage_bytes(random: Random, data: bytes, head: int = 200) -> bytes:
    """Return bytes with a part cut out, or some of them changed, mostly of the head."""
    if random.random() < 0.2:
        start = random.randrange(len(data))
        return data[:start] + data[start + random.choice((1, 40, len(data))) :]
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8, 40))):
        end = random.choice((head, 4 * head, len(data)))
        changed[random.randrange(min(end, len(data)))] = random.choice((0, 1, 127, 128, 255, 65))
    return bytes(changed)


def make_font(random: Random) -> bytes:
    """Return a font, mostly a damaged one."""
    data = random.choice(_fonts())
    return damage_bytes(random, data) if random.random() < 0.85 else data


def make_pdf(random: Random) -> bytes:
    """Return a PDF of cards: with odd steps, keys or boxes, or damaged bytes."""
    if random.random() < 0.4:
        return damage_bytes(random, _deck(), 2_000)
    pdf = pikepdf.open(io.BytesIO(_deck()))
    for page in pdf.pages:
        if random.random() < 0.7:
            steps = random.choices(_STEPS, k=random.choice((1, 3, 9, 40)))
            page.obj.Contents = pdf.make_stream("\n".join(steps).encode())
        if random.random() < 0.4:
            holder = random.choice((page.obj, page.obj.Resources))
            holder[f"/{random.choice(_KEYS)}"] = _make_value(random, pdf)
    if random.random() < 0.3:
        pdf.Root[f"/{random.choice(_ROOT_KEYS)}"] = _make_value(random, pdf)
    data = _save(pdf)
    return damage_bytes(random, data, 2_000) if random.random() < 0.2 else data


_KEYS = (
    "MediaBox", "TrimBox", "BleedBox", "Rotate", "UserUnit", "Annots", "Group", "Contents",
    "Resources", "XObject", "ExtGState", "ColorSpace", "Shading", "Pattern", "Font", "Properties",
)  # fmt: skip
_ROOT_KEYS = ("OutputIntents", "Metadata", "OCProperties", "AcroForm", "Names", "Pages")


def _make_value(random: Random, pdf: pikepdf.Pdf, depth: int = 0) -> pikepdf.Object:
    """Return an object of any kind."""
    kind = random.randrange(7 if depth < 2 else 4)
    inner = (_make_value(random, pdf, depth + 1) for _ in range(random.randrange(5)))
    if kind == 0:
        return pikepdf.Name(random.choice(("/X", "/DeviceRGB", "/Pattern", "/Indexed", "/Form")))
    if kind == 1:
        return pikepdf.String(random.choice(("", "x", "é" * 99)))
    if kind in (2, 3):
        return pikepdf.Array([random.choice((0, 1, -1, 9_999, 0.5, 1e30)) for _ in range(4)])
    if kind == 4:
        return pikepdf.Array([*inner])
    names = ("/X", "/B", "/F", "/ColorSpace", "/BBox", "/Matrix", "/Subtype", "/S", "/N")
    entries = {random.choice(names): value for value in inner}
    if kind == 5:
        return pikepdf.Dictionary(entries)
    return pdf.make_indirect(pikepdf.Stream(pdf, b"/X Do 0 0 9 9 re f", **{"/B": 1, **entries}))


def _make_room(random: Random) -> bytes:
    """Return a saved table, a ZIP."""
    name = random.choice(WORDS)
    widgets = [{"id": name, "image": f"package://{name}"}, {"image": "package:///a.png"}]
    files = {"widgets.json": spoil(random, json.dumps(widgets)), "a.png": b"x", "b": b"y" * 99}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in random.sample(list(files), k=random.randint(1, 3)):
            archive.writestr(path, files[path])
    data = out.getvalue()
    return damage_bytes(random, data, 60) if random.random() < 0.5 else data


def _make_saved(random: Random) -> bytes:
    """Return a saved game, JSON."""
    sheet = {"FaceURL": "file:///a.png", "NumWidth": 7, "NumHeight": random.choice((5, -1, 10**9))}
    card = {"Nickname": random.choice(WORDS), "CardID": random.choice((100, -1, 10**30))}
    deck = {"DeckIDs": [100, 101], "CustomDeck": {"1": sheet}, "ContainedObjects": [card]}
    return spoil(random, json.dumps({"ObjectStates": [deck, card]}))


_CHECKED: tuple[Callable[[Random], bytes], ...] = (
    *(make_pdf, make_pdf, make_pdf, make_pdf, pictures.make, _make_room, _make_saved),
)


def make_checked(random: Random) -> bytes:
    """Return a file for a preflight."""
    return random.choice(_CHECKED)(random)


_EDITION = """name = { en = "Autumn", fr = "Automne" }
year = 2026
motto = { en = "Words", fr = "Mots" }
picture = "autumn"
flora = "x.svg"
backs = { indigo = { srgb = "#7a2e12", inks = [0, 70, 90, 60] }, blue = "#6b3a1a" }
grounds = { blue = "#112233" }
scenes = { day = { edge = "#5a2410" }, night = { sky = "#43264e" } }
"""


def make_edition(random: Random) -> bytes:
    """Return the text of an edition, mostly a changed one."""
    return change_toml(random, _EDITION)


# An order, a saved object and a list with the picture beside them.
_CARD = "<card><id>./x.png</id><slots>0, 2</slots><name>x.png</name><query>wave</query></card>"
_ORDER = (
    f"<order><details><quantity>3</quantity></details><fronts>{_CARD}</fronts>"
    f"<backs>{_CARD}</backs><cardback>x.png</cardback></order>"
)
_SHEET = {"FaceURL": "x.png", "BackURL": "file:///x.png", "NumWidth": 2, "NumHeight": 2}
_SAVED = {
    "ObjectStates": [
        {"Name": "Bag", "ContainedObjects": [{"Name": "Card", "CardID": 101, "Nickname": "A"}]},
        {"Name": "Deck", "DeckIDs": [100, 103], "CustomDeck": {"1": _SHEET}},
        {"Name": "Card", "CardID": 102, "CustomDeck": {"1": {**_SHEET, "UniqueBack": True}}},
    ]
}
_LIST = "Deck\n4 x\n2x Wave (SET) 12 *F*\nx x3\nSB: 1 X // Y\n// note\n[Lands]\nMaybeboard\n1 B\n"


def make_import(random: Random) -> bytes:
    """Return a kind of source and its file, mostly with changed words or damaged bytes."""
    kind, text = random.choice((("order", _ORDER), ("tts", json.dumps(_SAVED)), ("list", _LIST)))
    for _ in range(random.randrange(4)):
        at = random.randrange(len(text))
        word = str(random.choice(WORDS))[:2_000]
        text = text[:at] + word + text[at + random.choice((0, 1, 5)) :]
    data = text.encode("utf-8", "surrogatepass")
    if random.random() < 0.3:
        data = damage_bytes(random, data)
    return kind.encode() + b"\n" + data
