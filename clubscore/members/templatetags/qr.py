"""A link as a QR code: SVG inside the page, without style attributes, which the security policy would refuse."""

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def qr(link: str) -> SafeString:
    """A link as a QR code that scales with its box. It is black on white in dark mode, too, because phones need it."""
    code = segno.make(link, error="m", micro=False)
    return mark_safe(
        code.svg_inline(
            light="#fff", border=4, omitsize=True, svgclass="qr", lineclass=None
        )
    )
