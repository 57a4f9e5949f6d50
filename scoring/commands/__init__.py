"""The commands of the command line, a module for each family; the only part that reads or writes anything."""
