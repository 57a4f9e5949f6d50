"""The results of a table: recorded, agreed, corrected while the round lasts; calls for the director."""
