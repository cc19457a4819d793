// RUN: ttopt --mlir-print-op-generic %s | filecheck %s --check-prefix=GENERIC
// RUN: ttopt --mlir-print-debuginfo %s | filecheck %s --check-prefix=DEBUG
// RUN: ttopt --mlir-print-debuginfo --mlir-print-local-scope %s | filecheck %s --check-prefix=LOCAL
// RUN: ttopt --mlir-elide-elementsattrs-if-larger=2 %s | filecheck %s --check-prefix=ELIDE
// RUN: ttopt --mlir-print-elementsattrs-with-hex-if-larger=2 %s | filecheck %s --check-prefix=HEX
// RUN: ttopt --no-implicit-module --canonicalize %s | filecheck %s --check-prefix=BARE
// RUN: not ttopt --mlir-elide-elementsattrs-if-larger=x %s 2>&1 | filecheck %s --check-prefix=NUMBER

// GENERIC: "builtin.module"() ({
// GENERIC-NEXT: "func.func"() <{function_type = () -> tensor<3xi32>, sym_name = "f"}> ({
// DEBUG: return %0 : tensor<3xi32> loc(#loc
// LOCAL: return %0 : tensor<3xi32> loc("{{.*}}printing.mlir":20:3)
// ELIDE: dense_resource<__elided__> : tensor<3xi32>
// HEX: dense<"0x010000000200000003000000"> : tensor<3xi32>
// BARE-NOT: module
// BARE: {{^}}func.func @f
// NUMBER: ttopt: for the --mlir-elide-elementsattrs-if-larger option: 'x' value invalid for uint argument!
func.func @f() -> tensor<3xi32> {
  %0 = "ttir.constant"() <{value = dense<[1, 2, 3]> : tensor<3xi32>}> : () -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
