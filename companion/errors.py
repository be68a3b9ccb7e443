"""The exceptions of Servi. What a player may not do is no exception but a ``Refusal``."""

from enum import StrEnum


class ServiError(Exception):
    """The base of all errors of Servi; its text is one sentence with the remedy."""


class BadCommand(ServiError, ValueError):
    """A fact or command that is malformed."""


class BadBox(ServiError, ValueError):
    """Invalid box data, with the place and the reason."""


class BadHouseRule(ServiError, ValueError):
    """A house rule that does not exist, or an invalid value for one."""


class BadEvening(ServiError, ValueError):
    """An exported evening that is foreign or damaged; ``line`` is 0 if no line of a file is at fault."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.line = line


class EyeError(ServiError, ValueError):
    """The eye cannot do what a page requests; its text is a sentence for the page with the remedy."""


class UnreadablePicture(EyeError):
    """A photograph that cannot be read; its text is a French sentence for the photographer."""


class Unwritable(StrEnum):
    """Why a write fails; each reason has its own remedy."""

    FULL = "full"
    PROTECTED = "protected"
    HELD = "held"


class CannotStart(ServiError):
    """Servi cannot start; the text is one sentence with the remedy. ``why``: the data folder cannot be written."""

    def __init__(self, text: str, why: Unwritable | None = None) -> None:
        super().__init__(text)
        self.why = why


class JournalError(ServiError, OSError):
    """The journal cannot be opened or written; ``why`` says the reason."""

    def __init__(self, text: str, why: Unwritable = Unwritable.FULL) -> None:
        super().__init__(text)
        self.why = why
