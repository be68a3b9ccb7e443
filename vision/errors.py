"""What can be broken about the eye; each error is one sentence a person can act on."""

from __future__ import annotations


class VisionError(Exception):
    """Base of everything that the eye raises."""


class PictureError(VisionError, ValueError):
    """A file or a body of bytes is not a picture that can be read."""


class ModelError(VisionError, RuntimeError):
    """A network is missing, changed, or cannot be loaded."""


class SourceError(VisionError, ValueError):
    """A camera was named that is not known or cannot be opened."""
