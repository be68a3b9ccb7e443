"""The shared pad: its holder, the current choice, and the effect of each press, without pins or threads.

A seat takes the pad with its servi button, steps through its choices with the two target buttons, puts chips on one and
confirms. A press submits a fact at once. If the rules offer no way back, the same button undoes that fact for
``REGRET`` seconds, or until another fact follows.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.errors import JournalError, ServiError
from companion.facts import BetsClosed, BetTakenBack, Fact, Stood
from companion.language import Sentence
from companion.questions import Close, Stand
from companion.questions.pad import Choice
from companion.record import record
from companion.snapshot import Snapshot
from companion.table import Result, Table
from companion.telling.reader import refusal_text
from companion.words import UNWRITABLE
from hardware.choices import bets_of, choices
from hardware.pad_state import PadState
from hardware.pins import BY_SEAT, PAD
from hardware.presses import LONG, Press

LOG = logging.getLogger(__name__)

REGRET = 3.0
"""Seconds during which the same button undoes a press that has no other way back."""
PATIENCE = 20.0
"""Seconds after the last press before the holder loses the pad."""
READING = 6.0
"""Seconds that a message of the pad stays on the page."""
SHUT_DOWN = 5.0
"""Seconds after which a held « annuler » shuts the table down."""
STUCK = 10.0
"""Seconds after which a held button counts as stuck."""
BIG_STEP = 10
"""Number of choices that « plus » and « moins » move by when the current one takes neither chips nor marks."""


@dataclass(slots=True)
class Draft:
    """A seat's unconfirmed choice: its key, the amount, and the names marked in each combined answer."""

    key: str = ""
    amount: int | None = None
    marked: dict[str, list[str]] = field(default_factory=dict)


@record()
class Regret:
    """A press that the same button can still undo: the number of its fact, and the deadline.

    ``moved``: the pad shows another choice and the button has a new meaning, so only « annuler » undoes the press.
    """

    button: str
    seat: str
    number: int
    until: float
    moved: bool = False


class Pad:
    """The state of the shared pad of a table; ``handle`` applies each press."""

    def __init__(self, table: Table, *, shut_down: Callable[[], None] | None = None) -> None:
        self._table = table
        self._shut_down = shut_down
        self.now: Snapshot = table.snapshot()
        self.holder = ""
        self.regrets: dict[str, Regret] = {}
        self.passed: set[str] = set()
        self.stuck: set[str] = set()
        self._rows: dict[str, list[Choice]] = {}
        self._drafts: dict[str, Draft] = {}
        self._asked: dict[str, list[str]] = {}
        self._touched = 0.0
        self._message: tuple[Sentence | str, float] = ("", 0.0)
        self._spent: set[str] = set()
        self._warned = False

    # --- presses ----------------------------------------------------------------------------------------------------

    def handle(self, press: Press) -> None:
        """Handle a press; an error becomes a message and leaves the pad usable."""
        try:
            self._hear(press)
        except JournalError as error:
            self._show_message(UNWRITABLE[error.why], press.at)
        except ServiError as error:
            self._show_message(str(error), press.at)
        except Exception:
            LOG.exception("a press went wrong: %s", press)
            self._show_message(Sentence("Le pupitre s'est trompé : refaire le geste."), press.at)

    def _hear(self, press: Press) -> None:
        button, at = press.button, press.at
        if press.what == "up":
            self.stuck.discard(button)
            if button == "undo":
                self._warned = False
                if press.held < SHUT_DOWN:
                    self._undo(at)
        elif press.what == "held":
            self._held(button, press.held, at)
        elif button.startswith(BY_SEAT):
            self._servi(button, button.removeprefix(BY_SEAT), at)
        elif button == "confirm":
            self._confirm(at)
        elif button in PAD and button != "undo":
            self._walk(button, at)

    def _held(self, button: str, held: float, at: float) -> None:
        if held >= STUCK:
            self.stuck.add(button)
        elif button == "undo" and self._shut_down:
            self._warned = True
            if held >= SHUT_DOWN:
                self._show_message(Sentence("La table s'éteint."), at)
                self._shut_down()
        elif button.startswith(BY_SEAT) and held == LONG and button not in self._spent:
            seat = button.removeprefix(BY_SEAT)
            if self.now.asked(Close, seat):
                if self.holder == seat:
                    self.holder = ""
                self._submit(BetsClosed(seat=seat), button, seat, at)

    def _servi(self, button: str, seat: str, at: float) -> None:
        self._spent.discard(button)
        if self._take_back(button, at):
            self._spent.add(button)
        elif self.now.asked(Stand, seat):
            self._spent.add(button)
            self._submit(Stood(seat=seat), button, seat, at)
        elif self.holder == seat:
            self._leave(seat)
        elif self._row(seat):
            self.passed.discard(seat)
            self._give(seat, at)
        else:
            self._hand_over(button, seat, at)

    def _hand_over(self, button: str, seat: str, at: float) -> None:
        """« C'est remis »: confirm the seat's first open hand-over, if any."""
        for due in self.now.debts:
            if seat in (due.giver, due.taker):
                who, way = self.now.name_of(seat), 0 if due.ways else None
                seen = self.now.number
                result = self._table.hand_over(due.giver, due.taker, way, seen=seen, who=who, how="button")
                self._show_result(result, button, seat, at)
                return

    def _leave(self, seat: str) -> None:
        """« Je passe »: release the pad and drop the seat's draft."""
        self.holder = ""
        self._drafts.pop(seat, None)
        self.passed.add(seat)

    def _give(self, seat: str, at: float) -> None:
        self.holder, self._touched = seat, at
        self._show_message("", at)

    def _taken(self, at: float) -> bool:
        """Whether a seat holds the pad now; first give a free pad to the first seat with a mandatory question."""
        if self.holder:
            self._touched = at
            return True
        for one in self.now.open:
            for seat in one.question.seats if one.question.must else ():
                if self._row(seat):
                    self._give(seat, at)
                    return True
        if self.now.open:
            self._show_message(Sentence("Prendre d'abord le pupitre avec son bouton « servi »."), at)
        return False

    def _walk(self, button: str, at: float) -> None:
        if regret := self.regrets.get("confirm"):
            self.regrets["confirm"] = replace(regret, moved=True)
        if not self._taken(at):
            return
        row = self._row(self.holder)
        choice, draft = self.choice(), self._draft()
        if choice is None:
            return
        up = button in ("next", "chip_up")
        if button.startswith("chip"):
            if choice.bag:
                self._mark(choice, draft, up)
                return
            if choice.rungs:
                draft.amount = step(choice, draft.amount, up)
                return
        far = BIG_STEP if button.startswith("chip") else 1
        self._stop_at(row[(row.index(choice) + (far if up else -far)) % len(row)])

    def _stop_at(self, choice: Choice) -> None:
        draft = self._draft()
        held = draft.amount if draft.amount in choice.rungs else choice.start
        draft.key, draft.amount = choice.key, held

    def _mark(self, choice: Choice, draft: Draft, up: bool) -> None:
        marked = self.marked(choice)
        name = choice.key.rpartition("/")[2]
        if up and marked.count(name) < choice.most:
            marked.append(name)
        elif not up and name in marked:
            marked.remove(name)
        draft.marked[choice.bag] = marked

    def _confirm(self, at: float) -> None:
        regret = self.regrets.get("confirm")
        if regret and not regret.moved and self._take_back("confirm", at):
            return
        if not self.holder:
            self._taken(at)
            return
        self._touched = at
        choice, draft, seat = self.choice(), self._draft(), self.holder
        if choice is None:
            return
        if choice.back and not choice.rungs:
            self._show_message(Sentence("Cette mise est posée : « annuler » la reprend."), at)
        elif choice.rungs and draft.amount is None:
            self._show_message(Sentence("Pas encore de jetons : « plus » en pose."), at)
        else:
            value = self.marked(choice) if choice.bag else draft.amount
            if self._submit(choice.make(value), "" if choice.back else "confirm", seat, at):
                draft.amount = choice.start
                draft.marked.pop(choice.bag, None)

    def _undo(self, at: float) -> None:
        for button in [*self.regrets]:
            if self._take_back(button, at):
                return
        if not (seat := self.holder):
            return
        self._touched = at
        choice, bets = self.choice(), bets_of(self.now, seat)
        here = [field for name, field in bets if choice and choice.key == f"{name}/{field}"]
        if here or bets:
            self._submit(BetTakenBack(seat=seat, field=(here or [bets[-1][1]])[0]), "", seat, at)
        elif choice and (self._draft().amount != choice.start or self._draft().marked):
            self._drafts.pop(seat)
        else:
            self.holder = ""

    # --- commands ---------------------------------------------------------------------------------------------------

    def _submit(self, fact: Fact, button: str, seat: str, at: float) -> bool:
        """Submit a fact and return whether it was accepted; ``button`` can then undo it for a while."""
        who = self.now.name_of(seat)
        result = self._table.submit(fact, seen=self.now.number, who=who, how="button")
        return self._show_result(result, button, seat, at)

    def _show_result(self, result: Result, button: str, seat: str, at: float) -> bool:
        """Show the result of a command; return whether it was accepted."""
        now = self._table.snapshot()
        self._show_message(" ".join(refusal_text(result.refusal, now)).strip() if result.refusal else "", at)
        if result.ok and button and now.undo and now.undo.number <= (result.number or 0):
            # nobody has submitted a newer fact
            self.regrets[button] = Regret(button, seat, now.undo.number, at + REGRET)
        self.see(now)
        return result.ok

    def _take_back(self, button: str, at: float) -> bool:
        """Undo the recent press of this button; return whether there was one."""
        regret = self.regrets.get(button)
        if regret is None or at >= regret.until:
            return False
        who = self.now.name_of(regret.seat)
        result = self._table.undo_last(target=regret.number, who=who, how="button")
        del self.regrets[button]  # after the undo, so that the next press tries again if the journal fails
        now, refusal = self._table.snapshot(), result.refusal
        text = " ".join(refusal_text(refusal, now)).strip() if refusal else Sentence("{seat} a repris.", {"seat": who})
        self._show_message(text, at)
        self.see(now)
        return True

    # --- snapshots and time -----------------------------------------------------------------------------------------

    def see(self, now: Snapshot) -> None:
        """Update the pad from the newest snapshot."""
        if now.evening != self.now.evening:
            self.holder, self.regrets, self.passed, self._drafts, self._asked = "", {}, set(), {}, {}
        self.now, self._rows = now, {}
        last = now.undo.number if now.undo else None
        self.regrets = {b: r for b, r in self.regrets.items() if r.number == last}
        for seat in (row.id for row in now.seats):
            asked = [one.id for one in now.open if seat in one.question.seats]
            if self._asked.get(seat) != asked:
                self._asked[seat] = asked
                self._drafts.pop(seat, None)
                self.passed.discard(seat)
        if self.holder and not self._row(self.holder):
            self.holder = ""

    def tick(self, now: float) -> None:
        """Remove expired messages and regrets, and free an abandoned pad; ``now`` is the clock's time in seconds."""
        self.regrets = {b: r for b, r in self.regrets.items() if now < r.until}
        if self.holder and now >= self._touched + PATIENCE:
            self._drafts.pop(self.holder, None)
            self.holder = ""
        if self._message[0] and now >= self._message[1]:
            self._message = ("", 0.0)

    @property
    def message(self) -> Sentence | str:
        """The pad's current message to the player."""
        return self._message[0]

    def _show_message(self, text: Sentence | str, at: float) -> None:
        self._message = (text, at + READING)

    # --- choices ----------------------------------------------------------------------------------------------------

    def _row(self, seat: str) -> list[Choice]:
        """Return a seat's choices, computed once for each snapshot."""
        if seat not in self._rows:
            self._rows[seat] = choices(self.now, seat)
        return self._rows[seat]

    def _draft(self) -> Draft:
        return self._drafts.setdefault(self.holder, Draft())

    def choice(self) -> Choice | None:
        """Return the holder's current choice: the drafted one if it still exists, else the first; None without any."""
        row = self._row(self.holder)
        if not row:
            return None
        draft = self._draft()
        found = next((c for c in row if c.key == draft.key), None)
        if found is None:
            found = row[0]
            draft.key, draft.amount = found.key, found.start
        return found

    def marked(self, choice: Choice) -> list[str]:
        """Return the marked names of the combined answer to which this choice belongs."""
        return list(self._draft().marked.get(choice.bag, choice.marked))

    def shown(self) -> PadState:
        """Return what the page shows of the pad."""
        draft = self._draft() if self.holder and self.choice() else Draft()
        return PadState(
            holder=self.holder,
            key=draft.key,
            amount=draft.amount,
            marked={bag: tuple(names) for bag, names in draft.marked.items()},
            message=self.message,
            warned=self._warned,
            stuck=tuple(sorted(self.stuck)),
            regret=next((("undo" if r.moved else r.button, r.seat) for r in self.regrets.values()), None),
        )


def step(choice: Choice, amount: int | None, up: bool) -> int | None:
    """Return the next amount up or down; at the first one, "down" gives None if the choice starts without an amount."""
    if amount is None:
        return choice.rungs[0] if up else None
    at = choice.rungs.index(amount) if amount in choice.rungs else 0
    if not up and at == 0:
        return choice.start if choice.start is None else choice.rungs[0]
    return choice.rungs[min(at + 1, len(choice.rungs) - 1) if up else at - 1]
