"""The loader of our templates. It removes indentation and line breaks that only help authors."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)

_SILENT_TAG = (
    r"\{% (?:if|elif|else|endif|for|empty|endfor|with|endwith|block|endblock|extends|load)\b(?:(?!%\}).)*%\}"
    r"|\{% (?:url|get_\w+)(?:(?!%\}).)* as \w+ %\}"
)
_LINE_OF_TAGS = re.compile(rf"^((?:(?:{_SILENT_TAG}) *)+)\n", re.MULTILINE)
"""A pattern of a template's line that has only tags without output, such as `{% if %}` and `{% endfor %}`."""

_WITHOUT_CONTENT = r"area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr"
_VERBATIM = r"pre|textarea"
_OF_DJANGO = r"\{%(?:(?!%\}).)*%\}|\{\{(?:(?!\}\}).)*\}\}"
_VALUE = rf'"(?:{_OF_DJANGO}|[^"{{]|\{{(?![%{{]))*+"'
_AFTER_OPENING = re.compile(
    rf'(<(?!(?:{_WITHOUT_CONTENT}|{_VERBATIM})\b)[a-z](?:{_OF_DJANGO}|{_VALUE}|[^>"{{]|\{{(?![%{{]))*+(?<!/)>)\n'
)
_BEFORE_CLOSING = re.compile(
    rf"\n((?:\{{% end(?:if|with) %\}})*</(?!(?:{_VERBATIM})\b))"
)

_PHRASE = r"(?:a|b|code|em|i|small|span|strong|time)\b"
_WITHIN_A_LINE = re.compile(
    rf"([^>\n])\n(?=[^\n])|(</{_PHRASE}>)\n(?=[^<\n]|<{_PHRASE})"
)
"""A pattern of a line break within text: after words or an inline element, with words or an inline element after it."""
_KEPT = re.compile(rf"(<(?:{_VERBATIM})\b.*?</(?:{_VERBATIM})>)", re.DOTALL)


class Loader(filesystem.Loader):
    """Loads templates of the project without the indentation of their lines.

    In pages some line breaks are removed, too: after an opening tag, before a closing tag, at a line that has only tags
    like `{% if %}`, and at the end of the file. A line break between words or attributes becomes a blank. While
    templates are debugged all line breaks stay, so that an error names the right line.
    """

    def get_contents(self, origin: Origin) -> str:
        contents = _INDENTATION.sub("", super().get_contents(origin))
        if self.engine.debug or not origin.name.endswith(".html"):
            return contents
        return without_line_breaks(contents)


def without_line_breaks(page: str) -> str:
    """The source of a page without line breaks that have no effect. The lines must not be indented."""
    for break_at in (_LINE_OF_TAGS, _AFTER_OPENING, _BEFORE_CLOSING):
        page = break_at.sub(r"\1", page)
    parts = _KEPT.split(page.rstrip("\n"))
    parts[::2] = [_WITHIN_A_LINE.sub(r"\1\2 ", part) for part in parts[::2]]
    return "".join(parts)
