"""The wall: one large sheet that follows the play, cards of the other tables, and an overlay for video. No models.

following.py   the rule that says which table is shown; pure
topics.py      the topics `wall` and `overlay` of the event stream
context.py     the template context that the page, the poll and the stream share
cards.py       the cards of the other tables, a few lines each
forms.py       the choice of a screen, as it stands in the screen's address
"""
