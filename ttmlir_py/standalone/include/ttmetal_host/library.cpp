// The library in one piece: its parts share the headers that take most of a compiler's time.

#include "ttmetal_host/values.cpp"
#include "ttmetal_host/machine.cpp"
#include "ttmetal_host/dataflow.cpp"
#include "ttmetal_host/compute.cpp"
#include "ttmetal_host/program.cpp"
