from django.db import migrations


def give_roles(apps, schema_editor):
    """Whoever could sign in before there were roles plays; admins stay admins, superusers own the club."""
    Group = apps.get_model("auth", "Group")
    Member = apps.get_model("members", "Member")
    groups = {name: Group.objects.get_or_create(name=name)[0] for name in ("watcher", "player", "scorer", "admin", "owner")}
    for member in Member.objects.filter(is_guest=False):
        role = "owner" if member.is_superuser else "admin" if member.is_staff else "player"
        member.groups.add(groups[role])
    Member.objects.filter(is_superuser=True).update(is_staff=True)


class Migration(migrations.Migration):
    dependencies = [("members", "0002_roster"), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [migrations.RunPython(give_roles, migrations.RunPython.noop)]
