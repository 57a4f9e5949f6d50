"""Statements that are compiled once: for those that every recorded deal and every page asks.

Django builds and compiles the SQL of a queryset each time it is used, which takes longer than most of the statements.
"""
