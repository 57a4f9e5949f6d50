"""Settling up: what is open in the books becomes a few payments, marked by who pays and confirmed by who is paid.

A settlement is a frozen snapshot. Nothing here changes a booking: a payment that has arrived is a booking of its own.
"""
