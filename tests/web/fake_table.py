# ruff: noqa: E501
"""A table of canned views: every kind of question and every state that the page must draw, without an engine."""

from __future__ import annotations

import copy
import threading
from dataclasses import dataclass, field
from typing import Any

from companion.errors import BadCommand
from companion.machine import Machine, NoMachine
from companion.people import Person
from tests.web.fake_eye import FakeEye

ANSWERS = {
    "throw": "DiceThrown",
    "stand": "Stood",
    "stake": "StakePlaced",
    "bet": "BetPlaced",
    "close": "BetsClosed",
    "opponent": "OpponentChosen",
    "option": "OptionChosen",
    "number": "NumberGiven",
    "card": "CardDrawn",
    "sell": "CardsSold",
    "square": "SquareNamed",
    "casino": "CasinoChosen",
}

PICTURE = bytes.fromhex("ffd8ffe000104a46494600010100000100010000ffd9")


class FakePeople:
    """Seven people who have played here."""

    def __init__(self) -> None:
        names = [("Anna", "rouge", 9), ("Bruno", "bleu", 41), ("Chloé", "jaune", 14), ("David", "noir", 38)]
        more = [("Élodie", "blanc", 12), ("Farid", "vert", 44), ("Marie-Antoinette", "rouge", 0)]
        self._people = [Person(*one) for one in (*names, *more)]

    def all(self) -> list[Person]:
        return list(self._people)

    def forget(self, name: str) -> bool:
        known = len(self._people)
        self._people = [one for one in self._people if one.name != name]
        return len(self._people) < known


@dataclass
class Outcome:
    """What the table answers to a command."""

    ok: bool
    version: int
    number: int | None = None
    refusal: dict[str, Any] | None = None
    warnings: list[dict[str, Any]] = field(default_factory=list)


def seats() -> list[dict[str, Any]]:
    """Six people, as in the drawing."""
    people = [
        ("A", "Anna", "rouge", 9, 4725),
        ("B", "Bruno", "bleu", 41, 3150),
        ("C", "Chloé", "jaune", 14, 6400),
        ("D", "David", "noir", 38, 475),
        ("E", "Élodie", "blanc", 12, 5275),
        ("F", "Farid", "vert", 44, 3900),
    ]
    words = [
        (-500, "Mafia"),
        (-375, "à Élodie"),
        (200, "passage"),
        (-150, "machine"),
        (375, "de Bruno"),
        (500, "Casino + 500"),
    ]
    return [
        {
            "id": i,
            "name": name,
            "colour": colour,
            "age": age,
            "points": points,
            "felt": 0,
            "change": {"amount": amount, "text": text},
            "out": False,
            "left": False,
            "banker": i == "F",
            "state": "calm",
            "cards": [{"name": "Casino exemple 03", "sell": 750}] if i == "A" else [],
            "pawn": at,
            "square": "Mafia",
            "chips": {"1000": 2, "500": 3, "100": 10, "50": 3, "25": 3},
            "owes": 0,
            "owed": 0,
        }
        for (i, name, colour, age, points), (amount, text), at in zip(
            people, words, (11, 19, 4, 30, 25, 33), strict=True
        )
    ]


RING = (
    "casino:rouge jackpot slot:200 acquisition roulette blackjack a_vendre casino:bleu jackpot 421 acquisition mafia roulette "
    "slot:-150 casino:vert jackpot zanzibar a_vendre slot:300 acquisition blackjack casino:jaune jackpot roulette acquisition "
    "421 pot a_vendre casino:noir jackpot slot:-300 zanzibar acquisition casino_plus_500 blackjack casino:blanc jackpot 421 "
    "roulette acquisition a_vendre zanzibar"
).split()

KINDS = [
    {"kind": k, "text": t, "needs": {"casino": "colour", "slot": "amount"}.get(k)}
    for k, t in (
        ("casino", "Casino"),
        ("slot", "Machine à sous"),
        ("mafia", "Mafia − 500"),
        ("casino_plus_500", "Casino + 500"),
        ("jackpot", "Jackpot"),
        ("acquisition", "Acquisition"),
        ("a_vendre", "À vendre"),
        ("roulette", "Roulette"),
        ("blackjack", "Black Jack"),
        ("421", "421"),
        ("zanzibar", "Zanzibar"),
        ("pot", "Pot"),
        ("neutral", "Rien"),
    )
]


def board() -> dict[str, Any]:
    """The example ring of forty-two squares."""
    squares = []
    for i, text in enumerate(RING):
        kind, _, more = text.partition(":")
        squares.append(
            {
                "index": i,
                "kind": kind,
                "colour": more if kind == "casino" else None,
                "amount": int(more) if kind == "slot" else None,
                "text": text,
                "known": True,
            }
        )
    return {"length": 42, "squares": squares, "pawns": {"A": 11, "B": 19, "C": 4, "D": 30, "E": 25, "F": 33}}


def base() -> dict[str, Any]:
    """A table in the middle of an evening, with nothing asked."""
    return {
        "version": 1,
        "number": 37,
        "throws": 21,
        "phase": "playing",
        "table": "Servi",
        "game": "home_casino",
        "title": "Home Casino",
        "simulated": False,
        "level": "arbitre",
        "banner": [],
        "resumed": None,
        "start": None,
        "called": ["jeton", "jetons"],
        "notice": None,
        "unit": 25,
        "target": 10000,
        "turn": "A",
        "order": ["A", "B", "C", "D", "E", "F"],
        "banker": "F",
        "seats": seats(),
        "accounts": {"bank": 134925, "pot": 1650},
        "bank_chips": {"100": 8, "25": 4},
        "questions": [],
        "throw": {
            "number": 36,
            "by": "F",
            "dice": [{"kind": "d6", "value": 5, "colour": None}, {"kind": "d6", "value": 2, "colour": None}],
            "kept": [],
            "picture": False,
            "text": "7 cases : Casino + 500",
            "how": "tap",
        },
        "pending": None,
        "camera": {"source": "none", "button": False, "trouble": None, "photographs": True, "box": "exemple"},
        "debts": [],
        "board": board(),
        "duel": None,
        "warnings": [],
        "misfits": [],
        "counts": [],
        "winner": None,
        "outcome": None,
        "undo": {"number": 36, "text": "Farid lance 5 et 2"},
        "news": [{"number": 36, "text": "Farid lance 5 et 2 : Casino + 500"}],
    }


def question(kind: str, text: str, who: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """One open question."""
    seats = who or ["A"]
    return {
        "id": f"{kind}:{''.join(seats)}",
        "kind": kind,
        "topic": kind,
        "seats": seats,
        "must": True,
        "text": text,
        "help": None,
        "rule": "HC-TRN-1",
        **more,
    }


def move() -> dict[str, Any]:
    """Two dice to move."""
    return question(
        "throw",
        "Anna lance deux dés",
        dice="2d6",
        least=2,
        most=2,
        lying=None,
        kept=None,
        must_keep=[],
        throws_left=None,
    )


BETS = [
    {"seat": s, "field": f, "amount": a}
    for f, s, a in (
        ("1", "F", 50),
        ("3", "B", 25),
        ("4", "E", 100),
        ("5", "D", 175),
        ("6", "F", 100),
        ("7", "A", 100),
        ("8", "E", 100),
        ("9", "C", 50),
        ("pair", "A", 50),
        ("pair", "F", 150),
        ("impair", "B", 200),
        ("rouge", "C", 250),
        ("noir", "D", 300),
        ("noir", "E", 200),
    )
]

DUEL = {
    "kind": "zanzibar",
    "title": "Zanzibar",
    "sides": ["E", "B"],
    "stake": 500,
    "lines": [
        {"seat": "E", "throws": [[1, 3, 6], [4, 4, 1]], "text": "163 + 108", "total": 271},
        {"seat": "B", "throws": [[2, 5, 6]], "text": "67", "total": 67},
    ],
}


PAD: dict[str, Any] = {
    "seat": "E", "said": None, "warning": None, "stuck": [], "regret": None, "question": "Faites vos jeux",
    "target": "impair", "place": [11, 13], "amount": 1500, "chips": True, "marked": None, "simulated": True,
    "does": "Confirmer : Élodie mise 1 500 sur impair.", "buttons": [], "lamps": {},
}  # fmt: skip
"""What the panel shows while somebody has the pad."""

PADS: dict[str, dict[str, Any]] = {
    "bet": {},
    "refused": {"said": "Il n'y a pas assez de jetons pour cette mise. Au plus 4 875 de plus."},
    "card": {
        "target": "Chaque joueur vous verse 100", "place": [7, 31], "amount": None, "chips": False,
        "does": "Confirmer : Élodie a tiré « Chaque joueur vous verse 100 ».",
    },
    "regret": {
        "seat": None, "target": None,
        "regret": {"seat": "C", "text": "Chloé : c'est dit. « Servi » encore reprend."},
    },
    "stuck": {"stuck": ["Le bouton « servi de Bruno » reste enfoncé : regarder ce qui le coince."]},
}  # fmt: skip


def states() -> dict[str, dict[str, Any]]:
    """Every state by name: one for each kind of question, and the rest of what a table goes through."""
    found: dict[str, dict[str, Any]] = {}

    def state(name: str, *questions: dict[str, Any], **more: Any) -> dict[str, Any]:
        view = base() | copy.deepcopy(more)
        view["questions"] = list(questions)
        for seat in view["seats"]:
            if any(seat["id"] in q["seats"] for q in questions):
                seat["state"] = "must" if any(q["must"] and seat["id"] in q["seats"] for q in questions) else "may"
            seat["turn"] = seat["id"] == view["turn"]
        found[name] = view
        return view

    state("throw", move())
    eye = {"source": "folder:photos", "button": True, "trouble": None, "photographs": True, "box": "exemple"}
    state("throw-eye", move(), camera=eye)
    state(
        "throw-421",
        question(
            "throw",
            "Anna relance ou garde",
            dice="1-3d6",
            least=1,
            most=3,
            lying=[5, 3, 1],
            kept=None,
            must_keep=[],
            throws_left=2,
            help="Touchez les dés à garder, relancez les autres. 531 est à 110 de 421.",
        ),
        question("stand", "Anna s'arrête", must=False),
        duel=DUEL
        | {
            "kind": "four_two_one",
            "title": "421",
            "sides": ["A", "F"],
            "lines": [
                {"seat": "A", "throws": [[5, 3, 1]], "text": "531 : à 110 de 421", "total": 531},
                {"seat": "F", "throws": [], "text": "", "total": None},
            ],
        },
    )
    state(
        "throw-zanzibar",
        question(
            "throw",
            "Bruno lance trois dés",
            ["B"],
            dice="3d6",
            least=3,
            most=3,
            lying=None,
            kept=None,
            must_keep=[],
            throws_left=None,
            help="Il lui faut 205. À 204, on rejoue.",
        ),
        duel=DUEL,
        turn="B",
        throw={
            "number": 36,
            "by": "E",
            "dice": [{"kind": "d6", "value": v, "colour": "ivory"} for v in (4, 4, 1)],
            "kept": [],
            "picture": True,
            "text": "4 + 4 + 100 = 108",
            "how": "camera",
        },
    )
    state(
        "throw-roulette",
        question(
            "throw",
            "Chloé lance les dés de la roulette",
            ["C"],
            dice="1d10+1bicolour",
            least=2,
            most=2,
            lying=None,
            kept=None,
            must_keep=[],
            throws_left=None,
        ),
        turn="C",
        duel={"kind": "roulette", "title": "Roulette", "sides": [], "bets": BETS, "closed": True, "lines": []},
    )
    state(
        "stand",
        question(
            "throw",
            "Anna lance un, deux ou trois dés, ou dit « servi »",
            dice="1-3d6",
            least=1,
            most=3,
            lying=None,
            kept=None,
            must_keep=[],
            throws_left=None,
        ),
        question("stand", "Anna est à 17", must=False),
        duel=DUEL
        | {
            "kind": "black_jack",
            "title": "Black Jack",
            "sides": ["A", "bank"],
            "lines": [
                {"seat": "A", "throws": [[5, 6, 3], [3]], "text": "", "total": 17},
                {"seat": "bank", "throws": [[4, 6, 2]], "text": "", "total": 12},
            ],
        },
    )
    state(
        "stake",
        question(
            "stake",
            "Anna mise contre David",
            minimum=25,
            limit=225,
            step=25,
            against="D",
            worst="Au pire, Anna paie trois fois sa mise : 675.",
            help="De 25 à 225 : David a 475, moins de 500, donc la moitié au plus, arrondie à 25.",
        ),
    )
    everybody = ["A", "B", "C", "D", "E", "F"]
    state(
        "bet",
        question(
            "bet",
            "Faites vos jeux",
            everybody,
            must=False,
            fields=[*"123456789", "pair", "impair", "rouge", "noir"],
            available={"A": 4575, "B": 2925, "C": 6100, "D": 0, "E": 4875, "F": 3600},
            bets=BETS,
            before={"A": 300, "C": 1150, "F": 10250},
            help="0 annule tout. 5 est payé 7 fois, les chances simples perdent.",
        ),
        question("close", "Rien ne va plus", ["C"]),
        question(
            "throw",
            "Chloé lance les dés de la roulette",
            ["C"],
            dice="1d10+1bicolour",
            least=2,
            most=2,
            lying=None,
            kept=None,
            must_keep=[],
            throws_left=None,
        ),
        turn="C",
    )
    for name, more in PADS.items():
        found[f"pad-{name}"] = copy.deepcopy(found["bet"]) | {"panel": PAD | more}
    before = found["bet-before"] = copy.deepcopy(found["bet"])
    before["questions"][0]["bets"] = [bet for bet in BETS if bet["seat"] not in "ACF"]
    state("close", question("close", "Les mises sont faites ?", ["C"]), turn="C")
    state(
        "opponent",
        question(
            "opponent",
            "Anna choisit son adversaire",
            among=[
                {"seat": s, "limit": x, "possible": True, "note": n}
                for s, x, n in (
                    ("B", 1000, ""),
                    ("C", 1000, ""),
                    ("D", 225, "475 : la moitié au plus"),
                    ("E", 1000, ""),
                    ("F", 1000, "tient la banque"),
                )
            ],
        ),
    )
    state(
        "option",
        question(
            "option",
            "Anna achète « Casino exemple 03 » ?",
            options=[
                {"option": "buy", "text": "Acheter 800", "danger": False, "refused": None},
                {"option": "decline", "text": "Laisser", "danger": False, "refused": None},
            ],
        ),
    )
    state(
        "option-many",
        question(
            "option",
            "Le duel s'arrête-t-il ?",
            options=[
                {"option": "settle", "text": "Le régler maintenant aux points", "danger": False, "refused": None},
                {"option": "void", "text": "L'annuler", "danger": True, "refused": None},
                {
                    "option": "buy",
                    "text": "Acheter avec ses derniers jetons",
                    "danger": False,
                    "refused": {"code": "WOULD_LEAVE_NO_CHIPS", "text": "Il ne resterait rien."},
                },
            ],
        ),
    )
    state("number", question("number", "Combien d'années a le plus jeune ?", low=1, high=99))
    state("nothing", phase="none", throw=None, board=None, undo=None)["seats"] = []
    everything = state(
        "choose-casino",
        question(
            "casino",
            "Anna, Bruno et Chloé : quel casino de départ ?",
            ["A", "B", "C"],
            colours=["rouge", "bleu", "vert"],
        ),
        phase="setup",
        board=None,
        throw=None,
    )
    everything["order"] = []
    state(
        "land",
        move(),
        question("square", "Ou dire où Anna arrive", must=False, index=None, kinds=KINDS, colours=[], answer="Landed"),
    )
    cards = [
        {"name": t, "text": t, "effect": {"kind": k, "amount": a}}
        for t, k, a in (
            ("La chance vous sourit : +100", "gain", 100),
            ("Bonne soirée : +250", "gain", 250),
            ("Pourboire : −100", "pay", 100),
            ("Anniversaire : chaque joueur vous verse 50", "collect_each", 50),
            ("Tournée générale : versez 50 à chaque joueur", "pay_each", 50),
        )
    ]
    effects = [
        ["gain", "la banque vous verse"],
        ["pay", "versez au pot"],
        ["collect_each", "chaque joueur vous verse"],
        ["pay_each", "versez à chaque joueur"],
        ["move_by", "avancez ou reculez"],
        ["move_to", "allez jusqu'à"],
        ["extra_turn", "rejouez"],
        ["free_text", "autre texte"],
    ]
    state("card", question("card", "Que dit la carte Jackpot ?", deck="jackpot", cards=cards * 3, effects=effects))
    state("card-new", question("card", "Que dit la carte Jackpot ?", deck="jackpot", cards=[], effects=effects))
    state(
        "card-bought",
        question(
            "card",
            "Quelle carte Acquisition ?",
            deck="acquisition",
            cards=[{"name": "Casino exemple 01", "buy": 400, "sell": 500}],
            effects=[],
        ),
    )
    state(
        "sell",
        question(
            "sell",
            "Anna vend des cartes ?",
            cards=[{"name": f"Casino exemple {i:02}", "price": 500 + 125 * i} for i in range(1, 5)],
            several=True,
        ),
    )
    state(
        "square",
        question(
            "square",
            "Quelle case ? La case 12 n'est pas connue",
            index=11,
            kinds=KINDS,
            colours=["rouge", "bleu", "jaune", "noir", "blanc", "vert"],
        ),
    )
    state("casino", question("casino", "Quel casino ?", colours=["rouge", "bleu", "vert"]))
    debts = [
        ("bank", "A", 700, {"500": 1, "100": 2}, "Roulette"),
        ("bank", "C", 250, {"100": 2, "50": 1}, "Roulette"),
        ("bank", "B", 200, {"100": 2}, "Passage"),
        ("B", "E", 375, {"100": 3, "25": 3}, "Casino"),
    ]
    owing = [
        {
            "from": f,
            "to": t,
            "amount": a,
            "felt": 0,
            "causes": [{"text": c, "rule": "HC-ROU-4", "amount": a, "number": 36}],
            "ways": [
                {"hand": w, "back": {}, "exchange": None},
                {"hand": {"25": a // 25}, "back": {}, "exchange": None},
            ],
        }
        for f, t, a, w, c in debts
    ]
    state("debts", move(), debts=owing)
    big = copy.deepcopy(owing[:3])
    big[0] |= {
        "amount": 1725,
        "ways": [
            {
                "hand": {"1000": 1, "500": 1, "100": 2, "25": 1},
                "back": {},
                "exchange": {"give": {"1000": 1}, "get": {"500": 2}},
            }
        ],
    }
    state("debts-big", move(), debts=big)
    seen = [
        {
            "kind": "d6",
            "value": 4,
            "colour": "ivory",
            "box": [110, 170, 160, 160],
            "confidence": 0.99,
            "alternatives": [[4, 0.99]],
        },
        {
            "kind": "d6",
            "value": 5,
            "colour": "ivory",
            "box": [325, 110, 160, 160],
            "confidence": 0.71,
            "alternatives": [[5, 0.71], [6, 0.26], [4, 0.02]],
        },
        {
            "kind": "unknown",
            "value": None,
            "colour": "other",
            "box": [540, 210, 160, 160],
            "confidence": 0.1,
            "alternatives": [],
        },
    ]
    state(
        "pending",
        move(),
        camera=eye,
        pending={
            "id": 3,
            "seat": "A",
            "dice": seen,
            "expected": "3d6",
            "why": ["blurred"],
            "text": "Je ne suis pas sûr : un reflet couvre un dé.",
            "picture": True,
        },
    )
    state(
        "notices",
        move(),
        banner=["Plateau d'exemple : comparez-le au vôtre avant de jouer."],
        resumed="Repris après le lancer 37.",
        warnings=[{"code": "LATE", "text": "Élodie n'a pas encore remis 375 à Bruno."}],
        misfits=[{"number": 40, "text": "Bruno mise 500", "reason": "plus que sa limite"}],
    )
    over = state(
        "over",
        phase="over",
        winner="C",
        outcome={"winner": "C", "reason": "target", "text": "Chloé atteint l'objectif au lancer 96."},
    )
    over["seats"][2]["points"] = 10150
    two = state("two", move(), order=["A", "B"])
    two["seats"] = two["seats"][:2]
    four = state("four", move(), order=["A", "B", "C", "D"])
    four["seats"] = four["seats"][:4]
    long = state("long-names", move())
    for seat, name in zip(
        long["seats"],
        ("Marie-Antoinette", "Jean-Baptiste", "Wolfgang", "Maximilienne", "Bartholomé", "Anne-Sophie"),
        strict=True,
    ):
        seat |= {"name": name, "points": 12475, "owes": 1250 if seat["id"] in "BD" else 0}
    state("out", move())["seats"][3] |= {"points": 0, "out": True, "state": "out"}
    return found


class FakeTable:
    """Speaks like ``companion.table.Table`` and keeps what it was told."""

    def __init__(self, state: str = "throw") -> None:
        self._changed = threading.Condition()
        self._view: dict[str, Any] = {}
        self._listeners: list[Any] = []
        self.told: list[tuple[str, Any, dict[str, Any]]] = []
        self.refuse: dict[str, Any] | None = None
        self.picture_bytes: bytes | None = PICTURE
        self.eye = FakeEye()
        self.people = FakePeople()
        self.machine: Machine = NoMachine()
        self.panel = None
        self.show(states()[state])

    def show(self, view: dict[str, Any]) -> None:
        """Publish a view."""
        with self._changed:
            self._view = view | {"version": self._view.get("version", 0) + 1}
            for listener in self._listeners:
                listener()
            self._changed.notify_all()

    def listen(self, listener: Any) -> None:
        self._listeners.append(listener)

    def view(self) -> dict[str, Any]:
        return self._view

    def wait(self, after: int, timeout: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self._view["version"] > after, timeout)
            return int(self._view["version"])

    def _take(self, what: str, value: Any, seen: int | None = None, **more: Any) -> Outcome:
        if seen is not None and seen != self._view["number"]:
            return Outcome(
                False,
                self._view["version"],
                refusal={"code": "STALE", "text": "La table a changé. Regardez, puis recommencez."},
            )
        if self.refuse and not more.get("force"):
            return Outcome(False, self._view["version"], refusal=dict(self.refuse))
        self.told.append((what, value, more))
        self.show(self._view | {"number": self._view["number"] + 1})
        return Outcome(True, self._view["version"], self._view["number"])

    def submit(
        self, fact: dict[str, Any], *, seen: int | None, who: str, how: str = "tap", force: bool = False
    ) -> Outcome:
        if not isinstance(fact.get("type"), str):
            raise BadCommand("Il manque le genre du fait (« type »).")
        amount = fact.get("amount", 25)
        if not isinstance(amount, int) or isinstance(amount, bool):
            raise BadCommand("« amount » doit être un nombre entier.")
        return self._take("fact", fact, seen, who=who, how=how, force=force)

    def preview(self, fact: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(fact.get("type"), str):
            raise BadCommand("Il manque le genre du fait (« type »).")
        return {
            "fits": True,
            "refusal": None,
            "seats": [{"id": "B", "before": 3150, "after": 4150}, {"id": "A", "before": 4725, "after": 3725}],
            "accounts": [{"account": "bank", "before": 134925, "after": 134925}],
            "hand_over": [
                {"from": "A", "to": "B", "amount": 1000, "ways": [{"hand": {"1000": 1}, "back": {}, "exchange": None}]}
            ],
            "misfits": [{"number": 40, "text": "Bruno mise 500", "reason": "plus que sa limite"}],
            "turn": {"before": "A", "after": "A"},
            "winner": {"before": None, "after": None},
        }

    def hand_over(self, frm: str, to: str, way: int | None, *, seen: int | None, who: str) -> Outcome:
        if frm not in self._view["accounts"] and all(s["id"] != frm for s in self._view["seats"]):
            raise BadCommand(f"Il n'y a pas de compte « {frm} ».")
        done = self._take("hand_over", (frm, to, way), seen, who=who)
        if done.ok:
            self.show(self._view | {"debts": [d for d in self._view["debts"] if (d["from"], d["to"]) != (frm, to)]})
        return done

    def repeat_bets(self, seat: str, *, seen: int | None, who: str) -> Outcome:
        return self._take("repeat_bets", seat, seen, who=who)

    def undo_last(self, *, seen: int | None, who: str) -> Outcome:
        return self._take("undo", None, seen, who=who)

    def look(self, *, seen: int | None, who: str) -> Outcome:
        return self._take("look", None, seen, who=who)

    def throw_simulated(self, *, seen: int | None, who: str) -> Outcome:
        return self._take("throw", None, seen, who=who)

    def photograph(self, data: bytes, *, seat: str, kept: list[int] | None, seen: int | None, who: str) -> Outcome:
        return self._take("photograph", data, seen, who=who, seat=seat, kept=kept)

    def take_pending(
        self, dice: list[Any], *, seen: int | None, who: str, kept: list[Any] | None = None, force: bool = False
    ) -> Outcome:
        if not all(isinstance(d, dict) for d in dice):
            raise BadCommand("Chaque dé est un objet.")
        return self._take("pending", dice, seen, who=who, kept=kept)

    def drop_pending(self, *, who: str) -> Outcome:
        return self._take("drop", None, who=who)

    def start(self, setup: dict[str, Any], *, who: str) -> Outcome:
        if not isinstance(setup.get("seats"), list):
            raise BadCommand("Il manque les sièges (« seats »).")
        return self._take("start", setup, who=who)

    def end_game(self, *, who: str) -> Outcome:
        return self._take("end", None, who=who)

    def games(self) -> list[dict[str, Any]]:
        return [
            {
                "id": 1,
                "game": "home_casino",
                "started": 1795205643.0,
                "seats": ["Anna", "Bruno"],
                "target": 8000,
                "facts": 41,
                "open": False,
                "simulated": False,
            }
        ]

    def last_setup(self) -> dict[str, Any] | None:
        return None

    def delete_evening(self, evening: int) -> Outcome:
        if evening != 1:
            raise BadCommand("Cette soirée n'existe pas.")
        return self._take("delete", evening)

    def resume(self, evening: int, *, who: str) -> Outcome:
        if evening != 1:
            raise BadCommand("Cette soirée n'existe pas.")
        return self._take("resume", evening)

    def history(self) -> list[dict[str, Any]]:
        lines = []
        for number in range(30, 38):
            lines.append(
                {
                    "number": number,
                    "at": 1795292043.0 + 60 * number,
                    "who": "Anna",
                    "how": "camera",
                    "type": "DiceThrown",
                    "text": "Anna lance 3 et 4 : case 7",
                    "picture": number % 2 == 0,
                    "transfers": [{"from": "bank", "to": "A", "amount": 200, "text": "passage", "rule": "HC-TRN-6"}],
                    "state": {31: "amended", 33: "voided", 35: "misfit"}.get(number, "ok"),
                    "note": "corrigé par Bruno : 3 et 5" if number == 31 else "",
                    "fact": {
                        "type": "DiceThrown",
                        "seat": "A",
                        "dice": [{"kind": "d6", "value": 3}, {"kind": "d6", "value": 4}],
                        "kept": None,
                    },
                }
            )
        lines[4] |= {
            "type": "StakePlaced",
            "text": "Anna mise 500 contre Bruno",
            "picture": False,
            "fact": {"type": "StakePlaced", "seat": "A", "amount": 500},
        }
        return lines

    def at(self, number: int) -> dict[str, Any] | None:
        """Return the table of an earlier moment: the same one, with less in the pot."""
        if not 1 <= number <= self._view["number"]:
            return None
        return self._view | {"number": number, "accounts": self._view["accounts"] | {"pot": 1150}}

    def secrets(self, seat: str) -> dict[str, Any]:
        return {}

    def before(self, number: int) -> dict[str, Any] | None:
        """Return the table before a fact: as it stood after the one before."""
        return self.at(max(1, number - 1))

    def plays(self, seat: str, card: str, *, own: bool, before: int = 0) -> list[dict[str, Any]]:
        return []

    def tells_secrets(self, evening: int) -> bool:
        return False

    def picture(self, number: int) -> bytes | None:
        return self.picture_bytes

    def pending_picture(self) -> bytes | None:
        return self.picture_bytes

    def erase_pictures(self, *, who: str) -> Outcome:
        return self._take("erase", None, who=who)

    def boxes(self) -> list[dict[str, Any]]:
        return [
            {"name": "exemple", "example": True},
            {"name": "vide", "example": False},
            {"name": "salon", "example": False},
        ]

    def games_known(self) -> list[dict[str, Any]]:
        house = [
            {
                "key": "move_dice",
                "type": "choice",
                "default": "two_d6",
                "values": ["two_d6", "three_d6_pick_two"],
                "label": "Dés du déplacement",
                "words": ["Deux dés", "Trois dés, on en choisit deux"],
                "help": "On avance avec deux des dés à six faces, ou on lance les trois et on en choisit deux.",
            },
            {
                "key": "bj_21_instant",
                "type": "flag",
                "default": False,
                "label": "21 gagne aussitôt",
                "help": "Le 21 du joueur gagne 3 fois la mise sans que le croupier puisse égaler.",
            },
            {
                "key": "min_stake",
                "type": "int",
                "default": 25,
                "label": "Mise minimale",
                "help": "Aucune mise de duel ne peut être plus petite.",
            },
        ]
        return [
            {
                "id": "home_casino",
                "title": "Home Casino",
                "players": [2, 6],
                "colours": ["rouge", "bleu", "jaune", "noir", "blanc", "vert"],
                "house": house,
                "targets": [8000, 10000, 15000],
                "lengths": ["courte", "moyenne", "longue"],
                "first": "youngest",
                "clockwise": False,
                "begins": "Le plus jeune commence, puis son voisin de droite.",
                "office": {"text": "banque", "help": "Le banquier (◆) joue aussi : la caisse de la banque reste à part."},
            }
        ]

    def import_evening(self, data: bytes, *, who: str) -> int:
        if not data.startswith(b"servi"):
            raise BadCommand("Ligne 1 : ce n'est pas une soirée de Servi.")
        self._take("import", len(data), who=who)
        return 2

    def export(self, evening: int, pictures: bool = True) -> str:
        return "servi 1\n"
