"""A job: what is wanted, as plain data.

In: choices of a command line, of a program, or of a file. Out: one value that the chain works from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import field
from msgspec.structs import replace

from printkit.base.errors import UsageError, did_you_mean
from printkit.base.files import DEFAULT_OUT
from printkit.base.messages import parse_edition
from printkit.base.printer_profile import Profile
from printkit.jobs.options import accept_options, options_of, settle_options
from printkit.writers import formats as format_names
from printkit.writers import is_format


class Job(msgspec.Struct, frozen=True):
    """What is wanted. All fields are plain data; `options` holds only what was chosen, by name.
    Those of them named in `defaults` are settings of the user, which may give way.

    `variant` is a slug, a file or a book; `deck` a deck that stands in for it. Without `products`
    all that the game asks for is made. `languages` are editions: a language, or two side by side
    (`fr+en`). `addons` are definitions whose cards are added. `measure_ink` records the coverage
    in the manifest. `rebuild` makes anew what has not changed since the build before. `replace`
    puts new files in the place of those that were changed by hand, which are kept as NAME.bak.
    `out` is the folder; the files go into a folder of it.
    """

    variant: str = ""
    products: tuple[str, ...] = ()
    languages: tuple[str, ...] = ("en",)
    formats: tuple[str, ...] = ("pdf",)
    options: Mapping[str, Any] = field(default_factory=dict)
    defaults: tuple[str, ...] = ()
    deck: str = ""
    addons: tuple[str, ...] = ()
    measure_ink: bool = False
    rebuild: bool = False
    replace: bool = False
    out: Path = DEFAULT_OUT

    def choose(self, **options: Any) -> Job:
        """Return the job with these options chosen besides. Raises UsageError."""
        chosen = accept_options(options, options_of(self.products, self.formats))
        return replace(self, options={**self.options, **chosen})

    def as_data(self) -> dict[str, Any]:
        """Return the job as plain data, as `job_from_data` takes it."""
        data = {name: getattr(self, name) for name in self.__struct_fields__}
        options = {
            name: value.as_data() if isinstance(value, Profile) else value
            for name, value in self.options.items()
        }
        lists = {name: list(value) for name, value in data.items() if isinstance(value, tuple)}
        return {**data, **lists, "options": options, "out": str(self.out)}


def make_job(
    variant: str = "",
    products: Iterable[str] = (),
    languages: Iterable[str] = ("en",),
    formats: Iterable[str] = ("pdf",),
    **wishes: Any,
) -> Job:
    """Return a job: keywords are its fields, all others are options (`card_size="bridge"`).

    Raises UsageError for what is not known or not accepted.
    """
    names = set(Job.__struct_fields__)
    plain = {name: value for name, value in wishes.items() if name in names - {"options"}}
    chosen = {name: value for name, value in wishes.items() if name not in names}
    job = Job(variant, tuple(products), tuple(languages), tuple(formats), **plain)
    return job.choose(**dict(wishes.get("options", {})), **chosen)


def job_from_data(data: Mapping[str, Any]) -> Job:
    """Return the job of plain data, such as JSON gives. Raises UsageError that names the field."""
    names = Job.__struct_fields__
    for name in data:
        if name not in names:
            raise UsageError(
                f"A job has no field “{name}”.",
                location=name,
                hint=did_you_mean(name, names, "fields"),
            )
    values: dict[str, Any] = {}
    for name, value in data.items():
        values[name] = _READ[name](name, value)
    chosen = values.pop("options", {})
    return Job(**values).choose(**chosen)


def check_job(job: Job) -> Job:
    """Return the job, each option checked by its declaration. Raises UsageError."""
    for edition in job.languages:
        parse_edition(edition)
    for name in job.formats:
        if not is_format(name):
            raise UsageError(
                f"“{name}” is not a format.", hint=did_you_mean(name, format_names(), "formats")
            )
    known = options_of(job.products, job.formats)
    checked = replace(job, options=accept_options(job.options, known))
    return replace(checked, options=settle_options(checked))


# --- fields of plain data -----------------------------------------------------------------------


def _check_text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise UsageError(f"“{value}” is not a text.", location=name, hint="Write it in quotes.")
    return value


def _check_texts(name: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise UsageError(f"“{value}” is not a list.", location=name, hint='Write ["…", "…"].')
    return tuple(_check_text(name, text) for text in value)


def _check_switch(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise UsageError(f"“{value}” is not yes or no.", location=name, hint="Write true or false.")
    return value


def _check_mapping(name: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise UsageError("These are no options.", location=name, hint='Write {"paper": "a4"}.')
    return value


def _check_path(name: str, value: Any) -> Path:
    return Path(_check_text(name, value))


_READ: Mapping[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys(("variant", "deck"), _check_text),
    **dict.fromkeys(("products", "languages", "formats", "defaults", "addons"), _check_texts),
    **dict.fromkeys(("measure_ink", "rebuild", "replace"), _check_switch),
    "options": _check_mapping,
    "out": _check_path,
}
