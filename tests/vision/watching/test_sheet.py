"""The eye finds the printed track in both formats (PDF, SVG) and both sizes."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import pictures
from vision.watching import sheet
from vision.watching.sheet import A3, A4, KEPT, MARGIN, POINTS, Sheet

SHEETS = pytest.mark.parametrize("paper", [A4, A3], ids=["A4", "A3"])
Boxes = list[tuple[float, float, float, float]]


def svg_boxes(paper: Sheet) -> Boxes:
    pattern = r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
    return [(float(x), float(y), float(w), float(h)) for x, y, w, h in re.findall(pattern, sheet.svg(paper))]


def pdf_boxes(paper: Sheet) -> Boxes:
    found = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f", sheet.pdf(paper))
    points = [[float(v) / POINTS for v in row] for row in found]
    return [(x, paper.height - y - h, w, h) for x, y, w, h in points]


def rasterised(paper: Sheet, boxes: Boxes, scale: float = 4.0) -> np.ndarray:
    image = np.full((round(paper.height * scale), round(paper.width * scale)), 255, np.uint8)
    for x, y, w, h in boxes:
        a, b = round(x * scale), round(y * scale)
        cv2.rectangle(image, (a, b), (a + round(w * scale) - 1, b + round(h * scale) - 1), 0, -1)
    return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)


@SHEETS
@pytest.mark.parametrize("boxes", [svg_boxes, pdf_boxes], ids=["svg", "pdf"])
def test_the_markers_of_the_printed_sheet_are_found_slanted(paper: Sheet, boxes: object) -> None:
    flat = rasterised(paper, boxes(paper))  # type: ignore[operator]
    h, w = flat.shape[:2]
    goal = np.array([[150, 90], [1050, 60], [1180, 780], [40, 820]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), goal)
    picture = cv2.warpPerspective(flat, matrix, (1280, 860), borderValue=(120, 120, 120))
    found = sheet.find(picture)
    assert found is not None
    assert found.size == paper.span
    low, right = paper.height - MARGIN, paper.width - MARGIN
    outer = np.array([[MARGIN, MARGIN], [right, MARGIN], [right, low], [MARGIN, low]], np.float32)[None] * 4
    assert np.abs(cv2.perspectiveTransform(outer, matrix)[0] - np.array(found.corners)).max() < 4
    line = found.height * (1 - KEPT / paper.span[1])
    assert found.kept(300, line + 2)
    assert not found.kept(300, line - 2)


@pytest.mark.needs("chromium")
@SHEETS
def test_a_browser_draws_the_sheet_so_that_the_eye_finds_it(paper: Sheet, tmp_path: Path, chromium: Path) -> None:
    (tmp_path / "sheet.svg").write_text(sheet.svg(paper), encoding="utf-8")
    shot = tmp_path / "sheet.png"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]
    window = f"--window-size={round(paper.width * 96 / 25.4)},{round(paper.height * 96 / 25.4)}"
    command = [str(chromium), *flags, f"--user-data-dir={tmp_path}", f"--screenshot={shot}", window]
    subprocess.run([*command, f"file://{tmp_path}/sheet.svg"], check=True, capture_output=True, timeout=120)
    found = sheet.find(pictures.load(shot))
    assert found is not None
    assert found.size == paper.span


@SHEETS
def test_the_page_has_the_size_of_the_paper(paper: Sheet) -> None:
    data = sheet.pdf(paper)
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert box is not None
    assert [round(float(v) / POINTS) for v in box.groups()] == [paper.width, paper.height]
    places = [int(p) for p in re.findall(rb"(\d{10}) 00000 n", data)]
    assert [data[p:].split(b"\n", 1)[0] for p in places] == [b"%d 0 obj" % n for n in range(1, len(places) + 1)]
    start = int(data.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    assert data[start : start + 4] == b"xref"


def test_lines_keep_away_from_the_markers() -> None:
    for paper in (A4, A3):
        left, right = MARGIN + paper.marker, paper.width - MARGIN - paper.marker
        for a, b, c, _ in paper.lines():
            beside = a >= left and c <= right
            between = MARGIN + paper.marker < b < paper.height - MARGIN - paper.marker
            assert beside or between


def test_markers_of_two_sheets_are_no_track() -> None:
    mixed = [b for b in svg_boxes(A4) if b[0] < 100] + [(x - 123, y, w, h) for x, y, w, h in svg_boxes(A3) if x > 300]
    assert sheet.find(rasterised(A4, mixed)) is None


def test_the_verb_writes_what_the_name_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sheet.main([str(tmp_path / "a.pdf"), "--size", "a3"]) == 0
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-1.4")
    assert sheet.main([str(tmp_path / "a.svg")]) == 0
    assert "at 100 % on A4" in capsys.readouterr().out
    assert sheet.main([]) == 0
    assert capsys.readouterr().out == (tmp_path / "a.svg").read_text("utf-8")
    assert sheet.main([str(tmp_path / "a.doc")]) == 2
    assert sheet.main([str(tmp_path / "nowhere" / "a.pdf")]) == 1
    assert capsys.readouterr().err.count("\n") == 2


@SHEETS
def test_the_sheet_that_the_page_prints_is_the_same(paper: Sheet) -> None:
    """The file is stored with the pages, so that printing needs no eye; `./servi track-sheet` writes it again."""
    kept = Path(sheet.__file__).parents[2] / "web" / "static" / "sheets"
    assert (kept / f"track-{paper.name.lower()}.pdf").read_bytes() == sheet.pdf(paper)
    if paper is A4:
        assert (kept / "track-a4.svg").read_text("utf-8") == sheet.svg(paper)
