"""The help texts of the model's fields: the strings below them, in the source."""

import sys
from functools import cache


@cache
def help_texts(kind: type) -> dict[str, str]:
    """Return the help text of each field of a part that has one."""
    texts: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        texts |= _of_module(base.__module__).get(base.__name__, {})
    return texts


@cache
def _of_module(module: str) -> dict[str, dict[str, str]]:
    import ast
    import inspect

    if not module.startswith(__package__ or ""):
        return {}
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except OSError:  # a distribution without sources: messages without help texts
        return {}
    texts: dict[str, dict[str, str]] = {}
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        own = texts.setdefault(node.name, {})
        for line, below in zip(node.body, node.body[1:], strict=False):
            match line, below:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    own[name] = " ".join(text.split())
    return texts
