"""The hands of a session: dealing, naming a set, looking at the cards, and opening them after play."""
