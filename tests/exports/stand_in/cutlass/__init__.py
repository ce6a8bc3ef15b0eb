"""What exported programs use of the CuTe DSL: the names, how many arguments each takes and of what kind. Nothing is computed.

Source: the reference of cutlass.cute. The DSL itself compiles for a GPU and is not at hand where tests run."""


class Numeric:
    """What all types of elements are."""


class Int32(int, Numeric):
    """A dynamic integer."""


class Int64(int, Numeric):
    """A dynamic integer of 64 bits."""


for name in ("Float64", "Float32", "Float16", "BFloat16", "TFloat32", "Float8E4M3FN", "Float8E5M2", "Float8E8M0FNU",
             "Float6E3M2FN", "Float6E2M3FN", "Float4E2M1FN", "Uint128", "Int16", "Int8", "Int4", "Uint64", "Uint32", "Uint16", "Uint8"):
    globals()[name] = type(name, (Numeric,), {})
del name
