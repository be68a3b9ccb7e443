"""The chronicle: what every evening of the journal was, computed by replaying it and kept in erasable files.

A projection is never a second truth: it holds for the facts that it was computed from, and is computed anew after any other.
It names people by their ids (``name_table.py``), so a forgotten name is in none of its files.
"""
