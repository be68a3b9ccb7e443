"""Access: own host and pages, JSON and small bodies are accepted; any other request gets a sentence."""

from __future__ import annotations

import socket
from typing import Any

import ifaddr
import pytest

from companion.facts import TABLE
from tests.web.conftest import Browser
from tests.web.fake_table import FakeTable
from web import addresses
from web.addresses import own_hosts, split_host

TAP = {"seen": None, "fact": {"type": "Stood", "seat": "A"}}
SHORT = socket.gethostname().split(".")[0].lower()


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "[::1]", SHORT, f"{SHORT}.local", f"{SHORT.upper()}.LOCAL", "salon.example"]
)
def test_our_own_names_are_answered(browser: Browser, host: str) -> None:
    assert browser.get("/table", host=host).status_code == 200
    assert browser.post("/command", TAP, host=host, Origin=f"http://{host}").status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "localhost:81",
        "8.8.8.8",
        "",
        "a b",
        "[::2]",
        "localhost:99999999",
        "é",
    ],
)
def test_a_foreign_name_that_points_here_is_refused(browser: Browser, host: str) -> None:
    for answer in (browser.get("/view.json", host=host), browser.post("/command", TAP, host=host)):
        assert answer.status_code == 403
        assert "table" in answer.json["text"]


def test_every_address_of_the_machine_is_ours() -> None:
    assert {"localhost", "127.0.0.1", "::1"} <= own_hosts()
    assert "evil.example" not in own_hosts(["salon.example"])


@pytest.fixture
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_known", (float("-inf"), frozenset()))


@pytest.mark.usefixtures("asked_anew")
def test_each_interface_may_have_several_addresses_of_both_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = [ifaddr.IP("192.0.2.7", 24, "eth0"), ifaddr.IP(("2001:db8::7", 0, 0), 64, "eth0")]
    radio = [ifaddr.IP(("fe80::7", 0, 3), 64, "wlan0")]
    adapters = [ifaddr.Adapter("eth0", "eth0", wire), ifaddr.Adapter("wlan0", "wlan0", radio)]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    assert {"192.0.2.7", "2001:db8::7", "fe80::7", SHORT} <= own_hosts()


@pytest.mark.usefixtures("asked_anew")
def test_where_the_system_lists_no_addresses_the_names_are_still_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise OSError("no netlink here")

    monkeypatch.setattr(ifaddr, "get_adapters", refused)
    assert {"localhost", "127.0.0.1", SHORT} <= own_hosts()


@pytest.mark.usefixtures("asked_anew")
def test_the_address_that_phones_see_is_ours() -> None:
    assert addresses.address_for_phones() in {None, *own_hosts()}


@pytest.mark.parametrize(
    ("header", "parts"),
    [
        ("a:80", ("a", 80)),
        ("[::1]", ("::1", None)),
        ("a:b", None),
        ("a/b", None),
        ("", None),
        ("SALON.local.", ("salon.local", None)),
    ],
)
def test_a_host_header_is_read_strictly(header: str, parts: Any) -> None:
    assert split_host(header) == parts


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://localhost:81",
        "https://evil.example:80",
        "file://",
        "http://[",
        "http://localhost.evil.example",
        "é",
    ],
)
def test_a_foreign_origin_is_refused(browser: Browser, origin: str, table: Any) -> None:
    assert browser.post("/command", TAP, Origin=origin).status_code == 403
    assert table.told == []


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_sends_or_embeds_is_refused(browser: Browser, site: str, table: Any) -> None:
    assert browser.post("/command", TAP, Sec_Fetch_Site=site).status_code == 403
    assert browser.get("/pending.jpg", Sec_Fetch_Site=site, Sec_Fetch_Mode="no-cors").status_code == 403
    assert browser.get("/table", Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate").status_code == 200
    assert table.told == []


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
def test_only_json_is_taken(browser: Browser, kind: str, table: Any) -> None:
    answer = browser.post("/command", '{"seen":null,"fact":{"type":"Stood","seat":"A"}}', Content_Type=kind)
    assert answer.status_code == 415
    assert "JSON" in answer.json["text"]
    assert table.told == []


def test_a_body_is_small(browser: Browser) -> None:
    fact = {"type": "Stood", "seat": "A", "why": "x" * 9000}
    answer = browser.fact(fact)
    assert answer.status_code == 413
    assert "8 Kio" in answer.json["text"]


def test_a_body_of_unknown_length_is_small_too(app: Any) -> None:
    import io

    body = io.BytesIO(b'{"fact":{"type":"' + b"x" * 20000 + b'"}}')
    answer = app.test_client().post(
        "/command",
        input_stream=body,
        content_type="application/json",
        headers={"Host": "localhost"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert answer.status_code in (400, 413)


def test_an_evening_may_be_large(browser: Browser, table: Any) -> None:
    evening = b"servi" + b"x" * 200_000
    assert browser.post("/import", evening, Content_Type="text/plain").status_code == 200
    assert table.told == [("import", len(evening), {"who": TABLE})]
    assert browser.post("/import", b"GIF89a", Content_Type="text/plain").status_code == 400
    assert browser.post("/import", b"{}").status_code == 415


def test_every_answer_is_locked(browser: Browser) -> None:
    for path in ("/table", "/view.json", "/nowhere", "/static/css/servi.css", "/setup"):
        answer = browser.get(path)
        answer.close()
        headers = answer.headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'self'; script-src 'self'")
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/table", "/setup", "/history", "/nowhere"])
def test_no_page_holds_style_or_script_of_its_own(browser: Browser, path: str) -> None:
    page = browser.get(path, Accept="text/html").text
    assert "style=" not in page
    assert "<style" not in page
    assert "<script>" not in page
    assert " onclick" not in page
    assert "//" not in page.replace("http://www.w3.org", "").replace("<!doctype", "")


def test_a_page_that_does_not_exist_says_where_the_table_is(browser: Browser) -> None:
    answer = browser.get("/nowhere", Accept="text/html")
    assert answer.status_code == 404
    assert "La table" in answer.text
    assert browser.get("/command").status_code == 405


def test_a_spectator_only_looks(browser: Browser, table: FakeTable) -> None:
    assert browser.get("/watch").status_code == 200
    for path, body in (("/command", {"fact": {"type": "Stood", "seat": "A"}}), ("/undo", {}), ("/end", {})):
        refused = browser.post(path, body, X_Servi_Page="watch")
        assert (refused.status_code, refused.json["code"]) == (403, "ONLY_LOOKS")
    assert table.told == []


def test_a_browser_gets_its_problem_as_a_page(browser: Browser) -> None:
    """Chromium also accepts a special media type, which must not outrank HTML."""
    accepts = "text/html,application/xhtml+xml,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7"
    assert "<h1>Pas ici</h1>" in browser.get("/at/0", Accept=accepts).text
    assert browser.get("/at/0", Accept="*/*").json["code"] == "NO_MOMENT"
