"""SQL statements that are compiled once: statements that every recorded deal or every page needs.

Django builds and compiles the SQL of a queryset at each use, which takes longer than most statements take to run.
"""
