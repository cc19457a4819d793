"""MLIR's operations that xDSL lacks or defines differently, in modules named for their dialect."""
