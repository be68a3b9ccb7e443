"""What happened at the table, as frozen records that are one JSON object each.

A fact is an answer to an open question, the table's own word, money changing hands, or a correction of an earlier fact.
A new one is a class in its family's file: its annotations are what ``decode`` checks.
"""

from companion.facts.answers import (
    BetPlaced,
    BetsClosed,
    BetsTold,
    BetTakenBack,
    CardDrawn,
    CardPlayed,
    CardsHeld,
    CardsShown,
    CardsSold,
    CasinoChosen,
    Counted,
    DiceKept,
    DiceThrown,
    Landed,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    Protested,
    SquareNamed,
    StakePlaced,
    Stood,
)
from companion.facts.codec import (
    TYPES,
    as_kept,
    canonical,
    decode,
    encode,
    line,
)
from companion.facts.corrections import (
    Amended,
    Correction,
    Inserted,
    Restored,
    Voided,
    bare,
)
from companion.facts.fact import (
    TABLE,
    Die,
    Fact,
    How,
    Seat,
    SeatFact,
    Square,
    TableWord,
)
from companion.facts.hidden import (
    public,
    still_hidden,
)
from companion.facts.pauses import (
    LaidOut,
    PauseFact,
    PlayPaused,
    PlayResumed,
)
from companion.facts.started import (
    GameStarted,
)
from companion.facts.words import (
    BankerNamed,
    CardCorrected,
    ChipsCounted,
    HandedOver,
    HouseChanged,
    LevelSet,
    MoneyMoved,
    PawnPlaced,
    SeatJoined,
    SeatLeft,
    SeatTaken,
    SquareCorrected,
    SquareSkipped,
    TurnGiven,
)
