"""The simulated table: drawn dice roll and settle under a virtual camera.

It supplies only pictures, from which the real eye reads the dice. A hand takes away the dice that are thrown again;
kept dice stay in place.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from random import Random, SystemRandom
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import FACES, DiceSet, DieKind, Face
from companion.eye import Look
from companion.record import record
from companion.snapshot import Snapshot
from vision.drawing import throws
from vision.drawing.render import EDGE as DRAWN_EDGE
from vision.drawing.render import Sprite, View
from vision.drawing.throws import HEIGHT, WIDTH
from vision.pictures import Image
from vision.watching.live import LiveEye, Seat
from vision.watching.sources import Frame
from vision.watching.track import DIE, Track

Floats = NDArray[np.float32]

NAME = "simulated"
FPS = 30
EDGE = 40.0
"""Edge of a die, in pixels."""
FELT = (0.14, 0.33, 0.15)
"""Colour of the felt (BGR, 0 to 1)."""
VIEW = View(0.12, 14.0, (0.3, 0.2, 0.8), window_power=0.2)
NOISE = 3.0
"""Standard deviation of the camera noise, in grey levels."""
TUMBLES = 6
"""Number of drawings of a rolling die."""
LEFT, LAIN = 9, 8
"""Number of frames without movement before the dice of a throw roll in, and after they have come to rest."""
LONG = 30
"""Maximum frames of dice at rest before the eye counts as finished, even without a reading."""
QUIET = 0.4
"""Seconds between two frames while nobody watches, or while a hurried table is at rest."""

SIZE = (DIE * WIDTH / EDGE, DIE * HEIGHT / EDGE)
CORNERS = ((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT))
TRACK = Track(CORNERS, SIZE, WIDTH)
"""The track: the whole picture."""

FREE = (90.0, WIDTH - 90.0, 80.0, HEIGHT - 130.0)
"""Area where dice come to rest: left, right, top, bottom. The strip of the kept dice is below it."""


@dataclass(frozen=True, slots=True, eq=False)
class Stamp:
    """A drawing at table scale: the result is ``colour`` (0 to 255) plus ``keep`` (0 to 1) times the background.

    ``anchor`` is the point placed at the given position.
    """

    colour: Floats
    keep: Floats
    anchor: tuple[float, float]

    def put(self, canvas: Image, x: float, y: float) -> None:
        """Paint this drawing on ``canvas`` with its anchor at (x, y)."""
        left, top = round(x - self.anchor[0]), round(y - self.anchor[1])
        h, w = self.keep.shape[:2]
        x0, y0, x1, y1 = max(0, left), max(0, top), min(canvas.shape[1], left + w), min(canvas.shape[0], top + h)
        if x1 <= x0 or y1 <= y0:
            return
        part = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
        patch = canvas[y0:y1, x0:x1]
        patch[:] = patch * self.keep[part] + self.colour[part]


def stamp(sprite: Sprite, blur: int = 0) -> Stamp:
    """Return the drawing of a die at table scale, with ``blur`` pixels of motion blur."""
    by = EDGE / DRAWN_EDGE
    side = round(sprite.alpha.shape[0] * by)
    alpha, colour, shade = (
        cv2.resize(layer, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
        for layer in (sprite.alpha, sprite.colour, sprite.shadow)
    )
    colour *= alpha[..., None] / 255
    if blur > 1:
        alpha, colour = (cv2.blur(layer, (blur, 1)).astype(np.float32) for layer in (alpha, colour))
    keep = ((1 - shade / 255) * (1 - alpha / 255)).astype(np.float32)
    return Stamp(colour, keep[..., None], (sprite.anchor[0] * by, sprite.anchor[1] * by))


@cache
def tumbling(kind: DieKind, colour: str) -> tuple[Stamp, ...]:
    """Return the drawings of a rolling die."""
    drawn = throws.drawings(np.random.default_rng(7), kind, colour, FACES[kind][0], VIEW, TUMBLES)
    return tuple(stamp(sprite, blur=9) for sprite in drawn[:-1])


@cache
def hand() -> Stamp:
    """Return the drawing of a hand whose arm comes from below; the anchor is at the finger tips."""
    width, tips = round(8 * EDGE), round(EDGE)
    black = np.zeros((HEIGHT + tips, width, 3), np.float32)
    white = np.ones_like(black)
    for canvas in (black, white):
        throws.draw_hand(canvas, (width / 2, tips), EDGE)
    return Stamp(black * 255, (white - black)[..., :1], (width / 2, tips))


@cache
def felt() -> Image:
    """Return the empty table."""
    grain = np.random.default_rng(3).normal(0, 1, (HEIGHT // 4, WIDTH // 4)).astype(np.float32)
    woven = 1 + 0.05 * cv2.resize(grain, (WIDTH, HEIGHT))[..., None]
    return np.asarray(np.clip(woven * np.array(FELT, np.float32) * 255, 0, 255), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """A die at rest, with its position."""

    kind: DieKind
    colour: str
    value: Face
    drawn: Stamp
    x: float
    y: float


Moving = tuple[Stamp, float, float]


@record()
class Moment:
    """One frame: the dice at rest and the moving things above them."""

    still: tuple[Lying, ...]
    moving: tuple[Moving, ...] = ()


class SimulatedTable:
    """A ``FrameSource`` of drawn dice. ``hurry``: frames come as fast as they are taken, with shorter movements.

    A frame's name is its number; from number ``lying_at`` on, the newest dice are at rest.
    """

    live = True

    def __init__(self, chance: Random | None = None, hurry: bool = False) -> None:
        self.name = NAME
        self.hurry = hurry
        self.watched: Callable[[], bool] = lambda: True
        self.thrown: deque[tuple[tuple[DieKind, Face], ...]] = deque(maxlen=1000)
        self._chance = chance or SystemRandom()
        self._lying: tuple[Lying, ...] = ()
        self._plan: deque[Moment] = deque()
        self._still: tuple[tuple[Lying, ...], Image] = ((), felt())
        self._news = threading.Condition()
        self.count = 0
        self.lying_at = 0
        self._due = time.monotonic()
        noise = np.random.default_rng(5).normal(0, NOISE, (HEIGHT + 64, WIDTH + 64, 3))
        self._noise = noise.round().astype(np.int16)

    @property
    def rolling(self) -> bool:
        """Whether planned frames of a throw are waiting."""
        return bool(self._plan)

    # --- the dice ----------------------------------------------------------------------------------------------------

    def throw(self, dice: DiceSet, kept: tuple[Face, ...] = ()) -> bool:
        """Throw these dice (the maximum of the set) beside the lying d6 that show ``kept``.

        Return False and throw nothing while others still roll.
        """
        with self._news:
            if self._plan:
                return False
            stay = self._staying(kept)
            away = tuple(die for die in self._lying if die not in stay)
            falling = self._falling(dice, (*stay, *away))
            steps = 7 if self.hurry else 14
            self._plan.extend(self._taken_away(stay, away, steps) if away else ())
            self._plan.extend([Moment(stay)] * LEFT)
            self._plan.extend(self._rolling(stay, falling))
            self._lying = (*stay, *falling)
            self._plan.extend([Moment(self._lying)] * LAIN)
            self.lying_at = self.count + len(self._plan)
            self.thrown.append(tuple((die.kind, die.value) for die in falling))
            self._news.notify_all()
            return True

    def _staying(self, kept: tuple[Face, ...]) -> tuple[Lying, ...]:
        wanted, stay = list(kept), []
        for die in self._lying:
            if die.kind is DieKind.D6 and die.value in wanted:
                wanted.remove(die.value)
                stay.append(die)
        return tuple(stay)

    def _falling(self, dice: DiceSet, others: tuple[Lying, ...]) -> tuple[Lying, ...]:
        falling: list[Lying] = []
        for term in dice.terms:
            for _ in range(term.most):
                value = self._chance.choice(FACES[term.kind])
                seed = np.random.default_rng(self._chance.getrandbits(32))
                colour = term.colour or "white"
                sprite = throws.drawings(seed, term.kind, colour, value, VIEW, 0)[0]
                x, y = self._spot([(die.x, die.y) for die in (*others, *falling)])
                falling.append(Lying(term.kind, colour, value, stamp(sprite), x, y))
        return tuple(falling)

    def _spot(self, taken: list[tuple[float, float]]) -> tuple[float, float]:
        left, right, top, bottom = FREE
        best, room = (0.0, 0.0), -1.0
        for _ in range(60):
            spot = (self._chance.uniform(left, right), self._chance.uniform(top, bottom))
            near = min((float(np.hypot(spot[0] - x, spot[1] - y)) for x, y in taken), default=1e9)
            if near > 2.2 * EDGE:
                return spot
            if near > room:
                best, room = spot, near
        return best

    def _taken_away(self, stay: tuple[Lying, ...], away: tuple[Lying, ...], steps: int) -> list[Moment]:
        goal, moments = away[0], []
        for i in range(steps):
            reach = min(1.0, 1.4 * (1 - abs(i - steps / 2) / (steps / 2)))
            y = HEIGHT + EDGE + (goal.y - HEIGHT - EDGE) * reach
            there = (*stay, *away) if i < steps // 2 else stay
            moments.append(Moment(there, ((hand(), goal.x, y),)))
        return moments

    def _rolling(self, stay: tuple[Lying, ...], falling: tuple[Lying, ...]) -> list[Moment]:
        lengths = [self._chance.randint(5, 7) if self.hurry else self._chance.randint(14, 22) for _ in falling]
        starts = [(-2 * EDGE, die.y + self._chance.uniform(-80, 80)) for die in falling]
        moments = []
        for i in range(max(lengths, default=0)):
            moving: list[Moving] = []
            for die, length, start in zip(falling, lengths, starts, strict=True):
                if i >= length:
                    moving.append((die.drawn, die.x, die.y))
                    continue
                done = 1 - (1 - i / length) ** 2
                drawn = tumbling(die.kind, die.colour)[i % TUMBLES]
                moving.append((drawn, start[0] + (die.x - start[0]) * done, start[1] + (die.y - start[1]) * done))
            moments.append(Moment(stay, tuple(sorted(moving, key=lambda one: one[2]))))
        return moments

    # --- the frames --------------------------------------------------------------------------------------------------

    def next_throw(self) -> Frame | None:
        """Return the next frame when it is due."""
        watched = self.rolling or self.watched()  # needs the table's lock, which the caller of ``throw`` takes first
        with self._news:
            if not self._plan and (self.hurry or not watched):
                self._news.wait_for(lambda: bool(self._plan), QUIET)
            elif not self.hurry:
                self._due = max(self._due + 1 / FPS, time.monotonic() - 1 / FPS)
                self._news.wait_for(lambda: False, max(0.0, self._due - time.monotonic()))
            moment = self._plan.popleft() if self._plan else Moment(self._lying)
            self.count += 1
        return Frame(self._seen(moment), str(self.count), self.count / FPS)

    def _seen(self, moment: Moment) -> Image:
        if self._still[0] is not moment.still:
            ground = felt().copy()
            for die in sorted(moment.still, key=lambda one: one.y):
                die.drawn.put(ground, die.x, die.y)
            self._still = (moment.still, ground)
        image = self._still[1].copy() if moment.moving else self._still[1]
        for drawn, x, y in moment.moving:
            drawn.put(image, x, y)
        dx, dy = self.count * 37 % 64, self.count * 53 % 61
        noise = self._noise[dy : dy + HEIGHT, dx : dx + WIDTH]
        return np.asarray(cv2.add(image, noise, dtype=cv2.CV_8U), np.uint8)

    def notices(self) -> list[str]:
        """Return an empty list, because drawing does not fail."""
        return []

    def close(self) -> None:
        """Do nothing, because there is no device."""


class SimulatedEye(LiveEye):
    """The real eye on a simulated table; it reads the dice that ``throw`` throws without a further call."""

    photographs = False

    def __init__(self, chance: Random | None = None, hurry: bool = False, **more: Any) -> None:
        self.dice = SimulatedTable(chance, hurry)
        super().__init__(self.dice, lambda: self.dice, **more)
        self._through_with = 0
        self._looked = threading.Condition()
        self._keeper.track, self._keeper.empty = TRACK, felt()

    def follow(self, table: Seat) -> None:
        """Start watching for ``table``; frames come slowly during a real evening."""
        self.dice.watched = lambda: table.snapshot().simulated
        super().follow(MarkingTable(table))

    def throw(self, dice: DiceSet, kept: tuple[Face, ...] = ()) -> bool:
        """Throw dice; return False while others roll or are still unread."""
        return self.looked_at(0) and self.dice.throw(dice, kept)

    def looked_at(self, seconds: float) -> bool:
        """Wait until the eye has finished the thrown dice; return False if that takes longer.

        The eye counts frames, not time, so the speed of the machine does not matter.
        """
        with self._looked:
            return self._looked.wait_for(lambda: self._through_with == self.dice.lying_at, seconds)

    def _frame(self, frame: Frame) -> None:
        lying_at = self.dice.lying_at
        try:
            super()._frame(frame)
        finally:
            watcher, since = self._watcher, int(frame.name) - lying_at
            if since >= LONG or since >= 0 and watcher is not None and watcher.through:
                with self._looked:
                    self._through_with = lying_at
                    self._looked.notify_all()


class MarkingTable:
    """A table for the simulated eye; it marks readings as simulated, so that no real evening accepts them."""

    def __init__(self, table: Seat) -> None:
        self._table = table

    def snapshot(self) -> Snapshot:
        """Return the current snapshot."""
        return self._table.snapshot()

    def take_look(self, look: Look | None, seen: int, who: str = "") -> Any:
        """Pass a reading on, marked as simulated."""
        return self._table.take_look(look and replace(look, simulated=True), seen, who)
