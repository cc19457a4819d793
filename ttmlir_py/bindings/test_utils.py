"""Functions that compile Python functions through TTIR to binaries (`ttmlir.test_utils`)."""

import inspect
import os
from collections.abc import Callable, Sequence
from typing import Any

from ttmlir_py.bindings import ir
from ttmlir_py.bindings.dialects import func
from ttmlir_py.bindings.expected_values import golden_library
from ttmlir_py.bindings.ir.context import Context
from ttmlir_py.bindings.ir.insertion import InsertionPoint
from ttmlir_py.bindings.ir.locations import Location
from ttmlir_py.bindings.ir.operations import Module
from ttmlir_py.bindings.passes import (
    MLIRModuleLogger,
    ModuleLog,
    ttir_to_ttmetal_backend_pipeline,
    ttir_to_ttnn_backend_pipeline,
    ttmetal_to_flatbuffer_file,
    ttnn_to_flatbuffer_file,
)
from ttmlir_py.bindings.ttir_builder import Golden, Operand, Shape, TTIRBuilder
from ttmlir_py.common.files import write_file

torch: Any = golden_library()

__all__ = [
    "Golden",
    "Operand",
    "Shape",
    "TTIRBuilder",
    "compile_as_mlir_module",
    "compile_to_flatbuffer",
    "ttir_to_ttmetal",
    "ttir_to_ttnn",
    "ttmetal_to_flatbuffer",
    "ttnn_to_flatbuffer",
]


def __getattr__(name: str) -> Any:
    """Return a name of `ttmlir.ir`, because upstream's module has all of these, too."""
    if not name.startswith("_") and hasattr(ir, name):
        return getattr(ir, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


TARGETS = ("ttmetal", "ttnn")


def _location(function: Callable[..., Any], context: Context) -> Location:
    """Return the location of the first line of a function, or the unknown location if the source of
    the function is unknown.
    """
    try:
        name, line = inspect.getfile(function), inspect.getsourcelines(function)[1]
    except (OSError, TypeError):
        return Location.unknown(context)
    return Location.file(name, line, 0, context)


def compile_as_mlir_module(
    test_fn: Callable[..., Any],
    inputs_shapes: Sequence[Shape],
    inputs_types: Sequence[Any] | None = None,
    module_dump: bool = False,
) -> tuple[Module, TTIRBuilder]:
    """Return a module with the function that a Python function builds, and its builder.

    `test_fn` receives a value for each shape and the builder as keyword `builder`. The types of
    inputs are PyTorch's, float32 by default.
    """
    if not callable(test_fn):
        raise TypeError(f"test_fn: expected a function, found {type(test_fn).__name__}")
    types = [torch.float32] * len(inputs_shapes) if inputs_types is None else list(inputs_types)
    if len(types) != len(inputs_shapes):
        raise ValueError(f"{len(types)} types are given for {len(inputs_shapes)} inputs")
    context = Context()
    location = _location(test_fn, context)
    builder = TTIRBuilder(context, location)
    with context, location:
        inputs = [
            builder.ranked_tensor_type(shape, builder.get_type_from_torch_dtype(dtype))
            for shape, dtype in zip(inputs_shapes, types, strict=True)
        ]
        module = Module.create()
        with InsertionPoint(module.body):

            def build(*operands: Any) -> Any:
                for index, (operand, dtype) in enumerate(zip(operands, types, strict=True)):
                    builder.generate_input_golden(operand, dtype, index)
                return test_fn(*operands, builder=builder)

            func.func(*inputs, name=test_fn.__name__)(build)
    print(f"`{test_fn.__name__}` successfully transformed into a MLIR module.")
    if module_dump:
        print(module)
    return module, builder


def _lower(
    run: Callable[..., None],
    name: str,
    module: Module,
    dump_to_file: Any,
    output_file_name: str,
    system_desc_path: str | None,
) -> Module:
    """Run a pipeline on a module, for a system. The default system is that of the variable
    SYSTEM_DESC_PATH.
    """
    path = os.getenv("SYSTEM_DESC_PATH", "") if system_desc_path is None else system_desc_path
    run(module, f"system-desc-path={path}")
    print(f"`{name}` passed successfully.")
    if dump_to_file:
        write_file(output_file_name, str(module))
    return module


def ttir_to_ttnn(
    module: Module,
    dump_to_file: bool = True,
    output_file_name: str = "test.mlir",
    system_desc_path: str | None = None,
) -> Module:
    """Lower a module to TTNN in place, and write its text to a file if requested."""
    name = "ttir_to_ttnn_backend_pipeline"
    run = ttir_to_ttnn_backend_pipeline
    return _lower(run, name, module, dump_to_file, output_file_name, system_desc_path)


def ttir_to_ttmetal(
    module: Module,
    dump_to_file: bool = True,
    output_file_name: str = "test.mlir",
    system_desc_path: str | None = None,
) -> Module:
    """Lower a module to TTMetal in place, and write its text to a file if requested."""
    name = "ttir_to_ttmetal_backend_pipeline"
    run = ttir_to_ttmetal_backend_pipeline
    return _lower(run, name, module, dump_to_file, output_file_name, system_desc_path)


def ttnn_to_flatbuffer(
    module: Module,
    builder: TTIRBuilder,
    output_file_name: str = "ttnn_fb.ttnn",
    module_log: ModuleLog | None = None,
) -> None:
    """Write a TTNN module as a binary with the builder's expected values."""
    ttnn_to_flatbuffer_file(module, output_file_name, builder.get_golden_map(), module_log or ())
    print("`ttnn_to_flatbuffer_file` passed successfully.")


def ttmetal_to_flatbuffer(
    module: Module, builder: TTIRBuilder, output_file_name: str = "ttmetal_fb.ttm"
) -> None:
    """Write a TTMetal module as a binary."""
    ttmetal_to_flatbuffer_file(module, output_file_name, builder.get_golden_map())
    print("`ttmetal_to_flatbuffer_file` passed successfully.")


def compile_to_flatbuffer(
    inputs_shapes: Sequence[Shape],
    inputs_types: Sequence[Any] | None = None,
    test_name: str | None = None,
    targets: Sequence[str] = TARGETS,
    module_dump: bool = False,
) -> Callable[[Callable[..., Any]], Callable[[], None]]:
    """Return a decorator. The decorated function takes no arguments, and compiles the original
    function to binaries.

    The files are named after the function or `test_name`: `.mlir`, and `.ttm` or `.ttnn` for each
    target.
    """
    if unknown := set(targets) - set(TARGETS):
        raise ValueError(f"unknown target '{min(unknown)}': expected ttmetal or ttnn")

    def decorate(test_fn: Callable[..., Any]) -> Callable[[], None]:
        base = test_fn.__name__ if test_name is None else test_name

        def compile() -> None:
            if "ttmetal" in targets:
                module, builder = compile_as_mlir_module(
                    test_fn, inputs_shapes, inputs_types, module_dump
                )
                ttir_to_ttmetal(module, True, f"{base}.mlir")
                ttmetal_to_flatbuffer(module, builder, f"{base}.ttm")
            if "ttnn" in targets:
                module, builder = compile_as_mlir_module(
                    test_fn, inputs_shapes, inputs_types, module_dump
                )
                logger = MLIRModuleLogger()
                logger.attach_context(module.context)
                ttir_to_ttnn(module, True, f"{base}.mlir")
                ttnn_to_flatbuffer(module, builder, f"{base}.ttnn", logger.module_log)

        return compile

    return decorate
