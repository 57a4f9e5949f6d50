"""The commands of the command line, one module for each family. Only these modules read input and write output."""
