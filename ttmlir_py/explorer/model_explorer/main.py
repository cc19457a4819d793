"""The module that Model Explorer loads: an adapter that opens programs, and node data providers.

The providers color operations by time, memory and accuracy. Only Model Explorer imports this
module; it is not a dependency of the project.
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
"""Maps each provider to its overlay, name and icon."""
_INPUTS = {"pcc": None, "validation": "randn:0"}
"""Maps overlays that require a run to the inputs for validation, or None."""
_PREFIX = "ttmlir_py_"


@cache
def _commands() -> Commands:
    """Return the commands of this process.

    Model Explorer opens files anywhere, and creates an adapter for each request.
    """
    return Commands(Files(["/"]))


def _shown(path: str) -> tuple[Session, Result]:
    session = Session(open_model(path))
    return session, session.show(Settings())


def _graph(session: Session, result: Result, findings: Findings | None = None) -> Graph:
    base = session.base(result.settings) if session.model.is_editable else None
    return decorated(result, base, findings)


def _answer(values: Mapping[str, Any]) -> Any:
    """Return an answer as a dataclass, which Model Explorer converts to a dictionary."""
    fields = [(name, Any) for name in values]
    return make_dataclass("Answer", fields)(**values)


@dataclass
class _Metadata(_explorer.AdapterMetadata):
    """The metadata of the adapter, with upstream's settings."""

    settings: dict[str, Any] = field(default_factory=dict[str, Any])


class TTAdapter(_explorer.Adapter):
    """An adapter that opens, compiles and estimates programs."""

    metadata = _Metadata(**{name: value for name, value in EXTENSION.items() if name != "type"})

    def convert(self, model_path: str, settings: dict[str, Any]) -> dict[str, Any]:
        """Return the graph of the compiled program."""
        return {"graphs": [_graph(*_shown(model_path))]}

    def execute(self, model_path: str, settings: dict[str, Any]) -> dict[str, Any]:
        """Compile and run the program in the background."""
        return self._run("execute", model_path, settings)

    def status_check(self, model_path: str, settings: dict[str, Any]) -> dict[str, Any]:
        """Return the progress of the run."""
        return self._run("status_check", model_path, settings)

    def override(self, model_path: str, settings: dict[str, Any]) -> dict[str, Any]:
        """Compile the program with overrides."""
        return self._run("override", model_path, settings)

    def initialize(self, model_path: str, settings: dict[str, Any]) -> dict[str, Any]:
        """Return a description of the target system."""
        return self._run("initialize", model_path, settings)

    @staticmethod
    def _run(command: str, path: str, settings: dict[str, Any]) -> dict[str, Any]:
        try:
            found = _commands().run(command, path, settings)["graphs"]
        except CommandError as error:
            raise ValueError(str(error).removeprefix("ValueError: ")) from None
        return {"graphs": [_answer(each) for each in found]}


class NodeData(_explorer.NodeDataProvider):
    """A provider of colors for the operations of a program that the adapter has opened."""

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
        """Return no editors, because the provider has no settings."""
        return _explorer.GetConfigEditorsResult(configEditors=[])

    def run(
        self,
        provider_id: str,
        model_path: str,
        graph_id: str,
        config_values: dict[str, Any],
        graph: Any,
    ) -> Any:
        """Return the overlay. For accuracy and validation, the program runs on the simulator."""
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
