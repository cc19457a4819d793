"""The plug-in runs in Model Explorer's own extension manager."""

import json
import threading
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from explorer_models import MLP, UP

pytest.importorskip("model_explorer.extension_manager", reason="Model Explorer is not installed")

import model_explorer  # pyright: ignore[reportMissingImports, reportMissingTypeStubs]
from model_explorer.extension_manager import ExtensionManager  # pyright: ignore[reportMissingImports]

from ttmlir_py.explorer.commands import Commands
from ttmlir_py.explorer.files import Files
from ttmlir_py.explorer.server import Access, bind, serve


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> Any:
    made: Any = ExtensionManager(["ttmlir_py.explorer.model_explorer"])
    monkeypatch.setattr(ExtensionManager, "BUILTIN_ADAPTER_MODULES", [])
    made.load_extensions()
    return made


def test_model_explorer_adapter_opens_programs(manager: Any, tmp_path: Path):
    path = tmp_path / "mlp.mlir"
    path.write_text(MLP)
    known = {each["id"]: each for each in manager.get_extensions_metadata()}
    assert known["tt_adapter"]["settings"]["optimizationPolicies"][0] == "DF Sharding"
    command: dict[str, Any] = {"extensionId": "tt_adapter", "modelPath": str(path), "settings": {}}
    (graph,) = manager.run_cmd(command | {"cmdId": "convert"})["graphs"]
    assert UP in {node["id"] for node in graph["nodes"]}
    (status,) = manager.run_cmd(command | {"cmdId": "status_check"})["graphs"]
    assert status["isDone"] is True
    with pytest.raises(ValueError, match="Invalid optimization policy selected: None"):
        manager.run_cmd(command | {"cmdId": "execute"})


@pytest.mark.parametrize("provider", ["time", "memory", "pcc", "validation"])
def test_model_explorer_node_data_providers_colour_operations(
    manager: Any, tmp_path: Path, provider: str
):
    path = tmp_path / "mlp.mlir"
    path.write_text(MLP)
    command = {"extensionId": f"ttmlir_py_{provider}", "modelPath": str(path), "cmdId": "run"}
    answer = manager.run_cmd(command | {"graphId": "tt-graph", "configValues": {}})
    assert answer["error"] == ""
    value = answer["result"]["results"][UP]["value"]
    assert value == "right" if provider == "validation" else value > 0


def test_model_explorer_page_shows_graph_from_our_server(chromium: Any, tmp_path: Path):
    """Model Explorer's page loads its scripts from its own package; our server answers all its
    requests.
    """
    static = Path(str(model_explorer.__file__)).with_name("web_app")
    model = tmp_path / "mlp.mlir"
    model.write_text(MLP)
    commands = Commands(Files([tmp_path]))
    listening = bind("localhost", 0)
    origin = f"http://localhost:{listening.getsockname()[1]}/"
    work = (commands, Access("localhost", listening.getsockname()[1]), listening)
    threading.Thread(target=serve, args=work, daemon=True).start()
    page = chromium.new_page()
    answered: dict[str, int] = {}

    def route(found: Any) -> None:
        path = urlsplit(found.request.url).path.strip("/") or "index.html"
        if not found.request.url.startswith(origin):
            found.abort()
        elif (static / path).is_file():
            found.fulfill(path=static / path)
        else:
            found.continue_()

    def note(response: Any) -> None:
        answered[urlsplit(response.url).path] = response.status

    page.route("**/*", route)
    page.on("response", note)
    data = json.dumps({"models": [{"url": str(model), "adapterId": "tt_adapter"}]})
    page.goto(f"{origin}?data={quote(data)}")
    page.get_by_text("ttir.matmul").or_(page.get_by_text("tt-graph")).first.wait_for(timeout=60_000)
    assert answered["/apipost/v1/send_command"] == 200
    assert {status for path, status in answered.items() if "api" in path} == {200}
    page.close()
    commands.close()
