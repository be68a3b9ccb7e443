"""The composition root: the only module that may import every package. Each verb is a small function."""

from __future__ import annotations

import argparse
import dataclasses
import gc
import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from companion.disk import why_unwritable
from companion.errors import CannotStart, ServiError
from companion.folders import open_alone, state_folder, writable_folder
from companion.options import SIMULATED, play_arguments
from companion.ports import free_port

if TYPE_CHECKING:
    from companion.eye import Learner, SimulatedEye, Teacher
    from companion.feed.feed import Feed
    from companion.table import Table
    from hardware.settings import Listeners, Settings

ROOT = Path(__file__).resolve().parent.parent
KEEPS_OPEN = "SERVI_KEEPS_OPEN"
"""Environment variable of the installed service: 1 to show a page with the reason if the table cannot be opened."""
OWN = ("companion", "hardware", "tests", "vision", "web")


def main(argv: Sequence[str]) -> int:
    """Run one verb; return the exit status."""
    verb, rest = (argv[0], list(argv[1:])) if argv else ("play", [])
    try:
        if verb not in VERBS:
            raise CannotStart(f"there is no verb `{verb}`: `./servi --help` lists what there is.")
        return VERBS[verb](rest)
    except CannotStart as reason:
        print(f"servi: {reason}", file=sys.stderr)
        return 1
    except ModuleNotFoundError as missing:
        if str(missing.name).partition(".")[0] in OWN:
            raise
        print(f"servi: {missing.name} is not installed yet: connect this machine and start again.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the program that reads our output has closed the pipe, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


# --- play -------------------------------------------------------------------------------------------------------------


def play(argv: list[str]) -> int:
    """Open the table. If the installed service cannot, it shows a page with the reason, and later tries again."""
    arguments = play_arguments(argv)
    try:
        return serve(arguments)
    except CannotStart as reason:
        if os.environ.get(KEEPS_OPEN) != "1":
            raise
        print(f"servi: {reason}", file=sys.stderr)
        from web.closed import explain

        explain(reason, arguments.data, arguments.host, arguments.port, (f"{arguments.name}.local",))
        return 1


def serve(arguments: argparse.Namespace) -> int:
    """Open the table: cheap checks first, then heavy imports; then serve until Ctrl-C, or play the demonstration."""
    arguments.data = writable_folder(arguments.data)
    open_alone(arguments.data)
    finish_restore(arguments.data)
    arguments.port = free_port(arguments.host, arguments.port)
    settings = own_settings(arguments)
    if arguments.camera == "auto":
        from hardware.found import camera

        arguments.camera = camera()
    gc.disable()  # imports leave no garbage, and garbage collections would take a tenth of the start
    import web
    from companion.journal import make_openable
    from companion.luck.resting import keep_curves
    from companion.nightly import keep_backups
    from hardware.health import is_a_pi
    from hardware.opening import open_buttons
    from web.announce import announce

    gc.freeze()
    gc.enable()
    web.give_memory_back()  # before the eye's threads start, since each of them would get its own heap
    try:
        make_openable(arguments.data)
    except OSError as error:
        raise CannotStart(f"the damaged journal cannot be put aside ({error}): make its folder writable.") from None
    table = open_table(arguments)
    leave_soon(table)
    try:
        look_after(table, arguments.data)
        open_buttons(table, settings)
        announce(arguments.host, arguments.port)
        if arguments.demo:
            return demonstrate(table, arguments)
        keep_backups(table, arguments.data)
        keep_curves(table, at_night=is_a_pi())
        names = [f"{arguments.name}.local"] if arguments.name else ()
        feed = open_feed(table, settings.feed, arguments.name)
        web.serve(table, arguments.host, arguments.port, names=names, listened=feed, smaller=shrunk)
    finally:
        table.close()
    return 0


def shrunk(jpeg: bytes, most_bytes: int) -> bytes | None:
    """Return a JPEG of at most ``most_bytes``, None if that fails. The first call loads the eye's libraries (30 MB)."""
    from vision.pictures import smaller

    return smaller(jpeg, most_bytes)


def open_feed(table: Table, wanted: Listeners, name: str) -> Feed:
    """Return the feed of the table, and start to send it to the owner's listeners; raise ``CannotStart``."""
    from companion.feed.feed import Feed, without_password

    feed = Feed(table, wanted.name or name or "servi")
    if wanted.webhook:
        from companion.feed.webhook import FILE, Webhook, poster

        webhook = Webhook(feed, poster(wanted.webhook, wanted.secret), table.folder / FILE)
        feed.sent[without_password(wanted.webhook)] = webhook
        webhook.start()
    if wanted.broker:
        from hardware.broker import Broker, NoBroker

        try:
            broker = Broker(feed, wanted)
        except NoBroker as error:
            raise CannotStart(str(error)) from None
        feed.sent[without_password(wanted.broker)] = broker
        broker.start(wanted)
    return feed


def room(argv: Sequence[str]) -> int:
    """Serve the page of a room with several tables, until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="./servi room", description="Show all tables of a house on one page.")
    parser.add_argument("--broker", required=True, metavar="ADDRESS", help="mqtt://host, or mqtts://name:password@host")
    parser.add_argument("--certificate", default="", metavar="FILE", help="the broker's certificate, if it is its own")
    parser.add_argument(
        "--host", default="0.0.0.0", metavar="ADDRESS", help="where the page is reached (default: everywhere)"
    )
    parser.add_argument("--port", type=int, default=8080, metavar="N", help="its port (default: 8080)")
    arguments = parser.parse_args(argv)
    from hardware.broker import NoBroker
    from hardware.hall import Hall
    from hardware.settings import BadSettings, settings
    from web.announce import announce
    from web.room import serve

    try:
        wanted = settings({"feed": {"broker": arguments.broker, "certificate": arguments.certificate}}).feed
        hall = Hall(wanted)
    except (BadSettings, NoBroker) as error:
        raise CannotStart(str(error)) from None
    arguments.port = free_port(arguments.host, arguments.port)
    hall.start()
    announce(arguments.host, arguments.port)
    serve(hall, arguments.host, arguments.port)
    return 0


def eye(argv: Sequence[str]) -> int:
    """Serve a camera's throws in the format of a table's feed, until Ctrl-C or an error of the source."""
    import threading

    from vision import pictures
    from vision.watching.watch import follow, options_of
    from web.announce import announce
    from web.eye import Readings, serve

    parser = options_of("./servi eye", "Serve the throws that a camera sees to other programs.")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="who reaches it (default: this machine)")
    parser.add_argument("--port", type=int, default=8090, metavar="N", help="its port (default: 8090)")
    options = parser.parse_args(argv)
    options.port = free_port(options.host, options.port)
    readings = Readings()
    threading.Thread(target=serve, args=(readings, options.host, options.port), daemon=True).start()
    announce(options.host, options.port)
    status = follow(options, lambda found, name: readings.add(found.reading, pictures.jpeg(found.image)))
    if not status:
        print("servi: the source has ended; Ctrl-C ends the feed.", file=sys.stderr)
        readings.closed.wait()
    return status


def finish_restore(data: Path) -> None:
    """Finish an interrupted restore before any data is read; raise ``CannotStart`` if that fails."""
    from companion import swap

    try:
        kept = swap.finish(data)
    except OSError as error:
        raise CannotStart(
            f"a restore of {data} is not finished ({error}): mend that and start again.", why_unwritable(error)
        ) from None
    if kept:
        print(f"servi: finished the restore; what lay there before is in {kept}", file=sys.stderr)


def leave_soon(table: Table) -> None:
    """End the streams of open pages on Ctrl-C or SIGTERM; otherwise the server waits five seconds for them."""

    def interrupted(number: int, _: object) -> None:
        table.closed.set()
        if number == signal.SIGTERM:
            sys.exit(0)
        raise KeyboardInterrupt

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, interrupted)


def demonstrate(table: Table, arguments: argparse.Namespace) -> int:
    """Let simple players play at the table; return after the requested number of evenings."""
    import web
    from companion.demo import Demo
    from companion.packages import names

    server = web.make_server(table, arguments.host, arguments.port)
    threading.Thread(target=server.run, name="page", daemon=True).start()
    try:
        Demo(table, arguments.game or names()[0], hurry=arguments.fast).play(arguments.evenings, note)
    except ServiError as error:
        raise CannotStart(str(error)) from None
    return 0


def note(words: str) -> None:
    """Print a line without buffering."""
    print(words, flush=True)


def open_table(arguments: argparse.Namespace) -> Table:
    """Return the table, with the journal in ``arguments.data`` and the eye on ``arguments.camera``.

    Raise ``CannotStart`` with one sentence.
    """
    from companion.eye import NoEye
    from companion.table import Table

    def simulation(table: Table) -> SimulatedEye:
        from hardware.opening import open_buttons
        from hardware.pins import has_pins
        from hardware.simulated import SimulatedEye

        eye = SimulatedEye(hurry=arguments.fast)
        eye.follow(table)
        settings = own_settings(arguments)
        if settings.panel == "auto" and table.panel is None and not has_pins():
            open_buttons(table, dataclasses.replace(settings, panel="mock"), only_simulated=True)
        return eye

    try:
        if arguments.camera in ("none", SIMULATED):
            from vision.watching.phone import PhoneEye

            phone = PhoneEye(arguments.data)
            no_eye = NoEye(phone, cast("Teacher", phone), cast("Learner", phone.learner))
            only = arguments.camera == SIMULATED
            return Table(arguments.data, eye=no_eye, simulation=simulation, only_simulated=only)
        from hardware.camera import register
        from vision.watching.live import open_eye

        register(arguments.data)
        eye = open_eye(arguments.camera, arguments.data)
        table = Table(arguments.data, eye=eye, simulation=simulation)
        if hasattr(eye, "follow"):  # a live camera reports throws by itself
            eye.follow(table)
        return table
    except (ServiError, ValueError) as error:
        raise CannotStart(str(error), getattr(error, "why", None)) from None


def own_settings(arguments: argparse.Namespace) -> Settings:
    """Return the settings of ``servi.toml``, overridden by the command line; raise ``CannotStart``."""
    from hardware.settings import load

    try:
        settings = load(arguments.data)
    except ServiError as error:
        raise CannotStart(str(error)) from None
    return dataclasses.replace(settings, panel=arguments.panel or settings.panel)


def look_after(table: Table, data: Path) -> None:
    """On a Raspberry Pi, monitor power, heat and network, and show any trouble."""
    from hardware.health import is_a_pi

    if is_a_pi():
        from hardware.machine import Pi

        table.machine = Pi(data)
        table.machine.watch(table)


# --- the other verbs --------------------------------------------------------------------------------------------------


def kept_folder() -> Path:
    """Return the data folder of this machine: that of the installed service, otherwise that of the user."""
    from hardware.install import steps

    return steps.data_folder() or state_folder()


def hand_over(module: str, *arguments: Any) -> int:
    """Import a module, call its ``main`` and return the exit status."""
    return int(importlib.import_module(module).main(*arguments) or 0)


def read(argv: list[str]) -> int:
    """Read the dice in photographs."""
    return hand_over("vision.reading.read", argv)


def watch(argv: list[str]) -> int:
    """Show the eye's readings live."""
    from hardware.camera import register

    register(kept_folder())
    return hand_over("vision.watching.watch", ["--data", str(kept_folder()), *argv])


def teach(argv: list[str]) -> int:
    """Teach the eye the owner's dice."""
    return hand_over("vision.teaching.teach", ["--data", str(kept_folder()), *argv])


def track_sheet(argv: list[str]) -> int:
    """Write the printable sheet of the dice track."""
    return hand_over("vision.watching.sheet", argv)


def eye_report(argv: list[str]) -> int:
    """Measure the eye on labelled photographs."""
    return hand_over("vision.report", argv)


def bench(argv: list[str]) -> int:
    """Run the benchmarks and compare the results with their limits."""
    sys.path.insert(0, str(ROOT))
    return hand_over("tests.bench.run", argv)


def soak(argv: list[str]) -> int:
    """Play many evenings fast, and monitor memory and errors."""
    sys.path.insert(0, str(ROOT))
    return hand_over("tests.soak.run", argv)


def keep(argv: list[str]) -> int:
    """Record evenings of a game for its tests."""
    sys.path.insert(0, str(ROOT))
    return hand_over("tests.games.keep", argv)


def export_evening(argv: list[str]) -> int:
    """Write one evening to a file: ``export ID FILE [--no-pictures] [--data DIR]``."""
    return hand_over("companion.transfer", ["export", *argv], kept_folder())


def import_evening(argv: list[str]) -> int:
    """Add an exported evening to the journal: ``import FILE [--data DIR]``."""
    return hand_over("companion.transfer", ["import", *argv], kept_folder())


def collect_words(argv: list[str]) -> int:
    """Collect the sentences of the pages for the translators."""
    return hand_over("web.catalogs", argv)


def voice(argv: list[str]) -> int:
    """Regenerate the croupier's spoken calls."""
    return hand_over("web.voice", argv)


def pin(argv: list[str]) -> int:
    """Set a new banker's PIN, or remove it."""
    return hand_over("web.pin", argv, kept_folder())


def doctor(argv: list[str]) -> int:
    """List what this machine lacks, each item with the command that installs or repairs it."""
    return hand_over("hardware.doctor", ["--data", str(kept_folder()), *argv])


def back_up(argv: list[str]) -> int:
    """Write all data of Servi into one file: ``backup [FILE]``."""
    return hand_over("companion.backup", ["backup", *argv], kept_folder())


def replay(argv: list[str]) -> int:
    """Write an evening as one HTML file: ``replay ID FILE``."""
    return hand_over("web.replay", argv, kept_folder(), shrunk)


def restore(argv: list[str]) -> int:
    """Restore a backup: ``restore FILE``."""
    return hand_over("companion.backup", ["restore", *argv], kept_folder())


def wiring(argv: list[str]) -> int:
    """Draw the wiring: which wire goes to which pin."""
    return hand_over("hardware.wiring", ["--data", str(kept_folder()), *argv])


VERBS: dict[str, Callable[[list[str]], int]] = {
    "play": play,
    "read": read,
    "watch": watch,
    "teach": teach,
    "track-sheet": track_sheet,
    "eye-report": eye_report,
    "bench": bench,
    "soak": soak,
    "keep": keep,
    "export": export_evening,
    "import": import_evening,
    "replay": replay,
    "words": collect_words,
    "pin": pin,
    "voice": voice,
    "doctor": doctor,
    "room": room,
    "eye": eye,
    "wiring": wiring,
    "backup": back_up,
    "restore": restore,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
