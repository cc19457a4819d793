"""Classes and functions of dialects' operations, and Tenstorrent's attributes."""

import importlib
import inspect
from pathlib import Path
from typing import Any

import pytest

from ttmlir_py.bindings import ir
from ttmlir_py.bindings.dialects import (
    arith,
    builtin,
    func,
    memref,
    scf,
    stablehlo,
    tensor,
    tosa,
    tt,
    ttir,
    ttnn,
)
from ttmlir_py.bindings.dialects import ttkernel as kernel

SIGNATURES = [
    line.split(" ", 3)
    for line in (Path(__file__).parent / "signatures.txt").read_text().splitlines()
    if not line.startswith("#")
]
DEFINITIONS = [
    line.split()
    for line in (Path(__file__).parent / "upstream_definitions.txt").read_text().splitlines()
    if not line.startswith("#")
]
ABSENT = {"linalg.fill_rng_2d"}
"""Operations that are not defined."""


def test_op_builders_have_signatures_of_tablegen_builders():
    """Covers all operations of Tenstorrent's dialects and of MLIR dialects that tt-mlir binds."""
    compared = 0
    for dialect, name, operation, parameters in SIGNATURES:
        module = importlib.import_module(f"ttmlir_py.bindings.dialects.{dialect}")
        if operation in ABSENT:
            continue
        cls = getattr(module, name)
        if cls.__bases__ != (ir.OpView,):  # the module adds a constructor, as MLIR's does
            cls = cls.__bases__[-1]
        assert str(inspect.signature(cls.__init__)) == f"(self, {parameters})", name
        compared += 1
    assert compared == len(SIGNATURES) - len(ABSENT)


def test_upstream_binding_definitions_exist_with_same_number_of_parameters():
    for module_name, class_name, name, kind, count in DEFINITIONS:
        found: Any = importlib.import_module(
            "ttmlir_py.bindings." + module_name.removesuffix(".ir")
        )
        owner = found.ir if module_name.endswith(".ir") else found
        if class_name != "-":
            owner = getattr(owner, class_name)
        if kind == "class":
            continue
        if kind in ("def_property", "def_readwrite"):
            assert name in inspect.signature(owner).parameters, (class_name, name)
        elif kind == "def_property_readonly":
            member = inspect.getattr_static(owner, name)
            assert isinstance(member, property), (class_name, name)
        elif kind in ("def", "def_static") and count not in "?-":
            parameters = inspect.signature(getattr(owner, name)).parameters
            assert len(parameters) == int(count), (class_name, name)
        else:
            assert hasattr(owner, name), (class_name, name)


@pytest.fixture
def context() -> Any:
    with ir.Context() as context, ir.Location.unknown():
        yield context


def test_function_decorator_builds_function_and_calls(context: Any):
    module = ir.Module.create()
    i32 = ir.IntegerType.get_signless(32)
    with ir.InsertionPoint(module.body):

        @func.func(i32, i32, name="add")
        def add(a: Any, b: Any) -> Any:
            return arith.addi(a, b)

        @func.FuncOp.from_py_func(i32)
        def double(a: Any, func_op: Any) -> Any:
            assert func_op.name.value == "double"
            return add(a, a)

    assert module.operation.verify()
    assert str(module) == (
        "module {\n"
        "  func.func @add(%arg0: i32, %arg1: i32) -> i32 {\n"
        "    %0 = arith.addi %arg0, %arg1 : i32\n"
        "    return %0 : i32\n"
        "  }\n"
        "  func.func @double(%arg0: i32) -> i32 {\n"
        "    %0 = call @add(%arg0, %arg0) : (i32, i32) -> i32\n"
        "    return %0 : i32\n"
        "  }\n"
        "}\n"
    )


def test_scf_and_memref_ops_built_in_python_print_as_mlir_opt(context: Any):
    module = ir.Module.create()
    index = ir.IndexType.get()
    with ir.InsertionPoint(module.body):

        @func.func(ir.MemRefType.get([4], index))
        def fill(buffer: Any) -> None:
            for i in scf.for_(4):
                condition = arith.cmpi(arith.CmpIPredicate.slt, i, arith.constant(index, 2))
                choice = scf.IfOp(condition, [index], hasElse=True)
                with ir.InsertionPoint(choice.then_block):
                    scf.YieldOp([i])
                with ir.InsertionPoint(choice.else_block):
                    scf.YieldOp([memref.load(buffer, [i])])
                memref.store(choice, buffer, [i])
                scf.YieldOp([])

    assert module.operation.verify()
    assert "scf.if %0 -> (index) {" in str(module)
    assert "memref.store %1, %arg0[%arg1] : memref<4xindex>" in str(module)


def test_parsed_operation_has_python_class_of_its_name(context: Any):
    module = ir.Module.parse("func.func @f(%a: i32) { %0 = arith.constant 3 : i32 return }")
    function = module.body.operations[0]
    assert isinstance(function, func.FuncOp)
    assert (function.name.value, len(function.arguments)) == ("f", 1)
    constant, terminator = function.entry_block.operations
    assert isinstance(constant, arith.ConstantOp)
    assert constant.literal_value == 3
    assert isinstance(terminator, func.ReturnOp)
    assert isinstance(module.operation.opview, builtin.ModuleOp)


def test_optional_operands_and_attributes_are_none_if_absent(context: Any):
    module = ir.Module.create()
    f32 = ir.F32Type.get()
    with ir.InsertionPoint(module.body):
        a = tensor.empty([4, 4], f32)
        op = ttir.LinearOp(a.type, a, a, a)
        assert op.bias is None
        other = ttir.LinearOp(a.type, a, a, a, bias=a)
        assert other.bias == a
        mean = ttir.MeanOp(a.type, a, a, keep_dim=True)
    assert mean.dim_arg is None
    assert mean.keep_dim == ir.BoolAttr.get(True)
    with pytest.raises(ValueError, match="'None' not allowed as value for mandatory attributes"):
        mean.keep_dim = None


def test_op_builder_with_wrong_arguments_raises_python_error(context: Any):
    with ir.InsertionPoint(ir.Module.create().body):
        a = tensor.empty([4, 4], ir.F32Type.get())
        with pytest.raises(
            ValueError, match=r'Operand 0 of operation "ttir.matmul" must be a Value'
        ):
            ttir.MatmulOp(a.type, 3, a, a)
        with pytest.raises(ValueError, match=r'Result 0 of operation "ttir.matmul" must be a Type'):
            ttir.MatmulOp("f32", a, a, a)
        with pytest.raises(RuntimeError, match='Invalid attribute value for the key "dimension"'):
            ttir.SoftmaxOp(a.type, a, a, object())
        with pytest.raises(TypeError, match="missing 1 required positional argument"):
            ttir.SoftmaxOp(a.type, a, a)
        with pytest.raises(ir.MLIRError, match="Verification failed"):
            ttir.SoftmaxOp(a.type, a, a, 9).verify()


def test_stablehlo_builders_infer_result_types_unless_given(context: Any):
    matrix = ir.RankedTensorType.get([2, 3], ir.F32Type.get())
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):

        @func.func(matrix, matrix)
        def program(a: Any, b: Any) -> Any:
            direction = ir.Attribute.parse("#stablehlo<comparison_direction LT>")
            is_less = stablehlo.compare(stablehlo.add(a, b), b, direction)
            chosen = stablehlo.select(is_less, a, stablehlo.AddOp(a, b, results=[matrix]))
            return stablehlo.transpose(stablehlo.concatenate([chosen, a], 0), [1, 0])

    assert program.func_op.type.results[0] == ir.RankedTensorType.get([3, 4], ir.F32Type.get())
    assert module.operation.verify()
    a = program.func_op.arguments[0]
    with (
        ir.InsertionPoint.at_block_begin(module.body),
        pytest.raises(ValueError, match="failed to infer returned types: "),
    ):
        stablehlo.slice(a, [0, 0], [9, 3], [1, 1])


def test_tosa_builders_infer_result_types_as_tablegen_builders_do(context: Any):
    matrix = ir.RankedTensorType.get([2, 3], ir.F32Type.get())
    module = ir.Module.create()
    with ir.InsertionPoint(module.body):

        @func.func(matrix, matrix)
        def program(a: Any, b: Any) -> Any:
            total = tosa.reduce_sum(tosa.mul(matrix, a, b, 0), 1)
            return tosa.equal(tosa.reshape(a, [3, 2]), tosa.reshape(b, [3, 2])), total

    assert module.operation.verify()
    assert [str(each) for each in program.func_op.type.results] == [
        "tensor<3x2xi1>",
        "tensor<2x1xf32>",
    ]


def test_tt_attribute_properties_return_attribute_parameters(context: Any):
    module = ir.Module.parse("module {}")
    desc = tt.ir.SystemDescAttr.get_default(context)
    assert [tt.Arch(each.arch.arch_as_int).name for each in desc.chip_descs] == ["WormholeB0"]
    assert str(tt.ChipCapability(desc.chip_capabilities[0].capability_as_int)) == "pcie|host_mmio"
    device = tt.ir.DeviceAttr.from_system_desc(context, desc, [1])
    assert device.grid_attr.shape == [8, 8]
    module.operation.attributes["tt.device"] = device
    parsed = module.operation.attributes["tt.device"]
    assert tt.ir.DeviceAttr.maybe_downcast(parsed).chip_ids == [0]
    assert tt.ir.GridAttr.maybe_downcast(parsed) is None
    tile = tt.ir.TileType.get(context, 32, 32, tt.DataType.BFP_BFloat8)
    assert (str(tile), tile.shape) == ("!tt.tile<32x32, bfp_bf8>", [32, 32])
    assert tt.DataType(tile.data_type_as_int) is tt.DataType.BFP_BFloat8
    buffer = kernel.ir.CBType.get(context, 0, 16, ir.MemRefType.get([2, 4], tile))
    assert buffer.shape == [2, 4]
    with pytest.raises(ValueError, match="cannot have tensor memory layout"):
        ttnn.ir.MemoryConfigAttr.get_by_value(context, 1, ttnn.BufferType.SystemMemory, [1, 2])
    with pytest.raises(ValueError, match="99 is not a case of DataType"):
        tt.ir.TileType.get(context, 32, 32, 99)


def test_tt_attribute_functions_with_wrong_arguments_raise_type_error(context: Any):
    grid = tt.ir.GridAttr.get(None, [8, 8])
    assert grid.context is context
    assert tt.ir.DeviceAttr.unwrap(
        tt.ir.DeviceAttr.from_system_desc(context, tt.ir.SystemDescAttr.get_default(context), [1])
    ).mesh_shape == [1]
    with pytest.raises(ValueError, match="Cannot cast attribute to DeviceAttr"):
        tt.ir.DeviceAttr.unwrap(grid)
    assert tt.ir.MetalLayoutAttr.getLayout(ir.F32Type.get()) is None
    memref = ir.MemRefType.get([2], ir.F32Type.get())
    identity = ir.AffineMap.get_identity(2)
    calls: list[tuple[Any, str]] = [
        (lambda: tt.ir.GridAttr.get("x", [1]), "ctx: expected Context, found str"),
        (lambda: tt.ir.GridAttr.get(context, "ab"), "expected integers, found 'ab'"),
        (lambda: tt.ir.MemorySpaceAttr.get(context, 1.5), "expected integers"),
        (lambda: tt.ir.GridAttr.maybe_downcast(3), "expected Attribute, found 3"),
        (lambda: tt.ir.TileType.maybe_downcast(grid), "expected Type"),
        (lambda: ttnn.ir.TTNNLayoutAttr.get(context, 3, grid, memref), "expected AffineMap"),
        (lambda: ttnn.ir.TTNNLayoutAttr.get(context, identity, grid, 3), "memref: expected"),
        (
            lambda: tt.ir.MetalLayoutAttr.get(context, memref, 3, grid, [(0, -1)], 0, 0),
            "rankedTensorType: expected TensorType",
        ),
    ]
    for call, message in calls:
        with pytest.raises(TypeError, match=message):
            call()


def test_metal_layout_stride_property_raises_type_error_with_advice(context: Any):
    tensor_type = ir.RankedTensorType.get([64, 128], ir.F32Type.get())
    layout = tt.ir.MetalLayoutAttr.get(
        context, tensor_type, 3, tt.ir.GridAttr.get(context, [1, 1]), [(0, -1)], 0, 0
    )
    with pytest.raises(TypeError, match=r"use get_stride\(shape\)"):
        layout.stride  # noqa: B018
    assert layout.get_stride([64, 128]) == [128, 1]


def test_ttnn_layout_properties_return_layout_parameters(context: Any):
    text = (
        "#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, "
        "memref<1x2x!tt.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>"
    )
    layout = ttnn.ir.TTNNLayoutAttr.maybe_downcast(ir.Attribute.parse(text))
    assert layout.tensor_memory_layout_as_int == ttnn.TensorMemoryLayout.Interleaved
    assert layout.memory_layout_as_int == ttnn.Layout.Tile
    assert layout.data_type_as_int == tt.DataType.Float32
    assert layout.memref.shape == [1, 2]
    buffer = ttnn.ir.BufferTypeAttr.maybe_downcast(layout.memref.memory_space)
    assert ttnn.BufferType(buffer.value) is ttnn.BufferType.DRAM
    built = ttnn.ir.TTNNLayoutAttr.get(
        context, layout.linear, layout.grid_attr, layout.memref, ttnn.TensorMemoryLayout.Interleaved
    )
    assert built == layout
    config = ttnn.ir.MemoryConfigAttr.get_by_value(context, 1, 0, [1, 2])
    assert config.shard_spec.shard_shape.shape == [1, 2]


def test_system_description_is_built_from_chips_and_capabilities():
    with ir.Context() as context:
        default = tt.ir.SystemDescAttr.get_default(context)
        chip = default.chip_descs[0]
        sizes = [
            *(chip.l1_size, chip.num_dram_channels, chip.dram_channel_size),
            *(chip.noc_l1_address_align_bytes, chip.pcie_address_align_bytes),
            *(chip.noc_dram_address_align_bytes, chip.l1_unreserved_base),
            *(chip.erisc_l1_unreserved_base, chip.dram_unreserved_base, chip.dram_unreserved_end),
        ]
        kinds = [chip.supported_data_types[0], chip.supported_tile_sizes[0], chip.num_cbs]
        arguments = [chip.arch, chip.grid, *sizes, chip.chip_physical_cores, *kinds]
        small = tt.ir.ChipDescAttr.get(context, *arguments)
        assert [len(small.supported_data_types), len(small.supported_tile_sizes)] == [1, 1]
        assert (small.l1_size, small.num_cbs) == (chip.l1_size, chip.num_cbs)
        cpu = ir.Attribute.parse('#tt<cpu_desc{role = host, target_triple = "x86_64"}>')
        parts = ([0], default.chip_capabilities, default.chip_coords, [])
        system = tt.ir.SystemDescAttr.get(context, [cpu], [small], *parts)
        assert system.chip_descs == [small]
        assert ir.Attribute.parse(str(system)) == system
        with pytest.raises(TypeError, match="chipDescs: expected ChipDescAttr, found 1"):
            tt.ir.SystemDescAttr.get(context, [cpu], [1], *parts)
