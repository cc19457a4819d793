"""The EmitC dialect: C and C++ as operations. MLIR's own, as the LLVM of upstream has it; xDSL has a small part only."""
