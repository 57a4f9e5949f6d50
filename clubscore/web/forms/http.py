"""The data that a form is made with, and the answer that shows a form."""

from collections.abc import Mapping

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render


def posted_data(request: HttpRequest) -> QueryDict | None:
    """The fields of a POST request. None for every other method: a form that is made with None is not bound."""
    if request.method == "POST":
        return request.POST
    return None


def form_page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, object],
    *forms: BaseForm | None,
) -> HttpResponse:
    """The page that shows these forms. Its status is 422 if one of them has errors, else 200.

    None stands for a form that the page does not ask for.
    """
    has_errors = any(form.errors for form in forms if form)
    status = 422 if has_errors else 200
    return render(request, template, context, status=status)
