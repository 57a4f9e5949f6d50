"""The addresses of the club for phones, and the page under an address that is not allowed."""
