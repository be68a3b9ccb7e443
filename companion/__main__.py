"""Composition root: the one place that knows everybody. Each verb is one small function that imports what it needs."""

from __future__ import annotations

import argparse
import dataclasses
import errno
import gc
import getpass
import importlib
import io
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from companion.dice import DiceSet
    from companion.eye import Look, SimulatedEye, Teacher

ROOT = Path(__file__).resolve().parent.parent
SIMULATED = "simulated"
AGAIN = 3.0
"""Seconds between two tries to take pins that another program has."""


class CannotStart(Exception):
    """One sentence for the person at the keyboard, with the cure."""


def main(argv: Sequence[str]) -> int:
    """Carry out one verb; returns the exit status."""
    verb, rest = (argv[0], list(argv[1:])) if argv else ("play", [])
    try:
        if verb not in VERBS:
            raise CannotStart(f"there is no verb `{verb}`: `./servi --help` lists what there is.")
        return VERBS[verb](rest)
    except CannotStart as reason:
        print(f"servi: {reason}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has left, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


# --- play -------------------------------------------------------------------------------------------------------------


def play(argv: list[str]) -> int:
    """Open the table: cheap checks first, then the heavy imports, then serve until Ctrl-C."""
    arguments = play_arguments(argv)
    arguments.data = writable_folder(arguments.data)
    arguments.port = free_port(arguments.host, arguments.port)
    settings = own_settings(arguments)
    if arguments.camera == "auto":
        arguments.camera = needed("hardware.found", "play").camera()
    web = needed("web", "play")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # as the system asks a service to end
    table = open_table(arguments)
    try:
        look_after(table, arguments.data)
        open_panel(table, settings)
        announce(arguments.host, arguments.port)
        if arguments.demo:
            return demonstrate(web, table, arguments)
        names = [f"{arguments.name}.local"] if arguments.name else ()
        web.serve(table, arguments.host, arguments.port, names=names)
    finally:
        table.close()
    return 0


def demonstrate(web: Any, table: Any, arguments: argparse.Namespace) -> int:
    """Let simple players play while the page shows it; return when the evenings that were asked for are over."""
    from companion.demo import Demo
    from companion.errors import ServiError
    from companion.games import NAMES

    server = web.make_server(table, arguments.host, arguments.port)
    threading.Thread(target=server.run, name="page", daemon=True).start()
    try:
        Demo(table, arguments.game or NAMES[0], hurry=arguments.fast).play(arguments.evenings, note)
    except ServiError as error:
        raise CannotStart(str(error)) from None
    return 0


def note(words: str) -> None:
    """Print a line at once, also into a pipe."""
    print(words, flush=True)


def play_arguments(argv: list[str]) -> argparse.Namespace:
    """What the command line says about the table."""
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
    demo.add_argument("--evenings", type=int, metavar="N", help="end after so many evenings (else never)")
    demo.add_argument("--game", metavar="NAME", help="what is played (else the first of the list)")
    arguments = parser.parse_args(argv)
    check_demo(parser, arguments)
    arguments.data = arguments.data or state_folder() / ("demo" if arguments.demo else "")
    return arguments


def check_demo(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> None:
    """Refuse what cannot be meant about the demonstration; it always has the simulated camera."""
    from companion.games import NAMES

    if not arguments.demo and (arguments.fast or arguments.evenings is not None or arguments.game):
        parser.error("--fast, --evenings and --game belong to --demo")
    if arguments.evenings is not None and arguments.evenings < 1:
        parser.error("--evenings is a number from 1")
    if arguments.game and arguments.game not in NAMES:
        parser.error(f"there is no game {arguments.game!r}: {', '.join(NAMES)}")
    if arguments.demo:
        if arguments.camera not in ("none", SIMULATED):
            parser.error("--demo plays with drawn dice only: leave --camera away")
        arguments.camera = SIMULATED


def open_table(arguments: argparse.Namespace) -> Any:
    """Open the journal in ``arguments.data`` and the eye on ``arguments.camera``; return the table.

    Raises `CannotStart` with one sentence, never a traceback.
    """
    from companion.errors import ServiError
    from companion.eye import NoEye
    from companion.table import Table

    def simulation(table: Table) -> SimulatedEye:
        eye = needed("hardware.simulated", "play").SimulatedEye(hurry=arguments.fast)
        eye.follow(table)
        settings = own_settings(arguments)
        if settings.panel == "auto" and table.panel is None and not needed("hardware.pins", "play").has_pins():
            open_panel(table, dataclasses.replace(settings, panel="mock"), only_simulated=True)
        return cast("SimulatedEye", eye)

    try:
        if arguments.camera in ("none", SIMULATED):
            phone = PhoneEye(arguments.data)
            eye = NoEye(phone, cast("Teacher", phone))
            only = arguments.camera == SIMULATED
            return Table(arguments.data, eye=eye, simulation=simulation, only_simulated=only)
        needed("hardware.camera", "play").register(arguments.data)
        eye = needed("vision.live", "play").open_eye(arguments.camera, arguments.data)
        table = Table(arguments.data, eye=eye, simulation=simulation)
        if hasattr(eye, "follow"):  # a live camera tells by itself what was thrown
            eye.follow(table)
        return table
    except (ServiError, ValueError) as error:
        raise CannotStart(str(error)) from None


def own_settings(arguments: argparse.Namespace) -> Any:
    """What ``servi.toml`` in the data folder says, and over it the command line."""
    from companion.errors import ServiError

    try:
        settings = needed("hardware.settings", "play").load(arguments.data)
    except ServiError as error:
        raise CannotStart(str(error)) from None
    return dataclasses.replace(settings, panel=arguments.panel or settings.panel)


def look_after(table: Any, data: Path) -> None:
    """Let a Raspberry Pi look after its power, heat and network, and show what ails it."""
    if needed("hardware.health", "play").is_a_pi():
        table.machine = needed("hardware.machine", "play").Pi(data)
        table.machine.watch(table)


def open_panel(table: Any, settings: Any, **more: Any) -> None:
    """Open buttons and lamps where there are any; what keeps them from working is said, and the game goes on."""
    from companion.errors import ServiError

    if settings.panel == "off" or (settings.panel == "auto" and not needed("hardware.pins", "play").has_pins()):
        return
    panel = needed("hardware.panel", "play")
    more["shut_down"] = table.machine.switch_off if table.machine.can_switch_off else None
    try:
        table.panel = panel.open_panel(table, settings, **more) or table.panel
    except ServiError as error:
        print(f"servi: {error}", file=sys.stderr)
        trouble = error.args[0]
        table.show_panel(lambda view: {"trouble": str(trouble)})
        if isinstance(error, panel.BusyPin):
            later = threading.Thread(target=take_pins_later, args=(table, settings, more), name="pins", daemon=True)
            later.start()


def take_pins_later(table: Any, settings: Any, more: dict[str, Any]) -> None:
    """Try again until the other program has given the pins back, or the table is closed."""
    panel = needed("hardware.panel", "play")
    while not table.closed.wait(AGAIN):
        gc.collect()  # gpiozero keeps a pin for a device that was never finished until nothing knows it any more
        try:
            table.panel = panel.open_panel(table, settings, **more)
            return
        except panel.BusyPin:
            continue


class PhoneEye:
    """Reads a phone's photographs and learns dice from them where no camera is.

    Made by the first call that needs it, so that the page opens at once (reading loads OpenCV and the networks).
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._box: str | None = None
        self._made: Any = None
        self._one_makes_it = threading.Lock()

    def read(self, data: bytes, expected: DiceSet | None) -> Look:
        """Return what lies in a photograph."""
        look: Look = needed("vision.photograph", "play").read(self._teaching().reader, data, expected)
        return look

    def play_with(self, box: str) -> None:
        """Read with what was taught for this box from now on."""
        self._box = box
        if self._made is not None:
            self._made.play_with(box)

    def __getattr__(self, name: str) -> Any:
        """Return what else a teacher can do (``companion.eye.Teacher``)."""
        return getattr(self._teaching(), name)

    def _teaching(self) -> Any:
        with self._one_makes_it:
            if self._made is None:
                teaching = needed("vision.teaching", "play")
                self._made = teaching.Teaching(teaching.SharedReader(data=self._data))
                if self._box is not None:
                    self._made.play_with(self._box)
            return self._made


def port_number(text: str) -> int:
    """A port, 0 to 65535."""
    if not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 1 to 65535, 0 for a free one")
    return int(text)


def state_folder() -> Path:
    """The user's state folder: ``$XDG_STATE_HOME/servi``, else ``~/.local/state/servi``."""
    stated = os.environ.get("XDG_STATE_HOME", "")
    base = Path(stated) if os.path.isabs(stated) else Path(os.path.expanduser("~")) / ".local" / "state"
    return base / "servi"


def kept_folder() -> Path:
    """Where the table of this machine keeps its evenings: the installed one's folder, else the user's."""
    installed: Path | None = needed("hardware.install.steps", "play").data_folder()
    return installed or state_folder()


def writable_folder(folder: Path) -> Path:
    """That folder, made where it was missing and tried by writing into it."""
    folder = Path(os.path.abspath(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise CannotStart(
            f"the data folder {folder} is not writable ({error.strerror}): choose another one with "
            "`./servi --data DIR`."
        ) from None
    return folder


def free_port(host: str, port: int) -> int:
    """That port, tried by listening on it; a free one where 0 is asked."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port that was left a moment ago is free
            probe.bind(address)
            probe.listen(1)
            return int(probe.getsockname()[1])
    except PermissionError:
        raise CannotStart(
            f"port {port} is kept for the system: choose one above 1023, as `./servi --port 8000`."
        ) from None
    except socket.gaierror:
        raise CannotStart(
            f"{host} is no address of this machine: leave --host away to listen on all of them."
        ) from None
    except OSError as error:
        raise CannotStart(port_refused(host, port, error)) from None


def port_refused(host: str, port: int, error: OSError) -> str:
    """Why nobody can listen there, with the cure."""
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: leave --host away to listen on all of them."
    other = port + 1 if port < 65535 else 8000
    return (
        f"port {port} is taken, perhaps by a table that is already open: close that one, or choose another port, "
        f"as `./servi --port {other}`."
    )


def announce(host: str, port: int) -> None:
    """Print where the page is, for eyes and for cameras."""
    address = f"http://{shown_host(host)}:{port}/"
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal without these signs gets question marks, no traceback
        sys.stdout.reconfigure(errors="replace")
    print(f"The table is open: {address}")
    needed("segno", "play").make(address, micro=False).terminal(sys.stdout, compact=True)
    print("Ctrl-C closes it.", flush=True)


def shown_host(host: str) -> str:
    """An address that the other devices of the room can reach, never 0.0.0.0."""
    if host not in ("", "0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing: only asks which of our addresses would be used
            return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"


# --- the other verbs --------------------------------------------------------------------------------------------------


def read(argv: list[str]) -> int:
    """Read the dice in photographs."""
    return hand_over("vision.read", "read", argv)


def watch(argv: list[str]) -> int:
    """Show what the eye sees, as it sees it."""
    needed("hardware.camera", "watch").register(kept_folder())
    return hand_over("vision.watch", "watch", ["--data", str(kept_folder()), *argv])


def teach(argv: list[str]) -> int:
    """Show the eye the owner's own dice."""
    return hand_over("vision.teach", "teach", ["--data", str(kept_folder()), *argv])


def track_sheet(argv: list[str]) -> int:
    """Write the sheet for the dice track."""
    return hand_over("vision.sheet", "track-sheet", argv)


def eye_report(argv: list[str]) -> int:
    """Measure the eye on labelled photographs."""
    return hand_over("vision.report", "eye-report", argv)


def bench(argv: list[str]) -> int:
    """Measure against the limits."""
    sys.path.insert(0, str(ROOT))
    return hand_over("tests.bench.run", "bench", argv)


def export_evening(argv: list[str]) -> int:
    """``export ID FILE [--no-pictures] [--data DIR]`` writes one evening to a file."""
    return int(needed("companion.transfer", "export").main(["export", *argv], kept_folder()))


def import_evening(argv: list[str]) -> int:
    """``import FILE [--data DIR]`` takes in one evening."""
    return int(needed("companion.transfer", "import").main(["import", *argv], kept_folder()))


def collect_words(argv: list[str]) -> int:
    """Collect the sentences of the pages for the translators."""
    return hand_over("web.catalogs", "words", argv)


def voice(argv: list[str]) -> int:
    """Speak the croupier's calls anew."""
    return hand_over("web.voice", "voice", argv)


def pin(argv: list[str]) -> int:
    """``pin [--off] [--data DIR]`` sets the banker's PIN anew, or goes back to a table among friends."""
    from companion.errors import BadCommand
    from companion.pin import BankersPin

    parser = argparse.ArgumentParser(
        prog="./servi pin", description="Set the banker's PIN; a forgotten one is replaced."
    )
    parser.add_argument("--off", action="store_true", help="no PIN any more: everybody settles and corrects")
    parser.add_argument("--data", type=Path, default=kept_folder(), metavar="DIR", help="data folder (%(default)s)")
    arguments = parser.parse_args(argv)
    kept = BankersPin(writable_folder(arguments.data))
    if arguments.off:
        kept.remove()
        print("No PIN: everybody at the table settles and corrects.")
        return 0
    try:
        kept.set(asked_twice())
    except BadCommand:
        raise CannotStart("a banker's PIN has 4 to 8 digits: nothing was changed.") from None
    print("The banker's PIN is set; the pages ask for it from now on.")
    return 0


def asked_twice() -> str:
    """A new PIN from the keyboard, typed twice; one line where a program speaks."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    first = getpass.getpass("New banker's PIN (4 to 8 digits): ")
    if first != getpass.getpass("Once more: "):
        raise CannotStart("the two were not the same: nothing was changed.")
    return first


def doctor(argv: list[str]) -> int:
    """Say what is missing here, and the command that mends it."""
    return hand_over("hardware.doctor", "doctor", ["--data", str(kept_folder()), *argv])


def back_up(argv: list[str]) -> int:
    """``backup [FILE]`` writes everything that Servi keeps into one file."""
    return int(needed("companion.backup", "backup").main(["backup", *argv], kept_folder()))


def restore(argv: list[str]) -> int:
    """``restore FILE`` takes it back."""
    return int(needed("companion.backup", "restore").main(["restore", *argv], kept_folder()))


def wiring(argv: list[str]) -> int:
    """Draw which wire goes to which pin."""
    return hand_over("hardware.wiring", "wiring", ["--data", str(kept_folder()), *argv])


def hand_over(module: str, verb: str, argv: list[str]) -> int:
    """Call that module's ``main(argv)``; returns its exit status."""
    return int(needed(module, verb).main(argv) or 0)


def needed(module: str, verb: str) -> Any:
    """Import it now, not before: a verb pays only for what it uses."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and (module == error.name or module.startswith(error.name + ".")):
            raise CannotStart(f"`./servi {verb}` is not built yet.") from None
        raise


VERBS: dict[str, Callable[[list[str]], int]] = {
    "play": play,
    "read": read,
    "watch": watch,
    "teach": teach,
    "track-sheet": track_sheet,
    "eye-report": eye_report,
    "bench": bench,
    "export": export_evening,
    "import": import_evening,
    "words": collect_words,
    "pin": pin,
    "voice": voice,
    "doctor": doctor,
    "wiring": wiring,
    "backup": back_up,
    "restore": restore,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
