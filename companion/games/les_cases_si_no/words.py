"""The words of Les cases Si-No."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from companion.game.words import Cloth, ClothLine, GameWords
from companion.games.les_cases_si_no.box import LINE_NAMES, BettingTables
from companion.games.les_cases_si_no.state import TARGET
from companion.language import tr, trn
from companion.odds.les_cases_si_no import draws
from companion.questions import Bet, Close, Question
from companion.snapshot import Snapshot
from companion.words import Names, amount, listed


class SiNoWords(GameWords):
    """The words of Les cases Si-No: questions, draws, and the report of an evening."""

    TITLE = "Les cases Si-No"
    SHEET = {
        "line": ("Tour",), "target": ("Objectif, pile",), "beside": ("Croupier", "Valeur du 7"), "last": ("Total",),
        "counted": ("Lignes 1 à 3", "Verticale", "7 du croupier"),
        "note": ("Écrire à chaque tour qui est croupier, ce que vaut le 7, et les points de chacun. Servi n'en a pas besoin.",),
        "end": ("Le premier qui atteint l'objectif, pile, gagne la partie.",),
    }  # fmt: skip
    OFFICE = "croupier"
    HOLDS = "{seat} est croupier"
    BEGINS = "Chacun lance les deux dés blancs : le plus petit total est le premier croupier."
    CALLED = ("point", "points")
    ACCOUNTS = {"H1": "ligne 1", "H2": "ligne 2", "H3": "ligne 3", "V": "verticale"}
    FIELDS = {
        "H1": "{draw}, ligne 1", "H2": "{draw}, ligne 2", "H3": "{draw}, ligne 3", "V": "{draw}, verticale",
    }  # fmt: skip
    TOPICS = {
        "start_throw": ("{seats} : les deux dés blancs", "Le plus petit total est le premier croupier."),
        "value_throw": ("{seat} lance {dice}", "Le croupier cherche un 7 : plus il vient tôt, plus il vaudra."),
        "seven_at": (
            "{seat} : à quel lancer le 7 ?",
            "Les deux dés blancs ; sans 7, le jeton va au cercle 10.",
        ),
        "draw_result": ("{seat} : quel tirage ?", "Le vert et le rouge ; pour un 7, la couleur du dé le plus haut."),
        "bet": (
            "{seat} pose ses jetons",
            "Un par ligne horizontale, un dans la verticale ; deux numéros en commun au plus.",
        ),
        "start_draws": ("Rien ne va plus", "Tous les jetons sont posés : {seat} lance dix fois le vert et le rouge."),
        "draw": ("{seat} lance {dice}", "7 pour le croupier, tout autre tirage pour qui a misé dessus."),
        "line_H1": (
            "Quels tirages sur la ligne 1 ?",
            "Les plus probables sont allumés : corriger d'après la planche. Servi les retient.",
        ),
        "line_H2": (
            "Quels tirages sur la ligne 2 ?",
            "Les plus probables sont allumés : corriger d'après la planche. Servi les retient.",
        ),
        "line_H3": (
            "Quels tirages sur la ligne 3 ?",
            "Les plus probables sont allumés : corriger d'après la planche. Servi les retient.",
        ),
        "line_V": (
            "Quels tirages sur la ligne verticale ?",
            "Les plus probables sont allumés : corriger d'après la planche. Servi les retient.",
        ),
        "worth": (
            "Combien rapporte le tirage {draw} ?",
            "Les points imprimés sous ce tirage : Servi les retient, pour toutes les soirées.",
        ),
        "worth_green": (
            "Combien vaut le 7 en vert, au cercle {circle} ?",
            "Le nombre imprimé à droite du cercle : Servi le retient, pour toutes les soirées.",
        ),
        "worth_red": (
            "Combien vaut le 7 en rouge, au cercle {circle} ?",
            "Le nombre imprimé à droite du cercle : Servi le retient, pour toutes les soirées.",
        ),
        "worth_later": ("Ne pas compter ce tirage", "Servi demandera ces points la prochaine fois."),
        "playoff_start": ("{seat} lance {dice}", "Le plus grand total commence le barrage."),
        "playoff_throw": ("{seat} lance {dice}", "Barrage : le premier 7 gagne la partie."),
    }
    CALLS = {
        "start_throw": "Qui sera croupier ?", "value_throw": "Cherchez le 7.", "bet": "Faites vos jeux !",
        "draw": "Rien ne va plus !", "playoff_throw": "Barrage !",
    }  # fmt: skip
    OPTIONS = {"seven_green": "7, vert", "seven_red": "7, rouge", "later": "Plus tard"}
    DICE = {"2white": "les deux dés blancs", "1green+1red": "le vert et le rouge"}
    SCENES = {
        "start": "Premier croupier", "value": "Valeur du 7", "bets": "Mises", "draws": "Dix tirages",
        "playoff": "Barrage à 7 000",
    }  # fmt: skip
    REASONS = {
        "seven_green": "7, le vert est plus haut", "seven_red": "7, le rouge est plus haut", "carried": "score repris",
        "advance": "tableau des scores",
    }  # fmt: skip
    ENDS = {"target": "7 000 points, pile"}
    REFUSALS = {
        "LINE_ALREADY_USED": ("Un seul jeton par ligne.", "Reprendre d'abord celui de la {line}."),
        "TOO_MANY_IN_COMMON": ("Trop de numéros en commun avec {with}.", "Deux au plus : choisir un autre numéro."),
        "BETS_INCOMPLETE": ("Tous les jetons ne sont pas posés.", "Il manque : {missing}."),
        "CROUPIER_CANNOT_BET": ("Le croupier ne mise pas.", "Misent : les autres joueurs."),
    }

    def cloth(self, now: Snapshot) -> Cloth:
        """Return the printed tables: fields with their points, and the value of a 7."""
        board = now.own
        lines: list[ClothLine] = [
            {"id": line, "text": str(LINE_NAMES[line]), "vertical": line == "V",
             "fields": [{"field": f"{line}:{draw}", "text": draw, "points": board.points.get(draw)} for draw in draws]}
            for line, draws in board.lines.items()
        ]  # fmt: skip
        fields = self.field_rows(f"{line}:{draw}" for line, draws in board.lines.items() for draw in draws)
        seven = {colour: list(column) for colour, column in board.seven.items()}
        return {"kind": "lines", "fields": fields, "lines": lines, "seven": seven}

    def field(self, name: str) -> str:
        """Return the name of a field of the betting table.

        >>> SiNoWords().field("H1:5"), SiNoWords().field("V:6.6")
        ('5, ligne 1', '6.6, verticale')
        """
        line, _, draw = name.partition(":")
        return tr(self.FIELDS[line], draw=draw) if line in self.FIELDS else name

    def reason(self, code: str) -> str:
        """Return the reason of points in words.

        >>> SiNoWords().reason("draw:6.6")
        'tirage 6.6'
        """
        if code.startswith("draw:"):
            return tr("tirage {draw}", draw=code.partition(":")[2])
        return super().reason(code)

    def hint(self, q: Question, now: Snapshot, names: Names) -> str:
        """Return who throws first, or, for the croupier, the bettors with missing chips."""
        if isinstance(q, Close) and q.refused:
            seats = [names[seat] for seat in q.refused.detail["missing"]]
            values = {"seats": listed(seats)}
            return trn("{seats} pose encore ses jetons.", "{seats} posent encore leurs jetons.", len(seats), **values)
        if q.topic == "start_throw" and len(q.seats) > 1:
            return tr("{seat} d'abord. Le plus petit total est le premier croupier.", seat=names[q.seats[0]])
        return ""

    def coach(self, q: Question, now: Snapshot, names: Names) -> str:
        """Return the best fields for a chip; "" if a bettor may pass 7000, since other fields may then be better."""
        if not (isinstance(q, Bet) and q.must and now.house.get("coach") == "before"):
            return ""
        if not now.own.points.keys() >= {draw for line in now.own.lines.values() for draw in line}:
            return ""  # some points are still unknown
        most = 2 * max(now.own.points.values())  # one chip of each direction on one draw
        near = any(seat.points + most > TARGET for seat in now.seats if seat.id in q.seats)
        return "" if near else best_fields(now.own)

    def start(self, now: Snapshot, names: Names) -> str:
        """Return the sentence about the starting chips (SN-SET-1)."""
        return tr("Chacun prend les quatre jetons de sa couleur.")

    def news(self, code: str, detail: Mapping[str, Any], names: Names) -> str:
        """Return a news item as a sentence, "" if it needs none."""
        seat = names[detail["seat"]] if "seat" in detail else ""
        match code:
            case "seven":
                if "green" not in detail or "red" not in detail:
                    return tr("cercle {circle}", circle=detail["circle"])
                worth = {"green": amount(detail["green"]), "red": amount(detail["red"])}
                return tr(
                    "cercle {circle}, le 7 vaut {green} en vert, {red} en rouge", circle=detail["circle"], **worth
                )
            case "draw":
                return tr("tirage {draw}", draw=detail["draw"])
            case "unknown":
                return tr("points inconnus, rien n'est compté")
            case "cancelled":
                return tr("{seat} dépasserait 7 000 : points annulés", seat=seat)
            case "noted":
                return tr("noté, sans effet sur le score")
        return super().news(code, detail, names)


def best_fields(board: BettingTables) -> str:
    """Return a sentence with the best field of each line: that with the highest mean points of a throw."""
    ways = draws()
    best = []
    for line, printed in board.lines.items():
        draw = max(printed, key=lambda draw: board.points[draw] * ways[draw])
        mean = Fraction(board.points[draw] * ways[draw], 36)
        best.append(tr("{field} ({points})", field=tr(SiNoWords.FIELDS[line], draw=draw), points=amount(round(mean))))
    return tr("Un jeton rapporte le plus, en moyenne par lancer, sur : {fields}.", fields=listed(best))
