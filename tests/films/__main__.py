"""`python -m tests.films make|judge`: makes films of thrown dice, and judges the eye by them."""

from __future__ import annotations

import argparse
import dataclasses
import json
import shlex
import sys
import time
from pathlib import Path

from tests.films import judge

FOLDER = judge.ROOT / "build" / "films"
EXAM = 400
"""Number of films in the exam."""


def main(arguments: list[str] | None = None) -> int:
    """Run the verb `make` or `judge`; return the exit status."""
    options = parser().parse_args(arguments)
    split, count = next(
        ((one, n) for one in ("practice", "exam", "aside") if (n := getattr(options, one)) is not None), ("", 0)
    )
    numbers = range(options.first, options.first + count)
    if split == "exam" and numbers.stop > EXAM:
        print(f"the exam has {EXAM} films", file=sys.stderr)
        return 2
    if options.verb == "make":
        for number in numbers:
            made(split, number, options.folder, options.photographs)
        return 0
    verdicts = []
    there = sorted(options.folder.glob("*.json"))
    for path in (made(split, number, options.folder, None) for number in numbers) if split else there:
        truth = json.loads(path.read_text("utf-8"))
        verdict = judge.judge(
            truth, judge.read(options.folder / truth["file"], truth["expect"], shlex.split(options.reader))
        )
        verdicts.append(verdict)
        print(
            f"{verdict.film}: {verdict.once}/{verdict.throws} told once{''.join('; ' + e for e in verdict.errors)}",
            file=sys.stderr,
        )
    print(judge.report(verdicts))
    if options.json:
        options.json.write_text(json.dumps([dataclasses.asdict(v) for v in verdicts], indent=1) + "\n", "utf-8")
    return 0


def made(split: str, number: int, folder: Path, photographs: Path | None) -> Path:
    """Make a film if it does not exist; return the path of its truth (JSON)."""
    from tests.films import film  # needs MuJoCo, which judging finished films does not

    begin, there = time.process_time(), (folder / f"{film.name(split, number)}.json").exists()
    folder.mkdir(parents=True, exist_ok=True)
    path = film.make(split, number, folder, photographs)
    if not there:
        print(f"{path.stem}: made in {time.process_time() - begin:.0f} s of one core", file=sys.stderr)
    return path


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = argparse.ArgumentParser(prog="python -m tests.films", description=__doc__)
    verbs = top.add_subparsers(dest="verb", required=True)
    for verb, words in (
        ("make", "make films, each with its truth"),
        ("judge", "judge a reader by films, which are made where missing"),
    ):
        one = verbs.add_parser(verb, help=words, description=words)
        which = one.add_mutually_exclusive_group(required=True)
        which.add_argument("--practice", type=int, metavar="N", help="N films to tune by")
        which.add_argument("--exam", type=int, metavar="N", help=f"N films of the exam (of {EXAM}), for judging only")
        which.add_argument("--aside", type=int, metavar="N", help="N films of a hand that sets a die aside, for judging only")
        if verb == "judge":
            which.add_argument("--every", action="store_true", help="all films in the folder, such as those of real dice")
        one.add_argument("--first", type=int, default=0, metavar="K", help="begin at film K")
        one.add_argument("--folder", type=Path, default=FOLDER, help="where films are (%(default)s)")
        if verb == "make":
            one.add_argument(
                "--photographs", type=Path, metavar="DIR", help="pictures of one's own for half of the grounds"
            )
        else:
            one.add_argument("--reader", default=shlex.join(judge.READER), help="the command to judge (%(default)s)")
            one.add_argument("--json", type=Path, metavar="FILE", help="write all verdicts there, too")
    return top


if __name__ == "__main__":
    sys.exit(main())
