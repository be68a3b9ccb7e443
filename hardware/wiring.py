"""The wiring drawing: the header of a Raspberry Pi and its wires, from the table in ``pins.py``.

``./servi wiring FILE.svg`` draws the pins of this table's settings.
``python -m hardware.wiring docs/wiring.svg --usual`` draws the default pins.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from companion.errors import ServiError
from hardware.pins import DEFAULTS, GROUND, HEADER, SPI, Pin
from hardware.settings import load

ROW = 36
TOP = 132
MIDDLE = 560
WIDTH = 1120
HOLE = 26

INK, SOFT, PAPER, BOARD_GREEN = "#1a241f", "#6b746e", "#fffdf6", "#2f6b4f"
KINDS = {
    "servi.": ("#c2701c", "bouton servi {seat}"),
    "lamps.": ("#b3332b", "lampe {seat}, par le ULN2803A"),
    "chip_up": ("#2a66b0", "bouton « plus » (un jeton de plus)"),
    "chip_down": ("#2a66b0", "bouton « moins » (un jeton de moins)"),
    "next": ("#2a66b0", "bouton « cible suivante »"),
    "previous": ("#2a66b0", "bouton « cible précédente »"),
    "confirm": ("#2a66b0", "bouton « confirmer »"),
    "undo": ("#2a66b0", "bouton « annuler »"),
    "light": ("#6d43a3", "lumière de la piste, par le ULN2803A"),
    "buzzer": ("#6d43a3", "buzzer actif, par le ULN2803A"),
}
"""Wire colour and label, by the start of a name."""

BUS_PINS = {"I²C": (2, 3), "SPI": SPI, "port série": (14, 15)}
SUPPLY = {"3V3": "#b58a1c", "5V": "#b3332b", GROUND: "#3b3322"}


def drawing(pins: Mapping[str, int]) -> str:
    """Return the drawing of these pins as SVG."""
    users = {bcm: name for name, bcm in pins.items()}
    rows = [_pin(place, what, users) for place, what in enumerate(HEADER, 1)]
    bottom = TOP + 20 * ROW + 44
    height = bottom + 330
    board = (
        f'<rect x="{MIDDLE - 58}" y="{TOP - 34}" width="116" height="{20 * ROW + 34}" rx="12" fill="{BOARD_GREEN}"/>'
        f'<text x="{MIDDLE}" y="{TOP - 13}" class="on" text-anchor="middle">carte SD ↑</text>'
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">',
            f"<style>text{{font:16px system-ui,sans-serif;fill:{INK}}}.t{{font-size:28px;font-weight:700}}"
            f".s{{font-size:15px;fill:{SOFT}}}.n{{font-size:13px;font-weight:700;fill:#fff}}"
            ".on{font-size:12px;fill:#e6f2ea}.b{font-weight:600}</style>",
            f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
            '<text x="40" y="52" class="t">Servi : les fils, patte par patte</text>',
            '<text x="40" y="80" class="s">Connecteur à 40 pattes du Raspberry Pi, vu de dessus, '
            "la patte 1 en haut à gauche (près de la carte SD).</text>",
            board,
            *rows,
            *_recipes(bottom, set(pins.values())),
            "</svg>",
            "",
        ]
    )


def _pin(place: int, what: str | int, users: Mapping[int, str]) -> str:
    """Return the SVG of one pin: hole, wire and label; odd pins on the left, even ones on the right."""
    left = place % 2 == 1
    side = -1 if left else 1
    x = MIDDLE + side * 26
    y = TOP + (place - 1) // 2 * ROW + ROW // 2
    name = users.get(what, "") if isinstance(what, int) else ""
    colour = _of(name)[0] if name else SUPPLY.get(str(what), "#9aa39d")
    anchor = "end" if left else "start"
    hole = (
        f'<rect x="{x - HOLE // 2}" y="{y - HOLE // 2}" width="{HOLE}" height="{HOLE}" rx="{3 if place == 1 else 13}" '
        f'fill="{colour}"/><text x="{x}" y="{y + 5}" class="n" text-anchor="middle">{place}</text>'
    )
    label = what if isinstance(what, str) else f"GPIO{what}"
    near = MIDDLE + side * 70
    if not name:
        if what in (0, 1):
            label = f"GPIO{what}, pour les cartes HAT : laisser"
        words = {GROUND: "masse (GND)", "5V": "5 V", "3V3": "3,3 V"}.get(
            str(what), label if what in (0, 1) else f"{label}, libre"
        )
        return hole + f'<text x="{near}" y="{y + 5}" class="s" text-anchor="{anchor}">{words}</text>'
    end = MIDDLE + side * 170
    return (
        f'<path d="M{x + side * 13} {y}H{end}" stroke="{colour}" stroke-width="4"/>{hole}'
        f'<rect x="{min(near, near + side * 66)}" y="{y - 11}" width="66" height="22" rx="4" fill="{PAPER}"/>'
        f'<text x="{near + side * 33}" y="{y + 5}" class="s" text-anchor="middle">{label}</text>'
        f'<circle cx="{end}" cy="{y}" r="6" fill="{colour}"/>'
        f'<text x="{end + side * 14}" y="{y + 5}" class="b" text-anchor="{anchor}">{escape(_of(name)[1])}</text>'
    )


def _of(name: str) -> tuple[str, str]:
    start = next(start for start in KINDS if name.startswith(start))
    colour, words = KINDS[start]
    return colour, words.format(seat=name.rpartition(".")[2])


def _recipes(y: int, taken: set[int]) -> list[str]:
    """Return the SVG of the circuits of a button and of a lamp, as rows of boxes, with notes about them."""
    button = ("patte du bouton", "bouton", "masse (GND)")
    lamp = ("patte de la lampe", "ULN2803A : entrée → sortie", "lampe", "résistance 220 Ω", "5 V")
    return [
        f'<path d="M40 {y - 18}H{WIDTH - 40}" stroke="#d3c6a5" stroke-width="2"/>',
        f'<text x="40" y="{y + 18}" class="b">Un bouton (contact fermé quand on appuie) : rien d\'autre à souder, '
        "le Pi tient la patte à 3,3 V.</text>",
        _chain(button, y + 36, "#2a66b0"),
        f'<text x="40" y="{y + 128}" class="b">Une lampe (LED) : le ULN2803A porte le courant ; sa patte 9 va à la masse, '
        "sa patte 10 au 5 V.</text>",
        _chain(lamp, y + 146, "#b3332b"),
        f'<text x="40" y="{y + 236}" class="s">Toutes les masses ensemble. Jamais 5 V sur une patte GPIO. '
        "Couper le courant avant de toucher aux fils.</text>",
        f'<text x="40" y="{y + 262}" class="s">{_buses(taken)}</text>',
    ]


def _buses(taken: set[int]) -> str:
    """Return which buses must stay off because the panel uses their pins, and which are free."""
    off = [name for name, pins in BUS_PINS.items() if taken & set(pins)]
    free = [name for name in BUS_PINS if name not in off]
    sentences = [f"À laisser éteint, car ses pattes servent ici : {', '.join(off)}."] if off else []
    return " ".join([*sentences, *([f"Restent libres : {', '.join(free)}."] if free else [])])


def _chain(boxes: Sequence[str], y: int, colour: str) -> str:
    drawn, x = [], 40
    for at, words in enumerate(boxes):
        width = 28 + 9 * len(words)
        if at:
            drawn.append(f'<path d="M{x - 44} {y + 22}H{x}" stroke="{colour}" stroke-width="4"/>')
        drawn.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="44" rx="8" fill="#f5efe0" stroke="{colour}" stroke-width="2"/>'
            f'<text x="{x + width / 2}" y="{y + 27}" text-anchor="middle">{words}</text>'
        )
        x += width + 44
    return "".join(drawn)


def table(pins: Mapping[str, int]) -> str:
    """Return the pins as lines of text."""
    return "\n".join(f"{name:<10} {Pin(name, bcm)}" for name, bcm in pins.items())


def main(argv: Sequence[str]) -> int:
    """Draw the pins or list them: ``wiring [FILE.svg] [--usual] [--data DIR]``."""
    parser = argparse.ArgumentParser(prog="./servi wiring", description="Draw which wire goes to which pin.")
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE.svg", help="without it the pins are listed")
    parser.add_argument("--usual", action="store_true", help="the usual pins, whatever the settings say")
    parser.add_argument("--data", type=Path, default=None, metavar="DIR", help="folder with servi.toml")
    arguments = parser.parse_args(argv)
    try:
        pins = DEFAULTS if arguments.usual or arguments.data is None else load(arguments.data).pins
        if arguments.file is None:
            print(table(pins))
        else:
            arguments.file.write_text(drawing(pins), encoding="utf-8")
    except (ServiError, OSError) as error:
        print(f"servi: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
