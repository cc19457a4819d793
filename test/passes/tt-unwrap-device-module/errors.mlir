// RUN: not ttopt --tt-unwrap-device-module --split-input-file %s 2>&1 | filecheck %s

// CHECK: error: 'builtin.module' op Top-level ModuleOp must contain 0 or 1 DeviceModuleOps!
tt.device_module {
  builtin.module {
  }
}
tt.device_module {
  builtin.module {
  }
}

// -----

// CHECK: error: 'builtin.module' op Top-level ModuleOp must contain 0 or 1 CPUModuleOps!
tt.device_module {
  builtin.module {
  }
}
tt.cpu_module {
  builtin.module {
  }
}
tt.cpu_module {
  builtin.module {
  }
}
