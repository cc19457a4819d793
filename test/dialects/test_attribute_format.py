"""The text of every attribute and type of the project's dialects, and the engine that parses and
prints it.
"""

from dataclasses import FrozenInstanceError
from enum import Enum, Flag

import pytest
from attribute_text import error_of, parse, print_text
from hypothesis import given
from hypothesis import strategies as st
from xdsl.ir import OpaqueSyntaxAttribute, TypeAttribute

from ttmlir_py.dialects import all_dialects
from ttmlir_py.dialects.tt.attributes import (
    ChipCoordAttr,
    CoreCoordAttr,
    DeviceAttr,
    GridAttr,
    MemorySpaceAttr,
    StreamLayoutAttr,
    SystemDescAttr,
)
from ttmlir_py.dialects.tt.enums import ChipCapability, DataType, MemorySpace, StreamMode
from ttmlir_py.dialects.ttnn.attributes import (
    BufferTypeAttr,
    MemoryConfigAttr,
    ShapeAttr,
    ShardSpecAttr,
    TensorMemoryLayoutAttr,
)
from ttmlir_py.dialects.ttnn.enums import BufferType, TensorMemoryLayout
from ttmlir_py.dialects.vhlo.types import PLAIN
from ttmlir_py.ir import affine
from ttmlir_py.ir.definition.attribute_format import (
    EMPTY_MAP,
    FormatAttribute,
    UInt32,
    compiled_format,
)
from ttmlir_py.ir.definition.enums import MlirEnum, MlirFlag

pytestmark = pytest.mark.slow

CORES = "{worker = [ 0x0,  0x1] dram = [ 1x0]}"
CHIP = (
    "{arch = <wormhole_b0>, grid = 8x8, l1_size = 1499136, num_dram_channels = 12, "
    "dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, "
    "noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, "
    "dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, physical_cores = "
    + CORES
    + ", "
    "supported_data_types = [<f32>, <bfp_bf8>], supported_tile_sizes = [ 4x16,  32x32], num_cbs = 32}"
)
DEVICE = (
    "<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, "
    "l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), "
    "dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 * s0, d1), meshShape = , chipIds = [0]>"
)
LAYOUT = "(d0, d1) -> (d0, d1), <1x1>, memref<64x128xf32, #ttnn.buffer_type<dram>>"

TEXTS = [
    "#tosa.conv_quant<input_zp = -1, weight_zp = 0>",
    "#tosa.matmul_quant<a_zp = 1, b_zp = 2>",
    "#tosa.pad_quant<input_zp = 4>",
    "#tosa.unary_quant<input_zp = 1, output_zp = 2>",
    "!quant.any<i8<-8:7>:f32>",
    "!quant.calibrated<f32<-0.998:1.232100e+00>>",
    "!quant.uniform<u8<3:200>:f32, 0.0039215686274509803>",
    "!quant.uniform<i8:f32:1, {1.000000e-01,2.000000e+00:15}>",
    "#sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed(nonunique)), posWidth = 32 }>",
    "#sparse_tensor<slice(1, ?, 2)>",
    *(f"!vhlo.{word}_v1" for word in PLAIN),
    "#vhlo.array_v1<[#vhlo.bool_v1<true>]>",
    '#vhlo.dict_v1<{#vhlo.string_v1<"a"> = #vhlo.integer_v1<3 : i64>}>',
    "#vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>",
    "#vhlo.tensor_v1<dense<1> : tensor<2xi64>>",
    "#vhlo.type_v1<!vhlo.func_v1<(!vhlo.f32_v1) -> !vhlo.f32_v1>>",
    "#vhlo.output_operand_alias_v1<outputTupleIndices = [0], operandIndex = 0, operandTupleIndices = []>",
    "#vhlo.bool_v1<false>",
    "#vhlo.integer_v1<3 : ui8>",
    '#vhlo.string_v1<"a\\22">',
    "#vhlo.type_extensions_v1<bounds = [3, ?]>",
    "#vhlo<api_version_v1 API_VERSION_ORIGINAL>",
    "#vhlo<comparison_direction_v1 LT>",
    "#vhlo<comparison_type_v1 FLOAT>",
    "#vhlo<fft_type_v1 FFT>",
    "#vhlo<precision_v1 HIGH>",
    "#vhlo<rng_algorithm_v1 PHILOX>",
    "#vhlo<rng_distribution_v1 NORMAL>",
    "#vhlo<transpose_v1 ADJOINT>",
    "!vhlo.complex_v1<!vhlo.f64_v1>",
    "!vhlo.func_v1<() -> (!vhlo.f32_v1, !vhlo.f32_v1)>",
    "!vhlo.tensor_v1<4x?x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [?, 8]>>",
    "!vhlo.tuple_v1<!vhlo.f32_v1, !vhlo.token_v1>",
    "!vhlo.unranked_tensor_v1<!vhlo.f32_v1>",
    "!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 5.000000e-01:3, -128:127, 1>",
    "!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [5.000000e-01, 0.0039215686274509803], [3, 0], -128:127, 1>",
    "#tt.grid<1x1>",
    "#tt.grid<8x8, (d0, d1) -> (0, d0, d1)>",
    "#tt.grid<0x8>",
    "#tt.arch<wormhole_b0>",
    "#tt.supportedDataTypes<bfp_bf8>",
    "#tt<core_coord 0x1>",
    "#tt<tile_size 32x32>",
    f"#tt<chip_physical_cores{CORES}>",
    "#tt<chip_physical_cores{worker = [ 0x0] dram = [ 1x0] eth = [ 2x0] eth_inactive = [ 2x1]}>",
    "#tt<chip_physical_cores{worker = [ 0x0] dram = [ 1x0] eth_inactive = [ 2x1]}>",
    f"#tt<chip_desc{CHIP}>",
    "#tt<cpu_role host>",
    '#tt<cpu_desc{role = host, target_triple = "x86_64-pc-linux-gnu"}>',
    "#tt<chip_coord 0x1x2x3>",
    "#tt.chip_channel<[0, 8, 0], [1, 0, 0]>",
    f'#tt.system_desc<[{{role = host, target_triple = "a"}}], [{CHIP}], [0], [3 : i32], [ 0x0x0x0]>',
    f'#tt.system_desc<[{{role = device, target_triple = ""}}], [{CHIP}, {CHIP}], [0, 1], '
    "[3 : i32, 0 : i32], [ 0x0x0x0,  0x0x0x1], [<[0, 8, 0], [1, 0, 0]>]>",
    "#tt<stream_mode alias>",
    "#tt.stream<(d0, d1) -> (d0, d1), alias>",
    "#tt.stream<(d0, d1) -> (d0, d1), stream, 2>",
    '#tt.stream<(d0) -> (d0), "alias|stream">',
    "#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>",
    "#tt.metal_layout<(d0) -> (0, d0), neginf, <1x2>, memref<1x2x!tt.tile<32x32, f32>, "
    "#tt.memory_space<l1>>, block_sharded>",
    "#tt.metal_layout<(d0) -> (d0), zero, <1>, memref<1x8xf32, #tt.stream<(d0, d1) -> (d0, d1), stream>, "
    "#tt.memory_space<dram>>>",
    "#tt.buffer<memref<64x128xf32, #tt.memory_space<l1>>, stream>",
    f"#tt.device{DEVICE}",
    "#tt.memory_space<mmio>",
    "#tt.tensor_memory_layout<none>",
    "#tt.oob_val<undef>",
    "#tt.iterator_type<parallel>",
    "#tt.arg_alloc<262144, 18446744073709551615, l1>",
    "#tt.reduce_type<sum>",
    "#tt.shard_direction<full_to_shard>",
    "#tt.shard_type<devices>",
    "!tt.tile<32x32, bf16>",
    f"!tt.device<{DEVICE}>",
    "#ttir<pooling_method Max>",
    "#ttir<convolution_layout input_batch = 0, input_feature = 3, input_spatial_dimensions = 1x2, "
    "kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, "
    "output_batch = 0, output_feature = 3, output_spatial_dimensions = 1x2>",
    "#ttnn.core_range<0x0, 8x8>",
    "#ttnn.layout<row_major>",
    "#ttnn.tensor_memory_layout<width_sharded>",
    "#ttnn.buffer_type<system_memory>",
    "#ttnn.shape<1x23x40x1>",
    "#ttnn.shape<>",
    "#ttnn.shard_spec<<64x128>>",
    "#ttnn.memory_config<<dram>, <<64x128>>, <interleaved>>",
    "#ttnn.memory_config<<system_memory>, <<2x4>>>",
    "#ttnn<mesh_shape 1x2>",
    f"#ttnn.ttnn_layout<{LAYOUT}>",
    f"#ttnn.ttnn_layout<{LAYOUT}, <interleaved>>",
    "#ttkernel.tensix_config<hifi4, true, false, [default, unpack_to_dest_fp32]>",
    "#ttkernel.noc_config<noc0>",
    "#ttkernel.ethernet_config<sender, noc1>",
    "#ttkernel.thread<tensix>",
    "#ttkernel.reduce_type<reduce_sum>",
    "#ttkernel.reduce_dim<reduce_dim_none>",
    "#ttkernel.bcast_type<scalar>",
    "!ttkernel.cb<cb_in0, 294912, memref<2x4x!tt.tile<32x32, f32>, #tt.memory_space<l1>>, 4096, 1>",
    "!ttkernel.semaphore<0>",
    "!ttkernel.noc_addr",
    "!ttkernel.l1_addr",
    "!ttkernel.l1_addr_ptr",
    "#ttmetal.core_range<0x0, 8x8>",
    '#emitc.opaque<"CHAR_MIN">',
    '!emitc.opaque<"std::vector<char>">',
    "!emitc.ptr<!emitc.ptr<i32>>",
    "!emitc.lvalue<f32>",
    "!emitc.array<2x3xi8>",
    "!emitc.size_t",
    "!emitc.ssize_t",
    "!emitc.ptrdiff_t",
    "#stablehlo<comparison_direction LT>",
    "#stablehlo<comparison_type TOTALORDER>",
    "#stablehlo<fft_type IRFFT>",
    "#stablehlo<precision HIGHEST>",
    "#stablehlo<rng_algorithm THREE_FRY>",
    "#stablehlo<rng_distribution NORMAL>",
    "#stablehlo<transpose ADJOINT>",
    "#stablehlo.channel_handle<handle = 5, type = 2>",
    "#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, "
    "operand_tuple_indices = [1, 2]>",
    "#stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, "
    "accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
    "num_primitive_operations = 1, allow_imprecise_accumulation = false>",
    "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>",
    "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
    "index_vector_dim = 1>",
    "#stablehlo.scatter<>",
    "#stablehlo.conv<[b, f, 0, 1]x[o, i, 0, 1]->[b, 0, 1, f]>",
    "#stablehlo.bounds<?, 8>",
    "!stablehlo.token",
    "#chlo<comparison_direction EQ>",
    '#sdy.mesh<["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>',
    "#sdy.mesh<[], device_ids=[0]>",
    '#sdy<mesh_axis"x"=2>',
    '#sdy<axis_ref"x":(2)4>',
    '#sdy<dimension_sharding{"x", ?}p1>',
    '#sdy.sharding<@mesh, [{"x":(1)2, "y"}p1, {?}], replicated={"z"}>',
    '#sdy.sharding<mesh<["x"=2]>, [{}]>',
    '#sdy.sharding_per_value<[<@mesh, [{"x"}]>, <@mesh, []>]>',
    '#sdy<manual_axes{"x", "y"}>',
    "#sdy.op_sharding_rule<([i, kl], [kl, j])->([i, j]) {i=8, j=4, k=2, l=2} reduction={k, l}, custom>",
    "#sdy.op_sharding_rule<([z, z_1, z_12], [])->([]) {i=8} need_replication={z_1}>",
    "#chlo<comparison_type SIGNED>",
]


@pytest.mark.parametrize("text", TEXTS)
def test_attribute_text_round_trips(text: str):
    attribute = parse(text)
    assert print_text(attribute) == text
    assert parse(text) == attribute
    assert hash(parse(text)) == hash(attribute)


def classes() -> list[type[FormatAttribute]]:
    found = [cls for dialect in all_dialects() for cls in dialect.attributes]
    assert all(issubclass(cls, FormatAttribute) for cls in found)
    return found


def has_own_parser(cls: type[FormatAttribute]) -> bool:
    (definer, *_) = (base for base in cls.__mro__ if "parse_parameters" in vars(base))
    return definer is not FormatAttribute


def test_every_attribute_class_has_example():
    examples = {type(parse(text)) for text in TEXTS}
    assert set(classes()) == examples
    kinds = [issubclass(cls, TypeAttribute) for cls in classes()]
    assert (kinds.count(False), kinds.count(True)) == (94, 54)


@pytest.mark.parametrize("cls", classes(), ids=lambda cls: cls.name)
def test_attribute_prints_in_pretty_or_opaque_syntax_as_declared(cls: type[FormatAttribute]):
    compiled_format(cls)
    if has_own_parser(cls):
        return  # the test above covers this attribute
    pretty = not cls.assembly_format or cls.assembly_format.startswith("`<`")
    assert issubclass(cls, OpaqueSyntaxAttribute) == (not pretty)


def test_attribute_parameters_in_short_full_and_alias_syntax_parse_equal():
    shard = "#ttnn.shard_spec<#ttnn.shape<64x128>>"
    full = f"#ttnn.memory_config<#ttnn.buffer_type<dram>, {shard}, #ttnn.tensor_memory_layout<interleaved>>"
    stripped = "#ttnn.memory_config<<dram>, <<64x128>>, <interleaved>>"
    aliased = "#ttnn.memory_config<#dram, <<64x128>>, <interleaved>>"
    aliases = {"#dram": BufferTypeAttr(BufferType.DRAM)}
    assert parse(full) == parse(stripped) == parse(aliased, aliases)


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("!tt.tile<32, f32>", "expected 2D shape", "<32, f32>"),
        ("!tt.tile<32x32, f31>", "invalid TT DataTypes specification: f31", "f31>"),
        ("!tt.tile<32x?, f32>", "expected static shape", "32x?, f32>"),
        (
            "#tt.arch<quasar>",
            "expected ::mlir::tt::Arch to be one of: grayskull, wormhole_b0, blackhole",
            "quasar>",
        ),
        (
            "#ttnn.layout<column>",
            "expected ::mlir::tt::ttnn::Layout to be one of: row_major, tile, invalid",
            "column>",
        ),
        ("#tt<core_coord 1>", "expected 2 dimensions", "1>"),
        (
            "#ttnn.memory_config<<system_memory>, <<2x4>>, <interleaved>>",
            "MemoryConfig with SystemMemory buffer type cannot have tensor memory layout.",
            "<<system_memory>, <<2x4>>, <interleaved>>",
        ),
        (
            "#ttnn.memory_config<#ttnn.shape<2>, <<2x4>>>",
            "invalid kind of attribute specified",
            "#ttnn.shape<2>, <<2x4>>>",
        ),
        (
            "#tt.stream<(d0) -> (d0), alias, 2>",
            "'Alias' mode must imply no buffering: numBuffers = 2",
            "<(d0) -> (d0), alias, 2>",
        ),
        ("!ttkernel.semaphore<4294967296>", "integer value too large", "4294967296>"),
        (
            "#tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = () -> (), "
            "dramMap = () -> (), meshShape = 2, chipIds = [0]>",
            "expected chipIds size to match the volume of meshShape",
            "<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = () -> (), "
            "dramMap = () -> (), meshShape = 2, chipIds = [0]>",
        ),
    ],
)
def test_invalid_attribute_text_reports_message_and_position(text: str, message: str, at: str):
    assert error_of(text) == (message, at)


@pytest.mark.parametrize(
    "text",
    [
        "#ttnn.shape<1x2",
        "#tt.grid 8x8",
        "#ttnn.shard_spec<64>",
        "#tt.chip_channel<[0 8]>",
        "#tt.arch<>",
    ],
)
def test_malformed_attribute_text_is_refused(text: str):
    message, _ = error_of(text)
    assert message


def test_attribute_built_by_name_default_or_position_is_equal():
    grid = GridAttr((8, 8))
    assert grid == GridAttr(shape=(8, 8)) == GridAttr([8, 8]) == GridAttr((8, 8), EMPTY_MAP)
    assert grid.parameters == ((8, 8), EMPTY_MAP)
    assert grid.replace(shape=(4, 4)) == GridAttr((4, 4))
    assert GridAttr.new(grid.parameters) == grid
    assert grid != GridAttr((8, 8), affine.identity(2))
    assert repr(MemorySpaceAttr(MemorySpace.DeviceL1)).startswith("MemorySpaceAttr(value=")


@pytest.mark.parametrize(
    ("arguments", "keywords"), [((), {}), (((1,), EMPTY_MAP, 3), {}), (((1,),), {"size": 3})]
)
def test_wrong_attribute_parameters_are_refused(
    arguments: tuple[object, ...], keywords: dict[str, object]
):
    with pytest.raises(TypeError, match="GridAttr"):
        GridAttr(*arguments, **keywords)  # pyright: ignore


def test_attribute_parameter_assignment_is_refused():
    with pytest.raises(FrozenInstanceError):
        GridAttr((8, 8)).shape = (1, 1)  # pyright: ignore


def test_attributes_of_different_classes_differ():
    assert CoreCoordAttr(0, 1) != parse("#tt<tile_size 0x1>")
    assert len({CoreCoordAttr(0, 1), parse("#tt<tile_size 0x1>"), CoreCoordAttr(0, 1)}) == 2


class PairAttr(FormatAttribute):
    name = "test.pair"
    assembly_format = "`<` `a` `=` `[` $a `]` (`,` `b` $b^)? `->` qualified($c) `:` $d `>`"
    a: tuple[UInt32, ...]
    c: GridAttr
    d: bool
    b: MemorySpaceAttr | None = None


def test_attribute_format_directives_print_spacing_of_tablegen():
    pair = PairAttr((1, 2), GridAttr((1,)), True)
    assert print_text(pair) == "#test.pair<a = [1, 2] -> #tt.grid<1> : true>"
    with_b = pair.replace(b=MemorySpaceAttr(MemorySpace.System))
    assert print_text(with_b) == "#test.pair<a = [1, 2], b <system> -> #tt.grid<1> : true>"


def test_invalid_attribute_format_is_refused():
    class Unknown(FormatAttribute):
        name = "test.unknown"
        assembly_format = "custom<Nonsense>($a)"
        a: int

    class Garbage(FormatAttribute):
        name = "test.garbage"
        assembly_format = "`<` ?"

    for cls in (Unknown, Garbage):
        with pytest.raises(ValueError, match=cls.__name__):
            compiled_format(cls)


def test_attribute_alias_names_equal_those_of_upstream():
    named = {cls.name for cls in classes() if cls.alias_name is not FormatAttribute.alias_name}
    assert named == {
        "sparse_tensor.encoding",
        "tt.metal_layout",
        "tt.memory_space",
        "tt.iterator_type",
        "tt.device",
        "tt.system_desc",
        "ttnn.ttnn_layout",
        "ttnn.buffer_type",
    }
    assert MemorySpaceAttr(MemorySpace.SystemMMIO).alias_name() == "mmio"
    assert SystemDescAttr.get_default().alias_name() == "system_desc"
    assert DeviceAttr.get(SystemDescAttr.get_default()).alias_name() == "device"


def enums() -> list[type[MlirEnum] | type[MlirFlag]]:
    from importlib import import_module

    found: list[type[MlirEnum] | type[MlirFlag]] = []
    for dialect in ("tt", "ttir", "ttnn", "ttkernel"):
        module = import_module(f"ttmlir_py.dialects.{dialect}.enums")
        found += [
            value
            for value in vars(module).values()
            if isinstance(value, type)
            and issubclass(value, MlirEnum | MlirFlag)
            and value not in (MlirEnum, MlirFlag)
        ]
    return found


def test_attribute_enums_are_complete_with_unique_values():
    assert len(enums()) == 27
    for enum in enums():
        assert issubclass(enum, Enum | Flag)
        assert len({member.value for member in enum}) == len(list(enum))
        for member in enum:
            assert enum.from_keyword(member.keyword) is member
            assert enum(member.value) is member
            assert str(member) == member.keyword
        assert enum.from_keyword("no such case") is None


def test_enum_cases_have_upstream_names_values_and_flags():
    assert (DataType.BFP_BFloat8.case_name, DataType.BFP_BFloat8.value) == ("BFP_BFloat8", 4)
    from ttmlir_py.dialects.tt.enums import TensorMemoryLayout as TTTensorMemoryLayout

    assert TTTensorMemoryLayout.None_.case_name == "None"
    both = StreamMode.Alias | StreamMode.Stream
    assert both.keyword == "alias|stream"
    assert StreamMode.from_keyword("alias|stream") == both
    assert (ChipCapability.PCIE | ChipCapability.HostMMIO).value == 3


SIZES = st.lists(st.integers(0, 2**40), min_size=1, max_size=5).map(tuple)


@given(SIZES, st.sampled_from(BufferType), st.none() | st.sampled_from(TensorMemoryLayout))
def test_memory_config_attribute_text_round_trips(
    shape: tuple[int, ...], buffer_type: BufferType, mem_layout: TensorMemoryLayout | None
):
    if buffer_type == BufferType.SystemMemory:
        mem_layout = None
    config = MemoryConfigAttr(
        BufferTypeAttr(buffer_type),
        ShardSpecAttr(ShapeAttr(shape)),
        None if mem_layout is None else TensorMemoryLayoutAttr(mem_layout),
    )
    assert parse(print_text(config)) == config


@given(
    st.lists(st.integers(0, 99), min_size=1, max_size=4),
    st.permutations(range(4)),
    st.integers(1, 9),
)
def test_grid_stream_and_coordinate_attribute_text_round_trips(
    shape: list[int], order: list[int], num_buffers: int
):
    permutation = affine.make_map(4, *(affine.dim(d) for d in order))
    attributes = (
        GridAttr(tuple(shape), permutation),
        StreamLayoutAttr(permutation, StreamMode.Stream, num_buffers),
        ChipCoordAttr(*order),
    )
    for attribute in attributes:
        assert parse(print_text(attribute)) == attribute
