"""Options that several products or impositions read, each declared once.

An option of a single product is declared in its module. What is listed here is shared: a product
names in its `options` what it reads, an imposition likewise.
"""

from __future__ import annotations

from printkit.art.theme import theme as load_theme
from printkit.art.theme import theme_names
from printkit.base import paper_sizes
from printkit.base.label_stock import label_sheet, label_sheet_names
from printkit.base.options import CHOICE, COUNT, LENGTH, NAME, PROFILE, SWITCH, Option
from printkit.base.printer_profile import Profile
from printkit.graphics.path import CARD_SHAPES, ROUNDED

SHEETS, SINGLE = "sheets", "single"
NORMAL, LARGE = "normal", "large"
# How backs are printed: on the other side, turned over an edge; across a fold; not at all.
DUPLEX_MODES = ("long", "short", "fold", "none")
ROUND, HEX = "round", "hex"
LIGHT, FELT = "light", "felt"

# --- how it looks -------------------------------------------------------------------------------

THEME: Option[str] = Option(
    "theme",
    NAME,
    "cards",
    {
        "en": "Palette and weight of the drawing: a bundled theme, or a TOML file.",
        "fr": "Palette et graisse du dessin : un thème fourni, ou un fichier TOML.",
    },
    "classic",
    choices=theme_names,
    check=load_theme,
)
CARD_SIZE: Option[str | None] = Option(
    "card-size",
    NAME,
    "cards",
    {
        "en": "Size of the cards: a name, or a size such as 63.5x88.9mm.",
        "fr": "Format des cartes : un nom, ou des dimensions comme 63.5x88.9mm.",
    },
    None,
    choices=paper_sizes.card_names,
    check=paper_sizes.card,
    aliases=("card",),
    default_help={"en": "the definition’s", "fr": "celui de la définition"},
)
SHAPE: Option[str] = Option(
    "shape",
    CHOICE,
    "cards",
    {
        "en": "Shape of the cards: rounded corners, corners cut off, or a point at head and foot.",
        "fr": "Forme des cartes : coins arrondis, coins coupés, ou une pointe en haut et en bas.",
    },
    ROUNDED,
    choices=CARD_SHAPES,
)
CORNER_INDEX: Option[str] = Option(
    "index",
    CHOICE,
    "cards",
    {
        "en": "Figures in the corners; large ones are at least 11 mm high.",
        "fr": "Chiffres dans les coins ; les grands ont au moins 11 mm de haut.",
    },
    NORMAL,
    choices=(NORMAL, LARGE),
    synonyms={"jumbo": LARGE},
)
INDICES: Option[str | None] = Option(
    "indices",
    CHOICE,
    "cards",
    {
        "en": "Corners with an index: two opposite ones, or all four.",
        "fr": "Coins qui portent un index : deux opposés, ou les quatre.",
    },
    None,
    choices=("2", "4"),
    default_help={
        "en": "2; 4 beside one tall picture",
        "fr": "2 ; 4 autour d’une grande image",
    },
)
BLANK_VALUES: Option[bool] = Option(
    "blank-values",
    SWITCH,
    "cards",
    {
        "en": "Leave out the values that a local rule set gives: one deck for all sets.",
        "fr": "Laisser en blanc les valeurs que donne une règle locale : un jeu pour toutes.",
    },
    False,
)
PLAYERS: Option[int | None] = Option(
    "players",
    COUNT,
    "cards",
    {
        "en": "Number of players: what each player needs is printed as often.",
        "fr": "Nombre de joueurs : ce qu’il faut à chacun est imprimé autant de fois.",
    },
    None,
    minimum=1,
    maximum=99,
    default_help={
        "en": "the least number of players; 1 for cards named alone",
        "fr": "le plus petit nombre de joueurs ; 1 pour des cartes demandées seules",
    },
)

# --- how it lies on paper -----------------------------------------------------------------------

PAPER: Option[str] = Option(
    "paper",
    NAME,
    "paper",
    {
        "en": "Paper: a name, or a size such as 210x297mm.",
        "fr": "Papier : un nom, ou des dimensions comme 210x297mm.",
    },
    "a4",
    choices=paper_sizes.paper_names,
    check=paper_sizes.paper,
)
MARGIN: Option[float] = Option(
    "margin",
    LENGTH,
    "paper",
    {
        "en": "Unprintable margin of your printer.",
        "fr": "Marge que votre imprimante n’imprime pas.",
    },
    5.0,
    minimum=0,
    maximum=50,
)
BLEED: Option[float] = Option(
    "bleed",
    LENGTH,
    "paper",
    {
        "en": "Bleed beyond the trim, where space allows.",
        "fr": "Fond perdu au-delà de la coupe, où la place le permet.",
    },
    2.0,
    minimum=0,
    maximum=10,
)
GAP: Option[float | None] = Option(
    "gap",
    LENGTH,
    "paper",
    {
        "en": "Gap between cards; 0mm lets neighbours share a cut.",
        "fr": "Écart entre les cartes ; avec 0mm, deux voisines partagent une coupe.",
    },
    None,
    minimum=0,
    maximum=50,
    aliases=("gutter",),
    default_help={
        "en": "0mm; 4mm in themes of full bleed",
        "fr": "0mm ; 4mm dans les thèmes à fond perdu",
    },
)
DUPLEX: Option[str] = Option(
    "duplex",
    CHOICE,
    "paper",
    {
        "en": "Backs: on the other side, turned over the long or the short edge; beside the "
        "fronts, across a fold; or none.",
        "fr": "Dos : au verso, retourné sur le grand ou le petit bord ; à côté des faces, de "
        "part et d’autre d’un pli ; ou aucun.",
    },
    "long",
    choices=DUPLEX_MODES,
    synonyms={"long-edge": "long", "short-edge": "short"},
)
LAYOUT: Option[str] = Option(
    "layout",
    CHOICE,
    "paper",
    {
        "en": "Sheets to cut, or each card, mat or box by itself: a page of its size with bleed "
        "and no marks.",
        "fr": "Des feuilles à couper, ou chaque carte, tapis ou boîte à part : une page à son "
        "format, avec fond perdu et sans repères.",
    },
    SHEETS,
    choices=(SHEETS, SINGLE),
    synonyms={"cards": SINGLE},
)
CORNER_GUIDES: Option[bool] = Option(
    "corner-guides",
    SWITCH,
    "paper",
    {
        "en": "Print guides for rounding corners.",
        "fr": "Imprimer des repères pour arrondir les coins.",
    },
    False,
    aliases=("corners",),
)
PROOF: Option[bool] = Option(
    "proof",
    SWITCH,
    "paper",
    {
        "en": "Overlay trim lines and safe areas.",
        "fr": "Montrer les lignes de coupe et les zones sûres.",
    },
    False,
)
PRINTER: Option[Profile | None] = Option(
    "printer",
    PROFILE,
    "paper",
    {
        "en": "Correct pages for a printer, using a profile saved by “printkit calibrate”.",
        "fr": "Corriger les pages pour une imprimante, d’après un profil de « printkit "
        "calibrate ».",
    },
    None,
    default_help={"en": "none", "fr": "aucun"},
)

DPI: Option[int] = Option(
    "dpi",
    COUNT,
    "pictures",
    {"en": "Resolution of PNG.", "fr": "Résolution des PNG."},
    300,
    minimum=36,
    maximum=1200,
)

# --- small round things, also where they lie on a mat -------------------------------------------

TOKEN_SIZE: Option[float | None] = Option(
    "token-size",
    LENGTH,
    "tokens",
    {
        "en": "Diameter of a round token; width across flats of a hexagon.",
        "fr": "Diamètre d’un jeton rond ; largeur sur plats d’un hexagone.",
    },
    None,
    minimum=10,
    maximum=100,
    default_help={"en": "30mm; on labels what they hold", "fr": "30mm ; sur étiquettes, la leur"},
)
TOKEN_SHAPE: Option[str | None] = Option(
    "token-shape",
    CHOICE,
    "tokens",
    {"en": "Shape of the tokens.", "fr": "Forme des jetons."},
    None,
    choices=(ROUND, HEX),
    default_help={"en": "round; on labels as they are", "fr": "ronds ; sur étiquettes, la leur"},
)
LABEL_SHEET: Option[str | None] = Option(
    "label-sheet",
    NAME,
    "labels",
    {
        "en": "Print tokens as stickers, both sides, on these labels.",
        "fr": "Imprimer les jetons en autocollants, des deux côtés, sur ces étiquettes.",
    },
    None,
    choices=label_sheet_names,
    check=label_sheet,
    aliases=("labels",),
    default_help={"en": "paper", "fr": "du papier"},
)
START_LABEL: Option[int] = Option(
    "start-label",
    COUNT,
    "labels",
    {
        "en": "First unused label of a partly used sheet.",
        "fr": "Première étiquette libre d’une planche entamée.",
    },
    1,
    minimum=1,
    maximum=999,
    aliases=("first",),
)
NUDGE_X: Option[float] = Option(
    "nudge-x",
    LENGTH,
    "labels",
    {
        "en": "Move the stickers right (or left: -0.5mm).",
        "fr": "Décaler les autocollants vers la droite (ou la gauche : -0.5mm).",
    },
    0.0,
    minimum=-5,
    maximum=5,
)
NUDGE_Y: Option[float] = Option(
    "nudge-y",
    LENGTH,
    "labels",
    {
        "en": "Move the stickers down (or up: -0.5mm).",
        "fr": "Décaler les autocollants vers le bas (ou le haut : -0.5mm).",
    },
    0.0,
    minimum=-5,
    maximum=5,
)

# --- what lies on the table ---------------------------------------------------------------------

PEG_HOLES: Option[bool] = Option(
    "peg-holes",
    SWITCH,
    "table",
    {
        "en": "Holes for pegs or pins where lights and tracks are.",
        "fr": "Des trous pour des fiches où se trouvent lampes et pistes.",
    },
    False,
    aliases=("pegs",),
)
DIE_SIZE: Option[float] = Option(
    "die-size",
    LENGTH,
    "dice",
    {"en": "Edge of a paper die.", "fr": "Arête d’un dé en papier."},
    20.0,
    minimum=12,
    maximum=48,
    aliases=("die",),
)

SURFACE: Option[str | None] = Option(
    "surface",
    CHOICE,
    "table",
    {
        "en": "Mats, tables and boards in lines on white paper, or as felt, dark to the edge.",
        "fr": "Tapis, tables et plateaux au trait sur papier blanc, ou en feutre, foncé "
        "jusqu’au bord.",
    },
    None,
    choices=(LIGHT, FELT),
    default_help={
        "en": "light; felt in themes of full bleed and in dark ones",
        "fr": "light ; felt dans les thèmes à fond perdu et les thèmes sombres",
    },
)

# What the places of a mat, a table or a board are drawn from.
TABLETOP_OPTIONS = (
    *(THEME, SURFACE, CARD_SIZE, SHAPE, BLEED, BLANK_VALUES),
    *(TOKEN_SIZE, TOKEN_SHAPE, LABEL_SHEET, DIE_SIZE, PEG_HOLES),
)
