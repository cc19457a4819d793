// RUN: ttopt --split-input-file %s | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<4x!quant.uniform<u8<3:200>:f32, 0.0039215686274509803>>, %arg1: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e-01,2.000000e+00:15,3.000000e-40}>>, %arg2: tensor<!quant.any<i8<-8:7>:f32>>, %arg3: !quant.any<i16>, %arg4: !quant.calibrated<f32<-0.998:1.232100e+00>>, %arg5: !quant.uniform<u8:f32, 1.000000e+00:-3>, %arg6: !quant.uniform<i8:f32, 1.000000e+00:-3>, %arg7: !quant.uniform<i32:f64, 1.000000e-300>, %arg8: !quant.uniform<i2:bf16, 1.000000e+05>, %arg9: !quant.uniform<i2<-1:1>:f16:0, {9.9999999999999995E-7}>, %arg10: !quant.any<u8:bf16>) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<4x!quant.uniform<u8<3:200>:f32, 0.0039215686274509803>>, %b: tensor<2x3x!quant.uniform<i8:f32:1, {0.1, 2.0:15,3.0e-40}>>, %c: tensor<!quant.any<i8<-8:7>:f32>>, %d: !quant.any<i16>, %e: !quant.calibrated<f32<-0.998:1.2321>>, %f: !quant.uniform<ui8:f32, 1.0:-3>, %g: !quant.uniform<si8:f32, 1.0:-3>, %h: !quant.uniform<i32:f64, 1.0e-300>, %i: !quant.uniform<i2:bf16, 1.0e5>, %j: !quant.uniform<i2<-1:1>:f16:0, {1.0e-6:0}>, %k: !quant.any<u8:bf16>) {
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: !quant.uniform<i1:f32, 1.000000e+00>, %arg1: !quant.uniform<u1:f32, 1.000000e+00>, %arg2: !quant.uniform<i3:f8E4M3FN, 1.000000e+00:-7>, %arg3: !quant.uniform<i32:f32, 123456789.123:2147483648>, %arg4: !quant.uniform<i8:f32, 1.000000e+00>) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: !quant.uniform<i1:f32, 1.0>, %b: !quant.uniform<u1:f32, 1.0>, %d: !quant.uniform<i3:f8E4M3FN, 1.0:-7>, %c: !quant.uniform<i32:f32, 123456789.123:2147483648>, %e: !quant.uniform<i8<-128:127>:f32, 1.0:-0>) {
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: !quant.uniform<i8:f32, 1.000000e+00>) {
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
!a = i8
func.func @f(%a: !quant.uniform<!a:f32, 1.0>) {
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: f32, %arg1: tensor<2xf32>, %arg2: tensor<*xf32>, %arg3: tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, %arg4: !quant.uniform<i8:f32, 1.000000e+00>, %arg5: tensor<2xi8>) {
// CHECK-NEXT:    %0 = quant.qcast %arg0 : f32 to !quant.uniform<i8:f32, 1.000000e+00>
// CHECK-NEXT:    %1 = quant.qcast %arg1 : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    %2 = quant.qcast %arg2 : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    %3 = quant.dcast %arg3 {a = 1 : i32} : tensor<2x!quant.uniform<i8:f32, 1.000000e+00>> to tensor<2xf32>
// CHECK-NEXT:    %4 = quant.scast %arg3 : tensor<2x!quant.uniform<i8:f32, 1.000000e+00>> to tensor<2xi8>
// CHECK-NEXT:    %5 = quant.scast %arg5 : tensor<2xi8> to tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    %6 = quant.scast %arg5 : tensor<2xi8> to tensor<2x!quant.any<i8>>
// CHECK-NEXT:    %7 = quant.scast %arg5 {b = 1 : i32} : tensor<2xi8> to tensor<2x!quant.any<i8>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: f32, %b: tensor<2xf32>, %c: tensor<*xf32>, %d: tensor<2x!quant.uniform<i8:f32, 1.0>>, %e: !quant.uniform<i8:f32, 1.0>, %f: tensor<2xi8>) { 
  %0 = quant.qcast %a : f32 to !quant.uniform<i8:f32, 1.0>
  %1 = quant.qcast %b : tensor<2xf32> to tensor<2x!quant.uniform<i8:f32, 1.0>>
  %2 = quant.qcast %c : tensor<*xf32> to tensor<*x!quant.uniform<i8:f32, 1.0>>
  %3 = quant.dcast %d {a = 1 : i32} : tensor<2x!quant.uniform<i8:f32, 1.0>> to tensor<2xf32>
  %4 = quant.scast %d : tensor<2x!quant.uniform<i8:f32, 1.0>> to tensor<2xi8>
  %5 = quant.scast %f : tensor<2xi8> to tensor<2x!quant.uniform<i8:f32, 1.0>>
  %6 = quant.scast %f : tensor<2xi8> to tensor<2x!quant.any<i8>>
  %7 = "quant.scast"(%f) {b = 1 : i32} : (tensor<2xi8>) -> tensor<2x!quant.any<i8>>
  return
}

// -----

//      CHECK:module {
// CHECK-NEXT:  func.func @f(%arg0: tensor<3xi8>) {
// CHECK-NEXT:    %0 = quant.scast %arg0 : tensor<3xi8> to tensor<3x!quant.uniform<u8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT:}
func.func @f(%a: tensor<3xi8>) { %0 = quant.scast %a : tensor<3xi8> to tensor<3x!quant.uniform<u8:f32, 1.0>>
  return
}
