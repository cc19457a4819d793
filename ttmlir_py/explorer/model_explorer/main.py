"""What Model Explorer loads: an adapter that opens programs, and providers of node data that colour them by time, memory and accuracy.

It is imported by Model Explorer alone, which is no dependency of the project's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, make_dataclass
from functools import cache
from typing import Any

import model_explorer  # pyright: ignore[reportMissingImports, reportMissingTypeStubs]

from ttmlir_py.explorer.commands import EXTENSION, CommandError, Commands
from ttmlir_py.explorer.files import Files
from ttmlir_py.explorer.graph import Graph
from ttmlir_py.explorer.models import open_model
from ttmlir_py.explorer.overlays import decorated
from ttmlir_py.explorer.overrides import Settings
from ttmlir_py.explorer.session import Result, Session
from ttmlir_py.explorer.simulation import Findings, Simulation
from ttmlir_py.runtime.defaults import MEMORY_LIMIT

_explorer: Any = model_explorer
_OVERLAYS = {
    "time": ("perf_data", "Estimated time", "timer"),
    "memory": ("memory", "L1 in use", "memory"),
    "pcc": ("pcc", "PCC of the simulator", "percent"),
    "validation": ("validation", "Validation", "fact_check"),
}
"""Providers: the overlay of each, its name, and its icon."""
_INPUTS = {"pcc": None, "validation": "randn:0"}
"""Overlays that take a run, and what validation runs on."""
_PREFIX = "ttmlir_py_"


@cache
def _commands() -> Commands:
    """What answers this process's commands; Model Explorer opens files wherever they are, and makes an adapter for each request."""
    return Commands(Files(["/"]))


def _shown(path: str) -> tuple[Session, Result]:
    session = Session(open_model(path))
    return session, session.show(Settings())


def _graph(session: Session, result: Result, findings: Findings | None = None) -> Graph:
    base = session.base(result.settings) if session.model.is_editable else None
    return decorated(result, base, findings)


def _answer(values: Mapping[str, Any]) -> Any:
    """An answer as Model Explorer wants it, which makes dictionaries of dataclasses."""
    fields = [(name, Any) for name in values]
    return make_dataclass("Answer", fields)(**values)


@dataclass
class _Metadata(_explorer.AdapterMetadata):
    """An adapter's, with upstream's settings."""

    settings: dict[str, Any] = field(default_factory=dict[str, Any])


class TTAdapter(_explorer.Adapter):
    """Opens programs, compiled and estimated."""

    metadata = _Metadata(**{name: value for name, value in EXTENSION.items() if name != "type"})

    def convert(self, model_path: str, settings: dict[str, Any]) -> dict[str, Any]:
        """The graph of what a program is compiled to."""
        return {"graphs": [_graph(*_shown(model_path))]}

    def execute(self, model_path: str, settings: dict[str, Any]) -> dict[str, Any]:
        """Compile and run, in the background."""
        return self._run("execute", model_path, settings)

    def status_check(self, model_path: str, settings: dict[str, Any]) -> dict[str, Any]:
        """How far that is."""
        return self._run("status_check", model_path, settings)

    def override(self, model_path: str, settings: dict[str, Any]) -> dict[str, Any]:
        """Compile with overrides."""
        return self._run("override", model_path, settings)

    def initialize(self, model_path: str, settings: dict[str, Any]) -> dict[str, Any]:
        """Describe the system."""
        return self._run("initialize", model_path, settings)

    @staticmethod
    def _run(command: str, path: str, settings: dict[str, Any]) -> dict[str, Any]:
        try:
            found = _commands().run(command, path, settings)["graphs"]
        except CommandError as error:
            raise ValueError(str(error).removeprefix("ValueError: ")) from None
        return {"graphs": [_answer(each) for each in found]}


class NodeData(_explorer.NodeDataProvider):
    """Colours the operations of a program that the adapter has opened."""

    metadata = [
        _explorer.NodeDataProviderMetadata(
            id=_PREFIX + id,
            name=name,
            description=f"{name} of each operation, by ttmlir_py",
            source_repo=EXTENSION["source_repo"],
            icon=icon,
            filter=_explorer.NodeDataProviderFilter(adapterIds=[EXTENSION["id"]]),
        )
        for id, (_, name, icon) in _OVERLAYS.items()
    ]

    def get_config_editors(self, provider_id: str) -> Any:
        """There is nothing to configure."""
        return _explorer.GetConfigEditorsResult(configEditors=[])

    def run(
        self,
        provider_id: str,
        model_path: str,
        graph_id: str,
        config_values: dict[str, Any],
        graph: Any,
    ) -> Any:
        """The overlay; those of accuracy and validation run the program on the simulator."""
        overlay, name, _ = _OVERLAYS[provider_id.removeprefix(_PREFIX)]
        session, result = _shown(model_path)
        findings: Findings | None = None
        if overlay in _INPUTS and result.main is not None and result.data is not None:
            check = result.check(_INPUTS[overlay])
            simulation = Simulation(result.main, result.data, MEMORY_LIMIT, check)
            simulation.start(lambda _: None)
            simulation.join()
            if simulation.error is not None:
                return _explorer.NodeDataProviderResult(error=simulation.error)
            findings = simulation.findings
        found = (_graph(session, result, findings).overlays or {}).get(overlay)
        if found is None:
            return _explorer.NodeDataProviderResult(error=f"{name} is not known of this program")
        return _explorer.NodeDataProviderResult(result=next(iter(found.values())))
