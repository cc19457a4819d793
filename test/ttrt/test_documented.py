"""The command lines in upstream's documentation run, with its names of files and folders."""

import shlex
from pathlib import Path

import pytest
from ttrt_binaries import identity_program, relu_program, save

pytestmark = pytest.mark.slow

READ = """
--section mlir out.ttnn
--section cpp out.ttnn
--section version out.ttnn
--section system_desc out.ttnn
--section inputs out.ttnn
--section outputs out.ttnn
--section all out.ttnn
--section all out.ttnn --clean-artifacts
--section all out.ttnn --save-artifacts
--section all flatbuffers
system_desc/system_desc.ttsys
--section system_desc system_desc/system_desc.ttsys
system_desc/system_desc.ttsys --log-file ttrt.log
out.ttnn --save-artifacts --artifact-dir some/dir
out.ttnn --result-file result.json
"""
RUN = """
out.ttnn
out.ttnn --seed 0
out.ttnn --init arange
out.ttnn --identity
out.ttnn --identity --rtol 1 --atol 1
out.ttnn --clean-artifacts
out.ttnn --save-artifacts
out.ttnn --loops 10
--program-index all out.ttnn
--program-index 0 out.ttnn
flatbuffers
flatbuffers --loops 10
flatbuffers --log-file ttrt.log
out.ttnn --save-artifacts --artifact-dir some/dir
out.ttnn --load-kernels-from-disk
out.ttnn --enable-async-ttnn
out.ttnn --result-file result.json
out.ttnn --disable-golden
out.ttnn --save-golden-tensors
out.ttnn --debugger
out.ttnn --memory --save-artifacts
out.ttnn --memory --check-memory-leak
"""
QUERY = """
--quiet
--save-artifacts
--clean-artifacts
--save-artifacts --log-file ttrt.log
--save-artifacts --artifact-dir some/dir
--result-file result.json
"""
PERF = """
out.ttnn
out.ttnn --clean-artifacts
out.ttnn --save-artifacts
out.ttnn --loops 10
--program-index all out.ttnn
--program-index 0 out.ttnn
--host-only out.ttnn
flatbuffers --host-only
flatbuffers --loops 10 --host-only
flatbuffers --log-file ttrt.log --host-only
--save-artifacts --artifact-dir some/dir out.ttnn
out.ttnn --result-file result.json
out.ttnn --memory
"""
CHECK = """
out.ttnn
out.ttnn --system-desc system_desc/system_desc.ttsys
out.ttnn --clean-artifacts
out.ttnn --save-artifacts
out.ttnn --log-file ttrt.log
flatbuffers --system-desc system_desc
--save-artifacts --artifact-dir some/dir out.ttnn
out.ttnn --result-file result.json
"""
LINES = [
    f"{command} {line}"
    for command, lines in {
        "read": READ,
        "run": RUN,
        "query": QUERY,
        "perf": PERF,
        "check": CHECK,
    }.items()
    for line in lines.strip().splitlines()
]


@pytest.mark.parametrize("line", LINES)
def test_command_lines_documented_upstream_work(line, tt, monkeypatch):
    import io
    import sys

    save("out.ttnn", identity_program())
    save("flatbuffers/relu.ttnn", relu_program())
    save("flatbuffers/deeper/same.ttnn", identity_program())
    assert tt("query", "--quiet", "--save-artifacts", "--artifact-dir", "system_desc")[0] == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("continue\n"))
    arguments = shlex.split(line)
    code, out, err = tt(*arguments)
    assert (code, err) == (0, "")
    command = arguments[0]
    result = "result.json" if "--result-file" in arguments else f"{command}_results.json"
    assert '"result": "pass"' in Path(result).read_text()
    if "--log-file" in arguments:
        assert out == ""
        assert Path("ttrt.log").read_text()
    elif "--quiet" not in arguments:
        assert out
    folder = "some/dir" if "--artifact-dir" in arguments else "ttrt-artifacts"
    saves = "--save-artifacts" in arguments or "--save-golden-tensors" in arguments
    assert Path(folder).exists() == saves
    if "--save-artifacts" in arguments:
        assert Path(folder, "out.ttnn" if command != "query" else "system_desc.ttsys").exists()
