"""The verb ``bench [NAME…]``: one JSON object per line; exit status 1 if a limit is exceeded."""

from __future__ import annotations

import argparse
import difflib
import importlib
import json
import statistics
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from tests.bench import REGISTRY, Bench, last

HERE = Path(__file__).parent


def main(argv: Sequence[str]) -> int:
    """Run the named benchmarks, or all short ones."""
    parser = argparse.ArgumentParser(prog="./servi bench", description="Measure against the limits.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="what to measure (all the short ones)")
    parser.add_argument("--list", action="store_true", help="only say what there is")
    parser.add_argument("--minutes", type=float, help="how long the soaks run (each has its usual time)")
    parser.add_argument("--hours", type=float, help="the same in hours")
    arguments = parser.parse_args(argv)
    last(arguments.hours * 60 if arguments.hours else arguments.minutes)
    find_all()
    if arguments.list:
        print(
            "\n".join(
                f"{each.name:<16} {each.limit:g} {each.unit}{'' if each.short else ' (long)'}  {words(each)}"
                for each in REGISTRY.values()
            )
        )
        return 0
    for name in arguments.names:
        if name not in REGISTRY:
            parser.error(unknown(name))
    chosen = [REGISTRY[name] for name in arguments.names] or [each for each in REGISTRY.values() if each.short]
    kept = [measured(each) for each in chosen]
    return 0 if all(kept) else 1


def find_all() -> None:
    """Import every ``bench_*.py`` in this folder, which registers its benchmarks."""
    for file in sorted(HERE.glob("bench_*.py")):
        importlib.import_module(f"tests.bench.{file.stem}")


def unknown(name: str) -> str:
    """Return a sentence for an unknown name."""
    near = difflib.get_close_matches(name, REGISTRY, 1)
    return f"there is no benchmark {name!r}" + (f": did you mean {near[0]!r}?" if near else ": --list shows them")


def words(each: Bench) -> str:
    """Return the first line of a benchmark's docstring."""
    return (each.measure.__doc__ or "").strip().partition("\n")[0]


def measured(each: Bench) -> bool:
    """Run a benchmark and print its line; return whether the limit is kept. A benchmark that raises fails."""
    value: float | None = None
    try:
        value = round(statistics.median(each.measure() for _ in range(each.repeat)), 3)
    except Exception:
        traceback.print_exc(file=sys.stderr)
    ok = value is not None and value <= each.limit
    print(
        json.dumps(
            {"name": each.name, "value": value, "unit": each.unit, "limit": each.limit, "ok": ok, "repeat": each.repeat}
        ),
        flush=True,
    )
    return ok


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
