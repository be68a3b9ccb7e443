"""The page's own scripts and styles, joined into texts that need no server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from web import bundle
from web.bundle import Bundle, styles


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bundle, "SCRIPTS", tmp_path.resolve())
    return tmp_path


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.js").write_text(text, "utf-8")


def test_a_module_runs_after_those_that_it_imports(scripts: Path) -> None:
    write(scripts, a='import { b, c as d } from "./b.js";\nimport * as all from "./b.js";\nimport own from "./c.js";\n',
          b='import "./c.js";\nexport const b = 1;\nexport async function c() {}\n', c="export default { x: 1 };\n")  # fmt: skip
    made = Bundle("a.js", {}, {})
    assert made.modules == ("c.js", "b.js", "a.js")
    assert 'const { b, c: d } = $["b.js"];' in str(made) and 'const all = $["b.js"];' in str(made)
    assert 'const own = $["c.js"].default;' in str(made) and "return { b, c };" in str(made)


def test_what_is_imported_later_is_there_or_left_out(scripts: Path) -> None:
    write(
        scripts,
        a='import "./b.js";\nconst b = () => import("./b.js");\nconst c = () => import("./c.js");\n',
        b="",
        c="",
    )
    text = str(Bundle("a.js", {}, {}))
    assert 'const b = () => Promise.resolve($["b.js"]);' in text and "const c = () => Promise.reject();" in text


def test_one_module_may_stand_for_another_and_one_may_be_given(scripts: Path) -> None:
    write(scripts, a='import { b } from "./b.js";\nimport words from "/words.js";\n', b="export const b = 1;\n",
          other="export const b = 2;\n")  # fmt: skip
    made = Bundle("a.js", {"b.js": "other.js"}, {"/words.js": "export default 3;\n"})
    assert made.modules == ("other.js", "/words.js", "a.js")


@pytest.mark.parametrize("text", ['export * from "./b.js";', "export let a = 1;", 'import a, { b } from\n  "./b.js";'])
def test_an_unknown_form_is_refused(scripts: Path, text: str) -> None:
    write(scripts, a=f"{text}\n", b="")
    with pytest.raises(ValueError, match=r"a\.js: "):
        Bundle("a.js", {}, {})


def test_styles_hold_their_font() -> None:
    text = styles("servi", "page")
    assert "data:font/woff2;base64," in text and not re.search(r"url\((?!data:)", text)
