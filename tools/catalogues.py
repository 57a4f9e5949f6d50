"""Update the translation catalogues (.po files) from the templates and the Python code: `make catalogues`.

A catalogue holds each message once, in the order of the source files. A message that no file contains any more is
removed, an existing translation is kept, and a new message gets an empty translation. Then the catalogues are compiled
into the files that the pages read, and the messages without a translation are listed. A page shows such a message in
English.
"""

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import django.conf
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from tools.messages import messages_of

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "clubscore" / "locale"
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
OF_NO_PAGE = {"migrations", "commands"}  # their words are read at a prompt, in English
NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)  # the same words compile to the same bytes
CONTEXT_FIRST = ((1, "c"), 2)
KEYWORDS = {
    "_": None, "gettext": None, "ngettext": (1, 2), "pgettext": CONTEXT_FIRST, "npgettext": (*CONTEXT_FIRST, 3),
}  # fmt: skip


def catalogue_path(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def languages() -> list[str]:
    """The codes of the languages that have a catalogue, sorted."""
    return sorted(
        path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/django.po")
    )


def spoken() -> Catalog:
    """A catalogue of every message in the templates, the pages and the scoring rules, without translations."""
    catalogue = Catalog(project="Clubscore", charset="utf-8")
    for path in _files("templates", ".html", ".txt"):
        for _, message, _, context in extract(
            "python", io.BytesIO(_as_python(path)), KEYWORDS, (), {}
        ):
            if message:  # gettext has its header at the empty one
                catalogue.add(
                    message,
                    context=context,
                    locations=[(str(path.relative_to(ROOT)), 1)],
                )
    for path in (*_files("clubscore", ".py"), *_files("scoring", ".py")):
        for one, more, context in messages_of(path):
            name = str(path.relative_to(ROOT))
            catalogue.add(
                (one, more) if more else one,
                context=context or None,
                locations=[(name, 1)],
            )
    return catalogue


def _files(folder: str, *endings: str) -> Iterator[Path]:
    found = (
        path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in endings
    )
    return (path for path in found if not OF_NO_PAGE & set(path.parts))


def _as_python(path: Path) -> bytes:
    """The template as Django's `templatize` writes it for gettext: Python-like text with a call for each message."""
    if not django.conf.settings.configured:
        django.conf.settings.configure(USE_I18N=False)
    lines = templatize(path.read_text(), origin=str(path)).splitlines()
    return "\n".join(line.strip() for line in lines).encode()


def catalogue(language: str) -> Catalog:
    with catalogue_path(language).open("rb") as file:
        return read_po(file, locale=language)


def written(found: Catalog) -> bytes:
    """The catalogue as the bytes of its .po file. The header names no times and no people."""
    file = io.BytesIO(
        HEADER.format(
            language=found.locale_identifier, plural=found.plural_forms
        ).encode()
    )
    file.seek(0, io.SEEK_END)
    write_po(
        file,
        found,
        width=120,
        omit_header=True,
        ignore_obsolete=True,
        include_lineno=False,
    )
    return file.getvalue()


def compiled(found: Catalog) -> bytes:
    """The catalogue as the bytes of its compiled .mo file, which the pages read."""
    file = io.BytesIO()
    found.creation_date = found.revision_date = NO_TIME
    write_mo(file, found)
    return file.getvalue()


def is_translated(message: Message) -> bool:
    """True if every form of the message has a translation and the message is not marked as fuzzy."""
    own = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(own) and not message.fuzzy


def untranslated(said: Catalog, found: Catalog) -> list[Message]:
    """The messages of `said` that have no translation in the catalogue `found`, in the order of `said`."""
    missing = []
    for message in said:
        own = found.get(message.id, message.context)
        if message.id and not (own and is_translated(own)):
            missing.append(message)
    return missing


def listed(language: str, missing: list[Message]) -> str:
    """One line of text for each missing message: the language, the file that contains the message, and its
    English text.
    """
    lines = []
    for message in missing:
        english = message.id[0] if isinstance(message.id, tuple) else message.id
        lines.append(f"{language}: {message.locations[0][0]}: {english}\n")
    return "".join(lines)


def main(new: list[str]) -> None:
    """Update the catalogues of all languages, and create one for each of the `new` language codes."""
    said = spoken()
    for language in sorted({*languages(), *new}):
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        found = (
            catalogue(language)
            if path.exists()
            else Catalog(locale=language, project="Clubscore")
        )
        found.update(said, no_fuzzy_matching=True)
        path.write_bytes(written(found))
        path.with_suffix(".mo").write_bytes(compiled(found))
        missing = untranslated(said, found)
        print(
            f"{language}: {len(found)} messages, {len(missing)} without a translation"
        )
        print(listed(language, missing), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
