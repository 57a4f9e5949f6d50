"""Taking numbers: by a list, from the room, or by oneself with the code on the table."""
