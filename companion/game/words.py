"""The words of a game: a class of names that each game defines or leaves at their defaults."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, NotRequired, TypedDict

from companion.facts import DiceThrown
from companion.house import HouseRule, rules_in
from companion.language import filled, tr, trn
from companion.packages import packaged
from companion.questions import Bet, Question, Stake, Stand, Told
from companion.questions.words import Pair, SquareKind
from companion.scene import Betting, Scene
from companion.snapshot import Snapshot
from companion.words import Names, TextValues, amount, listed

Table = Mapping[str, str]
"""Codes with their French texts, translated on lookup."""


def plain(words: str) -> str:
    r"""Return a rule's words without the marks of formulas.

    >>> plain(r"égale à  $7 \frac{1}{2}$ , ou 50 \$")
    'égale à 7 ½, ou 50 $'
    """
    words = words.replace(r"\$", "\0").replace(r"\frac{1}{2}", "½").replace("$", "").replace("\0", "$")
    return re.sub(r" +([,.])", r"\1", re.sub(" {2,}", " ", words))


class CardFace(TypedDict):
    """The drawing of a card: text, corner, sign and ink."""

    text: str
    corner: str
    sign: str
    ink: str


class ClothField(TypedDict):
    """A field of a betting table with its name, and its ``colour`` if it has one."""

    field: str
    text: str
    colour: NotRequired[str]


class ClothCell(TypedDict):
    """A field of a line, with its points, None if they are unknown."""

    field: str
    text: str
    points: int | None


class ClothLine(TypedDict):
    """A line of a betting table."""

    id: str
    text: str
    vertical: bool
    fields: list[ClothCell]


class Cloth(TypedDict):
    """The layout of a betting table. ``kind`` selects the page's drawing: "roulette", "lines", "fields"."""

    kind: str
    fields: list[ClothField]
    lines: NotRequired[list[ClothLine]]
    seven: NotRequired[dict[str, list[int | None]]]


class GameWords:
    """The words of one game. Upper-case names are tables, methods are hooks; only three tables are required.

    Defining a class without one of ``_REQUIRED`` raises an error that names it.
    """

    _REQUIRED: ClassVar[Table] = {
        "TITLE": "the name on the box",
        "BEGINS": "who begins and which way turns go round, one sentence for the set-up page",
        "TOPICS": "each topic of a question with its text and its help",
    }

    TITLE: ClassVar[str]
    """The name on the box."""
    BEGINS: ClassVar[str]
    """Who begins and in which direction turns go, one sentence for the set-up page."""
    TOPICS: ClassVar[Mapping[str, tuple[str, str]]]
    """Each topic of a question with its text and its help.

    Both may contain ``{seat}`` (the first who may answer) and ``{seats}`` (all of them). Those of a throw may also
    contain ``{dice}``, those of a stake ``{against}``, those of an option or a number the keys of its ``detail``.
    """

    CALLS: ClassVar[Table] = {}
    """The croupier's call when a question of this topic opens."""
    OPTIONS: ClassVar[Table] = {}
    """The texts of buttons: options of a question, uses of a card, lines of a count."""
    OWN: ClassVar[Mapping[str, Table]] = {}
    """Options in the first person, by topic, for the page of the seat that Servi asks."""
    DICE: ClassVar[Table] = {}
    """The names of sets of dice, such as ``"2d6": "deux dés"``, for the placeholder ``{dice}``."""
    SCENES: ClassVar[Table] = {}
    """The title of each kind of scene; those of ``COMMON_SCENES`` need no entry."""
    REASONS: ClassVar[Table] = {}
    """The causes of transfers; those of ``COMMON_REASONS`` need no entry."""
    ENDS: ClassVar[Table] = {}
    """The ways to end; those of ``COMMON_ENDS`` need no entry."""
    REFUSALS: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Refusals of the game, or common ones in its own words: what is refused, and what is allowed instead."""
    NO_TARGET: ClassVar[str] = "Ce jeu se joue sans objectif."
    """The message for a target in a game without one."""
    ACCOUNTS: ClassVar[Table] = {}
    """Names of accounts that replace the common ones, and names of the lines of a cloth."""
    CALLED: ClassVar[tuple[str, str]] = ("jeton", "jetons")
    """The name of one piece of money, singular and plural."""
    NOTES: ClassVar[bool] = False
    """Whether the pieces of money are banknotes, and pages draw them as notes."""
    RESUMED: ClassVar[str] = "Repris après le tour {number}."
    """The notice of a resumed evening without throws; ``number`` counts the finished hands, deals or turns."""
    OFFICE: ClassVar[str] = "banque"
    """The name of the seat that deals, banks or leads."""
    HOLDS: ClassVar[str] = "{seat} tient la banque"
    """The sentence that announces the seat that now holds this office."""
    OFFICE_HELP: ClassVar[str] = ""
    """The set-up page's text about that office, "" if nobody is named before the game."""
    SHEET: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "line": ("Coup",), "target": ("Objectif",), "last": ("Total",),
        "note": ("Écrire à chaque coup ce que chacun a, ou ce qu'il gagne et perd ; Servi n'en a pas besoin.",),
    }  # fmt: skip
    """The labels of a blank score sheet, by key; ``target`` is printed only for a game with a target."""
    DECKS: ClassVar[Table] = {}
    """The titles of the decks of a box."""
    EFFECTS: ClassVar[Mapping[str, Table]] = {}
    """The effects of the cards of each deck."""
    TARGETS: ClassVar[Table] = {}
    """The squares that a card can move a pawn to."""
    PASSED: ClassVar[str] = ""
    """The label of an option of a named square: the pawn passed another square on its way."""
    COLLECTS: ClassVar[str] = ""
    """The label of an option of a card that moves a pawn: the player collects for squares that the pawn passes."""
    FAMOUS: ClassVar[str] = ""
    """The famous hand of a game, such as 421; ``Game.famous`` lists its tries."""
    PLACED: ClassVar[Collection[str]] = ()
    """Topics whose number is the index of a square."""
    TURNED: ClassVar[Collection[str]] = ()
    """Topics whose number is printed on a token that a player turns over."""
    RESULTS: ClassVar[Collection[str]] = ()
    """Codes of news that stay beside the last throw until the next one."""

    COMMON_SCENES: ClassVar[Table] = {"betting": "Les mises", "contest": "Duel"}
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
        """Return the Python package of the game, with its ``rules.json`` and ``house.json``."""
        return type(self).__module__.rpartition(".")[0]

    def rules(self) -> Mapping[str, str]:
        """Return the rule book's words by rule id, from ``rules.json``, without the formula marks of its scan."""
        return _rules(self.package)

    def house_rules(self) -> dict[str, HouseRule]:
        """Return the house rules by key."""
        return rules_in(self.package)

    # --- names -----------------------------------------------------------------------------------------------

    def called(self) -> tuple[str, str]:
        """Return the name of a piece of money, singular and plural."""
        one, many = self.CALLED
        return tr(one), tr(many)

    def topics(self) -> dict[str, str]:
        """Return the text of each topic, with neutral values in its placeholders."""
        values = TextValues(seat="…", seats="…", against="…", dice=tr("les dés"), name=tr("la carte"))
        return {topic: filled(tr(text), values) for topic, (text, _) in self.TOPICS.items()}

    def option(self, code: str, seat: str = "") -> str:
        """Return the text of an option, which may name ``seat``; an unknown code is returned as it is."""
        text = self.OPTIONS.get(code)
        return tr(text, seat=seat) if text else code

    def own_option(self, topic: str, code: str) -> str | None:
        """Return the text of an option in the first person, None if the topic has none."""
        text = self.OWN.get(topic, {}).get(code)
        return tr(text) if text else None

    def effects(self, deck: str) -> list[Pair]:
        """Return the effects of this deck's cards, as code and text."""
        return [(code, tr(text)) for code, text in self.EFFECTS.get(deck, {}).items()]

    def targets(self) -> list[Pair]:
        """Return the targets of cards that move a pawn, as code and text."""
        return [(code, tr(text)) for code, text in self.TARGETS.items()]

    def reason(self, code: str) -> str:
        """Return the cause of a transfer."""
        return tr(self.REASONS.get(code) or self.COMMON_REASONS.get(code, code))

    def scene(self, kind: str) -> str:
        """Return the title of a kind of scene."""
        return tr(self.SCENES.get(kind) or self.COMMON_SCENES.get(kind, kind))

    def end(self, code: str) -> str:
        """Return the sentence for this way to end the game."""
        return tr(self.ENDS.get(code) or self.COMMON_ENDS.get(code, code))

    def square(self, kind: str, colour: str | None = None, points: int | None = None) -> str:
        """Hook: return the name of a square."""
        return kind

    def sign(self, kind: str) -> str:
        """Hook: return the sign of a square: a short text, or an SVG path of 24 units, centred."""
        return ""

    def sums(self, kind: str) -> tuple[int, ...]:
        """Hook: return common amounts of this kind of square, as choices on the page."""
        return ()

    def kind_rows(self, kinds: Iterable[str], needs: Mapping[str, str]) -> list[SquareKind]:
        """Return kinds of squares with their names, signs and needed values."""
        return [
            {"kind": k, "text": self.square(k), "needs": needs.get(k), "sign": self.sign(k), "sums": list(self.sums(k))}
            for k in kinds
        ]

    def field(self, name: str) -> str:
        """Hook: return the name of a field of the cloth."""
        return name

    def card(self, name: str) -> str:
        """Hook: return the name of a card."""
        return name

    def ended(self, code: str, now: Snapshot, names: Names) -> str:
        """Hook: return the sentence that says why this game ended."""
        return self.end(code)

    # --- what the table says -----------------------------------------------------------------------------------

    def news(self, code: str, detail: Mapping[str, Any], names: Names) -> str:
        """Hook: return a news item as a sentence, "" if it needs none."""
        seat = names[detail["seat"]] if "seat" in detail else ""
        match code:
            case "office":
                return filled(tr(self.HOLDS), {"seat": seat})
            case "taken":
                return tr("{name} prend la place de {before}", name=detail["name"], before=detail["before"])
            case "joined":
                return tr("{name} arrive à la table", name=seat)
            case "left":
                return tr("{seat} quitte la table", seat=seat)
            case "given":
                return tr("c'est à {seat}", seat=seat)
            case "won":
                seats = listed([names[s] for s in detail["seats"]])
                return trn("{names} gagne la partie", "{names} gagnent la partie", len(detail["seats"]), names=seats)
            case "noted":
                return tr("noté, sans effet sur le compte")
        return ""

    def start(self, now: Snapshot, names: Names) -> str:
        """Hook: return what players take from the box before the first turn, "" for nothing."""
        return ""

    def sides(self, now: Snapshot) -> Iterable[tuple[str, ...]]:
        """Hook: return the seats that share a score, each seat alone by default."""
        return [(seat.id,) for seat in now.seats if not seat.left]

    def hint(self, q: Question, now: Snapshot, names: Names) -> str:
        """Hook: return a help text that replaces the one in ``TOPICS``, "" to keep it."""
        return ""

    def coach(self, q: Question, now: Snapshot, names: Names) -> str:
        """Hook: return a help text with the worth of each choice.

        Return "" if the house rule « Coach » is off or the odds are not exact. Everybody reads the text, so it may use
        nothing but the snapshot.
        """
        return ""

    def decision(self, code: str, detail: Mapping[str, Any]) -> str:
        """Hook: return a choice of ``Game.decisions`` in words."""
        return code

    def stand(self, q: Stand, now: Snapshot) -> str:
        """Hook: return the label of the button that stops, "" for the usual one."""
        return ""

    def limit_words(self, q: Stake, now: Snapshot, names: Names) -> str:
        """Hook: return the allowed stakes in words."""
        bounds = {"low": amount(q.minimum), "high": amount(q.limit)}
        if q.limit >= q.own:
            return tr("De {low} à {high} : tout ce qu'il reste à {seat}.", **bounds, seat=names[q.seats[0]])
        return tr("De {low} à {high}.", **bounds)

    def worst(self, q: Stake, now: Snapshot, names: Names) -> str | None:
        """Hook: return the worst possible loss of a stake in words, None to say nothing."""
        return None

    def choices(self, now: Snapshot, topic: str, seat: str) -> dict[int, str]:
        """Hook: return the meaning of each number of a question."""
        return {}

    # --- what the page draws -----------------------------------------------------------------------------------

    def line(self, scene: Scene, seat: str) -> str:
        """Hook: return the state of a side of the scene in words."""
        return ""

    def worth(self, fact: DiceThrown) -> str:
        """Hook: return the value of a throw in words, "" if it is the sum."""
        return ""

    def total(self, secret: Mapping[str, Any]) -> str | None:
        """Hook: return the value of a seat's secret in words, for its holder; None to show no value."""
        return None

    def pack(self, now: Snapshot) -> Mapping[str, CardFace]:
        """Hook: return the faces of the cards by name: text, corner, sign, ink."""
        return {}

    def cloth(self, now: Snapshot) -> Cloth | None:
        """Hook: return the layout of the betting table, None without one; by default a list of the fields in play."""
        scene = now.scene if isinstance(now.scene, Betting) else Betting()
        fields = dict.fromkeys(scene.fields)
        fields |= {f: None for one in now.open if isinstance(one.question, Bet | Told) for f in one.question.fields}
        fields |= dict.fromkeys(f for _, f in scene.bets)
        return {"kind": "fields", "fields": self.field_rows(fields)} if fields else None

    def field_rows(self, fields: Iterable[str]) -> list[ClothField]:
        """Return fields of the cloth with their names."""
        return [{"field": field, "text": self.field(field)} for field in fields]


@cache
def _rules(package: str) -> Mapping[str, str]:
    return {row["id"]: plain(row["words"]) for row in packaged(package, "rules.json") or ()}


def words_of(game: Any) -> GameWords:
    """Return the words of a game, or of a class of games."""
    found: GameWords = game.words
    return found
