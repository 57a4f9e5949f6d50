"""Work after every `migrate`: make the roles, and make the database refuse changes of append-only rows."""

from django.db.models.signals import post_migrate

from clubscore.database import row_triggers
from clubscore.members.roles import ensure_roles

post_migrate.connect(ensure_roles, dispatch_uid="clubscore.members.roles")
row_triggers.follow_migrations()
