// A name that kernels include the interface by.
#include "ttmetal_host/kernel_frame.hpp"
