"""Import of members from a spreadsheet, and export as a spreadsheet."""
