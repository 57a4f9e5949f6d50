"""The hands of a session: a director deals them or names a set.

Directors who do not play may look at the hands. After play the hands are opened to everybody.
"""
