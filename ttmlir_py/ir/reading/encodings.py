"""What encodings in the types of tensors ask of these."""

from collections.abc import Sequence
from typing import Any

from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import VerifyException


def check_encoding(
    parser: AttrParser, encoding: Any, dims: Sequence[int], element: Attribute
) -> None:
    """Ask an attribute that says more of tensors (`verify_encoding`) whether it fits one; an error at the next token if not."""
    verify = getattr(encoding, "verify_encoding", None)
    if verify is None:
        return
    try:
        verify(dims, element)
    except VerifyException as error:
        parser.raise_error(str(error))
