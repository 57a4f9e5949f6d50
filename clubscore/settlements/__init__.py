"""Settling up: open bookings become a few payments. The payer marks a payment as paid, the receiver confirms it.

A settlement is a frozen snapshot. Nothing here changes a booking: a confirmed payment is a booking of its own.
"""
