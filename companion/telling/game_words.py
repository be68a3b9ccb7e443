"""The words of a game: one class whose names a game fills in or leaves at their defaults."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from companion.facts import DiceThrown
from companion.house import HouseRule, rules_in
from companion.language import filled, tr, trn
from companion.packaged import packaged
from companion.questions import Question, Stake, Stand
from companion.scene import Scene
from companion.snapshot import Snapshot
from companion.words import Holes, Names, amount, listed

Table = Mapping[str, str]
"""A code and its French text, which is translated when it is looked up."""


class GameWords:
    """What only one game says. Upper-case names are tables, methods are hooks; only three tables are required.

    A class without one of ``_REQUIRED`` cannot be defined: the error names what is missing.
    """

    _REQUIRED: ClassVar[Table] = {
        "TITLE": "the name on the box",
        "BEGINS": "who begins and which way turns go round, one sentence for the set-up page",
        "TOPICS": "each topic of a question with its text and its help",
    }

    TITLE: ClassVar[str]
    """The name on the box."""
    BEGINS: ClassVar[str]
    """Who begins and which way turns go round, one sentence for the set-up page."""
    TOPICS: ClassVar[Mapping[str, tuple[str, str]]]
    """Each topic of a question with its text and its help; ``{seat}``, ``{seats}``, ``{against}``, ``{dice}`` are filled."""

    CALLS: ClassVar[Table] = {}
    """What the croupier calls when a question of this topic opens."""
    OPTIONS: ClassVar[Table] = {}
    """The buttons: each option of a question, each use of a card, each line of a count."""
    DICE: ClassVar[Table] = {}
    """The dice that a throw asks for, such as ``"2d6": "deux dés"``."""
    SCENES: ClassVar[Table] = {}
    """The title of each kind of scene."""
    REASONS: ClassVar[Table] = {}
    """The causes of transfers; those of ``COMMON_REASONS`` need no entry."""
    ENDS: ClassVar[Table] = {}
    """How the game ends; those of ``COMMON_ENDS`` need no entry."""
    REFUSALS: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Codes of refusals that only this game has: what is refused, and what would be allowed instead."""
    NO_TARGET: ClassVar[str] = "Ce jeu se joue sans objectif."
    """What a game without a target says to somebody who gives one."""
    ACCOUNTS: ClassVar[Table] = {}
    """Names of accounts that replace the usual ones, and names of lines of a cloth."""
    CALLED: ClassVar[tuple[str, str]] = ("jeton", "jetons")
    """One piece of the money, and several."""
    OFFICE: ClassVar[str] = "banque"
    """What the seat that deals, banks or leads is called."""
    OFFICE_HELP: ClassVar[str] = ""
    """What the set-up page says about that office, "" where nobody is named before the game."""
    SHEET: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "line": ("Coup",), "heads": ("Objectif",), "last": ("Total",),
        "note": ("Écrire à chaque coup ce que chacun a, ou ce qu'il gagne et perd ; Servi n'en a pas besoin.",),
    }  # fmt: skip
    """A blank score sheet (``view.score_sheet`` explains the keys)."""
    DECKS: ClassVar[Table] = {}
    """The titles of the decks of a box."""
    EFFECTS: ClassVar[Mapping[str, Table]] = {}
    """What the cards of each deck can do."""
    TARGETS: ClassVar[Table] = {}
    """The places that a card can lead to."""
    PLACED: ClassVar[Collection[str]] = ()
    """Topics whose number is a square of the board."""
    RESULTS: ClassVar[Collection[str]] = ()
    """Codes of news that stay beside the last throw until the next one."""

    COMMON_REASONS: ClassVar[Table] = {
        "table": "décidé par la table", "advance": "avance de la banque", "joined": "arrivée à la table",
        "left": "départ de la table",
    }  # fmt: skip
    COMMON_ENDS: ClassVar[Table] = {
        "target": "objectif atteint", "last_player": "seul encore en jeu", "playoff": "après un barrage",
    }  # fmt: skip

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, about in cls._REQUIRED.items():
            if not hasattr(cls, name):
                raise TypeError(f"{cls.__module__}.{cls.__name__} lacks {name}: {about}")

    @property
    def package(self) -> str:
        """Return the package of the game, which holds its ``rules.json`` and ``house.json``."""
        return type(self).__module__.rpartition(".")[0]

    def rules(self) -> dict[str, str]:
        """Return the rule book's own words by rule id, read from ``rules.json``."""
        return {row["id"]: row["words"] for row in packaged(self.package, "rules.json") or ()}

    def house_rules(self) -> dict[str, HouseRule]:
        """Return the house rules by key."""
        return rules_in(self.package)

    # --- names -----------------------------------------------------------------------------------------------

    def called(self) -> tuple[str, str]:
        """Return what one piece of the money is called, and several."""
        one, many = self.CALLED
        return tr(one), tr(many)

    def topics(self) -> dict[str, str]:
        """Return what the table waits for, by topic, without names."""
        holes = Holes(seat="…", seats="…", against="…", dice=tr("les dés"), name=tr("la carte"))
        return {topic: filled(tr(text), holes) for topic, (text, _) in self.TOPICS.items()}

    def option(self, code: str) -> str:
        """Return the text of an option."""
        return tr(self.OPTIONS.get(code, code))

    def effects(self, deck: str) -> list[list[str]]:
        """Return what a card of this deck can do, as code and text."""
        return [[code, tr(text)] for code, text in self.EFFECTS.get(deck, {}).items()]

    def targets(self) -> list[list[str]]:
        """Return where a card can lead, as code and text."""
        return [[code, tr(text)] for code, text in self.TARGETS.items()]

    def reason(self, code: str) -> str:
        """Return the cause of a transfer."""
        return tr(self.REASONS.get(code) or self.COMMON_REASONS.get(code, code))

    def end(self, code: str) -> str:
        """Return how the game ended."""
        return tr(self.ENDS.get(code) or self.COMMON_ENDS.get(code, code))

    def square(self, kind: str, colour: str | None = None, points: int | None = None) -> str:
        """Hook: name a square of the board."""
        return kind

    def field(self, name: str) -> str:
        """Hook: name a field of the cloth."""
        return name

    def card(self, name: str) -> str:
        """Hook: name a card."""
        return name

    # --- what the table says -----------------------------------------------------------------------------------

    def news(self, code: str, detail: Mapping[str, Any], names: Names) -> str:
        """Hook: tell one thing that happened, "" for what needs no word."""
        match code:
            case "won":
                seats = listed([names[s] for s in detail["seats"]])
                return trn("{names} gagne la partie", "{names} gagnent la partie", len(detail["seats"]), names=seats)
            case "noted":
                return tr("noté, sans effet sur le compte")
        return ""

    def start(self, now: Snapshot, names: Names) -> str:
        """Hook: tell what everybody takes from the box before the first turn, "" for nothing."""
        return ""

    def hint(self, q: Question, now: Snapshot, names: Names) -> str:
        """Hook: replace the help of a question, "" to keep that of ``TOPICS``."""
        return ""

    def stand(self, q: Stand, now: Snapshot) -> str:
        """Hook: name the button that stops, "" for its usual name."""
        return ""

    def limit_words(self, q: Stake, now: Snapshot, names: Names) -> str:
        """Hook: tell what may be staked."""
        bounds = {"low": amount(q.minimum), "high": amount(q.limit)}
        if q.limit >= q.own:
            return tr("De {low} à {high} : tout ce qu'il reste à {seat}.", **bounds, seat=names[q.seats[0]])
        return tr("De {low} à {high}.", **bounds)

    def worst(self, q: Stake, now: Snapshot, names: Names) -> str | None:
        """Hook: tell before a stake what it can cost at worst."""
        return None

    def choices(self, now: Snapshot, topic: str, seat: str) -> dict[int, str]:
        """Hook: tell what each number that may be given means."""
        return {}

    # --- what the page draws -----------------------------------------------------------------------------------

    def line(self, scene: Scene, seat: str) -> str:
        """Hook: tell how a side of the scene stands."""
        return ""

    def worth(self, fact: DiceThrown) -> str:
        """Hook: tell what a throw counts, "" where that is its sum."""
        return ""

    def total(self, secret: Mapping[str, Any]) -> str | None:
        """Hook: tell a holder what the secret of the seat comes to."""
        return None

    def pack(self, now: Snapshot) -> Mapping[str, Mapping[str, str]]:
        """Hook: return the faces of the cards by name: text, corner, sign, ink."""
        return {}

    def cloth(self, now: Snapshot) -> dict[str, Any] | None:
        """Hook: return how the betting table is laid out."""
        return None


def words_of(game: Any) -> GameWords:
    """Return the words of a game, or of a class of games."""
    found: GameWords = game.words
    return found
