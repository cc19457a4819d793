"""Operations of MLIR's dialects in generic form, each valid one with copies that differ in one
place.

`BASES` has the valid operations. `mutations` changes one type, attribute, operand, result or region
of an operation; most of the results are invalid.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

Types = list[str]


@dataclass
class Op:
    """An operation. Each operand is a type, or `%name:type` if it names an argument of a block."""

    name: str
    operands: Types = field(default_factory=list)
    results: Types = field(default_factory=list)
    properties: dict[str, str] = field(default_factory=dict)
    regions: list["Block | None"] = field(default_factory=list)

    def text(self, values: Types) -> str:
        """Return the operation in generic form; append the types of the values it takes from
        outside to `values`.
        """
        names: list[str] = []
        types: list[str] = []
        for operand in self.operands:
            name, _, type_ = operand.rpartition(":") if operand[0] == "%" else ("", "", operand)
            if not name:
                values.append(type_)
                name = f"%v{len(values) - 1}"
            names.append(name)
            types.append(type_)
        text = f'"{self.name}"({", ".join(names)})'
        if self.properties:
            entries = [f"{name} = {value}" for name, value in self.properties.items()]
            text += f" <{{{', '.join(entries)}}}>"
        if self.regions:
            bodies = [region.text(values) if region else "" for region in self.regions]
            text += f" ({', '.join(f'{{{body}}}' for body in bodies)})"
        return f"{text} : ({', '.join(types)}) -> ({', '.join(self.results)})"

    def walk(self) -> Iterator["Op"]:
        """Yield the operation and all operations in its regions."""
        yield self
        for block in self.regions:
            for op in block.ops if block else ():
                yield from op.walk()


@dataclass
class Block:
    """A block. Its arguments are named `%a0`, `%a1`, ..., with another letter at each nesting
    level.
    """

    ops: list[Op]
    arguments: Types = field(default_factory=list)
    letter: str = "a"

    def text(self, values: Types) -> str:
        """Return the text of a region that has only this block; append the types of values from
        outside to `values`.
        """
        pairs = [f"%{self.letter}{n}: {type_}" for n, type_ in enumerate(self.arguments)]
        head = f" ^bb0({', '.join(pairs)}):" if pairs else ""
        return f"{head} {' '.join(op.text(values) for op in self.ops)} "


def program(op: Op) -> str:
    """Return the text, on one line, of a function that contains `op`."""
    values: Types = []
    body = op.text(values)
    arguments = ", ".join(f"%v{number}: {type_}" for number, type_ in enumerate(values))
    return f"func.func @f({arguments}) {{ {body} return }}"


# ---- bases ---------------------------------------------------------------------------------------

S, D = "-9223372036854775808", "?"


def _elementwise() -> Iterator[Op]:
    shapes = (
        "{}",
        "vector<4x{}>",
        "tensor<2x3x{}>",
        "tensor<?x{}>",
        "tensor<*x{}>",
        "vector<[4]x{}>",
    )
    integers = "addi subi muli andi ori xori divsi divui remsi remui maxsi minui shli shrsi shrui ceildivsi floordivsi"
    floats = "addf subf mulf divf maximumf maxnumf minimumf minnumf"
    for shape in shapes:
        i1, i8, i32, i64, index = (
            shape.format(each) for each in ("i1", "i8", "i32", "i64", "index")
        )
        f16, f32, f64, bf16 = (shape.format(each) for each in ("f16", "f32", "f64", "bf16"))
        for name in integers.split() if shape == "{}" else ("addi", "shli", "maxsi"):
            yield Op(f"arith.{name}", [i32, i32], [i32])
        for name in floats.split() if shape == "{}" else ("addf", "maximumf"):
            yield Op(f"arith.{name}", [f32, f32], [f32])
        yield Op("arith.addi", [index, index], [index])
        yield Op("arith.negf", [f32], [f32])
        yield Op("arith.addui_extended", [i32, i32], [i32, i1])
        yield Op("arith.mulsi_extended", [i32, i32], [i32, i32])
        yield Op("arith.mului_extended", [i32, i32], [i32, i32])
        yield Op("arith.cmpi", [i32, i32], [i1], {"predicate": "2 : i64"})
        yield Op("arith.cmpf", [f32, f32], [i1], {"predicate": "2 : i64"})
        yield Op("arith.select", ["i1", f32, f32], [f32])
        yield Op("math.absf", [f32], [f32])
        yield Op("math.exp", [f16], [f16])
        yield Op("math.absi", [i32], [i32])
        yield Op("math.fma", [f32, f32, f32], [f32])
        yield Op("math.powf", [f32, f32], [f32])
        yield Op("math.fpowi", [f32, i32], [f32])
        yield Op("math.ctpop", [i32], [i32])
        if "*" in shape:
            continue  # mlir-opt reads the shape that unranked operands of these operations lack
        yield Op("arith.select", [i1, f32, f32], [f32])
        yield Op("arith.extf", [f16], [f32])
        yield Op("arith.extf", [bf16], [f32])
        yield Op("arith.truncf", [f64], [f32])
        yield Op("arith.extsi", [i8], [i32])
        yield Op("arith.extui", [i1], [i32])
        yield Op("arith.trunci", [i64], [i32])
        yield Op("arith.sitofp", [i32], [f32])
        yield Op("arith.uitofp", [i32], [f32])
        yield Op("arith.fptosi", [f32], [i32])
        yield Op("arith.fptoui", [f32], [i32])
        yield Op("arith.bitcast", [f32], [i32])
        yield Op("arith.bitcast", [i32], [f32])
        yield Op("arith.index_cast", [i32], [index])
    yield Op("arith.constant", [], ["i32"], {"value": "1 : i32"})
    yield Op("arith.constant", [], ["f32"], {"value": "1.0 : f32"})
    yield Op("arith.constant", [], ["tensor<2xi32>"], {"value": "dense<[1, 2]> : tensor<2xi32>"})
    yield Op("arith.constant", [], ["vector<2xf32>"], {"value": "dense<1.0> : vector<2xf32>"})


def _tensors() -> Iterator[Op]:
    t = "tensor<8x3xf32>"
    yield Op("tensor.cast", ["tensor<?x3xf32>"], [t])
    yield Op("tensor.cast", [t], ["tensor<*xf32>"])
    yield Op("tensor.dim", [t, "index"], ["index"])
    yield Op("tensor.dim", ["tensor<*xf32>", "index"], ["index"])
    yield Op("tensor.empty", [], [t])
    yield Op("tensor.empty", ["index"], ["tensor<?x3xf32>"])
    yield Op("tensor.extract", [t, "index", "index"], ["f32"])
    yield Op("tensor.extract", ["tensor<i32>"], ["i32"])
    yield Op("tensor.insert", ["f32", t, "index", "index"], [t])
    yield Op("tensor.from_elements", ["f32", "f32"], ["tensor<2xf32>"])
    yield Op("tensor.from_elements", ["i8"] * 4, ["tensor<2x2xi8>"])
    yield Op("tensor.from_elements", ["index"], ["tensor<index>"])
    yield Op("tensor.splat", ["f32"], [t])
    yield Op("tensor.rank", [t], ["index"])
    for result in ("tensor<2x3xf32>", "tensor<2x?xf32>", "tensor<2xf32>"):
        static = {
            "static_offsets": "array<i64: 1, 0>",
            "static_sizes": "array<i64: 2, 1>" if result == "tensor<2xf32>" else "array<i64: 2, 3>",
            "static_strides": "array<i64: 2, 1>",
        }
        if "?" in result:
            static["static_sizes"] = f"array<i64: 2, {S}>"
        sizes = ["index"] * ("?" in result)
        counts = f"0, {len(sizes)}, 0"
        slice_ = {**static, "operandSegmentSizes": f"array<i32: 1, {counts}>"}
        yield Op("tensor.extract_slice", [t, *sizes], [result], slice_)
        slice_ = {**static, "operandSegmentSizes": f"array<i32: 1, 1, {counts}>"}
        yield Op("tensor.insert_slice", [result, t, *sizes], [t], slice_)
    yield Op("tensor.reshape", [t, "tensor<2xi32>"], ["tensor<4x6xf32>"])
    yield Op("tensor.reshape", [t, "tensor<?xindex>"], ["tensor<*xf32>"])
    yield Op("tensor.collapse_shape", [t], ["tensor<24xf32>"], {"reassociation": "[[0, 1]]"})
    yield Op(
        "tensor.collapse_shape",
        ["tensor<2x3x4xf32>"],
        ["tensor<6x4xf32>"],
        {"reassociation": "[[0, 1], [2]]"},
    )
    expand = {"reassociation": "[[0, 1], [2]]", "static_output_shape": "array<i64: 2, 4, 3>"}
    yield Op("tensor.expand_shape", [t], ["tensor<2x4x3xf32>"], expand)
    yield Op("tensor.concat", [t, t], ["tensor<16x3xf32>"], {"dim": "0 : i64"})
    yield Op("tensor.concat", [t, "tensor<8x?xf32>"], ["tensor<8x?xf32>"], {"dim": "1 : i64"})
    body = Block([Op("tensor.yield", ["f32"])], ["index", "index"])
    pad = {
        "static_low": "array<i64: 0, 1>",
        "static_high": "array<i64: 2, 0>",
        "operandSegmentSizes": "array<i32: 1, 0, 0>",
    }
    yield Op("tensor.pad", [t], ["tensor<10x4xf32>"], pad, [body])
    yield Op("tensor.generate", ["index"], ["tensor<?x3xf32>"], {}, [deepcopy(body)])
    gather = {"gather_dims": "array<i64: 0>", "unique": "unit"}
    yield Op("tensor.gather", [t, "tensor<5x1xindex>"], ["tensor<5x1x3xf32>"], gather)
    yield Op("tensor.gather", [t, "tensor<5x1xi32>"], ["tensor<5x3xf32>"], gather)


def _loops() -> Iterator[Op]:
    one, two = [Op("scf.yield", ["f32"])], [Op("scf.yield", ["i32", "f32"])]
    empty = [Op("scf.yield")]
    yield Op("scf.if", ["i1"], [], {}, [Block(empty), None])
    yield Op("scf.if", ["i1"], [], {}, [Block(empty), Block(empty)])
    yield Op("scf.if", ["i1"], ["f32"], {}, [Block(one), Block(one)])
    yield Op("scf.if", ["i1"], ["i32", "f32"], {}, [Block(two), Block(two)])
    yield Op("scf.for", ["index"] * 3, [], {}, [Block(empty, ["index"])])
    yield Op("scf.for", ["i32"] * 3, [], {}, [Block(empty, ["i32"])])
    yield Op("scf.for", ["index"] * 3 + ["f32"], ["f32"], {}, [Block(one, ["index", "f32"])])
    loop = Block(two, ["index", "i32", "f32"])
    yield Op("scf.for", ["index"] * 3 + ["i32", "f32"], ["i32", "f32"], {}, [loop])
    condition = Block([Op("scf.condition", ["i1", "f32"])], ["i32"])
    yield Op(
        "scf.while", ["i32"], ["f32"], {}, [condition, Block([Op("scf.yield", ["i32"])], ["f32"])]
    )
    condition = Block([Op("scf.condition", ["i1"])])
    yield Op("scf.while", [], [], {}, [condition, Block(empty)])
    yield Op("scf.execute_region", [], ["f32"], {}, [Block(one)])
    yield Op("scf.execute_region", [], [], {}, [Block(empty)])
    cases = {"cases": "array<i64: 1, 5>"}
    yield Op("scf.index_switch", ["index"], ["f32"], cases, [Block(one)] * 3)
    yield Op("scf.index_switch", ["index"], [], cases, [Block(empty)] * 3)
    segments = {"operandSegmentSizes": "array<i32: 1, 1, 1, 0>"}
    yield Op("scf.parallel", ["index"] * 3, [], segments, [Block([Op("scf.reduce")], ["index"])])
    segments = {"operandSegmentSizes": "array<i32: 1, 1, 1, 1>"}
    inner = Block([Op("scf.reduce.return", ["f32"])], ["f32", "f32"], "b")
    body = Block([Op("scf.reduce", ["f32"], [], {}, [inner])], ["index"])
    yield Op("scf.parallel", ["index"] * 3 + ["f32"], ["f32"], segments, [body])


def _vectors() -> Iterator[Op]:
    v, m = "vector<4x8xf32>", "memref<4x8xf32>"
    yield Op("vector.bitcast", [v], ["vector<4x16xf16>"])
    yield Op("vector.bitcast", ["vector<4xf32>"], ["vector<4xi32>"])
    yield Op("vector.broadcast", ["f32"], [v])
    yield Op("vector.broadcast", ["vector<8xf32>"], [v])
    yield Op("vector.broadcast", ["vector<4x1xf32>"], [v])
    yield Op("vector.create_mask", ["index", "index"], ["vector<4x8xi1>"])
    for position, result in (("3", "vector<8xf32>"), ("3, 7", "f32"), ("", v)):
        yield Op(
            "vector.extract",
            [v],
            [result],
            {"static_position": f"array<i64: {position}>".replace(": >", ">")},
        )
        place = {"static_position": f"array<i64: {position}>".replace(": >", ">")}
        yield Op("vector.insert", [result, v], [v], place)
    yield Op(
        "vector.extract", [v, "index"], ["vector<8xf32>"], {"static_position": f"array<i64: {S}>"}
    )
    yield Op("vector.fma", [v, v, v], [v])
    yield Op("vector.load", [m, "index", "index"], ["vector<8xf32>"])
    yield Op("vector.store", ["vector<8xf32>", m, "index", "index"])
    masked = [m, "index", "index", "vector<8xi1>", "vector<8xf32>"]
    yield Op("vector.maskedload", masked, ["vector<8xf32>"])
    yield Op("vector.maskedstore", masked)
    add = {"kind": "#vector.kind<add>"}
    yield Op("vector.reduction", ["vector<8xf32>"], ["f32"], add)
    yield Op("vector.reduction", ["vector<8xf32>", "f32"], ["f32"], add)
    yield Op("vector.reduction", ["vector<8xi32>"], ["i32"], {"kind": "#vector.kind<and>"})
    map_ = "affine_map<(d0, d1) -> (d1)>"
    transfer = {
        "in_bounds": "[true]",
        "permutation_map": map_,
        "operandSegmentSizes": "array<i32: 1, 2, 1, 0>",
    }
    yield Op("vector.transfer_read", [m, "index", "index", "f32"], ["vector<8xf32>"], transfer)
    transfer = {**transfer, "operandSegmentSizes": "array<i32: 1, 1, 2, 0>"}
    yield Op("vector.transfer_write", ["vector<8xf32>", m, "index", "index"], [], transfer)
    tensor = "tensor<4x8xf32>"
    yield Op(
        "vector.transfer_write", ["vector<8xf32>", tensor, "index", "index"], [tensor], transfer
    )


def _memrefs() -> Iterator[Op]:
    m = "memref<4x8xf32>"
    dynamic = {"operandSegmentSizes": "array<i32: 1, 0>"}
    for name in ("alloc", "alloca"):
        yield Op(f"memref.{name}", ["index"], ["memref<?x8xf32>"], dynamic)
        yield Op(f"memref.{name}", [], [m], {"operandSegmentSizes": "array<i32: 0, 0>"})
    yield Op("memref.cast", [m], ["memref<?x8xf32>"])
    yield Op("memref.cast", [m], ["memref<*xf32>"])
    yield Op("memref.copy", [m, m])
    yield Op("memref.dealloc", [m])
    yield Op("memref.dim", [m, "index"], ["index"])
    yield Op("memref.load", [m, "index", "index"], ["f32"])
    yield Op("memref.store", ["f32", m, "index", "index"])
    yield Op("memref.rank", [m], ["index"])
    yield Op("memref.extract_aligned_pointer_as_index", [m], ["index"])
    metadata = ["memref<f32>", *["index"] * 5]
    yield Op("memref.extract_strided_metadata", [m], metadata)
    slice_ = {
        "operandSegmentSizes": "array<i32: 1, 0, 0, 0>",
        "static_offsets": "array<i64: 1, 2>",
        "static_sizes": "array<i64: 2, 4>",
        "static_strides": "array<i64: 1, 1>",
    }
    yield Op("memref.subview", [m], ["memref<2x4xf32, strided<[8, 1], offset: 10>>"], slice_)
    collapse = {"reassociation": "[[0, 1]]"}
    yield Op("memref.collapse_shape", [m], ["memref<32xf32>"], collapse)
    expand = {"reassociation": "[[0, 1], [2]]", "static_output_shape": "array<i64: 2, 2, 8>"}
    yield Op("memref.expand_shape", [m], ["memref<2x2x8xf32>"], expand)
    yield Op("memref.view", ["memref<64xi8>", "index"], ["memref<16xf32>"])
    cast = {
        "operandSegmentSizes": "array<i32: 1, 0, 0, 0>",
        "static_offsets": "array<i64: 0>",
        "static_sizes": "array<i64: 2, 16>",
        "static_strides": "array<i64: 16, 1>",
    }
    yield Op("memref.reinterpret_cast", [m], ["memref<2x16xf32>"], cast)
    yield Op("memref.memory_space_cast", [m], ["memref<4x8xf32, 1>"])


def _calls() -> Iterator[Op]:
    yield Op("func.call_indirect", ["(i32, f32) -> i64", "i32", "f32"], ["i64"])
    yield Op("cf.assert", ["i1"], [], {"msg": '"m"'})
    yield Op("ub.poison", [], ["i32"], {"value": "#ub.poison"})
    yield Op("complex.create", ["f32", "f32"], ["complex<f32>"])
    yield Op("complex.re", ["complex<f32>"], ["f32"])
    yield Op("complex.add", ["complex<f32>"] * 2, ["complex<f32>"])
    yield Op("complex.abs", ["complex<f32>"], ["f32"])
    yield Op("complex.constant", [], ["complex<f32>"], {"value": "[1.0 : f32, 2.0 : f32]"})


def _structured() -> Iterator[Op]:
    a, b, c = "tensor<4x8xf32>", "tensor<8x2xf32>", "tensor<4x2xf32>"
    last = Op("linalg.yield", ["%b0:f32"])
    maps = ["(d0, d1, d2) -> (d0, d2)", "(d0, d1, d2) -> (d2, d1)", "(d0, d1, d2) -> (d0, d1)"]
    generic = {
        "indexing_maps": f"[{', '.join(f'affine_map<{each}>' for each in maps)}]",
        "iterator_types": "[#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>]",
        "operandSegmentSizes": "array<i32: 2, 1>",
    }
    body = Block([last], ["f32"] * 3, "b")
    yield Op("linalg.generic", [a, b, c], [c], generic, [body])
    memrefs = [each.replace("tensor", "memref") for each in (a, b, c)]
    yield Op("linalg.generic", memrefs, [], generic, [deepcopy(body)])
    inner = Block([last], ["f32"] * 2, "b")
    order = {"permutation": "array<i64: 1, 0>"}
    yield Op("linalg.transpose", [a, "tensor<8x4xf32>"], ["tensor<8x4xf32>"], order, [inner])
    added = {"dimensions": "array<i64: 0>"}
    yield Op("linalg.broadcast", ["tensor<8xf32>", a], [a], added, [deepcopy(inner)])
    reduced = {"dimensions": "array<i64: 1>"}
    yield Op("linalg.reduce", [a, "tensor<4xf32>"], ["tensor<4xf32>"], reduced, [deepcopy(inner)])
    yield Op("bufferization.to_tensor", ["memref<4x8xf32>"], [a])
    yield Op(
        "bufferization.alloc_tensor",
        ["index"],
        ["tensor<?xf32>"],
        {"operandSegmentSizes": "array<i32: 1, 0, 0>"},
    )
    yield Op("bufferization.clone", ["memref<4xf32>"], ["memref<4xf32>"])
    yield Op("bufferization.materialize_in_destination", [a, a], [a])
    yield Op(
        "affine.apply", ["index", "index"], ["index"], {"map": "affine_map<(d0)[s0] -> (d0 + s0)>"}
    )
    yield Op("affine.min", ["index"], ["index"], {"map": "affine_map<(d0) -> (d0, 4)>"})
    yield Op(
        "affine.load",
        ["memref<4x8xf32>", "index", "index"],
        ["f32"],
        {"map": "affine_map<(d0, d1) -> (d0, d1)>"},
    )
    yield Op(
        "affine.store",
        ["f32", "memref<4x8xf32>", "index", "index"],
        [],
        {"map": "affine_map<(d0, d1) -> (d0, d1)>"},
    )
    bounds = {
        "lowerBoundMap": "affine_map<() -> (0)>",
        "upperBoundMap": "affine_map<() -> (10)>",
        "step": "1 : index",
        "operandSegmentSizes": "array<i32: 0, 0, 1>",
    }
    yield Op(
        "affine.for",
        ["f32"],
        ["f32"],
        bounds,
        [Block([Op("affine.yield", ["f32"])], ["index", "f32"])],
    )


BASES = [
    *_elementwise(),
    *_tensors(),
    *_loops(),
    *_vectors(),
    *_memrefs(),
    *_calls(),
    *_structured(),
]

# ---- mutations -----------------------------------------------------------------------------------

_ELEMENTS = {
    "i1": ("i8", "f32", "index"),
    "i8": ("i1", "i16", "si8", "f32"),
    "i32": ("i64", "i16", "f32", "si32", "index"),
    "i64": ("i32", "f64", "index"),
    "f16": ("f32", "bf16", "i16"),
    "bf16": ("f32", "f16"),
    "f32": ("f64", "f16", "i32", "complex<f32>", "f8E5M2"),
    "f64": ("f32", "f128", "i64"),
    "index": ("i32", "i64", "f32"),
}
_SHAPED = re.compile(r"(tensor|vector|memref)<((?:[\d?*\[\]]+x)*)(\w+)([^x]*)>\Z")


def type_variants(type_: str) -> Iterator[str]:
    """Yield types that differ from `type_` in element type, size, rank or kind."""
    match = _SHAPED.match(type_)
    if match is None:
        scalars = _ELEMENTS.get(type_, ("i32", "f32"))
        yield from scalars
        for kind in ("vector<4x{}>", "tensor<2x3x{}>", "memref<4x{}>"):
            yield kind.format(type_ if type_ in _ELEMENTS else "f32")
        return
    kind, shape, element, rest = match.groups()
    for other in _ELEMENTS.get(element, ()):
        yield f"{kind}<{shape}{other}{rest}>"
    yield element
    sizes = shape.split("x")[:-1]
    for number, size in enumerate(sizes):
        for other in _size_variants(kind, size):
            changed = [*sizes[:number], other, *sizes[number + 1 :]]
            yield f"{kind}<{'x'.join(changed)}x{element}{rest}>"
    if sizes and sizes != ["*"]:
        yield f"{kind}<{''.join(f'{size}x' for size in sizes[1:])}{element}{rest}>"
        yield f"{kind}<{'x'.join(sizes[::-1])}x{element}{rest}>"
    if sizes != ["*"]:
        yield f"{kind}<{shape}2x{element}{rest}>"
        yield f"{kind}<1x{shape}{element}{rest}>"
    for other in sorted({"tensor", "vector", "memref"} - {kind}):
        if not ("vector" in (kind, other) and set(shape) & set("?*[")):
            yield f"{other}<{shape}{element}>"
    if kind != "vector" and "*" not in shape:
        yield f"{kind}<*x{element}>"


def _size_variants(kind: str, size: str) -> Iterator[str]:
    if size == "*":
        return
    if size == "?":
        yield "5"
        return
    number = int(size.strip("[]"))
    yield str(number + 1)
    if size[0] != "[":
        yield "1"
        yield "?" if kind != "vector" else f"[{size}]"
        if kind != "vector":
            yield "0"
    else:
        yield str(number)


_NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w.])")


def property_variants(text: str) -> Iterator[str]:
    """Yield attribute texts that differ from `text` in one number, in how many numbers it has, or
    in kind.
    """
    for match in _NUMBER.finditer(text):
        number = int(match.group())
        others = [
            number + 1,
            number - 1,
            -1,
            9,
            0,
            *([int(S)] if text.startswith("array<i64") else []),
        ]
        for other in dict.fromkeys(others):
            if other != number:
                yield text[: match.start()] + str(other) + text[match.end() :]
    if ", " in text:
        yield re.sub(r", (?!.*, )[^\]>]*", "", text)
    if text.startswith("array<"):
        yield text[:-1] + (", 1>" if ":" in text else ": 1>")
    for pair in (
        ("i64", "i32"),
        ("i32", "i64"),
        ("f32", "f64"),
        ("parallel", "reduction"),
        ("d1", "d0"),
        ("2xf32", "3xf32"),
    ):
        if pair[0] in text:
            yield text.replace(*pair)
    yield "unit"
    yield "7 : i7"


def mutations(base: Op) -> Iterator[Op]:
    """Yield copies of `base` that differ in one place, in the operation or in its regions."""
    for number, op in enumerate(base.walk()):
        for change in _changes(op):
            changed = deepcopy(base)
            target = next(each for index, each in enumerate(changed.walk()) if index == number)
            change(target)
            yield changed


def _changes(op: Op):
    for kind in ("operands", "results"):
        types: Types = getattr(op, kind)
        for number, type_ in enumerate(types):
            if type_[0] == "%":
                continue
            for other in type_variants(type_):
                yield lambda o, k=kind, n=number, t=other: getattr(o, k).__setitem__(n, t)
            yield lambda o, k=kind, n=number: getattr(o, k).pop(n)
        yield lambda o, k=kind: getattr(o, k).append(getattr(o, k)[-1] if getattr(o, k) else "i32")
    for name, text in op.properties.items():
        for other in property_variants(text):
            yield lambda o, n=name, t=other: o.properties.__setitem__(n, t)
        yield lambda o, n=name: o.properties.pop(n)
    for number, block in enumerate(op.regions):
        yield lambda o, n=number: o.regions.pop(n)
        yield lambda o, n=number: o.regions.__setitem__(n, None)
        if block is None:
            continue
        for place, type_ in enumerate(block.arguments):
            for other in type_variants(type_):
                yield lambda o, n=number, p=place, t=other: o.regions[n].arguments.__setitem__(p, t)
        if block.arguments:
            yield lambda o, n=number: o.regions[n].arguments.pop()
        yield lambda o, n=number: o.regions[n].arguments.append("f32")
        yield lambda o, n=number: o.regions[n].ops.append(Op("func.return"))


def cases() -> list[str]:
    """Return the programs of all bases and mutations, without duplicates."""
    ops = [each for base in BASES for each in (base, *mutations(base))]
    return list(dict.fromkeys(map(program, ops)))
