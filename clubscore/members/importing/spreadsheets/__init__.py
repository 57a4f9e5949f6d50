"""Reading of uploaded spreadsheets as texts: what LibreOffice (.ods) and Excel (.xlsx) write."""
