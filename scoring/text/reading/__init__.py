"""Reads sessions that other programs have scored: USEBIO, PBN with results, the tables of a BWS file.

Every reader gives the facts of a session beside the figures that its file prints. ``comparing.compared`` folds the
facts anew and tells where fold and print differ.
"""
