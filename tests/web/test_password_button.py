"""The button that shows a password: every page with a password field loads its script."""

import pytest
from django.test import Client

from tests.factories import member


@pytest.mark.parametrize(
    "path", ["/sign-in/", "/members/me/", "/pin/", "/members/me/correction/"]
)
def test_a_page_with_a_password_loads_the_script_of_its_button(
    path: str, client: Client, db: None
):
    if path != "/sign-in/":
        anna = member("Anna", password="a long password")
        client.force_login(anna)
    page = client.get(path).content.decode()
    assert 'type="password"' in page
    assert "js/password.js" in page


def test_a_page_without_one_does_not(client: Client, db: None):
    client.force_login(member("Anna"))
    assert "js/password.js" not in client.get("/ledger/").content.decode()
