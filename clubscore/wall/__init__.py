"""The wall: one large sheet that follows the play, the room beside it, and the same as an overlay for video. No models.

following.py   which table is shown, by a calm rule; pure
topics.py      what the screens watch: the topics `wall` and `overlay` of the event stream
context.py     what the page, the poll and the stream draw alike
cards.py       the other tables, in a few lines each
forms.py       the choice of a screen, as it stands in its address
"""
