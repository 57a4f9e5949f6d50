"""Every page of duplicate reads the database as of one moment."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from clubscore.database.one_moment import at_one_moment
from clubscore.duplicate.urls import urlpatterns
from clubscore.members.models import Member
from tests.factories import member
from tests.writing_at_once import at_once

DECORATED = at_one_moment(lambda request: HttpResponse()).__code__


def layers(view):
    while view:
        yield view
        view = getattr(view, "__wrapped__", None)


def is_at_one_moment(view):
    return any(layer.__code__ is DECORATED for layer in layers(view))


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_a_view_of_duplicate_reads_at_one_moment_or_takes_only_what_is_sent(pattern):
    assert (
        is_at_one_moment(pattern.callback)
        or pattern.callback(RequestFactory().get("/")).status_code == 405
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("method", "seen"),
    [
        ("GET", ["Anna", "Anna"]),
        ("HEAD", ["Anna", "Anna"]),
        ("POST", ["Anna", "Anna White"]),
    ],
)
def test_a_page_does_not_see_what_others_write_meanwhile_and_a_form_does(method, seen):
    anna = member("Anna")

    def names():
        return Member.objects.get().name

    @at_one_moment
    def view(request):
        before = names()
        assert at_once(lambda: Member.objects.update(name="Anna White")) == []
        return HttpResponse([before, ",", names()])

    request = RequestFactory().generic(method, "/")
    request.user = anna
    assert view(request).content.decode().split(",") == seen
