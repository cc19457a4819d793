// What only other tools can do is said, with what to do instead.
// RUN: printf 'ML\357R\006MLIR19.1.7' > %t.mlirbc
// RUN: not ttopt %t.mlirbc 2>&1 | filecheck %s --check-prefix=READ
// RUN: not tttranslate --ttnn-to-flatbuffer %t.mlirbc 2>&1 | filecheck %s --check-prefix=READ
// RUN: not ttopt --emit-bytecode %s 2>&1 | filecheck %s --check-prefix=WRITE
// RUN: not ttopt --emit-bytecode-version=6 %s 2>&1 | filecheck %s --check-prefix=WRITE
// RUN: ttopt --emit-bytecode=false %s | filecheck %s --check-prefix=TEXT
// RUN: not ttopt --load-pass-plugin=x.so %s 2>&1 | filecheck %s --check-prefix=PLUGIN
// RUN: not ttopt --load-dialect-plugin x.so %s 2>&1 | filecheck %s --check-prefix=DIALECT
// RUN: not ttopt --irdl-file=x.irdl %s 2>&1 | filecheck %s --check-prefix=IRDL

// READ: refused.mlir.tmp.mlirbc:0:0: error: expected text, but this is MLIR bytecode, which only the tool that wrote it can read; convert it with that tool, such as the ttmlir-opt of a tt-mlir build:
// WRITE: ttopt: for the --emit-bytecode{{(-version)?}} option: bytecode is not written; write text, which other tools of MLIR turn into bytecode
// TEXT: module {
// PLUGIN: ttopt: for the --load-pass-plugin option: plugins in C++ cannot be loaded; packages of Python bring passes by entry points
// DIALECT: ttopt: for the --load-dialect-plugin option: plugins in C++ cannot be loaded; --allow-unregistered-dialect takes any operation
// IRDL: ttopt: for the --irdl-file option: definitions in IRDL are not read;
module {}
