"""A language without words: what it leaves over of a text was not said, or in a form that no catalogue has."""

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
    """Every form that the catalogues have of the rules."""
    files = Path(scoring.__file__).parent.rglob("*.py")
    return frozenset(
        form
        for path in files
        for message in messages_of(path)
        for form in (message.one, message.more)
    )


def wordless(form: str) -> str:
    """A form in a language without words: its places and marks alone."""
    if form not in forms():
        return form
    return "".join(
        part if PLACE.fullmatch(part) else UNTOLD.sub("", part)
        for part in PLACE.split(form)
    )


def left_in_english(text: str) -> list[str]:
    """The words that are still there."""
    return UNTOLD.findall(
        in_language(
            text,
            wordless,
            lambda one, more, number: wordless(one if number == 1 else more),
        )
    )
