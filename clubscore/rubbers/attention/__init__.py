"""The list of rubbers and disputes that need an arbiter."""
