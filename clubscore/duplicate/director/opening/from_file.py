"""The form for a movement of the director's own: a file or a pasted text, checked by the rules of movements."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.duplicate.director.opening.forms import EveningForm, TablesField
from clubscore.duplicate.director.opening.offers import PlanOffer
from clubscore.languages.spoken import refusal_told, told
from scoring.movements.balance import quality
from scoring.movements.check import Breach, check
from scoring.movements.plan import SWISS, Movement
from scoring.movements.proposals import (
    MINUTES_A_CHANGE,
    Fit,
    minutes_of,
    with_a_pair_missing,
)
from scoring.text.lines import InvalidLine
from scoring.text.movement_file import UNTITLED, MovementFile, read_movement

MOST_CHARACTERS = 40_000
MOST_TABLES = 60
MOST_BOARDS_A_ROUND = 12
MOST_BREACHES = 8
PREFIX = "own"
_TOO_LONG = gettext_lazy("The text has more than %(most)s characters.")
_MOST_LENGTHS = {"name": 80, "kind": 40}  # of the columns of Plan


class MovementFileForm(EveningForm):
    """The form for a movement from a file. After it was cleaned without an error, `offer` is the movement as a plan."""

    file = forms.FileField(
        label=gettext_lazy("Choose a movement file"), required=False, max_length=200
    )
    text = forms.CharField(
        label=gettext_lazy("or paste it here"),
        required=False,
        strip=False,
        max_length=MOST_CHARACTERS,
        help_text=gettext_lazy(
            "A line for each table in each round: round, table, North-South, East-West, set of boards."
        ),
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "wrap": "off"}),
    )
    tables = TablesField(
        label=gettext_lazy("Tables"),
        max_length=8,
        help_text=gettext_lazy("9½ is nineteen pairs."),
    )
    boards_a_round = forms.IntegerField(
        label=gettext_lazy("Boards a round"),
        required=False,
        min_value=1,
        max_value=MOST_BOARDS_A_ROUND,
        help_text=gettext_lazy("If the file does not say it."),
    )

    field_order = ("file", "text", "tables", "boards_a_round", "begins", "minutes")
    offer: PlanOffer

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, prefix=PREFIX)

    @property
    def kept(self) -> list[tuple[str, str]]:
        """The names and values of the fields, for the form that chooses the plan. The text stands for the file."""
        kept = {name: self.data.get(self.add_prefix(name), "") for name in self.fields}
        kept["text"] = self.cleaned_data["text"]
        del kept["file"]
        return [(self.add_prefix(name), value) for name, value in kept.items()]

    @property
    def allowances(self) -> list[str]:
        """The sentences that name the rules from which the file excepts itself."""
        movement = self.offer.first.movement
        sentences = []
        if movement.replays:
            sentences.append(_("The file lets the same opponents meet again."))
        if movement.sits_twice:
            sentences.append(_("The file lets somebody sit out more than once."))
        return sentences

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, and set `offer`. Each mistake becomes an error at the file or the text."""
        data = super().clean() or {}
        if self.errors:
            return data
        field = "file" if data["file"] else "text"
        if bool(data["file"]) == bool(data["text"].strip()):
            raise forms.ValidationError(
                _("Choose a file or paste its text: one of the two.")
            )
        try:
            if data["file"]:
                data["text"] = _text_of(data["file"].read())
            read = read_movement(data["text"].encode().splitlines(keepends=True))
            self.offer = self._offer(read)
        except InvalidLine as refusal:
            words = _("Line %(line)s, column %(column)s: %(reason)s")
            place = {"line": refusal.line, "column": refusal.column}
            self.add_error(field, words % (place | {"reason": refusal_told(refusal)}))
        except forms.ValidationError as refusal:
            self.add_error(field, refusal)
        return data

    def _offer(self, read: MovementFile) -> PlanOffer:
        """The movement as a plan. Raises ValidationError if it breaks a rule, or does not fit the evening."""
        movement = _for_pairs(read.movement, self.cleaned_data["tables"])
        if breaches := check(movement):
            lines = _lines_of_rows(self.cleaned_data["text"])
            raise forms.ValidationError([*_in_words(breaches, lines)])
        boards = self.cleaned_data["boards_a_round"] or read.boards_a_set
        if not 1 <= boards <= MOST_BOARDS_A_ROUND:
            words = _("Write how many boards a round has, from 1 to %(most)s.")
            raise forms.ValidationError(words % {"most": MOST_BOARDS_A_ROUND})
        minutes = minutes_of(
            movement, boards, self.cleaned_data["minutes"], MINUTES_A_CHANGE
        )
        name = read.title[: _MOST_LENGTHS["name"]].strip() or UNTITLED
        balance = quality(movement) or Fraction(100)
        return PlanOffer((Fit(name, movement, boards, minutes, balance, Fraction(0)),))


def _text_of(content: bytes) -> str:
    """The text of an uploaded file. Raises ValidationError if it is too long, or no text in UTF-8."""
    if len(content) > MOST_CHARACTERS:
        raise forms.ValidationError(_TOO_LONG % {"most": MOST_CHARACTERS})
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise forms.ValidationError(
            _("This file is no text in UTF-8: save it as plain text.")
        ) from None
    if "\0" in text:
        raise forms.ValidationError(
            _("This file is no text in UTF-8: save it as plain text.")
        )
    return text


def _for_pairs(movement: Movement, pairs: int) -> Movement:
    """The movement for this number of pairs, of which two sit at a table; one pair may be missing.

    Raises ValidationError if the movement is for another number, or cannot be a plan.
    """
    _require_plan(movement)
    wanted, entries = _entries_of(movement.form, pairs), len(movement.entries)
    if movement.form == "pairs" and entries == wanted + 1 and pairs % 2:
        return with_a_pair_missing(movement)
    if entries != wanted:
        words = {
            "pairs": _(
                "This movement is for %(entries)s pairs, and you have %(wanted)s."
            ),
            "teams": _(
                "This movement is for %(entries)s teams, and you have %(wanted)s."
            ),
            "individual": _(
                "This movement is for %(entries)s players, and you have %(wanted)s."
            ),
        }[movement.form]
        raise forms.ValidationError(words % {"entries": entries, "wanted": wanted})
    return movement


def _entries_of(form: str, pairs: int) -> int:
    """The number of pairs, teams or players at the tables that seat this number of pairs."""
    if form == "teams":
        return pairs // 2
    if form == "individual":
        return 2 * pairs
    return pairs


def _require_plan(movement: Movement) -> None:
    """Require what every plan has: drawn rounds, no gap between rounds, not too many tables. Raises ValidationError."""
    if movement.kind == SWISS:
        raise forms.ValidationError(
            _("A Swiss is drawn round by round: choose it above.")
        )
    if movement.tables > MOST_TABLES or len(movement.kind) > _MOST_LENGTHS["kind"]:
        words = _("A movement has at most %(most)s tables, and a short name.")
        raise forms.ValidationError(words % {"most": MOST_TABLES})
    for number, rows in movement.by_round.items():
        if not rows:
            words = _("Round %(round)s has no table.")
            raise forms.ValidationError(words % {"round": number})


def _lines_of_rows(text: str) -> dict[tuple[int, int], int]:
    """The number of the line of each row, by round and table; empty for a file with a line for each table."""
    lines = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split(maxsplit=2)[:2]
        if len(words) == 2 and all(word.isdecimal() for word in words):
            lines[int(words[0]), int(words[1])] = number
    return lines


def _in_words(
    breaches: tuple[Breach, ...], lines: dict[tuple[int, int], int]
) -> Iterator[str]:
    """Yield the first breaches in words, each with its line, round and table, then how many more there are."""
    for breach in breaches[:MOST_BREACHES]:
        line = lines.get((breach.round or 0, breach.table or 0))
        words = told(breach.words)
        if line is not None:
            words = _("Line %(line)s: %(reason)s") % {"line": line, "reason": words}
        yield words
    more = len(breaches) - MOST_BREACHES
    if more > 0:
        words = ngettext(
            "%(number)s more rule is broken.", "%(number)s more rules are broken.", more
        )
        yield words % {"number": more}
