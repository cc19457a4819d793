"""The result cache of the tools: a hit equals a new run, and any relevant change is a miss."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ttmlir_py.result_cache import keys, recording
from ttmlir_py.result_cache.store import COUNTS, Store, digest, pack, parse_size, unpack
from ttmlir_py.tools import start
from ttmlir_py.warm_server import freshness

pytestmark = pytest.mark.slow

BIN = Path(sys.executable).parent
PROGRAM = "func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }\n"
SPLIT = "// first\n// ---- near\n" + PROGRAM + "// -----\n" + PROGRAM
"""A program whose second line looks almost like a separator, for which the tool warns."""
KEY = digest(b"key")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def run(
    folder: Path | None, *arguments: str | Path, tool: str = "ttopt", text: str = PROGRAM, **options
) -> tuple[int, bytes, bytes]:
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    if "stdin" not in options:
        options["input"] = text.encode()
    env = {name: value for name, value in os.environ.items() if not name.startswith("TTMLIR_")}
    env |= {"TTMLIR_CACHE": str(folder)} if folder else {}
    options["env"] = env | options.get("env", {})
    done = subprocess.run([BIN / tool, *arguments], check=False, timeout=120, **options)
    return done.returncode, done.stdout, done.stderr


def counts(folder: Path) -> dict[str, int]:
    return {what: count for what, count in Store(str(folder)).counts().items() if count}


@pytest.mark.parametrize(
    ("tool", "arguments", "text"),
    [
        ("ttopt", ["--mlir-print-op-generic", "-o", "out.mlir"], PROGRAM),
        ("ttopt", ["--split-input-file"], SPLIT),
        ("ttmlir-translate", ["--mlir-to-cpp", "in.mlir"], "module {}\n"),
    ],
)
def test_result_cache_hit_gives_outputs_of_original_run(
    tool: str, arguments: list[str], text: str, folder: Path, tmp_path: Path
):
    """The exit code, the interleaved streams and the files are equal without a cache, on a miss and
    on a hit.
    """
    (tmp_path / "in.mlir").write_text(text)
    results = []
    for kept in (None, folder, folder):
        out = tmp_path / "out.mlir"
        out.unlink(missing_ok=True)
        options = {"tool": tool, "text": text, "cwd": tmp_path, "stderr": subprocess.STDOUT}
        done = run(kept, *arguments, **options, umask=0o027)
        written = (out.read_bytes(), out.stat().st_mode) if out.exists() else None
        results.append((done, written))
    assert results[0] == results[1] == results[2]
    assert results[0][0][0] == 0
    assert counts(folder) == {"hits": 1, "misses": 1}


def test_result_cache_consumes_standard_input_on_hit_only(folder: Path, tmp_path: Path):
    """On a hit the position of an input file moves as after a run. On a miss the tool reads its
    input from the pipe.
    """
    path = tmp_path / "in.mlir"
    path.write_text(PROGRAM)
    ends = []
    for _ in range(2):
        with path.open("rb") as file:
            assert run(folder, "-", stdin=file)[0] == 0
            ends.append(os.lseek(file.fileno(), 0, os.SEEK_CUR))
    assert ends == [len(PROGRAM)] * 2
    other = PROGRAM.replace("@f", "@other")
    found = [run(folder, "-", text=other)[1] for _ in range(2)]
    assert b"@other" in found[0]
    assert found[0] == found[1]
    assert counts(folder) == {"hits": 2, "misses": 2}
    with open("/dev/full", "wb") as full:
        failed = [run(kept, "-", stdout=full) for kept in (None, folder)]
    assert failed[0] == failed[1]
    assert failed[0][0] == 1


def test_result_cache_skips_run_with_varying_output(folder: Path, tmp_path: Path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for _ in range(2):
        assert b"expected" in run(folder, text="func.func")[2]
    assert counts(folder) == {"failed": 2}
    assert b"Execution time report" in run(folder, "--mlir-timing")[2]
    writer = subprocess.Popen(["sh", "-c", f"printf '%s' '{PROGRAM}' > {fifo}"])
    assert run(folder, fifo)[0] == 0
    assert writer.wait() == 0
    assert run(folder, "--log-actions-to=log.txt", cwd=tmp_path)[0] == 0
    assert counts(folder) == {"failed": 2, "uncacheable": 3}


def test_result_cache_misses_after_change_of_program_or_input(folder: Path, tmp_path: Path):
    """Changes that cause a miss: of a loaded module outside of the package, of the input, and of a
    file that an option names.
    """
    library, read = tmp_path / "library", tmp_path / "in.mlir"
    library.mkdir()
    (library / "sitecustomize.py").write_text("")
    read.write_text(PROGRAM)
    # a file as new as the process might have changed after it was loaded, so it is not trusted
    time.sleep(0.1)
    options = {"env": {"PYTHONPATH": str(library), "PYTHONDONTWRITEBYTECODE": "1"}}

    def outcome() -> bytes:
        return run(folder, read, **options)[1]

    assert outcome() == outcome()
    assert counts(folder) == {"hits": 1, "misses": 1}
    read.write_text(PROGRAM.replace("@f", "@g"))
    assert b"@g" in outcome()
    os.utime(library / "sitecustomize.py", (1, 1))
    assert b"@g" in outcome()
    assert counts(folder)["hits"] == 1


def test_result_cache_program_files_include_all_loaded_files():
    files = set(recording.program_files())
    assert {sys.executable, freshness.PACKAGE, recording.__file__, pytest.__file__} <= files
    assert all(f"{freshness.PACKAGE}/{each}" in files for each in ("tools", "schemas/grammar.lark"))


@pytest.mark.parametrize(
    "change",
    [
        lambda patch: patch.setattr(sys, "argv", ["ttopt", "--cse"]),
        lambda patch: patch.setattr(sys, "argv", ["ttmlir-opt", "--canonicalize"]),
        lambda patch: patch.setattr(sys, "argv", ["ttopt", "--canonicalize", ""]),
        lambda patch: patch.setattr(sys, "version", "4"),
        lambda patch: patch.setattr(sys, "path", [*sys.path, "/lib"]),
        lambda patch: patch.setattr(sys, "orig_argv", ["python", "-O", "ttopt"]),
        lambda patch: patch.setattr(os, "isatty", lambda _: True),
        lambda patch: patch.setenv("PYTHONOPTIMIZE", "1"),
        lambda patch: patch.setenv("TERM", "linux"),
        lambda patch: patch.chdir("/"),
    ],
)
def test_result_cache_key_depends_on_tool_and_environment(
    change: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "argv", ["ttopt", "--canonicalize"])
    monkeypatch.setattr(os, "isatty", lambda _: False)
    before = keys.run_key("ttopt")
    assert before == keys.run_key("ttopt") != keys.run_key("tttranslate")
    change(monkeypatch)
    assert keys.run_key("ttopt") != before


def test_result_cache_covers_existing_tools_but_not_ttrt():
    assert set(keys.TOOLS) < set(start.TOOLS.values())
    assert keys.run_key("ttrt") is None


def test_unusable_cache_folder_gives_one_warning_with_its_name(folder: Path):
    folder.write_text("")
    for unusable in (folder, folder / "inside"):
        code, out, err = run(unusable)
        expected = (
            f"warning: TTMLIR_CACHE: cannot write to '{unusable}': Not a directory; set it to"
        )
        assert (code, err.count(b"\n")) == (0, 1)
        assert err.decode().startswith(expected)
        assert out == run(None)[1]


def test_damaged_cache_object_is_a_miss(folder: Path):
    store = Store(str(folder))
    assert store.get(KEY) is None
    store.put(KEY, b"data")
    assert store.get(KEY) == b"data"
    (path,) = (folder / "objects").iterdir()
    path.rename(path.with_name(digest(b"other").hex()))
    assert store.get(digest(b"other")) is None
    store.put(KEY, b"data")
    sound = (folder / "objects" / KEY.hex()).read_bytes()
    for broken in (b"", sound[:-1], sound[:20], sound + b"x", b"x" + sound[1:]):
        (folder / "objects" / KEY.hex()).write_bytes(broken)
        assert store.get(KEY) is None


def test_result_cache_over_size_limit_evicts_least_recently_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TTMLIR_CACHE_SIZE", "200K")
    store = Store(str(folder))
    names = [digest(bytes([number])) for number in range(100)]
    for number, name in enumerate(names):
        store.put(name, b"x" * 5000)
        os.utime(folder / "objects" / name.hex(), (number, number))
        assert store.use()[1] <= 200 << 10
        store.get(names[0])  # one result is used often and must stay
    assert store.get(names[0])
    assert store.get(names[-1])
    assert store.get(names[1]) is None
    store.put(KEY, b"x" * (51 << 10))  # larger than a quarter of the cache
    assert store.get(KEY) is None
    monkeypatch.setenv("TTMLIR_CACHE_SIZE", "many")
    with pytest.raises(ValueError, match="whole number"):
        store.put(KEY, b"")


def _write_for_ever(folder: Path, seed: int, end: float) -> None:
    store = Store(str(folder))
    number = 0
    while time.monotonic() < end:
        number += 1
        name = digest(bytes([number % 50]))
        store.put(name, name * (seed * 100))
        found = store.get(digest(bytes([(number * 7) % 50])))
        if found is not None and found != found[:32] * (len(found) // 32):
            os._exit(1)


def test_concurrent_or_killed_cache_writers_leave_whole_objects(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TTMLIR_CACHE_SIZE", "300K")
    end = time.monotonic() + 0.5
    writers = []
    for seed in range(1, 5):
        pid = os.fork()
        if not pid:
            try:
                _write_for_ever(folder, seed, end + 60 * (seed == 4))
                os._exit(0)
            finally:
                os._exit(2)
        writers.append(pid)
    assert [os.waitpid(pid, 0)[1] for pid in writers[:3]] == [0] * 3
    os.kill(writers[3], signal.SIGKILL)
    os.waitpid(writers[3], 0)
    store = Store(str(folder))
    for path in (folder / "objects").iterdir():
        if len(path.name) == 64:
            name = bytes.fromhex(path.name)
            found = store.get(name)
            assert found
            assert found == name * (len(found) // 32)
    begun = folder / "objects" / "new-0"
    begun.write_bytes(b"half")
    store.clean(1 << 30)
    assert begun.exists()  # another process may still be writing it
    os.utime(begun, (1, 1))
    store.clean(1 << 30)
    assert not begun.exists()


def test_ttmlir_cache_command_shows_limits_and_clears_cache(folder: Path):
    store = Store(str(folder))
    store.put(KEY, b"data")
    for what in ("hits", "hits", "hits", "misses"):
        store.count(what)
    code, shown, _ = run(folder, "-M", "2M", "--show-stats", tool="ttmlir-cache")
    assert code == 0
    lines = dict(line.split(":", 1) for line in shown.decode().splitlines())
    assert lines["Hits"].strip() == "3 (75.0 %)"
    assert lines["Size"].strip() == "4.0 KiB of 2.0 MiB, 1 files"
    assert store.limit() == 2 << 20
    assert run(folder, "-C", "-z", tool="ttmlir-cache") == (0, b"", b"")
    assert (store.use(), store.counts()) == ((0, 0), dict.fromkeys(COUNTS, 0))
    assert b"must be the path of a folder" in run(None, "-s", tool="ttmlir-cache")[2]


def test_cache_size_option_parses_units_and_packed_fields_round_trip():
    assert [parse_size(text) for text in ("0", "5k", "500M", "2GiB", " 1T ")] == [
        *(0, 5 << 10, 500 << 20, 2 << 30, 1 << 40)
    ]
    for text in ("", "K", "-1", "1.5G", "1P", "٣"):
        with pytest.raises(ValueError):
            parse_size(text)
    for fields in ([], [b""], [b"a", b"", b"bc"], [b"a\0b"]):
        assert unpack(pack(fields)) == fields
    assert pack([b"a", b"b"]) != pack([b"ab"])
