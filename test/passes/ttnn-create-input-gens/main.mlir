// RUN: ttopt --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-create-input-gens %s | filecheck %s

// The program's `main` is the one that is made: functions of that name get another one, also where they are called.
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
module attributes {tt.device = #device} {
  // CHECK: func.func @main__() {
  func.func @main() {
    return
  }
  // CHECK: func.func @main_() {
  // CHECK-NEXT: call @main__() : () -> ()
  func.func @main_() {
    call @main() : () -> ()
    return
  }
  // CHECK: func.func @createInputsFor_main__() {
  // CHECK: func.func @createInputsFor_main_() {
  // CHECK: func.func @main() -> i32 {
  // CHECK-NEXT: call @createInputsFor_main__()
  // CHECK-NEXT: call @main__()
  // CHECK-NEXT: call @createInputsFor_main_()
  // CHECK-NEXT: call @main_()
}
