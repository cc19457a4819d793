"""Elements attributes: the values of `dense` and `sparse` texts, and `distinct` attributes."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as shapes
from tiers import example_count
from xdsl.dialects.builtin import BytesAttr, DenseIntOrFPElementsAttr, IntegerType, TensorType

from ttmlir_py.compiler import create_context
from ttmlir_py.ir.elements import all_values
from ttmlir_py.ir.reading.parser import parse_module
from ttmlir_py.ir.writing.printer import PrintOptions, print_operation

NEVER_HEX = PrintOptions(hex_elements_if_larger=-1)


def attribute_of(text: str) -> Any:
    context = create_context(allow_unregistered=True)
    module = parse_module(f"module attributes {{t.a = {text}}} {{}}", context)
    return module.attributes["t.a"]


def printed(text: str, options: PrintOptions = NEVER_HEX) -> str:
    """Return the text of an attribute after parsing and printing, with its aliases."""
    context = create_context(allow_unregistered=True)
    module = parse_module(f"module attributes {{t.a = {text}}} {{}}", context)
    aliases, _, rest = print_operation(module, options).partition("module attributes {t.a = ")
    return aliases + rest.removesuffix("} {\n}\n")


def nested(array: np.ndarray, number: Any = str) -> str:
    if not array.ndim:
        return number(array.item())
    return f"[{', '.join(nested(row, number) for row in array)}]"


def type_text(array: np.ndarray, element: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in array.shape)}{element}>"


ARRAYS = shapes.array_shapes(min_dims=0, max_dims=6, max_side=4)


@settings(max_examples=example_count(20))
@given(ARRAYS.flatmap(lambda shape: shapes.arrays(np.int32, shape)))
def test_dense_integers_of_any_rank_parse_to_their_values(array: np.ndarray):
    text = f"dense<{nested(array)}> : {type_text(array, 'i32')}"
    assert attribute_of(text).data.data == array.astype("<i4").tobytes()
    if (array == array.flat[0]).all():
        text = f"dense<{array.flat[0]}> : {type_text(array, 'i32')}"
    assert printed(text) == text


@settings(max_examples=example_count(20))
@given(ARRAYS.flatmap(lambda shape: shapes.arrays(np.int8, shape)), st.booleans())
def test_dense_floats_of_any_rank_parse_to_their_values(array: np.ndarray, one_odd: bool):
    values = (array / 4).astype(np.float32)  # after the division: NumPy 1 makes scalars of it f64
    spell = iter([one_odd] + [False] * array.size)
    # Hexadecimal numbers take the slow path of the parser.
    text = nested(
        values, lambda x: f"0x{np.float32(x).view(np.uint32):08X}" if next(spell) else f"{x:f}"
    )
    parsed = attribute_of(f"dense<{text}> : {type_text(array, 'f32')}")
    assert parsed.data.data == values.tobytes()


@settings(max_examples=example_count(13))
@given(ARRAYS.flatmap(lambda shape: shapes.arrays(np.bool_, shape)))
def test_dense_booleans_of_any_rank_parse_to_their_values(array: np.ndarray):
    text = nested(array, lambda x: "true" if x else "false")
    parsed = attribute_of(f"dense<{text}> : {type_text(array, 'i1')}")
    assert [value != 0 for value in parsed.get_values()] == array.flatten().tolist()
    packed = np.packbits(array, bitorder="little").tobytes().hex()
    assert attribute_of(f'dense<"0x{packed}"> : {type_text(array, "i1")}') == parsed


@pytest.mark.skipif(shutil.which("mlir-opt-19") is None, reason="mlir-opt-19 is not installed")
def test_dense_elements_text_prints_as_mlir_opt(tmp_path: Path):
    texts = [
        'dense<"a"> : tensor<2x!t.s>',
        'dense<["a", "b"]> : tensor<2x!t.s>',
        'dense<["a", "a"]> : tensor<2x!t.s>',
        'dense<[["a", "b"], ["c", "\\0A\\22"]]> : tensor<2x2x!t.s>',
        'dense<"a"> : tensor<0x!t.s>',
        "dense<[]> : tensor<0x!t.s>",
        "dense<> : tensor<0x!t.s>",
        'dense<"a"> : tensor<2xvector<2xi32>>',
        "dense<[[[], []], [[], []]]> : tensor<2x2x0xi32>",
        "sparse<0, 1> : tensor<2xi32>",
        "sparse<1, [5]> : tensor<3xi32>",
        "sparse<[0, 2], [5, 6]> : tensor<3xi32>",
        "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>",
        "sparse<[[0, 0], [1, 2]], 5.0> : vector<3x4xf32>",
        'sparse<[[0, 0], [1, 2]], ["a", "b"]> : tensor<3x4x!t.s>',
        'sparse<[[0, 0], [1, 2]], "0x0100000002000000"> : tensor<3x4xi32>',
        "sparse<> : tensor<3x4xi32>",
        "sparse<[], []> : tensor<4xf32>",
        "sparse<0, 1.0> : tensor<f32>",
        "[distinct[0]<42 : i32>, distinct[0]<42 : i32>, distinct[1]<42 : i32>]",
        "[distinct[7]<42 : i32>, distinct[3]<>]",
        "[distinct[0]<distinct[1]<unit>>, distinct[1]<>, distinct[0x2]<[1]>]",
        'distinct[1]<loc("a")>',
    ]
    inputs = tmp_path / "accepted.mlir"
    inputs.write_text(
        "\n// -----\n".join(f"module attributes {{t.a = {text}}} {{}}" for text in texts)
    )
    command = [
        "mlir-opt-19",
        "--allow-unregistered-dialect",
        "--split-input-file",
        "--mlir-print-elementsattrs-with-hex-if-larger=-1",
        str(inputs),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    expected = [
        aliases.lstrip("\n") + rest.rstrip("\n").removesuffix("} {\n}")
        for aliases, _, rest in (
            each.partition("module attributes {t.a = ") for each in done.stdout.split("// -----\n")
        )
    ]
    assert [printed(text) for text in texts] == expected


def test_large_dense_constant_prints_as_hexadecimal_or_elided():
    text = "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>"
    elided = "dense_resource<__elided__> : tensor<3x4xi32>"
    assert printed(text, PrintOptions(elide_elements_if_larger=3)) == elided
    assert printed(text, PrintOptions(elide_elements_if_larger=4)) == text
    assert printed(text, PrintOptions(hex_elements_if_larger=1)) == (
        'sparse<[[0, 0], [1, 2]], "0x0100000005000000"> : tensor<3x4xi32>'
    )
    strings = 'dense<["a", "b"]> : tensor<2x!t.s>'
    assert printed(strings, PrintOptions(hex_elements_if_larger=1)) == strings
    assert "__elided__" in printed(strings, PrintOptions(elide_elements_if_larger=1))


def test_distinct_attribute_equals_only_itself():
    first, again, other = attribute_of("[distinct[0]<1>, distinct[0]<1>, distinct[1]<1>]")
    assert first is again
    assert first != other
    assert str(first) == "distinct[0]<1 : i64>"


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1), st.sampled_from([", ", ",", ",\n"]))
def test_fast_parse_of_integer_list_equals_general_parse(values: list[int], between: str):
    text = between.join(map(str, values))
    array = attribute_of(f"[{text}]")
    assert [each.value.data for each in array.data] == values
    # The comment forces the slow path of the parser.
    assert attribute_of(f"[{text} // \n]") == array
    assert printed(f"[{text}]") == f"[{', '.join(map(str, values))}]"


@given(
    st.sampled_from(["i8", "i16", "i32", "i64"]).flatmap(
        lambda type: st.tuples(
            st.just(type),
            st.lists(
                st.integers(-(1 << (int(type[1:]) - 1)), (1 << (int(type[1:]) - 1)) - 1), min_size=1
            ),
        )
    )
)
def test_fast_parse_of_dense_integer_array_equals_general_parse(drawn: tuple[str, list[int]]):
    type, values = drawn
    text = ", ".join(map(str, values))
    array = attribute_of(f"array<{type}: {text}>")
    assert list(array.get_values()) == values
    assert attribute_of(f"array<{type}: {text} // \n>") == array


@pytest.mark.parametrize(
    "element", ["1", "-1", "1 : i32", "2.5", '"a"', "true", "0x10", "#a", "unit"]
)
def test_list_attribute_with_repeated_elements_parses_equal_elements(element: str):
    context = create_context(allow_unregistered=True)
    text = f"#a = affine_map<() -> ()>\nmodule attributes {{t.a = [{element}, {element},{element}], t.b = {element}}} {{}}"
    attributes = parse_module(text, context).attributes
    array: Any = attributes["t.a"]
    assert list(array.data) == [attributes["t.b"]] * 3


def test_large_splat_constant_takes_little_memory():
    text = "dense<5.000000e-01> : tensor<200000x200000xf32>"
    for source in (text, text.replace("5.000000e-01", '"0x0000003F"')):
        assert len(attribute_of(source).data.data) == 4
        assert printed(source) == printed(text)


@given(st.integers(1, 3000), st.integers(-128, 127))
def test_splat_constant_values_repeat_splat_value(count: int, value: int):
    tensor: Any = TensorType(IntegerType(8), [count])
    element = value.to_bytes(1, "little", signed=True)
    for data in (element, element * count):
        assert [*all_values(DenseIntOrFPElementsAttr(tensor, BytesAttr(data)))] == [value] * count
