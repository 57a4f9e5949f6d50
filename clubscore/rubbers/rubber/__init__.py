"""One rubber, read once: its rows, what follows from them, and the lock under which it is written."""
