"""Fits the weights of ``vision/belief.py`` on pictures kept apart.

``python -m vision.training.calibrate collect FOLDER ROWS.pkl`` looks at drawn tables, scenes or photographs once, blind
and told the dice; ``python -m vision.training.calibrate fit FIT.pkl… --choose CHOOSE.pkl…`` fits the weights on the
first, chooses what is certain on the others, and writes ``belief.json``.
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

from companion.dice import MOST_DICE, DiceSet
from vision import belief, models
from vision.reader import DiceReader
from vision.training.judge import truth
from vision.training.locator import FOLD
from vision.training.sprites import BLANK, D10, OTHER

Rows = list[dict[str, Any]]


Pictures = Iterator[tuple[Any, Counter[tuple[str, str]], bool, Any]]
"""Picture, values, whether it can be read, and (x, y, edge, class, hidden, digit) of the dice."""
COLUMNS = [0, 1, 2, 3, 8, 4]


def drawn(folder: Path) -> Pictures:
    """Yield the pictures of drawn scenes."""
    for name in sorted(folder.glob("pictures_validation_*.npy")):
        pictures, dice = np.load(name, mmap_mode="r"), np.load(str(name).replace("pictures_", "dice_"))
        for picture, d in zip(pictures, dice, strict=True):
            want, fair = truth(d)
            yield np.asarray(picture), want, fair, d[(d[:, 3] >= 0) & (d[:, 2] > 0)][:, COLUMNS]


def tables(folder: Path) -> Pictures:
    """Yield the pictures of drawn tables."""
    for name in sorted(folder.glob("*.npy"), key=lambda p: int(p.stem)):
        dice = np.load(name)
        want, fair = truth(dice)
        yield cv2.imread(str(name.with_suffix(".png"))), want, fair, dice[:, COLUMNS]


def real(folder: Path) -> Pictures:
    """Yield the photographs kept apart."""
    rows = [r for r in json.loads((folder / "labels.json").read_text()) if r["file"].startswith("IMG_20191208")]
    for r in sorted(rows, key=lambda r: str(r["file"]))[::FOLD]:
        if "EXCLUDE" in (r["note"] or ""):
            continue
        box = np.array([d["bbox"] for d in r["dice"]], float).reshape(-1, 4)
        edge = np.maximum(box[:, 2], box[:, 3]) / 1.45
        where = (*(box[:, :2] + box[:, 2:] / 2).T, edge, [d["value"] for d in r["dice"]], 0 * edge, 0 * edge)
        want = Counter(("d6", str(d["value"])) for d in r["dice"])
        yield cv2.imread(str(folder / "images" / r["file"])), want, len(box) > 0, np.column_stack(where)


def asked(dice: Any) -> Counter[str]:
    """Return the dice that a referee would have asked for; a strange die lies there in the place of a d10."""
    kinds = {D10: "d10", OTHER: "d10", BLANK: "bicolour"}
    count = Counter(kinds.get(int(label), "d6") for label in dice[:, 3])
    return count if count.total() <= MOST_DICE else Counter()


def collect(folder: Path) -> Rows:
    """Look at every picture of ``folder`` once; note each place's features, its die and what would be said of it."""
    source = real if (folder / "labels.json").exists() else tables if any(folder.glob("*.png")) else drawn
    reader, rows = DiceReader(), []
    for n, (picture, want, fair, dice) in enumerate(source(folder)):
        kinds, places = asked(dice), []
        expected = DiceSet.parse("+".join(f"{n}{k}" for k, n in sorted(kinds.items()))) if kinds else None
        for s in reader._look(picture, None):
            far = np.hypot(dice[:, 0] - s.hit.x, dice[:, 1] - s.hit.y) / dice[:, 2] if len(dice) else np.array([9.0])
            k = int(far.argmin())
            near = bool(far[k] < 0.4 and 0.6 < s.hit.edge / dice[k, 2] < 1.6)
            place = {"features": s.features, "label": int(dice[k, 3]) if near else 0}
            place |= {"hidden": near and float(dice[k, 4]) > 0.25, "digit": int(dice[k, 5]) if near else -1}
            place |= {"where": (s.hit.x, s.hit.y, s.hit.edge)}
            for way, given in (("blind", None), ("told", expected)):
                die, why = reader._die(picture, s, given)
                raw = max((q for _, q in die.alternatives), default=0.0)
                place[way] = (str(die.kind), str(die.value), raw, why)
            places.append(place)
        rows.append({"places": places, "want": want, "asked": kinds, "fair": fair, "name": (str(folder), n)})
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


def said(rows: Rows, way: str) -> list[tuple[float, bool]]:
    """Return (belief in the whole, right) for each picture as the reader would judge it; -1 where it would ask anyway.

    A picture that cannot be read (a strange, leaning or hidden die) is right when nothing certain is said of it.
    """
    out = []
    for r in rows:
        number = r["asked"].total()
        if way == "told" and not number:
            continue
        places = sorted(r["places"], key=lambda p: -belief.of_die(p["features"]))
        least, most = (number, number) if way == "told" else (0, 99)
        count, whole = belief.choose([belief.of_die(p["features"]) for p in places], least, most)
        kept = places[:count]
        for p in kept:
            kind, _, raw, _ = p[way]
            whole *= belief.of_value(kind, raw) if raw else 0.0
        if not kept or any(p[way][3] for p in kept) or belief.nearest([p["where"] for p in kept]) < 0.72:
            whole = -1.0
        if way == "told" and Counter(p[way][0] for p in kept) != r["asked"]:
            whole = -1.0
        out.append((whole, r["fair"] and Counter(p[way][:2] for p in kept) == r["want"]))
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


def load(names: list[str]) -> Rows:
    """Return all rows of these files."""
    return [row for name in names for row in pickle.loads(Path(name).read_bytes())]


def write(weights: dict[str, Any]) -> None:
    """Write the beliefs with their checksum."""
    (models.FOLDER / "belief.json").write_text(json.dumps(weights, indent=2) + "\n")
    models.seal("belief.json")
    belief.weights.cache_clear()


def certain(answers: list[tuple[float, bool]], allowed: float) -> float:
    """Return the least belief to be certain: from there on at most ``allowed`` of the answers are wrong."""
    answers = sorted(answers, key=lambda a: -a[0])
    wrong = np.cumsum([not ok for _, ok in answers])
    good = [w for (w, _), n, k in zip(answers, wrong, range(1, len(answers) + 1), strict=True) if n <= allowed * k]
    return round(max(0.5, min((w for w in good if w > 0), default=0.95)) + 5e-4, 3)


def fit(fitted: list[str], chosen: list[str], allowed: float = 0.003) -> None:
    """Fit the weights on the first rows, choose the threshold on the others, write both and print what follows."""
    rows, judged = load(fitted), load(chosen)
    places = [p for r in rows for p in r["places"] if not p["hidden"]]
    x, y = np.array([p["features"] for p in places]), np.array([p["label"] > 0 for p in places], np.float64)
    out: dict[str, Any] = {"die": [round(float(w), 4) for w in logistic(x, y)], "value": {}, "certain": 0.9}
    print(len(x), "places,", int(y.sum()), "dice")
    for kind in ("d6", "d10", "bicolour"):
        # printed strange dice pass for a d10, so its kind may be as wrong as its value: there they count as well
        last, way = {"d6": 6, "d10": OTHER}.get(kind, BLANK), "told" if kind == "d10" else "blind"
        dice = [p for p in places if p[way][0] == kind and 0 < p["label"] <= last and p[way][2]]
        ok = np.array([p[way][:2] == truly(p) for p in dice], np.float64)
        if len(dice) > 40:
            raw = np.array([[belief.logit(p[way][2]), 1.0] for p in dice])
            out["value"][kind] = [round(float(w), 4) for w in logistic(raw, ok)]
            print(kind, len(dice), f"right {ok.mean():.3f}", out["value"][kind])
    write(out)
    out["certain"] = certain(said(judged, "blind") + said(judged, "told"), allowed)
    write(out)
    print(out)
    every: dict[str, Rows] = {}
    for row in rows + judged:
        every.setdefault(Path(row["name"][0]).name, []).append(row)
    for title, part in every.items():
        for way in ("blind", "told"):
            for kind in ("", "d10", "bicolour"):
                some = [r for r in part if r["fair"] and (not kind or any(k == kind for k, _ in r["want"]))]
                table(f"{title} {kind}, {way}", said(some, way), out["certain"])
            table(f"{title}, not to be read, {way}", said([r for r in part if not r["fair"]], way), out["certain"])


def main() -> None:
    if sys.argv[1] == "collect":
        Path(sys.argv[3]).write_bytes(pickle.dumps(collect(Path(sys.argv[2]))))
    else:
        words = sys.argv[2:]
        at = words.index("--choose")
        fit(words[:at], words[at + 1 :])


if __name__ == "__main__":
    main()
