"""Fill in a parsed text: walk through it, node by node, under a budget.

Jinja only parses. Nothing of a text becomes Python: a node that is not listed here is refused
before anything is filled in, and every value goes through `template_values`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jinja2 import nodes

from printkit.base import limits
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.plain_text import quote
from printkit.text.template_budget import CALL_STEPS, Budget, check_number, large_error
from printkit.text.template_filters import is_in, run_filter, run_test
from printkit.text.template_values import (
    FUNCTIONS,
    Loop,
    Namespace,
    call_function,
    check_key,
    describe_kind,
    read_attribute,
    read_item,
    to_items,
    to_text,
)

# What a text is called, and what it is parsed into.
ParsedText = tuple[str, nodes.Template]
LoadText = Callable[[str], ParsedText]


class Evaluator:
    """Fills in one text and those that it includes."""

    def __init__(self, names: Mapping[str, Any], load: LoadText, budget: Budget) -> None:
        self._scopes: list[dict[str, Any]] = [dict(FUNCTIONS) | dict(names)]
        self._load = load
        self._budget = budget
        self._output: list[str] = []
        self._files: list[str] = []

    def fill(self, text: ParsedText) -> str:
        """Return a text with all in place. Raises PrintkitError with file and line."""
        self._fill(text)
        return "".join(self._output)

    def _fill(self, text: ParsedText) -> None:
        file, template = text
        if len(self._files) >= limits.MAX_INCLUDES:
            raise PrintkitError(
                "Texts include each other in a circle, or too deep.",
                hint=f"At most {int(limits.MAX_INCLUDES)} lie inside each other.",
            )
        self._files.append(file)
        self._run_scope(template.body, {})
        self._files.pop()

    # --- statements ------------------------------------------------------------------------------

    def _run_scope(self, body: Iterable[nodes.Node], names: dict[str, Any]) -> None:
        """Run statements whose names are forgotten behind them."""
        self._scopes.append(names)
        self._run(body)
        self._scopes.pop()

    def _run(self, body: Iterable[nodes.Node]) -> None:
        for node in body:
            self._budget.spend_steps()
            try:
                STATEMENTS[type(node)](self, node)
            except PrintkitError as error:
                raise self._locate(error, node) from None

    def _run_output(self, node: nodes.Output) -> None:
        for item in node.nodes:
            if isinstance(item, nodes.TemplateData):
                text = item.data
            else:
                try:
                    text = to_text(self._evaluate(item))
                except PrintkitError as error:
                    raise self._locate(error, item) from None
            self._output.append(self._budget.spend_output(text))

    def _run_if(self, node: nodes.If) -> None:
        for branch in (node, *node.elif_):
            if self._evaluate(branch.test):
                self._run(branch.body)
                return
        self._run(node.else_)

    def _run_for(self, node: nodes.For) -> None:
        items = to_items(self._evaluate(node.iter), self._budget)
        if node.test is not None:
            items = [item for item in items if self._passes(node.test, node.target, item)]
            self._budget.reserve(len(items))
        count = len(items)
        for i, item in enumerate(items):
            before = items[i - 1] if i else None
            after = items[i + 1] if i + 1 < count else None
            loop = Loop(i + 1, i, count, i == 0, i + 1 == count, before, after)
            names = {"loop": loop}
            self._assign_in(names, node.target, item)
            self._budget.spend_steps()
            self._run_scope(node.body, names)
        if not count:
            self._run_scope(node.else_, {})

    def _passes(self, test: nodes.Node, target: nodes.Node, item: Any) -> bool:
        """Return True if an entry passes the condition of a loop."""
        names: dict[str, Any] = {}
        self._assign_in(names, target, item)
        self._scopes.append(names)
        result = bool(self._evaluate(test))
        self._scopes.pop()
        return result

    def _run_assign(self, node: nodes.Assign) -> None:
        self._assign_in(self._scopes[-1], node.target, self._evaluate(node.node))

    def _assign_in(self, names: dict[str, Any], target: nodes.Node, value: Any) -> None:
        """Give a value to a name, several to several names, or one to a name of a namespace."""
        if isinstance(target, nodes.Name):
            names[target.name] = value
        elif isinstance(target, nodes.NSRef):
            owner = self._find_name(target.name)
            if not isinstance(owner, Namespace):
                raise PrintkitError(
                    f"{quote(target.name)} is no namespace, so nothing in it can be set.",
                    hint="Make one: {% set told = namespace(total=0) %}.",
                )
            owner.names[target.attr] = value
        else:
            assert isinstance(target, nodes.Tuple)
            items = to_items(value, self._budget)
            if len(items) != len(target.items):
                raise PrintkitError(
                    f"{len(items)} values are given to {len(target.items)} names.",
                    hint="Name as many as there are.",
                )
            for name, item in zip(target.items, items, strict=True):
                self._assign_in(names, name, item)

    def _run_include(self, node: nodes.Include) -> None:
        name = self._evaluate(node.template)
        if not isinstance(name, str):
            raise PrintkitError(
                f"A text is included by its name; this is {describe_kind(name)}.",
                hint='Write {% include "parts/hands.md.j2" %}.',
            )
        self._fill(self._load(name))

    # --- expressions -----------------------------------------------------------------------------

    def _evaluate(self, node: nodes.Node) -> Any:
        self._budget.spend_steps()
        try:
            return EXPRESSIONS[type(node)](self, node)
        except PrintkitError as error:
            raise self._locate(error, node) from None

    def _locate(self, error: PrintkitError, node: nodes.Node) -> PrintkitError:
        """Return an error with the line of the innermost node that it came from."""
        if error.location is not None:
            return error
        place = f"{self._files[-1]}:{node.lineno}"
        return PrintkitError(error.message, location=place, hint=error.hint)

    def _find_name(self, name: str) -> Any:
        for names in reversed(self._scopes):
            if name in names:
                return names[name]
        known = {known for names in self._scopes for known in names}
        raise PrintkitError(
            f"There is no name {quote(name)}.", hint=did_you_mean(name, known, "names")
        )

    def _evaluate_name(self, node: nodes.Name) -> Any:
        return self._find_name(node.name)

    def _evaluate_constant(self, node: nodes.Const) -> Any:
        return self._budget.keep(node.value)

    def _evaluate_list(self, node: nodes.List | nodes.Tuple) -> Any:
        items = [self._evaluate(item) for item in node.items]
        return self._budget.keep(tuple(items) if isinstance(node, nodes.Tuple) else items)

    def _evaluate_table(self, node: nodes.Dict) -> Any:
        entries = {
            check_key(self._evaluate(pair.key)): self._evaluate(pair.value) for pair in node.items
        }
        return self._budget.keep(entries)

    def _evaluate_attribute(self, node: nodes.Getattr) -> Any:
        return read_attribute(self._evaluate(node.node), node.attr)

    def _evaluate_item(self, node: nodes.Getitem) -> Any:
        owner = self._evaluate(node.node)
        if not isinstance(node.arg, nodes.Slice):
            return read_item(owner, self._evaluate(node.arg))
        bounds = [
            None if bound is None else self._evaluate(bound)
            for bound in (node.arg.start, node.arg.stop, node.arg.step)
        ]
        if not isinstance(owner, str | list | tuple):
            raise PrintkitError(
                f"A part of {describe_kind(owner)} cannot be taken.",
                hint="Take a part of a list or a text.",
            )
        if any(bound is not None and not isinstance(bound, int) for bound in bounds):
            raise PrintkitError("The bounds of a part are whole numbers.", hint="Write list[:8].")
        if bounds[2] == 0:
            raise PrintkitError("The step of a part is 0.", hint="Write 1, or leave it out.")
        return self._budget.keep(owner[slice(*bounds)])

    def _evaluate_call(self, node: nodes.Call) -> Any:
        function = self._evaluate(node.node)
        named = {keyword.key: self._evaluate(keyword.value) for keyword in node.kwargs}
        arguments = [self._evaluate(argument) for argument in node.args]
        for value in (*arguments, *named.values()):
            self._budget.read(value)
        self._budget.spend_steps(CALL_STEPS)
        return self._budget.keep(call_function(function, _name_of(node.node), arguments, named))

    def _evaluate_filter(self, node: nodes.Filter) -> Any:
        assert node.node is not None, "blocks with a filter are refused"
        value = self._evaluate(node.node)
        named: dict[str, Any] = {}
        for pair in node.kwargs:
            named[str(pair.key)] = self._evaluate(pair.value)
        arguments = [self._evaluate(argument) for argument in node.args]
        return self._budget.keep(run_filter(self._budget, node.name, value, arguments, named))

    def _evaluate_test(self, node: nodes.Test) -> bool:
        arguments = [self._evaluate(argument) for argument in node.args]
        return run_test(self._budget, node.name, self._evaluate(node.node), arguments)

    def _evaluate_concat(self, node: nodes.Concat) -> str:
        words = [to_text(self._evaluate(item)) for item in node.nodes]
        self._budget.reserve(sum(map(len, words)))
        return "".join(words)

    def _evaluate_condition(self, node: nodes.CondExpr) -> Any:
        if self._evaluate(node.test):
            return self._evaluate(node.expr1)
        return "" if node.expr2 is None else self._evaluate(node.expr2)

    def _evaluate_and(self, node: nodes.And) -> Any:
        return self._evaluate(node.left) and self._evaluate(node.right)

    def _evaluate_or(self, node: nodes.Or) -> Any:
        return self._evaluate(node.left) or self._evaluate(node.right)

    def _evaluate_not(self, node: nodes.Not) -> bool:
        return not self._evaluate(node.node)

    def _evaluate_sign(self, node: nodes.Neg | nodes.Pos) -> Any:
        value = self._evaluate(node.node)
        if not isinstance(value, int | float):
            raise PrintkitError(
                f"Only a number has a sign; this is {describe_kind(value)}.",
                hint="Leave the sign out.",
            )
        return -value if isinstance(node, nodes.Neg) else value

    def _evaluate_comparison(self, node: nodes.Compare) -> bool:
        left = self._evaluate(node.expr)
        for operand in node.ops:
            right = self._evaluate(operand.expr)
            self._budget.read(left)
            self._budget.read(right)
            if not _compare(operand.op, left, right):
                return False
            left = right
        return True

    def _evaluate_arithmetic(self, node: nodes.BinExpr) -> Any:
        left, right = self._evaluate(node.left), self._evaluate(node.right)
        sign = node.operator
        if isinstance(left, int | float) and isinstance(right, int | float):
            if sign in ("/", "//", "%") and right == 0:
                raise PrintkitError("A number is divided by 0.", hint="Divide by another.")
            result = _ARITHMETIC[sign](left, right)
            check_number(result)
            return result
        texts = isinstance(left, str) and isinstance(right, str)
        lists = isinstance(left, list | tuple) and isinstance(right, list | tuple)
        if sign != "+" or not (texts or lists):
            kinds = f"{describe_kind(left)} and {describe_kind(right)}"
            raise PrintkitError(
                f"“{sign}” cannot be used between {kinds}.",
                hint="Write “~” to put texts together; all else is for numbers.",
            )
        if len(left) + len(right) > limits.MAX_CHAPTER_VALUE:
            raise large_error()
        return self._budget.keep(left + right if type(left) is type(right) else [*left, *right])


def _name_of(node: nodes.Node) -> str:
    """Return what a text calls a function."""
    name = getattr(node, "attr", None) or getattr(node, "name", None)
    return name if isinstance(name, str) else "this"


def _compare(operator: str, left: Any, right: Any) -> bool:
    if operator in ("eq", "ne"):
        return bool((left == right) is (operator == "eq"))
    if operator in ("in", "notin"):
        return is_in(left, right) is (operator == "in")
    for kind in (int | float, str):
        if isinstance(left, kind) and isinstance(right, kind):
            return bool(_ORDER[operator](left, right))
    kinds = f"{describe_kind(left)} and {describe_kind(right)}"
    raise PrintkitError(
        f"It cannot be said which is greater, of {kinds}.", hint="Compare two numbers or two texts."
    )


_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {
    "lt": lambda left, right: left < right,
    "lteq": lambda left, right: left <= right,
    "gt": lambda left, right: left > right,
    "gteq": lambda left, right: left >= right,
}
_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left / right,
    "//": lambda left, right: left // right,
    "%": lambda left, right: left % right,
}
STATEMENTS: Mapping[type[nodes.Node], Callable[[Evaluator, Any], None]] = {
    nodes.Output: Evaluator._run_output,
    nodes.If: Evaluator._run_if,
    nodes.For: Evaluator._run_for,
    nodes.Assign: Evaluator._run_assign,
    nodes.Include: Evaluator._run_include,
}
EXPRESSIONS: Mapping[type[nodes.Node], Callable[[Evaluator, Any], Any]] = {
    nodes.Name: Evaluator._evaluate_name,
    nodes.Const: Evaluator._evaluate_constant,
    nodes.List: Evaluator._evaluate_list,
    nodes.Tuple: Evaluator._evaluate_list,
    nodes.Dict: Evaluator._evaluate_table,
    nodes.Getattr: Evaluator._evaluate_attribute,
    nodes.Getitem: Evaluator._evaluate_item,
    nodes.Call: Evaluator._evaluate_call,
    nodes.Filter: Evaluator._evaluate_filter,
    nodes.Test: Evaluator._evaluate_test,
    nodes.Concat: Evaluator._evaluate_concat,
    nodes.CondExpr: Evaluator._evaluate_condition,
    nodes.And: Evaluator._evaluate_and,
    nodes.Or: Evaluator._evaluate_or,
    nodes.Not: Evaluator._evaluate_not,
    nodes.Neg: Evaluator._evaluate_sign,
    nodes.Pos: Evaluator._evaluate_sign,
    nodes.Compare: Evaluator._evaluate_comparison,
} | dict.fromkeys(
    (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod),
    Evaluator._evaluate_arithmetic,
)
