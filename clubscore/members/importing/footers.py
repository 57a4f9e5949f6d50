"""Lines of a list that are no members: totals, page numbers and the end of the list, as other programs write them."""

import re
from collections.abc import Sequence

from clubscore.members.importing.synonyms import plain_key

_WORD = re.compile(r"[^\W\d_]+")


def _words(text: str) -> set[str]:
    """The words of a text, without accents and in small letters."""
    return set(_WORD.findall(plain_key(text).replace("_", " ")))


# Each of these words marks such a line, in any of the languages of the pages.
_MARKS = _words(
    "total totals subtotal count sum end "
    "gesamt gesamtzahl summe zwischensumme anzahl ende "
    "nombre totaux fin "
    "totaal aantal som einde"
)
# These words mark a line that has a figure, too.
_MARKS_WITH_FIGURES = _words(
    "page printed exported generated created members players rows records "
    "seite gedruckt erstellt stand mitglieder spieler "
    "imprimé édité membres adhérents joueurs licenciés "
    "pagina afgedrukt geprint leden spelers"
)
_BETWEEN = _words(
    "of the list report file number no on at from and "
    "der des von vom am liste bericht datei insgesamt "
    "de du la le les fichier "
    "van het lijst bestand op in"
)


def is_footer(cells: Sequence[str]) -> bool:
    """True if a row is no member: a total, a count, a page number, the end of the list, or a line without letters.

    Only one cell of such a row has words, and all of its words are known. So nobody with a first name and a surname is
    taken for a total.
    """
    filled = [cell for cell in cells if cell]
    worded = [cell for cell in filled if _WORD.search(cell)]
    if not worded:
        return not any(character.isalnum() for cell in filled for character in cell)
    if len(worded) > 1:
        return False
    words = _words(worded[0])
    has_figures = any(character.isdigit() for cell in filled for character in cell)
    marks = _MARKS | _MARKS_WITH_FIGURES if has_figures else _MARKS
    known = _MARKS | _MARKS_WITH_FIGURES | _BETWEEN
    return bool(words & marks) and words <= known
