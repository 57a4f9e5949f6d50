"""Checks of names: no hidden characters, one alphabet in each word, and no likeness to another member's name."""

import unicodedata
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST_NAME = 80  # characters

# Letters that look like Latin ones, as they are after NFKD and casefolding.
_TWINS = str.maketrans(
    "авеһіјкӏмнорсѕтухԛԝαβεηικνορτυχζμ01|ıɑɡ", "abehijklmhopcstyxqwabenikvoptuxzmolliag"
)
# Letters, marks and signs that show nothing.
_FILLERS = (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
_BLANK = frozenset(
    map(chr, (*_FILLERS, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lo"})
# Written together in one word.
_EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})


def normalised_sign_in_name(text: str) -> str:
    """The sign-in name in its stored form: NFKC, without blanks around it. Comparisons also ignore the case."""
    return unicodedata.normalize("NFKC", text).strip()


def look_of(name: str) -> str:
    """A key that is equal for names that look alike: accents, case, look-alike letters and blanks do not matter."""
    letters, marks = unicodedata.normalize("NFKD", name), {"Mn", "Me", "Cf"}
    plain = "".join(
        character
        for character in letters
        if unicodedata.category(character) not in marks and character not in _BLANK
    )
    return " ".join(plain.casefold().split()).translate(_TWINS).replace("i", "l")


def looks_like_one_of(name: str, others: Iterable[str]) -> bool:
    """True if one of the other names looks like this name."""
    look = look_of(name)
    return any(look_of(other) == look for other in others)


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character)[0] == "C" or character in _BLANK


def validate_name(name: str) -> None:
    """Require a name without hidden characters, with each word in one alphabet. Raises ValidationError."""
    hidden = sorted(set(filter(_is_hidden, name)))
    if hidden:
        code = ", ".join(f"U+{ord(character):04X}" for character in hidden)
        raise ValidationError(
            _(
                "The name has characters that nobody can see (%(code)s): type it without them."
            )
            % {"code": code}
        )
    for word in name.split():
        alphabets = {found for character in word if (found := _alphabet(character))}
        if len(alphabets) > 1:
            raise ValidationError(
                _("“%(word)s” mixes letters of two alphabets: type it in one.")
                % {"word": word}
            )


def _alphabet(character: str) -> str:
    """The alphabet of a letter, as Unicode names it, such as LATIN; empty for a character that is not a letter."""
    plain = unicodedata.normalize("NFKD", character)[0]
    if unicodedata.category(plain) not in _LETTERS:
        return ""
    alphabet = unicodedata.name(plain, "").partition(" ")[0]
    return "CJK" if alphabet in _EAST_ASIAN else alphabet
