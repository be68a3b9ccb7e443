"""The command line of ``./servi play``."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.folders import state_folder

SIMULATED = "simulated"
"""The value of ``--camera`` that selects simulated dice."""


def play_arguments(argv: list[str]) -> argparse.Namespace:
    """Return the parsed options of ``./servi play``."""
    parser = argparse.ArgumentParser(prog="./servi", description="Open the table.")
    parser.add_argument("--port", type=port_number, default=8000, help="port of the page (8000; 0 takes a free one)")
    parser.add_argument("--host", default="0.0.0.0", help="address to listen on (all of this machine)")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help=f"folder of the journal ({state_folder()}; its own for --demo)"
    )
    parser.add_argument(
        "--camera",
        default="none",
        help="auto: the one that is plugged in; pi; usb:N; none; folder:DIR: each picture is the next throw; "
        "frames:DIR or video:FILE: a film of throws; simulated: drawn dice, for trying without a box",
    )
    parser.add_argument("--name", help="the table's name on the network: NAME.local opens the page too")
    parser.add_argument(
        "--panel",
        choices=("auto", "mock", "off"),
        help="buttons and lamps: auto where this machine has pins; mock on the page /panel; off",
    )
    demo = parser.add_argument_group("demonstration")
    demo.add_argument("--demo", action="store_true", help="simple players play an evening on the simulated table")
    demo.add_argument("--fast", action="store_true", help="without any pause")
    demo.add_argument("--evenings", type=int, metavar="N", help="end after N evenings (default: never)")
    demo.add_argument("--game", metavar="NAME", help="what is played (else the first of the list)")
    arguments = parser.parse_args(argv)
    check_demo(parser, arguments)
    arguments.data = arguments.data or state_folder() / ("demo" if arguments.demo else "")
    return arguments


def check_demo(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Exit with a message if options contradict ``--demo``; select the simulated camera for the demonstration."""
    from companion.packages import names

    if not arguments.demo and (arguments.fast or arguments.evenings is not None or arguments.game):
        parser.error("--fast, --evenings and --game belong to --demo")
    if arguments.evenings is not None and arguments.evenings < 1:
        parser.error("--evenings is a number from 1")
    if arguments.game and arguments.game not in names():
        parser.error(f"there is no game {arguments.game!r}: {', '.join(names())}")
    if arguments.demo:
        if arguments.camera not in ("none", SIMULATED):
            parser.error("--demo plays with drawn dice only: leave --camera away")
        arguments.camera = SIMULATED


def port_number(text: str) -> int:
    """Return a port number, 0 to 65535."""
    if not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 1 to 65535, 0 for a free one")
    return int(text)
