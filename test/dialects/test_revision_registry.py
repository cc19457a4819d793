"""The registry of revisions: names, dates, and a new revision that one call adds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import ttmlir_py
from ttmlir_py import revisions
from ttmlir_py.dialects.revisions.definitions import enum_class, operation_class
from ttmlir_py.dialects.revisions.detection import find_revision
from ttmlir_py.revisions import Revision, chain, identify
from ttmlir_py.tools import ttopt

TOY = "2027-01"
TABLE = """
op ttir.plus < ttir.add
op ttir.sin {+turns: BoolAttr = false}
attr ttcore.sharding < ttcore.shard_type
enum ttcore.ReduceType +Median=8:median -Var
gone ttir.tan
"""
TEXT = """module {
  func.func @f(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = "ttir.plus"(%arg0, %arg0) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "ttir.mesh_shard"(%0) <{shard_dims = array<i64: -1>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 1>, shard_type = #ttcore.sharding<replicate>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
}
"""
IN_2026_08 = TEXT.replace("ttir.plus", "ttir.add").replace("ttcore.sharding", "ttcore.shard_type")


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[str]:
    """Register a revision for the duration of a test."""
    table = tmp_path / f"{TOY}.ods"
    table.write_text(TABLE)
    # Classes of a revision's definitions are cached by its identifier, so each test uses a new one.
    name = f"{TOY}-{tmp_path.name}"
    revisions.register(
        Revision(
            id=name,
            since="2027-01-01",
            until="2027-03-31",
            base="2026-08",
            table=str(table),
        )
    )
    yield name
    revisions.unregister(name)


def test_parse_detects_a_registered_revision_by_an_operation(toy: str):
    module = ttmlir_py.parse(TEXT)
    assert module.revision == toy
    assert str(module) == TEXT


@pytest.mark.parametrize(
    "text",
    [
        '%0 = "ttir.sin"(%a) <{turns = true}> : (tensor<4xf32>) -> tensor<4xf32>',
        "module attributes {a = #ttcore.sharding<replicate>} {}",
    ],
)
def test_find_revision_detects_a_registered_revision_by_a_name(toy: str, text: str):
    assert find_revision(text) == toy


@pytest.mark.parametrize("name", ["ttir.add", "ttir.tan"])
def test_find_revision_of_operation_that_only_base_has_returns_base(toy: str, name: str):
    operands = "%a, %a" if name == "ttir.add" else "%a"
    assert find_revision(f'%0 = "{name}"({operands}) : (t, t) -> t') == "2026-08"


def test_find_revision_of_ambiguous_text_returns_base(toy: str):
    assert find_revision('%0 = "ttir.multiply"(%a, %a) : (t, t) -> t') == "2026-08"
    assert find_revision("module {}") == "2025-02"


def test_convert_revision_to_the_base_and_back_renames(toy: str):
    module = ttmlir_py.convert_revision(ttmlir_py.parse(TEXT), "2026-08")
    assert module.revision == "2026-08"
    assert str(module) == IN_2026_08
    again = ttmlir_py.convert_revision(ttmlir_py.parse(IN_2026_08), toy)
    assert again.revision == toy
    assert str(again) == TEXT


def test_convert_revision_chains_over_the_base(toy: str):
    assert chain(toy, "2025-02") == [(toy, "2026-08"), ("2026-08", "2025-02")]
    first = str(ttmlir_py.convert_revision(ttmlir_py.parse(TEXT), "2025-02"))
    assert first == str(ttmlir_py.convert_revision(ttmlir_py.parse(IN_2026_08), "2025-02"))
    assert "tensor.empty" in first
    assert str(ttmlir_py.convert_revision(ttmlir_py.parse(first), toy)) == TEXT


def test_convert_revision_of_a_property_that_the_base_lacks_is_refused(toy: str):
    text = 'func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {{ %0 = "ttir.sin"(%a) <{{turns = {0}}}> : (tensor<4xf32>) -> tensor<4xf32> return %0 : tensor<4xf32> }}'
    with pytest.raises(ttmlir_py.CompilationError, match="has the property 'turns', which 2026-08"):
        ttmlir_py.convert_revision(ttmlir_py.parse(text.format("true")), "2026-08")
    module = ttmlir_py.convert_revision(ttmlir_py.parse(text.format("false")), "2026-08")
    assert "turns" not in str(module)


def test_convert_revision_of_an_enum_case_that_the_base_lacks_is_refused(toy: str):
    text = "module attributes {ttir.a = #ttcore.reduce_type<median>} {}"
    module = ttmlir_py.parse(text, context=ttmlir_py.create_context(revision=toy))
    assert "reduce_type<median>" in str(module)
    with pytest.raises(ttmlir_py.CompilationError, match="'median' is no"):
        ttmlir_py.convert_revision(module, "2026-08")


def test_pass_manager_lowers_a_registered_revision(toy: str):
    texts: list[str] = []
    for source in (TEXT, IN_2026_08):
        module = ttmlir_py.parse(source)
        pipeline = "builtin.module(ttir-to-ttnn-backend-pipeline)"
        ttmlir_py.PassManager(pipeline).run(module)
        assert module.revision == "2025-02"
        texts.append(str(module))
    assert texts[0] == texts[1]
    assert "ttnn.add" in texts[0]


def test_ttopt_reads_a_registered_revision(
    toy: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    path = tmp_path / "toy.mlir"
    path.write_text(TEXT)
    for name in (toy, "2027-02", "2027-01-15"):
        assert ttopt.run("ttopt", [f"--tt-mlir={name}", str(path)]) == 0
        assert capfd.readouterr().out.rstrip("\n") == TEXT.rstrip("\n")


def test_operation_unchanged_by_table_shares_its_class(toy: str):
    for name in ("ttir.multiply", "ttnn.add", "ttcore.device"):
        assert operation_class(toy, name) is operation_class("2026-08", name)
    assert operation_class(toy, "ttir.mesh_shard") is not operation_class(
        "2026-08", "ttir.mesh_shard"
    )
    assert operation_class(toy, "ttir.tan") is None


def test_enum_changed_by_table_keeps_unchanged_cases(toy: str):
    keywords = [each.keyword for each in enum_class("2026-08", "ttcore.ReduceType")]
    changed = [each.keyword for each in enum_class(toy, "ttcore.ReduceType")]
    assert changed == [each for each in keywords if each != "var"] + ["median"]


def test_revision_table_with_own_verifier_replaces_base_verifier(tmp_path: Path):
    from xdsl.utils.exceptions import VerifyException

    def refuse(op: object) -> None:
        raise VerifyException("is refused")

    name = f"{TOY}-{tmp_path.name}"
    revisions.register(
        Revision(
            id=name,
            since="2027-01-01",
            until="2027-03-31",
            base="2026-08",
            verifiers={"ttir.sin": refuse},
        )
    )
    try:
        text = '%a = "ttir.ones"() <{shape = array<i32: 4>}> : () -> tensor<4xf32> %0 = "ttir.sin"(%a) : (tensor<4xf32>) -> tensor<4xf32>'
        ttmlir_py.parse(text, context=ttmlir_py.create_context(revision="2026-08"))
        with pytest.raises(ttmlir_py.CompilationError, match="is refused"):
            ttmlir_py.parse(text, context=ttmlir_py.create_context(revision=name))
    finally:
        revisions.unregister(name)


@pytest.mark.parametrize(
    ("text", "revision"),
    [
        ("2025-06", "2025-06"),
        ("2025-07", "2025-07"),
        ("2025-07-14", "2025-07"),
        ("2025-11-30", "2026-08"),
        ("2024-12-31", "2025-02"),
        ("2025-02-18", "2025-02"),
        ("2025-03", "2025-03"),
        ("2025-06-17", "2025-07"),
        ("2025-07-30", "2025-11"),
        ("2025-11-26", "2025-11"),
        ("2026-10-05", "2026-09"),
        ("2026-10-26", "2026-10"),
    ],
)
def test_identify_of_a_date_returns_revision_of_that_date(text: str, revision: str):
    assert identify(text) == revision
    assert ttmlir_py.create_context(revision=text).requested_revision == revision


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "x",
            "unknown revision 'x': expected 2025-02, 2025-03, 2025-06, 2025-07, 2025-11, 2026-08, 2026-09, 2026-10-19 or 2026-10",
        ),
        ("2026-8", "or 2026-10; did you mean '2026-08'?"),
        ("2025-13", "unknown revision '2025-13'"),
        ("2026-12", "unknown revision '2026-12': the latest is 2026-10, for text until 2026-10-26"),
    ],
)
def test_identify_of_an_unknown_revision_reports_choices(text: str, message: str):
    with pytest.raises(ValueError) as caught:
        identify(text)
    assert message in str(caught.value)


def test_identify_of_a_month_with_a_change_is_ambiguous():
    halves = [("first", "2028-01-01", "2028-01-14"), ("second", "2028-01-15", "2028-02-28")]
    for name, since, until in halves:
        revisions.register(Revision(name, since, until, base="2026-08"))
    try:
        with pytest.raises(ValueError, match=r"ambiguous .*: the text changed on 2028-01-15"):
            identify("2028-01")
        assert identify("2028-02") == "second"
    finally:
        for name, _, _ in halves:
            revisions.unregister(name)


def test_register_of_a_known_identifier_is_refused():
    with pytest.raises(ValueError, match="registered twice"):
        revisions.register(revisions.REGISTRY["2026-08"])
    with pytest.raises(ValueError, match="base '1999-01' is not registered"):
        revisions.register(Revision("2027-02", "2027-02-01", "2027-02-28", base="1999-01"))
    with pytest.raises(ValueError, match="base '2025-02' has no table to change"):
        revisions.register(Revision("2027-02", "2027-02-01", "2027-02-28", base="2025-02"))


def test_ttopt_with_an_unknown_revision_reports_choices(capfd: pytest.CaptureFixture[str]):
    with pytest.raises(Exception, match=r"unknown revision '2026-8': .*did you mean '2026-08'"):
        ttopt.run("ttopt", ["--tt-mlir=2026-8", "/dev/null"])


@pytest.mark.parametrize("revision", ["2025-06", "2025-11"])
def test_cloned_module_has_revision_of_original(revision: str):
    context = ttmlir_py.create_context(revision=revision)
    module = ttmlir_py.parse("module {}", context=context)
    assert module.revision == module.clone().revision == revision
    assert ttmlir_py.parse("module {}").revision == "2025-02"


THERE_AND_BACK = Path(__file__).parent / "revisions" / "there-and-back.mlir"


@pytest.mark.parametrize("text", THERE_AND_BACK.read_text().split("// -----\n"))
def test_convert_2025_06_to_2026_08_equals_conversion_from_2025_02(text: str):
    if "tensor.empty" not in text or "ttir.conv2d" in text or "tensor<1xf32>)" in text:
        pytest.skip("no destination, or a form that 2025-03 changed")
    direct = ttmlir_py.convert_revision(ttmlir_py.parse(text), "2026-08")
    context = ttmlir_py.create_context(revision="2025-06")
    module = ttmlir_py.parse(text.replace("tensor.empty", "ttir.empty"), context=context)
    assert str(ttmlir_py.convert_revision(module, "2026-08")) == str(direct)


WITH_DESTINATIONS = """func.func @f(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = ttir.empty() : tensor<4x8xf32>
  %0 = "ttir.add"(%a, %a, %e) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}"""


def test_registered_revision_with_destinations_is_converted(tmp_path: Path):
    table = tmp_path / "2025-08.ods"
    table.write_text("destination ttir add\nmaybe ttir pad\nsame ttir empty\nfirst ttir gather\n")
    name = f"2025-08-{tmp_path.name}"
    revisions.register(
        Revision(
            id=name,
            since="2025-08-01",
            until="2025-08-31",
            base="2026-08",
            table=str(table),
            has_destinations=True,
            is_written=False,
        )
    )
    try:
        for target in ("2025-02", "2026-08"):
            found = [
                ttmlir_py.convert_revision(
                    ttmlir_py.parse(
                        WITH_DESTINATIONS, context=ttmlir_py.create_context(revision=revision)
                    ),
                    target,
                )
                for revision in (name, "2025-11")
            ]
            assert str(found[0]) == str(found[1])
        with pytest.raises(ValueError, match="only read"):
            ttmlir_py.convert_revision(ttmlir_py.parse("module {}"), name)
    finally:
        revisions.unregister(name)
