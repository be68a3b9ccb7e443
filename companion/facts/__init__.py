"""Facts: the events at the table, as frozen records, each one JSON object.

A fact is an answer to an open question, a table word, a hand-over, or a correction of an earlier fact. Add a new fact
as a class in the file of its family; ``decode`` checks its annotations.
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
    NamesGiven,
    NumberGiven,
    OpponentChosen,
    OptionChosen,
    PointsEntered,
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
    kept,
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
    BANKER,
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
