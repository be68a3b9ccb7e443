"""The croupier's calls: sound clips made by ``./servi voice``, or the family's own recordings."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, request

from companion.language import LANGUAGES, speaking, tr
from web.problems import Problem

bp = Blueprint("voice", __name__)

CLIPS = Path(__file__).parent / "static" / "voice"

CALLS: dict[str, Callable[[], str]] = {
    "bets-open": lambda: tr("Faites vos jeux !"),
    "bets-closed": lambda: tr("Rien ne va plus !"),
    "servi": lambda: tr("Servi !"),
    "red": lambda: tr("rouge"),
    "black": lambda: tr("noir"),
    "over": lambda: tr("La partie est gagnée."),
    **{f"n{number}": partial(str, number) for number in range(22)},
}
"""The text of each call, in the current language."""

VOICES = {"fr": "fr-fr", "en": "en-gb"}
KINDS = {".ogg": "audio/ogg", ".opus": "audio/ogg", ".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".wav": "audio/wav"}
LARGEST = 2_000_000
"""Maximum size of a family's clip, in bytes."""


@bp.get("/voice.json")
def names() -> Response:
    """Answer with the names of the calls."""
    return jsonify({"calls": list(CALLS)})


@bp.get("/voice/<language>/<call>")
def clip(language: str, call: str) -> Response:
    """Answer with a call's clip: the family's own if there is one."""
    if language not in LANGUAGES or call not in CALLS:
        raise Problem(404, "NO_CALL", tr("Cette annonce n'existe pas."))
    own = _own(language, call)
    path = own or CLIPS / language / f"{call}.ogg"
    if not path.is_file():
        raise Problem(404, "NO_CALL", tr("Cette annonce n'est pas enregistrée ici."))
    answer = Response(path.read_bytes(), mimetype=KINDS[path.suffix])
    answer.add_etag()
    return answer.make_conditional(request)  # type: ignore[return-value]


def _own(language: str, call: str) -> Path | None:
    folder = getattr(current_app.extensions["table"], "folder", None)
    if folder is None:
        return None
    tries = (Path(folder) / "voice" / place / f"{call}{kind}" for place in (language, ".") for kind in KINDS)
    return next((one for one in tries if one.is_file() and one.stat().st_size <= LARGEST), None)


def make(folder: Path) -> list[Path]:
    """Synthesise and encode every call into ``folder``/LANGUAGE; return the files. Needs espeak-ng and opusenc."""
    made = []
    with tempfile.TemporaryDirectory() as scratch:
        wave = Path(scratch) / "call.wav"
        for language, voice in VOICES.items():
            (folder / language).mkdir(parents=True, exist_ok=True)
            for name, said in CALLS.items():
                with speaking(language):
                    words = said()
                path = folder / language / f"{name}.ogg"
                _run("espeak-ng", "-v", voice, "-s", "150", "-p", "38", "-a", "170", "-w", str(wave), words)
                _run(
                    "opusenc",
                    "--quiet",
                    "--bitrate",
                    "24",
                    "--speech",
                    "--discard-comments",
                    "--serial",
                    "1",
                    str(wave),
                    str(path),
                )
                made.append(path)
    return made


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def main(argv: list[str]) -> int:
    """Regenerate the calls: ``voice [--out DIR]``. Return the exit status."""
    parser = argparse.ArgumentParser(prog="./servi voice", description="Speak the croupier's calls anew.")
    parser.add_argument("--out", type=Path, default=CLIPS, metavar="DIR", help="folder of the clips (%(default)s)")
    arguments = parser.parse_args(argv)
    if missing := [tool for tool in ("espeak-ng", "opusenc") if not shutil.which(tool)]:
        print(f"servi: {' and '.join(missing)} not found: sudo apt install espeak-ng opus-tools", file=sys.stderr)
        return 1
    made = make(arguments.out)
    print(f"{len(made)} calls, {sum(path.stat().st_size for path in made) // 1024} KiB, in {arguments.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
