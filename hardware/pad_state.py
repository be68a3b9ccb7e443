"""The pad's state for the page; ``PadState.draw`` puts it into words in each reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from companion.language import Sentence, tr
from companion.questions.pad import Choice
from companion.record import record
from companion.snapshot import Snapshot
from hardware.choices import choices
from hardware.pins import BY_SEAT


@record()
class PadState:
    """The state of the pad: its holder, choice, amount, marks and message.

    ``regret`` is the button that can still undo a press, and its seat.
    """

    holder: str = ""
    key: str = ""
    amount: int | None = None
    marked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    message: Sentence | str = ""
    warned: bool = False
    stuck: tuple[str, ...] = ()
    regret: tuple[str, str] | None = None

    def draw(self, now: Snapshot) -> dict[str, Any]:
        """Return the state in words; names and choices come from this snapshot."""
        drawn: dict[str, Any] = {
            "seat": self.holder or None,
            "said": str(self.message) or None,
            "warning": tr("Tenir « annuler » cinq secondes éteint la table.") if self.warned else None,
            "stuck": [
                tr(
                    "Le bouton « {button} » reste enfoncé : regarder ce qui le coince.",
                    button=button_name(now, button),
                )
                for button in self.stuck
            ],
            "regret": self._regret(now),
        }
        row = choices(now, self.holder) if self.holder else []
        choice = next((c for c in row if c.key == self.key), None)
        return drawn | self._place(row, choice) if choice else drawn

    def _place(self, row: list[Choice], choice: Choice) -> dict[str, Any]:
        chosen: Any = list(self.marked.get(choice.bag, choice.marked)) if choice.bag else self.amount
        ready = (not choice.rungs or self.amount is not None) and bool(choice.rungs or not choice.back)
        return {
            "question": choice.question,
            "target": choice.label,
            "place": [row.index(choice) + 1, len(row)],
            "amount": self.amount if choice.rungs else None,
            "chips": bool(choice.rungs),
            "marked": chosen.count(choice.key.rpartition("/")[2]) if choice.bag else None,
            "does": choice.does(chosen) if ready else not_ready(choice),
        }

    def _regret(self, now: Snapshot) -> dict[str, str] | None:
        if self.regret is None:
            return None
        button, seat = self.regret
        name = now.name_of(seat)
        if button == "confirm":
            return {"seat": seat, "text": tr("{seat} : c'est dit. « Confirmer » encore reprend.", seat=name)}
        if button == "undo":
            return {"seat": seat, "text": tr("{seat} : c'est dit. « Annuler » reprend.", seat=name)}
        return {"seat": seat, "text": tr("{seat} : c'est dit. « Servi » encore reprend.", seat=name)}


def not_ready(choice: Choice) -> str:
    """Return why confirming has no effect here."""
    if choice.rungs:
        return tr("« Plus » pose un jeton ; sans jeton, « servi » passe.")
    return tr("Cette mise est posée : « annuler » la reprend.")


def button_name(now: Snapshot, button: str) -> str:
    """Return a button's name in the reader's language."""
    if button.startswith(BY_SEAT):
        return tr("servi de {seat}", seat=now.name_of(button.removeprefix(BY_SEAT)))
    return {
        "chip_up": tr("plus"),
        "chip_down": tr("moins"),
        "next": tr("cible suivante"),
        "previous": tr("cible précédente"),
        "confirm": tr("confirmer"),
        "undo": tr("annuler"),
    }[button]
