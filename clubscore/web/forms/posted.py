"""The data with which a view makes its form."""

from django.http import HttpRequest, QueryDict


def posted_data(request: HttpRequest) -> QueryDict | None:
    """The fields of a POST request. None for every other method: a form that is made with None is not bound."""
    if request.method == "POST":
        return request.POST
    return None
