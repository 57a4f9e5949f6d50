from django.db import migrations, models

import clubscore.tables.games


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_live")]

    operations = [
        migrations.AddField(
            model_name="cut",
            name="system",
            field=models.CharField(
                choices=clubscore.tables.games.system_titles, default="contract", max_length=20, verbose_name="game"
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="system",
            field=models.CharField(
                choices=clubscore.tables.games.system_titles, default="contract", max_length=20, verbose_name="game"
            ),
        ),
    ]
