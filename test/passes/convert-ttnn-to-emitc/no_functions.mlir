// RUN: ttopt --convert-ttnn-to-emitc %s | filecheck %s

// CHECK: module {
// CHECK-NEXT: emitc.include "ttnn-precompiled.hpp"
// CHECK-NEXT: }
module {
}
