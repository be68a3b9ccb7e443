"""The memory that a process holds, for tests and benchmarks; Linux only."""

from __future__ import annotations

from pathlib import Path


def resident(pid: int) -> float:
    """Return the resident memory of a process in MB; raise ``OSError`` if the process has ended."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def proportional(pid: int) -> float:
    """Return the proportional memory of a process and its descendants, in MB."""
    total, waiting = 0, [pid]
    while waiting:
        each = waiting.pop()
        try:
            rows = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()
            total += next(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
            tasks = Path(f"/proc/{each}/task").iterdir()
            waiting += [int(one) for task in tasks for one in (task / "children").read_text().split()]
        except OSError:  # a worker has ended meanwhile
            continue
    return total / 1024
