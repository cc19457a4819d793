// RUN: not ttopt --split-input-file %s 2>&1 | filecheck %s

// What VHLO itself asks of its attributes and types.

// CHECK: error: 'vhlo.add_v1' op requires one result
"vhlo.add_v1"() : () -> ()

// -----

// CHECK: error: unknown vhlo type: foo
func.func @f(%a: !vhlo.foo) {
 
  return
}

// -----

// CHECK: error: unregistered operation 'vhlo.foo' found in dialect ('vhlo') that does not allow unknown operations
func.func @f(%a: !vhlo.f32_v1) {
  "vhlo.foo"() : ()->()
  return
}

// -----

// CHECK: error: 'vhlo.iota_v1' op requires attribute 'iota_dimension'
"vhlo.iota_v1"() : () -> !vhlo.f32_v1

// -----

// CHECK: error: expected VHLO type or attribute
func.func @f(%a: !vhlo.tensor_v1<4xf32>) {
 
  return
}

// -----

// CHECK: error: unknown vhlo attribute
func.func @f() attributes {a = #vhlo.foo} {
 
  return
}

// -----

// CHECK: error: expected array of VHLO attriutes
func.func @f() attributes {a.a = #vhlo.array_v1<[1]>, a.b = #vhlo<precision_v1 HIGH>} {
 
  return
}

// -----

// CHECK: error: expected VHLO type
func.func @f() attributes {a.h = #vhlo.type_v1<f32>} {
 
  return
}

// -----

// CHECK: error: expected VHLO type
func.func @f() attributes {a.h = #vhlo.float_v1<1.0 : f32>} {
 
  return
}

// -----

// CHECK: error: expected VHLO attribute
func.func @f() attributes {a.h = #vhlo.dict_v1<{1 = 2}>} {
  return
}

// -----

// CHECK: error: expected VHLO types
func.func @f(%a: !vhlo.tuple_v1<f32>) {
  return
}
