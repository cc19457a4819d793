"""Tests of `ttrt query --for`: descriptors for builds with known and unknown schema hashes."""

import io
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttmlir_py.revisions import REGISTRY
from ttmlir_py.schemas import BinaryError, load_schema, read
from ttmlir_py.schemas.revisions.frame import revision_of, schema_of
from ttmlir_py.target.flatbuffer.system_desc import write_board
from ttmlir_py.ttrt import builds
from ttmlir_py.ttrt.builds import find_build
from ttmlir_py.ttrt.system import board, in_form_of

SYSTEM, TTNN = "Common/system_desc.fbs", "TTNN/binary.fbs"
OCTOBER = REGISTRY["2026-10"].schema_hashes
UNKNOWN = sha256(b"system").hexdigest()
OTHERS = [sha256(each).hexdigest() for each in (b"metal", b"ttnn")]


def library(*hashes: str) -> bytes:
    parts = (b"\x00" * 8 + each.encode() + b"Create" for each in hashes)
    digits = b"0001020304" * 8 + b"\x00" + b"12345678" * 8
    return b"\x7fELF" + digits + b"".join(parts) + b"\x00" * 40


def hash_in(data: bytes) -> str:
    revision = revision_of(SYSTEM, data)
    return read(load_schema(schema_of(SYSTEM, revision)), data).schema_hash


def wheel(path: Path, contents: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("plugin/libtt.so", contents)
        archive.writestr("plugin/__init__.py", "")
    return path


def test_query_for_library_writes_its_hash(tt, tmp_path):
    Path("libtt.so").write_bytes(library(OTHERS[0], OCTOBER[TTNN][0], OCTOBER[SYSTEM][0]))
    code, out, err = tt("query", "--quiet", "--save-artifacts", "--for", "libtt.so")
    assert (code, out, err) == (
        0,
        "system descriptor saved to ttrt-artifacts/system_desc.ttsys\n",
        "",
    )
    data = Path("ttrt-artifacts/system_desc.ttsys").read_bytes()
    assert data == in_form_of(board("n150"), "2026-10")
    assert hash_in(data) == OCTOBER[SYSTEM][0]


def test_query_for_unknown_wheel_writes_last_hash_and_warns(tt, tmp_path):
    wheel(Path("plugin.whl"), library(*OTHERS, UNKNOWN))
    code, _, err = tt("query", "--quiet", "--save-artifacts", "--for", "plugin.whl")
    assert code == 0
    assert f"schema hash {UNKNOWN[:8]}... is unknown" in err
    data = Path("ttrt-artifacts/system_desc.ttsys").read_bytes()
    own = in_form_of(board("n150"), "2026-10")
    assert data.replace(UNKNOWN.encode(), OCTOBER[SYSTEM][0].encode()) == own


def test_known_binary_schema_selects_its_revision():
    known = REGISTRY["2026-09"].schema_hashes[TTNN][0]
    found = builds._build([OTHERS[0], known, UNKNOWN])
    assert (found.revision, found.schema_hash, found.is_known) == ("2026-09", UNKNOWN, True)


@pytest.mark.filterwarnings("ignore::ttmlir_py.schemas.revisions.UnknownSchemaWarning")
@pytest.mark.parametrize("name", ["n150", "p150", "n300"])
def test_schema_hash_gives_descriptor_of_each_board(name):
    data = find_build(UNKNOWN).describe(write_board(name))
    assert hash_in(data) == UNKNOWN
    assert revision_of(SYSTEM, data) == "2026-08"  # as the hash is unknown


def test_system_descriptor_file_of_build_gives_schema_hash(tmp_path):
    path = tmp_path / "theirs.ttsys"
    path.write_bytes(find_build(OCTOBER[SYSTEM][0]).describe(write_board("n150")))
    assert find_build(str(path)).schema_hash == OCTOBER[SYSTEM][0]


@pytest.mark.parametrize(
    ("name", "contents", "message"),
    [
        ("x.txt", b"", "names no build of tt-mlir: give a schema hash"),
        ("x.so", b"\x7fELF" + b"00" * 99, "contains no schema hash"),
        ("x.whl", b"no zip", "is not a wheel"),
        ("x.ttsys", b"\x00" * 3, "."),
        ("2025.ttsys", write_board("n150"), "has no schema hash: use --tt-mlir 2025-02"),
    ],
)
def test_query_for_file_that_is_not_a_build_is_refused(tmp_path, name, contents, message):
    path = tmp_path / name
    path.write_bytes(contents)
    with pytest.raises(BinaryError, match=message):
        find_build(str(path))


def test_query_for_package_that_is_not_installed_is_refused():
    with pytest.raises(BinaryError, match="pjrt-plugin-tt is not installed"):
        find_build("pjrt-plugin-tt")


@given(before=st.integers(0, 700), size=st.integers(300, 700), after=st.sampled_from("azZ"))
def test_schema_hash_search_finds_hash_across_chunks(before, size, after):
    data = b"." * before + (UNKNOWN + after).encode() + b"." * 300
    found = list(builds._hashes(io.BytesIO(data), "x", size))
    assert found == ([] if after == "a" else [UNKNOWN])


def test_query_with_build_and_revision_is_refused(tt):
    flags = ["--quiet", "--save-artifacts", "--for", UNKNOWN, "--tt-mlir", "2026-08"]
    code, _, err = tt("query", *flags)
    assert (code, err.endswith("--for chooses the revision: leave out --tt-mlir\n")) == (1, True)
