"""Kills a restore at each rename, then kills the start that finishes it, and prints what remains.

Run as a program: ``python -m tests.companion.killed DATA BACKUP WORK STRIDE``. It has one thread, so it may fork.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion import backup, swap
from companion.journal import Journal

MOST = 40
"""Upper bound of the number of steps."""


def dies(step: int, do: Callable[[], object]) -> bool:
    """Run ``do`` in a child, killed before (even ``step``) or after rename ``step // 2``; return whether it died."""
    child = os.fork()
    if child == 0:
        done, rename = 0, os.rename

        def killed(source: Path, target: Path) -> None:
            nonlocal done
            if done == step:
                os.kill(os.getpid(), signal.SIGKILL)
            rename(source, target)
            done += 2
            if done == step + 1:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.stdout = open(os.devnull, "w")
        os.rename = killed  # type: ignore[assignment]
        do()
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def content(data: Path) -> str:
    """Return the number of facts of each evening, and the names of the files, as text."""
    journal = Journal(data)
    facts = [kept.facts for kept in journal.evenings()]
    journal.close()
    kept = sorted(
        str(one.relative_to(data))
        for one in data.rglob("*")
        if one.is_file() and not swap.stays(one.relative_to(data).parts[0]) and not one.name.endswith(("-wal", "-shm"))
    )
    return f"{facts} {kept}"


def main(original: Path, archive: Path, work: Path, stride: int) -> None:
    """Print a line for each pair of kills: both steps, the final content, replaced folders, and leftover names."""
    for first in range(MOST):
        half = work.with_name("half")
        shutil.rmtree(half, ignore_errors=True)
        shutil.copytree(original, half)
        if not dies(first, partial(backup.main, ["restore", str(archive), "--data", str(half)], half)):
            return
        for second in range(0, MOST, stride):
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(half, work)
            again = dies(second, partial(swap.finish, work))
            swap.finish(work)
            kept = [content(one) for one in work.glob(swap.BEFORE + "*")]
            left = [one.name for one in work.iterdir() if one.name.startswith(".restore-")]
            print(first, second, content(work), kept, left, sep="\t", flush=True)
            if not again:
                break


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]), int(sys.argv[4]))
