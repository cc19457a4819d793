// The interface with what kernels' texts need beside it: names for their frame, and pointers into L1, which on the chip are
// numbers of 32 bits as addresses are. Nothing but kernels may come behind it.

#ifndef TTMETAL_HOST_KERNEL_FRAME_HPP
#define TTMETAL_HOST_KERNEL_FRAME_HPP

#include "ttmetal_host/kernel_interface.hpp"

#define NAMESPACE
#define MAIN trisc_main()
#define tt_l1_ptr
#define reinterpret_cast ::ttmetal_host::l1_cast

#endif // TTMETAL_HOST_KERNEL_FRAME_HPP
