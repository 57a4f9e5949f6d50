"""Forms: the data that a form is made with, forms that were cut off, and how forms are drawn."""
