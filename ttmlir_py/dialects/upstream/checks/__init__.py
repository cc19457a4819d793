"""Rules of MLIR's verifiers that xDSL's operations lack, one module per dialect."""
