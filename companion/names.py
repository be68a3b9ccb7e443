"""The names of players: only visible letters, and no two names that look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LONGEST = 30
"""Maximum length of a name, in letters."""
INVISIBLE = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Invisible characters that Unicode counts as letters, marks or symbols."""
HARMFUL = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of control characters, surrogates, and line breaks."""
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of the text around them."""
MOST_MARKS = 2
"""Maximum number of marks on a letter, since many marks cover other lines; Vietnamese needs two."""

ALIKE = {
    "a": "аαɑᴀᎪꓮ", "b": "вβʙᏴꓐ", "c": "сᴄᏟꓚϲ", "d": "ԁᴅᎠꓓ", "e": "еεᴇᎬꓰ", "f": "ꜰꓝϝ", "g": "ɡɢᏀꓖց", "h": "нһηʜᎻꓧհ",
    "j": "јᴊᎫꓙ", "k": "кκᴋᏦꓗ", "m": "мμᴍᎷꓟ", "n": "νɴꓠոп", "o": "оο0ᴏꓳօ", "p": "рρᴘᏢꓑ", "q": "ԛզ", "r": "ʀᏒꓣг",
    "s": "ѕ5$ꜱᏚꓢ", "t": "тτᴛᎢꓔ", "u": "υᴜꓴսц", "v": "ѵᴠᏙꓦ", "w": "ԝᴡᎳꓪѡ", "x": "хχꓫ", "y": "уүʏᎩꓬ", "z": "ζᴢᏃꓜ",
    "l": "iіιıӏ1|!ʟɪᏞꓡꓲ",
}  # fmt: skip
"""Small letters, each with the other letters, digits and signs that look like it in lower or upper case."""
ALPHABETS = frozenset(
    ("ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "DESERET", "GEORGIAN", "GREEK", "LATIN", "LISU", "OSAGE", "TIFINAGH")
)
"""Scripts that share shapes with Latin, by the first word of their letters' names; no word of a language mixes two."""
LATIN = str.maketrans({other: letter for letter, others in ALIKE.items() for other in others})


def tidy(name: str) -> str:
    """Return a name in its displayed form: NFKC, nothing invisible, single spaces, at most ``LONGEST`` letters.

    >>> tidy(" Zoe\\u0301\\u200b  ﬁn ")
    'Zoé fin'
    """
    kept: list[str] = []
    marks = 0
    for letter in INVISIBLE.sub("", unicodedata.normalize("NFKC", name)):
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if letter.isspace():
            kept.append(" ")
        elif marks <= MOST_MARKS and unicodedata.category(letter)[0] != "C":
            kept.append(letter)
    return " ".join("".join(kept).split())[:LONGEST].rstrip()


def legible(text: str) -> bool:
    r"""Whether a text stays on its line: no line break, no change of direction, at most ``MOST_MARKS`` marks on a letter.

    >>> legible("Yams, « Belote » ½ 👨‍👩‍👧"), legible("a\nb"), legible("\u202eabc"), legible("\ud800")
    (True, False, False, False)
    """
    if any(unicodedata.category(one) in HARMFUL or one in TURNING for one in text):
        return False
    marks = 0
    for one in text:
        marks = marks + 1 if unicodedata.combining(one) else 0
        if marks > MOST_MARKS:
            return False
    return True


def like(name: str, others: Iterable[str]) -> str | None:
    """Return the first of the other names that looks like this one, None if none does.

    >>> like("Аnnа", ["Bruno", "anna"]), like("Zoé", ["Zoe"])
    ('anna', None)
    """
    return next((other for other in others if _look(other) == _look(name)), None)


def mixes(name: str) -> bool:
    """Whether a word of this name mixes alphabets that look alike (Unicode UTS 39), as in an imitation of a name.

    >>> mixes("Bru\u043fo"), mixes("Zoë"), mixes("Оля & Tom"), mixes("花子Anna 🎲")
    (True, False, False, False)
    """
    words = "".join(one if unicodedata.category(one)[0] in "LM" else " " for one in tidy(name)).split()
    return any(len({_alphabet(one) for one in word} & ALPHABETS) > 1 for word in words)


def _alphabet(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _look(name: str) -> str:
    """Return a key of a name's appearance, without case, and without spaces and signs unless it has nothing else."""
    small = tidy(name).casefold().translate(LATIN)
    return "".join(letter for letter in small if letter.isalnum()) or small
