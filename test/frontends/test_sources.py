"""How the contents of a file are recognized: text, portable artifacts, and other files."""

import sys

import pytest

from ttmlir_py.frontends.sources import SourceError, is_export, producer, program_text

# The first bytes that StableHLO 1.7 writes.
ARTIFACT = b"ML\xefR\rStableHLO_v1.7.0\x00\x01\x1b\x05\x01\x05\x0b\x01\x03"
EXPORT = b"\x20\0\0\0" + bytes(40) + len(ARTIFACT).to_bytes(4, "little") + ARTIFACT + bytes(8)


def test_program_text_keeps_bytes_that_are_not_utf_8():
    assert program_text(b"module {} // \xff", "m.mlir") == "module {} // \udcff"
    assert program_text(b"", "m.mlir") == ""


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\x7fELF\x02\x01", "an ELF file"),
        (b"PK\x03\x04....", "a ZIP archive"),
        (b"\x10\0\0\0\x08\0\0\0TTNN....", "a TTNN binary, which is compiled already"),
        (b"\x10\0\0\0\x08\0\0\0TTSY....", "a system description"),
        (b"ab\0cd", "no text"),
    ],
)
def test_source_file_that_is_not_a_program_is_refused(data, what):
    with pytest.raises(SourceError, match=f"^m: error: this is {what}"):
        program_text(data, "m")


def test_stablehlo_artifact_producer_is_read_and_jax_export_is_detected():
    assert producer(ARTIFACT) == "StableHLO_v1.7.0"
    assert producer(b"ML\xefR") == ""
    assert is_export(EXPORT)
    assert not is_export(ARTIFACT)
    assert not is_export(b"// ML\xefR")


@pytest.mark.parametrize("data", [ARTIFACT, EXPORT], ids=["artifact", "export"])
def test_stablehlo_artifact_without_jax_reports_install_command(data, monkeypatch):
    monkeypatch.setitem(sys.modules, "jaxlib.mlir.ir", None)
    with pytest.raises(SourceError) as failed:
        program_text(data, "m.vhlo")
    message = str(failed.value)
    assert message.startswith("m.vhlo: error: this is MLIR bytecode (StableHLO_v1.7.0)")
    assert "pip install 'ttmlir-py[jax]'" in message


def test_jax_artifact_is_read_as_program_text():
    jax = pytest.importorskip("jax", reason="the extra jax is not installed")
    export = pytest.importorskip("jax.export", reason="this version of JAX lacks absl")
    exported = export.export(jax.jit(jax.numpy.tanh))(jax.numpy.ones((2, 3)))
    data = exported.mlir_module_serialized
    for each in (data, exported.serialize()):
        assert "stablehlo.tanh" in program_text(bytes(each), "m")
    with pytest.raises(SourceError, match=r"which the installed jaxlib .* cannot read"):
        program_text(data[: len(data) // 2], "m")
