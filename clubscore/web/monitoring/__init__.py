"""Pages for monitors: the figures of this process or of all, and what the own computer may ask for."""
