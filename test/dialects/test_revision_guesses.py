"""The note that a program's revision is a guess: only tools print it, and only if the program's
syntax decides the guess.
"""

import pytest
from module_runs import run_module_on_text

import ttmlir_py
from ttmlir_py.dialects.revisions.detection import guess_note

TYPES = "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>"
LATER = f"""func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {{
  %0 = "ttir.add"(%a, %a) : {TYPES}
  return %0 : tensor<4xf32>
}}
"""
FIRST = LATER.replace(
    '"ttir.add"(%a, %a) : (',
    '"ttir.add"(%a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, ',
)
NAMED = LATER.replace("ttir.add", "ttir.logical_left_shift")
NOTE = (
    "m.mlir:2:8: note: read as tt-mlir 2026-08 because of 'ttir.add with 2 operands'; "
    "use --tt-mlir to choose the revision"
)


def test_guess_note_names_the_deciding_operation():
    assert guess_note(LATER, "m.mlir") == NOTE


@pytest.mark.parametrize(
    "text", [FIRST, NAMED, f"// ttcore\n{LATER}", "func.func @f() { return }", LATER + FIRST]
)
def test_guess_note_for_certain_or_mixed_text_is_none(text):
    assert guess_note(text, "m.mlir") is None


EMPTY_BIAS = """func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = ttir.empty() : tensor<4x4xf32>
  %0 = "ttir.linear"(%a, %a, %e) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
"""


def test_guess_note_names_operation_whose_empty_operand_could_be_bias():
    assert guess_note(EMPTY_BIAS, "m.mlir") == (
        "m.mlir:3:8: note: read as tt-mlir 2025-11 because of 'ttir.linear whose last operand %e is "
        "empty'; use --tt-mlir to choose the revision"
    )
    certain = EMPTY_BIAS.replace("return", f'%1 = "ttir.exp"(%a, %e) : {SQUARES}\n  return')
    assert guess_note(certain, "m.mlir") is None


SQUARES = "(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>"


def run_ttopt(folder, *flags):
    """Run the tool on `LATER`, and return its standard error."""
    (folder / "m.mlir").write_text(LATER)
    arguments = ("m.mlir", "-o", "out.mlir", *flags)
    done = run_module_on_text("ttmlir_py.tools.ttopt", *arguments, cwd=folder)
    assert done.returncode == 0
    return done.stderr


def test_ttopt_prints_guess_note_unless_revision_is_given(tmp_path):
    assert run_ttopt(tmp_path) == f"{NOTE}\n"
    assert run_ttopt(tmp_path, "--tt-mlir=2026-08") == ""
    assert run_ttopt(tmp_path, "-w") == ""


def test_library_parse_prints_no_guess_note(capfd):
    ttmlir_py.parse(LATER)
    assert capfd.readouterr() == ("", "")
