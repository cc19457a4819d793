"""`ttnn.kv_cache`: caches of keys and values, which change in place."""

from ttmlir_py.ttnn.operations import fill_cache, update_cache
from ttmlir_py.ttnn.tensor import Tensor

__all__ = ["fill_cache_for_user_", "update_cache_for_token_"]


def fill_cache_for_user_(cache: Tensor, input_tensor: Tensor, batch_index: int) -> Tensor:
    """Replace the first positions of one user's cache."""
    return fill_cache(cache, input_tensor, batch_index)


def update_cache_for_token_(
    cache: Tensor, input_tensor: Tensor, update_index: int, batch_offset: int = 0
) -> Tensor:
    """Replace one position of all users' caches."""
    return update_cache(cache, input_tensor, update_index, batch_offset)
