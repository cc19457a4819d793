// RUN: ttopt --convert-ttnn-to-emitc %s | filecheck %s
// RUN: ttopt --convert-ttnn-to-emitc=complete-calls=true %s | filecheck %s
// All elements are passed: floats as float, integers as they are stored.

// CHECK: "ttnn::from_buffer"(%{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}) {args = [#emitc.opaque<"std::vector<float>{1.0f, -0.0f, 0.10000000149011612f, std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}">, 1 : index, #emitc.opaque<"ttnn::DataType::FLOAT32">, 0 : index, #emitc.opaque<"ttnn::Layout::TILE">, 2 : index]}
// CHECK: #emitc.opaque<"std::vector<uint32_t>{4294967295, 7}">, 1 : index, #emitc.opaque<"ttnn::DataType::UINT32">
#device = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, l1Map = (d0, d1)[s0, s1] -> (0, d0 floordiv s0, d1 floordiv s1, (d0 mod s0) * s1 + d1 mod s1), dramMap = (d0, d1)[s0, s1] -> (0, 0, ((((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 8192) mod 12, (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) floordiv 98304 + (((d0 floordiv s0) * 8 + d1 floordiv s1) * (s1 * s0) + (d0 mod s0) * s1 + d1 mod s1) mod 8192), meshShape = , chipIds = [0]>
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!tt.tile<32x32, f32>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!tt.tile<32x32, u32>, #dram>, <interleaved>>
module attributes {tt.device = #device} {
  func.func @constants() -> (tensor<2x3xf32, #ttnn_layout>, tensor<2xui32, #ttnn_layout1>) {
    %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !tt.device<#device>
    %1 = "ttnn.constant"(%0) <{value = dense<[[1.000000e+00, -0.000000e+00, 1.000000e-01], [0x7F800000, 0xFF800000, 0x7FC00000]]> : tensor<2x3xf32>}> : (!tt.device<#device>) -> tensor<2x3xf32, #ttnn_layout>
    %2 = "ttnn.constant"(%0) <{value = dense<[-1, 7]> : tensor<2xi32>}> : (!tt.device<#device>) -> tensor<2xui32, #ttnn_layout1>
    return %1, %2 : tensor<2x3xf32, #ttnn_layout>, tensor<2xui32, #ttnn_layout1>
  }
}
