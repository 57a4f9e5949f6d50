"""The forms of a late change: the grounds of the proposal, and the organiser's answer."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from clubscore.duplicate.approval.services import (
    LateGrounds,
    is_late,
    needs_a_regulation,
)
from clubscore.duplicate.models import Session
from clubscore.web.forms.http import posted_data


class LateGroundsForm(forms.Form):
    """The part of an official's form that is asked for after the correction period (Law 79C2).

    `why` is asked for only if the official's form has no reason of its own.
    """

    is_beyond_doubt = forms.BooleanField(
        label=_("I am satisfied beyond reasonable doubt that the record is wrong"),
        error_messages={
            "required": _("After the period, propose only what you are sure of.")
        },
    )
    regulation = forms.CharField(
        label=_("The regulation that provides for it"),
        max_length=200,
        help_text=_("Of the club or the event."),
    )
    why = forms.CharField(label=_("Why"), max_length=200)
    late_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(
        self,
        data: Any = None,
        *,
        session: Session,
        asks_why: bool = False,
        auto_id: str = "id_%s",
    ) -> None:
        super().__init__(data, auto_id=auto_id)
        if not needs_a_regulation(session):
            del self.fields["regulation"]
        if not asks_why:
            del self.fields["why"]

    @property
    def grounds(self) -> LateGrounds:
        """The grounds that a valid form gives."""
        sent = self.cleaned_data
        return LateGrounds(sent["is_beyond_doubt"], sent.get("regulation", ""))

    @property
    def key_shown(self) -> object:
        """The key of the form for its page: the key that was sent, or a new one if none was."""
        return self["late_key"].value() or uuid4()

    @property
    def first_error(self) -> str:
        """The first error of an invalid form, for a page that cannot show the form again."""
        return str(next(iter(self.errors.values()))[0])


def late_form_of(
    request: HttpRequest, session: Session, now: datetime, *, asks_why: bool = False
) -> LateGroundsForm | None:
    """The part of an official's form about approval, with what was sent; None while the correction period runs."""
    if not is_late(session, now):
        return None
    return LateGroundsForm(posted_data(request), session=session, asks_why=asks_why)


def is_ready(form: LateGroundsForm | None) -> bool:
    """True if the part about approval is valid, or is not asked for."""
    return form is None or form.is_valid()


class LateAnswerForm(forms.Form):
    """The form with which an organiser approves a late change, or declines it with a reason."""

    act = forms.ChoiceField(choices=[("approve", "approve"), ("decline", "decline")])
    is_beyond_doubt = forms.BooleanField(
        label=_("I am satisfied beyond reasonable doubt that the record is wrong"),
        required=False,
    )
    reason = forms.CharField(
        label=_("Why not, if you do not approve"), required=False, max_length=200
    )
