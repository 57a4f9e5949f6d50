"""Statements that are compiled once, for the statements of every recorded deal and every page.

Django builds and compiles the SQL of a queryset at each use, which takes longer than most statements take to run.
"""
