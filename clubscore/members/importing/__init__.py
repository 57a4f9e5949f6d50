"""Members from a spreadsheet and as one."""
