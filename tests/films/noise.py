"""Random patterns and colours for textures: smooth noise, tinted and mixed pictures."""

from __future__ import annotations

import cv2
import numpy as np

Rng = np.random.Generator
Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""


def smooth(rng: Rng, high: int, wide: int, cells: float, octaves: int = 4, stretch: float = 1.0) -> np.ndarray:
    """Return fractal noise (high, wide) with mean 0 and standard deviation 1.

    The coarsest octave has `cells` cells across, each `stretch` times as high as wide; each further octave has twice as many.
    """
    out = np.zeros((high, wide), np.float32)
    for k in range(octaves):
        across = cells * 2**k
        shape = (max(2, round(across * high / wide / stretch)) + 1, max(2, round(across)) + 1)
        grain = rng.standard_normal(shape).astype(np.float32)
        if shape[0] >= high or shape[1] >= wide:
            grain = rng.standard_normal((high, wide)).astype(np.float32)
        out += cv2.resize(grain, (wide, high), interpolation=cv2.INTER_CUBIC) * 0.55**k
    return (out - out.mean()) / max(1e-6, float(out.std()))


def tinted(colour: Colour, shade: np.ndarray) -> np.ndarray:
    """Return a picture (RGB, uint8) of this colour multiplied by `shade` (high, wide), whose values are around 1."""
    return np.clip(np.asarray(colour, np.float32) * shade[..., None], 0, 255).astype(np.uint8)


def mixed(a: Colour, b: Colour, share: np.ndarray) -> np.ndarray:
    """Return a picture (RGB, uint8) with colour `a` where `share` (high, wide) is 0, and `b` where it is 1."""
    t = np.clip(share, 0, 1)[..., None]
    return ((1 - t) * np.asarray(a, np.float32) + t * np.asarray(b, np.float32)).astype(np.uint8)


def varied(rng: Rng, colour: Colour, spread: float) -> Colour:
    """Return a random colour near this one."""
    r, g, b = np.clip(np.asarray(colour) + rng.normal(0, spread, 3), 0, 255).astype(int)
    return int(r), int(g), int(b)
