"""The message that tools print if they had to guess the revision of a text."""

from ttmlir_py.dialects.revisions.detection import MixedRevisionsError, find_revision
from ttmlir_py.ir.locations import SourceMap


def guess_note(text: str, file_name: str) -> str | None:
    """Return a line about the assumed revision and the reason, or None if there was nothing to
    guess.

    Names decide with certainty, such as those of dialect `ttcore` and of operations that only one
    revision has. Forms of operations are a guess. Text without a sign of a revision is in the first
    one.
    """
    if "ttcore" in text or "ttir.empty" in text:
        return None
    try:
        revision = find_revision(text)
    except MixedRevisionsError:
        return None
    if revision == (first := find_revision("")):
        return None
    from ttmlir_py.dialects.revisions.signs import signs

    found = [sign for sign in signs(text) if first not in sign.revisions]
    if not found or any(sign.is_name for sign in found):
        return None
    place = SourceMap(text, file_name).location(found[0].offset)
    return (
        f"{file_name}:{place.line.data}:{place.column.data}: note: read as tt-mlir {revision} "
        f"because of "
        f"'{found[0].text}'; use --tt-mlir to choose the revision"
    )
