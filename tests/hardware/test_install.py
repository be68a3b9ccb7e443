"""The effects of `./servi install`, on a machine made of dictionaries."""

from __future__ import annotations

import configparser
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.__main__ import KEEPS_OPEN
from hardware.install import __main__ as verbs
from hardware.install import card
from hardware.install.steps import (
    AVAHI,
    PACKAGES,
    PI,
    PI_PACKAGES,
    ROOT,
    RULES,
    SETTLE,
    UNIT,
    USER,
    avahi,
    carry_out,
    data_folder,
    plain_name,
    steps,
)
from hardware.install.system import CannotInstall, Ran
from hardware.install.versions import Versions


class Machine:
    """A system that records commands and writes; a command that contains a text of ``fails`` fails."""

    def __init__(
        self, *, pi: bool = True, fails: Sequence[str] = (), says: str = "E: no space left on the card\n"
    ) -> None:
        self.files = {AVAHI: "[server]\n#host-name=foo\nuse-ipv4=yes\n"}
        if pi:
            self.files[PI] = "Raspberry Pi 5 Model B Rev 1.0\0"
        self.packages: set[str] = set()
        self.users: set[str] = set()
        self.ready: set[str] = set()
        """Paths of the ``servi`` commands whose environment is complete."""
        self.fails, self.says = fails, says
        self.ran: list[str] = []

    def run(self, command: Sequence[str]) -> Ran:
        words = " ".join(command)
        self.ran.append(words)
        if any(one in words for one in self.fails):
            return Ran(1, self.says)
        if command[0] == "dpkg-query":
            there = command[-1] in self.packages
            return Ran(0 if there else 1, "installed" if there else "")
        if command[:2] == ["apt-get", "install"]:
            self.packages |= {one for one in command if one in (*PACKAGES, *PI_PACKAGES)}
        if command[:2] == ["getent", "passwd"]:
            return Ran(0 if command[-1] in self.users else 2, "")
        if command[0] == "getent":
            return Ran(0 if command[-1] != "render" else 2, "")
        if command[0] == "useradd":
            self.users.add(command[-1])
        if words.endswith("--set-up"):
            self.ready.add(command[0])
        if words.endswith("--ready"):
            return Ran(0 if command[0] in self.ready else 1, "")
        if "rev-parse" in command:
            return Ran(0, "abc123\n")
        return Ran(0, "")

    def read(self, path: str) -> str | None:
        return self.files.get(path)

    def write(self, path: str, text: str) -> None:
        self.files[path] = text

    def changed(self) -> list[str]:
        asking = ("dpkg-query", "getent", "test")
        return [one for one in self.ran if not one.startswith(asking) and "--ready" not in one]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return the folder of a small project."""
    return project(tmp_path / "source", "first")


def project(folder: Path, content: str) -> Path:
    for name, text in {"servi": "#!", "pyproject.toml": '[project]\nversion = "0.2.0"\n', "web/page.py": content}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    (folder / "servi").chmod(0o755)
    return folder


@pytest.fixture
def versions(tmp_path: Path) -> Versions:
    return Versions(tmp_path / "opt")


@pytest.fixture(autouse=True)
def opens(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Return a dictionary of whether each version, by name, opens the table; a version without an entry does."""
    opened: dict[str, bool] = {}

    def settle(system: Machine, versions: Versions) -> bool:
        if opened.get(versions.current.name, True):  # type: ignore[union-attr]
            versions.accept()
            return True
        versions.go_back()
        return False

    monkeypatch.setattr("hardware.install.steps.settle", settle)
    return opened


def install(machine: Machine, versions: Versions, source: Path, *, dry: bool = False) -> list[str]:
    said: list[str] = []
    carry_out(steps(machine, versions, "servi", source), said.append, dry=dry)
    return said


def test_a_dry_run_says_every_step_and_changes_nothing(versions: Versions, source: Path) -> None:
    machine = Machine()
    before = dict(machine.files)
    said = install(machine, versions, source, dry=True)
    assert len(said) == 9 and "python3-picamera2" in said[0]
    assert machine.changed() == [] and machine.files == before and not versions.home.exists()


def test_another_machine_gets_only_what_debian_itself_has(versions: Versions, source: Path) -> None:
    machine = Machine(pi=False, fails=["python3-picamera2"])
    install(machine, versions, source)
    assert machine.packages == set(PACKAGES)


def test_a_second_installation_only_starts_the_table_anew(versions: Versions, source: Path) -> None:
    machine = Machine()
    install(machine, versions, source)
    assert machine.packages == {*PACKAGES, *PI_PACKAGES} and machine.users == {USER}
    machine.ran.clear()
    said = install(machine, versions, source)
    assert [line for line in said if "is done already" not in line] == [
        "9/9  start it now, and with every start of the machine"
    ]
    assert all(one.startswith("systemctl") for one in machine.changed())


def service(machine: Machine) -> configparser.SectionProxy:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(machine.files[UNIT])
    return unit["Service"]


def test_the_service_has_a_user_of_its_own_with_the_groups_that_there_are(versions: Versions, source: Path) -> None:
    machine = Machine()
    install(machine, versions, source)
    unit = service(machine)
    assert unit["User"] == USER and any("nologin" in one and USER in one for one in machine.ran)
    assert unit["SupplementaryGroups"] == "video gpio"  # systemd refuses a service with an unknown group
    assert unit["Restart"] == "always"
    assert "GPIOZERO_PIN_FACTORY" not in unit["Environment"], "a machine without pins would report broken buttons"
    assert f"{KEEPS_OPEN}=1" in unit["Environment"], "it does not end and start for ever"
    assert unit["ExecStart"].startswith(f"{versions.home}/current/servi ") and "--data /var/lib/servi" in unit["ExecStart"]
    assert unit["StateDirectory"] == unit["RuntimeDirectory"] == "servi"
    assert "{" not in machine.files[UNIT] + machine.files[SETTLE]
    assert f"{versions.home}/trial" in machine.files[SETTLE]


def test_the_rules_name_each_action_that_the_table_uses_and_no_other(versions: Versions, source: Path) -> None:
    machine = Machine()
    install(machine, versions, source)
    rules = machine.files[RULES]
    assert f'subject.user === "{USER}"' in rules
    assert set(re.findall(r'"(org\.[\w.-]+)"', rules)) == {
        "org.freedesktop.NetworkManager.network-control",  # to join and leave
        "org.freedesktop.NetworkManager.settings.modify.system",  # to store and forget
        "org.freedesktop.NetworkManager.wifi.scan",
        "org.freedesktop.NetworkManager.wifi.share.protected",  # for its own network, with a password
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    }


@pytest.mark.needs("systemd")
def test_the_service_is_shut_in(versions: Versions, source: Path, tmp_path: Path) -> None:
    machine, unit = Machine(), tmp_path / "servi.service"
    install(machine, versions, source)
    unit.write_text(machine.files[UNIT])
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=24", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr  # systemd rates the exposure at 2.4 or less


def test_the_folder_of_the_installed_table_is_known_to_whoever_was_installed(
    versions: Versions, source: Path, tmp_path: Path
) -> None:
    machine, unit = Machine(), tmp_path / "servi.service"
    assert data_folder(unit) is None
    install(machine, versions, source)
    unit.write_text(machine.files[UNIT])
    assert data_folder(unit) is None, "another folder was installed"
    unit.write_text(machine.files[UNIT].replace(str(source), str(ROOT)))
    assert data_folder(unit) == Path("/var/lib/servi")
    unit.write_text(machine.files[UNIT].replace(str(versions.home), str(ROOT.parent)))
    assert data_folder(unit) == Path("/var/lib/servi"), "an installed version asks"


def test_a_step_that_fails_says_which_and_the_next_run_goes_on_from_there(versions: Versions, source: Path) -> None:
    machine = Machine(fails=["systemctl enable"])
    with pytest.raises(CannotInstall, match=r"systemctl enable servi.service.*no space left"):
        install(machine, versions, source)
    machine.fails = ()
    machine.ran.clear()
    install(machine, versions, source)
    assert not any("apt-get" in one for one in machine.ran)


# --- versions ---------------------------------------------------------------------------------------------------------


def test_a_new_version_lies_beside_the_old_one(versions: Versions, source: Path, tmp_path: Path) -> None:
    machine = Machine()
    install(machine, versions, source)
    first = versions.current
    install(machine, versions, project(tmp_path / "new", "second"))
    assert versions.current != first == versions.previous and not versions.trial.exists()
    assert (versions.current / "web/page.py").read_text() == "second"  # type: ignore[operator]
    install(machine, versions, project(tmp_path / "new", "third"))
    assert first is not None and not first.exists(), "only two are kept"


def test_a_version_that_does_not_open_the_table_gives_way_to_the_one_before(
    versions: Versions, source: Path, tmp_path: Path, opens: dict[str, bool]
) -> None:
    machine = Machine()
    install(machine, versions, source)
    first, new = versions.current, project(tmp_path / "new", "bad")
    opens[versions.place(new).name] = False
    with pytest.raises(CannotInstall, match="is back"):
        install(machine, versions, new)
    assert versions.current == first and not versions.trial.exists()


@pytest.mark.parametrize("fails", ["--set-up", "backup --nightly"])
def test_a_version_that_cannot_be_set_up_or_cannot_read_the_evenings_is_never_started(
    versions: Versions, source: Path, tmp_path: Path, fails: str
) -> None:
    machine = Machine()
    install(machine, versions, source)
    first, new = versions.current, project(tmp_path / "new", "bad")
    machine.fails = [f"{versions.place(new)}/servi {fails}"]
    machine.ran.clear()
    with pytest.raises(CannotInstall):
        install(machine, versions, new)
    assert versions.current == first and "systemctl restart servi.service" not in machine.ran


def test_evenings_that_were_damaged_before_do_not_stop_an_update(
    versions: Versions, source: Path, tmp_path: Path
) -> None:
    machine = Machine()
    install(machine, versions, source)
    machine.fails = ["backup --nightly"]
    install(machine, versions, project(tmp_path / "new", "second"))
    assert versions.previous == versions.place(source)


def test_a_version_can_be_changed_by_root_only(versions: Versions, source: Path) -> None:
    (source / "web/page.py").chmod(0o666)
    version = versions.add(source)
    assert all(one.stat().st_mode & 0o022 == 0 for one in [version, *version.rglob("*")])
    assert (version / "servi").stat().st_mode & 0o111 and versions.add(source) == version


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


def updated(machine: Machine, *words: str) -> int:
    return verbs.main(["update", *words], machine)


def test_update_fetches_and_lets_the_new_version_install_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verbs.os, "geteuid", lambda: 0)
    machine = Machine()
    assert updated(machine, "--dry-run") == 0
    assert len(machine.ran) == 1 and "Nothing was changed." in capsys.readouterr().out
    assert updated(machine) == 0
    assert machine.ran[-1].endswith("servi --set-up"), "nothing is installed here, only the folder is brought in step"
    machine.files[UNIT] = "ExecStart=/opt/servi/current/servi --name salon\n"
    assert updated(machine) == 0
    assert "pull --ff-only" in machine.ran[-2] and machine.ran[-1] == f"{ROOT}/servi install --name salon"


def test_an_update_that_fails_leaves_the_folder_at_the_version_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verbs.os, "geteuid", lambda: 0)
    machine = Machine(fails=["--set-up"])
    assert updated(machine) == 1
    assert "reset --keep abc123" in machine.ran[-1] and "version before" in capsys.readouterr().err


def test_the_reason_of_the_version_that_installs_itself_is_what_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verbs.os, "geteuid", lambda: 0)
    machine = Machine(fails=["servi install"], says="9/9  start it\nservi: 0.3 did not open the table; 0.2 is back.\n")
    machine.files[UNIT] = "ExecStart=/opt/servi/current/servi --name salon\n"
    assert updated(machine) == 1
    told = capsys.readouterr().err
    assert told.startswith("servi: 0.3 did not open the table; 0.2 is back. This folder") and "go on" not in told


def test_through_a_pipe_the_reason_comes_after_the_steps(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import os; os.geteuid = lambda: 0; from hardware.install.__main__ import main; "
               "raise SystemExit(main(['update', 'missing.tar.gz']))"]  # fmt: skip
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    ran = subprocess.run(
        command, cwd=ROOT, env=buffered, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stdout.splitlines()[-1].startswith("servi: missing.tar.gz could not be unpacked")


def test_a_folder_without_git_says_how_else_to_update(capsys: pytest.CaptureFixture[str]) -> None:
    assert updated(Machine(fails=["rev-parse"]), "--dry-run") == 1
    assert "sudo ./servi update servi.tar.gz" in capsys.readouterr().err


def test_an_archive_is_unpacked_only_with_its_checksum(
    monkeypatch: pytest.MonkeyPatch, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verbs.os, "geteuid", lambda: 0)
    monkeypatch.setattr(card, "ROOT", source)
    archive, listed, _ = card.write(tmp_path / "boot")
    machine = Machine()
    assert updated(machine, str(archive)) == 0
    assert machine.ran[-1].endswith("/servi install --name servi")
    archive.write_bytes(archive.read_bytes() + b"x")
    assert updated(machine, str(archive)) == 1 and "is not what" in capsys.readouterr().err
    listed.unlink()
    assert updated(machine, str(archive)) == 1 and len(machine.ran) == 1


def test_a_card_holds_the_project_and_what_unpacks_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert verbs.main(["install", "--card", str(tmp_path / "boot")], Machine()) == 0
    assert "vendor-data" in capsys.readouterr().out
    with tarfile.open(tmp_path / "boot" / "servi.tar.gz") as packed:
        names = packed.getnames()
        assert {"servi", "pyproject.toml", "companion/table.py", "hardware/install/servi.service"} <= set(names)
        assert not any(one.startswith((".", "tests")) or "__pycache__" in one for one in names)
        assert packed.getmember("servi").mode & 0o100
    subprocess.run(["sha256sum", "--check", "servi.tar.gz.sha256"], cwd=tmp_path / "boot", check=True)
    assert sum(one.stat().st_size for one in (tmp_path / "boot").iterdir()) < 20e6
    subprocess.run(["sh", "-n", str(tmp_path / "boot" / "vendor-data")], check=True)


def test_a_card_whose_archive_is_missing_is_tried_again_at_the_next_start(tmp_path: Path) -> None:
    """Regression: cloud-init's mark stayed, so that switching the machine on again did nothing."""
    mark = tmp_path / "config_scripts_vendor"
    mark.touch()
    script = (ROOT / "hardware" / "install" / "first-boot.sh").read_text("utf-8")
    script = script.replace("/boot/firmware", str(tmp_path)).replace("/var/lib/cloud/instance/sem", str(tmp_path))
    assert subprocess.run(["sh", "-c", script]).returncode == 1
    assert not mark.exists()
    assert "is not on the card" in (tmp_path / "servi-install.log").read_text("utf-8")


def test_a_card_holds_nothing_that_is_hidden_or_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "servi"
    made = (".git/HEAD", ".venv-oldest/bin/python", ".hypothesis/x", "web/__pycache__/page.pyc")
    for name in ("servi", "web/page.py", *made):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("", "utf-8")
    monkeypatch.setattr(card, "ROOT", project)
    archive, *_ = card.write(tmp_path / "boot")
    with tarfile.open(archive) as packed:
        assert packed.getnames() == ["servi", "web/page.py"]


def test_a_card_that_is_full_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "boot").write_text("a file, no folder")
    assert verbs.main(["install", "--card", str(tmp_path / "boot")], Machine()) == 1
    assert "name another folder" in capsys.readouterr().err


def test_the_installer_needs_no_environment() -> None:
    """It runs with the system's Python, before the installation."""
    command = [sys.executable, "-S", "-P", "-c", "import hardware.install.__main__"]
    done = subprocess.run(command, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
