// RUN: ttopt --tt-unwrap-device-module %s | filecheck %s

// The module for the CPU goes, other ops of the top level come first.
// CHECK: module {
// CHECK-NEXT: func.func private @before()
// CHECK-NEXT: func.func private @after()
// CHECK-NEXT: func.func @device(%arg0: i32) -> i32 {
// CHECK-NEXT: return %arg0 : i32
// CHECK-NOT: cpu
module {
  func.func private @before()
  tt.device_module {
    builtin.module attributes {test.dropped} {
      func.func @device(%arg0: i32) -> i32 {
        return %arg0 : i32
      }
    }
  }
  tt.cpu_module {
    builtin.module {
      func.func private @cpu()
    }
  }
  func.func private @after()
}
