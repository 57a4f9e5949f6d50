"""What needs an admin."""
