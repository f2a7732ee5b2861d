"""Our HTML pages: their elements, and the requirements of a self-contained page."""

from __future__ import annotations

import base64
import hashlib
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path

# Elements without an end tag, elements with raw text, attributes without a value.
VOID = re.compile(r"<(meta|br|link|img|input|hr)\b([^>]*?)/?>")
RAW = re.compile(r"(<(script|style)\b[^>]*>)(.*?)(</\2>)", re.S)
BARE = re.compile(r'(<\w+(?: [\w:-]+="[^"]*")*) (open|hidden|checked|disabled)(?=[ />])')
# Forbidden in a self-contained page: elements that fetch, or that no policy allows.
NO_ELEMENTS = {"img", "iframe", "object", "embed"}
NO_ATTRIBUTES = {"src", "srcset", "action", "ping", "style"}

# Evaluated in a browser: the lowest contrast of text to its background.
CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")


class Element(ET.Element):
    """An element of a page."""

    def all(self, tag: str = "", **attributes: str) -> list[Element]:
        """Return the elements with a name and these attribute values, in order."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        found = self.iter(tag or None)
        return [one for one in found if wanted.items() <= one.attrib.items()]  # type: ignore[misc]

    def one(self, tag: str = "", **attributes: str) -> Element:
        (found,) = self.all(tag, **attributes)
        return found

    def words(self) -> str:
        return "".join(self.itertext())


def read(page: str) -> Element:
    """Parse the elements of a page; wrong nesting and duplicate attributes are errors."""
    own = page.removeprefix("<!doctype html>")
    own = RAW.sub(lambda found: found[1] + escape(found[3]) + found[4], own)
    own = VOID.sub(r"<\1\2/>", BARE.sub(r'\1 \2=""', own))
    parser = ET.XMLParser(target=ET.TreeBuilder(element_factory=Element))
    return ET.fromstring(f'<root xmlns:xlink="xlink">{own}</root>', parser)  # type: ignore[return-value]


def faults(page: str) -> Iterator[str]:
    """Yield the errors of a self-contained page: ids, references, and its policy."""
    root = read(page)
    ids = Counter(e.get("id", "") for e in root.all() if "id" in e.attrib)
    yield from (f"{key} stands twice" for key, count in ids.items() if count > 1)
    targets = set(re.findall(r"url\(#([^)]+)\)", page))
    for element in root.all():
        for key, value in element.attrib.items():
            if key in ("href", "{xlink}href") and value.startswith("#"):
                targets.add(value[1:])
            elif key in ("href", "{xlink}href") and element.tag != "a" and value != "data:,":
                yield f"{value} is fetched"
            elif key in ("aria-labelledby", "aria-describedby"):
                targets.update(value.split())
        said = {key for key in element.attrib if key in NO_ATTRIBUTES or key.startswith("on")}
        yield from (f"{one} is there" for one in said | {element.tag} & NO_ELEMENTS)
    yield from (f"{key} is nowhere" for key in targets - set(ids))
    yield from policy_faults(root)


def policy_faults(root: Element) -> Iterator[str]:
    """Yield the errors of a policy that is not first, or allows more than this style and this
    script.
    """
    style, scripts = root.one("style").words(), root.all("script")
    if "@import" in style or re.search(r"url\((?!#|data:font/ttf;base64,)", style):
        yield "the style fetches"
    policy = root.one("meta", http_equiv="Content-Security-Policy")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.get("content", "").split(";"))
    wanted = {"default-src": "'none'", "img-src": "data:", "font-src": "data:"}
    wanted["style-src"] = known(style)
    if scripts:
        shut = {"base-uri": "'none'", "form-action": "'none'"}
        wanted |= {"script-src": known(scripts[-1].words()), **shut}
    if rules != wanted:
        yield f"the policy is {rules}"
    order = root.all()
    first = min(
        order.index(root.all(tag)[0]) for tag in ("style", "script", "link") if root.all(tag)
    )
    if first < order.index(policy):
        yield "the policy comes late"


def known(text: str) -> str:
    """Return the hash of a text in the notation of the policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
