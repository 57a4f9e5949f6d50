"""The template tag for addresses gives the same addresses as Django's own."""

import pytest
from django.template import Context, Template
from django.test import override_settings
from django.urls import NoReverseMatch, path, reverse, set_script_prefix

urlpatterns = [path("elsewhere/<int:pk>/", lambda request, pk: None, name="only-here")]


def drawn(text: str, **values: object) -> str:
    return Template(text).render(Context(values))


def test_the_same_page_with_another_number_is_another_address():
    shown = drawn(
        '{% url "rubbers:detail" one %} {% url "rubbers:detail" two %} {% url "rubbers:detail" one %}',
        one=1,
        two=2,
    )
    assert shown.split() == [
        reverse("rubbers:detail", args=[number]) for number in (1, 2, 1)
    ]


def test_an_address_below_a_prefix_has_the_prefix():
    at_home = drawn('{% url "rubbers:detail" 1 %}')
    set_script_prefix("/club/")
    try:
        assert drawn('{% url "rubbers:detail" 1 %}') == f"/club{at_home}"
    finally:
        set_script_prefix("/")
    assert drawn('{% url "rubbers:detail" 1 %}') == at_home


def test_what_has_no_address_is_an_error_each_time():
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            drawn('{% url "tables:nowhere" 1 %}')


def test_other_addresses_count_where_they_are_on():
    with override_settings(ROOT_URLCONF=__name__):
        assert drawn('{% url "only-here" 7 %}') == "/elsewhere/7/"
    with pytest.raises(NoReverseMatch):
        drawn('{% url "only-here" 7 %}')


def test_a_name_for_an_address_and_arguments_by_name_work_as_in_django():
    assert (
        drawn('{% url "rubbers:detail" 3 as there %}[{{ there }}]')
        == f"[{reverse('rubbers:detail', args=[3])}]"
    )
    assert drawn('{% url "tables:nowhere" 3 as there %}[{{ there }}]') == "[]"
