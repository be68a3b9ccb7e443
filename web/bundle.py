"""Joins the page's own scripts, styles and font into texts that need no server."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from web.packed import STYLE, bare

STATIC = Path(__file__).parent / "static"
SCRIPTS = STATIC / "js"

IMPORT = re.compile(r'^import (?:(?P<names>.+?) from )?"(?P<module>[^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|(?:async )?function) (?P<names>\w+|\{ [\w, ]+ \}))", re.MULTILINE)
EXPORTED = re.compile(r"^export \{ (?P<names>.+?) \};.*$", re.MULTILINE)
DEFAULT = re.compile(r"^export default ", re.MULTILINE)
LATER = re.compile(r'\bimport\("(?P<module>[^"]+)"\)')
UNREAD = re.compile(r"^(?:im|ex)port\b.*", re.MULTILINE)
ADDRESS = re.compile(r"url\(\.\./(?P<file>[^)]+\.woff2)\)")


class Bundle:
    """A script and all its imports as one script, in which each module is a function that returns its exports.

    ``instead`` maps a module to its replacement, ``given`` a module to its source instead of a file. A module that is
    only imported dynamically (``import()``) is left out. The bundle reads only the forms of import and export that the
    page's scripts use, each on a separate line; it raises ``ValueError`` for another form.
    """

    def __init__(self, entry: str, instead: Mapping[str, str], given: Mapping[str, str]) -> None:
        self._instead, self._given = instead, given
        self._done: dict[str, str] = {}
        self._add(entry)

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules in the order in which they run, as paths below the folder of scripts."""
        return tuple(self._done)

    def __str__(self) -> str:
        return "const $ = {};\n" + "".join(map(self._text, self._done))

    def _text(self, name: str) -> str:
        return LATER.sub(lambda found: self._later(name, found["module"]), self._done[name])

    def _add(self, name: str) -> None:
        source = self._given[name] if name in self._given else bare((SCRIPTS / name).read_bytes()).decode()
        for found in IMPORT.finditer(source):
            if (other := self._found(name, found["module"])) not in self._done:
                self._add(other)
        returned = [name for found in EXPORT.finditer(source) for name in found["names"].strip("{ }").split(", ")]
        body = IMPORT.sub(lambda found: self._imported(name, found), source)
        body = EXPORT.sub("", body)
        for found in EXPORTED.finditer(body):
            returned += [_as(one, turned=True) for one in found["names"].split(", ")]
        body = EXPORTED.sub("", body)
        if DEFAULT.search(body):
            body = DEFAULT.sub("const $default = ", body)
            returned.append("default: $default")
        lines = "\n".join(line for line in body.split("\n") if line)
        if unread := UNREAD.search(lines):
            raise ValueError(f"{name}: `{unread[0]}` is no import or export that can be joined")
        self._done[name] = f'$["{name}"] = (() => {{\n{lines}\nreturn {{ {", ".join(returned)} }};\n}})();\n'

    def _imported(self, importer: str, found: re.Match[str]) -> str:
        names, place = found["names"], f'$["{self._found(importer, found["module"])}"]'
        if names is None:
            return ""
        if names.startswith("* as "):
            return f"const {names.removeprefix('* as ')} = {place};"
        if not names.startswith("{"):
            return f"const {names} = {place}.default;"
        taken = ", ".join(_as(one) for one in names.strip("{ }").split(", "))
        return f"const {{ {taken} }} = {place};"

    def _later(self, importer: str, module: str) -> str:
        name = self._found(importer, module)
        return f'Promise.resolve($["{name}"])' if name in self._done else "Promise.reject()"

    def _found(self, importer: str, module: str) -> str:
        """Return the path of a module below the folder of scripts."""
        if module in self._given:
            return module
        path = (SCRIPTS / importer).parent.joinpath(module).resolve().relative_to(SCRIPTS)
        return self._instead.get(path.as_posix(), path.as_posix())


def _as(name: str, *, turned: bool = False) -> str:
    """Return ``a as b`` of an import or export as part of an object pattern.

    >>> _as("n"), _as("last as latest"), _as("own as shown", turned=True)
    ('n', 'last: latest', 'shown: own')
    """
    one, _, other = name.partition(" as ")
    return ": ".join((other, one) if turned else (one, other)) if other else one


@cache
def styles(*names: str) -> str:
    """Return style sheets as one text that contains their font."""
    text = "".join(bare((STATIC / "css" / f"{name}.css").read_bytes(), STYLE).decode() for name in names)
    lines = "\n".join(line for line in text.split("\n") if line)
    return ADDRESS.sub(lambda found: f"url({data_address(STATIC / found['file'], 'font/woff2')})", lines)


def data_address(file: Path, kind: str) -> str:
    """Return the content of a file as a ``data:`` address."""
    return f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"
