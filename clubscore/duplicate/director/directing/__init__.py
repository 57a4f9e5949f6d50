"""The work of a director during play: starting the session and its rounds, naming deputies, ending play."""
