"""Conventions of the Python code that a reader relies on. Each test lists the places that break its convention."""

import ast
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

from tests.source_code import (
    ROOT,
    Place,
    functions_in,
    module_name,
    python_files,
    tree_of,
)

OURS = python_files("clubscore", "scoring")


@cache
def every_function() -> list[Place]:
    """Return every function of our Python files. Cached, and read only when a test asks for it."""
    return [place for path in OURS for place in functions_in(path)]


# --- writing ---

HIMSELF = "a member does it alone: `member`, or the invitation, says who"
ROOM = (
    "the room keeps who sits where, and who brought them, and no more of who did what"
)
STEP = "a step of a service, which has both and keeps them"
RECKONED = "reckoned from the books: nobody did it"
DJANGO = "Django says how it is called"
# Writes that are not told who (`by`) or when (`now`), each with the reason. An entry that nothing needs fails too.
WITHOUT_BY_OR_NOW = {
    "clubscore.archive.restore.unpack": "each row comes with who wrote it and when; nobody is in the club yet",
    "clubscore.demo.management.commands.fill_demo.Command.handle": DJANGO,
    "clubscore.duplicate.session.holding.move": STEP,
    "clubscore.duplicate.session.holding.move_as_read": STEP,
    "clubscore.duplicate.results.publishing.rows.write_rows": STEP,
    "clubscore.duplicate.play.tablet.services.take_device": "a device, to which nobody is signed in",
    "clubscore.ledger.carry_forward.carry_forward": STEP,
    "clubscore.ledger.services.club_account": STEP,
    "clubscore.ledger.services.open_season": STEP,
    "clubscore.members.access.pins._try": HIMSELF,
    "clubscore.members.access.pins.choose_pin": HIMSELF,
    "clubscore.members.access.sessions.SessionStore.delete": DJANGO,
    "clubscore.members.access.sessions.SessionStore.save": DJANGO,
    "clubscore.members.access.sessions.sign_in": HIMSELF,
    "clubscore.members.access.sign_in_events.note_sign_in": HIMSELF,
    "clubscore.members.access.sign_in_events.sweep_sign_ins": "by the clock: nobody is there",
    "clubscore.members.access.sweeping.sweep_sessions": "by the clock: nobody is there",
    "clubscore.members.access.throttle.admit": "nobody is known before the door",
    "clubscore.members.access.throttle.forget_attempts": "forgets tries, and keeps nothing",
    "clubscore.members.access.views.SignIn.form_valid": DJANGO,
    "clubscore.members.invitations.services.join": HIMSELF,
    "clubscore.members.models.member.MemberManager.create_user": DJANGO,
    "clubscore.members.models.member.MemberQuerySet.update": DJANGO,
    "clubscore.members.passkeys.services.add_passkey": HIMSELF,
    "clubscore.members.passkeys.services.rename_passkey": HIMSELF,
    "clubscore.members.passkeys.services.use_passkey": HIMSELF,
    "clubscore.members.people.services.add_guest": ROOM,
    "clubscore.members.people.services.change_password": HIMSELF,
    "clubscore.members.people.services.choose_language": HIMSELF,
    "clubscore.members.people.services.choose_table_keys": HIMSELF,
    "clubscore.members.people.services.close_sessions": HIMSELF,
    "clubscore.members.people.services.give_role": STEP,
    "clubscore.members.roles.ensure_roles": DJANGO,
    "clubscore.privacy.erasing.traces.overwrite": STEP,
    "clubscore.privacy.erasing.traces.put_back": STEP,
    "clubscore.privacy.erasing.services.destroy_erased": "by the clock: nobody is there",
    "clubscore.public.api.services.note_use": "a program does it: its token says which",
    "clubscore.public.feeds.services.end_feed": HIMSELF,
    "clubscore.public.feeds.services.make_feed": HIMSELF,
    "clubscore.rubbers.agreement.due._post_alone": "by the clock: nobody is there",
    "clubscore.rubbers.agreement.signing.close_absence": STEP,
    "clubscore.rubbers.agreement.signing.sign_net": STEP,
    "clubscore.rubbers.books.remainders.keep_remainders": STEP,
    "clubscore.rubbers.books.remainders.reverse_remainders": STEP,
    "clubscore.rubbers.rubber.book_entries.close_book_entry": STEP,
    "clubscore.rubbers.rubber.holding.move_sheet": STEP,
    "clubscore.rubbers.recording.services.play_on": STEP,
    "clubscore.rubbers.rubber.holding.move_signatures": STEP,
    "clubscore.rubbers.rubber.motions.expire_motions": STEP,
    "clubscore.standings.duplicate.services.publish_final_percentages": STEP,
    "clubscore.standings.duplicate.services.take_terms_over": STEP,
    "clubscore.standings.rating.services.forget_ratings": RECKONED,
    "clubscore.standings.rating.services.work_in_ratings": RECKONED,
    "clubscore.tables.services.move_page": STEP,
    "clubscore.tables.services.choose_game": ROOM,
    "clubscore.tables.cuts.choose_seats": ROOM,
    "clubscore.tables.services.close_cut": STEP,
    "clubscore.tables.services.close_table": ROOM,
    "clubscore.tables.services.confirm_stay": HIMSELF,
    "clubscore.tables.services.hold_seats": STEP,
    "clubscore.tables.services.seat_all": STEP,
    "clubscore.tables.services.leave_table": ROOM,
    "clubscore.tables.services.release_seats": STEP,
    "clubscore.upkeep.demonstration.mark_demonstration": "nobody is in the club yet",
    "clubscore.upkeep.nightly._claim": "by the clock: nobody is there",
    "clubscore.upkeep.nightly._do": "by the clock: nobody is there",
    "clubscore.upkeep.receivers._note_release": DJANGO,
    "clubscore.upkeep.releases.note_release": "whoever updates the program, outside the club",
    "clubscore.upkeep.setting_up.add_first_owner": "nobody is in the club yet",
    "clubscore.web.bundles.BundledStaticFilesStorage.post_process": DJANGO,
}


def writes() -> list[Place]:
    """Return the functions that open a transaction, and public functions that write rows in a caller's transaction."""
    return [
        place
        for place in every_function()
        if place.path.name
        not in {"admin.py", "append_only.py"}  # Django's own ways to call a write
        and (place.opens_a_transaction or (place.writes_rows and place.is_public))
    ]


def test_a_write_is_given_everything_by_name():
    of_django = {name for name, reason in WITHOUT_BY_OR_NOW.items() if reason == DJANGO}
    positional = [
        str(place)
        for place in writes()
        if place.positional and place.dotted not in of_django
    ]
    assert positional == [], (
        "Put `*,` before the parameters of these functions: a write is called with names alone."
    )


def test_a_write_is_told_who_and_when():
    untold = [place for place in writes() if not {"by", "now"} <= place.keywords]
    unexplained = [
        str(place) for place in untold if place.dotted not in WITHOUT_BY_OR_NOW
    ]
    assert unexplained == [], (
        "Give these functions the parameters `by` (who writes) and `now` (when), or name them in WITHOUT_BY_OR_NOW, "
        "in this file, with the reason."
    )
    needless = WITHOUT_BY_OR_NOW.keys() - {place.dotted for place in untold}
    assert needless == set(), (
        "Delete these lines of WITHOUT_BY_OR_NOW, or correct the name: no such write needs them."
    )


# --- the clock ---

NOW = {
    "timezone.now",
    "datetime.now",
    "datetime.utcnow",
    "datetime.today",
    "date.today",
    "time.time",
}
TODAY = {"localtime", "localdate"}  # which ask the clock when they are given no moment
# Where a request, a command or a thread of ours begins: there the clock is read, once, and handed on.
BEGINS = {"views", "forms", "admin", "asgi"}
READS_THE_CLOCK = {
    "clubscore.backups.receivers": "when Django is about to migrate",
    "clubscore.duplicate.approval.context_processors": "what still waits for organisers, as a page is drawn",
    "clubscore.duplicate.director.presence.context_processors": "whether a member is still asked, as a page is drawn",
    "clubscore.live.authentication": "which sessions have expired, in the thread that looks them up",
    "clubscore.live.hub": "when it looked last, for the pages to show",
    "clubscore.members.access.sessions": "when a session begins, where Django asks for it",
    "clubscore.members.models.member": "a default for `createsuperuser`; the services say when",
    "clubscore.public.api.access": "the door of the API, where a request begins",
    "clubscore.room.topics": "the day of the room, where the stream draws it",
    "clubscore.rubbers.attention.context_processors": "how long a deal waits in one book, as a page is drawn",
    "clubscore.rubbers.consent.responses": "what the views of consent share",
    "clubscore.upkeep.repeating": "a thread of ours begins",
    "clubscore.wall.topics": "which table a screen follows, and the day, where the stream draws it",
    "clubscore.upkeep.receivers": "when Django has migrated",
    "clubscore.web.clock_watch": "the clock itself is what it watches",
    "clubscore.restoring.at_start": "when a start has done what was asked",
    "clubscore.backups.words": "how old the newest backup is, for monitors",
    "clubscore.web.monitoring.mailed_errors": "in which hour an error was",
    "clubscore.web.health": "to compare the clock with what is written",
}


def asks_the_clock(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return f"{ast.unparse(node.value).rpartition('.')[2]}.{node.attr}" in NOW
    is_given_nothing = isinstance(node, ast.Call) and not (node.args or node.keywords)
    return is_given_nothing and ast.unparse(node.func).rpartition(".")[2] in TODAY


def test_the_domain_is_told_the_time_and_asks_no_clock():
    asking = {
        path
        for path in OURS
        if any(asks_the_clock(node) for node in ast.walk(tree_of(path)))
    }
    found = {
        module_name(path)
        for path in asking
        if not {path.stem, path.stem.rpartition("_")[2]} & BEGINS
        and "management" not in path.parts
    }
    assert found - READS_THE_CLOCK.keys() == set(), (
        "Let these modules be told the time, by a parameter `now` that the view gives, or name them in "
        "READS_THE_CLOCK, in this file, with the reason."
    )
    assert READS_THE_CLOCK.keys() - found == set(), (
        "Delete these lines of READS_THE_CLOCK: no such module asks a clock."
    )


# --- sizes ---


def test_no_function_has_more_than_fifty_lines():
    tests = (place for path in python_files("tests") for place in functions_in(path))
    long = [
        f"{place} ({place.lines})"
        for place in (*every_function(), *tests)
        if place.lines > 50
    ]
    assert long == [], (
        "Move a step of each of these functions into a function of its own."
    )


def test_no_folder_has_more_than_twenty_python_files():
    folders = Counter(
        path.parent.relative_to(ROOT) for path in OURS if path.name != "__init__.py"
    )
    full = [f"{folder} ({files})" for folder, files in folders.items() if files > 20]
    assert full == [], (
        "Move the files that belong together out of each of these folders into a package of their own."
    )


# --- expressions and names ---

COMPREHENSION = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
# Two top-level classes with these names: a model, or a word of the scoring package, is told apart by its package.
SAME_NAMES = {
    "Deal": "a row of rubbers, and the facts in it",
    "Penalty": "a row of duplicate, and the fact that a contest counts",
    "Proposal": "a row of rubbers, and a way to change a movement",
    "Slot": "the name of a board at a table, and what a contest knows of it",
}


def whereabouts(path: Path, node: ast.expr) -> str:
    return f"{path.relative_to(ROOT)}:{node.lineno}"


def test_no_comprehension_stands_inside_another():
    nested = [
        whereabouts(path, inner)
        for path in OURS
        for outer in ast.walk(tree_of(path))
        if isinstance(outer, COMPREHENSION)
        for inner in ast.walk(outer)
        if isinstance(inner, COMPREHENSION) and inner is not outer
    ]
    assert nested == [], (
        "Give the inner comprehension of each of these a name, or write the outer one as a loop."
    )


def test_no_condition_stands_inside_the_arguments_of_a_call():
    conditions = {
        whereabouts(path, node)
        for path in OURS
        for call in ast.walk(tree_of(path))
        if isinstance(call, ast.Call)
        for argument in (*call.args, *(keyword.value for keyword in call.keywords))
        for node in ast.walk(argument)
        if isinstance(node, ast.IfExp)
    }
    assert conditions == set(), (
        "Choose the value before each of these calls, and give it a name."
    )


def test_a_class_has_a_name_of_its_own():
    names = Counter(
        node.name
        for path in OURS
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef) and node.name != "Command"
    )
    shared = {name for name, classes in names.items() if classes > 1}
    assert shared == SAME_NAMES.keys(), (
        "Put into the name of each new class what tells it apart from the other, such as PlanRow beside Row."
    )


# --- imports ---

# An import inside a function hides an arrow between modules; these are no arrows.
IMPORTED_LATE = {
    "clubscore.configuration.sentry": "only a club with SENTRY_DSN has sentry_sdk",
    "clubscore.__main__": "an older Python could not read the rest, and is to hear why",
    "clubscore.configuration.places": "a bare checkout has only the standard library",
    "clubscore.live.changes": "only a club on PostgreSQL has psycopg",
}


def test_imports_stand_at_the_top():
    found = [
        module_name(place.path)
        for place in every_function()
        for node in ast.walk(place.node)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert sorted(found) == sorted(IMPORTED_LATE), (
        "Move the imports inside functions to the top of their modules, or name the modules in IMPORTED_LATE, in this "
        "file, with the reason; delete the lines of IMPORTED_LATE where no function imports any more."
    )


def test_the_import_contracts_reach_every_module():
    """The import contracts in pyproject.toml cover every module: no import cycles, and an order of apps and scoring."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"][
        "importlinter"
    ]["contracts"]
    without_cycles = {
        ancestor
        for contract in contracts
        if contract["type"] == "acyclic_siblings"
        for ancestor in contract["ancestors"]
    }
    ordered = {
        container
        for contract in contracts
        if contract.get("exhaustive")
        for container in contract["containers"]
    }
    assert without_cycles == {"clubscore", "scoring"}, (
        "Keep the contract `acyclic_siblings` in pyproject.toml, with both packages as `ancestors`."
    )
    assert ordered == {
        "clubscore",
        "clubscore.duplicate",
        "clubscore.rubbers",
        "scoring",
    }, (
        "Keep a contract with `exhaustive = true` and `layers` in pyproject.toml for each of these packages."
    )
