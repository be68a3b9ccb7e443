"""Writes ``drawn/*.d.ts``, the TypeScript types of what pages read, from drawing, questions and scenes.

Run ``python -m web.types`` after each change to these; a test checks that the files are current.
"""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from companion import questions
from companion.feed.messages import Event, State
from companion.game.library import game_class
from companion.packages import names
from companion.questions import Question
from companion.scene import Betting, Contest, Scene
from web.drawing import fetched, shapes

FOLDER = Path(__file__).with_name("drawn")
HEAD = "// Written by `python -m web.types` from web/drawing, the questions and the scenes. Change those.\n"
OTHERS = (
    shapes.TableView,
    shapes.Secrets,
    fetched.Summary,
    fetched.Luck,
    fetched.Difference,
    fetched.KnownGame,
    fetched.KeptEvening,
    fetched.RuleBook,
    fetched.BoxOnTable,
    fetched.LearntForm,
    fetched.Replay,
)
PLAIN = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "any",
    object: "unknown",
}
OPEN = {"Scene": "unknown", "Fact": "any"}
"""Types that have fields besides the declared ones, and the type of those fields."""
OWN = ("companion.", "web.")
"""Packages whose scenes and questions get their own types; those of other packages use the base class."""


class Declarations:
    """TypeScript declarations by name, in order of first use."""

    def __init__(self) -> None:
        self.text: dict[str, str] = {}

    def type_of(self, hint: Any) -> str:
        """Return a Python type in TypeScript, and declare the types in it; raise ``TypeError`` if unknown."""
        origin, inner = get_origin(hint), get_args(hint)
        if hint in PLAIN:
            return PLAIN[hint]
        if origin is Annotated:
            return self.named(inner[1], inner[0])
        if origin in (Union, types.UnionType):
            return " | ".join(self.type_of(one) for one in inner)
        if origin is Literal:
            return " | ".join(f'"{one}"' for one in inner)
        if origin is tuple and inner[-1] is not ...:
            return f"[{', '.join(self.type_of(one) for one in inner)}]"
        if origin in (list, tuple):
            item = self.type_of(inner[0])
            return f"({item})[]" if " | " in item else f"{item}[]"
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return f"Record<{self.type_of(inner[0])}, {self.type_of(inner[1])}>"
        if is_typeddict(hint) or is_dataclass(hint):
            self.interface(hint.__name__, hint)
            return str(hint.__name__)
        raise TypeError(f"no TypeScript for {hint}")

    def named(self, name: str, hint: Any) -> str:
        """Declare an alias once and return its name; ``Question`` is the union of the kinds of questions."""
        if name not in self.text:
            self.text[name] = ""  # keep its place in the order
            self.text[name] = f"type {name} = {self.type_of(hint)};" if name != "Question" else self.union(hint)
        return name

    def interface(self, name: str, cls: Any, base: str = "", kind: str = "", left_out: Collection[str] = ()) -> None:
        """Declare a TypedDict or a dataclass once."""
        if name in self.text:
            return
        self.text[name] = ""
        lines = [f'  kind: "{kind}";'] if kind else []
        for field, hint in get_type_hints(cls, include_extras=True).items():
            if field in left_out or (is_dataclass(cls) and field not in {one.name for one in fields(cls)}):
                continue
            optional = get_origin(hint) is NotRequired or field in getattr(cls, "__optional_keys__", ())
            hint = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
            lines.append(f"  {field}{'?' if optional else ''}: {self.type_of(hint)};")
        if name in OPEN:
            lines.append(f"  [more: string]: {OPEN[name]};")
        doc = (
            inspect.cleandoc(cls.__doc__ or "").partition("\n")[0]
            if not str(cls.__doc__).startswith((name, "dict("))
            else ""
        )
        head = f"/** {doc} */\n" if doc else ""
        self.text[name] = "\n".join([f"{head}interface {name}{f' extends {base}' if base else ''} {{", *lines, "}"])

    def union(self, head: Any) -> str:
        """Declare each kind of question; return their union."""
        self.interface(head.__name__, head)
        kinds = {one.kind: one for one in reversed([*asked()])}
        for kind, cls in sorted(kinds.items()):
            row = get_type_hints(cls.row)["return"]
            self.interface(f"{camel(kind)}Question", row if is_typeddict(row) else Nothing, head.__name__, kind)
        return f"type Question = {' | '.join(f'{camel(kind)}Question' for kind in sorted(kinds))};"


class Nothing:
    """A question without further data."""


def camel(kind: str) -> str:
    """Return a kind in camel case, for a type's name.

    >>> camel("play_card")
    'PlayCard'
    """
    return "".join(word.capitalize() for word in kind.split("_"))


def asked() -> Iterator[type[Question]]:
    """Yield the classes of questions that a page may receive."""
    for one in vars(questions).values():
        if isinstance(one, type) and issubclass(one, Question) and one.kind and not issubclass(one, questions.Closed):
            yield one


def scenes(cls: type[Scene] = Scene) -> Iterator[type[Scene]]:
    """Yield the scenes of Servi's own games."""
    for one in cls.__subclasses__():
        # ``slots`` replaces the class of a dataclass; the first class stays a subclass until garbage collection
        whole = getattr(sys.modules[one.__module__], one.__name__, None) is one
        if whole and one.__module__.startswith(OWN):
            if "kind" in vars(one):
                yield one
            yield from scenes(one)


def written() -> dict[str, str]:
    """Return the content of each file by its name. Each type is declared in the file that first uses it."""
    known = Declarations()
    known.interface("View", shapes.View)
    view = set(known.text)
    for root in OTHERS:
        known.interface(root.__name__, root)
    answers = set(known.text)
    for name in names():
        game_class(name)
    for scene in sorted(scenes(), key=lambda one: one.kind):
        common = {one.name for base in (Scene, Betting, Contest) if issubclass(scene, base) for one in fields(base)}
        known.interface(f"{camel(scene.kind)}Scene", scene, "Scene", left_out=common)
    files: dict[str, list[str]] = {"view": [], "questions": [], "answers": [], "scenes": []}
    for name, text in known.text.items():
        file = "view" if name in view else "answers" if name in answers else "scenes"
        files["questions" if name.endswith("Question") else file].append(text)
    feed = Declarations()
    for message in (State, Event):
        feed.interface(message.__name__, message)
    files["feed"] = ["declare namespace Feed {", *feed.text.values(), "}"]
    return {f"{file}.d.ts": HEAD + "\n" + "\n\n".join(texts) + "\n" for file, texts in files.items()}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for file, text in written().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
