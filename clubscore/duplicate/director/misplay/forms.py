"""Forms that say what went wrong in a round: two entries sat in each other's seats, or a table played other boards."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.director.misplay.plans import Boards, Misplay, Seats
from clubscore.duplicate.session.lineup import boards_named, entry_choices
from clubscore.duplicate.session.state import SessionState
from scoring.movements.plan import boards_of

SEATS, BOARDS = "seats", "boards"


class MisplayForm(forms.Form):
    """The form in which a director chooses the round that was played otherwise than planned.

    The value also names the section: `A3` is round 3 of section A.
    """

    round = forms.ChoiceField(label=_("In round"))

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        newest = f"{state.sections[0].letter}{state.round}"
        auto_id = f"{type(self).__name__.lower()}_%s"
        super().__init__(data, auto_id=auto_id, initial={"round": newest})
        self.fields["round"].choices = _rounds(state)  # type: ignore[attr-defined]

    @property
    def letter(self) -> str:
        return str(self.cleaned_data["round"])[0]

    @property
    def number(self) -> int:
        """The number of the round."""
        return int(self.cleaned_data["round"][1:])


def _rounds(state: SessionState) -> list[tuple[str, str]]:
    """The choices of rounds that have begun, the newest first, with a key such as `A3`.

    The words are `3`, or `3, section A` if there are several sections.
    """
    choices = []
    for section in state.sections:
        for number in range(state.round, 0, -1):
            words = f"{number}"
            if len(state.sections) > 1:
                of_section = _("%(round)s, section %(section)s")
                words = of_section % {"round": number, "section": section.letter}
            choices.append((f"{section.letter}{number}", words))
    return choices


class SeatsForm(MisplayForm):
    """The form for a round in which two entries sat in each other's seats: it asks for their two numbers."""

    one = forms.ChoiceField(
        label=_("Who sat wrongly"), error_messages={"required": _("Choose a number.")}
    )
    other = forms.ChoiceField(
        label=_("In whose seats"), error_messages={"required": _("Choose a number.")}
    )

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data, state=state)
        for name in ("one", "other"):
            self.fields[name].choices = [  # type: ignore[attr-defined]
                ("", _("Choose a number")),
                *entry_choices(state),
            ]

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        for name in ("one", "other"):
            if sent.get("round") and sent.get(name) and sent[name][0] != self.letter:
                wrong = _(
                    "Choose two of section %(section)s, or a round of section %(other)s."
                )
                letters = {"section": self.letter, "other": sent[name][0]}
                self.add_error(name, wrong % letters)
        return sent

    @property
    def misplay(self) -> Misplay:
        one = int(self.cleaned_data["one"][1:])
        other = int(self.cleaned_data["other"][1:])
        return Seats(self.number, one, other)


class BoardsForm(MisplayForm):
    """The form for a round in which a table played other boards than planned: it asks for the table and its boards."""

    table = forms.ChoiceField(
        label=_("Table"), error_messages={"required": _("Choose a table.")}
    )
    boards = forms.ChoiceField(
        label=_("Boards that it played"),
        error_messages={"required": _("Choose the boards.")},
    )
    exchanged = forms.BooleanField(
        label=_("The table that had these boards played those of this one"),
        required=False,
    )

    def __init__(self, data: Any = None, *, state: SessionState) -> None:
        super().__init__(data, state=state)
        size = state.session.boards_a_round
        most = max(section.movement.tables for section in state.sections)
        tables: list[tuple[object, object]] = [("", _("Choose a table"))]
        for table in range(1, most + 1):
            tables.append((table, table))
        sets: list[tuple[object, object]] = [("", _("Choose the boards"))]
        for number in range(1, state.boards // size + 1):
            sets.append((number, boards_named(boards_of(number, size))))
        fields: Any = self.fields
        fields["table"].choices = tables
        fields["boards"].choices = sets

    @property
    def misplay(self) -> Misplay:
        sent = self.cleaned_data
        return Boards(
            self.number, int(sent["table"]), int(sent["boards"]), sent["exchanged"]
        )
