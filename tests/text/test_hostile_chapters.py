"""Chapters of strangers: whatever is in them ends soon, in a sentence with file and line."""

from __future__ import annotations

import inspect
import os
import re
import signal
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from printkit.base import child_process, limits, stopping
from printkit.base.child_process import ProcessLimits, run_limited
from printkit.base.errors import PrintkitError
from printkit.model.fields import TextFile, evolve
from printkit.model.variant import Variant
from printkit.text import own_text, template_values
from printkit.text.hand_summary import Judge
from printkit.text.loader import load_booklet, template_names
from printkit.text.template import render_text
from printkit.text.template_context import GameContext
from tests.support.decks import variant

FILE = "h.md"
# Words of Python and of Jinja, which mean nothing to who writes a chapter.
FOREIGN = re.compile(
    r"Traceback|NoneType|\bNone\b|\bTrue\b|\bFalse\b|\bobject\b|\bdict\b|\btuple\b|\bstr\b"
    r"|\bint\b(?!”|,)|positional|argument|iterable|attribute\b(?![=,)])|[Jj]inja|token '|callable"
    r"|recursion|module|lambda|Error|[Uu]ndefined|0x|\bself\b|unhashable|templat(?!es/)|<"
)
LARGE, LONG, STEPS = "A value grows beyond", "prints more than", "takes more than"
GROW = (
    "{%% set ns = namespace(s=%s) %%}{%% for i in range(40) %%}{%% set ns.s = %s %%}{%% endfor %%}"
)
TWICE = "{% for a in range(999) %}{% for b in range(999) %}"
ENDED = "{% endfor %}{% endfor %}"
SECOND = (
    "{% set ns = namespace(s='abcdefgh') %}{% for i in range(12) %}{% set ns.s = ns.s ~ ns.s %}"
)


@cache
def names() -> dict[str, Any]:
    casino = variant("casino")
    return template_names(casino, "en", {"casino": casino}, single=True)


def fault(text: str) -> str:
    """What is said of a chapter that is filled in by guards alone."""
    with pytest.raises(PrintkitError) as caught:
        render_text("en", Path(FILE), names(), text=text, seconds=2)
    return str(caught.value)


ATTACKS = (
    ("{{ 'a'*10**9 }}", "A power"),
    ("{{ 'a'*1000000000 }}", r"“\*” cannot be used between a text and a whole number"),
    ("{{ [1]*1000000000 }}", r"“\*” cannot be used between a list"),
    ("{{ 10**(10**8) }}", "A power"),
    ("{{ 'a'.center(2000000000)|length }}", "nothing that is called “center”"),
    ("{{ 'a'.ljust(2000000000) }}", "nothing that is called “ljust”"),
    ("{{ 'a'.zfill(2000000000) }}", "nothing that is called “zfill”"),
    ("{{ '\\t'.expandtabs(2000000000) }}", "nothing that is called “expandtabs”"),
    ("{{ '{:1000000000}'.format(1) }}", "nothing that is called “format”"),
    ("{{ 'aa'.replace('a', 'b') }}", "nothing that is called “replace”"),
    ("{{ '%1000000000d'|format(1) }}", "no filter “format”"),
    ("{{ '%1000000000d' % 1 }}", "“%” cannot be used between a text"),
    ("{{ 'a'|center(2000000000) }}", "no filter “center”"),
    ("{{ 'a'|indent(2000000000) }}", "no filter “indent”"),
    ("{{ [1]|batch(100000000)|list }}", "no filter “batch”"),
    ("{{ game|tojson }}", "no filter “tojson”"),
    ("{{ lipsum(1000) }}", "no name “lipsum”"),
    ("{{ cycler('a') }}", "no name “cycler”"),
    ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "“macro” cannot be used"),
    ("{% for a in [[1]] recursive %}{{ loop(a) }}{% endfor %}", "A loop that calls itself"),
    ("{% import 'parts/hands.md.j2' as x %}", "“import” cannot be used"),
    ("{{ winner(*['a', 'b']) }}", r"A call with “\*”"),
    (GROW % ("'a'", "ns.s + ns.s"), LARGE),
    (GROW % ("'a'", "ns.s ~ ns.s"), LARGE),
    (GROW % ("[1]", "ns.s + ns.s"), f"{LARGE}|{STEPS}"),
    (GROW % ("[1]", "[ns.s, ns.s]"), f"{LARGE}|{STEPS}"),
    (GROW % ("{}", "{1: ns.s, 2: ns.s}"), f"{LARGE}|{STEPS}"),
    (GROW % ("9", "ns.s * ns.s"), "A number is larger than"),
    (f"{SECOND}{{% endfor %}}{{{{ range(999)|join(ns.s) }}}}", LARGE),
    (f"{SECOND}{{% endfor %}}{{% for i in range(999) %}}{{{{ ns.s }}}}{{% endfor %}}", LONG),
    (f"{SECOND}{{% endfor %}}{TWICE}{{{{ ns.s.split('b')|length }}}}{ENDED}", f"{LARGE}|{STEPS}"),
    (f"{TWICE}{{% if range(999) == range(999) %}}{{% endif %}}{ENDED}", STEPS),
    (f"{TWICE}{ENDED}", STEPS),
    (f"{TWICE}x{ENDED}", STEPS),
    (f"{TWICE}{{{{ worth('idiot').total }}}}{ENDED}", STEPS),
    (f"{TWICE}{{% include 'parts/hands.md.j2' %}}{ENDED}", STEPS),
    ("{% for a in range(99999) %}{% endfor %}", "99,999 numbers of a range"),
    ("{{ range(-1000000000, 1)|list }}", "1,000,000,001 numbers of a range"),
    ("{{ " + "9" * 5000 + " }}", "too long or too deep"),
    ("{{ 0x" + "f" * 5000 + " }}", "A number is larger than"),
    ("{{ 1e999 - 1e999 }}", "A number is larger than"),
    ("{{ " + "(" * 2000 + "1" + ")" * 2000 + " }}", "too long or too deep"),
    ("{{ 1" + "+1" * 2000 + " }}", "lie too deep"),
    ("{{ 1" + "|int" * 2000 + " }}", "lie too deep"),
    ("{% if 1 %}" * 300 + "{% endif %}" * 300, "too long or too deep"),
    ("{{ a }}" * 20_000, "too much between the brackets"),
    ("\n" * 100_000, "100,001 lines|100,000 lines"),
    ("{{ winner('" + "idiot " * 2000 + "') }}", "cards in a hand|cards in all hands|too many"),
)


@pytest.mark.parametrize(("text", "what"), ATTACKS, ids=lambda value: value[:30])
def test_guards_alone_end_an_attack(monkeypatch: pytest.MonkeyPatch, text: str, what: str) -> None:
    for name, number in (("STEPS", 20_000), ("WORDS", 20_000)):
        monkeypatch.setattr(limits, f"MAX_CHAPTER_{name}", number)
    told = fault(text)
    assert re.search(what, told), told
    assert re.match(rf"({FILE}|templates/rules/\S+):\d+: ", told), told
    assert not FOREIGN.search(told), told


@pytest.mark.parametrize(
    "path", ["/etc/os-release", "/somewhere/s.toml", "../fifo", "casino.toml", "tarot-78", "", "."]
)
@pytest.mark.parametrize("function", ["of", "judge_of"])
def test_games_are_named_and_never_files(function: str, path: str) -> None:
    assert fault(f"\n{{{{ {function}('{path}') }}}}").startswith(
        f"{FILE}:2: There is no game “{path}”."
    )


def test_control_characters_of_a_chapter_are_escaped() -> None:
    told = fault('{{ expect(false, "\\x1b[2J\\u202e\\u200b") }}')
    assert told == f"{FILE}:1: An example does not hold: \\u001b[2J\\u202e\\u200b. Mend the text."
    assert len(fault("{{ expect(false, '" + "x" * 5000 + "') }}")) < 300


WRONG = """
expect() | expect(true) | expect(1, 2, 3) | expect(false, 3) | expect(condition=true, text='')
none.a | none() | none + 1 | 'a' + 1 | 'a' - 'b' | 'a' < 1 | none > none | -'a' | +none | 1 / 0
1 % 0 | 1 // 0 | none | true | [1] | {1: 2} | game | game.face | expect | namespace()
game.hands[0] | worth('idiot') | foo | foo.bar | foo() | game.foo | game.foo.bar() | 'a'.foo
[].append(1) | {}.items() | [1][5] | 'abc'[9] | {}['a'] | [1]['a'] | [1][1.5] | 3[1] | none[0]
[1][[1]] | 'abc'['a':] | 'abc'[::0] | 3[1:] | {[1]: 2} | {}[[1]] | {}.get([1]) | {}.get()
1 in 3 | 1 in 'abc' | [] in {} | 3() | 'a'() | game() | game.name() | game.face('idiot')()
card() | card(1) | card('x') | card(none) | card('idiot', 1) | cards([1]) | margin(1) | suit([])
token({}) | back(1) | num('a') | num(1.5) | joined(1) | joined([none]) | either() | order(1)
winner() | winner('idiot') | worth() | worth('') | worth('idiot', set='foo') | [1].index(2)
worth('idiot', tokens=['foo']) | worth('idiot', decks=0) | worth('idiot', decks='a')
worth('idiot', 'a', 'b', 'c', 'd') | worth('idiot', foo=1) | worth('idiot / idiot') | of() | of(1)
of([]) | of('kasino') | judge_of('casino').foo | game.hand(1) | game.hand('foo') | range()
game.phase('foo') | game.penalty('foo') | game.option('foo') | game.material('foo') | range('a')
game.example('foo') | namespace(1) | namespace(a=1).b | loop.index | range(1.5) | 1 is foo
1 is defined | 1 is equalto | 1 is none(2) | 1 + | ) | a b | a.1b | $ | a is | f(a=1, 2)
f(**a, *b) | 1 is none is none | '\\x' | a[ | {1} | 'a' if | a..b | 'a | self | caller()
''.__class__ | game.__init__.__globals__ | game['__class__'] | expect.__globals__ | game._variant
namespace.__init__ | of.cache_clear() | game.hands.__len__() | {}.get.func
judge_of('casino')._variant
"""
WRONG_FILTERS = (
    *("1|foo", "none|length", "3|join", "[none]|join", "['a']|sum", "'x'|int", "[1]|map"),
    *("[1]|map(attribute='x')", "[1]|reject('foo')", "[1]|reject", "[[1]]|unique", "a | "),
    *("[1]|join(1)", "[1]|selectattr('a')", "[1]|selectattr(1, 2)", "[1]|reject('in')"),
    *("[1]|map('upper')", "''|attr('__class__')", "[game]|map(attribute='_variant')|list"),
    *("[game]|sum(attribute='__class__')", "[1]|sum(start=2)"),
)
WRONG_TAGS = (
    *("for a in none", "for a in 3", "for a, b in [1]", "for a, b in [[1, 2, 3]]", "if", "for"),
    *("set a, b = 1", "set game.name = 2", "set zz.b = 2", "foo", "endif", "if 1", "for a in b"),
    *("if 1 %}{% endfor", "set 1 = 2", "set a", "set a. = 1", "include", "include 3", "else", ""),
    *("raw", "set none = 1", "with %}{% endwith", "autoescape", "do x", "trans", "break", "block"),
    *("call game.card('x') %}{% endcall", "filter upper %}{% endfilter", "extends 'casino.md.j2'"),
    *("set x %}a{% endset", "from x import _y", "include '/etc/passwd'", "include 'parts'"),
    *("include ['parts/hands.md.j2']", "for a in (1, 2", "set game = 3 %}{{ game.name }}{% set"),
)


def test_no_word_of_python_reaches_who_writes_a_chapter() -> None:
    expressions = [item.strip() for item in re.split(r" \| |\n", WRONG) if item.strip()]
    texts = [f"{{{{ {item} }}}}" for item in (*expressions, *WRONG_FILTERS)]
    texts += [f"{{% {item} %}}" for item in WRONG_TAGS] + ["{{", "{%", "{##", "{{ }}", "{##}"]
    texts += ["{% for a in [1] %}{{ loop }}{% endfor %}", "{% for a in [1] %}{{ loop.previtem.b }}"]
    assert len(texts) > 180
    for text in texts:
        told = fault(f"# A {{#a}}\n\n{text}\n")
        assert re.match(rf"{FILE}:\d+: [^ ].*\.$", told), (text, told)
        assert not FOREIGN.search(re.sub("“[^”]*”", "", told)), (text, told)
        assert told.count(". ") >= 1, (text, told)  # the cure


def test_functions_of_chapters_say_what_they_take() -> None:
    """What is not annotated as one of the known kinds would be taken as it comes."""
    functions: list[Callable[..., Any]] = [item for item in names().values() if callable(item)]
    for kind in (GameContext, Judge):
        functions += [item for key, item in vars(kind).items() if key[0] != "_" and callable(item)]
    functions += template_values.FUNCTIONS.values()
    for function in functions:
        for parameter in inspect.signature(function).parameters.values():
            taken = template_values.annotation_of(parameter)
            assert parameter.name == "self" or taken in (*template_values.KINDS, "object"), function


# --- the child process ---------------------------------------------------------------------------

MB = 1_000_000
SLOW, TOO_LARGE = PrintkitError("slow"), PrintkitError("large")
BOUNDS = ProcessLimits(1, 100 * MB, slow=SLOW, large=TOO_LARGE)


def spin() -> int:
    while True:
        pass


def refuse() -> int:
    raise PrintkitError("No.", location="a:1", hint="Yes.")


def children() -> str:
    """The children of this process: a worker may have a browser."""
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")


def test_a_child_is_limited_and_none_is_left() -> None:
    before = children()
    assert run_limited(os.getpid, int, BOUNDS) != os.getpid()
    assert run_limited(lambda: "a" * MB, str, BOUNDS) == "a" * MB
    with pytest.raises(PrintkitError, match=r"a:1: No\. Yes\.") as caught:
        run_limited(refuse, int, BOUNDS)
    assert (caught.value.location, caught.value.hint) == ("a:1", "Yes.")
    for function, error in ((spin, SLOW), (lambda: len(bytearray(200 * MB)), TOO_LARGE)):
        with pytest.raises(PrintkitError) as caught:
            run_limited(function, int, BOUNDS)
        assert caught.value is error
    assert children() == before


def test_a_child_ends_with_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(pid: int, pipe: int, seconds: float) -> tuple[bytes, int]:
        os.close(pipe)
        stopping._cleanups[-1]()  # as a signal does
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, 0)
        return b"", -signal.SIGKILL

    monkeypatch.setattr(child_process, "_read_child", stop)
    with pytest.raises(PrintkitError, match="large"):
        run_limited(lambda: signal.pause() or 0, int, BOUNDS)


def test_a_function_runs_here_where_no_child_can(monkeypatch: pytest.MonkeyPatch) -> None:
    here = []

    def note() -> int:
        here.append(os.getpid())
        return os.getpid()

    thread = threading.Thread(target=run_limited, args=(note, int, BOUNDS))
    thread.start()
    thread.join()

    def end() -> int:
        os.kill(os.getpid(), signal.SIGTERM)
        return 0

    def no_fork() -> int:
        raise OSError

    parent = os.getpid()
    stopped = run_limited(lambda: note() if os.getpid() == parent else end(), int, BOUNDS)
    monkeypatch.setattr(os, "fork", no_fork)
    assert run_limited(note, int, BOUNDS) == stopped == parent
    assert here == [parent] * 3


# --- own chapters --------------------------------------------------------------------------------


def own(folder: Path, text: str) -> Variant:
    path = folder / FILE
    path.write_text(text, encoding="utf-8")
    return evolve(variant("casino"), chapters={"en": TextFile(path)})


def test_a_chapter_is_filled_in_by_a_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    render = own_text.render_text
    monkeypatch.setattr(
        own_text, "render_text", lambda *a, **k: (seen.append(1), render(*a, **k))[1]
    )
    text = (
        "# A {#a}\n\n{{ of('kessel').card('blood-1') }} {{ judge_of('pazaak').worth('main-1').id }}"
    )
    book = load_booklet(own(tmp_path, text), "en")
    assert not seen
    assert {"casino", "kessel", "pazaak"} <= set(book.variants)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a" * 250, "250 letters of a word"),
        ("a b " * 2000, "7,999 characters of a paragraph"),
        ("[a](#a) " * 400, "400 brackets in a paragraph"),
        ("a\n\n" * 5000, "4,001 paragraphs"),
        ("# B {#b}\n" * 80, "61 chapters"),
        (f"{'a b ' * 1000}\n\n" * 80, "characters of a booklet's own text"),
        ("a\n\n" * 12_000, "lines of a chapter"),
        ("a b " * 300_000, "MB"),
    ],
    ids=lambda value: value[:20],
)
def test_a_chapter_is_no_longer_than_can_be_set_soon(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(PrintkitError, match=what):
        load_booklet(own(tmp_path, f"# A {{#a}}\n\n{text}"), "en")
