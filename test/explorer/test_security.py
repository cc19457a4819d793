"""Requests that attack the server and are refused, one test for each attack."""

import contextlib
import socket
import threading
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from explorer_models import MLP

pytest.importorskip("starlette", reason="the extra 'explorer' is not installed")
pytest.importorskip("uvicorn", reason="the extra 'explorer' is not installed")
pytest.importorskip("httpx", reason="Starlette's test client needs httpx")

import uvicorn
from starlette.testclient import TestClient

from ttmlir_py.explorer import server
from ttmlir_py.explorer.commands import Commands
from ttmlir_py.explorer.files import Files
from ttmlir_py.explorer.server import Access, application

SEND = "/apipost/v1/send_command"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    (folder / "mlp.mlir").write_text(MLP)
    return folder


@pytest.fixture
def commands(root: Path) -> Generator[Commands]:
    made = Commands(Files([root]))
    yield made
    made.close()


@pytest.fixture
def http(commands: Commands) -> TestClient:
    return TestClient(application(commands, Access()), base_url="http://localhost:8080")


def command(path: object, name: str = "convert", *, delete: bool = False) -> dict[str, Any]:
    return {
        "cmdId": name,
        "extensionId": "tt_adapter",
        "modelPath": path,
        "settings": {},
        "deleteAfterConversion": delete,
    }


@pytest.mark.parametrize(
    "host", ["evil.example:8080", "localhost:8081", "localhost", "", "localhost:8080@x:8080"]
)
def test_request_with_foreign_host_header_is_refused(http: TestClient, host: str):
    assert http.get("/check_health", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"])
def test_request_with_host_header_of_server_is_answered(http: TestClient, host: str):
    assert http.get("/check_health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://localhost:8080", "http://localhost:1"]
)
def test_request_from_foreign_origin_is_refused(http: TestClient, origin: str):
    answer = http.post(SEND, json=command("mlp.mlir"), headers={"Origin": origin})
    assert answer.status_code == 403


def test_request_from_origin_of_server_is_answered(http: TestClient):
    headers = {"Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"}
    assert "graphs" in http.post(SEND, json=command("mlp.mlir"), headers=headers).json()


@pytest.mark.parametrize("site", ["cross-site", "same-site", "x"])
def test_request_from_foreign_site_is_refused(http: TestClient, site: str):
    assert http.get("/check_health", headers={"Sec-Fetch-Site": site}).status_code == 403


def test_command_sent_by_get_request_is_refused(http: TestClient):
    assert http.get("/api/v1/send_command", params={"json": "{}"}).status_code == 405
    assert http.get(SEND).status_code == 405


def test_request_body_that_is_not_json_is_refused(http: TestClient):
    for content_type in ("text/plain", "application/x-www-form-urlencoded"):
        answer = http.post(SEND, content=b"{}", headers={"Content-Type": content_type})
        assert answer.status_code == 415
    for content in (b"{", b"[]", b"\xff", b"[" * 100_000, b'{"cmdId": "\\ud800"}'):
        answer = http.post(SEND, content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400
    assert http.post("/apipost/v1/upload", json={}).status_code == 415


@pytest.mark.parametrize(
    "path", ["/etc/hostname", "../../../etc/hostname", "../secret.mlir", "", None, "a\0.mlir", "."]
)
def test_request_for_file_outside_served_folders_is_refused(
    http: TestClient, root: Path, path: object
):
    (root.parent / "secret.mlir").write_text(MLP)
    assert "error" in http.post(SEND, json=command(path)).json()
    if isinstance(path, str):
        answer = http.get("/api/v1/read_text_file", params={"path": path}).json()
        assert set(answer) == {"error"}


def test_request_for_symbolic_link_out_of_root_folder_is_refused(http: TestClient, root: Path):
    (root.parent / "secret.mlir").write_text(MLP)
    (root / "link.mlir").symlink_to(root.parent / "secret.mlir")
    assert "not under a folder" in http.post(SEND, json=command("link.mlir")).json()["error"]


def test_request_for_file_that_is_not_a_model_is_refused(http: TestClient, root: Path):
    (root / "notes.txt").write_text("x")
    assert "expected .mlir" in http.post(SEND, json=command("notes.txt")).json()["error"]


def test_delete_option_deletes_uploads_but_keeps_user_files(http: TestClient, root: Path):
    assert "graphs" in http.post(SEND, json=command("mlp.mlir", delete=True)).json()
    assert (root / "mlp.mlir").read_text() == MLP


@pytest.mark.parametrize("name", ["__init__", "__class__", "_open", "close", "run"])
def test_command_unknown_to_server_is_refused(http: TestClient, name: str):
    assert "not implemented" in http.post(SEND, json=command("mlp.mlir", name)).json()["error"]


def test_uploaded_file_name_cannot_leave_upload_folder(http: TestClient, root: Path):
    for name in ("../../x.mlir", "..\\..\\x.mlir", "/etc/x.mlir"):
        path = http.post("/apipost/v1/upload", files={"file": (name, b"x")}).json()["path"]
        assert Path(path).name == "x.mlir"
        assert "tt-explorer-" in path
    for name in ("x.sh", ".mlir", "x.mlir.py"):
        assert "error" in http.post("/apipost/v1/upload", files={"file": (name, b"x")}).json()
    assert [each.name for each in root.iterdir()] == ["mlp.mlir"]


def test_request_body_over_limit_is_refused(http: TestClient, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(server, "BODY_LIMIT", 1000)
    headers = {"Content-Type": "application/json"}
    assert http.post(SEND, content=b" " * 1001, headers=headers).status_code == 413
    chunks = (b" " * 100 for _ in range(20))  # a body of unknown length
    assert http.post(SEND, content=chunks, headers=headers).status_code == 413


def test_content_security_policy_forbids_foreign_sources(http: TestClient):
    answer = http.get("/check_health")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


def test_request_for_file_outside_page_folder_is_not_found(http: TestClient):
    for path in (
        "/../server.py",
        "/server.py",
        "/%2e%2e/server.py",
        "/page/../graph.py",
        "/..%2fgraph.py",
    ):
        assert http.get(path).status_code == 404


def test_request_beyond_loopback_requires_token(commands: Commands):
    access = Access("10.1.2.3", 8080, token="secret")
    http = TestClient(application(commands, access), base_url="http://10.1.2.3:8080")
    assert access.url == "http://10.1.2.3:8080/?token=secret"
    assert http.get("/check_health").status_code == 403
    assert http.get("/?token=wrong").status_code == 403
    answer = http.get("/?token=secret", follow_redirects=False)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert http.get("/check_health").status_code == 200
    assert server.is_loopback("localhost")
    assert server.is_loopback("127.0.0.1")
    assert server.is_loopback("::1")
    assert not server.is_loopback("0.0.0.0")
    assert not server.is_loopback("example.org")


def test_request_from_allowed_origin_is_answered(commands: Commands):
    access = Access(cors="http://tool.example")
    http = TestClient(application(commands, access), base_url="http://localhost:8080")
    headers = {"Origin": "http://tool.example", "Sec-Fetch-Site": "cross-site"}
    answer = http.post(SEND, json=command("mlp.mlir"), headers=headers)
    assert answer.headers["access-control-allow-origin"] == "http://tool.example"
    assert http.get("/check_health", headers={"Origin": "http://other.example"}).status_code == 403


@pytest.fixture
def running(commands: Commands, monkeypatch: pytest.MonkeyPatch) -> Generator[int]:
    monkeypatch.setattr(server, "HEADER_SECONDS", 0.3)
    monkeypatch.setattr(server, "BODY_SECONDS", 0.3)
    with contextlib.closing(server.bind("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        config = uvicorn.Config(
            application(commands, Access("127.0.0.1", port)),
            http=server.ImpatientProtocol,
            log_level="critical",
        )
        uvicorn_server = uvicorn.Server(config)
        thread = threading.Thread(
            target=uvicorn_server.run, kwargs={"sockets": [listening]}, daemon=True
        )
        thread.start()
        while not uvicorn_server.started:
            time.sleep(0.01)
        yield port
        uvicorn_server.should_exit = True
        thread.join(30)


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: ", b"GET /check_health HTTP/1.1\r\nX"]
)
def test_slow_request_head_is_disconnected(running: int, sent: bytes):
    with socket.create_connection(("127.0.0.1", running), timeout=30) as client:
        client.sendall(sent)
        assert client.recv(1) == b""


def test_slow_request_body_is_disconnected(running: int):
    head = f"POST {SEND} HTTP/1.1\r\nHost: 127.0.0.1:{running}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
    with socket.create_connection(("127.0.0.1", running), timeout=30) as client:
        client.sendall(head.encode() + b"{")
        assert client.recv(4096).startswith(b"HTTP/1.1 408")


def test_busy_port_is_refused_if_chosen_and_skipped_if_default(monkeypatch: pytest.MonkeyPatch):
    with contextlib.closing(server.bind("127.0.0.1", 0)) as first:
        port = first.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            server.bind("127.0.0.1", port)
        monkeypatch.setattr(server, "DEFAULT_PORT", port)
        with contextlib.closing(server.bind("127.0.0.1", port)) as second:
            assert second.getsockname()[1] > port
