"""Points of the laws that the code does not keep yet. Each name goes when the code does; then this file goes."""

PENDING = frozenset(
    {
        "1912 by trick points",  # laws 12 and 13: what changes the trick score, not the number of tricks
        "two books by majority",  # Law 78: two scores kept that differ
        "mis-recorded",  # Law 78: a result that was agreed, and entered wrongly
        "strike before the next deal",  # Law 79: not once the cards are mixed
        "called by both sides",  # Law 78: one player of one side does not say that all four have called
        "no call after the end",  # and nobody says so once the rubber is over
        "first deal of the next rubber",  # it is the next deal too
        "passed out is no declaration",  # 1912, law 13, where all four may pass
        "undo",  # ends with another's signature or the next auction, expires nobody's proposal
        "numbers once",  # the number of a deal that is undone or struck is not used again
        "dispute holds the posting",  # a net score signed while a dispute is open
        "time begins anew",  # after a reopening or an accepted vote
        "carried by the same four",  # and into the same game; else the deals left over are struck
        "persons",  # two records of one person are one
        "nothing to reopen",  # a rubber without a deal has no net score that could be agreed again
        "stopped stays stopped",  # a rubber that was stopped is never in play again
    }
)


def is_kept(point: str) -> bool:
    """Whether the code keeps this point of the laws already."""
    return point not in PENDING
