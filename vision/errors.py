"""The exceptions of the eye; the text of each is one sentence with the remedy."""

from __future__ import annotations


class VisionError(Exception):
    """The base of the eye's exceptions."""


class PictureError(VisionError, ValueError):
    """A file or its content is not a readable picture."""


class ModelError(VisionError, RuntimeError):
    """A network is missing, changed, or cannot be loaded."""


class SourceError(VisionError, ValueError):
    """A camera or film is unknown, cannot be opened or gives no picture; or no track is stored."""
