"""Conversion of binaries of the commits in `states.txt` to `REVISION`, by the names of tables and
fields, and by the functions in `rules.py` for what got another form.
"""

from typing import Any, cast

from ttmlir_py.schemas.history import REVISION, State, schema_at, state_of
from ttmlir_py.schemas.history.rules import FIELDS, MEMBERS, WITHOUT_EFFECT
from ttmlir_py.schemas.reader import BinaryError, TableView, read
from ttmlir_py.schemas.revisions.by_name import Converter as ByName
from ttmlir_py.schemas.revisions.evidence import require_own_numbers
from ttmlir_py.schemas.revisions.frame import commit_of, schema_hash, schema_of
from ttmlir_py.schemas.revisions.rows import SCHEMA, FbTable
from ttmlir_py.schemas.schema import Schema, Table, Type, Union, load_schema
from ttmlir_py.schemas.writer import MisfitError, write


def state_of_file(path: str, data: bytes) -> State | None:
    """Return the state of the schemas of the commit that wrote a file.

    `path` is the schema of its kind. Return None if the commit is not recorded.
    """
    if path not in (SCHEMA, "Common/system_desc.fbs"):
        return None
    if schema_hash(path, REVISION).encode() in data:
        return None  # It is converted already, and keeps its commit.
    return state_of(commit_of(path, data) or "")


def in_form_of_revision(path: str, data: bytes) -> bytes:
    """Return a file in the form of `REVISION` if a recorded commit wrote it.

    Other files are returned unchanged. Raises BinaryError for a file that `REVISION` cannot
    express.
    """
    state = state_of_file(path, data)
    if state is None:
        return data
    source, target = schema_at(path, state), load_schema(schema_of(path, REVISION))
    root = read(source, data)
    if path == SCHEMA:
        require_own_numbers(source, root, f"{state.date}, the date of its commit")
    made = _converted(source, target, root)
    made["schema_hash"] = schema_hash(path, REVISION)
    try:
        return write(target, made)
    except MisfitError as misfit:
        raise BinaryError(f"cannot be converted to {REVISION}: {misfit}") from None


def _converted(source: Schema, target: Schema, root: TableView) -> FbTable:
    assert source.root is not None
    assert target.root is not None
    return Converter(source, target).table(root.as_dict(raw_bytes=True), source.root, target.root)


class Converter(ByName):
    """A converter of tables from a state of the schemas to `REVISION`."""

    def __init__(self, source: Schema, target: Schema) -> None:
        super().__init__(REVISION)
        self._schemas = source, target

    def table(self, value: FbTable, source: Table, target: Table) -> FbTable:
        """Return `value`, a table of type `source`, as a table of type `target`.

        Raises BinaryError for a field or a union member that the target lacks.
        """
        name = source.name.rpartition(".")[2]
        value = {key: each for key, each in value.items() if f"{name}.{key}" not in WITHOUT_EFFECT}
        rule = FIELDS.get(name)
        given = {} if rule is None else rule(self, value)
        return super().table(value, source, target) | given

    def tensor(self, ref: FbTable) -> FbTable:
        """Return a `TensorRef` in the form of `REVISION`."""
        return self._of_type("TensorRef", ref)

    def config(self, table: FbTable, field: str) -> FbTable | None:
        """Return the memory configuration in a field in the form of `REVISION`; None if the field
        is absent.
        """
        given = table.get(field)
        return None if given is None else self._of_type("MemoryConfigDesc", given)

    def _of_type(self, name: str, value: FbTable) -> FbTable:
        source, target = (_table(schema, name) for schema in self._schemas)
        return self.table(value, source, target)

    def _member(self, value: Any, tag: str, source: Union, target: Union) -> Any:
        rule = MEMBERS.get(tag)
        if rule is None or tag in target.tag.values:
            return super()._member(value, tag, source, target)
        found, table, given = rule(self, cast(FbTable, dict(value)))
        members = source.tables[source.tag.values[tag]], target.tables[target.tag.values[found]]
        return found, self.table(table, *members) | given


def _table(schema: Schema, name: str) -> Table:
    found: Type = next(each for key, each in schema.types.items() if key.endswith(f".{name}"))
    assert isinstance(found, Table)
    return found
