// RUN: ttopt --convert-ttnn-to-emitc %s | filecheck %s

!t = tensor<32x32xf32>

// A module that defines the function that makes vectors, in the same words, keeps its own.
// CHECK: emitc.include
// CHECK-NEXT: emitc.verbatim {{.*}} utilCreateVec
// CHECK-NOT: emitc.verbatim
emitc.verbatim "\0Atemplate <typename... T>\0Astd::vector<ttnn::Tensor> utilCreateVec(T &&...t) {\0A  return std::vector<ttnn::Tensor>{std::forward<T>(t)...};\0A}\0A"
func.func @f(%x: !t) -> tuple<!t> {
  %0 = tt.tuple %x : tuple<!t>
  return %0 : tuple<!t>
}
