"""One session read once: its state, plan, line-up, slots and lock, and the right to direct it."""
