// RUN: ttopt --reconcile-unrealized-casts %s | filecheck %s

// CHECK-LABEL: func.func @there_and_back
// CHECK-NEXT: return %arg0 : i64
func.func @there_and_back(%a: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i64
  return %1 : i64
}

// CHECK-LABEL: func.func @there
// CHECK-NEXT: %0 = builtin.unrealized_conversion_cast %arg0 : i64 to index
// CHECK-NEXT: return %0 : index
func.func @there(%a: i64) -> index {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %a : i64 to i32
  return %0 : index
}
