"""Convert the marks of other tools in the texts of a table: HTML, BBCode and Markdown.

Input: the text of a cell. Output: the text with the marks of card texts. The patterns of marks that
are not converted are also here.
"""

from __future__ import annotations

import re
from functools import partial

from printkit.model.fields import PICTURES

# Tags of HTML and BBCode, entities, and line breaks as other tools write them.
_PAIR = r"[<\[](?P<tag>{})(?:\s[^<>\[\]]*)?[>\]](?P<inside>.*?)[<\[]/(?P=tag)[>\]]"
_BOLD, _ITALIC = (
    re.compile(_PAIR.format(tags), re.IGNORECASE | re.DOTALL) for tags in ("b|strong", "i|em")
)
_LINE = re.compile(r"\s*<(?:br|/p|/div|/li|/tr|/h[1-6]|hr)\b[^<>]*/?>\s*", re.IGNORECASE)
_PLAIN = re.compile(
    r"</?(?:p|div|li|ul|ol|span|font|u|s|small|big|center|sup|sub|b|i|em|strong|nobr"
    r"|h[1-6]|table|tbody|tr|td|th|(?<=/)a|a(?=\s))\b[^<>]*>"
    r"|\[/?(?:b|i|u)\]",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});", re.IGNORECASE)
_WRITTEN_BREAK = re.compile(r"(?<!\\)\\n")
# Pictures inside a text: a tag of HTML or BBCode, a picture of Markdown, and a file in braces.
PICTURE_MARK = re.compile(
    r"<img\b[^<>]{0,300}?\bsrc\s{0,9}=\s{0,9}"
    r"(?:\"([^\"<>]{1,300})\"|'([^'<>]{1,300})'|([^\s\"'<>]{1,300}?)(?=[\s/>]))[^<>]{0,300}>"
    r"|!\[[^\[\]]{0,99}\]\([ ]?<?([^()<>\n]{1,300}?)>?(?: \"[^\"()]{0,99}\")?[ ]?\)"
    r"|\[img(?:[\s=][^\[\]]{0,99})?\]([^\[\]]{1,300})\[/img\]"
    rf"|(?<!\\)\{{([^{{}}\n]{{1,200}}(?:{'|'.join(map(re.escape, PICTURES))}))\}}",
    re.IGNORECASE,
)
# A sign, which other tools name with capitals and spaces.
SIGN_MARK = re.compile(r"(?<![\\{])\{([^{}\n]{1,60})\}(?!\})")
# Other marks: signs of other tools (we write {name}), fields of templates, tags with attributes,
# and marks of Markdown that our texts do not support.
FOREIGN_MARK = re.compile(
    r"</?[A-Za-z][^<>\s]{0,30}>|\[\[[^\[\]]{1,30}\]\]|\{\{[^{}]{1,40}\}\}"
    r"|</?[A-Za-z][\w:-]{0,30}\s*(?:[^<>=\n]{0,99}=[^<>]{0,300}|/)>"
    r"|!?\[[^\[\]\n]{0,80}\]\([^()\s]{1,200}\)"
    r"|(?<![\w:]):[a-z][a-z0-9_+-]{1,30}:(?![\w:])"
    r"|(?<![\w_])(__?)(?=[^\s_])[^_\n]{1,80}(?<=\S)\1(?![\w_])"
    r"|~~[^~\n]{1,80}~~|`[^`\n]{1,80}`"
)
# The characters that a mark of other tools begins with.
FOREIGN_STARTS = frozenset("<[{:_~`")


def convert_marks(text: str, *, has_marks: bool) -> str:
    """Return a text whose marks of HTML and of other tools are converted to marks of card texts.

    Without `has_marks`, for example in a name, the marks are removed.
    """
    if not {*"<&\\["} & {*text}:
        return text
    text = _WRITTEN_BREAK.sub("\n", text)
    for pattern, mark in ((_BOLD, "**"), (_ITALIC, "*")):
        text = pattern.sub(partial(_mark, mark if has_marks else ""), text)
    text = _PLAIN.sub("", _LINE.sub("\n", text))
    text = _ENTITY.sub(_unescape, text).strip()
    return text if has_marks else " ".join(text.split("\n"))


def _unescape(match: re.Match[str]) -> str:
    """Return the character of an HTML entity."""
    import html  # few tables have any

    return html.unescape(match[0])


def _mark(mark: str, match: re.Match[str]) -> str:
    """Return the content of a tag with a mark directly before its first word and after its last."""
    inside = match["inside"].strip()
    if not inside:
        return match["inside"]
    before, _, after = match["inside"].partition(inside)
    return f"{before}{mark}{inside}{mark}{after}"
