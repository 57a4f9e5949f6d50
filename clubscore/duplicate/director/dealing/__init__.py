"""The hands of a session: dealt or named by whoever directs, looked at by who does not play, opened after play."""
