"""How long the idle threads of matrix products wait for work before they sleep: of OpenBLAS, which numpy's wheels have.

As it comes, they spin for about 70 ms after each product, and take that time from what is computed between products. Results do not depend
on it. It is read when the library is loaded.
"""

import os

VARIABLE = "OPENBLAS_THREAD_TIMEOUT"
TIMEOUT = "18"
"""2 to the power of 18 cycles, about 0.1 ms: as long as products that follow each other are apart. At once asleep, they would have to be woken for each."""


def shorten() -> None:
    """Have them sleep soon, in this process and in those that it starts, unless the user has said how long they wait."""
    os.environ.setdefault(VARIABLE, TIMEOUT)
