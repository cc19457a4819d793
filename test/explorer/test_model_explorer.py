"""The plug-in, in Model Explorer's own extension manager."""

from pathlib import Path
from typing import Any

import pytest
from explorer_models import MLP, UP

pytest.importorskip("model_explorer.extension_manager", reason="Model Explorer is not installed")

from model_explorer.extension_manager import ExtensionManager  # pyright: ignore[reportMissingImports]


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> Any:
    made: Any = ExtensionManager(["ttmlir_py.explorer.model_explorer"])
    monkeypatch.setattr(ExtensionManager, "BUILTIN_ADAPTER_MODULES", [])
    made.load_extensions()
    return made


def test_the_adapter_opens_programs(manager: Any, tmp_path: Path):
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


@pytest.mark.parametrize("provider", ["time", "memory", "pcc"])
def test_providers_colour_operations(manager: Any, tmp_path: Path, provider: str):
    path = tmp_path / "mlp.mlir"
    path.write_text(MLP)
    command = {"extensionId": f"ttmlir_py_{provider}", "modelPath": str(path), "cmdId": "run"}
    answer = manager.run_cmd(command | {"graphId": "tt-graph", "configValues": {}})
    assert answer["error"] == ""
    assert answer["result"]["results"][UP]["value"] > 0
