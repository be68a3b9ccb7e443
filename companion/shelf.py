"""The shelf of boxes in the data folder: what was learnt while playing is remembered for the next evening."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.disk import write_whole
from companion.errors import BadBox
from companion.language import tr

FOLDER = "boxes"
LARGEST = 400_000


class Shelf:
    """Boxes by name, one JSON file each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER

    def _file(self, name: str) -> Path:
        plain = re.sub(r"[^\w\- ]", "_", name).strip()[:60] or "boite"
        return self.folder / f"{plain}.json"

    def names(self) -> list[str]:
        """Return the names of all boxes on the shelf."""
        return sorted(f.stem for f in self.folder.glob("*.json")) if self.folder.is_dir() else []

    def load(self, name: str) -> dict[str, Any]:
        """Return a box; raise ``BadBox`` with the place and the reason where it cannot be read."""
        file = self._file(name)
        try:
            text = file.read_text(encoding="utf-8")
            data = json.loads(text) if len(text) <= LARGEST else None
        except OSError:
            known = ", ".join(self.names()) or "—"
            raise BadBox(tr("Il n'y a pas de boîte « {name} ». Au choix : {known}.", name=name, known=known)) from None
        except json.JSONDecodeError as error:
            where = {"file": file.name, "line": error.lineno, "why": error.msg}
            raise BadBox(tr("{file}, ligne {line} : ce n'est pas du JSON ({why}).", **where)) from None
        except (ValueError, RecursionError):
            raise BadBox(tr("{file} : ce n'est pas le fichier d'une boîte.", file=file.name)) from None
        if len(text) > LARGEST:
            raise BadBox(tr("{file} : ce fichier est trop grand pour une boîte.", file=file.name))
        if not isinstance(data, dict):
            raise BadBox(tr("{file} : une boîte est un seul objet JSON.", file=file.name))
        return data

    def save(self, name: str, data: Mapping[str, Any]) -> None:
        """Write a box whole or not at all."""
        write_whole(self._file(name), json.dumps(data, ensure_ascii=False, indent=1) + "\n")

    def free_name(self, wanted: str) -> str:
        """Return this name, with a number where it is taken."""
        names, number = self.names(), 2
        name = wanted
        while name in names:
            name = f"{wanted} {number}"
            number += 1
        return name
