"""The dice drawn for training are as different from each other as those of different makers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vision.training import looks

pytest.importorskip("PIL", reason="the extra train brings Pillow, which only training needs")
FONT = next((f for f in looks.fonts() if "DejaVuSans" in f), None)
pytestmark = pytest.mark.skipif(FONT is None, reason="the font of the digits is not installed")
MANY = 300


def test_the_line_or_the_dot_of_a_6_is_where_any_maker_may_put_it() -> None:
    """Regression: it stood always at one place, so the reader knew it only there."""
    assert FONT is not None
    rng = np.random.default_rng(1)
    marks = [looks.mark(rng, FONT) for _ in range(MANY)]
    dots = np.array([m[1:] for m in marks if m is not None and m.dot])
    lines = np.array([m[1:] for m in marks if m is not None and not m.dot])
    assert min(len(dots), len(lines), marks.count(None)) > MANY / 10
    assert np.ptp(dots[:, 0]) > 0.2, "some dots are beside the foot, others below it"
    assert min(np.ptp(lines[:, 1]), np.ptp(lines[:, 3] - lines[:, 1])) > 0.03, "lines are near or far, thin or thick"


def test_digits_that_stand_away_from_the_pole_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a mark, such a 6 is the 9 of a usual die."""
    marked, glyph = list[bool](), looks.glyph

    def told(text: str, font: str, mark: Any = None, **more: float) -> Any:
        if text == "6":
            marked.append(mark is not None)
        return glyph(text, font, mark, **more)

    monkeypatch.setattr(looks, "glyph", told)
    rng = np.random.default_rng(2)
    away = [looks.look(rng, "d10")[0].faces[0] >= 100 for _ in range(MANY)]
    assert all(mark for mark, turned in zip(marked, away, strict=True) if turned)
    assert MANY / 20 < sum(away) < MANY / 4
