"""The people of a soak: a croupier who plays one evening after another, fingers on buttons, and open pages."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from random import Random
from typing import Any

from companion import players
from companion.demo import setup
from companion.dice import DieKind
from companion.evening import Entry, Evening
from companion.facts import DiceKept, DiceThrown, Fact, Landed, Square, decode, encode
from companion.game.library import game_class
from companion.journal_reader import FILE
from companion.packages import names
from companion.questions import Keep, Throw
from tests.soak.tally import PATIENCE, Asker, Gone, Tally

ACT, GAME, BREAK = 8.0, 20 * 60.0, 10 * 60.0
"""Seconds at the pace of people: between two acts, for the longest game, and between two evenings."""
ROULETTE = "home_casino"
"""The game whose roulette throws a d10 and the red and black die."""
GAMES = 4
"""Number of games in one evening."""
KEPT = 12
"""Number of evenings in the journal before the oldest is deleted."""
BUTTON, GLANCE, RELOAD = 20.0, 200.0, 3600.0
"""Seconds at the pace of people: between two presses, between two views of the past on a page, between two reloads."""
PAGES = ("/table", "/watch", "/history", "/setup", "/panel", "/after", "/", "/score-sheet")


class Book:
    """The facts that the journal has shown, which must still be there after each restart."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self.rows: dict[int, list[tuple[int, float, str]]] = {}
        self.evening: Evening | None = None
        self.id = 0
        self.played = 0

    def follow(self, id_: int) -> Evening:
        """Return the evening as the journal holds it now."""
        rows = self.rows.setdefault(id_, [])
        new = self._read(id_, len(rows))
        if self.id != id_ or self.evening is None:
            self.id, self.evening = id_, Evening([_entry(row) for row in [*rows, *new]])
        elif new:
            self.evening.add(*(_entry(row) for row in new))
        rows += new
        self.played += len(new)
        return self.evening

    def check(self) -> None:
        """Report every fact that was shown before and is lost or altered."""
        with self._tally.storing:  # nobody deletes an evening meanwhile
            for id_, rows in [*self.rows.items()]:
                found = self._read(id_, 0)
                lost = [row[0] for row, now in zip([*rows], [*found, *[None] * len(rows)], strict=False) if row != now]
                if lost:
                    self._tally.error(f"evening {id_}: {len(lost)} facts lost or altered, the first is {lost[0]}")

    def _read(self, id_: int, after: int) -> list[tuple[int, float, str]]:
        query = "SELECT number, at, fact FROM fact WHERE evening = ? AND number > ? ORDER BY number"
        with self._tally.storing, closing(sqlite3.connect(self._tally.program.data / FILE, timeout=10)) as db:
            return db.execute(query, (id_, after)).fetchall()


def _entry(row: tuple[int, float, str]) -> Entry:
    return Entry(row[0], row[1], decode(json.loads(row[2])))


class Croupier:
    """A croupier who answers for everybody at the table, corrects, and starts one game after another."""

    def __init__(self, tally: Tally, ratio: float, seed: int) -> None:
        self.tally, self.ratio, self.chance = tally, ratio, Random(seed)
        self.table, self.book = Asker(tally, 0), Book(tally)
        self._games = 0
        self._until = 0.0
        self.answered = (0, 0)
        """The evening and the number of the last fact that the program confirmed."""

    def play(self) -> None:
        """Play until the soak is over."""
        while self.tally.wait_until_up():
            try:
                self._act()
            except Gone:
                pass
            self.tally.over.wait(ACT / self.ratio * self.chance.uniform(0.5, 1.5))
        self.table.close()

    def say(self, path: str, body: Any) -> bool:
        """Send a command; return whether it was accepted."""
        answer = self.table.json(path, body)
        if answer is None:
            self.tally.counts["refused"] += 1
        elif answer.get("number"):
            self.answered = (self.book.id, max(answer["number"], self.answered[1] if self.answered[0] == self.book.id else 0))
        return answer is not None

    def _act(self) -> None:
        view = self.table.json("/view.json")
        if view is None:
            return
        cold = DieKind.D10 not in self.tally.kinds  # the first d10 takes much memory, so read one early
        if view["phase"] in ("none", "over") or time.monotonic() > self._until or (cold and view["game"] != ROULETTE):
            self._next_game(view, ROULETTE if cold else "")
            return
        evening = self.book.follow(view["evening"])
        if cold and not view["debts"] and any(q["topic"] == "move" for q in view["questions"]):
            self._submit(Landed(seat=evening.play.game.turn, square=Square(kind="roulette")), evening.number)
            return
        if view["pending"]:
            self.tally.counts["unsure readings"] += 1
            dice = [{"kind": d["kind"], "value": d["value"]} for d in view["pending"].get("dice") or ()]
            if not (dice and self.say("/pending", {"seen": view["number"], "dice": dice})):
                self.say("/pending", {"seen": view["number"]})
        elif view["debts"]:
            due = view["debts"][0]
            self.say("/hand-over", {"seen": evening.number, "from": due["from"], "to": due["to"],
                                    "way": 0 if due["ways"] else None})  # fmt: skip
        elif self.chance.random() < 0.06:
            self._correct(evening)
        else:
            self._answer(evening)

    def _answer(self, evening: Evening) -> None:
        fact = players.turn(evening.play, self.chance)
        if fact is None:
            self.tally.counts["stuck"] += 1
            self._until = 0.0
        elif isinstance(fact, DiceThrown) and fact.dice and self.chance.random() < 0.9:
            self._throw(evening, fact)
        else:
            self._submit(fact, evening.number)

    def _submit(self, fact: Fact, seen: int) -> bool:
        return self.say("/command", {"seen": seen, "fact": encode(fact), "who": "Anna"})

    def _throw(self, evening: Evening, wish: DiceThrown) -> None:
        """Let the camera see a throw, and wait for its reading."""
        question = next(q for q in evening.play.open if isinstance(q, Throw))
        keeping = any(isinstance(q, Keep) for q in evening.play.open)
        if keeping and question.lying is not None and question.kept is None:
            self._submit(DiceKept(seat=wish.seat, kept=wish.kept or ()), evening.number)
            return
        seen = evening.number
        if not self.say("/simulated/throw", {"seen": seen}):
            return
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE and not self.tally.over.wait(0.25):
            view = self.table.json("/view.json")
            if view and (view["number"] != seen or view["pending"]):
                self.tally.counts["throws read"] += 1
                self.tally.kinds |= {die.kind for die in wish.dice}
                return
        self.tally.counts["throws unread"] += 1
        self._submit(wish, seen)

    def _correct(self, evening: Evening) -> None:
        """Undo the last fact, void a recent one and mostly restore it, or insert a payment before a recent one."""
        target = self.chance.choice(evening.entries[1:][-40:] or [None])
        paid = {"type": "MoneyMoved", "giver": "bank", "taker": self.chance.choice("ABCD"), "amount": 25}
        if target is None or self.chance.random() < 0.3:
            self.say("/undo", {"seen": evening.number})
            return
        fact: dict[str, Any] = {"type": "Voided", "target": target.number}
        if self.chance.random() < 0.4:
            fact = {"type": "Inserted", "target": target.number, "fact": paid}
        self.table.ask("/preview", {"seen": evening.number, "fact": fact})
        if self.say("/command", {"seen": evening.number, "fact": fact}):
            self.tally.counts["corrections"] += 1
            if fact["type"] == "Voided" and self.chance.random() < 0.8:
                self.say("/command", {"seen": None, "fact": {"type": "Restored", "target": target.number}})

    def _next_game(self, view: dict[str, Any], game: str = "") -> None:
        """Continue with ``game``, a rematch or another game; after some games end the evening, pause and tidy up."""
        self._until = time.monotonic() + GAME / self.ratio * self.chance.uniform(0.5, 1.0)
        self._games += 1
        if view["evening"]:
            self.book.follow(view["evening"])
        if self._games % GAMES == 0 and view["phase"] != "none":
            self.say("/end", {"seen": None})
            self.tally.counts["evenings"] += 1
            self.tally.over.wait(BREAK / self.ratio)
            self._tidy_up()
        self.tally.counts["games"] += 1
        again = not game and view["phase"] == "over" and self.chance.random() < 0.3
        if again and self.say("/rematch", {"seen": view["number"]}):
            return
        game = game or names()[self._games % len(names())]
        self.say("/start", {"setup": setup(game_class(game))})

    def _tidy_up(self) -> None:
        """Export and import an evening, resume one, and delete the oldest."""
        choices = self.table.json("/setup.json")
        past = [row["id"] for row in choices["evenings"]] if choices else []
        if not past:
            return
        status, text = self.table.ask(f"/export/{self.chance.choice(past)}")
        if status == 200:
            self.table.ask("/import", text)
        if self.say("/resume", {"id": self.chance.choice(past)}):
            self.say("/end", {"seen": None})
        for old in sorted(past)[:-KEPT]:
            with self.tally.storing:
                self.book.rows.pop(old, None)
                self.say("/delete-evening", {"id": old})


def fingers(tally: Tally, ratio: float, seed: int) -> None:
    """Press the simulated buttons at random until the soak is over."""
    chance, panel = Random(seed), Asker(tally, 1)
    buttons: list[str] = []
    while tally.wait_until_up():
        try:
            buttons = buttons or [b for b in panel.json("/panel.json")["buttons"] if b != "undo"] * 3 + ["undo"]
            button = chance.choice(buttons)
            for down in (True, False):
                panel.ask("/panel/press", {"button": button, "down": down})
                tally.over.wait(0.1)
            tally.counts["presses"] += 1
        except Gone:
            pass
        tally.over.wait(BUTTON / ratio * chance.uniform(0.5, 1.5))
    panel.close()


class Page:
    """An open page: it reads its stream, sometimes views the past, and is sometimes reloaded."""

    def __init__(self, tally: Tally, device: int, ratio: float, seat: str = "") -> None:
        self.tally, self.ratio, self.seat = tally, ratio, seat
        self.asker = Asker(tally, 10 + device, "seat" if seat else "table")
        self.table = Asker(tally, 30 + device)
        self.chance = Random(device)
        self.path = PAGES[device % len(PAGES)]

    def live(self) -> None:
        """Follow the table until the soak is over."""
        while self.tally.wait_until_up():
            try:
                self._open()
                self._follow()
            except Gone:
                pass
            self.tally.over.wait(0.2)
        self.asker.close()
        self.table.close()

    def _open(self) -> None:
        """Load the page; a seat's page takes its seat first."""
        if self.seat:
            links = (self.table.json("/seats.json") or {}).get("seats", ())
            link = next((row["link"] for row in links if row["id"] == self.seat), "")
            if link:
                self.asker.ask("/join/" + link.rpartition("/join/")[2])
                self.asker.ask(f"/seat/{self.seat}")
        else:
            self.asker.ask(self.path)

    def _follow(self) -> None:
        start, stream = self.tally.starts, self.asker.connect()
        version, evening = -1, None
        try:
            stream.request("GET", "/stream" + (f"?seat={self.seat}" if self.seat else ""), headers=self.asker.headers())
            answer = stream.getresponse()
            self.tally.counts["streams"] += 1
            if answer.status != 200:
                self.tally.error(f"a stream was answered {answer.status}")
                return
            kind = b""
            while not self.tally.over.is_set():
                line = answer.readline()
                if not line:
                    raise ConnectionResetError("the stream ended")
                if line.startswith(b"event: "):
                    kind = line[7:].strip()
                elif line.startswith(b"data: ") and kind == b"view":
                    view = json.loads(line[6:])
                    self.tally.counts["views"] += 1
                    if view["version"] <= version:
                        self.tally.error(f"version {view['version']} came after {version}")
                    version = view["version"]
                    if self.seat and evening not in (None, view["evening"]):
                        return  # a seat link is valid for one evening
                    evening = view["evening"]
                elif line.startswith(b"data: ") and kind == b"beat":
                    self._glance(view["number"] if evening else 0)
                    if self.chance.random() < self.ratio / RELOAD:
                        return
        except (OSError, ValueError) as error:
            if self.tally.up.is_set() and self.tally.starts == start and not self.tally.over.is_set():
                self.tally.error(f"a stream broke: {error!r}")
        finally:
            stream.close()

    def _glance(self, number: int) -> None:
        """Sometimes fetch two pages, mostly of the past."""
        if self.chance.random() > self.ratio / GLANCE or number < 2:
            return
        at = self.chance.randint(2, number)
        for path in self.chance.sample([f"/at/{at}", f"/at/{at}.json", f"/before/{at}.json", "/history.json",
                                        "/after.json", "/setup.json", "/machine.json", "/rules.json"], 2):  # fmt: skip
            self.asker.ask(path)
