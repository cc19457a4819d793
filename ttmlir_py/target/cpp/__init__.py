"""C++ from the EmitC dialect, as MLIR's `--mlir-to-cpp` writes it: `emitter.translate`."""
