"""The page `/pad/`: an empty scoring pad to print."""

import pytest
from django.test import Client

from tests.factories import member

pytestmark = pytest.mark.django_db


def test_the_pad_has_a_line_for_each_of_fourteen_deals_and_says_where_to_type_them_in():
    client = Client()
    client.force_login(member("Ruth"))
    page = client.get("/pad/").content.decode()
    assert page.count('<th scope="row">') == 14
    assert "Type in at testserver" in page
