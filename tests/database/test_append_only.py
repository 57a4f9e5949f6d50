"""Rows that are written once stay as they were written, whoever tries to change them."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Model

from clubscore.database.append_only import AppendOnly
from clubscore.database.row_triggers import put_triggers, remove_triggers
from clubscore.ledger.models import Posting, Transaction
from clubscore.rubbers.models import NetAgreement, PackNote, Reopening, Rubber
from scoring import Seat
from tests.factories import NOON, agreed_rubber
from tests.unguarded import every_append_only_model, rewrite

MODELS = every_append_only_model()
# Rows that are edited, forgotten or reckoned anew: that these models are not written once is what they are for.
EDITED = {
    "members.Attempt",
    "members.ListHeading",
    "members.Member",
    "members.OpenSession",
    "members.Passkey",
    "members.SignInEvent",
    "members.WrongPin",
    "privacy.KeptValue",
    "upkeep.NightlyJob",
    "rubbers.HouseRules",
    "standings.DuplicateTerms",
    "standings.Rating",
    "standings.RatingProgress",
    "standings.RatingStep",
    "standings.Terms",
    "tables.Table",
}


def name_of(model: type[Model]) -> str:
    return model._meta.label


@pytest.fixture
def rubber(db: None) -> Rubber:
    return agreed_rubber()


def refused(attempt: Callable[[], object]) -> None:
    """Assert that the database refuses the attempt, and undo it alone."""
    with pytest.raises(IntegrityError, match="written once"), transaction.atomic():
        attempt()


def test_every_model_says_whether_its_rows_are_written_once():
    ours = [
        model
        for model in apps.get_models()
        if apps.get_app_config(model._meta.app_label).name.startswith("club")
    ]
    edited = {name_of(model) for model in ours if not issubclass(model, AppendOnly)}
    assert edited - EDITED == set(), (
        "Let these models inherit AppendOnly, whose rows are written once, or name them in EDITED, in this file, "
        "if rows of theirs are edited."
    )
    assert EDITED - edited == set(), (
        "Take these out of EDITED, in this file: they are AppendOnly, or gone."
    )


@pytest.mark.parametrize("model", MODELS, ids=name_of)
def test_what_may_change_are_fields_of_the_model(model: type[AppendOnly]):
    unknown = {*model.may_change} - {
        field.name for field in model._meta.local_concrete_fields
    }
    assert unknown == set(), (
        f"Take these out of `may_change` of {name_of(model)}: it has no such fields."
    )


@pytest.mark.parametrize("model", MODELS, ids=name_of)
@pytest.mark.django_db
def test_every_column_that_may_not_change_is_named_by_the_trigger_of_its_table(
    model: type[AppendOnly],
):
    stays = {
        field.column
        for field in model._meta.local_concrete_fields
        if field.name not in model.may_change
    }
    assert columns_that_the_trigger_names(model) == stays, (
        f"The trigger of {name_of(model)} does not know its columns: run the tests on a new database "
        "(`rm -rf .cache/test.sqlite3*`), and look at clubscore/append_only.py if that does not help."
    )


def columns_that_the_trigger_names(model: type[AppendOnly]) -> set[str]:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT attname FROM pg_trigger JOIN pg_attribute ON attrelid = tgrelid AND attnum = ANY (tgattr)"
                " WHERE tgrelid = %s::regclass",
                [model._meta.db_table],
            )
            return {name for (name,) in cursor.fetchall()}
        cursor.execute(
            "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = %s",
            [f"{model._meta.db_table}_no_update"],
        )
        named = cursor.fetchone()[0].partition("UPDATE OF ")[2].partition(" ON ")[0]
    return {name.strip('"') for name in named.split(", ")}


def test_a_queryset_changes_no_row(rubber: Rubber):
    posting = Posting.objects.first()
    posting.points = 0
    for attempt in (
        lambda: Posting.objects.update(points=0),
        lambda: Posting.objects.filter(pk=1).update(transaction_id=2),
        lambda: Posting.objects.bulk_update([posting], ["points"]),
        lambda: Posting.objects.update_or_create(pk=posting.pk, defaults={"points": 0}),
        lambda: Transaction.objects.get(source="rubber").postings.update(points=0),
        lambda: Posting.objects.bulk_create([posting], update_conflicts=True),
        lambda: posting.save(),
        lambda: posting.save(update_fields=["points"]),
    ):
        with pytest.raises(TypeError, match="never edited"), transaction.atomic():
            attempt()


def test_a_queryset_deletes_no_row(rubber: Rubber):
    for attempt in (
        lambda: Posting.objects.all().delete(),
        lambda: rubber.deals.all().delete(),
        lambda: rubber.deals.first().delete(),
        lambda: Rubber.objects.filter(pk=rubber.pk).delete(),
    ):
        with pytest.raises(TypeError, match="never deleted"):
            attempt()


def test_the_database_refuses_what_goes_past_the_model(rubber: Rubber):
    def run(statement: str) -> Callable[[], Any]:
        return lambda: connection.cursor().execute(statement)

    refused(run("UPDATE ledger_posting SET points = 0"))
    refused(run("UPDATE ledger_posting SET points = points"))
    refused(run("DELETE FROM ledger_posting"))
    refused(run("UPDATE rubbers_deal SET tricks = 13"))
    refused(run("DELETE FROM rubbers_deal"))
    refused(lambda: Posting._base_manager.update(points=0))
    refused(lambda: Posting._base_manager.all()._raw_delete("default"))
    assert sum(posting.points for posting in Posting.objects.all()) == 0
    assert Posting.objects.exclude(points=0).count() == 4


def test_what_may_change_changes_and_nothing_beside_it(rubber: Rubber):
    assert Rubber.objects.update(revision=F("revision") + 1) == 1
    rubber.agreed_at = NOON + timedelta(hours=1)
    rubber.save(update_fields=["agreed_at"])
    rubber.first_dealer = Seat.SOUTH
    with pytest.raises(TypeError, match="first_dealer cannot change"):
        rubber.save(update_fields=["agreed_at", "first_dealer"])
    refused(lambda: Rubber._base_manager.update(revision=9, first_dealer="S"))
    rubber.refresh_from_db()
    assert (rubber.agreed_at, rubber.first_dealer) == (NOON + timedelta(hours=1), "N")


def test_a_net_score_is_agreed_anew_and_its_earlier_agreements_are_cleared_but_kept(
    rubber: Rubber,
):
    opened = Reopening.objects.create(
        rubber=rubber, reason="A hand record", member=rubber.started_by, at=NOON
    )
    with pytest.raises(TypeError):
        NetAgreement.objects.update(at=NOON)
    with pytest.raises(TypeError):
        NetAgreement.objects.all().delete()
    refused(lambda: NetAgreement._base_manager.update(at=NOON))
    refused(lambda: NetAgreement._base_manager.all()._raw_delete("default"))
    assert NetAgreement.objects.update(cleared_by=opened) == 2


def test_a_test_can_go_around_and_the_guard_is_back_afterwards(rubber: Rubber):
    assert rewrite(Posting.objects, points=0) == 4
    refused(lambda: Posting._base_manager.update(points=1))


def test_a_migration_puts_lost_triggers_back(rubber: Rubber):
    remove_triggers(connection, MODELS)
    assert Posting._base_manager.update(points=0) == 4
    call_command("migrate", verbosity=0)
    refused(lambda: Posting._base_manager.update(points=1))


def test_the_tables_and_columns_that_an_earlier_migration_left_are_guarded(db: None):
    remove_triggers(connection, MODELS)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE rubbers_vote RENAME TO rubbers_earlier_vote")
        cursor.execute("ALTER TABLE rubbers_packnote RENAME COLUMN text TO words")
    put_triggers(connection, MODELS)
    assert columns_that_the_trigger_names(PackNote) == {
        "id",
        "rubber_id",
        "words",
        "member_id",
        "at",
    }
    assert columns_that_the_trigger_names(Posting)


@pytest.mark.django_db(transaction=True)
def test_a_table_that_was_emptied_is_guarded_again():
    agreed_rubber()
    refused(lambda: Posting._base_manager.update(points=0))


@pytest.mark.parametrize("change", [put_triggers, remove_triggers])
def test_who_writes_two_tables_and_who_changes_their_triggers_do_not_wait_for_each_other(
    change: Callable[..., None], transactional_db: None
):
    holds_one, goes_on = threading.Event(), threading.Event()

    def write_both() -> None:
        with closing(connection), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("UPDATE ledger_posting SET points = 0 WHERE id = -1")
            holds_one.set()
            assert goes_on.wait(20)
            cursor.execute(
                "UPDATE ledger_transaction SET source = source WHERE id = -1"
            )

    def see(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if connection.vendor == "sqlite" or (
            "DROP TRIGGER" in sql and "ledger_posting" in sql
        ):
            goes_on.set()  # SQLite has one lock for all tables
        return execute(sql, *rest)

    with ThreadPoolExecutor(1) as threads:
        writing = threads.submit(write_both)
        assert holds_one.wait(20)
        with connection.execute_wrapper(see):
            change(connection, [Transaction, Posting])
        writing.result(20)
    put_triggers(connection, MODELS)
