"""Turns a snapshot of the table and the words into what a page reads: plain data for JSON, in the reader's language."""

from web.drawing.table import drawn, drawn_evening, repainted

__all__ = ["drawn", "drawn_evening", "repainted"]
