"""The chronicle: what every evening of the journal was, computed by replaying it and kept in erasable files.

A projection is only a cache: it is valid for the facts that it was computed from, and is computed again if they change.
It names people by their ids (``name_table.py``), so a forgotten name is in none of its files.
"""
