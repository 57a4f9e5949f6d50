"""The hands of a session: dealt or named by a director, looked at by the member who does not play, opened after
play."""
