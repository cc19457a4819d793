"""The time that idle threads of OpenBLAS, which numpy's wheels contain, spin before they sleep.

By default they spin for about 70 ms after each matrix product, which slows down the code between
products. Results do not depend on it. OpenBLAS reads the setting when it is loaded.
"""

import os

VARIABLE = "OPENBLAS_THREAD_TIMEOUT"
TIMEOUT = "18"
"""2 to the power of 18 cycles, about 0.1 ms, the usual distance between successive products.
Threads that sleep at once would have to be woken for each product.
"""


def shorten() -> None:
    """Shorten the time in this process and its children, unless the user has set it."""
    os.environ.setdefault(VARIABLE, TIMEOUT)
