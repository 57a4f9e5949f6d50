"""The line breaks of a template that are sent, and those that are for its reader alone."""

import pytest

from clubscore.web.template_loader import without_line_breaks


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<p>\n{{ words }}\n</p>", "<p>{{ words }}</p>"),
        ('<p\nclass="{% if a > b %}x{% endif %}">\nWords\n</p>', '<p\nclass="{% if a > b %}x{% endif %}">Words</p>'),
        ('<a title="{% translate "a > b" %}">\nx\n</a>', '<a title="{% translate "a > b" %}">x</a>'),
        ("one\n{% if a %}\ntwo\n{% endif %}\nthree", "one\n{% if a %}two\n{% endif %}three"),
        ("{% url 'room:room' as url %}\n<b>x</b>", "{% url 'room:room' as url %}<b>x</b>"),
        ("<b>one</b>\n", "<b>one</b>"),
    ],
)
def test_line_breaks_that_nobody_sees_are_not_sent(source: str, sent: str):
    assert without_line_breaks(source) == sent


@pytest.mark.parametrize(
    "source",
    [
        "one\ntwo",
        "<b>one</b>\n<b>two</b>",
        '<input name="a">\nWords',
        "{% if a %}<b>one</b>{% endif %}\n<b>two</b>",
        "{{ one }}\n{{ two }}",
        '{% include "a.html" %}\n{% include "b.html" %}',
        "<textarea>\n{{ list }}</textarea>",
        "<pre>\n  a\n</pre>",
    ],
)
def test_line_breaks_between_words_and_elements_are_sent(source: str):
    assert without_line_breaks(source) == source
