"""Open Jinja templates, and compile them for a wheel.

The build of a wheel imports this module with only Jinja and msgspec installed, so it imports
nothing that draws.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from printkit.base.content import content_path, find_kept, library_versions

if TYPE_CHECKING:
    import jinja2
    from jinja2.bccache import Bucket


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
    """Return the Python code that Jinja compiles from a template.

    A wheel contains this code, which saves four fifths of Jinja's time.
    """
    from jinja2 import nodes

    def leave(*args: object) -> NoReturn:
        """Keep a constant unfiltered until its filter is known."""
        raise nodes.Impossible

    environment, text = template_environment(template.parent.name), template.read_text("utf-8")
    for node in environment.parse(text).find_all(nodes.Filter):
        environment.filters.setdefault(node.name, leave)
    return environment.compile(text, template.name, str(template), raw=True).encode()


def python_source(text: str) -> bytes:
    """Return everything that the compiled code of a template depends on."""
    libraries = repr(library_versions(["jinja2"]))
    return b"\0".join([text.encode(), libraries.encode(), Path(__file__).read_bytes()])


@cache
def _compiled() -> jinja2.BytecodeCache:
    """Return the cache of compiled templates, which all books of the process share.

    Each book has its own environment.
    """
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
