"""The ttmetal dialect: buffers on the device and programs that run on its cores."""
