"""Read the styles of SVG: sheets, selectors, declarations and colours.

`KNOWN` is the closed list: every property is drawn, makes a drawing a picture, or is harmless.
All functions raise ValueError with the reason.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol

from printkit.base.limits import MAX_CSS_COMPARED, MAX_CSS_RULES, MAX_CSS_VALUE
from printkit.base.sentences import Sentence, as_clause, quote
from printkit.graphics.colour import BLACK, WHITE, Colour, Inks, is_hex, parse_hex
from printkit.graphics.svg_path import NUMBER

# --- properties ----------------------------------------------------------------------------------

_GEOMETRY = {"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"}
# Properties that children inherit.
INHERITED = {
    "clip-rule",
    "color",
    "fill",
    "fill-opacity",
    "fill-rule",
    "font-size",
    "marker-end",
    "marker-mid",
    "marker-start",
    "paint-order",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "visibility",
}
# Properties of an element alone.
_OWN = {
    "clip-path",
    "display",
    "opacity",
    "overflow",
    "transform",
    "transform-box",
    "transform-origin",
    "vector-effect",
    *_GEOMETRY,
}
# Properties that only a picture of a drawing shows, if they have another value than this.
EFFECTS = {"filter": "none", "mask": "none", "mix-blend-mode": "normal", "backdrop-filter": "none"}
# Properties of the root that paint its box.
GROUNDS = ("background", "background-color")
# Properties that change nothing in shapes of one colour.
_HARMLESS = {
    *("clip", "color-interpolation", "color-interpolation-filters", "color-profile"),
    *(
        "color-rendering",
        "color-scheme",
        "cursor",
        "direction",
        "display-align",
        "enable-background",
    ),
    *("flood-color", "flood-opacity", "glyph-orientation-horizontal", "image-rendering"),
    *("glyph-orientation-vertical", "inline-size", "isolation", "kerning", "letter-spacing"),
    *("lighting-color", "line-height", "line-increment", "mask-type", "object-fit", "margin"),
    *("padding", "pointer-events", "position", "shape-rendering", "shape-inside", "shape-margin"),
    *("shape-padding", "shape-subtract", "solid-color", "solid-opacity", "stop-color"),
    *(
        "stop-opacity",
        "stroke-alignment",
        "tab-size",
        "touch-action",
        "unicode-bidi",
        "user-select",
    ),
    *("vertical-align", "white-space", "will-change", "word-spacing", "word-wrap", "writing-mode"),
    *("block-progression", "dominant-baseline", "alignment-baseline", "baseline-shift", "quotes"),
    *("hyphens", "orphans", "widows", "page-break-after", "page-break-before", "z-index"),
    *("marker-knockout-left", "marker-knockout-right", "box-sizing", "outline", "outline-width"),
    *("-webkit-user-select", "-moz-user-select", "-ms-user-select", "-webkit-text-stroke"),
    *("viewport-fill", "viewport-fill-opacity", "buffered-rendering", "text-rendering"),
    *("unicode-range", "max-width", "max-height", "min-width", "min-height"),
    *("audio-level", "focusable", "nav-down", "nav-up", "layer", "inkscape-label", "speak"),
    *("print-color-adjust", "-webkit-print-color-adjust", "ruby-align", "ruby-position"),
    *("margin-top", "margin-left", "margin-right", "margin-bottom", "forced-color-adjust"),
}
_HARMLESS_STARTS = ("font", "text-", "-inkscape-", "-adobe-", "--", "-sodipodi-", "-bx-")
KNOWN = {*INHERITED, *_OWN, *EFFECTS, *GROUNDS, *_HARMLESS, "marker"}
_KEYWORD = re.compile(r"--[\w-]+|[\w-]+")


def is_known(name: str) -> bool:
    """Return True for a property that is drawn, makes a picture, or is harmless."""
    return name in KNOWN or name.startswith(_HARMLESS_STARTS)


class Declaration(NamedTuple):
    """A value of a property; `important` ones override others."""

    name: str
    value: str
    important: bool = False


_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_IMPORTANT = re.compile(r"!\s*+important\s*+\Z", re.IGNORECASE)
_STRING = re.compile(r"\"[^\"\n]*+\"?+|'[^'\n]*+'?+")


def parse_declarations(text: str) -> list[Declaration]:
    """Parse the declarations of a `style` attribute or a rule.

    Raises ValueError for a property that cannot be drawn, or a value that is too long.
    """
    result: list[Declaration] = []
    for part in _split(_COMMENT.sub(" ", text), ";"):
        name, colon, value = part.partition(":")
        name, value = name.strip(), value.strip()
        if not name.startswith("--"):
            name = name.lower()
        if not colon or not name:
            continue  # as browsers do
        if not _KEYWORD.fullmatch(name) or not is_known(name):
            raise ValueError(Sentence("the property {name} cannot be drawn", name=quote(name)))
        if len(value) > MAX_CSS_VALUE and not name.startswith(_HARMLESS_STARTS):
            raise ValueError(as_clause(MAX_CSS_VALUE.refusal(len(value))[0]))
        plain = _IMPORTANT.sub("", value)
        result += _expand(Declaration(name, plain.strip(), plain != value))
    return result


def _expand(declaration: Declaration) -> list[Declaration]:
    if declaration.name != "marker":
        return [declaration]
    ends = ("marker-start", "marker-mid", "marker-end")
    return [declaration._replace(name=name) for name in ends]


def _split(text: str, separator: str) -> list[str]:
    """Split a text at a separator outside strings and brackets."""
    if not any(sign in text for sign in "\"'("):
        return text.split(separator)
    parts, start, depth, place = [], 0, 0, 0
    while place < len(text):
        sign = text[place]
        if sign in "\"'" and (match := _STRING.match(text, place)):
            place = match.end()
            continue
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth = max(0, depth - 1)
        elif sign == separator and not depth:
            parts.append(text[start:place])
            start = place + 1
        place += 1
    return [*parts, text[start:]]


# --- selectors -----------------------------------------------------------------------------------


class Selectable(Protocol):
    """The properties of an element that selectors test; `place` is its number among its
    siblings.
    """

    @property
    def name(self) -> str: ...

    @property
    def attributes(self) -> Mapping[str, str]: ...

    @property
    def classes(self) -> frozenset[str]: ...

    @property
    def parent(self) -> Selectable | None: ...

    @property
    def place(self) -> int: ...


class Simple(NamedTuple):
    """A compound selector: the type, id, classes and attributes of one element."""

    kind: str = ""
    ids: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str, str], ...] = ()
    is_root: bool = False
    first: bool = False
    never: bool = False

    def matches(self, element: Selectable) -> bool:
        """Return True if the selector describes an element."""
        if self.never or (self.kind and self.kind != element.name):
            return False
        if any(element.attributes.get("id") != own for own in self.ids):
            return False
        if not element.classes.issuperset(self.classes):
            return False
        if self.is_root and element.parent is not None:
            return False
        if self.first and element.place:
            return False
        return all(_has_attribute(element, *own) for own in self.attributes)


def _has_attribute(element: Selectable, name: str, sign: str, value: str) -> bool:
    own = element.attributes.get(name)
    if own is None or not sign:
        return own is not None
    if sign == "=":
        return own == value
    if sign == "~=":
        return value in own.split()
    if sign == "|=":
        return own == value or own.startswith(f"{value}-")
    if not value:
        return False
    return {"^=": own.startswith, "$=": own.endswith, "*=": own.__contains__}[sign](value)


class Selector(NamedTuple):
    """Compound selectors from right to left, each with its combinator to the next."""

    parts: tuple[tuple[Simple, str], ...]

    @property
    def weight(self) -> tuple[int, int, int]:
        """The specificity: the numbers of ids, of classes and of types."""
        simple = [part for part, _ in self.parts]
        return (
            sum(len(part.ids) for part in simple),
            sum(
                len(part.classes) + len(part.attributes) + part.is_root + part.first
                for part in simple
            ),
            sum(bool(part.kind) for part in simple),
        )

    def matches(self, element: Selectable, top: Selectable | None) -> bool:
        """Return True if the selector selects an element; elements above `top` are ignored."""
        (simple, link), *_ = self.parts
        return simple.matches(element) and (not link or self._matches_outside(element, top))

    def _matches_outside(self, element: Selectable, top: Selectable | None) -> bool:
        """Return True if ancestors of an element match the other parts."""
        inner, link = [element], self.parts[0][1]
        for simple, after in self.parts[1:]:
            outer: dict[int, Selectable] = {}
            for own in inner:
                above = own.parent if own is not top else None
                while above is not None and id(above) not in outer:
                    if simple.matches(above):
                        outer[id(above)] = above
                    above = above.parent if link == " " and above is not top else None
            if not outer:
                return False
            inner, link = [*outer.values()], after
        return True


_TOKEN = re.compile(
    r"(?P<kind>\*|-?[A-Za-z_][\w-]*+)|#(?P<id>[\w-]++)|\.(?P<class>(?:[\w-]|\\.)++)"
    r"|\[\s*+(?P<name>[\w:-]++)\s*+(?:(?P<sign>[~|^$*]?=)\s*+(?P<value>\"[^\"]*+\"|'[^']*+'|[^\s\]]++)\s*+)?\]"
    r"|:(?P<pseudo>:?[a-z-]++)(?!\()"
)
_COMBINATOR = re.compile(r"\s*+([>+~])\s*+|\s++")
_NEVER = {
    *("hover", "active", "focus", "visited", "target", "focus-within", "focus-visible", "checked"),
    *(":before", ":after", "before", "after", ":selection", ":first-line", ":first-letter"),
}


def parse_selector(text: str) -> Selector:
    """Parse a selector: compound selectors joined as descendants or children."""
    parts: list[tuple[Simple, str]] = []
    simple, place, text = Simple(), 0, text.strip()
    fresh = True
    while place < len(text):
        if match := _TOKEN.match(text, place):
            simple = _narrow(simple, match, text, fresh=fresh)
            fresh = False
        elif not fresh and (match := _COMBINATOR.match(text, place)) and match.end() < len(text):
            link = match[1] or " "
            if link not in (" ", ">"):
                break
            parts.append((simple, link))
            simple, fresh = Simple(), True
        else:
            break
        place = match.end()
    if place < len(text) or fresh:
        raise ValueError(Sentence("the selector {text} cannot be read", text=quote(text)))
    parts.append((simple, ""))
    # Each part with the combinator between it and the part to its left.
    names = [part for part, _ in parts]
    links = ["", *(link for _, link in parts[:-1])]
    return Selector(tuple(zip(reversed(names), reversed(links), strict=True)))


def _narrow(simple: Simple, match: re.Match[str], text: str, *, fresh: bool) -> Simple:
    """Return a compound selector with one more condition."""
    if kind := match["kind"]:
        if not fresh:
            raise ValueError(Sentence("the selector {text} cannot be read", text=quote(text)))
        return simple if kind == "*" else simple._replace(kind=kind)
    if match["id"]:
        return simple._replace(ids=(*simple.ids, match["id"]))
    if match["class"]:
        name = match["class"].replace("\\", "")
        return simple._replace(classes=(*simple.classes, name))
    if match["name"]:
        value = (match["value"] or "").strip("\"'")
        name = match["name"].rpartition(":")[2]
        return simple._replace(attributes=(*simple.attributes, (name, match["sign"] or "", value)))
    if match["pseudo"] == "root":
        return simple._replace(is_root=True)
    if match["pseudo"] == "first-child":
        return simple._replace(first=True)
    if match["pseudo"] in _NEVER:
        return simple._replace(never=True)
    raise ValueError(Sentence("the selector {text} cannot be read", text=quote(text)))


# --- sheets --------------------------------------------------------------------------------------


class StyleRule(NamedTuple):
    """A selector with its declarations, and its place in the order of all rules; `in_media` is
    True inside a media query.
    """

    selector: Selector
    declarations: tuple[Declaration, ...]
    order: int
    in_media: bool = False


_AT_HARMLESS = ("@font-face", "@charset", "@namespace", "@page", "@layer", "@property")
_AT_MEDIA = re.compile(r"@media\b\s*+(.*+)\Z", re.IGNORECASE | re.DOTALL)
_FEATURE = re.compile(rf"\(\s*+(min-|max-)?+(width|height)\s*+:\s*+({NUMBER})px\s*+\)\Z")
_ALWAYS = re.compile(
    r"(?:(?:only\s++)?+(?:all|screen)|\(\s*+prefers-(?:color-scheme\s*+:\s*+light"
    r"|reduced-motion\s*+:\s*+no-preference)\s*+\))\Z"
)
_NEVER_MATCHES = re.compile(
    r"(?:(?:only\s++)?+print|\(\s*+prefers-(?:color-scheme\s*+:\s*+dark"
    r"|reduced-motion\s*+:\s*+reduce)\s*+\))\Z"
)
_CDATA = re.compile(r"<!--|-->|<!\[CDATA\[|\]\]>")


def applies_to(query: str, size: tuple[float, float] | None) -> bool:
    """Return True if a media query applies to a drawing on a light screen, shown at its own size.

    `size` is in CSS pixels. Raises ValueError for an unknown feature.
    """
    return any(
        all(_matches(part.strip(), size) for part in re.split(r"\sand\s", one.strip()))
        for one in query.lower().split(",")
    )


def _matches(part: str, size: tuple[float, float] | None) -> bool:
    """Return True if a part of a media query applies."""
    if _ALWAYS.match(part) or _NEVER_MATCHES.match(part):
        return _ALWAYS.match(part) is not None
    feature = _FEATURE.match(part)
    if feature is None or size is None:
        raise ValueError(Sentence("the rule {head} cannot be drawn", head=quote(f"@media {part}")))
    own, bound = size[feature[2] == "height"], float(feature[3])
    if feature[1] is None:
        return own == bound
    return own >= bound if feature[1] == "min-" else own <= bound


def parse_sheet(
    text: str, first: int = 0, size: tuple[float, float] | None = None
) -> list[StyleRule]:
    """Parse a style sheet; its rules are numbered from `first`.

    Media queries apply to a drawing of `size` in CSS pixels.
    """
    rules: list[StyleRule] = []
    for head, body in _blocks(_CDATA.sub(" ", _COMMENT.sub(" ", text))):
        if head.startswith("@"):
            if head.lower().startswith(_AT_HARMLESS):
                continue
            if (media := _AT_MEDIA.match(head)) is None:
                raise ValueError(Sentence("the rule {head} cannot be drawn", head=quote(head)))
            if applies_to(media[1], size):
                inner = parse_sheet(body, first + len(rules), size)
                rules += [rule._replace(in_media=True) for rule in inner]
            continue
        declarations = tuple(parse_declarations(body))
        for selector in _split(head, ","):
            rules.append(StyleRule(parse_selector(selector), declarations, first + len(rules)))
            if first + len(rules) > MAX_CSS_RULES:
                raise ValueError(as_clause(MAX_CSS_RULES.refusal(first + len(rules))[0]))
    return rules


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the heads and bodies of the rules of a sheet."""
    place = 0
    while place < len(text):
        brace, semicolon = text.find("{", place), text.find(";", place)
        head = text[place:].lstrip()
        if head.startswith("@") and semicolon >= 0 and not 0 <= brace < semicolon:
            yield text[place:semicolon].strip(), ""
            place = semicolon + 1
            continue
        if brace < 0:
            if text[place:].strip():
                raise ValueError(Sentence("a style sheet is incomplete"))
            return
        end = _end_of_block(text, brace)
        yield text[place:brace].strip(), text[brace + 1 : end]
        place = end + 1


def _end_of_block(text: str, brace: int) -> int:
    depth, place = 0, brace
    for match in re.compile(r"[{}]").finditer(text, brace):
        depth += 1 if match[0] == "{" else -1
        place = match.start()
        if not depth:
            return place
    return len(text)


class StyleSheet:
    """The rules of all style sheets, found by the last part of their selectors."""

    def __init__(self, rules: list[StyleRule]) -> None:
        self._compared, self.is_used = 0, bool(rules)
        self._by_key: dict[str, list[StyleRule]] = {}
        self.classes: set[str] = set()
        for rule in rules:
            simple, _ = rule.selector.parts[0]
            for part, _ in rule.selector.parts:
                self.classes.update(part.classes)
            key = f".{simple.classes[0]}" if simple.classes else simple.kind or "*"
            key = f"#{simple.ids[0]}" if simple.ids else key
            self._by_key.setdefault(key, []).append(rule)

    def declarations(self, element: Selectable, top: Selectable | None) -> list[Declaration]:
        """Return the declarations for an element, the strongest last; see `Selector.matches`."""
        keys = ["*", element.name, f"#{element.attributes.get('id', '')}"]
        keys += [f".{name}" for name in sorted(element.classes)]
        candidates = [rule for key in keys for rule in self._by_key.get(key, ())]
        self._compared += len(candidates)
        if self._compared > MAX_CSS_COMPARED:
            raise ValueError(as_clause(MAX_CSS_COMPARED.refusal(self._compared)[0]))
        rules = [rule for rule in candidates if rule.selector.matches(element, top)]
        rules.sort(key=lambda rule: (rule.selector.weight, rule.order))
        return [declaration for rule in rules for declaration in rule.declarations]


# --- variables -----------------------------------------------------------------------------------

_VARIABLE = re.compile(r"var\(\s*+(--[\w-]++)\s*+(?:,([^()]*+(?:\([^()]*+\)[^()]*+)*+))?\)")
_MAX_STEPS = 20


def fill_variables(value: str, variables: Mapping[str, str]) -> str:
    """Return a value with each `var(…)` replaced. Raises ValueError for a variable without a
    value.
    """
    for _ in range(_MAX_STEPS):
        if "var(" not in value:
            return value
        match = _VARIABLE.search(value)
        own = (variables.get(match[1]) or match[2]) if match else None
        if match is None or own is None:
            break
        value = f"{value[: match.start()]}{own.strip()}{value[match.end() :]}"
        if len(value) > MAX_CSS_VALUE:
            break
    raise ValueError(Sentence("{value} has no value", value=quote(value)))


# --- colours -------------------------------------------------------------------------------------

# CSS Color Module Level 4, named colours.
_NAMES = """
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc
bisque ffe4c4 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887
cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk
fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray
a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f
darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f
darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet
9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff
firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite
f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080
honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender
e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral
f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey
d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray
778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32
linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid
ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a
mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose
ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23
orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise
afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd
powderblue b0e0e6 purple 800080 rebeccapurple 663399 rosybrown bc8f8f royalblue 4169e1 saddlebrown
8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0
skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f
steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet
ee82ee wheat f5deb3 whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
"""
_WORDS = _NAMES.split()
_NAMED = {
    **{name: parse_hex(f"#{code}") for name, code in zip(_WORDS[::2], _WORDS[1::2], strict=True)},
    "black": BLACK,
    "white": WHITE,
    "red": Colour("#ff0000", Inks(0, 100, 100, 0)),
}
HEX_DIGITS = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTION = re.compile(r"(rgba?|hsla?|hwb)\(([^()]*+)\)")
_CHANNEL = re.compile(rf"[\s,/]*+({NUMBER})(%|deg|grad|rad|turn)?+")
_TURNS = {"": 1 / 360, "deg": 1 / 360, "grad": 1 / 400, "rad": 0.5 / 3.141592653589793, "turn": 1.0}
_LONGEST_COLOUR = 200
# From this opacity on, eight bits round to full opacity.
_OPAQUE = 0.998


class Shade(NamedTuple):
    """A colour and its opacity (0–1); the colour is None if nothing is painted."""

    colour: Colour | None
    opacity: float = 1.0

    @property
    def is_opaque(self) -> bool:
        """True if nothing below shows through."""
        return self.opacity >= _OPAQUE


@lru_cache(maxsize=4096)
def parse_colour(text: str) -> Shade:
    """Parse a CSS colour other than `currentcolor`. Raises ValueError."""
    value = text.strip().lower()
    if value in ("none", "transparent"):
        return Shade(None)
    if value in _NAMED:
        return Shade(_NAMED[value])
    if len(value) > _LONGEST_COLOUR:
        raise ValueError(Sentence("the colour {text} cannot be read", text=quote(text)))
    shade: Shade | None = None
    if is_hex(value):
        return Shade(parse_hex(value))
    if HEX_DIGITS.fullmatch(value):
        digits = value[1:]
        digits = "".join(digit * 2 for digit in digits) if len(digits) < 6 else digits
        alpha = int(digits[6:] or "ff", 16) / 255
        shade = Shade(parse_hex(f"#{digits[:6]}"), alpha)
    elif match := _FUNCTION.fullmatch(value):
        shade = _parse_function(match[1], match[2])
    if shade is None:
        raise ValueError(Sentence("the colour {text} cannot be read", text=quote(text)))
    return shade if shade.opacity > 0 else Shade(None)


def _parse_function(kind: str, text: str) -> Shade | None:
    given: list[tuple[float, str]] = []
    end = 0
    while match := _CHANNEL.match(text, end):
        given.append((float(match[1]), match[2] or ""))
        end = match.end()
    if text[end:].strip() or len(given) not in (3, 4):
        return None
    alpha, unit = given[3] if len(given) == 4 else (1.0, "")
    alpha = min(1.0, max(0.0, alpha / 100 if unit == "%" else alpha))
    if kind.startswith("rgb"):
        if any(unit not in ("", "%") for _, unit in given):
            return None
        channels = [number * 2.55 if unit == "%" else number for number, unit in given[:3]]
    else:
        (angle, unit), (first, a), (second, b) = given[:3]
        if unit not in _TURNS or (a, b) not in (("%", "%"), ("", "")):
            return None
        hue = angle * _TURNS[unit] % 1.0
        first, second = (min(1.0, max(0.0, share / 100)) for share in (first, second))
        if kind == "hwb":
            pale = min(1.0, first + second)
            scale = 1 - pale
            white = first / (first + second) if first + second > 1 else first
            base = colorsys.hls_to_rgb(hue, 0.5, 1.0)
            channels = [255 * (part * scale + white) for part in base]
        else:
            channels = [255 * part for part in colorsys.hls_to_rgb(hue, second, first)]
    whole = [min(255, max(0, int(channel + 0.5))) for channel in channels]
    return Shade(parse_hex("#" + "".join(f"{part:02x}" for part in whole)), alpha)


def parse_opacity(text: str) -> float:
    """Parse an opacity (0–1). Raises ValueError."""
    match = re.fullmatch(rf"\s*+({NUMBER})\s*+(%?+)\s*+", text)
    if match is None:
        if not text.strip():
            return 1.0
        raise ValueError(Sentence("{text} is not an opacity", text=quote(text)))
    number = float(match[1]) / (100 if match[2] else 1)
    return 1.0 if number >= _OPAQUE else max(0.0, number)
