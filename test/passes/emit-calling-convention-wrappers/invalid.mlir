// RUN: ttopt --emit-calling-convention-wrappers --split-input-file --verify-diagnostics %s

// expected-error @+1 {{'llvm.func' op has 1 arguments, but tensors of its 'arg_ranks' are 5}}
llvm.func @too_few(%0: !llvm.ptr) attributes {arg_ranks = [1]} {
  llvm.return
}

// -----

// expected-error @+1 {{'llvm.func' op has 'arg_ranks', but returns a value}}
llvm.func @result(%0: !llvm.ptr, %1: !llvm.ptr, %2: i64) -> i64 attributes {arg_ranks = [0]} {
  llvm.return %2 : i64
}

// -----

// expected-error @+1 {{'llvm.func' op has 'arg_ranks' that are not all integers}}
llvm.func @words() attributes {arg_ranks = ["two"]} {
  llvm.return
}
