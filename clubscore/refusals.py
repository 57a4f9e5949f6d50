"""Refusals: a service raises a refusal if a rule of the club forbids an action, and the page shows it to the member."""

from collections.abc import Callable
from types import TracebackType

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.functional import Promise


class Refused(ValueError):
    """The base of all refusals. The message is a sentence for members with the reason, and with what to do instead.

    `field` names the form field that the message is about; None means the form as a whole.
    """

    def __init__(self, message: str | Promise, *, field: str | None = None) -> None:
        super().__init__(str(message))
        self.field = field


class RefusalShown:
    """A context manager: a refusal in its block is shown, and the code after the block runs. Other exceptions pass."""

    def __init__(self, show: Callable[[Refused], None]) -> None:
        self._show = show

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        _: TracebackType | None,
    ) -> bool:
        if isinstance(error, Refused):
            self._show(error)
        return isinstance(error, Refused)


def refusal_on_form(form: forms.BaseForm) -> RefusalShown:
    """A context manager that shows a refusal of its block on the form.

    The refusal is shown at its field if the form has that field, else above all fields.
    """

    def show(refusal: Refused) -> None:
        is_field = refusal.field in form.fields
        field = refusal.field if is_field else None
        form.add_error(field, str(refusal))

    return RefusalShown(show)


def refusal_as_message(request: HttpRequest) -> RefusalShown:
    """A context manager that shows a refusal of its block as an error message on the next page."""
    return RefusalShown(lambda refusal: messages.error(request, str(refusal)))
