"""The chronicle: results of every evening in the journal, computed by replay and kept in files that can be erased.

A projection is only a cache, valid for the facts that it was computed from. If they change, Servi computes it again.
It names people by their ids (``name_table.py``), so a forgotten name is in none of its files.
"""
