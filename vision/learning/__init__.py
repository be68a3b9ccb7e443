"""Learns from every throw of the table: crops with the values that the table accepted, and a small head on each network."""
