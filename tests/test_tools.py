"""A missing tool skips a test, with the command that installs it; in CI the test fails."""

from __future__ import annotations

import pytest

from tests import tools


@pytest.fixture
def no_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tools.TOOLS, "a tool", tools.Tool(lambda: None, "sudo apt install a-tool"))


@pytest.mark.usefixtures("no_tool")
def test_on_a_users_machine_the_test_is_skipped_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="a tool is missing here: sudo apt install a-tool"):
        tools.needed("a tool")


@pytest.mark.usefixtures("no_tool")
def test_in_ci_it_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="sudo apt install a-tool"):
        tools.needed("a tool")


@pytest.mark.needs("chromium", "strace", "git")
def test_a_test_may_name_the_tools_it_needs() -> None:
    for name in ("chromium", "strace", "git"):
        assert tools.needed(name).exists()
