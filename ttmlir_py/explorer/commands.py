"""Answers to requests: upstream's commands, and this explorer's own.

A lock guards all access to models.
"""

import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from ttmlir_py.common.boards import BOARDS
from ttmlir_py.common.files import write_file
from ttmlir_py.common.suggestions import unknown_name
from ttmlir_py.explorer import overlays
from ttmlir_py.explorer.failures import diagnostic_values, source_graph
from ttmlir_py.explorer.files import Files
from ttmlir_py.explorer.graph import Graph, as_dict, convert
from ttmlir_py.explorer.html import with_views
from ttmlir_py.explorer.models import TRACE_SUFFIX, open_model
from ttmlir_py.explorer.overrides import (
    POLICIES,
    UPSTREAM_POLICIES,
    Override,
    OverrideError,
    Settings,
    parse_override,
    unknown_policy,
)
from ttmlir_py.explorer.session import Json, Result, Session, compare
from ttmlir_py.explorer.simulation import Findings, Simulation
from ttmlir_py.explorer.sources import model_source, source_key, sources
from ttmlir_py.explorer.stages import Stage, stage_graph, stages_of
from ttmlir_py.frontends.sources import SourceError
from ttmlir_py.ir.diagnostics import CompilationError
from ttmlir_py.runtime.defaults import MEMORY_LIMIT
from ttmlir_py.target.flatbuffer.system_desc import write_board
from ttmlir_py.traces.errors import TraceError

EXTENSION_ID = "tt_adapter"
BUSY = "A model is already being processed. Please wait for it to finish."
"""Upstream's message for a request during a run."""
_COMPILED = 20
"""Percentage of a run's progress that compilation takes."""
_KEPT_SESSIONS = 4
_GENERATED = re.compile(r"(randn|edge):[0-9]{1,9}").fullmatch
"""Matches inputs that are generated. A file named in a request is not opened."""

EXTENSION: Json = {
    "id": EXTENSION_ID,
    "name": "Tenstorrent MLIR Adapter",
    "description": "Programs of TTIR, TTNN, StableHLO, TTMetal and EmitC, compiled and estimated.",
    "source_repo": "https://github.com/tenstorrent/tt-mlir/tree/main/tools/explorer/tt_adapter",
    "fileExts": ["mlir", "ttir", "ttnn"],
    "type": "adapter",
    "settings": {"optimizationPolicies": UPSTREAM_POLICIES, "supportsPreload": True},
}
"""Upstream's description of its extension, with the name and capabilities of this one."""


class CommandError(Exception):
    """An error for a request that cannot be answered.

    The text starts with the kind of error, as in the protocol. `diagnostics` have their source
    lines.
    """

    def __init__(self, text: str, diagnostics: Sequence[Json] = ()):
        super().__init__(text)
        self.diagnostics = diagnostics


@dataclass
class _Run:
    """The current run, started by the command `execute`."""

    number: int = 0
    path: Path | None = None
    simulation: Simulation | None = None
    is_busy: bool = False
    progress: int = 0
    error: str | None = None
    status: str = ""
    start: float = 0.0
    stop: float = 0.0
    cancelled: bool = False
    log: list[str] = field(default_factory=list[str])


@dataclass
class _Opened:
    session: Session
    shown: bool = False
    """Whether `convert` returns the compiled result instead of the file, as upstream does after a
    run.
    """
    has_cpp: bool = False
    """Whether graphs include the C++ program, which later revisions of upstream's explorer
    request.
    """
    findings: dict[object, Findings] = field(default_factory=dict[object, Findings])
    """Maps compilation settings to the findings of their last run."""
    stages: tuple[object, Sequence[Stage]] | None = None


class Commands:
    """The handlers of requests. `run` takes the name of a command, the path of a model, and
    settings.

    A binary starts with the policy that it was compiled with. With `keeps_policy`, it starts with
    the policy in the settings.
    """

    def __init__(
        self,
        files: Files,
        *,
        settings: Settings | None = None,
        models: Sequence[str] = (),
        can_run: bool = True,
        keeps_policy: bool = False,
        memory_limit: int = MEMORY_LIMIT,
    ):
        self.files = files
        self.given = list(models)
        self._start = settings or Settings()
        self._can_run = can_run
        self._keeps_policy = keeps_policy
        self._memory_limit = memory_limit
        self._lock = threading.RLock()
        self._opened: dict[Path, _Opened] = {}
        self._run = _Run()
        self._commands: Mapping[str, Callable[[Path, Json], Sequence[Any]]] = {
            "convert": self._convert,
            "execute": self._execute,
            "override": self._override,
            "choices": self._choices,
            "try": self._try,
            "undo": self._undo,
            "history": self._history,
            "sources": self._sources,
            "stages": self._stages,
            "compare": self._compare,
            "reload": self._reload,
            "export": self._export,
        }
        self._free: Mapping[str, Callable[[Json], Sequence[Any]]] = {
            "status_check": self._status,
            "initialize": self._initialize,
            "preload": self._preload,
            "cancel": self._cancel,
            "models": self._models,
        }
        """Commands that need no model, by name."""

    def close(self) -> None:
        """Cancel the run, and delete temporary files."""
        self._cancel({})
        self.files.close()

    def open(self, path: str) -> None:
        """Open a model before the first request.

        Raises `PathError`, and the errors of `open_model` and `trace_graph`.
        """
        found = self.files.resolve(path)
        with self._lock:
            if found.suffix == TRACE_SUFFIX:
                _trace_graph(found)
            else:
                self._open(found)

    def run(self, command: str, path: object, settings: Json) -> Json:
        """Return the answer to a command. Raises `CommandError`, and then leaves the state
        unchanged.
        """
        free, command_of = self._free.get(command), self._commands.get(command)
        try:
            if free is not None:
                return {"graphs": list(free(settings))}
            if command_of is None:
                known = ", ".join((*self._commands, *self._free))
                raise CommandError(
                    f"ValueError: Method {command} not implemented: expected one of {known}"
                )
            with self._lock:
                return {"graphs": list(command_of(self.files.resolve(path), settings))}
        except CompilationError as error:
            found = [diagnostic_values(each) for each in error.diagnostics]
            raise CommandError(f"CompilationError: {error}", found) from None
        except (SourceError, TraceError, OverrideError, ValueError) as error:
            raise CommandError(f"ValueError: {error}") from None
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            raise CommandError(f"{type(error).__name__}: {name}{error.strerror}") from None

    # Commands that upstream's explorer has as well.

    def _convert(self, path: Path, given: Json) -> Sequence[Any]:
        """Return the graph of a file.

        With `stage`, `policy`, `system` or `overrides`, or after an edit or run, return the graph
        of the compiled program. With `views`, the graph has the positions of its nodes; see
        `layout.views`.
        """
        if path.suffix == TRACE_SUFFIX:
            return [_drawn(as_dict(_trace_graph(path)), given)]
        opened = self._open(path)
        stage = given.get("stage")
        if isinstance(stage, int):
            stages = self._stages_of(opened)
            if not 0 <= stage < len(stages):
                raise ValueError(f"there is no stage {stage}: there are {len(stages)}")
            return [_drawn(as_dict(stage_graph(opened.session.model, stages, stage)), given)]
        if stage not in (None, "source", "ttir", "ttnn"):
            raise ValueError(
                f"there is no stage {stage!r}: expected source, ttir, ttnn, or a number"
            )
        asks = not {"policy", "system", "overrides"}.isdisjoint(given)
        if stage in ("source", "ttir") or (stage is None and not (opened.shown or asks)):
            return [_drawn(self._source_graph(opened, named=stage == "ttir"), given)]
        settings = self._settings(opened, given) if asks else opened.session.settings
        return [_drawn(self._graph(opened, opened.session.show(settings)), given)]

    def _source_graph(self, opened: _Opened, *, named: bool) -> Json:
        result = opened.session.show(opened.session.settings) if named else None
        if result is not None and result.ttir is not None:
            return as_dict(convert(result.ttir).graph)
        return as_dict(source_graph(opened.session.model))

    def _override(self, path: Path, given: Json) -> Sequence[Any]:
        """Check overrides, compile and estimate.

        If this fails, the answer contains the error, and the previous program is kept.
        """
        opened = self._open(path)
        try:
            result = opened.session.show(self._settings(opened, given))
        except CompilationError as error:
            found = [diagnostic_values(each) for each in error.diagnostics]
            return [{"success": False, "error": str(error), "diagnostics": found}]
        except ValueError as error:
            return [{"success": False, "error": str(error), "diagnostics": []}]
        opened.shown = True
        return [{"success": True, "summary": result.summary()}]

    def _execute(self, path: Path, given: Json) -> Sequence[Any]:
        """Compile and then run on the simulator, in the background. `status_check` returns the
        progress.

        With `verify_numerics`, the program is also compared with its source on generated inputs
        like those of `ttopt`.
        """
        opened = self._open(path)
        policy = given.get("optimizationPolicy")
        if policy not in POLICIES:
            raise ValueError(unknown_policy(policy))
        settings = self._settings(opened, {"policy": policy, "overrides": given.get("overrides")})
        inputs = given.get("verify_numerics")
        if inputs is not None and not (isinstance(inputs, str) and _GENERATED(inputs)):
            raise ValueError("verify_numerics: expected randn:SEED or edge:SEED")
        if self._run.is_busy:
            raise CommandError(f"RuntimeError: {BUSY}")
        opened.has_cpp = given.get("generateCppCode") is True
        run = self._run = _Run(self._run.number + 1, path, is_busy=True, start=time.monotonic())
        run.status, run.progress = "compiling", _COMPILED // 2
        work = threading.Thread(
            target=self._work, args=(run, opened, settings, inputs), daemon=True
        )
        work.start()
        return []

    def _work(self, run: _Run, opened: _Opened, settings: Settings, inputs: str | None) -> None:
        try:
            with self._lock:
                result = opened.session.show(settings)
                opened.shown = True
                run.log.append(f"compiled: {result.command}")
                run.log += result.warnings.splitlines()
            run.progress, run.status = _COMPILED, "simulating"
            if run.cancelled or not self._can_run or result.main is None or result.data is None:
                run.error = "cancelled" if run.cancelled else None
                return
            simulation = Simulation(
                result.main, result.data, self._memory_limit, result.check(inputs)
            )
            run.simulation = simulation
            if run.cancelled:  # the user cancelled before the simulation was created
                simulation.cancel()
            simulation.start(lambda _: None)
            simulation.join()
            run.error = simulation.error
            opened.findings[settings.key] = simulation.findings
        except CompilationError as error:
            run.error = f"Error running compile TTIR to TTNN Backend Pipeline\n{error}"
        except (ValueError, OSError) as error:
            run.error = f"An unexpected error occurred: {error}"
        finally:
            run.progress = 100 if run.error is None else run.progress
            run.status = "done" if run.error is None else "failed"
            run.stop, run.is_busy = time.monotonic(), False

    def _status(self, _given: Json) -> Sequence[Any]:
        """Return the progress of the run, and the new lines of its log."""
        run = self._run
        progress = run.progress
        if run.simulation is not None and run.is_busy:
            progress = _COMPILED + (100 - _COMPILED) * run.simulation.progress // 100
        lines, run.log = run.log, []
        if run.simulation is not None:
            lines += run.simulation.take_log()
        stop = time.monotonic() if run.is_busy else run.stop
        said: Json = {
            "isDone": not run.is_busy,
            "progress": progress,
            "total": 100,
            "error": run.error,
            "stdout": "\n".join(lines),
            "timeElapsed": round(stop - run.start, 3),
            "currentStatus": run.status,
            "runId": run.number,
        }
        return [said]

    def _cancel(self, _given: Json) -> Sequence[Any]:
        """Cancel the current run, if any."""
        self._run.cancelled = True
        if self._run.simulation is not None:
            self._run.simulation.cancel()
        return [{"success": True}]

    def _initialize(self, _given: Json) -> Sequence[Any]:
        """Return the path of a file that describes the target system."""
        system = self._start.system
        if self._start.is_file:
            return [{"system_desc_path": system}]
        path = self.files.scratch("system_desc.ttsys")
        write_file(path, write_board(system or "n150"))
        return [{"system_desc_path": str(path)}]

    def _preload(self, _given: Json) -> Sequence[Any]:
        """Return the models that were given at the start of the server."""
        return [{"graphPaths": self.given}]

    # Commands that only this explorer has.

    def _models(self, _given: Json) -> Sequence[Any]:
        said = {"models": list(self.files.models()), "given": self.given, "boards": [*BOARDS]}
        return [said | {"policies": [*POLICIES], "canRun": self._can_run}]

    def _choices(self, path: Path, given: Json) -> Sequence[Any]:
        """Return the legal layouts of the operation `node`, and the rejected ones with reasons."""
        return [self._open(path).session.choices(_text(given, "node"))]

    def _try(self, path: Path, given: Json) -> Sequence[Any]:
        """Return the estimated time and memory with another `layout` of the operation `node`.

        The layout is not applied. Time is in nanoseconds, memory in bytes per bank.
        """
        session = self._open(path).session
        now = session.compile(session.settings)
        settings = session.with_layout(_text(given, "node"), _text(given, "layout"))
        then = session.compile(settings)
        said = _numbers(then)
        if then.main is not None and now.main is not None:
            said["difference"] = then.main.nanoseconds - now.main.nanoseconds
        return [said]

    def _undo(self, path: Path, _given: Json) -> Sequence[Any]:
        opened = self._open(path)
        return [self._graph(opened, opened.session.undo())]

    def _history(self, path: Path, _given: Json) -> Sequence[Any]:
        """Return the settings that were shown so far, oldest first, with their results."""
        session = self._open(path).session
        return [_numbers(session.compile(each)) for each in [*session.history]]

    def _sources(self, path: Path, _given: Json) -> Sequence[Any]:
        """Return the texts of the program, with the lines of each node.

        If the program does not compile, return only its source.
        """
        session = self._open(path).session
        try:
            found = sources(session.compile(session.settings))
        except CompilationError:
            found = {source_key(session.model): model_source(session.model)}
        return [{name: {"text": each.text, "lines": each.lines} for name, each in found.items()}]

    def _stages(self, path: Path, _given: Json) -> Sequence[Any]:
        """Return the passes of the pipeline, each with whether it changed the program.

        `convert` returns the graph after a pass, given its number.
        """
        stages = self._stages_of(self._open(path))
        return [
            {"number": number, "name": each.name, "changed": each.changed}
            for number, each in enumerate(stages)
        ]

    def _stages_of(self, opened: _Opened) -> Sequence[Stage]:
        session = opened.session
        result = session.compile(session.settings)
        if opened.stages is None or opened.stages[0] != result.settings.key:
            opened.stages = result.settings.key, stages_of(result)
        return opened.stages[1]

    def _compare(self, path: Path, _given: Json) -> Sequence[Any]:
        """Return the result of each policy. Policies that take overrides use the current ones."""
        session = self._open(path).session
        return [_numbers(each) for each in compare(session)]

    def _reload(self, path: Path, _given: Json) -> Sequence[Any]:
        """Read the file again. If it is no longer a program, keep the previous program."""
        before = self._open(path)
        session = Session(open_model(path))
        session.show(before.session.settings)
        self._opened[path] = _Opened(session, shown=True)
        return [{"success": True}]

    def _export(self, path: Path, given: Json) -> Sequence[Any]:
        """Return a file to save in a `format`; see `export.TEXTS`."""
        from ttmlir_py.explorer.export import TEXTS

        name = _text(given, "format")
        write = TEXTS.get(name)
        if write is None:
            raise ValueError(unknown_name("format", name, TEXTS))
        opened = self._open(path)
        result = opened.session.compile(opened.session.settings)
        return [{"text": write(result, self._decorated(opened, result))}]

    # Helpers that several commands share.

    def _open(self, path: Path) -> _Opened:
        opened = self._opened.pop(path, None)
        if opened is None:
            session = Session(open_model(path))
            start = self._start if session.model.is_editable else Settings()
            session.history.append(
                start if self._keeps_policy else session.starting_settings(start)
            )
            opened = _Opened(session)
        self._opened[path] = opened
        while len(self._opened) > _KEPT_SESSIONS:
            del self._opened[next(iter(self._opened))]
        return opened

    def forget(self, path: Path) -> None:
        """Remove an uploaded model and its file. Other models are kept."""
        with self._lock:
            if self.files.forget(path):
                self._opened.pop(path, None)

    def _settings(self, opened: _Opened, given: Json) -> Settings:
        """Return the session's settings with the changes in `given`. Raises `OverrideError`."""
        now = opened.session.settings
        policy, system = given.get("policy", now.policy), given.get("system", now.system)
        if not isinstance(system, str) or (
            system and system not in BOARDS and system != now.system
        ):
            raise OverrideError(unknown_name("system", str(system), BOARDS))
        if not isinstance(policy, str):
            raise OverrideError(unknown_policy(policy))
        settings = replace(now, policy=policy, system=system)
        if "overrides" in given:
            overrides = self._overrides(opened.session, given["overrides"])
            settings = replace(settings, overrides=overrides)
        return settings

    def _overrides(self, session: Session, given: Any) -> dict[str, Override]:
        """Return overrides from the protocol's form: `{node: {"named_location", "attributes"}}`.

        The default name is that of the node.
        """
        if given is not None and not isinstance(given, dict):
            raise OverrideError("overrides: expected a JSON object by node")
        found: dict[str, Override] = {}
        for node, said in cast("dict[str, Any]", given or {}).items():
            match said:
                case {"attributes": attributes, **rest}:
                    name = rest.get("named_location") or session.name_of(node)
                case _:
                    raise OverrideError(f"the override of '{node}' has no attributes")
            if not isinstance(name, str):
                raise OverrideError(f"the named_location of '{node}' is not a text")
            found[name] = parse_override(attributes)
        return found

    def _graph(self, opened: _Opened, result: Result) -> Json:
        opened.shown = True
        graph = self._decorated(opened, result)
        if opened.has_cpp and (cpp := sources(result).get("cpp")):
            graph = replace(graph, cppCode=cpp.text)
        return as_dict(graph)

    def _decorated(self, opened: _Opened, result: Result) -> Any:
        base = None
        if opened.session.model.is_editable and POLICIES[result.settings.policy] is not None:
            base = opened.session.base(result.settings)
        findings = opened.findings.get(result.settings.key)
        graph = overlays.decorated(result, base, findings)
        start, *edits = opened.session.history
        first = opened.session.compile(start).main
        change: Json = {"edits": len(edits)}
        if first is not None and result.main is not None:
            change["difference"] = result.main.nanoseconds - first.nanoseconds
        return replace(graph, summary={**(graph.summary or {}), **change})


def _trace_graph(path: Path) -> Graph:
    from ttmlir_py.explorer.traced import trace_graph

    return trace_graph(path)


def _drawn(graph: Json, given: Json) -> Json:
    """Return the graph, with node positions if the page requested `views`. Raises `LayoutError`."""
    if given.get("views") is not True:
        return graph
    return with_views(graph)


def _numbers(result: Result) -> Json:
    """Return a row for a table that compares results: estimated nanoseconds, and bytes per bank."""
    settings = result.settings
    return {
        "policy": settings.policy,
        "system": settings.system,
        "overrides": {name: str(each.layout) for name, each in settings.overrides.items()},
        "duration": result.main.nanoseconds if result.main else None,
        "peak_l1": result.peak("L1"),
        "peak_dram": result.peak("DRAM"),
    }


def _text(given: Json, key: str) -> str:
    value = given.get(key)
    if not isinstance(value, str):
        raise ValueError(f"settings: expected a text for '{key}'")
    return value
