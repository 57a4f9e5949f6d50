"""The server around the pages. It reads whole requests, sends whole responses, and limits the time of slow clients."""
