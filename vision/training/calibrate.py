"""Fits the weights of ``vision/belief.py`` on pictures kept apart.

``python -m vision.training.calibrate collect FOLDER ROWS.pkl [PART PARTS]`` looks at drawn scenes or photographs once,
``python -m vision.training.calibrate fit ROWS.pkl…`` writes ``belief.json`` from what was seen.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import belief, models
from vision.reader import DiceReader
from vision.training.judge import truth
from vision.training.locator import FOLD
from vision.training.sprites import BLANK, D10, OTHER

Rows = list[dict[str, Any]]


def drawn(folder: Path) -> Iterator[tuple[Any, Any, bool, Any]]:
    """Yield picture, values, whether it can be read, and (x, y, edge, class, hidden, digit) of the dice, of drawn scenes."""
    for name in sorted(folder.glob("pictures_holdout_*.npy")):
        pictures, dice = np.load(name, mmap_mode="r"), np.load(str(name).replace("pictures_", "dice_"))
        for picture, d in zip(pictures, dice, strict=True):
            want, fair = truth(d)
            yield np.asarray(picture), want, fair, d[(d[:, 3] >= 0) & (d[:, 2] > 0)][:, [0, 1, 2, 3, 8, 4]]


def real(folder: Path) -> Iterator[tuple[Any, Any, bool, Any]]:
    """Yield the same of the photographs kept apart."""
    rows = [r for r in json.loads((folder / "labels.json").read_text()) if r["file"].startswith("IMG_20191208")]
    for r in sorted(rows, key=lambda r: str(r["file"]))[::FOLD]:
        if "EXCLUDE" in (r["note"] or ""):
            continue
        box = np.array([d["bbox"] for d in r["dice"]], float).reshape(-1, 4)
        edge = np.maximum(box[:, 2], box[:, 3]) / 1.45
        where = (*(box[:, :2] + box[:, 2:] / 2).T, edge, [d["value"] for d in r["dice"]], 0 * edge, 0 * edge)
        want = Counter(("d6", str(d["value"])) for d in r["dice"])
        yield cv2.imread(str(folder / "images" / r["file"])), want, len(box) > 0, np.column_stack(where)


def collect(folder: Path, part: int, parts: int) -> Rows:
    """Look at every picture of ``folder`` once; note each place's features, its die and what would be said of it."""
    reader, rows = DiceReader(), []
    for n, (picture, want, fair, dice) in enumerate((real if (folder / "labels.json").exists() else drawn)(folder)):
        if n % parts != part:
            continue
        places = []
        for s in reader._look(picture, None):
            far = np.hypot(dice[:, 0] - s.hit.x, dice[:, 1] - s.hit.y) / dice[:, 2] if len(dice) else np.array([9.0])
            k = int(far.argmin())
            near = bool(far[k] < 0.4 and 0.6 < s.hit.edge / dice[k, 2] < 1.6)
            die, why = reader._die(picture, s, None)
            place = {"features": s.features, "label": int(dice[k, 3]) if near else 0, "why": why}
            place |= {"hidden": near and float(dice[k, 4]) > 0.25, "digit": int(dice[k, 5]) if near else -1}
            place |= {
                "answer": (str(die.kind), str(die.value)),
                "raw": max((q for _, q in die.alternatives), default=0.0),
            }
            place |= {"where": (s.hit.x, s.hit.y, s.hit.edge)}
            places.append(place)
        rows.append({"places": places, "want": want, "fair": fair, "name": (str(folder), n)})
    return rows


def logistic(x: NDArray[np.float64], y: NDArray[np.float64], strength: float = 1e-2) -> NDArray[np.float64]:
    """Return the weights of a logistic regression (Newton's method, a little pull to zero)."""
    w = np.zeros(x.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (p - y) + strength * len(x) * 0.01 * w
        curve = (x * (p * (1 - p))[:, None]).T @ x + (strength * len(x) * 0.01 + 1e-6) * np.eye(len(w))
        w -= np.linalg.solve(curve, slope)
    return w


def said(rows: Rows, counted: bool) -> list[tuple[float, bool]]:
    """Return (belief in the whole, right) for each picture as the reader would judge it; -1 where it would ask anyway."""
    out = []
    for r in rows:
        if counted and not r["fair"]:
            continue
        places = sorted(r["places"], key=lambda p: -belief.of_die(p["features"]))
        number = sum(r["want"].values())
        least, most = (number, number) if counted else (0, 99)
        count, whole = belief.choose([belief.of_die(p["features"]) for p in places], least, most)
        kept = places[:count]
        for p in kept:
            whole *= belief.of_value(p["answer"][0], p["raw"]) if p["raw"] else 0.0
        if not kept or any(p["why"] for p in kept) or belief.nearest([p["where"] for p in kept]) < 0.72:
            whole = -1.0
        if counted and count != number:
            whole = -1.0
        out.append((whole, Counter(p["answer"] for p in kept) == r["want"]))
    return out


def table(name: str, answers: list[tuple[float, bool]], least: float) -> None:
    """Print how many are right, certain and silently wrong."""
    n = max(1, len(answers))
    right, certain = sum(ok for _, ok in answers), sum(w >= least for w, _ in answers)
    silent = sum(w >= least and not ok for w, ok in answers)
    print(f"{name}: {n} pictures, right {right / n:.3f}, certain {certain / n:.3f}, silently wrong {silent}")


def truly(place: dict[str, Any]) -> tuple[str, str]:
    """Return the kind and value of the die that lies at a place."""
    label = place["label"]
    if label == D10:
        return "d10", str(place["digit"])
    if label == BLANK:
        return "bicolour", "red" if place["digit"] == 1 else "black"
    return ("d6", str(label)) if label <= 6 else ("?", "")


def fit(names: list[str], allowed: float = 0.005) -> None:
    """Fit, choose the least belief to be certain at which not more than ``allowed`` are silently wrong, write and print."""
    every: dict[str, Rows] = {}
    for name in names:
        for row in pickle.loads(Path(name).read_bytes()):
            every.setdefault(Path(row["name"][0]).name, []).append(row)
    rows = [r for part in every.values() for r in part]
    places = [p for r in rows for p in r["places"] if not p["hidden"]]
    x, y = np.array([p["features"] for p in places]), np.array([p["label"] > 0 for p in places], np.float64)
    out: dict[str, Any] = {"die": [round(float(w), 4) for w in logistic(x, y)], "value": {}, "certain": 0.9}
    print(len(x), "places,", int(y.sum()), "dice")
    for kind in ("d6", "d10", "bicolour"):
        # printed strange dice pass for a d10, so its kind may be as wrong as its value: there they count as well
        last = {"d6": 6, "d10": OTHER}.get(kind, BLANK)
        dice = [p for p in places if p["answer"][0] == kind and 0 < p["label"] <= last and p["raw"]]
        ok = np.array([p["answer"] == truly(p) for p in dice], np.float64)
        if len(dice) > 40:
            raw = np.array([[belief.logit(p["raw"]), 1.0] for p in dice])
            out["value"][kind] = [round(float(w), 4) for w in logistic(raw, ok)]
            print(kind, len(dice), f"right {ok.mean():.3f}", out["value"][kind])
    path = models.FOLDER / "belief.json"
    path.write_text(json.dumps(out, indent=2) + "\n")
    belief.weights.cache_clear()
    answers = said(rows, False) + said(rows, True)
    answers.sort(key=lambda a: -a[0])
    wrong = np.cumsum([not ok for _, ok in answers])
    good = [
        w for (w, _), n, k in zip(answers, wrong, range(1, len(answers) + 1), strict=True) if n <= allowed * k and w > 0
    ]
    out["certain"] = round(max(0.5, min(good, default=0.95)), 3)
    path.write_text(json.dumps(out, indent=2) + "\n")
    print(out)
    for title, part in every.items():
        for counted in (False, True):
            readable = [r for r in part if r["fair"]]
            table(f"{title}{', told the count' if counted else ''}", said(readable, counted), out["certain"])
        table(f"{title}, not to be read", said([r for r in part if not r["fair"]], False), out["certain"])


def main() -> None:
    if sys.argv[1] == "collect":
        part, parts = (int(sys.argv[4]), int(sys.argv[5])) if len(sys.argv) > 5 else (0, 1)
        Path(sys.argv[3]).write_bytes(pickle.dumps(collect(Path(sys.argv[2]), part, parts)))
    else:
        fit(sys.argv[2:])


if __name__ == "__main__":
    main()
