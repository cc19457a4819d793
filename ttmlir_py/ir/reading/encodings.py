"""Checks between the encodings of tensor types and these types."""

from collections.abc import Sequence
from typing import Any

from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import VerifyException


def check_encoding(
    parser: AttrParser, encoding: Any, dims: Sequence[int], element: Attribute
) -> None:
    """Check that an encoding attribute with a `verify_encoding` method fits the tensor; report an
    error at the next token otherwise.
    """
    verify = getattr(encoding, "verify_encoding", None)
    if verify is None:
        return
    try:
        verify(dims, element)
    except VerifyException as error:
        parser.raise_error(str(error))
