"""The meanings of headings that admins have chosen before."""

from clubscore.members.models import ListHeading


def remembered_headings() -> dict[str, str]:
    """The column of each heading, by the heading's key; empty for one that is not needed."""
    return dict(ListHeading.objects.values_list("key", "meaning"))
