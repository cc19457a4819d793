// RUN: ttopt --ttir-load-system-desc --ttir-implicit-device --ttnn-layout --convert-ttir-to-ttnn --remove-dead-values --ttnn-create-input-gens %s | filecheck %s

// The program's `main` is the one that is made: functions of that name get another one, also where they are called.
module {
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
