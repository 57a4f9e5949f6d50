"""The template tag that shows a link as a QR code inside a page."""

from django.template import Context, Template

PAGE = Template("{% load qr %}{{ link|qr }}")


def test_a_code_is_a_drawing_without_a_style_that_the_policy_would_refuse():
    code = PAGE.render(Context({"link": "https://club.example/join/?a=1&b=2"}))
    assert code.startswith("<svg ") and code.endswith("</svg>")
    assert "style=" not in code


def test_each_link_has_its_own_code_with_a_light_border_in_the_dark_as_well():
    one, other = (
        PAGE.render(Context({"link": link}))
        for link in ("https://a.example", "https://b.example")
    )
    assert one != other
    assert 'fill="#fff"' in one and 'class="qr"' in one
