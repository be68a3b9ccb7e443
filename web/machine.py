"""The page of the machine: QR codes for phones, Wi-Fi, shutdown."""

from __future__ import annotations

import re
from typing import Annotated, Any

from flask import Blueprint, Response, current_app, jsonify, render_template, request, url_for

from companion.language import tr
from companion.record import record
from web import here
from web.addresses import address_for_phones
from web.body import Empty, bad, read
from web.codes import svg
from web.problems import Problem

bp = Blueprint("machine", __name__)


def _machine() -> Any:
    return here.table().machine


@bp.get("/machine")
def machine() -> str:
    """Answer with the page of the machine."""
    return render_template("machine.html")


@bp.get("/machine.json")
def state() -> Response:
    """Answer with the machine's state; scanning for networks takes a few seconds."""
    own = _machine().own_wifi
    return jsonify(
        {
            "address": table_address(),
            "figures": table_address(named=False),
            "own": {"name": own.name, "password": own.password, "open": _machine().own_open} if own else None,
            "networks": [
                {"name": one.name, "strength": one.strength, "locked": one.locked} for one in _machine().networks()
            ],
            "joining": str(_machine().joining or "") or None,
            "off": _machine().can_switch_off,
            "trouble": str(_machine().trouble or "") or None,
        }
    )


@record(kw_only=True)
class Join:
    """A network with its password, "" if it needs none."""

    name: Annotated[str, 32] = ""
    password: Annotated[str, 63] = ""


@bp.post("/machine/join")
def join() -> Response:
    """Start joining a network."""
    body = read(Join)
    if body.password and len(body.password) < 8:
        raise bad(tr("Un mot de passe de Wi-Fi a de 8 à 63 caractères."))
    if body.name not in {one.name for one in _machine().networks()}:
        raise Problem(404, "NO_SUCH_NETWORK", tr("Ce réseau n'est plus en vue. Rechargez la page."))
    _machine().join(body.name, body.password)
    return jsonify({"ok": True})


@bp.post("/machine/off")
def off() -> Response:
    """Start the shutdown; the journal keeps the evening."""
    read(Empty)
    if not _machine().can_switch_off:
        raise Problem(409, "CANNOT_SWITCH_OFF", tr("Cet ordinateur s'éteint par son propre menu."))
    _machine().switch_off()
    return jsonify({"ok": True})


@bp.get("/machine/wifi.svg")
def wifi_code() -> Response:
    """Answer with the QR code of the machine's access point."""
    own = _machine().own_wifi
    if own is None:
        raise Problem(404, "NO_OWN_WIFI", tr("Cette machine n'a pas de Wi-Fi à elle."))
    return svg(f"WIFI:T:WPA;S:{escaped(own.name)};P:{escaped(own.password)};;")


@bp.get("/machine/page.svg")
def page_code() -> Response:
    """Answer with the QR code of the page's address."""
    return svg(table_address())


def escaped(text: str) -> str:
    r"""Return a text escaped for a Wi-Fi QR code (ZXing, "Barcode Contents": special characters get a backslash).

    >>> escaped("Chez Léa; 2")
    'Chez Léa\\; 2'
    """
    return re.sub(r'([\\;,":])', r"\\\1", text)


def table_address(*, named: bool = True) -> str:
    """Return the page's address for phones, with the machine's name if it has one and ``named``, else with numbers."""
    port = int(request.environ.get("SERVER_PORT", 80))
    name = next(iter(current_app.extensions["names"]), None) if named else None
    host = name or address_for_phones() or request.host.rsplit(":", 1)[0]
    host = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"http://{host}{'' if port == 80 else f':{port}'}{url_for('pages.home')}"
