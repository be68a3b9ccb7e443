"""The framework of the benchmarks: one JSON object per line, and a correct exit status."""

from __future__ import annotations

import json

import pytest

from tests import bench
from tests.bench import run


@pytest.fixture
def benches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Register three benchmarks; return the list of those that ran."""
    ran: list[str] = []
    monkeypatch.setattr(bench, "REGISTRY", {})
    monkeypatch.setattr(run, "REGISTRY", bench.REGISTRY)
    monkeypatch.setattr(run, "find_all", lambda: None)
    values = iter([3.0, 1.0, 2.0])

    @bench.bench("quick", unit="ms", limit=2, repeat=3)
    def quick() -> float:
        """A quick benchmark."""
        ran.append("quick")
        return next(values)

    @bench.bench("soak", unit="MB", limit=10, short=False)
    def soak() -> float:
        ran.append("soak")
        return 10.5

    @bench.bench("broken", unit="s", limit=1, short=False)
    def broken() -> float:
        raise RuntimeError("no page")

    return ran


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_without_names_the_short_ones_run_and_the_median_counts(
        benches: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([]) == 0
    assert lines(capsys) == [{"name": "quick", "value": 2.0, "unit": "ms", "limit": 2, "ok": True, "repeat": 3}]
    assert benches == ["quick"] * 3


def test_a_limit_that_is_not_kept_is_exit_status_1_and_all_are_measured(
        benches: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["soak", "quick"]) == 1
    assert [line["ok"] for line in lines(capsys)] == [False, True]


def test_a_benchmark_that_breaks_is_not_ok(benches: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["broken"]) == 1
    assert lines(capsys)[0]["value"] is None


def test_an_unknown_name_is_a_usage_error_that_names_the_nearest(
        benches: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        run.main(["quik"])
    assert stopped.value.code == 2
    assert "did you mean 'quick'?" in capsys.readouterr().err


def test_two_benchmarks_of_one_name_are_refused(benches: list[str]) -> None:
    with pytest.raises(ValueError, match="quick"):
        bench.bench("quick", unit="ms", limit=1)(lambda: 0.0)


def test_the_99th_percentile_is_a_value_that_was_measured() -> None:
    assert bench.percentile(range(1, 201), 0.99) == 198
    assert bench.percentile([7], 0.99) == 7
