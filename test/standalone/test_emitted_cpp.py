"""Emitted C++ compiles without warnings, and computes what its binary computes, bit for bit."""

import subprocess

import numpy as np
import pytest
from emitted_programs import PROGRAMS, SCRIPTS, Compiled, random_inputs

from ttmlir_py import ttnn
from ttmlir_py.dialects import ttnn as ttnn_dialect
from ttmlir_py.passes.ttnn.convert_ttnn_to_emitc import COMPLETE_LOWERINGS, table
from ttmlir_py.standalone.program import SharedProgram, compare
from ttmlir_py.standalone.toolchain import (
    INCLUDE,
    PRECOMPILED_HEADER,
    RENAMED_MAIN,
    StandaloneError,
    build_shared,
    host_flags,
)

pytestmark = [pytest.mark.usefixtures("precompiled"), pytest.mark.slow]
HEADER = '#include "ttnn-precompiled.hpp"\n'


@pytest.fixture(scope="module")
def library_header(compiler, tmp_path_factory):
    """Return a folder with the precompiled header of the host library. Compiling this header takes
    most of the time of a program.
    """
    folder = tmp_path_factory.mktemp("headers")
    shared = ["-O0", "-fPIC", "-shared", f"-Dmain={RENAMED_MAIN}", "-fno-gnu-unique"]
    options = ["-std=c++20", "-Wall", *shared, *host_flags().compiler_arguments()]
    target = folder / f"{PRECOMPILED_HEADER.name}.gch"
    command = [compiler, *options, "-x", "c++-header", str(PRECOMPILED_HEADER), "-o", str(target)]
    subprocess.run(command, check="clang" not in compiler)
    return folder


@pytest.fixture
def precompiled(library_header, monkeypatch):
    """Compile the test programs in this folder: with the same options, the compiler uses the
    precompiled header.
    """
    monkeypatch.chdir(library_header)


def build(folder, text, name="program"):
    source, library = folder / f"{name}.cpp", folder / f"{name}.so"
    source.write_text(text)
    build_shared(source, library)
    return library


def check(compiler, source, *options):
    """Compile `source` without output, and return the compiler's messages."""
    command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", *options]
    command += ["-include", "ttnn-precompiled.hpp", str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


@pytest.mark.parametrize(("names", "complete"), [(PROGRAMS, False), (SCRIPTS, True)])
def test_emitted_cpp_returns_same_as_binary(names, complete, tmp_path, capfd):
    """One library has all programs, because each compilation takes long to start."""
    programs = [Compiled(SCRIPTS[name]) for name in names]
    preambles, functions = zip(
        *(each.cpp(complete=complete).split(HEADER) for each in programs), strict=True
    )
    assert len({*preambles}) == 1
    library = build(tmp_path, "".join([preambles[0], HEADER, *functions]))
    capfd.readouterr()  # what the compiler warned of
    with SharedProgram(library) as shared:
        for compiled in programs:
            for program in compiled.binary.programs:
                inputs = random_inputs(program)
                outputs = compiled.binary.run(inputs, program.index)
                assert outputs[0].any()
                assert compare(program, inputs, outputs, shared) == [], program.name
    assert capfd.readouterr().err == ""


def test_changed_cpp_that_computes_another_function_is_reported(tmp_path):
    compiled = Compiled(PROGRAMS["two"])
    text = compiled.cpp()
    assert text.count("ttnn::multiply(") == 1
    text = text.replace("ttnn::multiply(", "ttnn::maximum(")
    with SharedProgram(build(tmp_path, text)) as shared:
        first, second = compiled.binary.programs
        inputs = random_inputs(second)
        outputs = compiled.binary.run(inputs, second.index)
        (message,) = compare(second, inputs, outputs, shared)
        assert message.startswith("output 0: differs from the binary's, at most by ")
        outputs[0][:] = 0
        assert compare(second, inputs, [*outputs, *outputs], shared) == [
            "1 outputs, the binary has 2"
        ]
        inputs = random_inputs(first)
        outputs = compiled.binary.run(inputs, first.index)
        assert compare(first, inputs, outputs, shared) == []
        assert compare(first, inputs, [outputs[0][:1]], shared) == [
            "output 0: 64x128 float32, the binary's is 1x128 float32"
        ]


def test_emitted_cpp_compiles_without_warnings(compiler, tmp_path):
    source = tmp_path / "program.cpp"
    source.write_text(Compiled(PROGRAMS["movement"]).cpp())
    assert check(compiler, source, "-O3", "-fPIC", "-shared", "-o", str(tmp_path / "x.so")) == ""


def test_host_library_has_every_emitted_function(compiler, tmp_path):
    assert COMPLETE_LOWERINGS.keys() >= table.LOWERINGS.keys()
    names = [op.name for op in ttnn_dialect.TTNN.operations if op in COMPLETE_LOWERINGS]
    calls = {name.removeprefix("ttnn.") for name in names} - {"get_device", "constant"}
    calls.add("from_buffer")
    assert len(calls) > 80
    source = tmp_path / "program.cpp"
    source.write_text("".join(f"using ttnn::{name};\n" for name in sorted(calls)))
    assert check(compiler, source, "-fsyntax-only") == ""


NOT_RUN = {"all_gather", "mesh_shard", "reduce_scatter", "scatter", "to_dtype", "to_memory_config"}
"""Operations without a run: those between devices, which C++ programs refuse, and those that no
program below has.
"""


def test_example_programs_contain_every_emitted_operation():
    found: set[str] = set()
    for text in SCRIPTS.values():
        found |= Compiled(text).operations
    emitted = {cls.name for cls in COMPLETE_LOWERINGS if isinstance(cls, type)}
    missing = {name.removeprefix("ttnn.") for name in emitted - found if name.startswith("ttnn.")}
    assert missing == NOT_RUN


FORMATS = """
std::vector<ttnn::Tensor> formats(std::vector<ttnn::Tensor> inputs, ttnn::IDevice *device) {{
  std::vector<ttnn::Tensor> results;
  for (ttnn::DataType type : {{{types}}}) {{
    results.push_back(ttnn::typecast(inputs[0], type));
  }}
  return results;
}}
""".format(types=", ".join(f"ttnn::DataType::{each.name}" for each in ttnn.DataType))
MEMORIES = [("BLOCK_SHARDED", "L1"), ("INTERLEAVED", "DRAM")]
MEMORY = """
std::vector<ttnn::Tensor> placed_{1}(std::vector<ttnn::Tensor> inputs) {{
  return {{ttnn::to_memory_config(inputs[0], ttnn::MemoryConfig(ttnn::TensorMemoryLayout::{0}, ttnn::BufferType::{1})),
          ttnn::to_layout(inputs[0], ttnn::Layout::TILE)}};
}}
"""
ERRORS = {
    "return {ttnn::reshape(inputs[0], std::vector<int>{5})};": (
        "ttnn.reshape: cannot reshape 2x2 to 5"
    ),
    "return {ttnn::relu(ttnn::Tensor())};": "a tensor is used that was never made",
    "return {ttnn::slice(inputs[0], inputs[0])};": (
        "ttnn.slice: the call lacks begins, ends and step"
    ),
    "return {ttnn::gelu(inputs[0], true)};": "ttnn.gelu: the approximate mode is not simulated",
    "ttnn::deallocate(inputs[0]); return {ttnn::relu(inputs[0])};": (
        "ttnn.relu: a tensor 2x2xbf16 is used after it was deallocated"
    ),
    'throw std::runtime_error("a \\"quote\\" \\\\");': 'a "quote" \\',
}
THROWN = "std::vector<ttnn::Tensor> f{}(std::vector<ttnn::Tensor> inputs) {{ {} }}\n"
KEPT = """
std::vector<ttnn::Tensor> kept(std::vector<ttnn::Tensor> inputs) {
  static ttnn::Tensor first = inputs[0];
  return {ttnn::relu(first)};
}
"""


@pytest.fixture(scope="module")
def functions(library_header, tmp_path_factory):
    """Return one program of all functions above, because compiling it takes as long as compiling
    one of them.
    """
    memories = [MEMORY.format(*each) for each in MEMORIES]
    thrown = [THROWN.format(number, each) for number, each in enumerate(ERRORS)]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(library_header)
        folder = tmp_path_factory.mktemp("functions")
        library = build(folder, "".join([FORMATS, *memories, *thrown, KEPT]))
    with SharedProgram(library) as shared:
        yield shared


def test_data_formats_have_equal_numbers_in_cpp_and_python(functions):
    values = ttnn.from_torch(np.float32([[0.1, 3.7, 300.0, 70000.0]]))
    results = functions.run("formats", [values])
    assert [each.dtype for each in results] == list(ttnn.DataType)


@pytest.mark.parametrize(("layout", "buffer"), MEMORIES)
def test_memory_spaces_have_equal_numbers_in_cpp_and_python(layout, buffer, functions):
    ones = ttnn.ones((2, 2), device=ttnn.open_device())
    placed, tiled = functions.run(f"placed_{buffer}", [ones])
    wanted = ttnn.MemoryConfig(ttnn.TensorMemoryLayout[layout], ttnn.BufferType[buffer])
    assert placed.memory_config() == wanted
    assert tiled.layout is ttnn.TILE_LAYOUT


@pytest.mark.parametrize(("number", "message"), [*enumerate(ERRORS.values())])
def test_exception_in_emitted_cpp_names_function(number, message, functions):
    with pytest.raises(StandaloneError) as error:
        functions.run(f"f{number}", [ttnn.ones((2, 2))])
    assert str(error.value) == f"program.so: f{number}: {message}"
    with pytest.raises(StandaloneError, match="no function g takes a vector of tensors"):
        functions.run("g", [])


def test_tensor_of_earlier_run_is_refused(functions):
    (result,) = functions.run("kept", [ttnn.ones((2, 2))])
    assert (result.to_numpy() == 1).all()
    with pytest.raises(StandaloneError, match="a tensor of an earlier run is used"):
        functions.run("kept", [ttnn.zeros((2, 2))])


def test_emitted_cpp_function_named_main_is_comparable(tmp_path):
    compiled = Compiled(PROGRAMS["two"].replace("@first", "@main"))
    with SharedProgram(build(tmp_path, compiled.cpp())) as shared:
        program = compiled.binary.program("main")
        inputs = random_inputs(program)
        assert compare(program, inputs, compiled.binary.run(inputs, "main"), shared) == []


def test_emitted_cpp_that_does_not_compile_is_reported(tmp_path):
    with pytest.raises(StandaloneError, match="does not compile") as error:
        build(tmp_path, "int f() { return ttnn::nothing(); }")
    assert "program.cpp:1:" in str(error.value)
    (tmp_path / "text.so").write_text("no library")
    with pytest.raises(StandaloneError, match="cannot load"):
        SharedProgram(tmp_path / "text.so")
