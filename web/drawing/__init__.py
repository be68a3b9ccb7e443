"""The drawing of pages: JSON data in the reader's language, from a snapshot and its words."""

from web.drawing.table import drawn, drawn_evening, repainted

__all__ = ["drawn", "drawn_evening", "repainted"]
