// RUN: ttopt --split-input-file %s | %python -m filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file %s | ttopt --split-input-file | %python -m filecheck %s --strict-whitespace --match-full-lines
// RUN: ttopt --split-input-file --mlir-print-op-generic %s | ttopt --split-input-file | %python -m filecheck %s --strict-whitespace --match-full-lines

//      CHECK:module {
// CHECK-NEXT:  vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<4x8x!vhlo.f32_v1>, %arg1: !vhlo.tensor_v1<!vhlo.bool_v1>, %arg2: !vhlo.token_v1) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<?x!vhlo.i64_v1>) {
// CHECK-NEXT:    %0 = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<0.000000e+00> : tensor<f32>>}> : () -> !vhlo.tensor_v1<!vhlo.f32_v1>
// CHECK-NEXT:    %1 = "vhlo.reduce_v1"(%arg0, %0) <{dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>}> ({
// CHECK-NEXT:    ^bb0(%arg3: !vhlo.tensor_v1<!vhlo.f32_v1>, %arg4: !vhlo.tensor_v1<!vhlo.f32_v1>):
// CHECK-NEXT:      %9 = "vhlo.add_v1"(%arg3, %arg4) : (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
// CHECK-NEXT:      "vhlo.return_v1"(%9) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> ()
// CHECK-NEXT:    }) : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
// CHECK-NEXT:    %2 = "vhlo.compare_v1"(%arg0, %arg0) <{compare_type = #vhlo<comparison_type_v1 FLOAT>, comparison_direction = #vhlo<comparison_direction_v1 LT>}> : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>, !vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x8x!vhlo.bool_v1>
// CHECK-NEXT:    %3 = "vhlo.dot_general_v2"(%arg0, %arg0) <{accumulation_type = #vhlo.type_v1<!vhlo.none_v1>, allow_imprecise_accumulation = #vhlo.type_v1<!vhlo.none_v1>, lhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, lhs_component_count = #vhlo.type_v1<!vhlo.none_v1>, lhs_contracting_dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>, lhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>, num_primitive_operations = #vhlo.type_v1<!vhlo.none_v1>, precision_config = #vhlo.array_v1<[#vhlo<precision_v1 DEFAULT>, #vhlo<precision_v1 HIGH>]>, rhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, rhs_component_count = #vhlo.type_v1<!vhlo.none_v1>, rhs_contracting_dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>, rhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>}> : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>, !vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x4x!vhlo.f32_v1>
// CHECK-NEXT:    %4:2 = "vhlo.while_v1"(%0, %arg0) ({
// CHECK-NEXT:    ^bb0(%arg3: !vhlo.tensor_v1<!vhlo.f32_v1>, %arg4: !vhlo.tensor_v1<4x8x!vhlo.f32_v1>):
// CHECK-NEXT:      "vhlo.return_v1"(%arg1) : (!vhlo.tensor_v1<!vhlo.bool_v1>) -> ()
// CHECK-NEXT:    }, {
// CHECK-NEXT:    ^bb0(%arg3: !vhlo.tensor_v1<!vhlo.f32_v1>, %arg4: !vhlo.tensor_v1<4x8x!vhlo.f32_v1>):
// CHECK-NEXT:      "vhlo.return_v1"(%arg3, %arg4) : (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> ()
// CHECK-NEXT:    }) : (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<4x8x!vhlo.f32_v1>)
// CHECK-NEXT:    %5 = "vhlo.custom_call_v1"(%arg0) <{api_version = #vhlo<api_version_v1 API_VERSION_STATUS_RETURNING>, backend_config = #vhlo.string_v1<"a">, call_target_name = #vhlo.string_v1<"foo">, called_computations = #vhlo.array_v1<[]>, has_side_effect = #vhlo.bool_v1<false>, operand_layouts = #vhlo.array_v1<[]>, output_operand_aliases = #vhlo.array_v1<[]>, result_layouts = #vhlo.array_v1<[]>}> : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> !vhlo.tensor_v1<?x!vhlo.i64_v1>
// CHECK-NEXT:    %6 = "vhlo.convert_v1"(%arg0) : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x8x!vhlo.complex_v1<!vhlo.f32_v1>>
// CHECK-NEXT:    %7 = "vhlo.tuple_v1"(%arg0, %0) : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tuple_v1<!vhlo.tensor_v1<4x8x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>>
// CHECK-NEXT:    %8 = "vhlo.all_gather_v2"(%arg0) <{all_gather_dim = #vhlo.integer_v1<1 : i64>, channel_id = #vhlo.integer_v1<1 : i64>, replica_groups = #vhlo.tensor_v1<dense<[[0, 1]]> : tensor<1x2xi64>>, use_global_device_ids = #vhlo.bool_v1<false>}> : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x16x!vhlo.f32_v1>
// CHECK-NEXT:    "vhlo.return_v1"(%1, %5) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<?x!vhlo.i64_v1>) -> ()
// CHECK-NEXT:  } {arg_attrs = #vhlo.array_v1<[#vhlo.dict_v1<{#vhlo.string_v1<"jax.a"> = #vhlo.string_v1<"x">}>, #vhlo.dict_v1<{}>, #vhlo.dict_v1<{}>]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">, z = #vhlo.array_v1<[#vhlo.integer_v1<1 : i32>, #vhlo.string_v1<"a">, #vhlo.bool_v1<true>, #vhlo.type_v1<!vhlo.f32_v1>, #vhlo.tensor_v1<dense<1.000000e+00> : tensor<2xf32>>, #vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>, #vhlo.dict_v1<{#vhlo.string_v1<"k"> = #vhlo.integer_v1<2 : ui8>}>, #vhlo.bool_v1<false>]>}
// CHECK-NEXT:}
module {
  vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<4x8x!vhlo.f32_v1>, %arg1: !vhlo.tensor_v1<!vhlo.bool_v1>, %arg2: !vhlo.token_v1) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<?x!vhlo.i64_v1>) {
    %0 = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<0.000000e+00> : tensor<f32>>}> : () -> !vhlo.tensor_v1<!vhlo.f32_v1>
    %1 = "vhlo.reduce_v1"(%arg0, %0) <{dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>}> ({
    ^bb0(%arg3: !vhlo.tensor_v1<!vhlo.f32_v1>, %arg4: !vhlo.tensor_v1<!vhlo.f32_v1>):
      %9 = "vhlo.add_v1"(%arg3, %arg4) : (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<!vhlo.f32_v1>
      "vhlo.return_v1"(%9) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> ()
    }) : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
    %2 = "vhlo.compare_v1"(%arg0, %arg0) <{compare_type = #vhlo<comparison_type_v1 FLOAT>, comparison_direction = #vhlo<comparison_direction_v1 LT>}> : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>, !vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x8x!vhlo.bool_v1>
    %3 = "vhlo.dot_general_v2"(%arg0, %arg0) <{accumulation_type = #vhlo.type_v1<!vhlo.none_v1>, allow_imprecise_accumulation = #vhlo.type_v1<!vhlo.none_v1>, lhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, lhs_component_count = #vhlo.type_v1<!vhlo.none_v1>, lhs_contracting_dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>, lhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>, num_primitive_operations = #vhlo.type_v1<!vhlo.none_v1>, precision_config = #vhlo.array_v1<[#vhlo<precision_v1 DEFAULT>, #vhlo<precision_v1 HIGH>]>, rhs_batching_dimensions = #vhlo.tensor_v1<dense<> : tensor<0xi64>>, rhs_component_count = #vhlo.type_v1<!vhlo.none_v1>, rhs_contracting_dimensions = #vhlo.tensor_v1<dense<1> : tensor<1xi64>>, rhs_precision_type = #vhlo.type_v1<!vhlo.none_v1>}> : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>, !vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x4x!vhlo.f32_v1>
    %4:2 = "vhlo.while_v1"(%0, %arg0) ({
    ^bb0(%arg3: !vhlo.tensor_v1<!vhlo.f32_v1>, %arg4: !vhlo.tensor_v1<4x8x!vhlo.f32_v1>):
      "vhlo.return_v1"(%arg1) : (!vhlo.tensor_v1<!vhlo.bool_v1>) -> ()
    }, {
    ^bb0(%arg3: !vhlo.tensor_v1<!vhlo.f32_v1>, %arg4: !vhlo.tensor_v1<4x8x!vhlo.f32_v1>):
      "vhlo.return_v1"(%arg3, %arg4) : (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> ()
    }) : (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<!vhlo.f32_v1>, !vhlo.tensor_v1<4x8x!vhlo.f32_v1>)
    %5 = "vhlo.custom_call_v1"(%arg0) <{api_version = #vhlo<api_version_v1 API_VERSION_STATUS_RETURNING>, backend_config = #vhlo.string_v1<"a">, call_target_name = #vhlo.string_v1<"foo">, called_computations = #vhlo.array_v1<[]>, has_side_effect = #vhlo.bool_v1<false>, operand_layouts = #vhlo.array_v1<[]>, output_operand_aliases = #vhlo.array_v1<[]>, result_layouts = #vhlo.array_v1<[]>}> : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> !vhlo.tensor_v1<?x!vhlo.i64_v1>
    %6 = "vhlo.convert_v1"(%arg0) : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x8x!vhlo.complex_v1<!vhlo.f32_v1>>
    %7 = "vhlo.tuple_v1"(%arg0, %0) : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>) -> !vhlo.tuple_v1<!vhlo.tensor_v1<4x8x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.f32_v1>>
    %8 = "vhlo.all_gather_v2"(%arg0) <{all_gather_dim = #vhlo.integer_v1<1 : i64>, channel_id = #vhlo.integer_v1<1 : i64>, replica_groups = #vhlo.tensor_v1<dense<[[0, 1]]> : tensor<1x2xi64>>, use_global_device_ids = #vhlo.bool_v1<false>}> : (!vhlo.tensor_v1<4x8x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x16x!vhlo.f32_v1>
    "vhlo.return_v1"(%1, %5) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>, !vhlo.tensor_v1<?x!vhlo.i64_v1>) -> ()
  } {arg_attrs = #vhlo.array_v1<[#vhlo.dict_v1<{#vhlo.string_v1<"jax.a"> = #vhlo.string_v1<"x">}>, #vhlo.dict_v1<{}>, #vhlo.dict_v1<{}>]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">, z = #vhlo.array_v1<[#vhlo.integer_v1<1 : i32>, #vhlo.string_v1<"a">, #vhlo.bool_v1<true>, #vhlo.type_v1<!vhlo.f32_v1>, #vhlo.tensor_v1<dense<1.000000e+00> : tensor<2xf32>>, #vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>, #vhlo.dict_v1<{#vhlo.string_v1<"k"> = #vhlo.integer_v1<2 : ui8>}>, #vhlo.bool_v1<false>]>}
}

// -----

//      CHECK:module {
// CHECK-NEXT:  vhlo.func_v1 @g(%arg0: !vhlo.token_v1, %arg1: !vhlo.tensor_v1<?x4x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [3, ?]>>, %arg2: !vhlo.tensor_v1<2x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [1.000000e-01, 2.000000e+00], [0, 15], -128:127, 1>>, %arg3: !vhlo.unranked_tensor_v1<!vhlo.f32_v1>) -> () {
// CHECK-NEXT:    %0 = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<[true, false]> : tensor<2xi1>>}> : () -> !vhlo.tensor_v1<2x!vhlo.bool_v1>
// CHECK-NEXT:    %1 = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<[1.000000e+00, 2.500000e+00]> : tensor<2xbf16>>}> : () -> !vhlo.tensor_v1<2x!vhlo.bf16_v1>
// CHECK-NEXT:    %2 = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>>}> : () -> !vhlo.tensor_v1<2x!vhlo.complex_v1<!vhlo.f32_v1>>
// CHECK-NEXT:    %3 = "vhlo.sort_v1"(%1) <{dimension = #vhlo.integer_v1<0 : i64>, is_stable = #vhlo.bool_v1<true>}> ({
// CHECK-NEXT:    ^bb0(%arg4: !vhlo.tensor_v1<!vhlo.bf16_v1>, %arg5: !vhlo.tensor_v1<!vhlo.bf16_v1>):
// CHECK-NEXT:      %6 = "vhlo.compare_v1"(%arg4, %arg5) <{compare_type = #vhlo<comparison_type_v1 NOTYPE>, comparison_direction = #vhlo<comparison_direction_v1 GT>}> : (!vhlo.tensor_v1<!vhlo.bf16_v1>, !vhlo.tensor_v1<!vhlo.bf16_v1>) -> !vhlo.tensor_v1<!vhlo.bool_v1>
// CHECK-NEXT:      "vhlo.return_v1"(%6) : (!vhlo.tensor_v1<!vhlo.bool_v1>) -> ()
// CHECK-NEXT:    }) : (!vhlo.tensor_v1<2x!vhlo.bf16_v1>) -> !vhlo.tensor_v1<2x!vhlo.bf16_v1>
// CHECK-NEXT:    %4 = "vhlo.custom_call_v1"(%1) <{api_version = #vhlo<api_version_v1 API_VERSION_TYPED_FFI>, backend_config = #vhlo.dict_v1<{#vhlo.string_v1<"a"> = #vhlo.integer_v1<1 : i32>, #vhlo.string_v1<"b"> = #vhlo.string_v1<"c">, #vhlo.string_v1<"c"> = #vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>, #vhlo.string_v1<"d"> = #vhlo.float_v1<9.9999997100000007E-10 : !vhlo.f32_v1>}>, call_target_name = #vhlo.string_v1<"z\22">, called_computations = #vhlo.array_v1<[]>, has_side_effect = #vhlo.bool_v1<false>, operand_layouts = #vhlo.array_v1<[]>, output_operand_aliases = #vhlo.array_v1<[#vhlo.output_operand_alias_v1<outputTupleIndices = [0], operandIndex = 0, operandTupleIndices = []>]>, result_layouts = #vhlo.array_v1<[]>}> : (!vhlo.tensor_v1<2x!vhlo.bf16_v1>) -> !vhlo.tuple_v1<!vhlo.tensor_v1<2x!vhlo.bf16_v1>, !vhlo.tensor_v1<2x!vhlo.bf16_v1>>
// CHECK-NEXT:    %5 = "vhlo.reduce_precision_v1"(%1) <{exponent_bits = #vhlo.integer_v1<5 : i32>, mantissa_bits = #vhlo.integer_v1<10 : i32>}> : (!vhlo.tensor_v1<2x!vhlo.bf16_v1>) -> !vhlo.tensor_v1<2x!vhlo.bf16_v1>
// CHECK-NEXT:    "vhlo.return_v1"() : () -> ()
// CHECK-NEXT:  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"private">}
// CHECK-NEXT:}
module {
  vhlo.func_v1 @g(%arg0: !vhlo.token_v1, %arg1: !vhlo.tensor_v1<?x4x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [3, ?]>>, %arg2: !vhlo.tensor_v1<2x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [1.000000e-01, 2.000000e+00], [0, 15], -128:127, 1>>, %arg3: !vhlo.unranked_tensor_v1<!vhlo.f32_v1>) -> () {
    %0 = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<[true, false]> : tensor<2xi1>>}> : () -> !vhlo.tensor_v1<2x!vhlo.bool_v1>
    %1 = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<[1.000000e+00, 2.500000e+00]> : tensor<2xbf16>>}> : () -> !vhlo.tensor_v1<2x!vhlo.bf16_v1>
    %2 = "vhlo.constant_v1"() <{value = #vhlo.tensor_v1<dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>>}> : () -> !vhlo.tensor_v1<2x!vhlo.complex_v1<!vhlo.f32_v1>>
    %3 = "vhlo.sort_v1"(%1) <{dimension = #vhlo.integer_v1<0 : i64>, is_stable = #vhlo.bool_v1<true>}> ({
    ^bb0(%arg4: !vhlo.tensor_v1<!vhlo.bf16_v1>, %arg5: !vhlo.tensor_v1<!vhlo.bf16_v1>):
      %6 = "vhlo.compare_v1"(%arg4, %arg5) <{compare_type = #vhlo<comparison_type_v1 NOTYPE>, comparison_direction = #vhlo<comparison_direction_v1 GT>}> : (!vhlo.tensor_v1<!vhlo.bf16_v1>, !vhlo.tensor_v1<!vhlo.bf16_v1>) -> !vhlo.tensor_v1<!vhlo.bool_v1>
      "vhlo.return_v1"(%6) : (!vhlo.tensor_v1<!vhlo.bool_v1>) -> ()
    }) : (!vhlo.tensor_v1<2x!vhlo.bf16_v1>) -> !vhlo.tensor_v1<2x!vhlo.bf16_v1>
    %4 = "vhlo.custom_call_v1"(%1) <{api_version = #vhlo<api_version_v1 API_VERSION_TYPED_FFI>, backend_config = #vhlo.dict_v1<{#vhlo.string_v1<"a"> = #vhlo.integer_v1<1 : i32>, #vhlo.string_v1<"b"> = #vhlo.string_v1<"c">, #vhlo.string_v1<"c"> = #vhlo.float_v1<1.500000e+00 : !vhlo.f32_v1>, #vhlo.string_v1<"d"> = #vhlo.float_v1<9.99999971E-10 : !vhlo.f32_v1>}>, call_target_name = #vhlo.string_v1<"z\22">, called_computations = #vhlo.array_v1<[]>, has_side_effect = #vhlo.bool_v1<false>, operand_layouts = #vhlo.array_v1<[]>, output_operand_aliases = #vhlo.array_v1<[#vhlo.output_operand_alias_v1<outputTupleIndices = [0], operandIndex = 0, operandTupleIndices = []>]>, result_layouts = #vhlo.array_v1<[]>}> : (!vhlo.tensor_v1<2x!vhlo.bf16_v1>) -> !vhlo.tuple_v1<!vhlo.tensor_v1<2x!vhlo.bf16_v1>, !vhlo.tensor_v1<2x!vhlo.bf16_v1>>
    %5 = "vhlo.reduce_precision_v1"(%1) <{exponent_bits = #vhlo.integer_v1<5 : i32>, mantissa_bits = #vhlo.integer_v1<10 : i32>}> : (!vhlo.tensor_v1<2x!vhlo.bf16_v1>) -> !vhlo.tensor_v1<2x!vhlo.bf16_v1>
    "vhlo.return_v1"() : () -> ()
  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"private">}
}

// -----

//      CHECK:module {
// CHECK-NEXT:  vhlo.func_v1 @k2(%arg0: !vhlo.tensor_v1<!vhlo.bool_v1>) -> () {
// CHECK-NEXT:    "vhlo.return_v1"() : () -> ()
// CHECK-NEXT:  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
// CHECK-NEXT:  vhlo.func_v1 @k() -> (!vhlo.tensor_v1<3x!vhlo.i32_v1>) {
// CHECK-NEXT:    %0 = "vhlo.iota_v1"() <{iota_dimension = #vhlo.integer_v1<0 : i64>}> : () -> !vhlo.tensor_v1<3x!vhlo.i32_v1>
// CHECK-NEXT:    %1 = "vhlo.call_v1"() <{callee = #vhlo.string_v1<"k">}> : () -> !vhlo.tensor_v1<3x!vhlo.i32_v1>
// CHECK-NEXT:    "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<3x!vhlo.i32_v1>) -> ()
// CHECK-NEXT:  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"public">}
// CHECK-NEXT:}
module {
  vhlo.func_v1 @k2(%arg0: !vhlo.tensor_v1<!vhlo.bool_v1>) -> () {
    "vhlo.return_v1"() : () -> ()
  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
  vhlo.func_v1 @k() -> (!vhlo.tensor_v1<3x!vhlo.i32_v1>) {
    %0 = "vhlo.iota_v1"() <{iota_dimension = #vhlo.integer_v1<0 : i64>}> : () -> !vhlo.tensor_v1<3x!vhlo.i32_v1>
    %1 = "vhlo.call_v1"() <{callee = #vhlo.string_v1<"k">}> : () -> !vhlo.tensor_v1<3x!vhlo.i32_v1>
    "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<3x!vhlo.i32_v1>) -> ()
  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"public">}
}
