"""What is run by hand, by make: nothing of it is needed to run a club."""
