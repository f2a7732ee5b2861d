"""TOML that knows where each key stands.

In: text. Out: the parsed data, and for a path of keys the line and column where it was written.

`tomllib` keeps no positions. For the rare case that a definition has faults, `Positions` runs a
private copy of its parser whose four rules are wrapped. Should a later Python have other rules,
positions are simply not known (0) and every message still stands.
"""

from __future__ import annotations

import importlib.util
import tomllib
from pathlib import Path
from typing import Any

from printkit.base.errors import DefinitionError, Diagnostic

KeyPath = tuple[str | int, ...]


def parse(text: str, path: Path) -> dict[str, Any]:
    """The data of a TOML text. Raises DefinitionError with the place of a syntax error."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, line, column = _split_place(str(error), text)
        raise DefinitionError(
            [Diagnostic(str(path), line, column, "", f"This is not TOML: {message}.")]
        ) from None
    except RecursionError:
        what = "This is nested too deeply to be a definition."
        raise DefinitionError([Diagnostic(str(path), 0, 0, "", what)]) from None
    except ValueError:  # a number of thousands of figures, which Python refuses to read
        what = "A number in this file has too many figures."
        raise DefinitionError([Diagnostic(str(path), 0, 0, "", what)]) from None


def _split_place(message: str, text: str) -> tuple[str, int, int]:
    """Takes “… (at line 3, column 7)” apart."""
    said, _, place = message.partition(" (at ")
    numbers = [int(word) for word in place.replace(",", " ").rstrip(")").split() if word.isdigit()]
    if len(numbers) == 2:
        return said, numbers[0], numbers[1]
    return said, text.count("\n") + 1, len(text) - text.rfind("\n")


class Positions:
    """Where the keys of a (syntactically right) TOML text stand."""

    def __init__(self, text: str) -> None:
        self._source = text.replace("\r\n", "\n")
        self._starts: dict[tuple[int, str | int], int] = {}
        self._data: Any = None
        try:
            self._data = _recording_parser(self._starts)(self._source)
        except Exception:  # an unknown parser: no positions, never a failure
            self._starts.clear()

    def find(self, path: KeyPath) -> tuple[int, int]:
        """Line and column (from 1) of the longest written part of `path`; (0, 0) if unknown."""
        node, best = self._data, -1
        for key in path:
            best = self._starts.get((id(node), key), best)
            try:
                node = node[key]
            except (KeyError, IndexError, TypeError):
                break
        if best < 0:
            return (1, 1) if self._starts else (0, 0)
        before = self._source[:best]
        return before.count("\n") + 1, best - before.rfind("\n")


def _recording_parser(starts: dict[tuple[int, str | int], int]) -> Any:
    """`tomllib.loads` from a private copy of its module, noting where each key starts."""
    spec = importlib.util.find_spec("tomllib._parser")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    key_value, pair, value = module.key_value_rule, module.parse_key_value_pair, module.parse_value
    inline, array = module.parse_inline_table, module.parse_array
    depth: list[list[tuple[Any, int]]] = [[]]

    def descend(rule: Any) -> Any:
        """Gives a container's children a list of their own while it is parsed."""

        def parse_container(src: str, pos: int, parse_float: Any) -> Any:
            depth.append([])
            end, container = rule(src, pos, parse_float)
            for key, start in depth.pop():
                note(container, key, start)
            return end, container

        return parse_container

    def note(container: Any, key: Any, start: int) -> None:
        for part in key[:-1]:
            starts.setdefault((id(container), part), start)
            container = container[part]
            container = container[-1] if isinstance(container, list) else container
        starts.setdefault((id(container), key[-1]), start)

    def parse_pair(src: str, pos: int, parse_float: Any) -> Any:
        own = depth[-1]
        depth.append([])  # the pair's value is no element of the container we are in
        end, key, found = pair(src, pos, parse_float)
        depth.pop()
        own.append((key, pos))
        return end, key, found

    def parse_value(src: str, pos: int, parse_float: Any) -> Any:
        depth[-1].append(((len(depth[-1]),), pos))  # an element of an array
        return value(src, pos, parse_float)

    def rule_key_value(src: str, pos: int, out: Any, header: Any, parse_float: Any) -> Any:
        depth[:] = [[]]
        end = key_value(src, pos, out, header, parse_float)
        for key, start in depth[0]:
            note(out.data.dict, (*header, *key), start)
        return end

    def heading(rule: Any) -> Any:
        def parse_heading(src: str, pos: int, out: Any) -> Any:
            end, key = rule(src, pos, out)
            node = out.data.dict
            for part in key:
                starts.setdefault((id(node), part), pos)
                node = node[part]
                if isinstance(node, list):
                    starts.setdefault((id(node), len(node) - 1), pos)
                    node = node[-1]
            return end, key

        return parse_heading

    module.key_value_rule, module.parse_key_value_pair = rule_key_value, parse_pair
    module.parse_value = parse_value
    module.parse_inline_table, module.parse_array = descend(inline), descend(array)
    module.create_dict_rule = heading(module.create_dict_rule)
    module.create_list_rule = heading(module.create_list_rule)
    return module.loads
