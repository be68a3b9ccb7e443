"""The verbs ``export ID FILE`` and ``import FILE``: one evening from the journal to a file, or back."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import evening_file, notation
from companion.errors import BadEvening, CannotStart, JournalError
from companion.folders import open_alone, writable_folder
from companion.journal import Journal
from companion.journal_reader import JournalReader


def main(argv: Sequence[str], folder: Path) -> int:
    """Run ``export`` or ``import`` on the journal in ``folder``; return the exit status."""
    verb, *rest = argv
    parser = argparse.ArgumentParser(prog=f"./servi {verb}")
    if verb == "export":
        parser.add_argument("evening", type=int, metavar="ID", help="the number of the evening, as the page lists it")
    parser.add_argument("file", type=Path, metavar="FILE")
    if verb == "export":
        parser.add_argument("--no-pictures", action="store_true", help="leave the photographs out")
        parser.add_argument("--notation", action="store_true", help="as a text that people read, without photographs")
    parser.add_argument("--data", type=Path, default=folder, metavar="DIR", help="folder of the journal (%(default)s)")
    arguments = parser.parse_args(rest)
    try:
        if verb == "export":
            reader, pictured = JournalReader(arguments.data), not (arguments.no_pictures or arguments.notation)
            entries, pictures = reader.contents(arguments.evening, pictured)
            text = notation.write(entries) if arguments.notation else evening_file.write(entries, pictures)
            arguments.file.write_text(text, encoding="utf-8", newline="\n")
            print(f"Evening {arguments.evening}: {len(entries)} facts in {arguments.file}.")
        else:
            read = evening_file.read(arguments.file.read_bytes())
            open_alone(writable_folder(arguments.data))
            evening = Journal(arguments.data).bring_in(*read)
            print(f"Taken in as evening {evening}: the page can resume it.")
    except (BadEvening, CannotStart, JournalError) as error:
        print(f"servi: {arguments.file}: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(
            f"servi: {arguments.file}: {(error.strerror or 'cannot be used').lower()}: choose another file.",
            file=sys.stderr,
        )
        return 1
    return 0
