"""Installing the club as a program on a device, and the page with the last sheet for a device without a network."""
