import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

import clubscore.tables.turns


def forget_who_cut_for_staying(apps, schema_editor):
    apps.get_model("tables", "Draw").objects.filter(decides="staying").delete()


class Migration(migrations.Migration):
    """A cut is for one rubber. Those made so far are closed: each was for a rubber that has begun, or is made again."""

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0003_any_game"),
    ]

    operations = [
        migrations.AddField("cut", "is_open", models.BooleanField(default=False)),
        migrations.AlterField("cut", "is_open", models.BooleanField(default=True)),
        migrations.AddConstraint(
            "cut",
            models.UniqueConstraint(
                fields=["table"], condition=Q(is_open=True), name="tables_cut_one_for_the_next_rubber"
            ),
        ),
        migrations.AddField(
            "cut",
            "going_out",
            models.CharField(
                choices=clubscore.tables.turns.ways_of_going_out, default="longest", max_length=10
            ),
        ),
        migrations.CreateModel(
            name="Candidate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rubbers", models.PositiveSmallIntegerField(default=0)),
                (
                    "cut",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="candidates", to="tables.cut"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["cut", "member"], name="tables_candidate_once_a_cut")
                ]
            },
        ),
        migrations.RemoveConstraint("draw", "tables_draw_one_card_a_member"),
        migrations.RemoveConstraint("draw", "tables_draw_one_member_a_card"),
        migrations.AddField(
            "draw",
            "decides",
            models.CharField(
                choices=[("staying", "who stays in"), ("partners", "who plays with whom")],
                default="partners",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            "draw",
            models.CheckConstraint(
                condition=Q(decides__in=["staying", "partners"]), name="tables_draw_decides_one_of_two"
            ),
        ),
        migrations.AddConstraint(
            "draw",
            models.UniqueConstraint(fields=["cut", "decides", "member"], name="tables_draw_one_card_a_member"),
        ),
        migrations.AddConstraint(
            "draw",
            models.UniqueConstraint(fields=["cut", "decides", "rank", "suit"], name="tables_draw_one_member_a_card"),
        ),
        migrations.RunPython(migrations.RunPython.noop, forget_who_cut_for_staying),
    ]
