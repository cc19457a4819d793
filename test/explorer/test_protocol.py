"""The server's requests: those of upstream's explorer, of Model Explorer and of TT-NN visualizer,
and its own.
"""

import asyncio
import json
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from explorer_models import MLP, RELU, UP

pytest.importorskip("starlette", reason="the extra 'explorer' is not installed")
pytest.importorskip("httpx", reason="Starlette's test client needs httpx")

from starlette.testclient import TestClient
from tiers import share

from ttmlir_py.explorer import server, simulation
from ttmlir_py.explorer.commands import BUSY, Commands
from ttmlir_py.explorer.files import Files
from ttmlir_py.explorer.overrides import POLICIES
from ttmlir_py.explorer.server import Access, Routes, application

pytestmark = pytest.mark.slow

OVERRIDE = {
    "named_location": "up",
    "attributes": [
        {"key": "data_type", "value": "f32"},
        {"key": "memory_layout", "value": "tile"},
        {"key": "buffer_type", "value": "dram"},
        {"key": "tensor_memory_layout", "value": "interleaved"},
        {"key": "grid_shape", "value": "[8, 8]"},
    ],
}
"""The override that upstream's own test uses."""


class Client:
    """A client that sends commands about one model."""

    def __init__(self, http: TestClient, folder: Path, commands: Commands):
        self.http = http
        self.commands = commands
        self.model = str(folder / "mlp.mlir")

    def command(self, name: str, **settings: Any) -> Any:
        answer = self.http.post(
            "/apipost/v1/send_command",
            json={
                "cmdId": name,
                "extensionId": "tt_adapter",
                "modelPath": self.model,
                "settings": settings,
                "deleteAfterConversion": False,
            },
        )
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"
        return answer.json()

    def graphs(self, name: str, **settings: Any) -> Any:
        return self.command(name, **settings)["graphs"]

    def graph(self, name: str = "convert", **settings: Any) -> Any:
        (graph,) = self.graphs(name, **settings)
        return graph

    def wait(self) -> Any:
        for _ in range(1200):
            status = self.graph("status_check")
            if status["isDone"]:
                return status
            time.sleep(0.05)
        raise AssertionError("the run does not end")


@pytest.fixture
def client(tmp_path: Path) -> Generator[Client]:
    (tmp_path / "mlp.mlir").write_text(MLP)
    commands = Commands(Files([tmp_path]), models=[str(tmp_path / "mlp.mlir")])
    yield Client(
        TestClient(application(commands, Access()), base_url="http://localhost:8080"),
        tmp_path,
        commands,
    )
    commands.close()


def nodes_of(graph: Any) -> dict[str, Any]:
    return {node["id"]: node for node in graph["nodes"]}


# ---- requests that upstream's explorer has ----


def test_server_answers_health_and_extension_requests(client: Client):
    assert client.http.get("/check_health").text == "model_explorer_ok"
    extensions = {each["id"]: each for each in client.http.get("/api/v1/get_extensions").json()}
    ours = extensions["tt_adapter"]
    assert ours["name"] == "Tenstorrent MLIR Adapter"
    assert ours["fileExts"] == ["mlir", "ttir", "ttnn"]
    assert ours["settings"] == {
        "optimizationPolicies": [
            *("DF Sharding", "Greedy L1 Interleaved", "BF Interleaved", "Optimizer Disabled")
        ],
        "supportsPreload": True,  # only in later revisions of upstream
    }
    assert "builtin_json" in extensions
    answer = client.http.get("/api/v1/check_new_version").json()
    assert answer == {"version": "", "runningVersion": "", "releaseUrl": "", "desktopAppUrl": ""}


def test_convert_returns_graph_of_file(client: Client):
    answer = client.command("convert")
    assert set(answer) == {"graphs"}
    (graph,) = answer["graphs"]
    assert graph["id"] == "tt-graph"
    labels = [node["label"] for node in graph["nodes"]]
    assert labels.count("ttir.matmul") == 2
    for node in graph["nodes"]:
        assert {"id", "label", "namespace", "attrs", "incomingEdges", "outputsMetadata"} <= set(
            node
        )
        for edge in node["incomingEdges"]:
            assert set(edge) == {"sourceNodeId", "sourceNodeOutputId", "targetNodeInputId"}


@pytest.mark.parametrize("policy", share([*POLICIES], 2))
def test_execute_then_convert_returns_compiled_graph(client: Client, policy: str):
    assert client.command("execute", optimizationPolicy=policy) == {"graphs": []}
    status = client.wait()
    assert status["error"] is None
    assert (status["progress"], status["total"]) == (100, 100)
    assert {"stdout", "timeElapsed", "currentStatus", "runId"} <= set(status)
    graph = client.graph()
    assert {"ttnn.matmul"} <= {node["label"] for node in graph["nodes"]}
    (data,) = graph["perf_data"].values()
    assert data["results"]
    assert set(data["results"]) <= set(nodes_of(graph))
    assert data["gradient"][0] == {"stop": 0, "bgColor": "yellow"}
    accuracy = graph["overlays"]["accuracy_data"]["tt-graph"]["results"]
    assert all(each["value"] > 0 for each in accuracy.values())


def test_execute_with_cpp_option_generates_cpp(client: Client):
    """Later revisions of upstream's explorer have this option."""
    client.command("execute", optimizationPolicy="DF Sharding", generateCppCode=True)
    assert client.wait()["error"] is None
    assert "ttnn::matmul(" in client.graph()["cppCode"]
    client.command("execute", optimizationPolicy="DF Sharding")
    assert client.wait()["error"] is None
    assert "cppCode" not in client.graph()


def test_execute_with_validation_option_validates(client: Client):
    Path(client.model).write_text(MLP.replace("ttir.relu", "ttir.abs"))
    for inputs in (1, "ones", "/etc/in.npz", "randn:-1", "randn:1\n"):
        reply = client.command("execute", optimizationPolicy="DF Sharding", verify_numerics=inputs)
        assert reply == {"error": "ValueError: verify_numerics: expected randn:SEED or edge:SEED"}
    client.command("execute", optimizationPolicy="DF Sharding", verify_numerics="randn:1")
    assert client.wait()["error"] is None
    graph = client.graph()
    node = nodes_of(graph)[UP]
    assert node["verdict"]["kind"] == "right"
    assert node["verdict"]["op"] == "ttir.matmul"
    assert len(node["verdict"]["expected"]) == 4
    assert graph["summary"]["verdict"]["matched"] == 3
    kinds = graph["overlays"]["validation"]["tt-graph"]["results"]
    assert {each["value"] for each in kinds.values()} == {"right"}


def test_execute_with_all_override_kinds_applies_overrides(client: Client):
    overrides = {'loc("up")__7': OVERRIDE}
    client.command("execute", optimizationPolicy="DF Sharding", overrides=overrides)
    assert client.wait()["error"] is None
    graph = client.graph()
    attrs = {each["key"]: each["value"] for each in nodes_of(graph)[UP]["attrs"]}
    assert (attrs["grid_shape"], attrs["buffer_type"]) == ("8x8", "dram")
    ((node, said),) = graph["overrides"].items()
    assert (node, said["named_location"]) == (UP, "up")
    assert {each["key"]: each["value"] for each in said["attributes"]}["grid_shape"] == "8x8"


def test_execute_with_wrong_settings_reports_error(client: Client):
    answer = client.command("execute", optimizationPolicy="Best")
    problem = "ValueError: Invalid optimization policy selected: Best; expected DF Sharding, "
    assert answer["error"].startswith(problem)
    key = {"n": {"named_location": "up", "attributes": [{"key": "K", "value": "1"}]}}
    answer = client.command("execute", optimizationPolicy="DF Sharding", overrides=key)
    assert answer == {"error": "ValueError: Invalid override attribute: K"}
    assert client.command("execute", optimizationPolicy="DF Sharding") == {"graphs": []}
    again = client.command("execute", optimizationPolicy="DF Sharding")
    assert again == {"error": f"RuntimeError: {BUSY}"}
    client.wait()


def test_illegal_override_is_reported_in_status(client: Client):
    bad = {"n": {"named_location": "up", "attributes": [{"key": "grid_shape", "value": "9x9"}]}}
    client.command("execute", optimizationPolicy="DF Sharding", overrides=bad)
    status = client.wait()
    assert "is not legal for 'up'" in status["error"]
    assert client.graph(stage="ttnn")["nodes"]


def test_cancel_command_stops_run(client: Client):
    client.command("execute", optimizationPolicy="DF Sharding")
    assert client.graph("cancel") == {"success": True}
    assert client.wait()["error"] == "cancelled"
    client.command("execute", optimizationPolicy="DF Sharding")
    assert client.wait()["error"] is None


def test_execute_whose_run_is_killed_reports_error_and_keeps_graph(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    before = client.graph(stage="ttnn", policy="DF Sharding")
    with monkeypatch.context() as patched:
        killed = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
        patched.setattr(simulation, "_WORKER", killed)
        client.command("execute", optimizationPolicy="DF Sharding")
        assert client.wait()["error"] == "the simulator ended with code -9"
    assert client.graph() == before
    client.command("execute", optimizationPolicy="DF Sharding")
    assert client.wait()["error"] is None


@contextmanager
def full_disk() -> Generator[None]:
    """Limit the size of files to 100 bytes, as on a full disk."""
    resource = pytest.importorskip("resource", reason="the system has no limits")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_execute_on_full_disk_reports_error_and_keeps_data(client: Client):
    before = client.graph(stage="ttnn", policy="DF Sharding")
    files = {"file": ("x.mlir", MLP.encode())}
    with full_disk():
        answer = client.http.post("/apipost/v1/upload", files=files).json()
        assert answer["error"].startswith("OSError: ")
        assert client.command("initialize")["error"].startswith("OSError: ")
        client.command("execute", optimizationPolicy="DF Sharding")
        assert "the simulator cannot be started" in client.wait()["error"]
        assert client.graph() == before
        layout = [{"key": "layout", "value": "1x1:l1:block_sharded:tile"}]
        edit = client.graph("override", overrides={UP: {"attributes": layout}})
        assert edit["success"] is True
    uploads = client.commands.files.scratch("")
    assert not [each for each in uploads.rglob("*") if each.is_file()]
    assert "path" in client.http.post("/apipost/v1/upload", files=files).json()
    assert "graphs" in client.command("initialize")


def test_initialize_writes_system_description(client: Client):
    path = client.graph("initialize")["system_desc_path"]
    from ttmlir_py.compiler import read_system_desc, system_desc

    assert read_system_desc(Path(path).read_bytes()) == system_desc("n150")


def test_preload_command_names_models_of_command_line(client: Client):
    assert client.graph("preload") == {"graphPaths": [client.model]}


def test_uploaded_file_is_converted_and_deleted(client: Client):
    answer = client.http.post("/apipost/v1/upload", files={"file": ("a/b/../x.mlir", MLP.encode())})
    path = Path(answer.json()["path"])
    assert path.name == "x.mlir"
    command = {
        "cmdId": "convert",
        "extensionId": "builtin_mlir",
        "modelPath": str(path),
        "settings": {},
        "deleteAfterConversion": True,
    }
    assert client.http.post("/apipost/v1/send_command", json=command).json()["graphs"]
    assert not path.parent.exists()


def test_load_requests_return_graphs_and_node_data_of_given_models(client: Client):
    graphs = client.http.get("/api/v1/load_graphs_json", params={"graph_index": "0"}).json()
    assert graphs["graphs"][0]["id"] == "tt-graph"
    data = client.http.get("/api/v1/load_node_data", params={"node_data_index": "0"}).json()
    assert UP in json.loads(data["content"])["perf_data"]["tt-graph"]["results"]
    for index in ("1", "-1", "x", ""):
        assert (
            client.http.get("/api/v1/load_graphs_json", params={"graph_index": index}).json() == {}
        )
    assert client.http.get("/api/v1/load_node_data").json() == {}


def test_text_file_request_returns_model_text(client: Client):
    answer = client.http.get("/api/v1/read_text_file", params={"path": client.model})
    assert answer.json() == {"content": MLP}


def test_server_answers_page_refresh_requests(client: Client):
    assert client.http.post("/apipost/v1/update_config", json={}).text == ""
    assert client.http.post("/apipost/v1/refresh_page", json={}).text == ""
    given = {"path": client.model}
    answer = client.http.get("/api/v1/notify_user_provided_model_path", params=given)
    assert answer.json() == {"status": "ok"}


def test_open_pages_receive_directives_as_server_sent_events(
    client: Client, monkeypatch: pytest.MonkeyPatch
):
    """Open pages receive directives as server-sent events, and closed pages are forgotten."""

    async def listen() -> list[str]:
        routes = Routes(client.commands)
        sent = routes.listen()
        found = [await anext(sent)]  # without directives, a heartbeat
        routes.refresh_pages()
        found.append(await anext(sent))
        assert len(routes.listeners) == 1
        await sent.aclose()
        assert not routes.listeners
        return found

    monkeypatch.setattr(server, "HEARTBEAT_SECONDS", 0.01)
    heartbeat, directive = asyncio.run(listen())
    assert heartbeat == ": heartbeat\n\n"
    assert json.loads(directive.removeprefix("data: ")) == {"name": "refreshPage", "url": ""}


@pytest.mark.parametrize(
    "key", ["cmdId", "extensionId", "modelPath", "settings", "deleteAfterConversion"]
)
def test_command_without_required_key_is_refused(client: Client, key: str):
    command: dict[str, Any] = {
        "cmdId": "convert",
        "extensionId": "tt_adapter",
        "modelPath": client.model,
        "settings": {},
        "deleteAfterConversion": False,
    }
    del command[key]
    answer = client.http.post("/apipost/v1/send_command", json=command).json()
    assert answer == {"error": f"KeyError: '{key}'"}


# ---- requests that only this explorer has ----


def test_override_command_recompiles_and_undo_reverts(client: Client):
    start = client.graph(stage="ttnn")
    layout = [{"key": "layout", "value": "1x1:l1:block_sharded:tile"}]
    answer = client.graph("override", graphs=[], overrides={UP: {"attributes": layout}})
    assert answer["success"] is True
    graph = client.graph()
    assert graph["overrides"][UP]["named_location"] == "up"
    assert graph["summary"]["difference"] != 0
    assert "override-output-layout=up=1x1:l1:block_sharded:tile" in graph["summary"]["command"]
    assert len(client.graphs("history")) == 2
    assert client.graph("undo")["summary"]["duration"] == start["summary"]["duration"]


def test_illegal_override_command_is_refused_and_changes_nothing(client: Client):
    before = client.graph(stage="ttnn", policy="DF Sharding")
    layout = [{"key": "layout", "value": "9x9:l1:block_sharded:tile"}]
    answer = client.graph("override", overrides={UP: {"attributes": layout}})
    assert answer["success"] is False
    assert "is not legal for 'up'" in answer["error"]
    assert client.graph() == before


def test_layout_choices_command_does_not_change_program(client: Client):
    before = client.graph(stage="ttnn", policy="DF Sharding")
    said = client.graph("choices", node=UP)
    assert said["chosen"] in said["considered"]
    assert said["reason"]
    assert all(group["reason"] and group["layouts"] for group in said["refused"])
    other = next(each for each in said["considered"] if each != said["chosen"])
    tried = client.graph("try", node=UP, layout=other)
    assert tried["difference"] == tried["duration"] - before["summary"]["duration"]
    assert client.graph() == before
    assert "error" in client.command("try", node=UP)
    assert "error" in client.command("choices", node="nothing")


def test_compare_command_returns_row_per_policy(client: Client):
    rows = client.graphs("compare")
    assert [row["policy"] for row in rows] == list(POLICIES)
    assert all(row["duration"] > 0 for row in rows)


def test_sources_command_returns_texts_with_lines_of_nodes(client: Client):
    texts = client.graph("sources")
    source = texts["python"]
    assert "relu" in source["text"].splitlines()[source["lines"][RELU] - 1]


def test_stages_command_returns_graphs(client: Client):
    stages = client.graphs("stages")
    assert stages[0]["number"] == 0
    last = client.graph(stage=len(stages) - 1)
    assert UP in nodes_of(last)
    assert "ttnn.deallocate" in {node["label"] for node in last["nodes"]}
    assert "there is no stage 99" in client.command("convert", stage=99)["error"]
    assert "there is no stage" in client.command("convert", stage="x")["error"]
    assert UP.replace("ttnn.", "ttir.") in nodes_of(client.graph(stage="ttir"))


def test_models_command_lists_models_and_boards(client: Client):
    said = client.graph("models")
    assert said["models"] == [client.model]
    assert "n150" in said["boards"]
    graph = client.graph(system="n300")
    assert graph["summary"]["system"] == "n300"
    assert "unknown system" in client.command("convert", system="/etc/passwd.ttsys")["error"]


def test_export_command_returns_file_or_reports_unknown_format(client: Client):
    graph = json.loads(client.graph("export", format="json")["text"])
    assert graph["graphs"][0]["source"]["ttnn"]
    assert "unknown format 'exe': expected" in client.command("export", format="exe")["error"]


def test_failed_recompilation_returns_diagnostics_and_keeps_graph(client: Client):
    before = client.graph(stage="ttnn", policy="DF Sharding")
    Path(client.model).write_text(MLP.replace('"ttir.relu"', '"ttir.rely"'))
    answer = client.command("reload")
    assert answer["error"].startswith("CompilationError: mlp.mlir:6:")
    place = answer["diagnostics"][0]
    assert (place["line"], place["severity"], place["file"]) == (6, "error", "mlp.mlir")
    assert client.graph() == before
    Path(client.model).write_text(MLP)
    assert client.graph("reload") == {"success": True}


def test_opening_of_invalid_model_returns_diagnostics(client: Client):
    Path(client.model).write_text("module {\n  what\n}\n")
    answer = client.command("convert")
    assert answer["diagnostics"][0]["line"] == 2
    Path(client.model).write_bytes(b"\x7fELF\0\0\0")
    assert "this is an ELF file" in client.command("convert")["error"]


def test_unknown_server_command_is_refused(client: Client):
    for name in ("__init__", "run", "_open", "", "Convert"):
        assert f"ValueError: Method {name} not implemented" in client.command(name)["error"]
