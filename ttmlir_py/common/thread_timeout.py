"""A shorter spin time for idle threads of OpenBLAS, the matrix library in numpy's wheels.

By default, idle threads spin for about 70 ms after each matrix product before they sleep, which
slows down the code between products. Results do not depend on the time. OpenBLAS reads the setting
when it is loaded.
"""

import os

VARIABLE = "OPENBLAS_THREAD_TIMEOUT"
TIMEOUT = "18"
"""Binary logarithm of the spin time in cycles: 2^18 cycles, about 0.1 ms.

It covers the usual time between successive products. Threads that slept immediately would have to
be woken for each product.
"""


def shorten() -> None:
    """Set the spin time for this process and its children, unless the user has set it."""
    os.environ.setdefault(VARIABLE, TIMEOUT)
