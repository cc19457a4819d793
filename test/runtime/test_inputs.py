import sys

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ttnn_builders import ProgramBuilder, binary_bytes

from ttmlir_py import runtime
from ttmlir_py.runtime.argument_names import argument_names
from ttmlir_py.runtime.array_files import read_arrays, read_inputs, write_arrays
from ttmlir_py.runtime.defaults import INITIALIZERS
from ttmlir_py.runtime.errors import MemoryLimitError
from ttmlir_py.runtime.formats import FORMATS, round_to
from ttmlir_py.runtime.inputs import bind_inputs, generate_inputs

SOURCE = """module @m {
  func.func @other(%arg0: tensor<2x3xf32> loc("wrong")) -> tensor<2x3xf32> {
  func.func @main(%arg0: tensor<2x3xf32, #ttnn_layout> loc("image"(#loc)), %arg1: tensor<4xui32> {tt.x = 1} loc(#loc7)) -> (tensor<2x3xf32>) {
#loc = loc("a.mlir":1:1)
#loc7 = loc("labels"(#loc))
"""


def program(*types, shape=(2, 3), source=None):
    builder = ProgramBuilder(source=source)
    for data_type in types:
        builder.output(builder.input(shape, data_type))
    return runtime.load(binary_bytes(builder)).programs[0]


def bind(array, data_type="Float32"):
    return bind_inputs(program(data_type), [array])[0]


ONES = np.ones((2, 3), np.float32)


def test_program_inputs_bind_from_lists_and_mappings():
    two = program("Float32", "UInt32")
    index = np.full((2, 3), 5, np.int64)
    for given_ in ([ONES, index], (ONES, index), {"arg1": index, "arg0": ONES}):
        got = bind_inputs(two, given_)
        assert got[0] is ONES  # large weights are not copied
        assert got[1].dtype == np.uint32
        assert (got[1] == 5).all()


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        ([ONES], r"program 0 'main' takes 2 inputs, got 1"),
        ([ONES] * 3, r"takes 2 inputs, got 3"),
        ({"arg0": ONES}, r"misses input 'arg1': it takes arg0, arg1"),
        ({"arg0": ONES, "arg1": ONES, "x": ONES}, r"has no input 'x'"),
        ([ONES, ONES[0]], r"input 'arg1' has shape 3, expected 2x3"),
        ([ONES, ONES.astype(int)], r"input 'arg1' has type int64, expected f32"),
        ([ONES.astype(str), ONES], r"input 'arg0' has type <U\d+, expected f32"),
        ([ONES.astype(complex), ONES], r"input 'arg0' has type complex128"),
        ([[[1.0], [1.0, 2.0]], ONES], r"input 'arg0' is not an array"),
    ],
)
def test_program_input_of_wrong_name_shape_or_type_is_named_in_error(given_, message):
    with pytest.raises(runtime.InputError, match=message):
        bind_inputs(program("Float32", "Float32"), given_)


@pytest.mark.parametrize(
    "given_type", [np.float16, np.float32, np.float64, ml_dtypes.bfloat16, np.bool_]
)
@pytest.mark.parametrize("wanted", ["Float32", "BFloat16", "Float16", "BFP_BFloat8"])
def test_float_and_boolean_inputs_become_float32_arrays(given_type, wanted):
    got = bind((ONES * 1.25).astype(given_type), wanted)
    assert got.dtype == np.float32
    assert (got == (1 if given_type is np.bool_ else 1.25)).all()


def test_input_values_are_rounded_to_format_of_program():
    assert (bind(ONES * np.float32(1.0009765), "BFloat16") == 1).all()


def test_input_array_that_format_holds_exactly_is_not_copied():
    exact = np.float32([[1.5, -0.0, np.inf], [2.0**-130, 256, np.nan]])
    assert bind(exact, "BFloat16") is exact
    changed = exact + np.float32([[2**-20, 0, 0], [0, 0, 0]])
    assert bind(changed, "BFloat16") is not changed
    assert changed[0, 0] != 1.5


def test_input_from_saved_bfloat16_file_is_read(tmp_path):
    np.savez(tmp_path / "x.npz", arg0=ONES.astype(ml_dtypes.bfloat16))
    arrays = read_arrays(tmp_path / "x.npz")
    assert (bind_inputs(program("BFloat16"), arrays)[0] == 1).all()


@pytest.mark.parametrize(
    ("value", "data_type", "message"),
    [
        (-1, "UInt16", "holds -1, too small for u16"),
        (65536, "UInt16", "holds 65536, too large for u16"),
        (-(2**31) - 1, "UInt32", "too small for u32"),
        (2**32, "UInt32", "too large for u32"),
        (1.0, "UInt32", "has type float64, expected u32"),
    ],
)
def test_integer_input_out_of_range_is_refused(value, data_type, message):
    with pytest.raises(runtime.InputError, match=f"input 'arg0' {message}|{message}"):
        bind(np.full((2, 3), value), data_type)


@given(st.integers(-(2**31), 2**31 - 1))
def test_negative_integer_input_uses_twos_complement(value):
    got = bind(np.full((2, 3), value, np.int64), "UInt32")
    assert got.view(np.int32)[0, 0] == value


def test_argument_names_are_read_from_source_text_in_binary():
    assert argument_names(SOURCE, "main", 2) == ["image", "labels"]
    assert argument_names(SOURCE, "main", 3) == [None] * 3
    assert argument_names(SOURCE, "absent", 1) == [None]
    assert argument_names("", "main", 0) == []
    same = 'func.func private @f(%arg0: i1 loc("x"), %arg1: i1 loc("x"), %arg2: i1 loc(unknown)) {'
    assert argument_names(same, "f", 3) == [None, None, None]
    named = program("Float32", "Float32", source=SOURCE)
    got = bind_inputs(named, {"labels": ONES * 2, "arg0": ONES})
    assert got[1][0, 0] == 2
    with pytest.raises(
        runtime.InputError, match=r"input 'arg1' \(labels\) has shape 3, expected 2x3"
    ):
        bind_inputs(named, [ONES, ONES[0]])
    with pytest.raises(runtime.InputError, match="input 'arg0' is given twice"):
        bind_inputs(named, {"image": ONES, "arg0": ONES})


@pytest.mark.parametrize("initializer", INITIALIZERS)
@pytest.mark.parametrize("data_type", FORMATS)
def test_generated_inputs_depend_on_seed(initializer, data_type):
    chosen = program(data_type, data_type, shape=(5, 40))
    first, second = generate_inputs(chosen, initializer, 3), generate_inputs(chosen, initializer, 3)
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(bind_inputs(chosen, first)[0], first[0])
    random = initializer.startswith("rand")
    assert random != np.array_equal(first[0], first[1])
    if random:
        assert not np.array_equal(first[0], generate_inputs(chosen, initializer, 4)[0])
    if initializer in ("ones", "zeros"):
        assert (first[0] == (initializer == "ones")).all()
    if initializer == "arange":
        counted = np.arange(200, dtype=FORMATS[data_type].values).reshape(5, 40)
        np.testing.assert_array_equal(first[0], round_to(counted, FORMATS[data_type]))


@pytest.mark.parametrize("initializer", ["rand", "randn"])
def test_generated_embedding_indices_are_within_table(initializer):
    builder = ProgramBuilder()
    index, table = builder.input((2, 40), "UInt32"), builder.input((7, 3))
    short = builder.add(
        "TypecastOp", **{"in": index}, dtype="UInt16", out=builder.ref((2, 40), "UInt16")
    )
    out = builder.ref((2, 40, 3))
    builder.output(builder.add("EmbeddingOp", input=short, weight=table, out=out))
    binary = runtime.load(binary_bytes(builder))
    inputs = generate_inputs(binary.programs[0], initializer, 0)
    assert set(inputs[0].flat) == set(range(7))
    binary.run(inputs)


@pytest.mark.parametrize("initializer", INITIALIZERS)
def test_generated_inputs_that_program_never_reads_take_no_memory(initializer):
    builder = ProgramBuilder()
    unread = builder.input((1 << 20, 1 << 10))
    builder.output(builder.input((2, 3)))
    builder.add("DeallocateOp", **{"in": unread})
    binary = runtime.load(binary_bytes(builder))
    inputs = generate_inputs(binary.programs[0], initializer, 0, memory_limit=1 << 10)
    assert inputs[0].shape == (1 << 20, 1 << 10)
    assert not any(inputs[0].strides)
    (output,) = binary.run(inputs, memory_limit=1 << 10)
    np.testing.assert_array_equal(output, inputs[1])


def test_generated_inputs_over_memory_limit_are_refused():
    with pytest.raises(MemoryLimitError, match=r"its inputs take .* the limit is 1.0 MiB"):
        generate_inputs(
            program("Float32", shape=(1 << 10, 1 << 10)), "randn", 0, memory_limit=1 << 20
        )


_HEADER = b"\x93NUMPY\x01\x00\x11\x00{'descr': (((,   \n"
"""The header of a NumPy array file that ends too early."""


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04 broken", b"hello", b"\x93NUMPY\x01\x00", _HEADER]
)
def test_unreadable_npz_is_refused(tmp_path, content):
    path = tmp_path / "x.npz"
    path.write_bytes(content)
    with pytest.raises(runtime.InputError, match=r"x\.npz: not a"):
        read_arrays(path)


def test_npz_with_damaged_compression_is_refused(tmp_path):
    np.savez_compressed(path := tmp_path / "x.npz", arg0=np.arange(1000.0))
    data = bytearray(path.read_bytes())
    data[60:80] = bytes(20)
    path.write_bytes(data)
    with pytest.raises(runtime.InputError, match=r"x\.npz: not a readable .npz file: Error -3"):
        read_arrays(path)


def test_npz_over_memory_limit_is_refused(tmp_path):
    np.savez_compressed(path := tmp_path / "x.npz", arg0=np.zeros(1 << 20))
    assert path.stat().st_size < 1 << 16
    with pytest.raises(MemoryLimitError, match=r"take 8\.0 MiB, the limit is 1\.0 MiB"):
        read_arrays(path, memory_limit=1 << 20)


def test_numpy_file_whose_contents_contradict_suffix_is_refused(tmp_path):
    with open(tmp_path / "x.npz", "wb") as file:
        np.save(file, ONES)
    with pytest.raises(runtime.InputError, match=r"not an .npz file"):
        read_arrays(tmp_path / "x.npz")
    with open(tmp_path / "y.npy", "wb") as file:
        np.savez(file, arg0=ONES)
    with pytest.raises(runtime.InputError, match=r"not an .npy file"):
        read_arrays(tmp_path / "y.npy")
    np.savez(tmp_path / "objects.npz", arg0=np.array([{}], object))
    with pytest.raises(runtime.InputError, match=r"not a readable .npz file"):
        read_arrays(tmp_path / "objects.npz")
    with pytest.raises(runtime.InputError, match="No such file"):
        read_arrays(tmp_path / "absent.npz")


def test_scalar_input_becomes_tensor_with_one_element():
    one = program("Float32", "UInt32", shape=(1,))
    number, count = bind_inputs(one, [np.float32(2.5), -3])
    assert number.shape == count.shape == (1,)
    assert number[0] == 2.5
    assert count.view(np.int32)[0] == -3
    with pytest.raises(runtime.InputError, match="has shape scalar, expected 2x3"):
        bind(np.float32(1))


@pytest.mark.parametrize("suffix", [".npz", ".npy", ".safetensors"])
@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32, np.uint16, np.bool_])
def test_written_array_file_round_trips(tmp_path, suffix, dtype):
    if suffix == ".safetensors":
        pytest.importorskip("safetensors", reason="the extra safetensors is not installed")
    array = np.arange(12).reshape(3, 4).astype(dtype).T
    write_arrays(path := tmp_path / f"x{suffix}", {"out0": array})
    ((name, got),) = read_arrays(path).items()
    assert name == ("" if suffix == ".npy" else "out0")
    assert got.dtype == dtype
    np.testing.assert_array_equal(got, array)


def test_safetensors_file_round_trips_bfloat16(tmp_path):
    pytest.importorskip("safetensors", reason="the extra safetensors is not installed")
    array = ONES.astype(ml_dtypes.bfloat16)
    write_arrays(tmp_path / "x.safetensors", {"b": array, "a": np.array(3, np.int64)})
    got = read_arrays(tmp_path / "x.safetensors")
    assert list(got) == ["a", "b"]
    assert got["b"].dtype == ml_dtypes.bfloat16
    assert got["a"] == 3
    for content in (b"", b"x" * 20):
        (tmp_path / "y.safetensors").write_bytes(content)
        with pytest.raises(runtime.InputError, match=r"not a readable \.safetensors file"):
            read_arrays(tmp_path / "y.safetensors")


def test_missing_safetensors_library_reports_install_command(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "safetensors", None)
    with pytest.raises(runtime.InputError, match=r"pip install 'ttmlir-py\[safetensors\]'"):
        read_arrays(tmp_path / "x.safetensors")
    with pytest.raises(runtime.InputError, match="is not installed"):
        write_arrays(tmp_path / "x.safetensors", {})


def test_npy_file_with_two_arrays_is_refused(tmp_path):
    with pytest.raises(runtime.InputError, match="holds one array, but 2 are given"):
        write_arrays(tmp_path / "x.npy", {"out0": ONES, "out1": ONES})
    assert not list(tmp_path.iterdir())


def test_inputs_are_read_from_several_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.savez("w.npz", arg1=ONES)
    np.save("x.npy", 2 * ONES)
    np.save("a,b=c.npy", ONES)
    two = program("Float32", "Float32")
    for text in ("w.npz,x.npy", "arg0=x.npy,w.npz"):
        first, second = bind_inputs(two, read_inputs(text))
        assert first[0, 0] == 2
        assert second[0, 0] == 1
    assert read_inputs("a,b=c.npy").keys() == {""}
    for text, message in [
        ("arg1=x.npy,w.npz", "'arg1' is given twice"),
        ("x.npy,x.npy", "an array without a name is given twice"),
        ("arg1=w.npz", "has names of its own"),
        ("y.npy", "y.npy: No such file"),
    ]:
        with pytest.raises(runtime.InputError, match=message):
            read_inputs(text)
    with pytest.raises(runtime.InputError, match="without a name is for one of arg0, arg1"):
        bind_inputs(two, read_inputs("x.npy"))
