"""Keys of random numbers in JAX, which the device stores as unsigned integers."""

from typing import Any

from ttmlir_py.frontends.libraries import library


def is_key(dtype: Any) -> bool:
    """Whether a type is that of keys of random numbers, such as `key<fry>`."""
    dtypes = library("jax").dtypes
    return dtype is not None and bool(dtypes.issubdtype(dtype, dtypes.prng_key))


def key_data(value: Any) -> Any:
    """Return the integers of an array of keys. Other values are returned unchanged."""
    if is_key(getattr(value, "dtype", None)):
        return library("jax").random.key_data(value)
    return value


def wrapped(array: Any, dtype: Any) -> Any:
    """Return integers as a JAX array of the type `dtype`, which may be a type of keys."""
    if is_key(dtype):
        return library("jax").random.wrap_key_data(array, impl=dtype._impl.name)
    return library("jax").numpy.asarray(array)
