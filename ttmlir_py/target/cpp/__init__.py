"""Translation of the EmitC dialect to C++, identical to MLIR's `--mlir-to-cpp`."""
