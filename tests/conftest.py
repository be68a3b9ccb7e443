"""Shared fixtures and options: rings, tools that may be missing, closing of journals.

``--quick`` runs the quick ring: all tests except ``OUTER`` of ``tests/rings.py``. ``--slow`` adds tests marked
``slow``, ``--game`` selects the tests of one game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from companion.journal import Journal
from tests import packages, rings, tools, unprivileged

packages.put_on_the_path(packages.EXAMPLE)  # the worked example of docs/new_game.md takes part in all tests of games


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="only the quick ring: no browser, no other programs, no waiting")
    parser.addoption("--game", metavar="NAME", help="only the tests of this game")
    parser.addoption("--slow", action="store_true", help="also run the tests that take long or need the network")


def pytest_configure(config: pytest.Config) -> None:
    rings.quick, rings.slow = config.getoption("--quick"), config.getoption("--slow")
    settings.register_profile("patient", rings.examples(100))
    settings.load_profile("patient")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    outer = collection_path in [Path(__file__).parent / name for name in rings.OUTER]
    return True if rings.quick and outer else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if game := config.getoption("--game"):
        from tests.games.contracts import contract

        own = re.compile(rf"\[(.*\b)?{re.escape(game)}\b|\[{contract(game).prefix}-")
        config.hook.pytest_deselected(items=[item for item in items if not own.search(item.nodeid)])
        items[:] = [item for item in items if own.search(item.nodeid)]
    if not config.getoption("--slow"):
        wait = pytest.mark.skip(reason="slow: ./servi test --slow runs it")
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(wait)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("needs"):
        for name in marker.args:
            tools.needed(name)


@pytest.fixture(autouse=True)
def _journals_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close journals that a test leaves open, such as after a power cut; Python 3.13 warns of open databases."""
    opened: list[Journal] = []
    begin = Journal.__init__

    def remember(journal: Journal, *where: Any, **how: Any) -> None:
        begin(journal, *where, **how)
        opened.append(journal)

    monkeypatch.setattr(Journal, "__init__", remember)
    yield
    for journal in opened:
        journal.close()


@pytest.fixture(scope="session", autouse=True)
def _pages_are_cheap() -> Iterator[None]:
    """Share what werkzeug compiles for each route, because nearly every page test creates an application.

    PINs are hashed with the least effort; ``test_pin.py`` tests the usual one.
    """
    try:
        from werkzeug.routing import Rule
    except ModuleNotFoundError:  # the environment of ``tests.oldest`` has no web server
        yield
        return
    compiled, known = Rule._compile_builder, {}

    def once(rule: Rule, append_unknown: bool = True) -> Any:
        key = rule.rule, str(rule.defaults), append_unknown
        if key not in known:
            known[key] = compiled(rule, append_unknown)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        patch.setattr("web.pin.METHOD", "scrypt:256:8:1")
        yield


@pytest.fixture(scope="session")
def english(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compile the English catalog for these tests."""
    from companion import language
    from web import catalogs
    from web.language import module

    folder, before = tmp_path_factory.mktemp("locale"), language.FOLDER
    catalogs.compiled("en", folder / "en" / "LC_MESSAGES" / "servi.mo")
    language.FOLDER = folder
    language.catalog.cache_clear(), module.cache_clear()
    yield
    language.FOLDER = before
    language.catalog.cache_clear(), module.cache_clear()


@pytest.fixture(scope="session")
def chromium() -> Path:
    """Return the path of the system's browser."""
    return tools.needed("chromium")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of rules, vectors and photographs beside the project."""
    return tools.needed("shared")


@pytest.fixture
def person() -> Iterator[unprivileged.Person]:
    """Yield an ordinary user with a folder."""
    with unprivileged.person() as somebody:
        yield somebody
