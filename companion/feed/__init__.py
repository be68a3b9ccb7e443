"""The feed: what happens at the table, for other programs (docs/feed.md).

The journal is its queue. Each listener has its own cursor, reads from there when it likes, and never delays the table.
"""
