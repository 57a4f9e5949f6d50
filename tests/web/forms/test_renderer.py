"""Our faster rendering of a long choice gives the same HTML as Django's."""

import pytest
from django import forms
from django.test.html import parse_html

from clubscore.web.forms.renderer import LongSelect

CHOICES = [("", "Choose"), (1, "Anna & <b>Ben</b>"), (2, "Cleo")]


@pytest.mark.parametrize("value", [None, "", 1, "2"])
def test_it_renders_what_django_renders(value):
    ours, djangos = (
        widget(choices=CHOICES, attrs={"class": "wide", "required": True}).render(
            "member", value, {"id": "id_member"}
        )
        for widget in (LongSelect, forms.Select)
    )
    assert parse_html(ours) == parse_html(djangos)
    assert "Anna &amp; &lt;b&gt;Ben" in ours
