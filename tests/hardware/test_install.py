"""The effects of `./servi install`, on a machine made of dictionaries."""

from __future__ import annotations

import configparser
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.install import __main__ as verbs
from hardware.install import card
from hardware.install.steps import AVAHI, PACKAGES, ROOT, RULES, UNIT, avahi, carry_out, data_folder, plain_name, steps
from hardware.install.system import CannotInstall, Ran


class Machine:
    """A system that records commands and writes; commands in ``fails`` fail."""

    def __init__(self, *, pi: bool = True, fails: Sequence[str] = ()) -> None:
        self.files = {AVAHI: "[server]\n#host-name=foo\nuse-ipv4=yes\n"}
        if pi:
            self.files[verbs.PI] = "Raspberry Pi 5 Model B Rev 1.0\0"
        self.packages: set[str] = set()
        self.ready = False
        self.fails = fails
        self.ran: list[str] = []

    def run(self, command: Sequence[str]) -> Ran:
        words = " ".join(command)
        self.ran.append(words)
        if any(one in words for one in self.fails):
            return Ran(1, "E: no space left on the card\n")
        if command[0] == "dpkg-query":
            there = command[-1] in self.packages
            return Ran(0 if there else 1, "installed" if there else "")
        if command[:2] == ["apt-get", "install"]:
            self.packages |= {one for one in command if one in PACKAGES}
        if command[0] == "getent":
            return Ran(0 if command[-1] != "render" else 2, "")
        if words.endswith("read --help"):
            self.ready = True
        if words.endswith("--ready"):
            return Ran(0 if self.ready else 1, "")
        return Ran(0, "")

    def read(self, path: str) -> str | None:
        return self.files.get(path)

    def write(self, path: str, text: str) -> None:
        self.files[path] = text

    def changed(self) -> list[str]:
        return [one for one in self.ran if not one.startswith(("dpkg-query", "getent")) and "--ready" not in one]


def install(machine: Machine, *, dry: bool = False) -> list[str]:
    said: list[str] = []
    carry_out(steps(machine, "lea", "servi"), said.append, dry=dry)
    return said


def test_a_dry_run_says_every_step_and_changes_nothing() -> None:
    machine = Machine()
    before = dict(machine.files)
    said = install(machine, dry=True)
    assert len(said) == 6 and "python3-picamera2" in said[0]
    assert machine.changed() == [] and machine.files == before


def test_a_second_installation_only_starts_the_table_anew() -> None:
    machine = Machine()
    install(machine)
    assert machine.packages == set(PACKAGES) and machine.ready
    machine.ran.clear()
    said = install(machine)
    assert [line for line in said if "is done already" not in line] == [
        "6/6  start it now, and with every start of the machine"
    ]
    assert all(one.startswith("systemctl") for one in machine.changed())


def test_the_service_runs_as_the_owner_with_the_groups_that_there_are() -> None:
    machine = Machine()
    install(machine)
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(machine.files[UNIT])
    assert unit["Service"]["User"] == "lea"
    assert unit["Service"]["SupplementaryGroups"] == "video gpio"  # systemd refuses a service with an unknown group
    assert unit["Service"]["Restart"] == "always"
    assert "GPIOZERO_PIN_FACTORY=lgpio" in unit["Service"]["Environment"]
    assert "--data /var/lib/servi" in unit["Service"]["ExecStart"]
    assert unit["Service"]["StateDirectory"] == unit["Service"]["RuntimeDirectory"] == "servi"
    assert "{" not in machine.files[UNIT]
    assert '"lea"' in machine.files[RULES]


def test_the_folder_of_the_installed_table_is_known_to_whoever_was_installed(tmp_path: Path) -> None:
    machine, unit = Machine(), tmp_path / "servi.service"
    assert data_folder(unit) is None
    install(machine)
    unit.write_text(machine.files[UNIT])
    assert data_folder(unit) == Path("/var/lib/servi")
    unit.write_text(machine.files[UNIT].replace(f"ExecStart={ROOT}", "ExecStart=/somewhere/else"))
    assert data_folder(unit) is None


def test_a_step_that_fails_says_which_and_the_next_run_goes_on_from_there() -> None:
    machine = Machine(fails=["systemctl enable"])
    with pytest.raises(CannotInstall, match=r"systemctl enable servi.service.*no space left"):
        install(machine)
    machine.fails = ()
    machine.ran.clear()
    install(machine)
    assert not any("apt-get" in one for one in machine.ran)


@pytest.mark.parametrize("text", ["", "[server]\n", "[wide-area]\nenable=yes\n", "[server]\nhost-name=other\n"])
def test_the_name_stands_once_in_the_right_section(text: str) -> None:
    settings = configparser.ConfigParser()
    settings.read_string(avahi(avahi(text, "salon"), "servi"))
    assert settings["server"]["host-name"] == "servi"
    assert avahi(text, "servi").count("host-name=") == 1


@pytest.mark.parametrize(
    ("said", "name"), [("Servi", "servi"), ("Chez Léa & Tom", "chez-lea-tom"), ("a" * 80, "a" * 63), ("--x--", "x")]
)
def test_a_tables_name_becomes_a_name_on_the_network(said: str, name: str) -> None:
    assert plain_name(said) == name


def test_a_name_without_letters_is_refused_in_one_sentence() -> None:
    with pytest.raises(CannotInstall, match="letters and digits"):
        plain_name("★★★")


def test_without_rights_nothing_is_begun(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(verbs.os, "geteuid", lambda: 1000)
    machine = Machine()
    assert verbs.main(["install"], machine) == 1
    assert "sudo ./servi install" in capsys.readouterr().err
    assert machine.ran == []


def test_update_fetches_sets_up_and_starts_anew_only_what_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verbs.os, "geteuid", lambda: 0)
    machine = Machine()
    assert verbs.main(["update", "--dry-run"], machine) == 0
    assert len(machine.ran) == 1 and "Nothing was changed." in capsys.readouterr().out
    assert verbs.main(["update"], machine) == 0
    assert not any("systemctl" in one for one in machine.ran)
    machine.files[UNIT] = "…"
    assert verbs.main(["update"], machine) == 0
    assert machine.ran[-1] == "systemctl restart servi.service"


def test_a_folder_without_git_says_how_else_to_update(capsys: pytest.CaptureFixture[str]) -> None:
    assert verbs.main(["update", "--dry-run"], Machine(fails=["rev-parse"])) == 1
    assert "sudo ./servi install" in capsys.readouterr().err


def test_a_card_holds_the_project_and_what_unpacks_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verbs.main(["install", "--card", str(tmp_path / "boot")], Machine()) == 0
    assert "vendor-data" in capsys.readouterr().out
    with tarfile.open(tmp_path / "boot" / "servi.tar.gz") as packed:
        names = packed.getnames()
        assert {"servi", "pyproject.toml", "companion/table.py", "hardware/install/servi.service"} <= set(names)
        assert not any(one.startswith((".", "tests")) or "__pycache__" in one for one in names)
        assert packed.getmember("servi").mode & 0o100
    assert sum(one.stat().st_size for one in (tmp_path / "boot").iterdir()) < 20e6
    subprocess.run(["sh", "-n", str(tmp_path / "boot" / "vendor-data")], check=True)


def test_a_card_holds_nothing_that_is_hidden_or_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "servi"
    made = (".git/HEAD", ".venv-oldest/bin/python", ".hypothesis/x", "web/__pycache__/page.pyc")
    for name in ("servi", "web/page.py", *made):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("", "utf-8")
    monkeypatch.setattr(card, "ROOT", project)
    archive, _ = card.write(tmp_path / "boot")
    with tarfile.open(archive) as packed:
        assert packed.getnames() == ["servi", "web", "web/page.py"]


def test_a_card_that_is_full_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "boot").write_text("a file, no folder")
    assert verbs.main(["install", "--card", str(tmp_path / "boot")], Machine()) == 1
    assert "name another folder" in capsys.readouterr().err


def test_the_installer_needs_no_environment() -> None:
    """It runs with the system's Python, before the installation."""
    command = [sys.executable, "-S", "-P", "-c", "import hardware.install.__main__"]
    done = subprocess.run(command, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
