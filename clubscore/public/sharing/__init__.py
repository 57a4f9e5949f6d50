"""Links to the results of one evening, and sending them by e-mail."""
