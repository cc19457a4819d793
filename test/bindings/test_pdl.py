"""Patterns of the dialect `pdl`. MLIR's bindings of LLVM 22 print the same results."""

from typing import Any

import pytest

from ttmlir_py.bindings import ir, rewrite
from ttmlir_py.bindings.dialects import pdl

PROGRAM = """
%a, %b, %f = "t.in"() : () -> (i32, i32, f32)
%x = arith.addi %a, %b : i32
%z = arith.muli %x, %b : i32
%m = "t.m"(%a, %b, %z) {k = 3 : i32, s = "hi"} : (i32, i32, i32) -> i32
%n:2 = "t.two"(%m, %f) : (i32, f32) -> (i32, f32)
%s = "t.user"(%n#0, %n#0) : (i32, i32) -> i32
%u = "t.user2"(%n#0, %z) {q = 1 : i64} : (i32, i32) -> i32
"t.seg"(%a, %b, %a) {operandSegmentSizes = array<i32: 1, 2>} : (i32, i32, i32) -> ()
"t.sink"(%s, %u, %n#1) : (i32, i32, f32) -> ()
"""
BEFORE = [
    '%0:3 = "t.in"() : () -> (i32, i32, f32)',
    "%1 = arith.addi %0#0, %0#1 : i32",
    "%2 = arith.muli %1, %0#1 : i32",
    '%3 = "t.m"(%0#0, %0#1, %2) {k = 3 : i32, s = "hi"} : (i32, i32, i32) -> i32',
    '%4:2 = "t.two"(%3, %0#2) : (i32, f32) -> (i32, f32)',
    '%5 = "t.user"(%4#0, %4#0) : (i32, i32) -> i32',
    '%6 = "t.user2"(%4#0, %2) {q = 1 : i64} : (i32, i32) -> i32',
    '"t.seg"(%0#0, %0#1, %0#0) {operandSegmentSizes = array<i32: 1, 2>} : (i32, i32, i32) -> ()',
    '"t.sink"(%5, %6, %4#1) : (i32, i32, f32) -> ()',
]
ADD = """
  %t = pdl.type
  %x = pdl.operand
  %y = pdl.operand
  %op = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
"""
OF_ALL = """
  %t = pdl.type
  %xs = pdl.operands
  %op = pdl.operation "t.m"(%xs : !pdl.range<value>) -> (%t : !pdl.type)
"""
USERS = """
  %t = pdl.type
  %ts = pdl.types
  %xs = pdl.operands
  %w = pdl.operand
  %a = pdl.attribute
  %two = pdl.operation "t.two"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
  %r = pdl.result 0 of %two
  %op = pdl.operation "t.user"(%r, %r : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %q = pdl.operation "t.user2"(%r, %w : !pdl.value, !pdl.value) {"q" = %a} -> (%t : !pdl.type)
"""
NEW = '%n = pdl.operation "t.n"(%xs : !pdl.range<value>) -> (%t : !pdl.type)\n'
REPLACE = "pdl.replace %op with %n\n"


def pattern(matched: str, rewrite: str, root: str = "%op", benefit: int = 1) -> str:
    return f"pdl.pattern : benefit({benefit}) {{{matched} pdl.rewrite {root} {{\n{rewrite}}}\n}}\n"


def applied(text: str, **functions: Any) -> list[str]:
    """Return the program after the patterns of a module."""
    with ir.Context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        patterns = rewrite.PDLModule(ir.Module.parse(text))
        for name, function in functions.items():
            patterns.register_constraint_function(name, function)
            patterns.register_rewrite_function(name, function)
        module = ir.Module.parse(PROGRAM)
        rewrite.apply_patterns_and_fold_greedily(module, patterns.freeze())
        assert module.operation.verify()
        return [line.strip() for line in str(module).splitlines()[1:-1]]


def changed(text: str, **functions: Any) -> dict[int, str]:
    """Return the lines that patterns change, by their number."""
    after = applied(text, **functions)
    assert len(after) == len(BEFORE)
    return {i: line for i, line in enumerate(after) if line != BEFORE[i]}


def test_pattern_matches_operands_and_infers_types_of_results():
    new = '%n = pdl.operation "arith.xori"(%y, %x : !pdl.value, !pdl.value)\n'
    assert changed(pattern(ADD, new + REPLACE)) == {1: "%1 = arith.xori %0#1, %0#0 : i32"}
    other = new.replace("arith.xori", "t.new")  # the types are those of the replaced operation
    assert changed(pattern(ADD, other + REPLACE)) == {
        1: '%1 = "t.new"(%0#1, %0#0) : (i32, i32) -> i32'
    }
    same = ADD.replace("%y", "%x").replace("  %x = pdl.operand\n", "", 1)
    assert not changed(pattern(same, other.replace("%y", "%x") + REPLACE))
    untyped = ADD.replace(" -> (%t : !pdl.type)", "").replace("  %t = pdl.type\n", "")
    assert not changed(pattern(untyped, "pdl.erase %op\n"))


@pytest.mark.parametrize(
    ("attribute", "name", "matches"),
    [
        ("", "k", True),
        ("", "j", False),
        (" = 3 : i32", "k", True),
        (" = 3 : i64", "k", False),
        (" : %t", "k", True),
        (" : %t", "s", False),
    ],
)
def test_pattern_compares_attributes(attribute: str, name: str, matches: bool):
    operands = "(%xs : !pdl.range<value>)"
    matched = f"\n%a = pdl.attribute{attribute}\n" + OF_ALL.replace(
        operands, f'{operands} {{"{name}" = %a}}'
    )
    matched = matched.replace("  %t = pdl.type\n", "")
    new = f'%n = pdl.operation "t.n"{operands} {{"z" = %a}} -> (%t : !pdl.type)\n'
    found = changed(pattern("\n%t = pdl.type" + matched, new + REPLACE))
    value = '"hi"' if name == "s" else "3 : i32"
    line = f'%3 = "t.n"(%0#0, %0#1, %2) {{z = {value}}} : (i32, i32, i32) -> i32'
    assert found == ({3: line} if matches else {})


def test_pattern_matches_ranges_of_operands_results_and_types():
    typed = "\n  %i = pdl.types : [i32, i32, {}]" + OF_ALL.replace(
        "pdl.operands", "pdl.operands : %i"
    )
    new = {3: '%3 = "t.n"(%0#0, %0#1, %2) : (i32, i32, i32) -> i32'}
    assert changed(pattern(OF_ALL, NEW + REPLACE)) == new
    assert changed(pattern(typed.format("i32"), NEW + REPLACE)) == new
    assert changed(pattern(typed.format("f32"), NEW + REPLACE)) == {}
    groups = '\n%x = pdl.operands\n%y = pdl.operands\n%op = pdl.operation "t.seg"'
    of = "(%x, %y : !pdl.range<value>, !pdl.range<value>)\n"
    swapped = (
        '%r = pdl.range %y, %x : !pdl.range<value>, !pdl.range<value>\n%n = pdl.operation "t.n"'
    )
    found = changed(pattern(groups + of, f"{swapped}(%r : !pdl.range<value>)\npdl.erase %op\n"))
    # an unregistered operation has no groups, so that the second range starts at index 1
    assert found == {7: '"t.n"(%0#1, %0#0, %0#0, %0#1, %0#0) : (i32, i32, i32, i32, i32) -> ()'}
    of_two = OF_ALL.replace('"t.m"', '"t.two"').replace("%t = pdl.type", "%t = pdl.types")
    of_two = of_two.replace("!pdl.type)", "!pdl.range<type>)")
    new_two = '%n = pdl.operation "t.n" -> (%t : !pdl.range<type>)\n%r = pdl.results of %n\n'
    found = changed(pattern(of_two, new_two + "pdl.replace %op with (%r : !pdl.range<value>)\n"))
    assert found == {4: '%4:2 = "t.n"() : () -> (i32, f32)'}


def test_pattern_follows_operands_to_operations_and_results_to_other_users():
    chain = ADD + (
        "%r = pdl.result 0 of %op\n"
        '%p = pdl.operation "arith.muli"(%r, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n'
    )
    for root in ("%p", ""):
        found = applied(pattern(chain, "pdl.replace %p with (%y : !pdl.value)\n", root))
        assert (
            '%1 = "t.m"(%0#0, %0#1, %0#1) {k = 3 : i32, s = "hi"} : (i32, i32, i32) -> i32' in found
        )
    new = NEW.replace(") ->", ') {"q" = %a} ->')
    for root in ("%op", "%q"):
        found = applied(pattern(USERS, f"{new}{REPLACE}pdl.replace %q with %n\n", root))
        assert found[5] == '%5 = "t.n"(%3, %0#2) {q = 1 : i64} : (i32, f32) -> i32'
        assert found[-1] == '"t.sink"(%5, %5, %4#1) : (i32, i32, f32) -> ()'


def test_patterns_of_high_benefit_are_tried_first_and_any_operation_matches():
    low, high = (NEW.replace('"t.n"', f'"t.{each}"') + REPLACE for each in ("low", "high"))
    found = changed(pattern(OF_ALL, low) + pattern(OF_ALL, high, benefit=5))
    assert found == {3: '%3 = "t.high"(%0#0, %0#1, %2) : (i32, i32, i32) -> i32'}
    assert len(applied(pattern("\n%op = pdl.operation\n", "pdl.erase %op\n"))) == len(BEFORE)
    any_with_operands = pattern(
        "\n%xs = pdl.operands\n%op = pdl.operation(%xs : !pdl.range<value>)\n", "pdl.erase %op\n"
    )
    assert applied(any_with_operands) == BEFORE[:7]  # those with results do not match


def test_python_functions_constrain_and_rewrite():
    matched = OF_ALL + 'pdl.apply_native_constraint "check"(%op, %t : !pdl.operation, !pdl.type)\n'
    new = '%a = pdl.apply_native_rewrite "make"(%t : !pdl.type) : !pdl.attribute\n' + NEW.replace(
        ") ->", ') {"a" = %a} ->'
    )
    seen: list[Any] = []

    def check(rewriter: Any, results: Any, values: Any) -> None:
        seen.append([values[0].name, str(values[1])])

    def make(rewriter: Any, results: Any, values: Any) -> None:
        results.append(ir.StringAttr.get(f"of {values[0]}"))

    found = changed(pattern(matched, new + REPLACE), check=check, make=make)
    assert found == {3: '%3 = "t.n"(%0#0, %0#1, %2) {a = "of i32"} : (i32, i32, i32) -> i32'}
    assert seen == [["t.m", "i32"]]
    refused = changed(pattern(matched, new + REPLACE), check=lambda *_: True, make=make)
    assert refused == {}


def test_builders_print_patterns_like_mlir():
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):

            @pdl.pattern(benefit=2, sym_name="swap")
            def swap() -> None:
                index = pdl.TypeOp(ir.IndexType.get())
                x, y = pdl.OperandOp(index), pdl.OperandOp()
                op = pdl.OperationOp("arith.addi", [x, y], types=[index])

                @pdl.rewrite()
                def body() -> None:
                    value = pdl.AttributeOp(value=ir.StringAttr.get("v"))
                    new = pdl.OperationOp("t.n", [y, x], {"a": value}, [index])
                    pdl.ReplaceOp(op, with_op=new)

        assert module.operation.verify()
        text = str(module)
        rewrite.PDLModule(module).freeze()
    assert [line.strip() for line in text.splitlines()[1:-2]] == [
        "pdl.pattern @swap : benefit(2) {",
        "%0 = type : index",
        "%1 = operand : %0",
        "%2 = operand",
        '%3 = operation "arith.addi"(%1, %2 : !pdl.value, !pdl.value)  -> (%0 : !pdl.type)',
        "rewrite {",
        '%4 = attribute = "v"',
        '%5 = operation "t.n"(%2, %1 : !pdl.value, !pdl.value)  {"a" = %4} -> (%0 : !pdl.type)',
        "replace %3 with %5",
        "}",
    ]


def test_types_have_constructors_and_reject_others():
    with ir.Context():
        made = pdl.RangeType.get(pdl.ValueType.get())
        assert made == ir.Type.parse("!pdl.range<value>")
        assert made.element_type == pdl.ValueType.get()
        assert pdl.PDLType.isinstance(made)
        assert not pdl.TypeType.isinstance(made)
        with pytest.raises(TypeError, match="element_type"):
            pdl.RangeType.get(made)


def test_unsupported_patterns_and_wrong_replacements_raise():
    for text, message in (
        (
            pattern(
                OF_ALL + 'pdl.apply_native_constraint "c"(%t : !pdl.type)\n', "pdl.erase %op\n"
            ),
            "'c'",
        ),
        (pattern(USERS, "pdl.erase %op\npdl.erase %q\n", root=""), "does not determine its root"),
    ):
        with pytest.raises(ir.MLIRError, match=message):
            applied(text)
    nothing = "%e = pdl.range : !pdl.range<value>\npdl.replace %op with (%e : !pdl.range<value>)\n"
    with pytest.raises(ValueError, match=r"0 values for the 1 results of 't\.m'"):
        applied(pattern(OF_ALL, nothing))
    with pytest.raises(ValueError, match="still has uses"):
        applied(pattern(OF_ALL, "pdl.erase %op\n"))
    with pytest.raises(TypeError, match="expected Module"):
        rewrite.PDLModule(None)  # pyright: ignore
