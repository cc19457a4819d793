"""Rules of MLIR's verifiers that xDSL's operations leave out, a module for each dialect."""
