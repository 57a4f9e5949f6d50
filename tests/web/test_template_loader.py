"""The template loader keeps the line breaks that matter and removes those that only help the reader of the template."""

import pytest

from clubscore.web.template_loader import without_line_breaks


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<p>\n{{ words }}\n</p>", "<p>{{ words }}</p>"),
        (
            '<p\nclass="{% if a > b %}x{% endif %}">\nWords\n</p>',
            '<p class="{% if a > b %}x{% endif %}">Words</p>',
        ),
        (
            '<a title="{% translate "a > b" %}">\nx\n</a>',
            '<a title="{% translate "a > b" %}">x</a>',
        ),
        (
            "one\n{% if a %}\ntwo\n{% endif %}\nthree",
            "one {% if a %}two {% endif %}three",
        ),
        (
            "{% url 'room:room' as url %}\n<b>x</b>",
            "{% url 'room:room' as url %}<b>x</b>",
        ),
        ("<b>one</b>\n", "<b>one</b>"),
        (
            "<td>\n{% if a %}\none\n{% endif %}\n</td>",
            "<td>{% if a %}one{% endif %}</td>",
        ),
        (
            "<p>\n{% for a in b %}\n{{ a }}\n{% endfor %}\n</p>",
            "<p>{% for a in b %}{{ a }} {% endfor %}</p>",
        ),
    ],
)
def test_line_breaks_that_nobody_sees_are_not_sent(source: str, sent: str):
    assert without_line_breaks(source) == sent


@pytest.mark.parametrize(
    "source",
    [
        "one\ntwo",
        "<b>one</b>\n<b>two</b>",
        "<b>one</b>\n· two",
        "{% if a %}<b>one</b>{% endif %}\n<b>two</b>",
        "{{ one }}\n{{ two }}",
        '{% include "a.html" %}\n{% include "b.html" %}',
        '<input name="a"\ntype="text">',
    ],
)
def test_where_words_go_on_in_the_next_line_a_blank_is_sent(source: str):
    assert without_line_breaks(source) == source.replace("\n", " ")


@pytest.mark.parametrize(
    "source",
    [
        "<li>one</li>\n<li>two</li>",
        '<input name="a">\nWords',
        "<textarea>\n{{ list }}</textarea>",
        "<pre>\n  a\n</pre>",
    ],
)
def test_line_breaks_between_words_and_elements_are_sent(source: str):
    assert without_line_breaks(source) == source
