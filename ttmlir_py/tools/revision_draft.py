"""`python -m ttmlir_py.tools.revision_draft`: drafts the table of an unknown revision of tt-mlir.

It reads all texts and binaries in folders and reports what a known revision lacks. See
docs/revisions.md.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence

from ttmlir_py.revisions import REGISTRY, identify
from ttmlir_py.tools.commands import command_parser, parse_arguments, run_commands
from ttmlir_py.tools.driver import ToolError

_PROGRAM = "python -m ttmlir_py.tools.revision_draft"
_DESCRIPTION = (
    "Read the texts (.mlir) and binaries (.ttnn) in folders, and print what the revision BASE of "
    "tt-mlir lacks, as a draft of a table: operations, attributes, properties, enum cases, and "
    "numbers of union members."
)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = command_parser(_PROGRAM, _DESCRIPTION)
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="a folder, or a file")
    parser.add_argument(
        "--base",
        metavar="BASE",
        help="compare with this revision or date (default: the latest revision)",
    )
    return parser


def _files(folders: Sequence[str]) -> Iterator[str]:
    """Yield the texts and binaries in folders, in the order of their names."""
    for folder in folders:
        if os.path.isfile(folder):
            yield folder
            continue
        if not os.path.isdir(folder):
            raise ToolError(f"{folder}: no such file or folder")
        for where, inner, names in os.walk(folder):
            inner.sort()
            for name in sorted(names):
                if name.endswith((".mlir", ".ttnn")):
                    yield os.path.join(where, name)


def draft(folders: Sequence[str], base: str) -> str:
    """Return the draft of a table for the texts and binaries in folders."""
    from ttmlir_py.dialects.revisions.draft import Draft
    from ttmlir_py.schemas.draft import BinaryDraft
    from ttmlir_py.target.flatbuffer.later_ttnn import table_of

    texts = Draft(base, lambda attribute: _misfit(attribute, base))
    binaries = BinaryDraft(base, table_of, lambda name: _is_known(name, base))
    for path in _files(folders):
        with open(path, "rb") as file:
            data = file.read()
        if path.endswith(".ttnn"):
            binaries.read(data, path)
        else:
            texts.read(data.decode(errors="replace"), path)
    if not (texts.texts or binaries.binaries):
        raise ToolError("no .mlir or .ttnn files in these folders")
    head = [
        f"# A draft, by its differences to {base}. The head of `2026-08.ods` explains the lines.",
        f"# It was made from {texts.texts} texts and {binaries.binaries} binaries.",
    ]
    lines = [*texts.lines(), *binaries.lines()]
    return "\n".join([*head, *(lines or ["# Nothing differs."]), ""])


def _is_known(operation: str, base: str) -> bool:
    """Whether revision `base` has an operation. Other dialects are the same in all revisions."""
    from ttmlir_py.dialects.revisions.table import names

    is_other = operation.partition(".")[0] not in REGISTRY[base].dialects
    return is_other or operation in names("op", base)


def _misfit(attribute: str, base: str) -> str | None:
    """Return the error of reading `attribute` as revision `base`, or None."""
    from ttmlir_py.compiler import create_context, parse
    from ttmlir_py.ir.diagnostics import CompilationError

    context = create_context(revision=base)
    with context.diagnostics.collect() as found:
        try:
            parse(f"module attributes {{draft.x = {attribute}}} {{}}", context=context)
        except CompilationError as error:
            return found[0].message if found else str(error)
        except (ValueError, TypeError, KeyError) as error:
            return str(error)
    return None


def main() -> int:
    """Run the command line, and return the exit code."""

    def run() -> int:
        options = parse_arguments(build_parser(), None)
        latest = max(REGISTRY.values(), key=lambda each: each.until).id
        try:
            base = identify(options.base or latest)
        except ValueError as error:
            raise ToolError(f"--base: {error}") from None
        if "ttcore" not in REGISTRY[base].dialects or REGISTRY[base].has_destinations:
            raise ToolError(f"--base={base}: expected 2026-08 or a later revision")
        sys.stdout.write(draft(options.folders, base))
        return 0

    return run_commands(_PROGRAM, run)


if __name__ == "__main__":
    sys.exit(main())
