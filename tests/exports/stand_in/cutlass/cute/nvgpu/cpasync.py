"""Asynchronous copies from global to shared memory."""

from cutlass.cute import Value, is_coordinate, is_plain_layout

from . import LoadCacheMode
from ..atom import CopyOp, check, operation
from .kinds import member_of


class CopyOfBits(CopyOp):
    @staticmethod
    def takes_bits(bits):
        return type(bits) is int and bits in (32, 64, 128)


CopyG2SOp = operation("CopyG2SOp", CopyOfBits, cache_mode=(member_of(LoadCacheMode), LoadCacheMode.ALWAYS))


def create_tma_multicast_mask(cta_layout_vmnk, cta_coord_vmnk, mcast_mode):
    check(is_plain_layout(cta_layout_vmnk), "create_tma_multicast_mask: cta_layout_vmnk", cta_layout_vmnk)
    check(is_coordinate(cta_coord_vmnk) and len(cta_coord_vmnk) == 4, "create_tma_multicast_mask: cta_coord_vmnk", cta_coord_vmnk)
    check(type(mcast_mode) is int, "create_tma_multicast_mask: mcast_mode", mcast_mode)
    return Value()
