// RUN: ttopt --split-input-file --verify-diagnostics --tt-mlir=2026-08 %s

// expected-error@+1 {{Start coordinates #ttnn.core_coord<1, 0> must be less than or equal to end coordinates #ttnn.core_coord<0, 0>}}
func.func private @f() attributes {a = #ttnn.core_range<(1,0), (0,0)>}

// -----

// expected-error@+1 {{Core ranges overlap: #ttnn.core_range<(0,0), (1,1)> and #ttnn.core_range<(1,1), (2,2)>}}
func.func private @f() attributes {a = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (1,1)>, #ttnn.core_range<(1,1), (2,2)>]>}

// -----

// expected-error@+1 {{Memory layout is required for non-SystemMemory buffer type.}}
func.func private @f() attributes {a = #ttnn.memory_config<<dram>>}

// -----

// expected-error@+1 {{Memory layout is not allowed for SystemMemory buffer type.}}
func.func private @f() attributes {a = #ttnn.memory_config<<system_memory>, <interleaved>>}

// -----

// expected-error@+1 {{BlockSharded layout is not supported for DRAM buffer type; use WidthSharded, HeightSharded or Interleaved}}
func.func private @f() attributes {a = #ttnn.memory_config<<dram>, <block_sharded>>}

// -----

// expected-error@+1 {{Setting both NDShardSpecAttr and ShardSpecAttr is not supported.}}
func.func private @f() attributes {a = #ttnn.memory_config<<l1>, <height_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>, ndShardSpec = <<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>, <grid_2d>>>}

// -----

// expected-error@+1 {{Sharding is only valid for L1 or DRAM buffer type}}
func.func private @f() attributes {a = #ttnn.memory_config<<l1_small>, <height_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>}

// -----

// expected-error@+1 {{Sharding is only valid for block sharded, height sharded, or width sharded tensor memory layout}}
func.func private @f() attributes {a = #ttnn.memory_config<<l1>, <interleaved>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (0,0)>]>, <32x32>, <row_major>>>}

// -----

// expected-error@+1 {{Memory layout is required for non-SystemMemory buffer type.}}
func.func private @f() attributes {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<l1>>>}

// -----

// expected-error@+1 {{sharded TTNN layout (height_sharded) must carry a core_range_set}}
func.func private @f() attributes {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<l1>>, <height_sharded>>}

// -----

// expected-error@+1 {{non-sharded TTNN layout must not carry a core_range_set (got interleaved)}}
func.func private @f() attributes {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<l1>>, <interleaved>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>}

// -----

// Of these upstream does not count as sharded.

// expected-error@+1 {{non-sharded TTNN layout must not carry a core_range_set (got nd_sharded)}}
func.func private @f() attributes {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #ttnn.buffer_type<l1>>, <nd_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>}

// -----

// Without a buffer nothing is known.

func.func private @f() attributes {a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, 1>>}

// -----

// expected-error@+1 {{dim_alignments size (1) must match logical_shape rank (2)}}
func.func private @f() attributes {a = #ttcore.metal_layout<logical_shape = 4x4, dim_alignments = 32, collapsed_intervals = dense<[[0, 1]]> : tensor<1x2xi64>, l1, sharded>}

// -----

// expected-error@+1 {{dim_alignments[1] must be positive, got 0}}
func.func private @f() attributes {a = #ttcore.metal_layout<logical_shape = 4x4, dim_alignments = 32x0, collapsed_intervals = dense<[[0, 1]]> : tensor<1x2xi64>, l1, sharded>}

// -----

// expected-error@+1 {{collapsed_intervals must be a 2D array, got rank 1}}
func.func private @f() attributes {a = #ttcore.metal_layout<logical_shape = 4x4, dim_alignments = 32x32, collapsed_intervals = dense<[0, 1]> : tensor<2xi64>, l1, sharded>}

// -----

// expected-error@+1 {{collapsed_intervals must have pairs (second dim size 2), got 3}}
func.func private @f() attributes {a = #ttcore.metal_layout<logical_shape = 4x4, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1, 2]]> : tensor<1x3xi64>, l1, sharded>}

// -----

// expected-error@+1 {{collapsed_intervals start index 2 (normalized: 2) is out of bounds for logical_shape rank 2}}
func.func private @f() attributes {a = #ttcore.metal_layout<logical_shape = 4x4, dim_alignments = 32x32, collapsed_intervals = dense<[[2, 2]]> : tensor<1x2xi64>, l1, sharded>}

// -----

// expected-error@+1 {{collapsed_intervals end index -3 (normalized: -1) is out of bounds for logical_shape rank 2}}
func.func private @f() attributes {a = #ttcore.metal_layout<logical_shape = 4x4, dim_alignments = 32x32, collapsed_intervals = dense<[[0, -3]]> : tensor<1x2xi64>, l1, sharded>}

// -----

// expected-error@+1 {{collapsed_intervals start (1) must not exceed end (0)}}
func.func private @f() attributes {a = #ttcore.metal_layout<logical_shape = 4x4, dim_alignments = 32x32, collapsed_intervals = dense<[[1, 0]]> : tensor<1x2xi64>, l1, sharded>}

// -----

// expected-error@+1 {{custom op 'ttcore.device' expected at least one chip}}
ttcore.device @d = <workerGrid = #ttcore.grid<8x8>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0) -> (0, 0, 0, d0), dramMap = (d0) -> (0, 0, 0, d0), meshShape = 1x1, chipIds = []>

// -----

// expected-error@+1 {{custom op 'ttcore.device' expected chipIds size to match the volume of meshShape}}
ttcore.device @d = <workerGrid = #ttcore.grid<8x8>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0) -> (0, 0, 0, d0), dramMap = (d0) -> (0, 0, 0, d0), meshShape = 1x1, chipIds = [0, 1]>

// -----

// expected-error@+1 {{custom op 'ttcore.device' expected positive worker grid dimensions}}
ttcore.device @d = <workerGrid = #ttcore.grid<8x0>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0) -> (0, 0, 0, d0), dramMap = (d0) -> (0, 0, 0, d0), meshShape = 1x1, chipIds = [0]>

// -----

// expected-error@+1 {{custom op 'ttcore.device' expected 2D dram grid, got 1D}}
ttcore.device @d = <workerGrid = #ttcore.grid<8x8>, dramGrid = #ttcore.grid<12>, l1Map = (d0) -> (0, 0, 0, d0), dramMap = (d0) -> (0, 0, 0, d0), meshShape = 1x1, chipIds = [0]>

// -----

// expected-error@+1 {{custom op 'ttcore.device' expected positive dram grid dimensions}}
ttcore.device @d = <workerGrid = #ttcore.grid<8x8>, dramGrid = #ttcore.grid<1x0>, l1Map = (d0) -> (0, 0, 0, d0), dramMap = (d0) -> (0, 0, 0, d0), meshShape = 1x1, chipIds = [0]>

// -----

// expected-error@+1 {{custom op 'ttcore.device' expected meshTopology size to match meshShape rank}}
ttcore.device @d = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0) -> (0, 0, 0, d0), dramMap = (d0) -> (0, 0, 0, d0), meshShape = 1x1, chipIds = [0], meshTopology = [ring]>

// -----

// expected-error@+1 {{custom op 'ttcore.device' expected physical grid mapping to have PhysGridResultIdx::NumIndices results}}
ttcore.device @d = <workerGrid = #ttcore.grid<8x8>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0) -> (0, 0, 0, d0), dramMap = (d0) -> (0, 0, 0, d0), meshShape = 1x1, chipIds = [0]>

// -----

// expected-error@+1 {{custom op 'ttcore.device' expected l1Map to have MemoryMapResultIdx::NumIndices results}}
ttcore.device @d = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0) -> (0, 0, d0), dramMap = (d0) -> (0, 0, 0, d0), meshShape = 1x1, chipIds = [0]>

// -----

// expected-error@+1 {{custom op 'ttcore.device' expected dramMap to have MemoryMapResultIdx::NumIndices results}}
ttcore.device @d = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0) -> (0, 0, 0, d0), dramMap = (d0) -> (d0), meshShape = 1x1, chipIds = [0]>

// -----

// expected-error@+1 {{expected (1, 1) grid shape for dram buffer type with interleaved memory layout, got (2, 4)}}
func.func private @f(tensor<64x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x4>, memref<2x2x!ttcore.tile<32x32, f32>, #ttnn.buffer_type<dram>>, <interleaved>>>)

// -----

// expected-error@+1 {{expected (1, 1) grid shape for system_memory buffer type, got (2, 4)}}
func.func private @f(tensor<64x64xf32, #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x4>, memref<2x2xf32, #ttnn.buffer_type<system_memory>>>>)

// -----

// expected-error@+1 {{start coordinates #ttcore<core_coord -1x0> must be non-negative}}
module attributes {a = #ttcore.core_range<(-1, 0), (1, 1)>} {}

// -----

// expected-error@+1 {{end coordinates #ttcore<core_coord 1x-1> must be non-negative}}
module attributes {a = #ttcore.core_range<(0, 0), (1, -1)>} {}

// -----

// expected-error@+1 {{expected 2D shape}}
func.func private @f(memref<1x!ttcore.tile<32, f32>>)
