"""The launcher sets the allocator so that a long evening with a camera frees the memory of its pictures."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.launcher.module import launcher

PICTURES = """
def held():
    return next(int(line.split()[1]) // 1024 for line in open("/proc/self/status") if line.startswith("RssAnon"))
before = held()
first = b"x" * (12 << 20)
del first  # after this, glibc alone keeps blocks of up to 12 MB in its heap
pictures, small = [], []
for _ in range(20):
    pictures.append(b"x" * (6 << 20))
    small.append([object() for _ in range(2000)] + [b"y" * 4000])
pictures.clear()
print(held() - before)
"""


def grown(settings: dict[str, str]) -> int:
    """Return how many MB a process still holds for its pictures after it has freed them."""
    names = launcher().MEMORY
    environment = {name: value for name, value in os.environ.items() if name not in names} | settings
    done = subprocess.run([sys.executable, "-c", PICTURES], env=environment, capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="glibc")
def test_freed_pictures_go_back_to_the_system() -> None:
    assert grown(launcher().MEMORY) < 12 < grown({})


def test_every_verb_starts_with_these_settings_unless_the_owner_has_others(monkeypatch: pytest.MonkeyPatch) -> None:
    module = launcher()
    monkeypatch.setattr(os, "execv", lambda path, command: None)
    for name in module.MEMORY:
        monkeypatch.setenv(name, "before")
        monkeypatch.delenv(name)
    monkeypatch.setenv("MALLOC_ARENA_MAX", "7")
    module.start(["x"])
    assert {name: os.environ[name] for name in module.MEMORY} == {**module.MEMORY, "MALLOC_ARENA_MAX": "7"}
