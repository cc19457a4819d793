"""The client of the result cache, which repeats the output of an earlier run and exits.

Output is written in the same pieces and order. The module imports almost nothing, because it must
finish before the tool could be loaded. A miss has no effect.
"""

import os
import stat

from ttmlir_py.result_cache import keys, store
from ttmlir_py.warm_server import places


def answer(tool: str, folder: str) -> None:
    """Repeat the cached result of an equal run of `tool` and exit, or return if no such run is
    cached.

    `folder` is the folder of the cache.
    """
    kept = store.Store(folder)
    start = _position()
    try:
        result = _result(kept, tool)
        if result is not None:
            fields = store.unpack(result)
            outputs = 1 + 2 * int.from_bytes(fields[0], "big")
            _write_files(fields[1:outputs])
            _end(kept, fields[outputs:])
    except OSError:
        pass  # the tool itself will report the error; the standard streams are unchanged
    except KeyboardInterrupt:
        os._exit(places.INTERRUPTED)
    if _position() != start:
        os.lseek(0, start, os.SEEK_SET)


def _position() -> int:
    """Return the position of standard input, or 0 if it cannot seek."""
    try:
        return os.lseek(0, 0, os.SEEK_CUR)
    except OSError:
        return 0


def _result(kept: store.Store, tool: str) -> bytes | None:
    """Return the packed result of an equal run, or None. Raises OSError."""
    run = keys.run_key(tool)
    shape = run and kept.get(run)
    if not run or not shape:
        return None
    program, *names = store.unpack(shape)
    paths = kept.get(program)
    if paths is None:
        return None
    stamp = keys.stamps(os.fsdecode(paths).split("\0"))
    digests: list[bytes] = []
    for name in map(os.fsdecode, names):
        found = _input_digest() if name == keys.STANDARD_INPUT else keys.file_digest(name)
        if found is None:
            return None
        digests.append(found)
    return kept.get(keys.result_key(run, shape, digests, stamp))


def _input_digest() -> bytes | None:
    """Return the digest of standard input, which can still be read afterwards.

    Return None if standard input is a device, or cannot be replaced by a copy.
    """
    mode = os.fstat(0).st_mode
    if stat.S_ISREG(mode):
        return store.file_digest(0)
    if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) or not hasattr(os, "memfd_create"):
        return None
    copy = os.memfd_create("standard input")
    state = store.running_digest()
    while part := os.read(0, 1 << 20):
        state.update(part)
        store.write_all(copy, part)
    os.dup2(copy, 0)
    os.close(copy)
    return state.digest()


def _write_files(fields: list[bytes]) -> None:
    """Write files. `fields` alternates names and contents. Raises OSError."""
    if fields:
        from ttmlir_py.common.files import new_file

        for name, data in zip(fields[::2], fields[1::2], strict=True):
            with new_file(os.fsdecode(name)) as file:
                file.write(data)


def _end(kept: store.Store, pieces: list[bytes]) -> None:
    """Write pieces of output to the standard streams, and exit.

    Each piece starts with the number of its stream.
    """
    code = 0
    try:
        for piece in pieces:
            store.write_all(piece[0], piece[1:])
    except BrokenPipeError:
        code = 1
    except OSError as error:
        code = _complain(f"cannot write to standard output: {error.strerror}\n")
    try:
        kept.count("hits")
    finally:
        os._exit(code)


def _complain(message: str) -> int:
    """Print an error message if possible, and return the exit code."""
    try:
        os.write(2, message.encode())
    except OSError:
        return 1
    return 1
