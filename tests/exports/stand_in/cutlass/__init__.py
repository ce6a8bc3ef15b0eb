"""What exported programs use of the CuTe DSL: the names, how many arguments each takes and of what kind. Nothing is computed.

Source: the reference of cutlass.cute. The DSL itself compiles for a GPU and is not at hand where tests run."""


class Int32(int):
    """A dynamic integer."""


class Int64(int):
    """A dynamic integer of 64 bits."""


class Float32:
    """An element type."""
