"""One rubber, read once: its rows, the values computed from these rows, and the lock under which it is written."""
