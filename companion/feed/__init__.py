"""The feed: what happens at the table, for other programs (docs/feed.md).

The journal is its queue. A listener has a cursor of its own, reads from there when it likes, and never delays the table.
"""
