"""Rules of MLIR's verifiers that xDSL's verifiers lack, one module per dialect."""
