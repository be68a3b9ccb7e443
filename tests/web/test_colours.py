"""Each of the twelve seat colours has a shape, a paint, a letter colour and a line."""

from __future__ import annotations

import re

import pytest

from companion.game.seats import COLOURS
from tests.tools import ROOT

JS, CSS = ROOT / "web" / "static" / "js", ROOT / "web" / "static" / "css"
SHAPES = dict(re.findall(r"^  (\w+): (\"M[^\"]+\")", (JS / "pieces.js").read_text("utf-8").partition("ICONS")[0], re.MULTILINE))


def test_the_page_names_the_colours_of_the_table() -> None:
    found = re.search(r"COLOUR_NAMES = .*?\(\{(.*?)\}\)", (JS / "words.js").read_text("utf-8"), re.DOTALL)
    assert found and re.findall(r"(\w+): t\(", found[1]) == list(COLOURS)


@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_is_painted_in_each_place(colour: str) -> None:
    styles = "".join(path.read_text("utf-8") for path in (CSS / "servi.css", CSS / "paper.css"))
    for name in (f"--pion-{colour}:#", f".p-{colour}{{", f".sur-{colour}", f".l-{colour}{{", f"[data-theme=jour] .l-{colour}{{"):
        assert name in styles, name


def test_no_two_colours_share_a_shape() -> None:
    """Colour-blind players distinguish seats by their shapes."""
    shapes = [SHAPES[colour] for colour in (*COLOURS, "banque")]
    assert len(set(shapes)) == len(shapes)
