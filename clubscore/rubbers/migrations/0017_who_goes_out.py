from django.db import migrations, models

import clubscore.tables.turns


class Migration(migrations.Migration):
    dependencies = [("rubbers", "0016_season_by_the_day_of_play"), ("tables", "0004_a_cut_for_one_rubber")]

    operations = [
        migrations.AddField(
            "houserules",
            "going_out",
            models.CharField(
                choices=clubscore.tables.turns.ways_of_going_out,
                default="longest",
                help_text="Whoever waited comes in first.",
                max_length=10,
                verbose_name="who goes out, when others wait",
            ),
        ),
    ]
