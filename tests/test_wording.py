"""The pages say things in a player's own words: sentences that players did not understand stay away."""

from tools import catalogues

REPLACED = {
    "Next auction over": "Next deal's auction is finished",
    "That is not right": "Something’s wrong",
    "Not right": "Something’s wrong",
    "Not right?": "Something’s wrong?",
    "✓ Right": "✓ Agree",
    "Yes, so it was": "Yes, change it",
    "✓ Yes, that is right": "✓ Yes, change it",
    "No, as recorded": "No, leave it",
    "Another agrees on this device": "Someone else agrees here",
    "Who sits where": "Seats",
    "Another game": "Change game",
    "Leave it as it was": "Cancel",
    "A bad pack": "Faulty pack",
    "Stop this rubber unfinished": "End rubber early",
    "Ask the others": "Ask the table",
    "How this sheet came to be": "History of this sheet",
    "Show what it would be": "Preview",
    "Show what they come to": "Preview",
    "said to be paid": "Paid, waiting for %(name)s to confirm",
    "Not paid yet": "Undo “paid”",
    "What it comes to": "Result per player",
    "All plus": "Total won",
    "All minus": "Total lost",
    "Booked by hand so far": "Manual entries",
    "The other half goes to": "Booked against",
    "Change the terms": "Ranking rules",
    "Everybody on the list signs in": "All members have joined",
    "Who may do what": "Roles and rights",
    "The raw records": "Database (experts)",
    "Deeds": "Activity",
    "Take everything along": "Export everything",
    "Not for you": "No access",
    "North–South and East–West vulnerable": "Both vulnerable",
    "Not played: rule": "Score boards not played",
    "The half": "The other half",
    "Its history": "Earlier versions",
    "A substitute": "Bring in a substitute",
    "Why does it stop?": "Why does it end early?",
    "Left": "Former members",
    "As it is": "Unchanged",
    "Take all of it along (JSON)": "Export my data (JSON)",
    "Played otherwise than planned": "Wrong seats or boards",
    "Booked by hand": "Manual entries",
    "What is booked by hand": "Manual entries",
    "Back to directing": "Back to running the session",
    "Direct": "Run the session",
    "I have received it": "Received",
    "The lead card is": "Lead card",
    "Played by the": "Laws of the game",
    "Of this result I am": "How sure you are of this result",
    "In the place of": "Who is replaced",
    "Slips of": "Which slips",
    "%(name)s asks to %(what)s, %(when)s.": "%(name)s asks: %(what)s? %(when)s.",
}
BEGINNINGS = (
    "None is open:",
    "Until then a majority",
    "What are grey",
    "Those who have played longest; equals",
    "You are signed out, or do not keep",
)


def sentences() -> set[str]:
    """Return the English of every sentence that a page or a refusal can say."""
    found = set()
    for message in catalogues.spoken():
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        found.update(forms)
    return found


def test_no_page_says_what_players_did_not_understand():
    assert sorted(sentences() & REPLACED.keys()) == []


def test_no_sentence_begins_as_those_that_were_read_twice():
    assert [
        words for words in sorted(sentences()) if words.startswith(BEGINNINGS)
    ] == []
