// RUN: tttranslate --ttnn-to-python %s | filecheck %s
// Types that the TTNN library does not have are told to the reader; what they hold cannot end the docstring.

// CHECK:      def buffers(arg0, arg1):
// CHECK-NEXT:     """!ttkernel.cb<{{.*}}>, 4xf32 -> ()"""
func.func @buffers(%a: !ttkernel.cb<cb_in1, 4096, memref<2x4xf32>, 4096, 1>, %b: memref<4xf32>) {
  return
}

// CHECK:      def opaque(arg0):
// CHECK-NEXT:     """!emitc.opaque<\"\\22\\22\\22; import os\"> -> ()"""
func.func @opaque(%a: !emitc.opaque<"\22\22\22; import os">) {
  return
}
