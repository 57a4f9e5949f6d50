"""A refusal ends the block in which it was raised, and is shown at the place where the member looks."""

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage

from clubscore.refusals import Refused, refusal_as_message, refusal_on_form


class PinForm(forms.Form):
    pin = forms.CharField()


@pytest.fixture
def form():
    bound = PinForm({"pin": "1234"})
    assert bound.is_valid()
    return bound


@pytest.mark.parametrize(
    ("field", "shown_at"), [("pin", "pin"), ("password", "__all__"), (None, "__all__")]
)
def test_a_refusal_stands_at_its_field_or_above_a_form_without_it(
    form, field, shown_at
):
    after = "not reached"
    with refusal_on_form(form):
        raise Refused("Four digits, please.", field=field)
    after = "reached"
    assert (after, form.errors) == ("reached", {shown_at: ["Four digits, please."]})


def test_a_refusal_is_a_message_on_the_next_page(rf):
    request = rf.get("/")
    request._messages = CookieStorage(request)
    with refusal_as_message(request):
        raise Refused("Table 1 has been closed.")
    assert [(each.level_tag, each.message) for each in get_messages(request)] == [
        ("error", "Table 1 has been closed.")
    ]


def test_nothing_is_shown_where_nothing_is_refused(form):
    with refusal_on_form(form):
        answer = "done"
    assert (answer, form.errors) == ("done", {})


def test_other_errors_pass(form):
    with pytest.raises(ValueError, match="no refusal"), refusal_on_form(form):
        raise ValueError("no refusal")
    assert form.errors == {}
