"""The icon of the club among a device's programs, and the page with the last sheet for when there is no network."""
