"""The errors of PostgreSQL's programs, each told in a sentence that says what to do."""

from clubscore.backups.postgresql_tools import _explained


def test_a_client_that_is_newer_than_the_server_is_named_as_the_reason():
    said = 'psql:club.sql:9: ERROR:  unrecognized configuration parameter "transaction_timeout"'
    told = _explained("psql", said)
    assert "install the postgresql-client of the server's version" in told
    assert said.replace("  ", " ") in told
