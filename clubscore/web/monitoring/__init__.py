"""Pages for monitors: the figures of all processes, and the pages for requests from the server's own computer."""
