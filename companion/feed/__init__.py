"""The feed: the events at the table, for other programs (docs/feed.md).

The journal is its queue. Each listener has its own cursor, reads from there at any time, and never delays the table.
"""
