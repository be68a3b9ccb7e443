"""The judgement on dice in the reader's language, for readers without knowledge of statistics."""

from __future__ import annotations

from typing import Literal

from companion.chronicle.dice import DieRecord
from companion.facts import Die
from companion.language import Sentence, spoken, tr, trn
from companion.odds.fairness import Judged, Outcome, throws_needed
from companion.record import record
from companion.words import amount, face, listed

State = Literal["fair", "doubt", "off"]

TITLES = {
    ("d6", ""): (Sentence("Le dé à six faces"), Sentence("Les dés à six faces")),
    ("d6", "white"): (Sentence("Le dé blanc"), Sentence("Les dés blancs")),
    ("d6", "ivory"): (Sentence("Le dé ivoire"), Sentence("Les dés ivoire")),
    ("d6", "red"): (Sentence("Le dé rouge"), Sentence("Les dés rouges")),
    ("d6", "green"): (Sentence("Le dé vert"), Sentence("Les dés verts")),
    ("d6", "blue"): (Sentence("Le dé bleu"), Sentence("Les dés bleus")),
    ("d6", "yellow"): (Sentence("Le dé jaune"), Sentence("Les dés jaunes")),
    ("d6", "black"): (Sentence("Le dé noir"), Sentence("Les dés noirs")),
    ("d6", "other"): (Sentence("Le dé d'une autre couleur"), Sentence("Les dés d'autres couleurs")),
    ("d10", ""): (Sentence("Le dé à dix faces"), Sentence("Les dés à dix faces")),
    ("bicolour", ""): (Sentence("Le dé rouge et noir"), Sentence("Les dés rouges et noirs")),
}
"""The names of one die and of several alike, by kind and colour."""

FAIR = {2: Sentence("1 sur 2"), 6: Sentence("1 sur 6"), 10: Sentence("1 sur 10")}
"""The chance of a face, by the number of faces."""

LOADED = {2: Sentence("6 fois sur 10"), 6: Sentence("1 fois sur 5"), 10: Sentence("12 fois sur 100")}
USUAL = {2: Sentence("5 fois sur 10"), 6: Sentence("1 fois sur 6"), 10: Sentence("10 fois sur 100")}
"""How often a loaded face (``fairness.LOADED``) and a fair face come up, in words by the number of faces."""


@record()
class Judgement:
    """The judgement on a die: its state, the verdict in a few sentences, and notes of one sentence each."""

    state: State
    verdict: str
    notes: tuple[str, ...]


def title(die: DieRecord) -> str:
    """Return the name of a die, or of several that look alike."""
    one, several = TITLES.get((die.kind, die.colour)) or TITLES[die.kind, ""]
    return tr(several if die.most > 1 else one)


def judgement(die: DieRecord, judged: Judged, place: int) -> Judgement:
    """Return the judgement on a die after its throws."""
    state: State = "fair" if judged.fair else "off"
    if judged.off and all(one.doubtful for one in judged.off) or not judged.off and judged.doubtful:
        state = "doubt"
    beforehand = _beforehand(die, judged, place) if state == "fair" else []
    return Judgement(state, _verdict(die, judged, state), (*_alike(die), *beforehand, *_asked(die, judged)))


def _verdict(die: DieRecord, judged: Judged, state: State) -> str:
    number = amount(judged.number)
    if state == "fair" and die.most > 1:
        return tr("Rien ne parle contre ces dés : {number} dés lancés.", number=number)
    if state == "fair":
        return tr("Rien ne parle contre ce dé : lancé {number} fois.", number=number)
    if state == "off":
        end = tr(
            "Avec des dés honnêtes, moins d'une famille sur 20 lirait cela, même en jouant toute sa vie. "
            "Regardez les photos, puis gardez ou changez."
        )
    else:
        end = tr(
            "Mais quelques erreurs de lecture que personne n'a vues y suffiraient : regardez les photos avant d'accuser le dé."
        )
    blamed = [one for one in judged.off if one.doubtful == (state == "doubt")]
    return " ".join([*_faces_off(die, blamed), end])


def _faces_off(die: DieRecord, blamed: list[Outcome]) -> list[str]:
    """Return sentences about the faces, or the odd or even digits, that come too often or too seldom."""
    if not blamed:
        return [
            tr("Les faces ne viennent pas aussi souvent les unes que les autres ; on ne sait pas encore lesquelles.")
        ]
    often = [one for one in blamed if one.off > 0]
    seldom = [one for one in blamed if one.off < 0] if len(die.faces) > 2 or not often else []
    lines = []
    if single := [the_face(die, one) for one in often if len(one.faces) == 1]:
        text = trn("{faces} vient trop souvent.", "{faces} viennent trop souvent.", len(single), faces=listed(single))
        lines.append(text[0].upper() + text[1:])
    if single := [the_face(die, one) for one in seldom if len(one.faces) == 1]:
        text = trn("{faces} vient trop rarement.", "{faces} viennent trop rarement.", len(single), faces=listed(single))
        lines.append(text[0].upper() + text[1:])
    if any(one.faces == (1, 3, 5, 7, 9) for one in often):
        lines.append(tr("Les chiffres impairs viennent trop souvent."))
    if any(one.faces == (0, 2, 4, 6, 8) for one in often):
        lines.append(tr("Les chiffres pairs viennent trop souvent."))
    return lines


def the_face(die: DieRecord, one: Outcome) -> str:
    """Return a face with its article, for the middle of a sentence."""
    return tr("le {face}", face=face(Die(die.kind, one.faces[0])))


def label(die: DieRecord, one: Outcome) -> str:
    """Return the name of a face, or of the odd or the even faces."""
    if len(one.faces) > 1:
        return tr("impairs") if one.faces[0] == 1 else tr("pairs")
    return face(Die(die.kind, one.faces[0]))


def _beforehand(die: DieRecord, judged: Judged, place: int) -> list[str]:
    """Return sentences with the number of throws after which a loaded die usually shows, and the number so far."""
    sides = len(die.faces)
    needed = rounded(throws_needed(sides, place))
    lines = [
        tr(
            "Si une face tombait {loaded} au lieu de {usual}, cela se verrait d'ordinaire après {needed} dés lancés en tout.",
            loaded=tr(LOADED[sides]),
            usual=tr(USUAL[sides]),
            needed=amount(needed),
        )
    ]
    if judged.number < needed:
        lines[0] += " " + tr("Vous en êtes à {number}.", number=amount(judged.number))
    if die.most > 1:
        lines.append(
            tr(
                "Si un seul des {most} dés est mauvais : après {needed}.",
                most=die.most,
                needed=amount(rounded(throws_needed(sides, place, die.most))),
            )
        )
    return lines


def _alike(die: DieRecord) -> list[str]:
    """Return the note about dice that look alike: Servi counts them together."""
    if die.most < 2:
        return []
    return [tr("Ces dés se ressemblent : ils sont comptés ensemble, et Servi ne peut pas dire lequel est lequel.")]


def _asked(die: DieRecord, judged: Judged) -> list[str]:
    """Return a note for each face that is too frequent in the readings that the eye asks about."""
    return [
        tr(
            "Quand l'œil demande, {face} est là trop souvent : {asked} dés sur {all}. Cette face se lit moins bien ; "
            "le dé n'y est pour rien.",
            face=the_face(die, one),
            asked=amount(one.asked),
            all=amount(sum(die.asked)),
        )
        for one in judged.outcomes
        if one.asked_often
    ]


def rounded(number: int) -> int:
    """Return a number rounded to two leading digits, for an approximate figure.

    >>> rounded(2441), rounded(344)
    (2400, 340)
    """
    power: int = 10 ** max(0, len(str(number)) - 2)
    return round(number / power) * power


def percent(share: float) -> str:
    """Return a share in percent with one decimal.

    >>> percent(1 / 6)
    '16,7'
    """
    return f"{100 * share:.1f}".replace(".", "," if spoken() == "fr" else ".")
