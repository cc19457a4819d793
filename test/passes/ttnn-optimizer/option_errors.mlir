// The syntax of overrides, checked when the command line is read, for the pass and the pipeline.
// RUN: not ttopt --ttnn-optimizer="override-output-layout=a" %s 2>&1 | filecheck %s --check-prefix=FORMAT
// RUN: not ttopt --ttir-to-ttnn-backend-pipeline="override-output-layout=a=1x1:2x2" %s 2>&1 | filecheck %s --check-prefix=GRIDS
// RUN: not ttopt --ttnn-optimizer="override-output-layout=a=l1:dram" %s 2>&1 | filecheck %s --check-prefix=BUFFERS
// RUN: not ttopt --ttnn-optimizer="override-output-layout=a=axb" %s 2>&1 | filecheck %s --check-prefix=GRID
// RUN: not ttopt --ttnn-optimizer="override-output-layout=a=tiled" %s 2>&1 | filecheck %s --check-prefix=WORD
// RUN: not ttopt --ttnn-optimizer="insert-memreconfig=a" %s 2>&1 | filecheck %s --check-prefix=INPUT
// RUN: not ttopt --ttnn-optimizer="insert-memreconfig=a=0:x" %s 2>&1 | filecheck %s --check-prefix=INDEX
// RUN: not ttopt --ttnn-optimizer="memory-layout-analysis-policy=Best" %s 2>&1 | filecheck %s --check-prefix=POLICY
// FORMAT: for the --override-output-layout option: Invalid format for override grid sizes: a
// GRIDS: for the --override-output-layout option: Multiple grid parameters provided: 2x2
// BUFFERS: for the --override-output-layout option: Multiple buffer type parameters provided: dram
// GRID: for the --override-output-layout option: Invalid grid size: axb
// WORD: for the --override-output-layout option: Invalid layout parameter: tiled
// INPUT: for the --insert-memreconfig option: Invalid format for input layouts override: a
// INDEX: for the --insert-memreconfig option: Invalid operand index: x
// POLICY: for the --memory-layout-analysis-policy option: Cannot find option named 'Best'!
module {}
