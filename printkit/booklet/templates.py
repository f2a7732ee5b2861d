"""Templates: their environment in Jinja, and what Jinja makes of them, which a wheel keeps."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from printkit.base.content import content_path
from printkit.base.kept import find_kept
from printkit.base.program import library_versions
from printkit.text import book as source
from printkit.text.traversal import callout_title, to_plain_text

if TYPE_CHECKING:
    import jinja2
    from jinja2.bccache import Bucket


def make_environment(book: source.Book, **filters: Callable[..., object]) -> jinja2.Environment:
    """Return the environment of the templates of a booklet, with filters for parts of the book."""
    environment = template_environment("booklet")
    environment.filters |= {
        "plain": to_plain_text,
        "title": lambda callout: callout_title(callout, book.language),
        **filters,
    }
    environment.globals["numbered"] = source.NUMBERED
    return environment


def template_environment(folder: str) -> jinja2.Environment:
    """Return the environment of the templates in a folder of content."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(content_path(folder)),
        bytecode_cache=_compiled(),
        autoescape=lambda name: name is not None and ".html" in name,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )


def write_python(template: Path) -> bytes:
    """Return the Python that Jinja makes of a template, for a wheel: four fifths of its work."""
    from jinja2 import nodes

    def leave(*args: object) -> NoReturn:
        """Leave a constant to be filtered when it is known how."""
        raise nodes.Impossible

    environment, text = template_environment(template.parent.name), template.read_text("utf-8")
    for node in environment.parse(text).find_all(nodes.Filter):
        environment.filters.setdefault(node.name, leave)
    return environment.compile(text, template.name, str(template), raw=True).encode()


def python_source(text: str) -> bytes:
    """Return all that the Python of a template depends on."""
    libraries = repr(library_versions(["jinja2"]))
    return b"\0".join([text.encode(), libraries.encode(), Path(__file__).read_bytes()])


@cache
def _compiled() -> jinja2.BytecodeCache:
    """Return what keeps the templates of a process: each book has an environment of its own."""
    import jinja2

    class Compiled(jinja2.BytecodeCache):
        codes: ClassVar[dict[tuple[str, str], Any]] = {}

        def get_bucket(
            self, environment: jinja2.Environment, name: str, filename: str | None, source: str
        ) -> Bucket:
            bucket = super().get_bucket(environment, name, filename, source)
            if bucket.code is None and filename is not None:
                kept = find_kept(Path(filename), partial(python_source, source))
                if kept is not None:
                    bucket.code = compile(kept, filename, "exec")
                    self.dump_bytecode(bucket)
            return bucket

        def load_bytecode(self, bucket: Bucket) -> None:
            bucket.code = self.codes.get((bucket.key, bucket.checksum))

        def dump_bytecode(self, bucket: Bucket) -> None:
            self.codes[bucket.key, bucket.checksum] = bucket.code

    return Compiled()
