"""The free game: the family agrees its rules on the set-up page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.facts import DiceThrown, GameStarted, OptionChosen, PointsEntered, SeatJoined
from companion.game.base import Ended, Game, ScriptPart, SquareEnded, TurnPassed
from companion.games.free import formula
from companion.games.free.sheet import Cell, ScoreSheet, Sheet, ranked
from companion.games.free.words import FreeWords
from companion.language import tr
from companion.money.ledger import BANK, POT, SCOREBOARD
from companion.questions import Late, Option, Points, Question, Stand, Throw
from companion.refusal import Refusal

MOST_POINTS = 99_999
"""Maximum points of one entry."""
BOX = 10
"""Size of the bank, as a multiple of all players' starting chips."""


class Free(Game):
    """A score sheet with the family's own rules, on points or with chips."""

    name = "free"
    words = FreeWords()
    players_allowed = (2, 12)
    turn_topics = ("throw",)
    announcements = frozenset({"out"})

    def agreed(self, started: GameStarted) -> dict[str, Any]:
        """Return the house rules, and set up chips or a scoreboard as they say (FR-SET-1)."""
        house = super().agreed(started)
        self.has_pot = house["count"] == "chips"
        self.source, self.counters = (BANK, (POT, BANK)) if self.has_pot else (SCOREBOARD, ())
        return house

    def set_up(self) -> None:
        """Seat all players, and give each the starting points."""
        self.order = list(self.players)
        self.turn = self.starter = self.beginner()
        self.sheet = Sheet()
        self.thrown: list[list[int]] = []
        self.worth = 0
        self.asked, self.began = (0, ""), 1
        if self.has_pot:
            self.fill_bank(BOX * len(self.order) * max(1, self.start_chips()))
        self.sheet.start = dict.fromkeys(self.order, self.start_chips())
        for seat in self.order:
            if self.has_pot:
                self.ledger.open(seat, self.start_chips())
            else:
                self.pay(SCOREBOARD, seat, self.start_chips(), "start", "FR-SET-1")

    def start_chips(self) -> int:
        start = self.house["start"]
        return int(start) if start is not None else 100 if self.has_pot else 0

    def goal(self) -> int:
        return int(self.house["aim"] or 0) if self.house["aim_does"] == "end" else 0

    def clock(self) -> tuple[int, int] | None:
        seconds = self.house["seconds"]
        return (int(seconds), self.began) if seconds and self.phase == "turns" else None

    # --- the sheet -----------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the lines, () if they are only numbered."""
        return tuple(name for one in str(self.house["lines"]).split(",") if (name := one.strip()))

    @property
    def most(self) -> int:
        """The number of lines, 0 without a limit (FR-END-1)."""
        return len(self.names) or int(self.house["rounds"] or 0)

    @property
    def zero_sum(self) -> bool:
        """Whether a line sums to zero (FR-PTS-2)."""
        return bool(self.house["zero_sum"]) and self.house["entry"] != "dice"

    @property
    def deferred(self) -> bool:
        """Whether the chips of a line move only once it is complete, from losers to winners."""
        return self.has_pot and self.zero_sum

    def behind(self) -> list[str]:
        """Return the seats that have filled the fewest lines, in turn order from the starting seat."""
        done = {seat: self.sheet.progress(seat) for seat in self.playing()}
        line = min(done.values())
        at = self.order.index(self.starter)
        return [seat for seat in self.order[at:] + self.order[:at] if done.get(seat) == line]

    def enter(self, seat: str, line: int, cell: Cell, reason: str, rule: str) -> None:
        """Write an entry, and move its points."""
        self.sheet.write(line, seat, cell)
        if not self.deferred:
            self.move(seat, cell.points, reason, rule)
        self.complete(line)

    def move(self, seat: str, points: int, reason: str, rule: str) -> None:
        """Move points to a seat, or from it if negative; nobody pays more chips than he has (FR-CHP-1)."""
        giver, taker = (self.source, seat) if points > 0 else (seat, self.source)
        if self.has_pot:
            self.give(giver, taker, abs(points), reason, rule)
        else:
            self.pay(giver, taker, abs(points), reason, rule)

    def complete(self, line: int) -> None:
        """Fill in the last missing entry of a zero-sum line, and settle its chips (FR-PTS-2)."""
        cells = self.sheet.lines.get(line, {})
        lacking = self.sheet.lacking(line, self.playing())
        if not self.zero_sum or not cells or len(lacking) > 1:
            return
        for seat in lacking:
            rest = Cell(-sum(cell.points for cell in cells.values()), 0)
            self.sheet.write(line, seat, rest)
            self.tell("rest", seat=seat, amount=rest.points)
            if not self.deferred:
                self.move(seat, rest.points, "rest", "FR-PTS-2")
        if lacking and self.deferred:
            self.settle({seat: cell.points for seat, cell in self.sheet.lines[line].items() if seat in self.playing()})

    def settle(self, points: Mapping[str, int]) -> None:
        """Move chips from the losers of a line to its winners."""
        won = {seat: n for seat, n in points.items() if n > 0}
        for giver, lost in points.items():
            for taker in won:
                paid = self.give(giver, taker, min(max(0, -lost), won[taker]), "points", "FR-PTS-2")
                lost, won[taker] = lost + paid, won[taker] - paid

    def withdraw(self, seat: str) -> None:
        super().withdraw(seat)
        if self.deferred:  # drop the leaver's entries whose chips have not moved yet
            for line, cells in self.sheet.lines.items():
                if len(self.sheet.lacking(line, self.playing())) > 0:
                    cells.pop(seat, None)

    def joined(self, word: SeatJoined) -> None:
        """Let a guest begin at the current line; if the lines have names, he may fill all of them."""
        done = [self.sheet.progress(seat) for seat in self.playing() if seat != word.seat]
        if not self.names:
            self.sheet.first[word.seat] = min(done, default=0) + 1
        self.sheet.start[word.seat] = self.balance(word.seat)
        super().joined(word)

    def refuse_house(self, key: str, value: Any) -> str | None:
        """Return why this value of a house rule is refused; within a line, the way chips move cannot change."""
        why = super().refuse_house(key, value)
        if why is not None or not self.has_pot or key not in ("zero_sum", "entry") or value == self.house[key]:
            return why
        if any(self.sheet.lacking(line, self.playing()) for line in self.sheet.lines):
            label = self.words.house_rules()[key].label_fr
            return tr("« {rule} » se change entre deux manches : finir d'abord celle-ci", rule=tr(label))
        return None

    # --- the evening ---------------------------------------------------------------------------------------

    def turns(self) -> ScriptPart:
        """Ask for entries or throws until the table, the last line, the target or a lack of players ends the game."""
        while True:
            try:
                if self.house["entry"] == "dice":
                    yield from self.one_turn()
                else:
                    yield from self.one_entry()
            except TurnPassed:
                self.given = self.turn
            except SquareEnded:
                self.skip()
            self.thrown, self.worth = [], 0

    given = ""
    """The seat to which the table gave the turn."""

    def one_entry(self) -> ScriptPart:
        """Take one entry from any player, in any order (FR-PTS-1)."""
        answer = yield from self.ask(self.questions)
        self.given = ""
        if isinstance(answer, OptionChosen):
            raise Ended(self.best(), "finished")
        if isinstance(answer, PointsEntered):
            cell = Cell(answer.points, self.number, answer.why)
            self.enter(answer.seat, answer.line, cell, "points", "FR-PTS-1")
        self.check_after({})

    def one_turn(self) -> ScriptPart:
        """Throw the dice once or more; their formula gives the points of the turn (FR-DIC-1)."""
        while True:
            answer = yield from self.ask(self.questions)
            if isinstance(answer, OptionChosen):
                raise Ended(self.best(), "finished")
            if answer.seat != self.turn:  # the table let another seat throw
                self.given = self.turn = answer.seat
                self.thrown, self.worth = [], 0
            if isinstance(answer, DiceThrown):
                faces = [int(die.value) for die in answer.dice if isinstance(die.value, int)]
                points = formula.points(self.house["formula"], faces, self.house["formula_number"])
                self.thrown.append(faces)
                self.worth += points
                self.tell("worth", seat=answer.seat, amount=points)
                if len(self.thrown) < self.house["throws"]:
                    continue
            break
        seat, self.given = self.turn, ""
        if blank := self.sheet.blank(seat, self.most):
            self.enter(seat, blank[0], Cell(self.worth, self.number, answer.why), "dice", "FR-DIC-1")
        self.thrown, self.worth = [], 0
        self.check_after({})

    def skip(self) -> None:
        """Write zero for the player who has the turn, or for all players without an entry in this round."""
        for seat in self.behind() if self.house["entry"] == "round" else [self.turn]:
            if blank := self.sheet.blank(seat, self.most):
                self.enter(seat, blank[0], Cell(0, self.number), "points", "FR-PTS-1")
        self.check_after({})

    def questions(self) -> tuple[Question, ...]:
        """Return the open questions: the current line's entries or a throw, and the end of the game."""
        self.judge()
        behind = self.behind()
        seat = self.given if self.given in self.playing() and self.sheet.blank(self.given, self.most) else behind[0]
        self.turn = self.leader() if self.house["entry"] == "round" and not self.given else seat
        if self.asked != (asked := (min(map(self.sheet.progress, self.playing())), self.turn)):
            self.asked, self.began = asked, self.number
        finish = Option(topic="finish", seats=(self.turn,), options=("finish",), must=False, rare=True, rule="FR-END-1")
        if self.house["entry"] == "dice":
            throw = Throw(
                topic="throw", seats=(seat,), dice=formula.dice(self.house["d6"], self.house["d10"]), rule="FR-DIC-1"
            )
            if self.thrown:
                return throw, Stand(topic="stand", seats=(seat,), must=False, rule="FR-DIC-1"), finish
            return throw, finish
        points = self.points_of([seat, *(one for one in behind if one != seat)])
        late = Late(topic="points", seats=tuple(self.playing()), answer=PointsEntered, listen=True, like=points)
        return points, late, finish

    def leader(self) -> str:
        """Return the seat that leads this round; the lead passes to the next seat with each finished line."""
        at = self.order.index(self.starter) + min(map(self.sheet.progress, self.playing()))
        order = [*self.order[at % len(self.order) :], *self.order]
        return next(seat for seat in order if seat not in self.out)

    def points_of(self, asked: Sequence[str]) -> Points:
        """Return the question for the points of these seats; anybody may also fill an earlier empty line."""
        seats = self.playing()
        low = {seat: -self.ledger.purse(seat) if self.has_pot else -MOST_POINTS for seat in seats}
        chips = self.ledger.total() if self.zero_sum else max(0, self.balance(BANK))
        return Points(
            topic="points",
            seats=tuple(asked),
            blank={seat: self.sheet.blank(seat, self.most) for seat in seats},
            filled={seat: tuple(sorted(self.sheet.filled(seat))) for seat in seats},
            most=self.most,
            low=low,
            high=dict.fromkeys(seats, min(chips, MOST_POINTS) if self.has_pot else MOST_POINTS),
            line=str(self.house["line"]) or "Manche",
            names=self.names,
            why=self.shortage if self.deferred else None,
            rule="FR-PTS-1",
        )

    def shortage(self, fact: PointsEntered) -> Refusal | None:
        """Return a refusal if the last seat of the line cannot pay the rest (FR-CHP-1)."""
        cells = self.sheet.lines.get(fact.line, {})
        lacking = [seat for seat in self.sheet.lacking(fact.line, self.playing()) if seat != fact.seat]
        if len(lacking) != 1 or not cells and len(self.playing()) > 2:
            return None
        rest = -fact.points - sum(cell.points for cell in cells.values())
        if -rest <= (purse := self.ledger.purse(lacking[0])):
            return None
        return Refusal("NOT_ENOUGH_CHIPS", lacking[0], {"available": purse}, "FR-CHP-1", overrulable=False)

    # --- the end -------------------------------------------------------------------------------------------

    @property
    def lowest_wins(self) -> bool:
        return bool(self.house["wins"] == "least")

    def best(self, seats: Sequence[str] = ()) -> list[str]:
        """Return the seats with the best total, by default among those still in the game."""
        return ranked({seat: self.balance(seat) for seat in seats or self.playing()}, self.lowest_wins)

    def check_after(self, creditors: Mapping[str, str]) -> None:
        """Complete lines that a leaver left open, put seats out, and end at the target (FR-END-1, FR-END-2)."""
        super().check_after(creditors)
        if self.phase == "turns":
            for line in list(self.sheet.lines):
                self.complete(line)
            self.judge()

    def judge(self) -> None:
        """Put seats out at the target or without chips, and end the game at the target or after the last line."""
        playing, aim, does = self.playing(), self.house["aim"], self.house["aim_does"]
        done = {self.sheet.progress(seat) for seat in playing}
        whole = len(done) == 1
        if self.sheet.lines and (whole or self.house["at_once"]):
            hit = [
                s
                for s in playing
                if aim is not None and (self.balance(s) <= aim if does == "down" else self.balance(s) >= aim)
            ]
            if hit and does != "out":
                raise Ended(self.best(), "target")
            ruined = [s for s in playing if whole and self.has_pot and self.house["ruin"] and self.balance(s) <= 0]
            if fallen := dict.fromkeys((*hit, *ruined)):
                if len(fallen) == len(playing):
                    raise Ended(self.best(), "last_player")
                for seat in fallen:
                    self.out.add(seat)
                    self.tell("out", seat=seat)
                if len(self.playing()) < 2:
                    raise Ended(self.playing(), "last_player")
        if self.most and min(self.sheet.progress(seat) for seat in self.playing()) >= self.most:
            raise Ended(self.best(), "rounds")

    # --- what the page draws -------------------------------------------------------------------------------

    def picture(self) -> ScoreSheet:
        """Return the sheet for the page."""
        return ScoreSheet(
            name=str(self.house["name"]),
            line=str(self.house["line"]),
            names=self.names,
            rounds=self.sheet.drawn(len(self.names)),
            start=dict(self.sheet.start),
            lowest=self.lowest_wins,
            thrown=[list(faces) for faces in self.thrown],
            worth=self.worth,
        )
