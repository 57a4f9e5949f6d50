"""The live updates of the sheet of a rubber, for the players of one side or for watchers.

Importing this module registers them.
"""

from collections.abc import Collection

from django.template.loader import render_to_string

from clubscore.live.topics import Topic, register
from clubscore.rubbers.models import Rubber
from clubscore.rubbers.rubber.loading import load
from clubscore.rubbers.rubber.state import VIEWS
from clubscore.rubbers.sheet.context import sheet_context


def revisions(ids: Collection[int]) -> dict[int, str]:
    rubbers = Rubber.objects.filter(pk__in=ids).only("revision", "signatures")
    return {rubber.pk: rubber.moves for rubber in rubbers}


def render(rubber_pk: int, view: str) -> str:
    return render_to_string(
        "rubbers/_live_sheet.html", sheet_context(load(rubber_pk), view)
    )


register(Topic("rubber", revisions, render, views=VIEWS))
