"""Conversion of an archive of an earlier version into an archive of this version.

The rows go into a scratch database with the tables of that version; later migrations then change the rows as they would
have changed the club's database.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.graph import MigrationGraph
from django.db.models import Model

from clubscore.archive.export import pack_rows
from clubscore.archive.left_out import LeftOut
from clubscore.archive.manifest import Manifest, UnusableArchive
from clubscore.archive.reading import bring_in, opened_archive, require_no_loose_ends
from clubscore.archive.rows import reader_of
from clubscore.upkeep.releases import ours_among


def write_anew(*, old: Path, new: Path) -> None:
    """Convert the archive `old` of an earlier version into an archive of this version, in the new file `new`.

    The database of the settings must be empty: it is used as a scratch database. The other settings must be those with
    which the archive was made. Raises UnusableArchive if the archive cannot be converted or the database has tables;
    FileExistsError if the file `new` exists already.
    """
    if connection.introspection.table_names():
        raise UnusableArchive("That needs a new database, and this one has tables.")
    with opened_archive(old) as (packed, manifest):
        models = _models_of_then(manifest)
        labels = {listed.model for listed in manifest.row_files}
        with transaction.atomic():
            for listed in manifest.row_files:
                if listed.model not in models:
                    raise UnusableArchive(
                        f"Its version had no {listed.model}: it was changed by hand."
                    )
                model = models[listed.model]
                bring_in(
                    packed, model, listed, reader_of(model, labels, _found_or_made)
                )
            require_no_loose_ends()
    call_command("migrate", verbosity=0)
    with new.open("xb") as file:
        left_out = LeftOut(words=tuple(manifest.left_out))
        pack_rows(
            file, made_at=datetime.fromisoformat(manifest.made_at), left_out=left_out
        )


def _models_of_then(manifest: Manifest) -> dict[str, type[Model]]:
    """Migrate the database to the migrations of the archive. Returns the models of that state, by label."""
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    # The manifest does not tell of Django's.
    of_others = [key for key in graph.leaf_nodes() if not ours_among([key])]
    state = executor.migrate([*_newest_of_each_app(manifest, graph), *of_others])
    return {
        model._meta.label: model
        for model in state.apps.get_models(include_auto_created=True)
    }


def _newest_of_each_app(
    manifest: Manifest, graph: MigrationGraph
) -> list[tuple[str, str]]:
    nodes = graph.node_map
    listed = set()
    for migration in manifest.migrations:
        app, _, name = migration.partition(".")
        listed.add((app, name))
    # Without migrations that a squashed migration has replaced.
    there = listed & nodes.keys()
    followed = set()
    for key in there:
        followed |= {
            parent.key for parent in nodes[key].parents if parent.key[0] == key[0]
        }
    return sorted(there - followed)


def _found_or_made(model: type[Model], key: Sequence[Any]) -> Any:
    """The role, permission or content type with this natural key, made if it is missing.

    A missing row is made, not refused: the later import of the converted archive checks if the club's database has it.
    Raises ValueError for a key of any other model.
    """
    match model._meta.label, *key:
        case "auth.Group", str(name):
            facts: dict[str, Any] = {"name": name}
        case "contenttypes.ContentType", str(app), str(name):
            facts = {"app_label": app, "model": name}
        case "auth.Permission", str(codename), str(app), str(name):
            of_what: Any = model._meta.get_field("content_type").related_model
            facts = {
                "codename": codename,
                "content_type": _found_or_made(of_what, (app, name)),
            }
        case _:
            raise ValueError(f"there is no {tuple(key)}")
    return model._base_manager.get_or_create(**facts)[0]
