// An example for each pass, as docs/pass_reference.md shows it: the pass, and the passes that run before it.

// -----

// buffer-deallocation-pipeline:
func.func @f(%a: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%0 : memref<4xf32>)
  linalg.add ins(%0, %a : memref<4xf32>, memref<4xf32>) outs(%1 : memref<4xf32>)
  return %a, %1 : memref<4xf32>, memref<4xf32>
}

// -----

// canonicalize:
func.func @select(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^end(%a : i32), ^end(%b : i32)
^end(%x: i32):
  return %x : i32
}

// -----

// control-flow-sink:
func.func @main(%x: i32, %y: i32, %take: i1) -> i32 {
  %0 = arith.muli %x, %y : i32
  %1 = scf.if %take -> (i32) {
    scf.yield %0 : i32
  } else {
    scf.yield %x : i32
  }
  return %1 : i32
}

// -----

// convert-arith-to-llvm:
func.func @f(%i: index, %x: f32) -> (index, f32, i1) {
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f32
  %0 = arith.addi %i, %c1 : index
  %1 = arith.cmpi slt, %0, %i : index
  %2 = arith.subf %x, %two : f32
  %3 = arith.andi %1, %1 : i1
  return %0, %2, %3 : index, f32, i1
}

// -----

// convert-bufferization-to-memref:
func.func @plain(%a: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

// convert-cf-to-llvm:
func.func @f(%c: i1, %i: index, %x: f32) {
  cf.cond_br %c, ^bb1(%x : f32), ^bb2
^bb1(%y: f32):
  cf.br ^bb2
^bb2:
  cf.br ^bb3(%i : index)
^bb3(%j: index):
  return
}

// -----

// convert-func-to-llvm:
func.func @memref(%a: memref<4xf32> {tt.a}, %i: index {tt.b}) -> (memref<4xf32>, index) attributes {arg_ranks = [1]} {
  return %a, %i : memref<4xf32>, index
}

// -----

// convert-linalg-to-loops:
func.func @add(%a: memref<2x3xf32>, %b: memref<2x3xf32>) {
  linalg.add ins(%a, %b : memref<2x3xf32>, memref<2x3xf32>) outs(%b : memref<2x3xf32>)
  return
}

// -----

// convert-scf-to-cf:
func.func @sum(%lower: index, %upper: index, %step: index, %init: f32) -> f32 {
  %0 = scf.for %i = %lower to %upper step %step iter_args(%x = %init) -> (f32) {
    %1 = arith.addf %x, %x : f32
    scf.yield %1 : f32
  }
  return %0 : f32
}

// -----

// cse:
func.func @buffers(%a: memref<4xf32>, %b: memref<4xf32>, %i: index) -> (f32, f32) {
  %0 = memref.load %a[%i] : memref<4xf32>
  %1 = memref.load %a[%i] : memref<4xf32>
  linalg.add ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
  %2 = memref.load %a[%i] : memref<4xf32>
  return %1, %2 : f32, f32
}

// -----

// expand-strided-metadata:
func.func @anywhere(%a: memref<1x1xf32, strided<[?, ?], offset: ?>>) -> memref<f32, strided<[], offset: ?>> {
  %0 = memref.collapse_shape %a [] : memref<1x1xf32, strided<[?, ?], offset: ?>> into memref<f32, strided<[], offset: ?>>
  return %0 : memref<f32, strided<[], offset: ?>>
}

// -----

// finalize-memref-to-llvm:
func.func @element(%a: memref<2x3xf32>, %i: index, %j: index) -> f32 {
  %0 = memref.load %a[%i, %j] : memref<2x3xf32>
  return %0 : f32
}

// -----

// generate-runtime-verification:
func.func @main(%x: memref<8xf32>, %y: memref<?xf32>) -> memref<8xf32> {
  %0 = memref.cast %y : memref<?xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}

// -----

// inline:
func.func private @callee(%arg0: i32) -> i32 {
  return %arg0 : i32
}

// -----

// loop-invariant-code-motion:
func.func @main(%x: i32, %y: i32, %n: index, %out: memref<?xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %0 = arith.muli %x, %y : i32
    memref.store %0, %out[%i] : memref<?xi32>
  }
  return
}

// -----

// mem2reg:
func.func @straight(%v: i32) -> i32 {
  %s = memref.alloca() : memref<i32>
  %0 = memref.load %s[] : memref<i32>
  memref.store %v, %s[] : memref<i32>
  %1 = memref.load %s[] : memref<i32>
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}

// -----

// one-shot-bufferize{bufferize-function-boundaries=true}:
func.func @chain(%a: tensor<2xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.add ins(%a, %a : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.mul ins(%0, %a : tensor<2xf32>, tensor<2xf32>) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// print-ir:
func.func @main(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("model.py":3:5)
  return %0 : i32
}

// -----

// print-op-stats:
func.func @main(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("model.py":3:5)
  return %0 : i32
}

// -----

// reconcile-unrealized-casts:
func.func @there(%a: i64) -> index {
  %0 = builtin.unrealized_conversion_cast %a : i64 to index
  %1 = builtin.unrealized_conversion_cast %a : i64 to i32
  return %0 : index
}

// -----

// remove-dead-values:
func.func private @callee(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %a, %b : i32
  return %0, %1 : i32, i32
}

// -----

// sccp:
func.func @disjunction(%out: tensor<4xf32>) -> tensor<4xf32> {
  %five = "ttir.constant"() <{value = dense<5.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  %0 = "ttir.logical_or"(%five, %five, %out) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// snapshot-op-locations:
func.func @main(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("model.py":3:5)
  return %0 : i32
}

// -----

// sroa:
func.func @inside() -> f32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<3xf32>
  %r = scf.execute_region -> f32 {
    %n = memref.load %a[%c0] : memref<3xf32>
    scf.yield %n : f32
  }
  return %r : f32
}

// -----

// strip-debuginfo:
func.func @main(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("model.py":3:5)
  return %0 : i32
}

// -----

// symbol-dce:
func.func private @unused() {
  return
}
func.func @main() {
  return
}

// -----

// symbol-privatize:
func.func @f() {
  return
}

// -----

// topological-sort:
"shapes.use"(%first) : (i32) -> ()
%first = "shapes.constant"() : () -> i32

// -----

// view-op-graph:
func.func @main(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32 loc("model.py":3:5)
  return %0 : i32
}

// -----

// convert-arith-to-stablehlo:
func.func @used() -> tensor<2xi64> {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

// convert-stablehlo-to-ttir:
func.func @counted() -> tensor<2x5xi64> {
  %0 = stablehlo.iota dim = 1 : tensor<2x5xi64>
  return %0 : tensor<2x5xi64>
}

// -----

// stablehlo-complex-to-real:
func.func @turned(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %i = stablehlo.constant dense<(0.0, 1.0)> : tensor<4xcomplex<f32>>
  %0 = stablehlo.multiply %z, %i : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// stablehlo-legalize-composite-to-call:
func.func private @gelu(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.composite "library.gelu" %x {decomposition = @gelu} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// convert-tosa-to-ttir:
func.func @rounded(%x: tensor<4xf32>) {
  %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

// tt-populate-argument-types{argument-types=main=input,parameter}:
func.func @main(%x: tensor<32x64xf32>, %w: tensor<32x64xf32>) -> tensor<32x64xf32> {
  %0 = tensor.empty() : tensor<32x64xf32>
  %1 = "ttir.add"(%x, %w, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}

// -----

// tt-set-target-revision{revision=2026-10}:
func.func @main(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
  return %x : tensor<32x64xf32>
}

// -----

// ttir-fold-batch-norm:
func.func @scale(%arg0: tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32> {
  %v1 = "ttir.constant"() <{value = dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>}> : () -> tensor<2x2x1x1xf32>
  %v3 = tensor.empty() : tensor<1x8x8x2xf32>
  %v2 = "ttir.conv2d"(%arg0, %v1, %v3) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32, padding_bottom = 0 : si32, padding_left = 0 : si32, padding_right = 0 : si32, padding_top = 0 : si32}> : (tensor<1x8x8x2xf32>, tensor<2x2x1x1xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  %v4 = "ttir.constant"() <{value = dense<[[[[2.0, 3.0]]]]> : tensor<1x1x1x2xf32>}> : () -> tensor<1x1x1x2xf32>
  %v6 = tensor.empty() : tensor<1x8x8x2xf32>
  %v5 = "ttir.multiply"(%v2, %v4, %v6) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<1x8x8x2xf32>, tensor<1x1x1x2xf32>, tensor<1x8x8x2xf32>) -> tensor<1x8x8x2xf32>
  return %v5 : tensor<1x8x8x2xf32>
}

// -----

// ttir-fold-constants:
func.func @reshape(%arg0: tensor<4x8xf32>) -> tensor<2x1xf32> {
  %v1 = "ttir.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %v3 = tensor.empty() : tensor<2x1xf32>
  %v2 = "ttir.reshape"(%v1, %v3) <{shape = [2 : i32, 1 : i32]}> : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  return %v2 : tensor<2x1xf32>
}

// -----

// ttir-form-linear:
func.func @linear_with_one_number(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>) -> tensor<4x16xf32> {
  %v1 = "ttir.constant"() <{value = dense<0.5> : tensor<4x16xf32>}> : () -> tensor<4x16xf32>
  %v3 = tensor.empty() : tensor<4x16xf32>
  %v2 = "ttir.matmul"(%arg0, %arg1, %v3) : (tensor<4x8xf32>, tensor<8x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  %v5 = tensor.empty() : tensor<4x16xf32>
  %v4 = "ttir.add"(%v1, %v2, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32>
  return %v4 : tensor<4x16xf32>
}

// -----

// ttir-implicit-broadcast-fold:
func.func @main(%x: tensor<64x128xf32>, %y: tensor<1x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.broadcast"(%y, %0) <{broadcast_dimensions = array<i64: 64, 1>}> : (tensor<1x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %2 = tensor.empty() : tensor<64x128xf32>
  %3 = "ttir.add"(%x, %1, %2) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %3 : tensor<64x128xf32>
}

// -----

// ttir-implicit-device: ttir-load-system-desc
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
  linalg.copy ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// -----

// ttir-load-system-desc:
func.func @f() {
  return
}

// -----

// ttir-merge-equal-ops:
func.func @shared_destination(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %v2 = tensor.empty() : tensor<4x8xf32>
  %v1 = "ttir.exp"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %w = "ttir.exp"(%arg0, %v2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v1, %w : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// ttir-move-reshapes:
func.func @softmax(%arg0: tensor<32x64xf32>) -> tensor<1x32x64xf32> {
  %v2 = tensor.empty() : tensor<1x32x64xf32>
  %v1 = "ttir.reshape"(%arg0, %v2) <{shape = [1 : i32, 32 : i32, 64 : i32]}> : (tensor<32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  %v4 = tensor.empty() : tensor<1x32x64xf32>
  %v3 = "ttir.softmax"(%v1, %v4) <{dimension = 2 : si32}> : (tensor<1x32x64xf32>, tensor<1x32x64xf32>) -> tensor<1x32x64xf32>
  return %v3 : tensor<1x32x64xf32>
}

// -----

// ttir-recognize-functions:
func.func @mean(%arg0: tensor<4x8xf32>) -> tensor<4x1xf32> {
  %v2 = tensor.empty() : tensor<4x1xf32>
  %v1 = "ttir.sum"(%arg0, %v2) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %v3 = "ttir.constant"() <{value = dense<8.0> : tensor<4x1xf32>}> : () -> tensor<4x1xf32>
  %v5 = tensor.empty() : tensor<4x1xf32>
  %v4 = "ttir.div"(%v1, %v3, %v5) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return %v4 : tensor<4x1xf32>
}

// -----

// ttir-share-head-splits:
func.func @main(%x: tensor<2x4x24xbf16>) -> (tensor<2x2x4x4xbf16>, tensor<2x2x4x4xbf16>, tensor<2x2x4x4xbf16>) {
  %e0 = tensor.empty() : tensor<2x4x8xbf16>
  %s0 = "ttir.slice"(%x, %e0) <{begins = [0 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 4 : i32, 8 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x4x24xbf16>, tensor<2x4x8xbf16>) -> tensor<2x4x8xbf16>
  %f0 = tensor.empty() : tensor<2x4x2x4xbf16>
  %r0 = "ttir.reshape"(%s0, %f0) <{shape = [2 : i32, 4 : i32, 2 : i32, 4 : i32]}> : (tensor<2x4x8xbf16>, tensor<2x4x2x4xbf16>) -> tensor<2x4x2x4xbf16>
  %g0 = tensor.empty() : tensor<2x2x4x4xbf16>
  %p0 = "ttir.permute"(%r0, %g0) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x4x2x4xbf16>, tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
  %e1 = tensor.empty() : tensor<2x4x8xbf16>
  %s1 = "ttir.slice"(%x, %e1) <{begins = [0 : i32, 0 : i32, 8 : i32], ends = [2 : i32, 4 : i32, 16 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x4x24xbf16>, tensor<2x4x8xbf16>) -> tensor<2x4x8xbf16>
  %f1 = tensor.empty() : tensor<2x4x2x4xbf16>
  %r1 = "ttir.reshape"(%s1, %f1) <{shape = [2 : i32, 4 : i32, 2 : i32, 4 : i32]}> : (tensor<2x4x8xbf16>, tensor<2x4x2x4xbf16>) -> tensor<2x4x2x4xbf16>
  %g1 = tensor.empty() : tensor<2x2x4x4xbf16>
  %p1 = "ttir.permute"(%r1, %g1) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x4x2x4xbf16>, tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
  %e2 = tensor.empty() : tensor<2x4x8xbf16>
  %s2 = "ttir.slice"(%x, %e2) <{begins = [0 : i32, 0 : i32, 16 : i32], ends = [2 : i32, 4 : i32, 24 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x4x24xbf16>, tensor<2x4x8xbf16>) -> tensor<2x4x8xbf16>
  %f2 = tensor.empty() : tensor<2x4x2x4xbf16>
  %r2 = "ttir.reshape"(%s2, %f2) <{shape = [2 : i32, 4 : i32, 2 : i32, 4 : i32]}> : (tensor<2x4x8xbf16>, tensor<2x4x2x4xbf16>) -> tensor<2x4x2x4xbf16>
  %g2 = tensor.empty() : tensor<2x2x4x4xbf16>
  %p2 = "ttir.permute"(%r2, %g2) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x4x2x4xbf16>, tensor<2x2x4x4xbf16>) -> tensor<2x2x4x4xbf16>
  return %p0, %p1, %p2 : tensor<2x2x4x4xbf16>, tensor<2x2x4x4xbf16>, tensor<2x2x4x4xbf16>
}

// -----

// ttir-simplify:
func.func @linear_of_pytorch(%arg0: tensor<8x32xf32>, %arg1: tensor<32x16xf32>, %arg2: tensor<16xf32>) -> tensor<8x16xf32> {
  %v2 = tensor.empty() : tensor<8x16xf32>
  %v1 = "ttir.matmul"(%arg0, %arg1, %v2) : (tensor<8x32xf32>, tensor<32x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %v3 = "ttir.constant"() <{value = dense<1> : tensor<1xi32>}> : () -> tensor<1xi32>
  %v5 = tensor.empty() : tensor<1xf32>
  %v4 = "ttir.typecast"(%v3, %v5) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<1xi32>, tensor<1xf32>) -> tensor<1xf32>
  %v7 = tensor.empty() : tensor<1x1xf32>
  %v6 = "ttir.reshape"(%v4, %v7) <{shape = [1 : i32, 1 : i32]}> : (tensor<1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  %v9 = tensor.empty() : tensor<8x16xf32>
  %v8 = "ttir.broadcast"(%v6, %v9) <{broadcast_dimensions = array<i64: 8, 16>}> : (tensor<1x1xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %v11 = tensor.empty() : tensor<8x16xf32>
  %v10 = "ttir.multiply"(%v1, %v8, %v11) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %v13 = tensor.empty() : tensor<1x16xf32>
  %v12 = "ttir.reshape"(%arg2, %v13) <{shape = [1 : i32, 16 : i32]}> : (tensor<16xf32>, tensor<1x16xf32>) -> tensor<1x16xf32>
  %v15 = tensor.empty() : tensor<8x16xf32>
  %v14 = "ttir.broadcast"(%v12, %v15) <{broadcast_dimensions = array<i64: 8, 1>}> : (tensor<1x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %v17 = tensor.empty() : tensor<8x16xf32>
  %v16 = "ttir.add"(%v10, %v14, %v17) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  return %v16 : tensor<8x16xf32>
}

// -----

// ttir-simplify-arithmetic:
func.func @relu(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %v1 = "ttir.constant"() <{value = dense<0.0> : tensor<4x8xf32>}> : () -> tensor<4x8xf32>
  %v3 = tensor.empty() : tensor<4x8xf32>
  %v2 = "ttir.maximum"(%arg0, %v1, %v3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %v2 : tensor<4x8xf32>
}

// -----

// ttir-simplify-movement:
func.func @unsqueeze(%arg0: tensor<4x8xf32>) -> tensor<1x4x8xf32> {
  %v2 = tensor.empty() : tensor<1x4x8xf32>
  %v1 = "ttir.unsqueeze"(%arg0, %v2) <{dim = 0 : si32}> : (tensor<4x8xf32>, tensor<1x4x8xf32>) -> tensor<1x4x8xf32>
  return %v1 : tensor<1x4x8xf32>
}

// -----

// ttir-to-ttir-decomposition:
module {
  func.func @as_it_should_be() -> tensor<1x1x1x8xf32> {
    %0 = "ttir.arange"() <{start = 0 : si64, end = 8 : si64, step = 1 : si64, arange_dimension = 3 : i64}> : () -> tensor<1x1x1x8xf32>
    return %0 : tensor<1x1x1x8xf32>
  }
  func.func @last_of_two_from_4_by_2() -> tensor<3x5xf32> {
    %0 = "ttir.arange"() <{start = 4 : si64, end = 14 : si64, step = 2 : si64, arange_dimension = 1 : i64}> : () -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func @second_of_four() -> tensor<1x32x128x128xf32> {
    %0 = "ttir.arange"() <{start = 0 : si64, end = 32 : si64, step = 1 : si64, arange_dimension = 1 : i64}> : () -> tensor<1x32x128x128xf32>
    return %0 : tensor<1x32x128x128xf32>
  }
}

// -----

// convert-ttir-to-ttnn: ttir-load-system-desc,ttir-implicit-device,ttnn-layout
func.func @main(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%x, %y, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}

// -----

// convert-ttnn-to-emitc:
module {
}

// -----

// ttnn-create-input-gens:
module {
  func.func @main() {
    return
  }
  func.func @main_() {
    call @main() : () -> ()
    return
  }
}

// -----

// ttnn-const-eval: ttir-load-system-desc,ttir-implicit-device,ttnn-layout,convert-ttir-to-ttnn
func.func @main(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = "ttir.constant"() <{value = dense<2.0> : tensor<64x128xf32>}> : () -> tensor<64x128xf32>
  %1 = tensor.empty() : tensor<64x128xf32>
  %2 = "ttir.exp"(%0, %1) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %3 = tensor.empty() : tensor<64x128xf32>
  %4 = "ttir.add"(%x, %2, %3) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %4 : tensor<64x128xf32>
}

// -----

// ttnn-deallocate: ttir-load-system-desc,ttir-implicit-device,ttnn-layout,convert-ttir-to-ttnn
func.func @main(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%x, %y, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %2 = tensor.empty() : tensor<64x128xf32>
  %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %3 : tensor<64x128xf32>
}

// -----

// ttnn-decompose-layouts:
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, d0 floordiv s0, d1 mod s1), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#host = #ttnn.buffer_type<system_memory>
#host_f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<40x64xf32, #host>>
#tiles_f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#tiles_bf16 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, bf16>, #dram>, <interleaved>>
#l1_bf16 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!tt.tile<32x32, bf16>, #l1>, <interleaved>>
module attributes {tt.device = #device} {
  func.func @up(%a: tensor<40x64xf32, #host_f32>) -> tensor<40x64xf32, #tiles_f32> {
    %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
    %1 = "ttnn.to_layout"(%a, %0) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x2>>, <interleaved>>}> : (tensor<40x64xf32, #host_f32>, !tt.device<#device>) -> tensor<40x64xf32, #tiles_f32>
    return %1 : tensor<40x64xf32, #tiles_f32>
  }
  func.func @up_as_bf16(%a: tensor<40x64xf32, #host_f32>) -> tensor<40x64xbf16, #tiles_bf16> {
    %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
    %1 = "ttnn.to_layout"(%a, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <<2x2>>, <interleaved>>}> : (tensor<40x64xf32, #host_f32>, !tt.device<#device>) -> tensor<40x64xbf16, #tiles_bf16>
    return %1 : tensor<40x64xbf16, #tiles_bf16>
  }
  func.func @down(%a: tensor<40x64xbf16, #tiles_bf16>) -> tensor<40x64xf32, #host_f32> {
    %0 = "ttnn.to_layout"(%a) <{dtype = #tt.supportedDataTypes<f32>, layout = #ttnn.layout<row_major>, memory_config = #ttnn.memory_config<#host, <<40x64>>>}> : (tensor<40x64xbf16, #tiles_bf16>) -> tensor<40x64xf32, #host_f32>
    return %0 : tensor<40x64xf32, #host_f32>
  }
  func.func @to_l1(%a: tensor<40x64xbf16, #tiles_bf16>) -> tensor<40x64xbf16, #l1_bf16> {
    %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
    %1 = "ttnn.to_layout"(%a, %0) <{dtype = #tt.supportedDataTypes<bf16>, layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#l1, <<2x2>>, <interleaved>>}> : (tensor<40x64xbf16, #tiles_bf16>, !tt.device<#device>) -> tensor<40x64xbf16, #l1_bf16>
    return %1 : tensor<40x64xbf16, #l1_bf16>
  }
}

// -----

// ttnn-dense-transfers: ttir-load-system-desc,ttir-implicit-device,ttnn-layout,convert-ttir-to-ttnn,ttnn-workaround
func.func @main(%x: tensor<1x8x8x4xf32>, %y: tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32> {
  %0 = tensor.empty() : tensor<6x4x3x3xf32>
  %1 = "ttir.permute"(%y, %0) <{permutation = array<i64: 3, 2, 0, 1>}> : (tensor<3x3x4x6xf32>, tensor<6x4x3x3xf32>) -> tensor<6x4x3x3xf32>
  %2 = tensor.empty() : tensor<1x8x8x6xf32>
  %3 = "ttir.conv2d"(%x, %1, %2) <{dilation_height = 1 : si32, dilation_width = 1 : si32, groups = 1 : si32, padding_bottom = 1 : si32, padding_left = 1 : si32, padding_right = 1 : si32, padding_top = 1 : si32, stride_height = 1 : si32, stride_width = 1 : si32}> : (tensor<1x8x8x4xf32>, tensor<6x4x3x3xf32>, tensor<1x8x8x6xf32>) -> tensor<1x8x8x6xf32>
  return %3 : tensor<1x8x8x6xf32>
}

// -----

// ttnn-kv-cache-dtype{dtype=bfp_bf8}: ttir-load-system-desc,ttir-implicit-device,ttnn-layout,convert-ttir-to-ttnn
func.func @main(%cache: tensor<1x2x64x32xbf16>, %keys: tensor<1x2x32x32xbf16>) -> tensor<1x2x64x32xbf16> {
  %0 = "ttir.fill_cache"(%cache, %keys) <{batch_offset = 0 : i32}> : (tensor<1x2x64x32xbf16>, tensor<1x2x32x32xbf16>) -> tensor<1x2x64x32xbf16>
  return %0 : tensor<1x2x64x32xbf16>
}

// -----

// ttnn-layout: ttir-load-system-desc,ttir-implicit-device
func.func @main(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%x, %y, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}

// -----

// ttnn-modify-signatures-for-dylib:
module {
  func.func @two(%a: tensor<64x32xf32> {test.name = "left"}, %b: tensor<32x96xf32>) -> (tensor<64x96xf32>, tensor<64x32xf32>) {
    %0 = tensor.empty() : tensor<64x96xf32>
    %1 = "ttir.matmul"(%a, %b, %0) : (tensor<64x32xf32>, tensor<32x96xf32>, tensor<64x96xf32>) -> tensor<64x96xf32>
    return %1, %a : tensor<64x96xf32>, tensor<64x32xf32>
  }
  func.func @no_device(%a: tensor<64x32xf32>) -> (tensor<64x32xf32> {test.name = "out"}) {
    return %a : tensor<64x32xf32>
  }
  func.func @nothing() {
    return
  }
  func.func private @declared(tensor<8xf32>)
}

// -----

// ttnn-optimizer: ttir-load-system-desc,ttir-implicit-device,ttnn-layout,convert-ttir-to-ttnn,ttnn-workaround
func.func @main(%x: tensor<64x128xf32>) -> tensor<64x1xf32> {
  %0 = tensor.empty() : tensor<64x1xf32>
  %1 = "ttir.sum"(%x, %0) <{dim_arg = [-1 : i32], keep_dim = true}> : (tensor<64x128xf32>, tensor<64x1xf32>) -> tensor<64x1xf32>
  return %1 : tensor<64x1xf32>
}

// -----

// ttnn-weight-dtype{dtype=bfp_bf8}: ttir-load-system-desc,ttir-implicit-device,ttnn-layout,convert-ttir-to-ttnn
func.func @main(%x: tensor<32x64xbf16>) -> tensor<32x32xbf16> {
  %0 = "ttir.constant"() <{value = dense<2.0> : tensor<64x32xbf16>}> : () -> tensor<64x32xbf16>
  %1 = tensor.empty() : tensor<32x32xbf16>
  %2 = "ttir.matmul"(%x, %0, %1) : (tensor<32x64xbf16>, tensor<64x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %2 : tensor<32x32xbf16>
}

// -----

// ttnn-workaround: ttir-load-system-desc,ttir-implicit-device,ttnn-layout,convert-ttir-to-ttnn
func.func @main(%x: tensor<64x128xbf16>) -> tensor<1xbf16> {
  %0 = tensor.empty() : tensor<1xbf16>
  %1 = "ttir.max"(%x, %0) <{keep_dim = false}> : (tensor<64x128xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
  return %1 : tensor<1xbf16>
}

// -----

// convert-ttir-to-ttmetal: ttir-load-system-desc,ttir-implicit-device,ttir-attach-metal-layout{init-memory-space=l1 pad-to-tiles=true select-grids=true},ttir-generic{floats-only=true whole-tiles-only=true},ttir-layout{default-device-memory-layout=none default-memory-space=l1 for-kernels=true init-memory-space=l1},ttir-split-compound-layout{keep-moves=true},ttir-generic-op-cbs,ttir-generic-region-operands-to-memref,ttir-allocate
func.func @main(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%x, %y, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}

// -----

// convert-ttkernel-to-emitc:
func.func @f(%i: i32) {
  "ttkernel.return"() : () -> ()
}

// -----

// ttir-align-matrices: ttir-load-system-desc,ttir-implicit-device,ttir-attach-metal-layout{pad-to-tiles=true}
func.func @transpose(%arg0: tensor<3x20x50xf32>) -> tensor<3x50x20xf32> {
  %0 = tensor.empty() : tensor<3x50x20xf32>
  %1 = "ttir.transpose"(%arg0, %0) <{dim0 = 1 : si32, dim1 = 2 : si32}> : (tensor<3x20x50xf32>, tensor<3x50x20xf32>) -> tensor<3x50x20xf32>
  return %1 : tensor<3x50x20xf32>
}

// -----

// ttir-allocate: ttir-load-system-desc,ttir-implicit-device,ttir-attach-metal-layout{init-memory-space=l1 pad-to-tiles=true select-grids=true},ttir-generic{floats-only=true whole-tiles-only=true},ttir-layout{default-device-memory-layout=none default-memory-space=l1 for-kernels=true init-memory-space=l1},ttir-split-compound-layout{keep-moves=true},ttir-generic-op-cbs,ttir-generic-region-operands-to-memref
func.func private @unused() {
  return
}
func.func @main() {
  return
}

// -----

// ttir-attach-metal-layout: ttir-load-system-desc,ttir-implicit-device,ttir-decompose-for-kernels,ttir-constant-as-fill,ttir-split-reductions
func.func @main(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%x, %y, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}

// -----

// ttir-broadcast-operands: ttir-load-system-desc,ttir-implicit-device,ttir-decompose-for-kernels,ttir-constant-as-fill,ttir-split-reductions,ttir-attach-metal-layout{init-memory-space=l1 pad-to-tiles=true select-grids=true}
func.func @main(%x: tensor<64x128xf32>, %y: tensor<1x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%x, %y, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<1x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}

// -----

// ttir-constant-as-fill:
#layout = #tt.metal_layout<(d0) -> (0, d0), undef, <1x1>, memref<1x2xf32, #tt.memory_space<l1>>>
func.func @unused() {
  %0 = "ttir.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<2xf32>
  return
}

// -----

// ttir-generic:
#in = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x2>, memref<2x4xf32, #tt.memory_space<l1>>>
#out = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<2x1xf32, #tt.memory_space<l1>>>
func.func @add(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = "ttir.add"(%arg0, %arg1, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// ttir-generic-op-cbs: ttir-load-system-desc,ttir-implicit-device,ttir-attach-metal-layout{init-memory-space=l1 pad-to-tiles=true select-grids=true},ttir-generic{floats-only=true whole-tiles-only=true},ttir-layout{default-device-memory-layout=none default-memory-space=l1 for-kernels=true init-memory-space=l1},ttir-split-compound-layout{keep-moves=true}
func.func @main(%x: tensor<64x128xbf16>) -> tensor<1xbf16> {
  %0 = tensor.empty() : tensor<1xbf16>
  %1 = "ttir.max"(%x, %0) <{keep_dim = false}> : (tensor<64x128xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
  return %1 : tensor<1xbf16>
}

// -----

// ttir-generic-region-operands-to-memref: ttir-load-system-desc,ttir-implicit-device,ttir-attach-metal-layout{init-memory-space=l1 pad-to-tiles=true select-grids=true},ttir-generic{floats-only=true whole-tiles-only=true},ttir-layout{default-device-memory-layout=none default-memory-space=l1 for-kernels=true init-memory-space=l1},ttir-split-compound-layout{keep-moves=true},ttir-generic-op-cbs
func.func @main(%x: tensor<64x128xbf16>) -> tensor<1xbf16> {
  %0 = tensor.empty() : tensor<1xbf16>
  %1 = "ttir.max"(%x, %0) <{keep_dim = false}> : (tensor<64x128xbf16>, tensor<1xbf16>) -> tensor<1xbf16>
  return %1 : tensor<1xbf16>
}

// -----

// ttir-layout{default-device-memory-layout=none default-memory-space=l1 for-kernels=true init-memory-space=l1}: ttir-load-system-desc,ttir-implicit-device,ttir-attach-metal-layout{init-memory-space=l1 pad-to-tiles=true select-grids=true},ttir-generic{floats-only=true whole-tiles-only=true}
func.func @main(%x: tensor<64x128xbf16>, %w: tensor<128x96xbf16>) -> tensor<64x96xbf16> {
  %0 = tensor.empty() : tensor<64x96xbf16>
  %1 = "ttir.matmul"(%x, %w, %0) : (tensor<64x128xbf16>, tensor<128x96xbf16>, tensor<64x96xbf16>) -> tensor<64x96xbf16>
  return %1 : tensor<64x96xbf16>
}

// -----

// ttir-split-compound-layout:
#far = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<dram>>>
#two = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x64xf32, #tt.memory_space<l1>>>
#tiles = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<1x2x!tt.tile<32x32, f32>, #tt.memory_space<l1>>>
#split = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x64xf32, #tt.memory_space<dram>>>
func.func @move(%arg0: tensor<64x64xf32, #far>) -> tensor<64x64xf32, #two> {
  %0 = tensor.empty() : tensor<64x64xf32, #two>
  %1 = "ttir.to_layout"(%arg0, %0) : (tensor<64x64xf32, #far>, tensor<64x64xf32, #two>) -> tensor<64x64xf32, #two>
  return %1 : tensor<64x64xf32, #two>
}

// -----

// ttir-decompose-for-kernels:
func.func @vector(%arg0: tensor<3x5xf32>, %arg1: tensor<5xf32>) -> tensor<3xf32> {
  %0 = tensor.empty() : tensor<3xf32>
  %1 = "ttir.matmul"(%arg0, %arg1, %0) : (tensor<3x5xf32>, tensor<5xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// ttir-split-reductions: ttir-load-system-desc,ttir-implicit-device
#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #tt.memory_space<l1>>>
func.func @all(%arg0: tensor<40x50xf32>) -> tensor<1xf32> {
  %0 = tensor.empty() : tensor<1xf32>
  %1 = "ttir.max"(%arg0, %0) <{keep_dim = false}> : (tensor<40x50xf32>, tensor<1xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}

// -----

// convert-ttir-to-linalg:
func.func @both_ways(%a: tensor<6x1x2xf32>, %b: tensor<7x1xf32>, %c: tensor<6x7x2xf32>) -> tensor<6x7x2xf32> {
  %0 = "ttir.multiply"(%a, %b, %c) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<6x1x2xf32>, tensor<7x1xf32>, tensor<6x7x2xf32>) -> tensor<6x7x2xf32>
  return %0 : tensor<6x7x2xf32>
}

// -----

// emit-calling-convention-wrappers:
module {
  llvm.func @scale(%0: !llvm.ptr, %1: !llvm.ptr, %2: i64, %3: i64, %4: i64, %5: !llvm.ptr, %6: !llvm.ptr, %7: i64) attributes {arg_ranks = [1, 0]} {
    llvm.return
  }
  llvm.func @other(%0: i64) -> i64 {
    llvm.return %0 : i64
  }
  llvm.func @nothing() attributes {arg_ranks = []} {
    llvm.return
  }
}

// -----

// tt-unwrap-device-module:
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

// -----

// tt-wrap-device-module:
module @name attributes {some.attribute} {
  func.func @f() {
    return
  }
  module @inner {
  }
}

// -----

// ttir-cpu-hoist-transform:
module {
  tt.cpu_module {
    builtin.module {
      func.func @own() {
        return
      }
    }
  }
  tt.device_module {
    builtin.module {
      func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
        %0 = "ttir.abs"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> {should_hoist} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>
      }
    }
  }
}

// -----

// linalg-to-llvm-pipeline:
func.func private @unused() {
  return
}
func.func @main() {
  return
}

// -----

// stablehlo-to-ttir-pipeline:
func.func private @softplus_impl(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.log_plus_one %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// ttcore-register-device:
func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "ttir.neg"(%a) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

// ttir-to-emitc-pipeline:
func.func @add(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%x, %y, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %1 : tensor<64x128xf32>
}

// -----

// ttir-to-ttmetal-backend-pipeline:
func.func private @unused() {
  return
}
func.func @main() {
  return
}

// -----

// ttir-to-ttmetal-pipeline:
func.func private @unused() {
  return
}
func.func @main() {
  return
}

// -----

// ttir-to-ttnn-backend-pipeline:
func.func @f() {
  return
}

// -----

// ttir-to-ttnn-common-pipeline:
func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "ttir.neg"(%a) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

// ttir-to-ttnn-runtime-pipeline:
func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "ttir.neg"(%a) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

// ttnn-common-to-emitc-pipeline: ttir-to-ttnn-common-pipeline
func.func private @unused() {
  return
}
func.func @main() {
  return
}

// -----

// ttnn-common-to-runtime-pipeline: ttir-to-ttnn-common-pipeline
func.func @main(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = "ttir.add"(%x, %y, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %2 = tensor.empty() : tensor<64x128xf32>
  %3 = "ttir.exp"(%1, %2) <{operandSegmentSizes = array<i32: 1, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  return %3 : tensor<64x128xf32>
}
