// RUN: ttopt --verify-diagnostics %s

// expected-error @+1 {{'llvm.call' op must have either a `callee` attribute or at least an operand}}
"llvm.call"() : () -> ()
