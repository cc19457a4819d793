from hypothesis import settings

# numpy's first calls are slow, and so is a busy machine: time says nothing about these laws.
settings.register_profile("runtime", deadline=None)
settings.load_profile("runtime")
