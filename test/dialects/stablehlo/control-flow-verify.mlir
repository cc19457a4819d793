// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// Branches and loops.

// CHECK: error: operand should be rank 0 tensor but got rank 1
// CHECK: error: 'stablehlo.if' op failed to infer returned types
func.func @test(%a: tensor<1xi1>, %b: tensor<f32>) {
  %r = "stablehlo.if"(%a) ({
      stablehlo.return %b : tensor<f32>
    }, {
      stablehlo.return %b : tensor<f32>
    }) : (tensor<1xi1>) -> tensor<f32>
  return
}

// -----

// CHECK: error: branch 0 and branch 1 have mismatched return types: 'tensor<f32>' vs 'tensor<i32>'
// CHECK: error: 'stablehlo.if' op failed to infer returned types
func.func @test(%a: tensor<i1>, %b: tensor<f32>, %c: tensor<i32>) {
  %r = "stablehlo.if"(%a) ({
      stablehlo.return %b : tensor<f32>
    }, {
      stablehlo.return %c : tensor<i32>
    }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

// CHECK: error: branch 0 must have 0 arguments, but found 1
// CHECK: error: 'stablehlo.if' op failed to infer returned types
func.func @test(%a: tensor<i1>, %b: tensor<f32>, %c: tensor<i32>) {
  %r = "stablehlo.if"(%a) ({
    ^bb0(%x: tensor<f32>):
      stablehlo.return %x : tensor<f32>
    }, {
      stablehlo.return %b : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'stablehlo.if' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<i32>'
// CHECK: error: 'stablehlo.if' op failed to infer returned types
func.func @test(%a: tensor<i1>, %b: tensor<f32>, %c: tensor<i32>) {
  %r = "stablehlo.if"(%a) ({
      stablehlo.return %b : tensor<f32>
    }, {
      stablehlo.return %b : tensor<f32>
    }) : (tensor<i1>) -> tensor<i32>
  return
}

// -----

// CHECK: error: 'stablehlo.if' op region #0 ('true_branch') failed to verify constraint: region with 1 blocks
func.func @test(%a: tensor<i1>, %b: tensor<f32>, %c: tensor<i32>) {
  %r = "stablehlo.if"(%a) ({
    }, {
      stablehlo.return %b : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'func.return' op expects parent op 'func.func'
func.func @test(%a: tensor<i1>, %b: tensor<f32>, %c: tensor<i32>) {
  %r = "stablehlo.if"(%a) ({
      stablehlo.return %b : tensor<f32>
    }, {
      func.return %b : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

// CHECK: error: expect at least one branch
// CHECK: error: 'stablehlo.case' op failed to infer returned types
func.func @test(%a: tensor<i32>) {
  %r = "stablehlo.case"(%a) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'stablehlo.case' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<i32>'
// CHECK: error: 'stablehlo.case' op failed to infer returned types
func.func @test(%a: tensor<i32>, %b: tensor<f32>) {
  %r = "stablehlo.case"(%a) ({
      stablehlo.return %b : tensor<f32>
    }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// CHECK: error: 'stablehlo.if' op result #0 must be variadic of ranked tensor of f8E3M4 type or f8E4M3 type or f8E4M3FN type or f8E4M3FNUZ type or f8E4M3B11FNUZ type or f8E5M2 type or f8E5M2FNUZ type or 16-bit float or 32-bit float or 64-bit float or bfloat16 type or pred (AKA boolean or 1-bit integer) or 2/4/8/16/32/64-bit signless integer or 2/4/8/16/32/64-bit unsigned integer or complex type with 32-bit float or 64-bit float elements or 2/4/8/16/32-bit uniform quantized signed integer or 2/4/8/16/32-bit uniform quantized unsigned integer values or ranked tensor of 2/4/8/16/32-bit uniform quantized per axis signed integer or 2/4/8/16/32-bit uniform quantized per axis unsigned integer values or token, but got 'tensor<*xf32>'
func.func @test(%a: tensor<1xi1>, %b: tensor<?xf32>, %c: tensor<2xf32>) {
  %p = stablehlo.reshape %a : (tensor<1xi1>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
      stablehlo.return %b : tensor<?xf32>
    }, {
      stablehlo.return %c : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<*xf32>
  return
}

// -----

// CHECK: error: expect operands to be compatible with condition block arguments but got 'tensor<i32>' vs 'tensor<f32>'
func.func @test(%a: tensor<i32>) {
  %r = "stablehlo.while"(%a) ({
    ^bb0(%x: tensor<f32>):
      %z = stablehlo.compare LT, %x, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }, {
    ^bb0(%y: tensor<i32>):
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// CHECK: error: expect operands to be compatible with body block arguments but got 'tensor<i32>' vs 'tensor<f32>'
func.func @test(%a: tensor<i32>) {
  %r = "stablehlo.while"(%a) ({
    ^bb0(%x: tensor<i32>):
      %z = stablehlo.compare LT, %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }, {
    ^bb0(%y: tensor<f32>):
      stablehlo.return %y : tensor<f32>
    }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// CHECK: error: expect operands to be compatible with body block return types but got 'tensor<i32>' vs 'tensor<i32>', 'tensor<i32>'
func.func @test(%a: tensor<i32>) {
  %r = "stablehlo.while"(%a) ({
    ^bb0(%x: tensor<i32>):
      %z = stablehlo.compare LT, %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }, {
    ^bb0(%y: tensor<i32>):
      stablehlo.return %y, %y : tensor<i32>, tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// CHECK: error: expect condition body returns a single value but got 0
func.func @test(%a: tensor<i32>) {
  %r = "stablehlo.while"(%a) ({
    ^bb0(%x: tensor<i32>):
      stablehlo.return
    }, {
    ^bb0(%y: tensor<i32>):
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// CHECK: error: expect condition block return a zero-ranked tensor of i1 but got 'tensor<i32>'
func.func @test(%a: tensor<i32>) {
  %r = "stablehlo.while"(%a) ({
    ^bb0(%x: tensor<i32>):
      stablehlo.return %x : tensor<i32>
    }, {
    ^bb0(%y: tensor<i32>):
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

// CHECK: error: 'stablehlo.while' op inferred type(s) 'tensor<i32>' are incompatible with return type(s) of operation 'tensor<f32>'
// CHECK: error: 'stablehlo.while' op failed to infer returned types
func.func @test(%a: tensor<i32>) {
  %r = "stablehlo.while"(%a) ({
    ^bb0(%x: tensor<i32>):
      %z = stablehlo.compare LT, %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %z : tensor<i1>
    }, {
    ^bb0(%y: tensor<i32>):
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: custom op 'stablehlo.while' expected 'do'
func.func @test(%a: tensor<i32>) {
  %r = stablehlo.while(%x = %a) : tensor<i32>
   cond {
    %z = stablehlo.compare LT, %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %z : tensor<i1>
  } {
    stablehlo.return %x : tensor<i32>
  }
  return
}

// -----

// CHECK: error: expect condition block return a zero-ranked tensor of i1 but got 'tensor<i32>'
func.func @test(%a: tensor<i32>) {
  %r = stablehlo.while(%x = %a, ) : tensor<i32>
   cond {
    stablehlo.return %x : tensor<i32>
  } do {
    stablehlo.return %x : tensor<i32>
  }
  return
}

// -----

// CHECK: error: custom op 'stablehlo.while' 1 operands present, but expected 2
func.func @test(%a: tensor<i32>) {
  %r = stablehlo.while(%x = %a) : tensor<i32>, tensor<i32>
   cond {
    stablehlo.return %x : tensor<i32>
  } do {
    stablehlo.return %x : tensor<i32>
  }
  return
}

// -----

// CHECK: error: 'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0
func.func @test(%a: tensor<i32>) {
  %r = "stablehlo.optimization_barrier"(%a) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

// CHECK: error: 'stablehlo.optimization_barrier' op requires the same number of operands and results
func.func @test(%a: tensor<i32>) {
  %r:2 = "stablehlo.optimization_barrier"(%a) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// -----

// CHECK: error: 'stablehlo.return' op must be the last operation in the parent block
func.func @test(%a: tensor<i32>) {
  stablehlo.return %a : tensor<i32>
  %b = stablehlo.negate %a : tensor<i32>
  return
}

// -----

// CHECK: error: 'stablehlo.if' op expects regions to end with 'stablehlo.return', found 'llvm.unreachable'
// CHECK: note: in custom textual format, the absence of terminator implies 'stablehlo.return'
func.func @test(%a: tensor<i1>) {
  "stablehlo.if"(%a) ({
    stablehlo.return
  }, {
    llvm.unreachable
  }) : (tensor<i1>) -> ()
  return
}
