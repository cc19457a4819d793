"""Pipelines and translations (`ttmlir.passes`)."""

import ctypes
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from math import prod
from typing import Any

from ttmlir_py.bindings.dialects.own_attributes import qualified_enum
from ttmlir_py.bindings.golden_formats import stored_values, tensor_of_caller
from ttmlir_py.bindings.ir.kinds import expect
from ttmlir_py.bindings.ir.links import raw_operation
from ttmlir_py.bindings.ir.state import resolve_context
from ttmlir_py.bindings.ir.types import whole_number
from ttmlir_py.common.files import write_file
from ttmlir_py.dialects.func import FuncOp
from ttmlir_py.dialects.tt import enums
from ttmlir_py.ir.diagnostics import CompilationError, Diagnostic, Severity
from ttmlir_py.ir.module import ModuleOp
from ttmlir_py.passes.base import Pass
from ttmlir_py.passes.pipelines import TTIRToTTMetalBackendPipeline, TTIRToTTNNBackendPipeline
from ttmlir_py.passes.running.instrumentation import StageRecorder
from ttmlir_py.passes.running.option_text import OptionError
from ttmlir_py.passes.running.pass_manager import OpPassManager
from ttmlir_py.target.flatbuffer.goldens import GoldenTensor as _Golden

__all__ = [
    "DataType",
    "GoldenTensor",
    "MLIRModuleLogger",
    "ModuleLog",
    "SharedVoidPtr",
    "create_golden_tensor",
    "lookup_dtype",
    "ttir_to_ttmetal_backend_pipeline",
    "ttir_to_ttnn_backend_pipeline",
    "ttkernel_to_cpp",
    "ttmetal_to_flatbuffer_file",
    "ttnn_pipeline_analysis_passes",
    "ttnn_pipeline_dealloc_pass",
    "ttnn_pipeline_layout_decomposition_pass",
    "ttnn_pipeline_lowering_passes",
    "ttnn_pipeline_ttir_passes",
    "ttnn_to_flatbuffer_binary",
    "ttnn_to_flatbuffer_file",
]

DataType = qualified_enum(enums.DataType)
"""The formats of elements in binaries."""

Stage = Callable[[Any], Iterable[Pass]]


@contextmanager
def _explained(context: Any, failure: str) -> Generator[None]:
    """Convert a CompilationError in the block to a RuntimeError with the errors.

    Handlers of the context receive all diagnostics. Unhandled warnings go to stderr.
    """
    texts: list[str] = []

    def keep(found: Diagnostic) -> None:
        if found.severity is Severity.ERROR:
            context.offer(found)
            texts.append(context.xdsl.diagnostics.render(found))
        else:
            context.dispatch(found)

    with context.xdsl.diagnostics.handler(keep):
        try:
            yield
        except CompilationError:
            raise RuntimeError(f"{failure}\n{''.join(texts)}".rstrip()) from None


def _raw_module(module: Any) -> Any:
    """Return the module of xDSL. Raise TypeError for other objects."""
    raw = raw_operation(module)
    if not isinstance(raw, ModuleOp):
        raise TypeError(f"expected a module, found {raw.name}")
    return raw


def _run(module: Any, passes: Iterable[Pass]) -> None:
    """Run passes on a module. Raise RuntimeError with the diagnostics if one fails."""
    from ttmlir_py.compiler import PassManager

    raw = _raw_module(module)
    context = module.operation.context
    manager = OpPassManager()
    for each in passes:
        manager.add(each, implicit_nesting=True)
    observers = [each.recorder for each in context.module_loggers]
    runner = PassManager(manager, context=context.xdsl, instrumentations=observers)
    with _explained(context, "Failed to run pass manager"):
        runner.run(raw)


def _pipeline(cls: Any, options: str) -> Any:
    try:
        return cls.parse_options(options)
    except (OptionError, ValueError) as error:
        raise RuntimeError(f"Failed to add pipeline to pass manager: {error}") from None


def _stage(module: Any, options: str, stage: Stage) -> None:
    _run(module, stage(_pipeline(TTIRToTTNNBackendPipeline, options)))


def ttnn_pipeline_ttir_passes(module: Any, options: str = "") -> None:
    """Run the passes that simplify TTIR, and give the module its system and device."""
    _stage(module, options, TTIRToTTNNBackendPipeline.ttir_passes)


def ttnn_pipeline_analysis_passes(module: Any, options: str = "") -> None:
    """Run the optimizer, if the options enable it."""
    _stage(module, options, TTIRToTTNNBackendPipeline.analysis_passes)


def ttnn_pipeline_lowering_passes(module: Any, options: str = "") -> None:
    """Run the passes that assign layouts and lower TTIR to TTNN."""
    _stage(module, options, TTIRToTTNNBackendPipeline.lowering_passes)


def ttnn_pipeline_layout_decomposition_pass(module: Any, options: str = "") -> None:
    """Decompose changes of layouts into single steps."""
    _stage(module, options, TTIRToTTNNBackendPipeline.layout_decomposition_passes)


def ttnn_pipeline_dealloc_pass(module: Any, options: str = "") -> None:
    """Free tensors after their last use."""
    _stage(module, options, TTIRToTTNNBackendPipeline.dealloc_passes)


def ttir_to_ttnn_backend_pipeline(module: Any, options: str = "") -> None:
    """Lower TTIR to TTNN."""
    _run(module, _pipeline(TTIRToTTNNBackendPipeline, options).passes())


def ttir_to_ttmetal_backend_pipeline(module: Any, options: str = "") -> None:
    """Lower TTIR to TTMetal."""
    _run(module, _pipeline(TTIRToTTMetalBackendPipeline, options).passes())


# Functions that read and write binaries.


class ModuleLog(list[tuple[str, str]]):
    """A list of pairs: the name of a pass, and the text of the module after it."""


class MLIRModuleLogger:
    """A recorder of the module's text after each pass that runs in a context."""

    def __init__(self) -> None:
        self._log = ModuleLog()
        self.recorder = _NamedRecorder(stages=self._log)

    def attach_context(self, ctx: Any, passnames_to_cache: Sequence[str] = ()) -> None:
        """Record the passes that run in a context: all passes, or only those with the given
        names.
        """
        self.recorder.names = frozenset(passnames_to_cache)
        resolve_context(ctx).module_loggers.append(self)

    @property
    def module_log(self) -> ModuleLog:
        """The recorded texts."""
        return self._log


class _NamedRecorder(StageRecorder):
    """A recorder of the passes with given names."""

    names: frozenset[str] = frozenset()

    def after_pass(self, each: Any, op: Any, *, failed: bool) -> None:
        """Record the text after a pass, if the pass has one of the names."""
        if not self.names or self.names & {each.name, each.cpp_name}:
            super().after_pass(each, op, failed=failed)


class GoldenTensor:
    """The expected value of an operation's result, with which `ttrt` compares it."""

    def __init__(
        self, name: str, shape: Sequence[int], strides: Sequence[int], dtype: Any, data: Any
    ):
        self.name = name
        self.shape = list(shape)
        self.strides = list(strides)
        self.dtype = dtype
        self.data = bytes(data)

    def for_binary(self) -> _Golden:
        """Return the golden in the form that the translation to binaries accepts."""
        dtype = enums.DataType(int(self.dtype))
        return _Golden(self.name, self.shape, self.strides, dtype, self.data)


_SIZES = {
    "BFloat16": 2,
    "Float16": 2,
    "Float32": 4,
    "Int32": 4,
    "UInt16": 2,
    "UInt32": 4,
    "UInt8": 1,
}


def create_golden_tensor(
    name: str, shape: Sequence[int], strides: Sequence[int], dtype: Any, ptr: int
) -> GoldenTensor:
    """Return a golden with a copy of the elements at an address of this process, such as
    `tensor.data_ptr()`.

    Upstream's `ttir_builder` declares the bytes of all tensors as f32, also those of bool and of
    integers. If a variable of the caller holds the PyTorch tensor with this address, shape and
    strides, the tensor's own type counts.
    """
    if not isinstance(dtype, DataType):
        raise TypeError(f"dtype: found {dtype!r}, expected DataType")
    size = _SIZES.get(dtype.name)
    if size is None:
        raise ValueError(f"a golden tensor of {dtype.name} has no memory format")
    count = prod(whole_number(each) for each in shape)
    if min(shape, default=0) < 0:
        raise ValueError(f"shape: found {list(shape)}, expected sizes that are not negative")
    if whole_number(ptr) == 0 and count:
        raise ValueError("ptr: found 0, expected the address of the elements")
    torch: Any = sys.modules.get("torch")
    if torch is not None and dtype.name == "Float32":
        caller = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
        found = tensor_of_caller(torch, caller, ptr, shape, strides)
        if found is not None and found.dtype != torch.float32:
            argument = name.startswith("input_")
            values, format = stored_values(torch, found, is_argument=argument)
            size, dtype, ptr = values.dtype.itemsize, DataType[format], values.data_ptr()
    return GoldenTensor(name, shape, strides, dtype, ctypes.string_at(ptr, count * size))


def lookup_dtype(name: str) -> Any:
    """Return the data type called `name`; Float32 if the name is unknown."""
    return DataType.__members__.get(name, DataType.Float32)


def _translated(module: Any, translation: str, **options: Any) -> bytes:
    from ttmlir_py.compiler import translate

    raw = _raw_module(module)
    context = module.operation.context
    with _explained(context, "Failed to write flatbuffer"):
        return translate(raw, translation, context=context.xdsl, **options)


def _goldens(golden_map: Mapping[str, GoldenTensor] | None) -> dict[str, _Golden]:
    if not isinstance(golden_map, Mapping | None):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"expected a dict of golden tensors, found {type(golden_map).__name__}")
    return {
        key: expect(each, GoldenTensor).for_binary() for key, each in (golden_map or {}).items()
    }


def _write(path: str, data: bytes) -> None:
    try:
        write_file(path, data)
    except OSError as error:
        raise RuntimeError(f"Failed to open file: {path}. Error: {error.strerror}") from None


def ttnn_to_flatbuffer_file(
    module: Any,
    filepath: str,
    goldenMap: Mapping[str, GoldenTensor] | None = None,
    moduleCache: Sequence[tuple[str, str]] = (),
) -> None:
    """Write a TTNN module as a binary, with golden tensors and the texts of stages."""
    data = _translated(
        module,
        "ttnn-to-flatbuffer",
        golden_map=_goldens(goldenMap),
        stages=[(name, text) for name, text in moduleCache],
    )
    _write(filepath, data)


def ttmetal_to_flatbuffer_file(
    module: Any, filepath: str, goldenMap: Mapping[str, GoldenTensor] | None = None
) -> None:
    """Write a TTMetal module as a binary. Its format has no place for golden tensors."""
    _write(filepath, _translated(module, "ttmetal-to-flatbuffer"))


class BinaryCapsule:
    """A binary in memory, which `ttrt.binary.load_binary_from_capsule` takes."""

    def __init__(self, data: bytes):
        self.data = data


def ttnn_to_flatbuffer_binary(module: Any) -> BinaryCapsule:
    """Return a TTNN module as a binary in memory."""
    return BinaryCapsule(_translated(module, "ttnn-to-flatbuffer"))


class SharedVoidPtr:
    """A holder of a binary in memory."""

    data: bytes = b""

    def from_ttnn(self, module: Any) -> None:
        """Translate a TTNN module."""
        self.data = _translated(module, "ttnn-to-flatbuffer")


def ttkernel_to_cpp(module: Any) -> str:
    """Return the C++ of the kernels of a module, one after another.

    Kernels are the functions with an attribute `ttkernel.thread`, such as `#ttkernel.thread<noc>`.
    Raise RuntimeError if no function has it.
    """
    from ttmlir_py.dialects.ttkernel.attributes import ThreadTypeAttr
    from ttmlir_py.target.cpp.kernels import kernel_text

    functions = [each for each in _raw_module(module).walk() if isinstance(each, FuncOp)]
    threads = [(each, each.attributes.get("ttkernel.thread")) for each in functions]
    kernels = [(each, at) for each, at in threads if isinstance(at, ThreadTypeAttr)]
    if not kernels:
        raise RuntimeError(
            "Failed to generate cpp: no function has an attribute "
            "`ttkernel.thread = #ttkernel.thread<noc>` or `<tensix>`"
        )
    with _explained(module.operation.context, "Failed to generate cpp"):
        return "".join(kernel_text(each.body, at.value) for each, at in kernels)
