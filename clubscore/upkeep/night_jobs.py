"""The nightly jobs of the upkeep, in the order of their execution, from five in the morning, when an evening ends."""

from datetime import datetime

from clubscore.members.access.sign_in_events import sweep_sign_ins
from clubscore.members.access.sweeping import sweep_sessions
from clubscore.upkeep.nightly import Job, register


def _sweep(now: datetime) -> str:
    sessions, sign_ins = sweep_sessions(now=now), sweep_sign_ins(now=now)
    return (
        f"{sessions} expired sessions and {sign_ins} old notes of sign-ins"
        if sessions or sign_ins
        else ""
    )


NIGHT_JOBS = (Job("Sweeping", hour=5, work=_sweep),)
register(*NIGHT_JOBS)
