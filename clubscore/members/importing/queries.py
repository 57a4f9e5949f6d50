"""The meanings of headings that admins have chosen before."""

from clubscore.members.models import ListHeading


def remembered_headings() -> dict[str, str]:
    """The remembered meaning of each heading, by the heading's key; empty for a heading that is not needed."""
    return dict(ListHeading.objects.values_list("key", "meaning"))
