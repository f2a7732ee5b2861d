"""What a text may be made of: a list of Jinja's nodes; all others are refused before any is run."""

from __future__ import annotations

from jinja2 import nodes

from printkit.base import limits
from printkit.base.errors import PrintkitError
from printkit.text.template_evaluator import EXPRESSIONS, STATEMENTS

# What stands in others and is read by them.
_PARTS = (
    nodes.Template,
    nodes.TemplateData,
    nodes.Keyword,
    nodes.Pair,
    nodes.Operand,
    nodes.Slice,
    nodes.NSRef,
)
_KNOWN = frozenset((*STATEMENTS, *EXPRESSIONS, *_PARTS))
# Tags that Jinja calls otherwise.
_TAGS: dict[type[nodes.Node], str] = {
    nodes.AssignBlock: "set … endset",
    nodes.CallBlock: "call",
    nodes.FilterBlock: "filter",
    nodes.FromImport: "from",
}
_STARRED = "dyn_args", "dyn_kwargs"


def check_nodes(template: nodes.Template, file: str) -> None:
    """Refuse what no text may use, with its line. Raises PrintkitError."""
    waiting: list[tuple[nodes.Node, int, int]] = [(template, 0, 1)]
    while waiting:
        node, depth, line = waiting.pop()
        line = node.lineno or line
        recursive = isinstance(node, nodes.For) and node.recursive
        starred = any(getattr(node, field, None) is not None for field in _STARRED)
        message = ""
        if type(node) not in _KNOWN or recursive or starred:
            message = f"{_describe_node(node)} cannot be used in a text."
            hint = "Write names, numbers, calls, filters, “set”, “if”, “for” and “include” alone."
        elif depth > limits.MAX_CHAPTER_DEPTH:
            message = "Brackets, loops and conditions lie too deep inside each other."
            hint = "Give a name to a part with {% set name = … %}."
        if message:
            raise PrintkitError(message, location=f"{file}:{line}", hint=hint)
        waiting += [(child, depth + 1, line) for child in node.iter_child_nodes()]


def _describe_node(node: nodes.Node) -> str:
    if isinstance(node, nodes.Pow):
        return "A power (“**”)"
    if isinstance(node, nodes.For):
        return "A loop that calls itself"
    if isinstance(node, nodes.Call | nodes.Filter | nodes.Test):
        return "A call with “*”"
    return f"“{_TAGS.get(type(node), type(node).__name__.lower())}”"
