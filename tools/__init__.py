"""Commands for developers, most of them started by make. A club does not need any of them to run."""
