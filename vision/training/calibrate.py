"""Fits the weights of ``vision/reading/belief.py`` on validation pictures, which no network is trained on.

``python -m vision.training.calibrate collect FOLDER ROWS.pkl [COUNT]`` reads drawn tables, scenes or photographs, once without
("blind") and once with the expected dice ("told"). ``python -m vision.training.calibrate fit ROWS.pkl… [--only=KIND,…]`` fits
the weights, chooses the certainty thresholds by cross-validation, and writes ``belief.json``. With ``--only=d6,d10`` or
``--only=bicolour`` the weights ``die`` and those of the other kinds stay.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import MOST_DICE, DiceSet
from vision import models
from vision.reading import belief, lean
from vision.reading.places import STACKED
from vision.reading.reader import DiceReader
from vision.reading.search import Shot
from vision.training.judge import FOLD, truth
from vision.training.sprites import BLANK, D10, LEANING, OTHER

Rows = list[dict[str, Any]]
KINDS = ("d6", "d10", "bicolour")
FOLDS = 5
ALLOWED = {"d6": 0.003, "d10": 0.005, "bicolour": 0.001}
"""Maximum share of wrong readings among the certain ones, by kind; no more than the targets in docs/eye.md."""
RESAMPLES = 400
"""Number of bootstrap samples over which a certainty threshold is averaged."""
TOP = (1.0, 0.4, -0.8)
USUAL = {"d6": (1.5, 0.5), "d10": (1.2, 0.1, 0.0), "bicolour": (1.0, 0.5, 0.0)}
"""Prior slopes and shift of the belief in a bicolour die's place, and in values. The fit is regularised towards them, because a
few rows without a mistake prove little."""
LEAST = 0.85
"""Minimum certainty threshold, even if few mistakes were observed."""


INCOMPLETE = ("IMG_20191208_111530.jpg", "IMG_20191208_111730.jpg")
"""Photographs with one die more than their label says; the fit omits them, else it would learn to doubt every die."""
ON, BESIDE = 0.4, 0.55
"""Distances, in edges: below the first, a place is a die's top face; from the second on, it is none. The fit does not
use places in between."""

Pictures = Iterator[tuple[Any, Counter[tuple[str, str]], bool, Any]]
"""Picture (BGR uint8), the kinds and values in it, whether it can be read, and one row for each die: x, y, edge, class,
hidden share, digit, and whether the die is plain (``tables.plain``)."""
COLUMNS = [0, 1, 2, 3, 8, 4, 9]


def drawn(folder: Path) -> Pictures:
    """Yield the pictures of drawn scenes."""
    for name in sorted(folder.glob("pictures_validation_*.npy")):
        pictures, dice = np.load(name, mmap_mode="r"), np.load(str(name).replace("pictures_", "dice_"))
        for picture, d in zip(pictures, dice, strict=True):
            want, fair = truth(d)
            known = d[(d[:, 3] >= 0) & (d[:, 2] > 0)][:, :9]
            yield np.asarray(picture), want, fair, np.column_stack([known, np.ones(len(known))])[:, COLUMNS]


def tables(folder: Path) -> Pictures:
    """Yield the pictures of drawn tables."""
    for name in sorted(folder.glob("*.npy"), key=lambda p: int(p.stem)):
        dice = np.load(name)
        want, fair = truth(dice)
        yield cv2.imread(str(name.with_suffix(".png"))), want, fair, dice[:, COLUMNS]


def real(folder: Path) -> Pictures:
    """Yield the usable photographs of the validation fold."""
    rows = [r for r in json.loads((folder / "labels.json").read_text()) if r["file"].startswith("IMG_20191208")]
    for r in sorted(rows, key=lambda r: str(r["file"]))[::FOLD]:
        if "EXCLUDE" in (r["note"] or "") or r["file"] in INCOMPLETE:
            continue
        box = np.array([d["bbox"] for d in r["dice"]], float).reshape(-1, 4)
        edge = np.maximum(box[:, 2], box[:, 3]) / 1.45
        none, values = 0 * edge, [d["value"] for d in r["dice"]]
        where = (*(box[:, :2] + box[:, 2:] / 2).T, edge, values, none, none, none + 1)
        want = Counter(("d6", str(d["value"])) for d in r["dice"])
        yield cv2.imread(str(folder / "images" / r["file"])), want, len(box) > 0, np.column_stack(where)


def asked(dice: Any) -> Counter[str]:
    """Return the expected dice by kind; a strange die counts as a d10, and above ``MOST_DICE`` none are expected."""
    kinds = {D10: "d10", OTHER: "d10", BLANK: "bicolour"}
    count = Counter(kinds.get(int(label), "d6") for label in dice[:, 3])
    return count if count.total() <= MOST_DICE else Counter()


def vain(dice: Any) -> bool:
    """Whether a picture is useless for thresholds: a die leans, or a d10 shows another face more than its top."""
    return bool(((dice[:, 3] == LEANING) | ((dice[:, 3] == D10) & (dice[:, 6] == 0))).any())


def collect(folder: Path, count: int | None) -> Rows:
    """Return a row for each picture of ``folder`` (or the first ``count``): the places read, with their true labels."""
    source = real if (folder / "labels.json").exists() else tables if any(folder.glob("*.png")) else drawn
    reader, rows = DiceReader(), []
    for n, (picture, want, fair, dice) in enumerate(islice(source(folder), count)):
        kinds = asked(dice)
        expected = DiceSet.parse("+".join(f"{n}{k}" for k, n in sorted(kinds.items()))) if kinds else None
        places = {way: noted(reader, picture, dice, given) for way, given in (("blind", None), ("told", expected))}
        rows.append({"places": places, "want": want, "asked": kinds, "fair": fair, "name": (str(folder), n),
                     "width": picture.shape[1], "vain": vain(dice)})  # fmt: skip
    return rows


def noted(reader: DiceReader, picture: Any, dice: Any, given: DiceSet | None) -> list[dict[str, Any]]:
    """Return the places that the reader finds in a picture if ``given`` is expected, each with the label of its true die."""
    shot = Shot(picture, given)
    places, found = [], reader.look(shot)
    again = reader.search.facing.look(picture, [s.hit for s in found])
    for s, exact in zip(found, again, strict=True):
        far = np.hypot(dice[:, 0] - s.hit.x, dice[:, 1] - s.hit.y) / dice[:, 2] if len(dice) else np.array([9.0])
        k = int(far.argmin())
        alike = bool(len(dice) and 0.6 < s.hit.edge / dice[k, 2] < 1.6)
        near = alike and far[k] < ON
        neither = alike and (float(dice[k, 4]) > 0.25 if near else far[k] < BESIDE)
        named = reader.named(shot, s)
        place: dict[str, Any] = {"features": s.features, "top": s.top, "label": int(dice[k, 3]) if near else 0}
        place |= {"neither": bool(neither), "digit": int(dice[k, 5]) if near else -1}
        place |= {"where": s.where, "classes": s.classes, "facing": (s.facing, exact)}
        why = reader._die(shot, s, named)[1]
        places.append(place | {"named": (str(named.kind), str(named.value), named.doubts, why)})
    return places


def logistic(
    x: NDArray[np.float64], y: NDArray[np.float64], towards: NDArray[np.float64] | None = None, pull: float = 1e-4
) -> NDArray[np.float64]:
    """Return the weights of a logistic regression (Newton's method), regularised towards ``towards`` or zero.

    ``pull`` is the strength for each row. With ``towards`` the total strength is 1, so that it prevails if rows are
    few.
    """
    strength = 1.0 if towards is not None else pull * len(x)
    goal = np.zeros(x.shape[1]) if towards is None else towards

    def cost(w: NDArray[np.float64]) -> float:
        return float(np.logaddexp(0, np.where(y > 0, -1, 1) * (x @ w)).sum() + strength / 2 * ((w - goal) ** 2).sum())

    w = goal.copy()
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (p - y) + strength * (w - goal)
        curve = (x * (p * (1 - p))[:, None]).T @ x + (strength + 1e-6) * np.eye(len(w))
        step = np.linalg.solve(curve, slope)
        while cost(w - step) > cost(w) and np.abs(step).max() > 1e-9:
            step /= 2  # if nearly all answers are right, a whole step overshoots and Newton's method diverges
        w = w - step
    return w


def leans(places: list[dict[str, Any]], width: int) -> bool:
    """Whether the reader would ask about a leaning die among these places."""
    where = np.array([p["where"] for p in places]).reshape(-1, 3)
    facing, again = (np.array([p["facing"][i] for p in places], np.float64).reshape(-1, 2) for i in (0, 1))
    classes = np.array([p["classes"].argmax() for p in places], np.intp)
    return lean.leans(where, facing, classes, lambda which: again[which], width)


@dataclass(frozen=True, slots=True)
class Said:
    """The reader's answer to a picture: its belief in all dice of a kind, by kind; empty if it would ask in any case.

    ``wrong`` are the kinds that it would read wrongly.
    """

    believed: dict[str, float]
    wrong: frozenset[str]

    @property
    def sure(self) -> bool:
        """Whether the answer is certain, so that the page would not ask."""
        return bool(self.believed) and all(whole >= belief.least(kind) for kind, whole in self.believed.items())


def said(rows: Rows, way: str) -> list[Said]:
    """Return the reader's answers; ``way`` is "blind", or "told" if the reader knows the expected dice.

    "told" leaves out pictures of which no dice are expected. A picture that cannot be read (a strange, leaning or
    hidden die) must get no certain answer. So its kind with the least belief counts as wrong.
    """
    out = []
    for r in rows:
        number = r["asked"].total()
        if way == "told" and not number:
            continue
        places = sorted(r["places"][way], key=lambda p: -belief.of_die(p["features"], p["top"]))
        least, most = (number, number) if way == "told" else (0, 99)
        count, found = belief.choose([belief.of_die(p["features"], p["top"]) for p in places], least, most)
        kept = places[:count]
        named = [p["named"] for p in kept]
        values = [(kind, belief.of_value(kind, *doubts) if doubts[0] else 0.0) for kind, _, doubts, _ in named]
        believed = belief.of_kinds(found, values)
        asks = any(why for *_, why in named) or belief.nearest([p["where"] for p in kept]) < STACKED
        asks = asks or (way == "told" and Counter(kind for kind, *_ in named) != r["asked"]) or leans(kept, r["width"])
        read = Counter(one[:2] for one in named)
        wrong = {kind for kind, _ in (read - r["want"]) + (r["want"] - read)}
        if not r["fair"]:
            wrong = {min(believed, key=lambda kind: believed[kind], default="")}
        out.append(Said({} if asks else believed, frozenset(wrong)))
    return out


def table(name: str, answers: list[Said]) -> None:
    """Print the shares of right and of certain answers, and the number of certain but wrong ("silently wrong") ones."""
    n, sure = max(1, len(answers)), [a for a in answers if a.sure]
    right, silent = sum(not a.wrong for a in answers), sum(bool(a.wrong) for a in sure)
    print(f"{name}: {n} pictures, right {right / n:.3f}, certain {len(sure) / n:.3f}, silently wrong {silent}")


def truly(place: dict[str, Any]) -> tuple[str, str]:
    """Return the true kind and value of the die at a place."""
    label = place["label"]
    if label == D10:
        return "d10", str(place["digit"])
    if label == BLANK:
        return "bicolour", "red" if place["digit"] == 1 else "black"
    return ("d6", str(label)) if label <= 6 else ("?", "")


def load(names: list[str]) -> Rows:
    """Return all rows of these files, as ``collect`` wrote them."""
    return [row for name in names for row in pickle.loads(Path(name).read_bytes())]


def write(weights: dict[str, Any]) -> None:
    """Write the weights to ``belief.json`` and store its checksum."""
    (models.FOLDER / "belief.json").write_text(json.dumps(weights, indent=2) + "\n")
    models.seal("belief.json")
    belief.weights.cache_clear()


def certain(answers: list[tuple[float, bool]], allowed: float) -> float:
    """Return the lowest threshold, from ``LEAST`` on, above which at most the share ``allowed`` of answers is wrong.

    ``answers`` are (belief, right).
    """
    answers = sorted(answers, key=lambda a: -a[0])
    wrong = np.cumsum([not ok for _, ok in answers])
    good = [a[0] for a, n, k in zip(answers, wrong, range(1, len(answers) + 1), strict=True) if n <= allowed * k]
    return max(LEAST, min(good, default=1.0))


def steadily(answers: list[Said], kind: str) -> float:
    """Return the mean of ``certain`` for a kind over bootstrap samples (bagging, Breiman 1996).

    One wrong answer with a high belief moves a single threshold by 0.05; the mean varies less.
    """
    some = [(a.believed[kind], kind not in a.wrong) for a in answers if kind in a.believed]
    rng = np.random.default_rng(1)
    drawn = (rng.integers(len(some), size=len(some)) for _ in range(RESAMPLES if some else 0))
    return round(float(np.mean([certain([some[i] for i in which], ALLOWED[kind]) for which in drawn] or [1.0])), 3)


def seen(rows: Rows, way: str) -> list[dict[str, Any]]:
    """Return all places read "blind" or "told", without those marked ``neither`` (see ``BESIDE``)."""
    return [p for r in rows for p in r["places"][way] if not p["neither"]]


def learn(rows: Rows, kinds: tuple[str, ...] = KINDS, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the belief weights of places and of the values of these kinds, fitted on these rows.

    If ``before`` is given, the weights ``die`` and those of the other kinds are taken from it.
    """
    out = before or {"die": _places(rows), "value": {}}
    top = _tops(rows, out["die"]) if "bicolour" in kinds else out["top"]
    out = {"die": out["die"], "top": top, "value": dict(out["value"])}
    out["certain"] = dict.fromkeys(KINDS, 0.9)
    for kind in kinds:
        # a die read as a d10 may be a strange die with digits, so the fit of the d10 includes strange dice
        last, way = {"d6": (6, "blind"), "d10": (OTHER, "told")}.get(kind, (BLANK, "told"))
        dice = [p for p in seen(rows, way) if p["named"][0] == kind and 0 < p["label"] <= last and p["named"][2][0]]
        ok = np.array([p["named"][:2] == truly(p) for p in dice], np.float64)
        usual = USUAL[kind]
        raw = np.array([[*map(belief.logit, p["named"][2]), 1.0] for p in dice]).reshape(-1, len(usual))
        out["value"][kind] = _rounded(logistic(raw, ok, np.array(usual)))
    return out


def _places(rows: Rows) -> list[float]:
    """Return the weights of ``belief.features``."""
    dice = seen(rows, "blind")
    x = np.array([p["features"] for p in dice]).reshape(-1, belief.FEATURES)
    return _rounded(logistic(x, np.array([p["label"] > 0 for p in dice], np.float64)))


def _tops(rows: Rows, die: list[float]) -> list[float]:
    """Return the weights that combine the features with the bicolour reader, fitted on places where that reader ran."""
    dice = [p for p in seen(rows, "told") if p["top"] is not None]
    raw = np.array([[p["features"] @ np.array(die), belief.logit(p["top"]), 1.0] for p in dice]).reshape(-1, len(TOP))
    return _rounded(logistic(raw, np.array([p["label"] > 0 for p in dice], np.float64), np.array(TOP)))


def _rounded(weights: NDArray[np.float64]) -> list[float]:
    return [round(float(w), 4) for w in weights]


def fit(names: list[str], only: str) -> None:
    """Fit the weights on these rows, choose the thresholds by cross-validation, write both and print the results.

    If ``only`` names kinds, the weights and thresholds of the others stay. The thresholds are chosen without the pictures
    that cannot be judged (see ``vain``).
    """
    rows, kinds = load(names), tuple(only.split(",")) if only else KINDS
    before = json.loads(models.data("belief.json")) if only else None
    answers: list[Said] = []
    for fold in range(FOLDS):
        write(learn([r for n, r in enumerate(rows) if n % FOLDS != fold], kinds, before))
        mine = [r for n, r in enumerate(rows) if n % FOLDS == fold and not r["vain"]]
        answers += said(mine, "blind") + said(mine, "told")
    out = learn(rows, kinds, before)
    out["certain"] = (before["certain"] if before else {}) | {kind: steadily(answers, kind) for kind in kinds}
    write(out)
    print(out)
    every: dict[str, Rows] = {}
    for row in rows:
        every.setdefault(Path(row["name"][0]).name, []).append(row)
    for title, part in every.items():
        for way in ("blind", "told"):
            for kind in ("", *KINDS):
                just = {"d6": {"d6"}}.get(kind)
                some = [r for r in part if r["fair"] and (not kind or kind in {k for k, _ in r["want"]})]
                some = [r for r in some if just is None or {k for k, _ in r["want"]} == just]
                if some:
                    table(f"{title} {kind}, {way}", said(some, way))
            table(f"{title}, not to be read, {way}", said([r for r in part if not r["fair"]], way))


def main() -> None:
    if sys.argv[1] == "collect":
        count = int(sys.argv[4]) if len(sys.argv) > 4 else None
        Path(sys.argv[3]).write_bytes(pickle.dumps(collect(Path(sys.argv[2]), count)))
    else:
        only = dict(a[2:].split("=") for a in sys.argv[2:] if "=" in a).get("only", "")
        fit([w for w in sys.argv[2:] if not w.startswith("--")], only)


if __name__ == "__main__":
    main()
