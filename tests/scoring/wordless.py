"""An artificial language without words: a word that remains in a text was not translatable, or is in no catalogue."""

import re
from functools import cache
from pathlib import Path

import scoring
from scoring.said import in_language
from tools.messages import messages_of

PLACE = re.compile(r"({\w+(?::\w+)?})")
UNTOLD = re.compile(r"[a-z]{2,}")


@cache
def forms() -> frozenset[str]:
    """Every message of the package `scoring` that the catalogues have, singular and plural."""
    files = Path(scoring.__file__).parent.rglob("*.py")
    return frozenset(
        form
        for path in files
        for message in messages_of(path)
        for form in (message.one, message.more)
    )


def wordless(form: str) -> str:
    """The message without its words: only placeholders and punctuation remain.

    An unknown message is returned as it is.
    """
    if form not in forms():
        return form
    return "".join(
        part if PLACE.fullmatch(part) else UNTOLD.sub("", part)
        for part in PLACE.split(form)
    )


def left_in_english(text: str) -> list[str]:
    """The words of the text that remain after its translation into the language without words."""
    return UNTOLD.findall(
        in_language(
            text,
            wordless,
            lambda one, more, number: wordless(one if number == 1 else more),
        )
    )
