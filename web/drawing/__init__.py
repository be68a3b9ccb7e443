"""The JSON that pages draw, in the reader's language, made from a snapshot; ``shapes.py`` declares its types."""

from web.drawing.table import drawn, drawn_evening, repainted

__all__ = ["drawn", "drawn_evening", "repainted"]
