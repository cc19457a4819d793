"""`ttmlir.passes`, `optimizer_overrides`, `util`, and the parts of locations."""

import ctypes
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ttmlir_py.bindings import ir, optimizer_overrides, overrides, passes, util
from ttmlir_py.bindings.dialects import func, tensor, ttir
from ttmlir_py.bindings.expected_values import NumpyLibrary, Values
from ttmlir_py.bindings.passmanager import PassManager
from ttmlir_py.compiler import import_binary


def module_of(context: ir.Context) -> ir.Module:
    """Return the module of a small program with named locations."""
    with context, ir.Location.unknown():
        module = ir.Module.create()
        type = ir.RankedTensorType.get([32, 64], ir.F32Type.get())
        with ir.InsertionPoint(module.body):

            @func.func(type, type)
            def program(a: Any, b: Any) -> Any:
                out = tensor.empty(type.shape, type.element_type)
                return ttir.add([type], [a, b], [out], loc=ir.Location.name("sum"))

    return module


def test_pipeline_writes_binary_with_goldens_and_stages(tmp_path: Path):
    context = ir.Context()
    logger = passes.MLIRModuleLogger()
    logger.attach_context(context)
    module = module_of(context)
    passes.ttir_to_ttnn_backend_pipeline(module, "enable-optimizer=true")
    elements = (ctypes.c_float * (32 * 64))(*range(32 * 64))
    golden = passes.create_golden_tensor(
        'loc("sum")', [32, 64], [64, 1], passes.lookup_dtype("Float32"), ctypes.addressof(elements)
    )
    path = tmp_path / "program.ttnn"
    passes.ttnn_to_flatbuffer_file(module, str(path), {'loc("sum")': golden}, logger.module_log)
    assert "ttnn.add" in str(import_binary(path.read_bytes()))
    assert logger.module_log[0][0] == "PRE-PIPELINE"
    assert passes.ttnn_to_flatbuffer_binary(module).data[8:12] == b"TTNN"


@pytest.mark.parametrize(
    ("name", "values", "format", "stored"),
    [
        ('loc("eq")', np.array([True, False, True]), "Float32", np.float32([1, 0, 1])),
        ('loc("xor")', np.int32([-1, 2]), "Float32", np.float32([4294967295, 2])),
        ("input_0", np.int32([-1, 2]), "UInt32", np.uint32([4294967295, 2])),
        ("input_0", np.float32([1.5]), "Float32", np.float32([1.5])),
    ],
)
def test_golden_declared_as_f32_takes_type_of_the_caller_s_tensor(
    name: str, values: Any, format: str, stored: Any, monkeypatch: pytest.MonkeyPatch
):
    torch: Any = NumpyLibrary()
    torch.Tensor = Values
    monkeypatch.setitem(sys.modules, "torch", torch)
    holder = SimpleNamespace(tensor=values.view(Values))
    f32 = passes.DataType.Float32
    golden = passes.create_golden_tensor(
        name, list(values.shape), [1], f32, holder.tensor.data_ptr()
    )
    assert (golden.dtype.name, golden.data) == (format, stored.tobytes())


@pytest.mark.parametrize("shape", [[2], [2, 1]])
def test_golden_keeps_declared_type_if_no_single_tensor_of_the_caller_fits(
    shape: list[int], monkeypatch: pytest.MonkeyPatch
):
    torch: Any = NumpyLibrary()
    torch.Tensor = Values
    monkeypatch.setitem(sys.modules, "torch", torch)
    bits = np.float32([1.5, -2]).view(np.int32).view(Values)
    floats = bits.view(np.float32).view(Values) if len(shape) == 1 else None
    golden = passes.create_golden_tensor(
        "input_0", shape, [1] * len(shape), passes.DataType.Float32, bits.data_ptr()
    )
    assert floats is None or floats.data_ptr() == bits.data_ptr()
    assert (golden.dtype.name, golden.data) == ("Float32", bits.tobytes())


def test_bound_pipeline_stages_run_in_sequence_equal_whole_pipeline():
    whole, steps = module_of(ir.Context()), module_of(ir.Context())
    passes.ttir_to_ttnn_backend_pipeline(whole)
    passes.ttnn_pipeline_ttir_passes(steps)
    passes.ttnn_pipeline_lowering_passes(steps)
    passes.ttnn_pipeline_analysis_passes(steps)
    passes.ttnn_pipeline_layout_decomposition_pass(steps)
    passes.ttnn_pipeline_dealloc_pass(steps)
    assert str(steps) == str(whole)


def test_failing_bound_pipeline_raises_runtime_error_with_diagnostics():
    context = ir.Context()
    module = ir.Module.parse(
        "func.func @f(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {"
        ' %0 = "ttir.kernel"(%a, %o) <{op = @x, kind = @y, operandSegmentSizes = array<i32: 1, 1>}>'
        " : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> }",
        context,
    )
    with pytest.raises(RuntimeError, match=r"Failed to run pass manager\n.*ttir\.kernel"):
        passes.ttir_to_ttnn_backend_pipeline(module)
    with pytest.raises(RuntimeError, match="Failed to add pipeline to pass manager"):
        passes.ttir_to_ttnn_backend_pipeline(module, "no-such-option=1")
    with pytest.raises(RuntimeError, match="Failed to open file"):
        passes.ttnn_to_flatbuffer_file(ttnn_module(), "/nowhere/at/all.ttnn")


def ttnn_module() -> ir.Module:
    module = module_of(ir.Context())
    passes.ttir_to_ttnn_backend_pipeline(module)
    return module


def test_bound_pipeline_accepts_overrides_as_text():
    handler = optimizer_overrides.OptimizerOverridesHandler()
    handler.set_enable_optimizer(True)
    handler.set_max_legal_layouts(8)
    params = optimizer_overrides.OutputLayoutOverrideParams()
    params.grid = [1, 1]
    params.set_buffer_type_from_str("l1")
    params.set_tensor_memory_layout_from_str("interleaved")
    params.set_memory_layout_from_str("tile")
    params.set_data_type_from_str("f32")
    handler.add_output_layout_override("sum", params)
    text = handler.to_string()
    assert text == (
        "enable-optimizer=true memreconfig-enabled=true "
        "override-output-layout=sum=1x1:l1:interleaved:tile:f32 max-legal-layouts=8"
    )
    module = module_of(ir.Context())
    passes.ttir_to_ttnn_backend_pipeline(module, text)
    assert "#ttnn.buffer_type<l1>" in str(module) or "#l1" in str(module)
    with pytest.raises(ValueError, match="Invalid buffer type: l7"):
        params.set_buffer_type_from_str("l7")


def test_location_helpers_return_name_and_full_text():
    context = ir.Context()
    assert util.get_loc_name(ir.Location.name("sum", context=context)) == "sum"
    assert util.get_loc_name(ir.Location.file("a", 1, 2, context)) is None
    assert util.get_loc_full(ir.Location.file("a", 1, 2, context)) == 'loc("a":1:2)'
    assert 'loc("sum")' in util.debug_print_module(module_of(context))


DEAD = "func.func @f() { %0 = arith.constant 1 : i32 \n return }"


def test_enable_statistics_writes_counters_of_each_run(capfd: pytest.CaptureFixture[str]):
    with ir.Context():
        module = ir.Module.parse(DEAD)
        manager = PassManager.parse("builtin.module(cse)")
        manager.enable_statistics()
        manager.run(module.operation)
        manager.run(module.operation)
    lines = [each.strip() for each in capfd.readouterr().err.splitlines() if "num-dce'd" in each]
    assert lines == [
        "(S) 1 num-dce'd - Number of operations DCE'd",
        "(S) 0 num-dce'd - Number of operations DCE'd",
    ]


def test_enable_timing_writes_times_when_the_manager_is_deleted(
    capfd: pytest.CaptureFixture[str],
):
    with ir.Context():
        manager = PassManager.parse("builtin.module(cse)")
        manager.enable_timing()
        manager.run(ir.Module.parse(DEAD).operation)
        assert "Execution time report" not in capfd.readouterr().err
        del manager
    report = capfd.readouterr().err
    assert "... Execution time report ..." in report
    assert [each.split()[-1] for each in report.splitlines()[-3:]] == ["CSE", "Rest", "Total"]


def test_get_ptr_takes_operations_and_their_capsules():
    operation = module_of(ir.Context()).operation
    assert overrides.overrides.get_ptr(operation._CAPIPtr) == overrides.get_ptr(operation)
    with pytest.raises(TypeError, match=r"get_ptr\(\): expected an operation, found int"):
        overrides.get_ptr(3)


def test_enums_of_passes_and_overrides_print_with_their_class():
    assert str(passes.DataType.BFloat16) == "DataType.BFloat16"
    assert str(optimizer_overrides.BufferType.L1) == "BufferType.L1"
    policy = optimizer_overrides.MemoryLayoutAnalysisPolicyType.BFInterleaved
    assert str(policy) == "MemoryLayoutAnalysisPolicyType.BFInterleaved"


def test_optimizer_overrides_handler_with_wrong_type_raises_type_error():
    handler = optimizer_overrides.OptimizerOverridesHandler()
    for call, argument in (
        (handler.set_enable_optimizer, "true"),
        (handler.set_max_legal_layouts, "8"),
        (handler.set_system_desc_path, 3),
        (handler.set_mesh_shape, ["a"]),
    ):
        with pytest.raises(TypeError, match="expected"):
            call(argument)
    params = optimizer_overrides.OutputLayoutOverrideParams()
    for name, value in (("grid", "x"), ("buffer_type", 1), ("data_type", "f32")):
        with pytest.raises(TypeError, match="expected"):
            setattr(params, name, value)
    assert params == optimizer_overrides.OutputLayoutOverrideParams()


def test_bound_pipeline_passes_warnings_to_handlers_or_stderr(capfd: pytest.CaptureFixture[str]):
    options = "enable-optimizer=true override-output-layout=absent=dram"
    messages: list[str] = []
    for handled in (False, True):
        with ir.Context() as context:
            handler = context.attach_diagnostic_handler(
                lambda found, handled=handled: messages.append(found.message) or handled
            )
            passes.ttir_to_ttnn_backend_pipeline(module_of(context), options)
            handler.detach()
    assert [each.count("no operation is called 'absent'") for each in messages] == [1, 1]
    assert capfd.readouterr().err.count("no operation is called 'absent'") == 1


def test_pipeline_of_other_operation_than_module_raises_type_error():
    function = module_of(ir.Context()).body.operations[0]
    with pytest.raises(TypeError, match=r"expected a module, found func\.func"):
        passes.ttir_to_ttnn_backend_pipeline(function)


def test_ttkernel_to_cpp_writes_each_kernel_for_its_thread():
    text = "func.func @{0}() attributes {{ttkernel.thread = #ttkernel.thread<{0}>}} {{ return }}"
    with ir.Context():
        cpp = passes.ttkernel_to_cpp(ir.Module.parse(text.format("noc") + text.format("tensix")))
        noc, tensix = cpp.split('#include "llk_defs.h"')
        assert "dataflow_api.h" in noc
        assert "void MAIN { kernel_main(); }" in tensix
        with pytest.raises(RuntimeError, match=r"no function has an attribute `ttkernel\.thread"):
            passes.ttkernel_to_cpp(ir.Module.parse("func.func @f() { return }"))


def test_location_kinds_give_their_parts():
    with ir.Context():
        file, name = ir.Location.file("a", 1, 2), ir.Location.name("n")
        call = ir.Location.callsite(name, [file])
        fused = ir.Location.fused([file, name])
    assert (file.end_line, file.end_col) == (1, 2)
    assert (call.callee, call.caller) == (name, file)
    assert fused.locations == [file, name]
    tests = [each.is_a_file() for each in (file, name, call, fused)]
    assert tests == [True, False, False, False]
    assert [name.is_a_name(), call.is_a_callsite(), fused.is_a_fused()] == [True] * 3
    with pytest.raises(AttributeError, match="has no member 'callee'"):
        _ = file.callee


@pytest.mark.parametrize(
    ("text", "ends"),
    [("3:20 to :35", (3, 20, 3, 35)), ("3:20 to 4:1", (3, 20, 4, 1)), ("3:20", (3, 20, 3, 20))],
)
def test_location_of_a_range_gives_both_ends(text: str, ends: tuple[int, int, int, int]):
    with ir.Context():
        module = ir.Module.parse(f'module {{}} loc("a":{text})')
        place = module.operation.location
    assert (place.start_line, place.start_col, place.end_line, place.end_col) == ends
