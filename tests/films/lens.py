"""Simulates a camera: automatic exposure, lost focus, flicker, noise, white balance and sharpening."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from tests.films.noise import Rng


@dataclass(frozen=True, slots=True)
class Lens:
    """The properties of one camera; times are in seconds."""

    exposure: float
    readout: float
    """Delay from reading the first row to reading the last."""
    gain: float
    """Target of the automatic exposure: the picture's mean (0..1)."""
    eager: float
    """Speed of the automatic exposure, per second; at 0 the exposure of the first frame stays."""
    overshoot: float
    flicker: float
    mains: float
    white: tuple[float, float, float]
    noise: float
    grain: float
    """Standard deviation, in pixels, of the blur that noise reduction puts on the noise."""
    sharpen: float
    blur: float
    breathing: tuple[tuple[float, float, float], ...]
    """Losses of focus: start, duration, and maximum blur in pixels."""
    vignette: float
    lamp: tuple[tuple[float, float], ...]
    """Changes of the room's light: time, and factor."""

    def defocus(self, t: float) -> float:
        """Return the blur by lost focus at a time, in pixels."""
        return sum(
            pixels * float(np.sin(np.pi * (t - at) / long)) for at, long, pixels in self.breathing if at < t < at + long
        )


def lens(rng: Rng, seconds: float, high: int) -> Lens:
    """Return a random camera; sizes in pixels scale with the picture's height `high`."""
    dim = rng.random() < 0.3
    scale = high / 480
    breathing = tuple(
        (float(rng.uniform(0.2, seconds)), float(rng.uniform(0.25, 0.6)), float(rng.uniform(1, 4)) * scale)
        for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1])))
    )
    lamp: tuple[tuple[float, float], ...] = ()
    if rng.random() < 0.15:
        lamp = ((float(rng.uniform(0.5, seconds)), float(rng.choice([0.6, 0.75, 1.25, 1.5]))),)
    warm = rng.normal(0, 0.07)
    return Lens(
        exposure=float(
            rng.uniform(1 / 60, 1 / 32) if dim else rng.choice([1 / 50, 1 / 100, 1 / 120, 1 / 200, 1 / 400])
        ),
        readout=float(rng.uniform(0.006, 0.026)),
        gain=float(rng.uniform(0.34, 0.52)),
        eager=float(rng.choice([0.0, rng.uniform(1.5, 6)], p=[0.3, 0.7])),
        overshoot=float(rng.choice([0.0, rng.uniform(0.2, 0.7)], p=[0.6, 0.4])),
        flicker=float(rng.choice([0.0, rng.uniform(0.02, 0.25)], p=[0.5, 0.5])),
        mains=float(rng.choice([100.0, 100.0, 120.0])),
        white=(float(1 + warm), 1.0, float(1 - warm)),
        noise=float(rng.uniform(2.5, 8) if dim else rng.uniform(0.6, 3)),
        grain=float(rng.uniform(0.3, 1.1)),
        sharpen=float(rng.uniform(0, 0.9)),
        blur=float(rng.uniform(0.2, 0.75)) * scale,
        breathing=breathing,
        vignette=float(rng.uniform(0, 0.3)),
        lamp=lamp,
    )


@dataclass
class Sensor:
    """A lens in use; it stores the state of its automatic exposure between frames."""

    lens: Lens
    wide: int
    high: int
    rng: Rng
    level: float = 1.0
    push: float = 0.0
    last: float | None = None
    grains: np.ndarray = field(init=False)
    shade: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        bank = self.rng.standard_normal((self.high + 128, self.wide + 128, 3)).astype(np.float32)
        bank = 0.8 * bank.mean(2, keepdims=True) * 1.7 + 0.45 * cv2.GaussianBlur(bank, (0, 0), 1.6) * 4
        if self.lens.grain > 0.35:
            bank = cv2.GaussianBlur(bank, (0, 0), self.lens.grain)
        self.grains = (bank / bank.std()).astype(np.float32)
        y, x = np.mgrid[-1 : 1 : self.high * 1j, -1 : 1 : self.wide * 1j]
        self.shade = (1 - self.lens.vignette * (x * x + y * y) / 2).astype(np.float32)

    def light(self, t: float) -> float:
        """Return the room's light at a time, as a factor; a switched or dimmed lamp changes within about 0.2 s."""
        share = 1.0
        for at, to in self.lens.lamp:
            share *= 1 + (to - 1) / (1 + np.exp(-(t - at) * 25))
        return float(share)

    def rows(self, t: float) -> np.ndarray:
        """Return the brightness of each row (high,) under the flicker of mains light, as a factor."""
        if not self.lens.flicker:
            return np.ones(self.high, np.float32)
        start = t + self.lens.readout * np.arange(self.high) / self.high
        e, turn = self.lens.exposure, 2 * np.pi * self.lens.mains
        mean = (np.sin(turn * (start + e)) - np.sin(turn * start)) / (turn * e)
        return (1 + self.lens.flicker * mean).astype(np.float32)

    def expose(self, mean: float, t: float) -> float:
        """Return the gain of this frame for a scene of this mean (0..1); it follows the scene with delay and may overshoot."""
        want = float(np.clip(self.lens.gain / max(mean, 0.05), 0.5, 2.5))
        if self.last is None:
            self.level = want
        elif self.lens.eager:
            step = t - self.last
            pull = (want - self.level) * self.lens.eager * step
            self.push = self.push * self.lens.overshoot + pull
            self.level += self.push
        self.last = t
        return self.level

    def take(self, scene: np.ndarray, t: float) -> np.ndarray:
        """Return the frame (BGR, uint8) that the camera takes of a scene (RGB, uint8)."""
        lens = self.lens
        light = self.light(t)
        mean = float(cv2.resize(scene, (32, 32), interpolation=cv2.INTER_AREA).mean()) / 255 * light
        gain = (self.expose(mean, t) * light) ** 0.6
        image = scene[..., ::-1].astype(np.float32)
        blur = lens.blur + (lost := lens.defocus(t))
        if lost:
            turn = cv2.getRotationMatrix2D((self.wide / 2, self.high / 2), 0, 1 + 0.005 * lost)
            image = cv2.warpAffine(image, turn, (self.wide, self.high), borderMode=cv2.BORDER_REPLICATE)
        if blur > 0.3:
            image = cv2.GaussianBlur(image, (0, 0), blur)
        rows = (gain * self.rows(t))[:, None] * self.shade
        image *= rows[..., None] * np.array(lens.white[::-1], np.float32)
        if lens.sharpen > 0.1:
            image += lens.sharpen * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
        y, x = self.rng.integers(0, 128, 2)
        np.clip(image, 0, 290, out=image)
        shot = cv2.LUT(
            image.astype(np.uint8),
            (lens.noise * np.sqrt(gain) * (0.55 + 0.45 * np.sqrt(np.arange(256) / 128))).astype(np.float32),
        )
        image += shot * self.grains[y : y + self.high, x : x + self.wide]
        np.minimum(image, 0.4 * image + 0.6 * 230, out=image)  # compress the highlights
        return np.clip(image, 0, 255).astype(np.uint8)
