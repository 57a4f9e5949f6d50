"""A member at any served club, with a browser that runs no scripts."""

import re
import urllib.request
from collections.abc import Mapping
from http.cookiejar import CookieJar

from tests.docs.terminal import PATIENCE
from tests.forms import TOKEN, closed


class Visitor:
    """A browser that reads pages at this address and sends forms, with the cookies that it was given."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._browser = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar())
        )

    def page(self, path: str) -> str:
        with self._browser.open(f"{self._address}{path}", timeout=PATIENCE) as answer:
            return answer.read().decode()

    def send(self, path: str, fields: Mapping[str, str]) -> str:
        """Send the form of the page at this path, and return the page that answers it."""
        token = re.search(rf'name="{TOKEN}" value="(\w+)"', self.page(path))
        assert token, f"{path} has no form."
        body = closed(fields, token[1]).encode()
        with self._browser.open(
            f"{self._address}{path}", body, timeout=PATIENCE
        ) as answer:
            return answer.read().decode()
