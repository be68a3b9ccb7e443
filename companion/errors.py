"""What can be broken. What a player may not do is no exception: it is a ``Refusal``."""

from enum import StrEnum


class ServiError(Exception):
    """The base of all errors of Servi; its text is one sentence that says what to do."""


class CannotStart(ServiError):
    """One sentence for the person at the keyboard, with the cure."""


class BadCommand(ServiError, ValueError):
    """A fact or command that cannot be understood."""


class BadBox(ServiError, ValueError):
    """Box data that cannot be used, with the place and the reason."""


class BadHouseRule(ServiError, ValueError):
    """A house rule that does not exist, or a value that it does not allow."""


class BadEvening(ServiError, ValueError):
    """An exported evening that is foreign or damaged, with the line (0 where it is no file's fault)."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.line = line


class EyeError(ServiError, ValueError):
    """The eye cannot do what a page asks for; its text is a sentence for the page that says what to do."""


class UnreadablePicture(EyeError):
    """A photograph that cannot be read; its text is a French sentence for whoever took it."""


class Unwritable(StrEnum):
    """Why something cannot be written: each has a cure of its own."""

    FULL = "full"
    PROTECTED = "protected"
    HELD = "held"


class JournalError(ServiError, OSError):
    """The journal cannot be opened or written, and why."""

    def __init__(self, text: str, why: Unwritable = Unwritable.FULL) -> None:
        super().__init__(text)
        self.why = why
