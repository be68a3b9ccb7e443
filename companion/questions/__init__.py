"""The questions of a rule script, one file for each family.

A question says who may answer it, and with which fact. ``check`` returns None or a ``Refusal``.
"""

from companion.questions.base import Closed, Echo, Question, accepts, awaited, find
from companion.questions.bet import Bet, Close, Told
from companion.questions.board import Card, Casino, Landing, Naming, Sell, SquareAsked, square_trouble
from companion.questions.card import Cards, Count, Draw, Hold, PlayCard, Show
from companion.questions.choice import Number, Opponent, Option
from companion.questions.points import Late, Points
from companion.questions.stake import Amount, Bid, Protest, Stake
from companion.questions.throw import Keep, Stand, Throw, d6, dice_set, fits, need, subtract

__all__ = [
    "Amount",
    "Bet",
    "Bid",
    "Card",
    "Cards",
    "Casino",
    "Close",
    "Closed",
    "Count",
    "Draw",
    "Echo",
    "Hold",
    "Keep",
    "Landing",
    "Late",
    "Naming",
    "Number",
    "Opponent",
    "Option",
    "PlayCard",
    "Points",
    "Protest",
    "Question",
    "Sell",
    "Show",
    "SquareAsked",
    "Stake",
    "Stand",
    "Throw",
    "Told",
    "accepts",
    "awaited",
    "d6",
    "dice_set",
    "find",
    "fits",
    "need",
    "square_trouble",
    "subtract",
]
