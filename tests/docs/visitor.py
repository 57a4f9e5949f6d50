"""A member with a browser that has no scripts, at a club that is served anywhere."""

import re
import urllib.request
from collections.abc import Mapping
from http.cookiejar import CookieJar

from tests.docs.terminal import PATIENCE
from tests.forms import TOKEN, closed


class Visitor:
    """Reads pages at this address and sends forms, with the cookies that it was given."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._browser = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar())
        )

    def page(self, path: str) -> str:
        with self._browser.open(f"{self._address}{path}", timeout=PATIENCE) as answer:
            return answer.read().decode()

    def send(self, path: str, fields: Mapping[str, str]) -> str:
        """The page that answers the form of this page."""
        token = re.search(rf'name="{TOKEN}" value="(\w+)"', self.page(path))
        assert token, f"{path} has no form."
        body = closed(fields, token[1]).encode()
        with self._browser.open(
            f"{self._address}{path}", body, timeout=PATIENCE
        ) as answer:
            return answer.read().decode()
