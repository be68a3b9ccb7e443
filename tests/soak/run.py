"""The verb ``soak``: hours of evenings in some minutes, with restarts; exit status 1 if a bound is broken."""

from __future__ import annotations

import argparse
import csv
import os
import signal
import statistics
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random

from companion.dice import DieKind
from tests.bench import percentile
from tests.evenings.program import Program
from tests.memory import proportional, resident
from tests.soak.people import Croupier, Page, fingers
from tests.soak.tally import Asker, Tally

PAGES, SEATED = 12, 4
"""Number of open pages, and of those that hold a seat."""
RESTARTS, APART = 8, 500.0
"""Maximum number of restarts in the first half, by SIGKILL and SIGTERM in turn, and minimum seconds between them.

A short run has two restarts, closer together. The second half has none.
"""
GROWTH = 10.0
"""Maximum growth of memory between comparable moments, in megabytes."""
WARM = 180.0
"""Minimum uptime, in seconds, at which starts are compared, by medians.

Before that, memory depends on the games that were opened, and a backup process shares pages.
"""
KINDS = (DieKind.D6, DieKind.D10, DieKind.BICOLOUR)
"""Kinds of dice that must have been read before memory without a restart is compared.

The first d10 alone takes about 16 MB: the fonts and the mesh that draw it, and the network that reads it.
"""
FILES = 2
"""Maximum growth of the number of open files, without sockets."""
LOOK = 5.0
"""Maximum seconds between two readings of the memory.

A row holds the minimum since the previous row, because the frames of a throw take some megabytes for a moment.
Memory that is never freed also raises the minimum.
"""
COLUMNS = ("minute", "start", "uptime", "rss", "pss", "threads", "files", "sockets", "folder",
           "facts", "requests", "errors", "load", "kinds")  # fmt: skip

Row = dict[str, float]


def main(argv: Sequence[str]) -> int:
    """Run the soak; return the exit status."""
    parser = argparse.ArgumentParser(prog="./servi soak", description="Play evenings fast; watch memory and errors.")
    parser.add_argument("--hours", type=float, default=24.0, help="how much of the players' time (%(default)g)")
    parser.add_argument("--minutes", type=float, default=144.0, help="how long that takes here (%(default)g)")
    parser.add_argument("--to", type=Path, metavar="DIR", help="where data, log and figures lie (a new folder)")
    parser.add_argument("--seed", type=int, default=1, help="which evenings are played (%(default)s)")
    arguments = parser.parse_args(argv)
    folder = arguments.to or Path(tempfile.mkdtemp(prefix="servi-soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    return Soak(folder, arguments.hours, arguments.minutes, arguments.seed).run()


class Soak:
    """One soak in a data folder."""

    def __init__(self, folder: Path, hours: float, minutes: float, seed: int) -> None:
        self.folder, self.seconds, self.ratio = folder, 60 * minutes, 60 * hours / minutes
        self.every = min(60.0, self.seconds / 40)
        self.chance = Random(seed)
        self.program = Program(folder / "data", "simulated", "--panel", "mock", log=folder / "servi.log")
        self.tally = Tally(self.program)
        self.croupier = Croupier(self.tally, self.ratio, seed)
        self.checker = Asker(self.tally, 2)
        self.started = 0.0
        self.rows: list[Row] = []
        self.least: Row = {}

    def run(self) -> int:
        """Play, restart and measure; print the table."""
        print(f"{self.ratio:g} times the pace of people; data, log and figures in {self.folder}", flush=True)
        pages = [Page(self.tally, at, self.ratio, "ABCD"[at] if at < SEATED else "") for at in range(PAGES)]
        work = [self.croupier.play, lambda: fingers(self.tally, self.ratio, self.chance.randrange(1000))]
        people = [threading.Thread(target=self._guarded, args=(one,)) for one in [*work, *(p.live for p in pages)]]
        self._opened()
        for one in people:
            one.start()
        try:
            self._guarded(self._watch)
            self.croupier.book.check()
        finally:
            self.tally.over.set()
            for one in people:
                one.join()
            self.checker.close()
            self.program.kill()
        return self.report()

    def _guarded(self, work: object) -> None:
        try:
            work()  # type: ignore[operator]
        except Exception as error:
            self.tally.error(f"the soak itself went wrong: {error!r}")
            traceback.print_exception(error)

    def _opened(self) -> None:
        self.started = time.monotonic()
        self.least = {}
        self.tally.kinds.clear()
        self.tally.starts += 1
        self.tally.up.set()

    def _watch(self) -> None:
        """Write a row at every interval of the uptime, and restart in the first half."""
        begun = looked = time.monotonic()
        number = max(2, min(RESTARTS, int(self.seconds / 2 / APART)))
        stops = [self.seconds / 2 * (at + 1) / number for at in range(number)]
        with (self.folder / "soak.csv").open("w", newline="") as file:
            table = csv.DictWriter(file, COLUMNS)
            table.writeheader()
            while (now := time.monotonic()) - begun < self.seconds:
                if self.program.process.poll() is not None:
                    self.tally.error(f"the program ended by itself: {self.program.process.returncode}")
                    return
                if stops and now - begun >= stops[0]:
                    self._restart(signal.SIGKILL if len(stops) % 2 else signal.SIGTERM)
                    stops.pop(0)
                    continue
                if now >= looked + min(LOOK, self.every / 5):
                    looked = now
                    self._look()
                count = sum(row["start"] == self.tally.starts for row in self.rows)
                if now - self.started >= (count + 1) * self.every:
                    self.rows.append(self._measured((now - begun) / 60))
                    table.writerow(self.rows[-1])
                    file.flush()
                time.sleep(min(0.2, self.every / 5))

    def _restart(self, how: signal.Signals) -> None:
        """End the program, start it again, and look for every fact that it had confirmed or shown."""
        time.sleep(self.chance.uniform(0, 1))
        with self.tally.storing:
            self.tally.up.clear()
            self.program.process.send_signal(how)
            status = self.program.process.wait(60)
            if how is signal.SIGTERM and status:
                self.tally.error(f"the program ended with {status} after SIGTERM")
            self.program.start()
            self._opened()
        self.tally.counts[f"restarts by {how.name}"] += 1
        self.croupier.book.check()
        evening, number = self.croupier.answered
        view = self.checker.json("/view.json")
        if view["evening"] == evening and view["number"] < number:
            self.tally.error(f"evening {evening}: fact {number} was confirmed, and {view['number']} is the last one now")

    def _status(self) -> dict[str, str]:
        text = Path(f"/proc/{self.program.process.pid}/status").read_text()
        return dict(line.split(":", 1) for line in text.splitlines())

    def _look(self) -> None:
        """Record the memory if it is the minimum since the last row."""
        pid = self.program.process.pid
        now = {"rss": resident(pid), "pss": proportional(pid)}
        self.least = {name: min(value, self.least.get(name, value)) for name, value in now.items()}

    def _measured(self, minute: float) -> Row:
        self._look()
        least, self.least = self.least, {}
        process, status = Path(f"/proc/{self.program.process.pid}"), self._status()
        open_ = [_target(one) for one in (process / "fd").iterdir()]
        data = sum(map(_size, _files(self.program.data)))
        return {
            "minute": round(minute, 2), "start": self.tally.starts,
            "uptime": round((time.monotonic() - self.started) / 60, 2),
            "rss": round(least["rss"], 1), "pss": round(least["pss"], 1),
            "threads": int(status["Threads"]), "files": sum("socket:" not in one for one in open_),
            "sockets": sum("socket:" in one for one in open_), "folder": round(data / 1e6, 2),
            "facts": self.croupier.book.played, "requests": self.tally.counts["requests"],
            "errors": len(self.tally.errors), "load": os.getloadavg()[0], "kinds": len(self.tally.kinds),
        }  # fmt: skip

    def report(self) -> int:
        """Print the counts and each bound; return the exit status."""
        log = (self.folder / "servi.log").read_text(errors="replace")
        bounds = [
            ("errors", len(self.tally.errors), 0),
            ("tracebacks in the log", log.count("Traceback"), 0),
            *self.growth(),
        ]
        figures: dict[str, float] = {"facts played": self.croupier.book.played, **self.tally.counts}
        if taps := self.tally.taps:
            figures |= {"taps": len(taps), "tap p50 ms": round(statistics.median(taps), 1)}
            figures |= {"tap p99 ms": round(percentile(taps, 0.99), 1), "tap max ms": round(max(taps), 1)}
        for name, value in figures.items():
            print(f"{name:<44}{value:>12}")
        for name, value, most in bounds:
            print(f"{name:<44}{value:>12.1f}   at most {most:g}   {'ok' if value <= most else 'BROKEN'}")
        played = self.croupier.book.played > 0
        return 0 if played and all(value <= most for _, value, most in bounds) else 1

    def growth(self) -> list[tuple[str, float, float]]:
        """Return the growth of memory and files: between restarts at equal uptimes, and during the long stretch."""
        starts = [[row for row in self.rows if row["start"] == at] for at in range(1, self.tally.starts + 1)]
        short = min((len(rows) for rows in starts), default=0)
        stretch = starts[-1] if starts else []
        long = [row for row in stretch if row["kinds"] == len(KINDS)]
        hour = max(1, round(3600 / self.ratio / self.every))
        found: list[tuple[str, float, float]] = []
        if len(stretch) >= 3 * hour:
            found.append(("minutes too few with every kind of die", max(0, 3 * hour - len(long)) * self.every / 60, 0))
        for name, most in (("rss", GROWTH), ("pss", GROWTH), ("files", FILES)):
            if short * self.every >= WARM:
                warm = round(WARM / self.every) - 1
                like = [statistics.median(row[name] for row in rows[warm:short]) for rows in starts]
                third = max(1, len(like) // 3)
                grown = statistics.median(like[-third:]) - statistics.median(like[:third])
                found.append((f"{name}: growth over {len(like)} starts", grown, most))
            if len(long) >= 3 * hour:
                first, last = ([row[name] for row in part] for part in (long[hour : 2 * hour], long[-hour:]))
                grown = statistics.median(last) - statistics.median(first)
                found.append((f"{name}: growth in {len(long) * self.every / 60:.0f} minutes without a restart", grown, most))
        return found


def _target(link: Path) -> str:
    try:
        return os.readlink(link)
    except OSError:
        return "socket:"  # closed meanwhile


def _files(folder: Path) -> list[Path]:
    return [Path(parent, name) for parent, _, names in os.walk(folder) for name in names]


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0  # deleted meanwhile


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
