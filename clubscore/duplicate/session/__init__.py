"""One session read once: its state, its plan, its line-up, its slots, its lock, and who may direct it."""
