from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('public', '0002_duplicate'),
    ]

    operations = [
        migrations.AddField(
            model_name='publicchoice',
            name='boards',
            field=models.BooleanField(
                db_default=False, default=False, verbose_name='boards and hands for other programs'
            ),
        ),
    ]
