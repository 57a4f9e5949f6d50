"""The loader of our templates: their indentation is for those who write them, and is not sent."""

import re

from django.template import Origin
from django.template.loaders import filesystem

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Loader(filesystem.Loader):
    """Templates of the project without the blanks that begin their lines; line numbers stay as they are."""

    def get_contents(self, origin: Origin) -> str:
        return _INDENTATION.sub("", super().get_contents(origin))
