// RUN: tttranslate --ttkernel-to-cpp-noc %s | filecheck %s

// The address of a semaphore is one of L1: that of another core's, and of those of a rectangle of cores.
// CHECK: [[SEMAPHORE:v[0-9]+]] = get_semaphore(
// CHECK: get_noc_addr(v{{[0-9]+}}, v{{[0-9]+}}, [[SEMAPHORE]]);
// CHECK: get_noc_multicast_addr(v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, v{{[0-9]+}}, [[SEMAPHORE]]);
func.func @kernel() {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %semaphore = "ttkernel.get_semaphore"(%zero) : (i32) -> !ttkernel.l1_addr
  %there = "ttkernel.get_noc_addr_xy"(%one, %one, %semaphore) : (i32, i32, !ttkernel.l1_addr) -> !ttkernel.noc_addr
  "ttkernel.noc_semaphore_inc"(%there, %one, %zero) : (!ttkernel.noc_addr, i32, i32) -> ()
  %all = "ttkernel.get_noc_multicast_addr"(%zero, %zero, %one, %one, %semaphore) : (i32, i32, i32, i32, !ttkernel.l1_addr) -> !ttkernel.noc_addr
  "ttkernel.noc_semaphore_set_multicast"(%semaphore, %all, %one) <{linked = false, multicast_path_reserve = false}> : (!ttkernel.l1_addr, !ttkernel.noc_addr, i32) -> ()
  "ttkernel.return"() : () -> ()
}
