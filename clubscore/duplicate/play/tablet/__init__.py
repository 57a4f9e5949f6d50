"""The device that lies on a table for all four: its address, its page, and who lays it there."""
