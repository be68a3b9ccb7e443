"""The exceptions of Servi. A player's forbidden action is not an exception but a ``Refusal``."""

from enum import StrEnum


class ServiError(Exception):
    """The base of all errors of Servi; its text is one sentence with the remedy."""


class BadCommand(ServiError, ValueError):
    """A fact or command that is malformed, or names something that does not exist."""


class BadBox(ServiError, ValueError):
    """A box that is invalid, missing or not usable here; the text gives the place and the reason."""


class BadHouseRule(ServiError, ValueError):
    """A house rule that does not exist, or an invalid value for one."""


class BadEvening(ServiError, ValueError):
    """A foreign or damaged exported evening; ``line`` is the faulty line of its file, or 0."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.line = line


class EyeError(ServiError, ValueError):
    """A page's request that the eye cannot carry out; its text is a sentence for the page with the remedy."""


class UnreadablePicture(EyeError):
    """A photograph that the eye cannot read; its text is a French sentence for the photographer."""


class Unwritable(StrEnum):
    """The reason for a failed write; each has its own remedy."""

    FULL = "full"
    PROTECTED = "protected"
    HELD = "held"


class CannotStart(ServiError):
    """Servi cannot start; the text is one sentence with the remedy.

    ``why``: why the data folder cannot be written, None for another reason.
    """

    def __init__(self, text: str, why: Unwritable | None = None) -> None:
        super().__init__(text)
        self.why = why


class JournalError(ServiError, OSError):
    """The journal cannot be opened or written; ``why`` is the reason."""

    def __init__(self, text: str, why: Unwritable = Unwritable.FULL) -> None:
        super().__init__(text)
        self.why = why
