"""The command `manage.py check_sessions`, and the session file of a session."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from clubscore.duplicate.models import PublishedRow
from clubscore.duplicate.outcomes.results import results_of
from clubscore.duplicate.outcomes.scores import scores_of
from clubscore.duplicate.results.publishing.files.session_text import session_text
from clubscore.duplicate.session.loading import load
from scoring.__main__ import main
from scoring.contest import fold
from scoring.text.session_file import read_session
from tests.duplicate.other_forms import alone, in_teams, played_to_the_end
from tests.duplicate.published import played, published
from tests.duplicate.swiss import played as swiss_played
from tests.duplicate.swiss import swiss
from tests.factories import member
from tests.unguarded import rewrite

pytestmark = pytest.mark.django_db


def checked():
    """The output of the check, in which nothing may differ."""
    output = StringIO()
    call_command("check_sessions", stdout=output)
    return output.getvalue()


def file_of(session):
    state = load(session.pk)
    return session_text(state, scores_of(state, results_of(session.pk)))


def folded(text):
    return fold(read_session(text.encode().splitlines(keepends=True)))


def test_the_check_finds_nothing_where_there_is_nothing():
    assert checked() == "Every published session is what its boards say.\n"


def test_the_check_finds_nothing_in_a_session_that_was_published():
    published(played(member("Ruth")))
    assert checked() == "Every published session is what its boards say.\n"


@pytest.mark.tampers
def test_the_check_names_a_published_row_that_was_changed_past_the_services(capsys):
    publication = published(played(member("Ruth")))
    rewrite(PublishedRow.objects.filter(publication=publication, position=1), score=1)
    with pytest.raises(CommandError, match="1 differences"):
        call_command("check_sessions")
    told = capsys.readouterr().err
    assert (
        f"Session {publication.session_id}, publication 1: the published rows" in told
    )


def test_the_file_of_a_session_of_pairs_has_its_names_and_its_figures():
    session = played(member("Ruth"), name="Pairs # of Thursday")
    text = file_of(session)
    first = text.splitlines()[0]
    assert first.startswith("session  Pairs of Thursday")
    assert '"' in text.splitlines()[2]
    state = load(session.pk)
    assert folded(text).lists == scores_of(state, results_of(session.pk)).result.lists


def test_the_file_of_an_individual_names_the_four_players_of_each_board():
    session = played_to_the_end(alone())
    text = file_of(session)
    play = next(line for line in text.splitlines() if line.startswith("play"))
    assert play.count("+") >= 2
    state = load(session.pk)
    assert folded(text).lists == scores_of(state, results_of(session.pk)).result.lists


def test_the_files_of_teams_and_of_a_swiss_have_their_figures():
    drawn = swiss(begun=1)
    swiss_played(drawn, {1})
    for session in (played_to_the_end(in_teams(family="of teams")), drawn):
        state = load(session.pk)
        scores = scores_of(state, results_of(session.pk))
        assert folded(file_of(session)).lists == scores.result.lists


def test_the_command_line_reads_the_session_file_of_a_publication(tmp_path, capsys):
    session = played(member("Ruth"))
    publication = published(session)
    client = Client()
    client.force_login(session.director)
    answer = client.get(f"/duplicate/{session.pk}/results/1/session-file/")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    path = tmp_path / "session.txt"
    path.write_bytes(answer.content)
    assert main(["session", str(path), "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["lists"][0]["rows"]
    places = [(row["place"], row["percent"]) for row in rows]
    of_publication = []
    for row in publication.rows.order_by("position"):
        of_publication.append((row.place, f"{row.percent / 10_000:.2f}"))
    assert places == of_publication
