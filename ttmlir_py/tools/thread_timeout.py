"""How long the idle threads of matrix products wait for work before they sleep: of OpenBLAS, which numpy's wheels have.

As it comes, they spin for about 70 ms after each product, and take that time from what is computed between products. Results do not depend
on it. It is read when the library is loaded.
"""

import os

VARIABLE = "OPENBLAS_THREAD_TIMEOUT"
SHORTEST = "4"
"""The least that OpenBLAS takes: 2 to the power of 4 turns."""


def shorten() -> None:
    """Have them sleep at once, in this process and in those that it starts, unless the user has said how long they wait."""
    os.environ.setdefault(VARIABLE, SHORTEST)
