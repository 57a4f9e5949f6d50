"""The forms of a set of boards: to deal it, to import it from PBN, and to check a text against its digest."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubscore.languages.spoken import refusal_told
from scoring.hands import DealtBoard
from scoring.hands.layout import MOST_BOARDS
from scoring.text.hands.pbn_file import SessionBoards, read_pbn_sessions
from scoring.text.hands.sealed_text import is_sealed_by
from scoring.text.lines import InvalidLine

MOST_BYTES = 20_000_000
PASTED = "pasted"


class _SetForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("Such as: Thursday pairs, 26 November."),
    )
    opens_at = forms.DateTimeField(
        label=_("Open from"),
        required=False,
        widget=forms.DateTimeInput(
            attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
        ),
        help_text=_("When everybody may see the cards. Empty: until you open them."),
        error_messages={
            "invalid": _(
                "Give day and time, such as 2026-11-26 23:00, or leave it empty."
            )
        },
    )


class DealtSetForm(_SetForm):
    """The form for a set that the computer deals."""

    boards = forms.IntegerField(
        label=_("Boards"), min_value=1, max_value=MOST_BOARDS, initial=24
    )
    first = forms.IntegerField(
        label=_("Number of the first"), min_value=1, max_value=9999, initial=1
    )

    field_order = ("name", "boards", "first", "opens_at")


class ImportForm(_SetForm):
    """The form for a set from PBN: a file, or a pasted text."""

    file = forms.FileField(label=_("Choose a PBN file"), required=False, max_length=200)
    text = forms.CharField(
        label=_("or paste it here"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "wrap": "off"}),
    )

    field_order = ("name", "file", "text", "opens_at")
    sessions: tuple[SessionBoards, ...]

    @property
    def dealt(self) -> tuple[DealtBoard, ...]:
        """The boards of the set: those of the first session in the PBN."""
        return self.sessions[0].boards

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data, and set `sessions` to the boards that were read from the file or the text.

        An error in the PBN is added to the form, with file, line and column. Raises ValidationError unless there is
        either a file or a text.
        """
        data = super().clean() or {}
        uploaded = data.get("file")
        pasted = data.get("text", "")
        if self.errors:
            return data
        if bool(uploaded) == bool(pasted.strip()):
            raise forms.ValidationError(
                _("Choose a file or paste its text: one of the two.")
            )
        if uploaded:
            field, name, content = "file", uploaded.name, uploaded.read()
        else:
            field, name, content = "text", PASTED, pasted.encode()
        try:
            self.sessions = read_pbn_sessions(content)
        except InvalidLine as refusal:
            place = f"{name}:{refusal.line}:{refusal.column}"
            self.add_error(field, f"{place}: {refusal_told(refusal)}")
        return data


class VerificationForm(forms.Form):
    """A sealed text, and the published digest against which it is checked."""

    digest = forms.RegexField(
        r"^[0-9A-Fa-f\s]{64,90}$",
        label=_("The digest that was published before play"),
        error_messages={
            "invalid": _("A digest has 64 marks: the digits, and letters from a to f.")
        },
    )
    text = forms.CharField(
        label=_("The text of the hands, from its first line to its last"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off"}),
    )

    def clean_digest(self) -> str:
        """The digest in lower case without blanks. Raises ValidationError unless it has 64 digits."""
        digest = "".join(self.cleaned_data["digest"].split()).lower()
        if len(digest) != 64:
            words = _("A digest has 64 marks, and this has %(number)s.")
            raise forms.ValidationError(words % {"number": len(digest)})
        return digest

    @property
    def belongs(self) -> bool:
        """True if the digest is the digest of the text. Line ends, and blanks around the text, do not matter."""
        text = self.cleaned_data["text"].replace("\r\n", "\n").strip() + "\n"
        return is_sealed_by(text, self.cleaned_data["digest"])
