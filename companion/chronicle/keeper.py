"""The livre d'or of one data folder: its book from the projections, and joining, separating and forgetting persons."""

from __future__ import annotations

from companion.chronicle.book import Book, Told, book, moments
from companion.chronicle.chronicle import Chronicle
from companion.chronicle.deeds import DEEDS
from companion.chronicle.outline import OUTLINE, Outline
from companion.chronicle.persons import Joined, Persons
from companion.errors import BadCommand
from companion.journal_reader import JournalReader
from companion.language import tr
from companion.record import record


@record()
class Opened:
    """The book of the real or of the simulated evenings.

    ``missing`` is the number of evenings not replayed yet, ``others`` that of the evenings of the other kind.
    """

    book: Book
    missing: int
    others: int


class Keeper:
    """The keeper of the livre d'or of one data folder."""

    def __init__(self, journal: JournalReader, chronicle: Chronicle) -> None:
        self._names = journal.names
        self._chronicle = chronicle
        self._joined = Joined(journal.path.parent)

    def persons(self) -> Persons:
        """Return the persons with their present names and joins."""
        return Persons(self._names.all(), self._joined.all())

    def open(self, now: float, *, simulated: bool = False) -> Opened:
        """Return the book at the time ``now``, in seconds since 1970."""
        heads = self._chronicle.heads()
        found = self._chronicle.all(OUTLINE, heads=heads)
        deeds = self._chronicle.all(DEEDS, patience=0, heads=heads)  # computed together with the outlines
        wanted = {evening: one for evening, one in found.evenings.items() if one.simulated == simulated}
        made = book(wanted, deeds.evenings, self.persons(), now)
        return Opened(made, max(found.missing, deeds.missing), len(found.evenings) - len(wanted))

    def evening(self, evening: int) -> tuple[Outline, tuple[Told, ...]] | None:
        """Return the outline of an evening and its moments, None if there is none."""
        outline = self._chronicle.one(OUTLINE, evening)
        if outline is None:
            return None
        return outline, moments(evening, outline, self._chronicle.one(DEEDS, evening), self.persons())

    def join(self, person: str, other: str) -> None:
        """Count two persons as one, with the name of ``person``.

        Raise ``BadCommand`` for unknown persons or for two who sat at one table, ``OSError`` if the write fails.
        """
        persons = self.persons()
        if not {person, other} <= persons.names.keys() or persons.person(person) == persons.person(other):
            raise BadCommand(tr("Choisissez deux noms du livre."))
        ids, others = set(persons.ids(persons.person(person))), set(persons.ids(persons.person(other)))
        for one in self._chronicle.all(OUTLINE).evenings.values():
            here = {*one.before, *(seat.person for seat in one.seats)}
            if here & ids and here & others:
                names = {"a": persons.name(person), "b": persons.name(other)}
                raise BadCommand(tr("{a} et {b} ont joué à la même table : ce sont deux personnes.", **names))
        self._joined.join(ids | others, person)

    def separate(self, id_: str) -> None:
        """Count a joined name as a separate person again. Raise ``OSError``."""
        self._joined.separate([id_])

    def names(self, person: str) -> list[str]:
        """Return all names of a person. If there are several, count each as a separate person again. Raise ``OSError``."""
        persons = self.persons()
        ids = persons.ids(person) if person in persons.names else []
        if len(ids) > 1:
            self._joined.separate(ids)
        return [persons.name(one) for one in ids]
