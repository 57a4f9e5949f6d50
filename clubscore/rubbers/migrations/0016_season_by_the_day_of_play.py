"""A rubber counts in the season of its evening; those begun before keep the rule of then, the day of posting."""

from django.db import migrations, models

CHOICES = [
    ("play", "the evening on which it was played; if that season is closed, the next"),
    ("posting", "the day on which it is posted"),
]


class Migration(migrations.Migration):

    dependencies = [("rubbers", "0015_agreed_all_the_same_or_instead")]

    operations = [
        migrations.AddField(
            model_name="houserules",
            name="season_by",
            field=models.CharField(
                choices=CHOICES, default="play", max_length=10, verbose_name="a rubber counts in the season of"
            ),
        ),
        migrations.AddConstraint(
            model_name="houserules",
            constraint=models.CheckConstraint(
                condition=models.Q(season_by__in=["play", "posting"]), name="rubbers_house_season_is_known"
            ),
        ),
        migrations.AddField(
            model_name="rubber",
            name="season_by",
            field=models.CharField(choices=CHOICES, default="posting", max_length=10),
        ),
        migrations.AlterField(
            model_name="rubber",
            name="season_by",
            field=models.CharField(choices=CHOICES, default="play", max_length=10),
        ),
        migrations.AddConstraint(
            model_name="rubber",
            constraint=models.CheckConstraint(
                condition=models.Q(season_by__in=["play", "posting"]), name="rubbers_rubber_season_is_known"
            ),
        ),
    ]
