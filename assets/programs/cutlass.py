# What functions of the CuTe DSL give that are made of others. app/import/dsl reads it before a program; a name is found by its last part:
# cutlass.utils.LayoutEnum.from_tensor is LayoutEnum.from_tensor. Pipelines are the mbarriers that they are made of. Of schedulers there is
# the tile of the first round.
import language
import math

import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.nvgpu import cpasync, tcgen05, warpgroup


# ---- What they are in the language: language.call(function, what stands in <>, argument, ...) ----

# Attributes of layouts, tensors, atoms, tiled copies and MMAs.
ATTRIBUTES = {
    "shape": "shape",
    "stride": "stride",
    "layout": "layout",
    "size": "size",
    # What is known of how a pointer is aligned, the size of a contiguous mode says.
    "max_alignment": "size",
    "outer": "layout_b",
    "layout_tv_tiled": "TiledLayout_TV",
    "layout_src_tv_tiled": "layoutS_TV",
    "layout_dst_tv_tiled": "layoutD_TV",
    "tiler_mn": "Tiler_MN",
    "thr_layout_vmnk": "thr_layout_vmnk",
    "tv_layout_A_tiled": "layoutA_TV",
    "tv_layout_B_tiled": "layoutB_TV",
    "tv_layout_C_tiled": "layoutC_TV",
    "thr_id": "ThrID",
    "shape_mnk": "Shape_MNK",
    "tv_layout_A": "LayoutA_TV",
    "tv_layout_B": "LayoutB_TV",
    "tv_layout_C": "LayoutC_TV",
    "layout_src_tv": "ValLayoutSrc",
    "layout_dst_tv": "ValLayoutDst",
}


class Methods:
    """Methods of tensors, tiled copies and tiled MMAs that the language calls otherwise."""

    @staticmethod
    def retile(copy, tensor):
        # A tiled copy retiles for any of its threads.
        if language.is_of_thread(copy):
            return language.call("retile_D", (), copy, tensor)
        return language.call("retile_D", (), copy, 0, tensor)

    @staticmethod
    def make_fragment_C(mma, tensor):
        if not isinstance(tensor, cute.Tensor):
            tensor = language.tensor_at(language.pointer(mma.op.acc_dtype, "gmem"), make_layout(tensor))
        return language.call("make_fragment_C", (), mma, tensor)

    # The DSL takes an index as Int32, so that the coordinate is not static.
    @staticmethod
    def get_hier_coord(layout, idx):
        return language.call("get_hier_coord", (), layout, language.dynamic(idx))

    @staticmethod
    def get_flat_coord(layout, idx):
        return language.call("get_flat_coord", (), layout, language.dynamic(idx))

    @staticmethod
    def load(tensor):
        return language.loaded(tensor)

    @staticmethod
    def store(tensor, value=None):
        return language.store(tensor, value)

    @staticmethod
    def fill(tensor, value=None):
        return language.step("fill", tensor, number=value)

    @staticmethod
    def set(atom, field=None, value=None):
        return language.set_field(atom, field, value)

    @staticmethod
    def get(atom, field=None):
        value = language.field(atom, field)
        return language.computed() if value is None else value

    @staticmethod
    def to(value, dtype=None):
        return language.computed()

    @staticmethod
    def reduce(value, *others, **named):
        return language.computed()


class Steps:
    """What moves, multiplies and orders, by the names and with the arguments that it has in C++, for the flow of a kernel."""

    @staticmethod
    def copy(atom, src, dst, pred=None, tma_bar_ptr=None, mcast_mask=None, **others):
        language.step("copy", atom, src, dst, pred=pred, barrier=tma_bar_ptr)

    @staticmethod
    def autovec_copy(src, dst, **others):
        language.step("copy", src, dst)

    @staticmethod
    def basic_copy(src, dst, **others):
        language.step("copy", src, dst)

    @staticmethod
    def basic_copy_if(pred, src, dst, **others):
        language.step("copy", src, dst, pred=pred)

    @staticmethod
    def gemm(atom, d, a, b, c, **others):
        # [A, SFA] is A with its scale factors.
        sfa = language.field(atom, "SFA")
        sfb = language.field(atom, "SFB")
        if isinstance(a, (tuple, list)):
            sfa = a[1].iterator
            a = a[0]
        if isinstance(b, (tuple, list)):
            sfb = b[1].iterator
            b = b[0]
        language.step("gemm", atom, d, a, b, c, accumulate=language.field(atom, "ACCUMULATE"), sfa=sfa, sfb=sfb)

    @staticmethod
    def cp_async_commit_group(**others):
        language.step("cp_async_fence")

    @staticmethod
    def cp_async_wait_group(n, **others):
        language.step("cp_async_wait", n)

    @staticmethod
    def sync_threads(**others):
        language.step("__syncthreads")

    @staticmethod
    def barrier(barrier_id=None, number_of_threads=None, **others):
        language.step("__syncthreads", id=barrier_id, number=number_of_threads)

    # mbarriers, which are told apart by the memory that they have.
    @staticmethod
    def mbarrier_init(mbar_ptr, cnt, **others):
        language.step("init", memory_of(mbar_ptr), cnt)

    @staticmethod
    def mbarrier_wait(mbar_ptr, phase, **others):
        language.step("wait", mbar_ptr, phase)

    @staticmethod
    def mbarrier_conditional_try_wait(cond, mbar_ptr, phase, **others):
        return language.computed()

    @staticmethod
    def mbarrier_try_wait(mbar_ptr, phase, **others):
        return language.computed()

    # `while not mbarrier_try_wait_parity(...)` waits.
    @staticmethod
    def mbarrier_try_wait_parity(mbar_ptr, phase, **others):
        language.step("wait", memory_of(mbar_ptr), phase)
        return True

    @staticmethod
    def mbarrier_arrive(mbar_ptr, peer_cta_rank_in_cluster=None, arrive_count=1, count=None, scope=None, **others):
        if isinstance(mbar_ptr, PeerMemory) and scope == MemScope.CTA:
            language.step("releases_to_own_block")
        elif peer_cta_rank_in_cluster is None and not isinstance(mbar_ptr, PeerMemory):
            language.step("arrive", memory_of(mbar_ptr), arrive_count if count is None else count)
        else:
            language.step("orders_otherwise")

    @staticmethod
    def mbarrier_arrive_and_expect_tx(mbar_ptr, bytes, peer_cta_rank_in_cluster=None, **others):
        if peer_cta_rank_in_cluster is None:
            language.step("arrive_and_expect_tx", mbar_ptr, bytes)
        else:
            language.step("orders_otherwise")

    # tcgen05.commit
    @staticmethod
    def commit(mbar_ptr, mask=None, cta_group=None, **others):
        language.step("umma_arrive", mbar_ptr)

    @staticmethod
    def elect_one(**others):
        return language.elect()

    # WGMMA
    @staticmethod
    def fence(**others):
        language.step("warpgroup_arrive")

    @staticmethod
    def commit_group(**others):
        language.step("warpgroup_commit_batch")

    @staticmethod
    def wait_group(n, **others):
        language.step("warpgroup_wait", n)

    # TMA stores
    @staticmethod
    def cp_async_bulk_commit_group(**others):
        language.step("tma_store_arrive")

    @staticmethod
    def cp_async_bulk_wait_group(n, read=None, **others):
        language.step("tma_store_wait", n)

    @staticmethod
    def fence_proxy(kind=None, space=None, **others):
        language.step("tma_store_fence")

    @staticmethod
    def fence_view_async_shared(**others):
        language.step("tma_store_fence")

    # Within one block that of the cluster is the block's.
    @staticmethod
    def cluster_wait(**others):
        language.step("__syncthreads")

    # What is not followed says so.
    @staticmethod
    def orders_otherwise(*given, **named):
        language.step("orders_otherwise")

    @staticmethod
    def mbarrier_expect_tx(mbar_ptr, bytes, peer_cta_rank_in_cluster=None, **others):
        if peer_cta_rank_in_cluster is None:
            language.step("mbarrier_expect_tx", mbar_ptr, bytes)
        else:
            language.step("orders_otherwise")

    @staticmethod
    def cp_async_mbarrier_arrive_noinc(mbar_ptr, **others):
        language.step("cp_async_mbarrier_arrive_noinc", mbar_ptr)

    @staticmethod
    def barrier_arrive(barrier_id=None, number_of_threads=None, **others):
        language.step("barrier_arrive", id=barrier_id, number=number_of_threads)

    @staticmethod
    def sync_warp(mask=None, **others):
        if mask is None:
            language.step("__syncwarp")
        else:
            language.step("orders_otherwise")

    @staticmethod
    def griddepcontrol_wait(**others):
        language.step("griddepcontrol_wait")

    @staticmethod
    def griddepcontrol_launch_dependents(**others):
        language.step("griddepcontrol_launch_dependents")


class MemScope:
    CTA = "cta"
    CLUSTER = "cluster"
    GPU = "gpu"
    SYS = "sys"


class PeerMemory:
    """What lies at the same place of the shared memory of another block of the cluster."""

    def __init__(self, pointer):
        self.pointer = pointer


def mapa(addr, rank=None, **others):
    return PeerMemory(memory_of(addr))


class Array:
    """A range of memory. Of the primitives' arrays it is known which are the same."""

    def __init__(self, dtype=None, shape=1, **others):
        self.pointer = language.mbarriers()

    def subview(self, offset=0, **others):
        return self.pointer + offset

    def get_ptr(self, **others):
        return self.pointer


def memory_of(pointer):
    return pointer.pointer if isinstance(pointer, (Array, PeerMemory)) else pointer


class NamedBarrier:
    def __init__(self, barrier_id=0, num_threads=0, **others):
        self.barrier_id = barrier_id
        self.num_threads = num_threads

    def arrive_and_wait(self, **others):
        language.step("__syncthreads", id=self.barrier_id, number=self.num_threads)

    # These arrive, too.
    wait = arrive_and_wait
    sync = arrive_and_wait

    def arrive(self, **others):
        language.step("barrier_arrive", id=self.barrier_id, number=self.num_threads)


class Properties:
    """Attributes that are made of others."""

    @staticmethod
    def leading_dim(tensor):
        return leading_dim(tensor.shape, tensor.stride)

    @staticmethod
    def offset(layout):
        # Before there is a pointer it is 0.
        return 0 if language.is_unset(layout) else language.call("offset", (), layout)


def leading_dim(shape, stride):
    # The first mode with a stride of 1, and where it is nested the places that lead to it.
    if not isinstance(shape, tuple):
        return 0 if stride == 1 else None
    for i, d in enumerate(stride):
        if isinstance(d, tuple):
            inner = leading_dim(shape[i], d)
            if inner is not None:
                return (i, *inner) if isinstance(inner, tuple) else (i, inner)
        elif language.is_static(d) and d == 1 and not (language.is_static(shape[i]) and shape[i] == 1):
            return i
    return None


def has_layouts(items):
    return any(isinstance(i, (cute.Layout, cute.ComposedLayout)) for i in items)


def make_layout(shape, stride=None):
    if isinstance(shape, (tuple, list)) and has_layouts(shape):
        return language.call("make_layout", (), *shape)
    return language.call("make_layout", (), shape) if stride is None else language.call("make_layout", (), shape, stride)


def make_composed_layout(inner, offset, outer):
    return language.composed(inner, offset, outer)


def make_tensor(iterator, layout):
    return language.tensor_at(iterator, layout)


def make_rmem_tensor(layout_or_shape, dtype):
    return language.own(language.call("make_tensor", (dtype,), layout_or_shape))


make_fragment = make_rmem_tensor


def make_fragment_like(src, dtype=None):
    return language.call("make_tensor_like", () if dtype is None else (dtype,), src)


make_rmem_tensor_like = make_fragment_like


def size_in_bytes(dtype, layout):
    if layout is None:
        return 0
    return (language.call("cosize", (), layout) * dtype.width + 7) // 8


def step(proj):
    return language.word("Step<" + ",".join("X" if p is None else "_1" for p in proj) + ">{}")


def local_tile(input, tiler, coord, proj=None):
    if proj is None:
        return language.call("local_tile", (), input, tiler, coord)
    if isinstance(coord, tuple) and len(coord) > len(proj):
        # A coordinate that is longer goes on with the tensor's own modes.
        kept = [i for i in range_constexpr(len(coord)) if i >= len(proj) or proj[i] is not None]
        tiles = tuple(tiler[i] for i in kept if i < len(tiler))
        return language.call("local_tile", (), input, tiles, tuple(coord[i] for i in kept))
    return language.call("local_tile", (), input, tiler, coord, step(proj))


def local_partition(target, tiler, index, proj=None):
    if proj is None:
        return language.call("local_partition", (), target, tiler, index)
    return language.call("local_partition", (), target, tiler, index, step(proj))


def group_modes(input, begin, end=None):
    rank = language.call("rank", (), input)
    end = rank if end is None else end + rank if end < 0 else end
    # C++ has group_modes of tensors alone.
    return language.call("group_modes" if isinstance(input, cute.Tensor) else "group", (begin, end), input)


def select(input, mode):
    if isinstance(input, (tuple, list)):
        return tuple(input[i] for i in mode)
    # Modes of a composed layout that lie side by side stay one.
    if all(mode[i] == mode[0] + i for i in range_constexpr(len(mode))):
        return language.call("take", (mode[0], mode[-1] + 1), input)
    return language.call("select", mode, input)


def get(input, mode):
    for i in mode:
        input = input[i] if isinstance(input, (tuple, list)) else language.call("get", (i,), input)
    return input


def slice_(src, coord):
    if isinstance(src, (tuple, list)):
        return tuple(src[i] for i in range_constexpr(len(src)) if coord[i] is None)
    if isinstance(src, cute.Tensor):
        return src[coord]
    return language.call("slice", (), coord, src)


def recast_tensor(src, dtype):
    return language.call("recast", (dtype,), src)


def recast_layout(new_type_bits, old_type_bits, src_layout):
    types = (language.word(f"uint_bit_t<{old_type_bits}>"), language.word(f"uint_bit_t<{new_type_bits}>"))
    return language.call("recast_layout", types, src_layout)


def recast_ptr(ptr, swizzle_=False, dtype=None):
    return language.recast_pointer(ptr, swizzle_, dtype)


def make_ptr(dtype, value, mem_space=None, assumed_align=None):
    return language.pointer(dtype, mem_space if mem_space in ("smem", "rmem", "tmem") else "gmem")


def append(input, elem, up_to_rank=None):
    if isinstance(input, tuple) and up_to_rank is None:
        return (*input, elem)
    if isinstance(input, cute.ComposedLayout) and up_to_rank is None:
        up_to_rank = cute.rank(input.outer) + 1
    return language.call("append", () if up_to_rank is None else (up_to_rank,), input, elem)


def prepend(input, elem, up_to_rank=None):
    if isinstance(input, tuple) and up_to_rank is None:
        return (elem, *input)
    return language.call("prepend", () if up_to_rank is None else (up_to_rank,), input, elem)


def tile_to_shape(atom, trg_shape, order=None):
    return language.call("tile_to_shape", (), atom, trg_shape) if order is None else language.call("tile_to_shape", (), atom, trg_shape, order)


def tile_to_mma_shape(atom, shape, order=None):
    tiled = language.call("UMMA::tile_to_mma_shape", (), atom, shape) if order is None else language.call("UMMA::tile_to_mma_shape", (), atom, shape, order)
    # The DSL coalesces within the modes of the operand; CuTe C++ does not.
    return language.call("coalesce", (), tiled, ((1, 1), 1, 1, 1))


def make_copy_atom(op, copy_internal_type, num_bits_per_copy=0):
    return language.copy_atom(op, copy_internal_type, num_bits_per_copy)


def make_mma_atom(op):
    return op


def make_tiled_mma(op_or_atom, atom_layout_mnk=(1, 1, 1), permutation_mnk=None):
    atoms = make_layout(atom_layout_mnk) if isinstance(atom_layout_mnk, tuple) else atom_layout_mnk
    atom = language.mma_atom(op_or_atom)
    if permutation_mnk is None:
        return language.call("make_tiled_mma", (), atom, atoms)
    return language.call("make_tiled_mma", (), atom, atoms, language.call("make_tile", (), *permutation_mnk))


def make_tiled_copy_tv(atom, thr_layout, val_layout=None):
    if val_layout is None:
        return language.call("make_tiled_copy", (), atom, thr_layout)
    return language.call("make_tiled_copy", (), atom, thr_layout, val_layout)


def make_tiled_copy(atom, layout_tv, tiler_mn):
    return language.call("make_tiled_copy_impl", (), atom, layout_tv, tiler_mn)


def one_stage(smem_layout, rank):
    # The mode of the stages, where there is one, is the last.
    return select(smem_layout, mode=list(range(rank))) if cute.rank(smem_layout) == rank + 1 else smem_layout


def make_tiled_tma_atom(op, gmem_tensor, smem_layout, cta_tiler, num_multicast=1, internal_type=None):
    return language.tma_atom(op, gmem_tensor, smem_layout, one_stage(smem_layout, cute.rank(cta_tiler)), cta_tiler, num_multicast, False)


def make_tiled_tma_atom_A(op, gmem_tensor, smem_layout, mma_tiler_mnk, tiled_mma, cluster_shape_vmnk=None, internal_type=None):
    return language.tma_atom(op, gmem_tensor, smem_layout, one_stage(smem_layout, 3), mma_tiler_mnk, 1, True)


make_tiled_tma_atom_B = make_tiled_tma_atom_A


def tma_partition(atom, cta_coord, cta_layout, smem_tensor, gmem_tensor):
    # The DSL gives shared memory first, CuTe C++ global memory.
    both = language.call("tma_partition", (), atom, cta_coord, cta_layout, smem_tensor, gmem_tensor)
    return language.call("get", (1,), both), language.call("get", (0,), both)


def make_smem_layout_atom(kind, element_type):
    return language.call(f"GMMA::Layout_{kind}_Atom", (element_type,))


class SmemLayoutAtomKind:
    K_SW128 = "K_SW128"
    K_SW64 = "K_SW64"
    K_SW32 = "K_SW32"
    K_INTER = "K_INTER"
    MN_SW128 = "MN_SW128"
    MN_SW128_32B = "MN_SW128_32B"
    MN_SW64 = "MN_SW64"
    MN_SW32 = "MN_SW32"
    MN_INTER = "MN_INTER"


class AddressSpace:
    gmem = "gmem"
    smem = "smem"
    rmem = "rmem"
    tmem = "tmem"


# ---- Threads, blocks, clusters ----


def numbers_of(name):
    return tuple(language.thread_number(f"{name}.{axis}") for axis in ("x", "y", "z"))


def thread_idx():
    return numbers_of("threadIdx")


def block_idx():
    return numbers_of("blockIdx")


def cluster_idx():
    at, sizes = numbers_of("blockIdx"), language.launched("cluster")
    return tuple(at[i] if sizes[i] == 1 else at[i] // sizes[i] for i in range_constexpr(3))


def block_in_cluster_idx():
    at, sizes = numbers_of("blockIdx"), language.launched("cluster")
    return tuple(language.dynamic(0) if sizes[i] == 1 else at[i] % sizes[i] for i in range_constexpr(3))


def block_idx_in_cluster():
    at, sizes = block_in_cluster_idx(), language.launched("cluster")
    return at[0] if sizes[1] == 1 and sizes[2] == 1 else at[0] + sizes[0] * (at[1] + sizes[1] * at[2])


def block_dim():
    return tuple(language.dynamic(n) for n in language.launched("block"))


def grid_dim():
    return tuple(language.dynamic(n) for n in language.launched("grid"))


def block_in_cluster_dim():
    return tuple(language.dynamic(n) for n in language.launched("cluster"))


def cluster_dim():
    # It counts clusters.
    grid, sizes = language.launched("grid"), language.launched("cluster")
    return tuple(language.dynamic(grid[i] // sizes[i]) for i in range_constexpr(3))


def warp_idx():
    return language.thread_number("threadIdx.x") // 32


def lane_idx():
    return language.thread_number("threadIdx.x") % 32


def make_warp_uniform(value):
    return value


def assume(src, divby=None):
    return src


# ---- Majors ----


class LayoutEnum:
    @staticmethod
    def from_tensor(t):
        strides = t.stride
        for i in range_constexpr(len(strides)):
            if strides[i] == 1:
                return LayoutEnum.ROW_MAJOR if i > 0 else LayoutEnum.COL_MAJOR
        return LayoutEnum.ROW_MAJOR

    def __init__(self, row_major):
        self.row_major = row_major

    def is_k_major_a(self):
        return self.row_major

    def is_m_major_a(self):
        return not self.row_major

    def is_k_major_b(self):
        return self.row_major

    def is_n_major_b(self):
        return not self.row_major

    def is_n_major_c(self):
        return self.row_major

    def is_m_major_c(self):
        return not self.row_major

    def mma_major_mode(self):
        return tcgen05.OperandMajorMode.K if self.row_major else tcgen05.OperandMajorMode.MN

    def sm90_mma_major_mode(self):
        return warpgroup.OperandMajorMode.K if self.row_major else warpgroup.OperandMajorMode.MN


LayoutEnum.ROW_MAJOR = LayoutEnum(True)
LayoutEnum.COL_MAJOR = LayoutEnum(False)


def OperandMajorMode(name):
    return tcgen05.OperandMajorMode.K if name == "k" else tcgen05.OperandMajorMode.MN


def is_k(major):
    return major == tcgen05.OperandMajorMode.K


# ---- Layouts ----


def make_layout_tv(thr_layout, val_layout):
    tile = cute.raked_product(thr_layout, val_layout)
    thread_value = cute.make_layout((cute.size(thr_layout), cute.size(val_layout)))
    return cute.product_each(tile.shape), cute.composition(cute.right_inverse(tile), thread_value)


def swizzle_of(extent, dtype):
    """The widest swizzle whose row of bits divides the extent of the contiguous mode."""
    bits = extent * dtype.width
    if bits % 1024 == 0:
        return "SW128"
    if bits % 512 == 0:
        return "SW64"
    if bits % 256 == 0:
        return "SW32"
    return "INTER"


def smem_kind(k_major, extent, dtype):
    name = swizzle_of(extent, dtype)
    kinds = warpgroup.SmemLayoutAtomKind
    if name == "SW128":
        return kinds.K_SW128 if k_major else kinds.MN_SW128
    if name == "SW64":
        return kinds.K_SW64 if k_major else kinds.MN_SW64
    if name == "SW32":
        return kinds.K_SW32 if k_major else kinds.MN_SW32
    return kinds.K_INTER if k_major else kinds.MN_INTER


def get_smem_layout_atom(layout, element_type, major_mode_size):
    return smem_kind(layout.row_major, major_mode_size, element_type)


def get_smem_layout_atom_ab(major_mode, element_type, smem_shape_mn_k):
    k_major = is_k(major_mode)
    extent = cute.size(smem_shape_mn_k[1]) if k_major else cute.size(smem_shape_mn_k[0])
    if not k_major and element_type.width == 32 and extent * 32 % 1024 == 0:
        return tcgen05.SmemLayoutAtomKind.MN_SW128_32B
    return smem_kind(k_major, extent, element_type)


def operand_of_wgmma(shape, extent, k_major, dtype, num_stages):
    atom = warpgroup.make_smem_layout_atom(smem_kind(k_major, extent, dtype), dtype)
    return cute.tile_to_shape(atom, (*shape, num_stages), order=(0, 1, 2) if k_major else (1, 0, 2))


def operand_of_umma(shape, k_major, dtype, num_stages):
    rows = cute.size(shape[0][0]) * shape[1]
    columns = cute.size(shape[0][1]) * shape[2]
    major = tcgen05.OperandMajorMode.K if k_major else tcgen05.OperandMajorMode.MN
    atom = tcgen05.make_smem_layout_atom(get_smem_layout_atom_ab(major, dtype, (rows, columns)), dtype)
    return tcgen05.tile_to_mma_shape(atom, (*shape, num_stages), order=(1, 2, 3) if k_major else (2, 1, 3))


def make_smem_layout(leading_mode, smem_tile_shape, a_dtype, num_stages):
    k_major = is_k(leading_mode)
    atom = tcgen05.make_smem_layout_atom(get_smem_layout_atom_ab(leading_mode, a_dtype, smem_tile_shape), a_dtype)
    whole = cute.tile_to_shape(atom, (*smem_tile_shape, num_stages), order=(0, 1, 2) if k_major else (1, 0, 2))
    return cute.coalesce(whole, (1, 1, 1))


def _pack_shape(shape):
    return shape


def make_smem_layout_a(first, mma_tiler_mnk, a_dtype, num_stages, is_k_major=None):
    # Hopper's is given the major of the tensor, Blackwell's the MMA.
    if isinstance(first, LayoutEnum):
        k_major = first.is_k_major_a()
        extent = mma_tiler_mnk[2] if k_major else mma_tiler_mnk[0]
        return operand_of_wgmma((mma_tiler_mnk[0], mma_tiler_mnk[2]), extent, k_major, a_dtype, num_stages)
    k_major = is_k(first.op.a_major_mode) if is_k_major is None else is_k_major
    return operand_of_umma(first.partition_shape_A((mma_tiler_mnk[0], mma_tiler_mnk[2])), k_major, a_dtype, num_stages)


def make_smem_layout_b(first, mma_tiler_mnk, b_dtype, num_stages, is_k_major=None):
    if isinstance(first, LayoutEnum):
        k_major = first.is_k_major_b()
        extent = mma_tiler_mnk[2] if k_major else mma_tiler_mnk[1]
        return operand_of_wgmma((mma_tiler_mnk[1], mma_tiler_mnk[2]), extent, k_major, b_dtype, num_stages)
    k_major = is_k(first.op.b_major_mode) if is_k_major is None else is_k_major
    return operand_of_umma(first.partition_shape_B((mma_tiler_mnk[1], mma_tiler_mnk[2])), k_major, b_dtype, num_stages)


def make_smem_layout_epi(epi_dtype, epi_layout, epi_tile, epi_stage, smem_trg_shape=None, smem_order=None):
    n_major = epi_layout.is_n_major_c()
    # A tile of layouts has their sizes.
    shape = (cute.size(epi_tile[0]), cute.size(epi_tile[1]))
    atom = warpgroup.make_smem_layout_atom(smem_kind(n_major, shape[1] if n_major else shape[0], epi_dtype), epi_dtype)
    whole = (*shape, epi_stage) if smem_trg_shape is None else smem_trg_shape
    order = ((0, 1, 2) if n_major else (1, 0, 2)) if smem_order is None else smem_order
    return cute.tile_to_shape(atom, whole, order=order)


def compute_tile_shape_or_override(tile_shape_mnk, element_type, is_cooperative=False, epi_tile_override=None):
    if epi_tile_override is not None:
        return epi_tile_override
    rows = 128 if is_cooperative else 64
    columns = 64 if element_type.width == 8 and not is_cooperative else 32
    return (min(rows, cute.size(tile_shape_mnk, mode=[0])), min(columns, cute.size(tile_shape_mnk, mode=[1])))


# ---- MMAs and copies ----


def make_trivial_tiled_mma(*given, **named):
    given = (*given, *named.values())
    # Blackwell's older form names the type of A and B once.
    if len(given) > 1 and not isinstance(given[1], Numeric):
        given = (given[0], *given)
    a_dtype, b_dtype, a_major, b_major, acc_dtype, layout_or_group, tiler_mn = given[:7]
    source = given[7] if len(given) > 7 else warpgroup.OperandSource.SMEM
    if isinstance(layout_or_group, tuple):
        if a_dtype.width == 16:
            op = warpgroup.MmaF16BF16Op(a_dtype, acc_dtype, (*tiler_mn, 16), source, a_major, b_major)
        else:
            op = warpgroup.MmaF8Op(a_dtype, b_dtype, acc_dtype, (*tiler_mn, 32), source, a_major, b_major)
        return cute.make_tiled_mma(op, layout_or_group)
    if a_dtype.width == 16:
        op = tcgen05.MmaF16BF16Op(a_dtype, acc_dtype, (*tiler_mn, 16), layout_or_group, source, a_major, b_major)
    elif a_dtype.width == 32:
        op = tcgen05.MmaTF32Op((*tiler_mn, 8), layout_or_group, source, a_major, b_major)
    else:
        op = tcgen05.MmaF8F6F4Op(a_dtype, b_dtype, acc_dtype, (*tiler_mn, 32), layout_or_group, source, a_major, b_major)
    return cute.make_tiled_mma(op)


def make_blockscaled_trivial_tiled_mma(*given, **named):
    given = (*given, *named.values())
    if len(given) > 1 and not isinstance(given[1], Numeric):
        given = (given[0], *given)
    a_dtype, b_dtype, a_major, b_major, sf_dtype, sf_vec_size, cta_group, tiler_mn = given[:8]
    source = given[8] if len(given) > 8 else tcgen05.OperandSource.SMEM
    if a_dtype.width == 4 and sf_vec_size == 16:
        return cute.make_tiled_mma(tcgen05.MmaMXF4NVF4Op(sf_dtype, (*tiler_mn, 64), cta_group, source))
    if a_dtype.width == 4:
        return cute.make_tiled_mma(tcgen05.MmaMXF4Op((*tiler_mn, 64), cta_group, source))
    return cute.make_tiled_mma(tcgen05.MmaMXF8F6F4Op(a_dtype, b_dtype, (*tiler_mn, 32), cta_group, source, a_major, b_major))


def sm103_make_blockscaled_trivial_tiled_mma(sf_dtype, sf_vec_size, cta_group, mma_tiler_mn, a_source=tcgen05.OperandSource.SMEM):
    if sf_vec_size == 32:
        return cute.make_tiled_mma(tcgen05.SM103MmaMXF4Op((*mma_tiler_mn, 96), cta_group, a_source))
    return cute.make_tiled_mma(tcgen05.SM103MmaMXF4NVF4Op(sf_dtype, (*mma_tiler_mn, 96), cta_group, a_source))


def get_permutation_mnk(tile_shape_mnk, sf_vec_size, use_mxf8f6f4):
    columns = cute.make_layout((8, 2, 2), stride=(1, 16, 8))
    return (min(tile_shape_mnk[0], 128), columns, 32 if use_mxf8f6f4 else 64)


def get_smem_store_op(layout_d, elem_ty_d, elem_ty_acc, *others):
    if len(others) > 0 and not isinstance(others[0], bool):
        # Blackwell's: what stores what the load from tensor memory has left in registers.
        return store_of_load(layout_d, elem_ty_d, others[0])
    if elem_ty_d.width == 16:
        return cute.make_copy_atom(cute.nvgpu.warp.StMatrix8x8x16bOp(layout_d.is_m_major_c(), 4), elem_ty_d)
    return cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), elem_ty_d)


sm90_get_smem_store_op = get_smem_store_op


def get_tmem_load_op(cta_tile_shape, layout_d, elem_ty_d, elem_ty_acc, epi_tile, use_2cta_instrs, tmem_warp_shape_mn=None):
    warps = (2, 2) if cta_tile_shape[0] == 64 and use_2cta_instrs else (4, 1)
    if tmem_warp_shape_mn is not None:
        warps = tmem_warp_shape_mn
    tile = (cute.size(epi_tile[0]), cute.size(epi_tile[1]))
    lanes = tile[0] // warps[0]
    m_major = layout_d.is_m_major_c()
    d_bits = elem_ty_d.width
    acc_bits = elem_ty_acc.width
    pack = acc_bits == 16
    if lanes == 32 and (not m_major or d_bits == 32 or d_bits < 8):
        rows, bits = 32, 32
    elif acc_bits == 16:
        rows, bits = 16, 128
    elif d_bits == 32 and not m_major:
        rows, bits = 16, 128
    elif d_bits == 8 and not m_major:
        rows, bits = 16, 32
    else:
        rows, bits = 16, 256
    column_bits = tile[1] // warps[1] * acc_bits
    unit = 64 if rows == 16 and bits == 32 else bits
    most = 128 if bits == 32 else 64 if bits == 128 else 32
    times = 1
    while times < most and column_bits % (unit * times * 2) == 0:
        times = times * 2
    how = tcgen05.Pack.PACK_16b_IN_32b if pack else tcgen05.Pack.NONE
    if rows == 32:
        return cute.make_copy_atom(tcgen05.Ld32x32bOp(repeat=times, pack=how), elem_ty_acc)
    if bits == 128:
        return cute.make_copy_atom(tcgen05.Ld16x128bOp(repeat=times, pack=how), elem_ty_acc)
    if bits == 32:
        return cute.make_copy_atom(tcgen05.Ld16x32bx2Op(repeat=times, pack=how), elem_ty_acc)
    return cute.make_copy_atom(tcgen05.Ld16x256bOp(repeat=times, pack=how), elem_ty_acc)


def store_of_load(layout_d, dtype, load):
    op = load.op
    by_matrix = dtype.width == 16 and isinstance(op, (tcgen05.Ld16x256bOp, tcgen05.Ld16x128bOp))
    if dtype.width == 32 and layout_d.is_n_major_c():
        by_matrix = isinstance(op, tcgen05.Ld16x128bOp)
    if by_matrix:
        return cute.make_copy_atom(cute.nvgpu.warp.StMatrix8x8x16bOp(layout_d.is_m_major_c(), 4 if op.repeat > 1 else 2), dtype)
    return cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), dtype)


def compute_epilogue_tile_size(
    cta_tile_m, cta_tile_n, use_2cta, elem_width_d, elem_width_c=None, d_is_m_major=True, c_is_m_major=True, tmem_warp_shape_mn=None
):
    warps = (2, 2) if cta_tile_m == 64 and use_2cta else (4, 1)
    if tmem_warp_shape_mn is not None:
        warps = tmem_warp_shape_mn
    rows = min(cta_tile_m, 32 * warps[0])
    if elem_width_c is None:
        columns = (8192 if elem_width_d == 4 else 4096) // rows
    else:
        widest = max(elem_width_c, elem_width_d)
        small = cta_tile_n <= 128
        columns = 64
        if widest == 32:
            columns = 16 if cta_tile_m > 64 and small else 32
        elif widest == 16 and small:
            columns = 32
    while cta_tile_n % columns != 0:
        columns = columns // 2
    least_d = 8 if d_is_m_major else 128 if elem_width_d == 6 else 128 // elem_width_d
    least_c = 8 if c_is_m_major or elem_width_c is None else 128 if elem_width_c == 6 else 128 // elem_width_c
    columns = min(cta_tile_n, max(columns, least_c * warps[1], least_d * warps[1]))
    return (rows, columns if cta_tile_n % columns == 0 else cta_tile_n)


def compute_epilogue_tile_shape(
    cta_tile_shape, use_2cta_instrs, layout_d, elem_ty_d, layout_c=None, elem_ty_c=None, tmem_warp_shape_mn=None
):
    m, n = cta_tile_shape[:2]
    warps = (2, 2) if m == 64 and use_2cta_instrs else (4, 1)
    if tmem_warp_shape_mn is not None:
        warps = tmem_warp_shape_mn
    rows, columns = compute_epilogue_tile_size(
        m,
        n,
        use_2cta_instrs,
        elem_ty_d.width,
        None if elem_ty_c is None else elem_ty_c.width,
        layout_d.is_m_major_c(),
        True if layout_c is None else layout_c.is_m_major_c(),
        tmem_warp_shape_mn,
    )
    across = cute.make_layout((columns // warps[1], warps[1]), stride=(1, n // warps[1]))
    return (cute.make_layout(rows), cute.coalesce(across))


def cluster_shape_to_tma_atom_A(cluster_shape_mnk, atom_thr_id):
    group = tcgen05.CtaGroup.TWO if cute.size(atom_thr_id) == 2 else tcgen05.CtaGroup.ONE
    if cute.size(cluster_shape_mnk, mode=[1]) == 1:
        return cpasync.CopyBulkTensorTileG2SOp(group)
    return cpasync.CopyBulkTensorTileG2SMulticastOp(group)


def cluster_shape_to_tma_atom_B(cluster_shape_mnk, atom_thr_id):
    group = tcgen05.CtaGroup.TWO if cute.size(atom_thr_id) == 2 else tcgen05.CtaGroup.ONE
    if cute.size(cluster_shape_mnk, mode=[0]) == cute.size(atom_thr_id):
        return cpasync.CopyBulkTensorTileG2SOp(group)
    return cpasync.CopyBulkTensorTileG2SMulticastOp(group)


cluster_shape_to_tma_atom_SFB = cluster_shape_to_tma_atom_B


# ---- Scale factors ----


class BlockScaledBasicChunk:
    def __init__(self, sf_vec_size, major_mode=tcgen05.OperandMajorMode.K):
        self.layout = cute.make_layout(((32, 4), (sf_vec_size, 4)), stride=((16, 4), (0, 1)))


def tile_atom_to_shape_SF(Shape, sf_vec_size):
    order = (2, 1, 3) if len(Shape) == 3 else (2, 1)
    return cute.tile_to_shape(BlockScaledBasicChunk(sf_vec_size).layout, Shape, order)


def staged_scale_factors(tiled_mma, rows, instruction_rows, columns, instruction_columns, sf_vec_size, num_stages):
    layout = cute.tile_to_shape(BlockScaledBasicChunk(sf_vec_size).layout, (rows, columns), (2, 1))
    layout = cute.tiled_divide(layout, (instruction_rows, instruction_columns))
    layout = cute.logical_divide(layout, ((128, sf_vec_size),))
    return cute.append(layout, cute.make_layout(num_stages, stride=cute.cosize(cute.filter_zeros(layout))))


def make_smem_layout_sfa(tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages):
    rows = mma_tiler_mnk[0] // cute.size(tiled_mma.thr_id)
    m = mma_tiler_mnk[0] // tiled_mma.shape_mnk[0]
    k = mma_tiler_mnk[2] // tiled_mma.shape_mnk[2]
    return staged_scale_factors(tiled_mma, rows, rows // m, mma_tiler_mnk[2], mma_tiler_mnk[2] // k, sf_vec_size, num_stages)


def make_smem_layout_sfb(tiled_mma, mma_tiler_mnk, sf_vec_size, num_stages):
    rows = cute.round_up(mma_tiler_mnk[1], 128)
    n = mma_tiler_mnk[1] // tiled_mma.shape_mnk[1]
    k = mma_tiler_mnk[2] // tiled_mma.shape_mnk[2]
    return staged_scale_factors(tiled_mma, rows, rows // n, mma_tiler_mnk[2], mma_tiler_mnk[2] // k, sf_vec_size, num_stages)


class Sm103BlockScaledBasicChunk:
    def __init__(self, sf_vec_size, major_mode=tcgen05.OperandMajorMode.K):
        shape, stride = ((8, 4, 4), (sf_vec_size, 4)), ((16, 128, 4), (0, 1))
        if not is_k(major_mode):
            shape, stride = (shape[1], shape[0]), (stride[1], stride[0])
        self.layout = cute.make_layout(shape, stride=stride)


def sm103_staged_scale_factors(chunk, tile, num_stages):
    layout = cute.tiled_product(chunk, cute.make_layout(cute.shape_div(tile, cute.product_each(chunk.shape))))
    shape = cute.append(layout.shape, num_stages)
    return cute.make_layout(shape, stride=cute.append(layout.stride, cute.size(cute.filter_zeros(layout))))


def sm103_make_smem_layout_sfa(tiled_mma, mma_tiler, sf_vec_size, num_stages):
    part = tiled_mma.partition_shape_A((mma_tiler[0], mma_tiler[2]))
    chunk = Sm103BlockScaledBasicChunk(sf_vec_size, tiled_mma.op.a_major_mode).layout
    tile = (part[0][0] * part[1], part[0][1] * part[2] // (4 if sf_vec_size == 16 else 2))
    return sm103_staged_scale_factors(chunk, tile, num_stages)


def sm103_make_smem_layout_sfb(tiled_mma, mma_tiler, sf_vec_size, num_stages):
    tile = (mma_tiler[1], mma_tiler[2] // (4 if sf_vec_size == 16 else 2))
    if tile[0] == 128:
        return sm103_staged_scale_factors(Sm103BlockScaledBasicChunk(sf_vec_size, tiled_mma.op.b_major_mode).layout, tile, num_stages)
    wide = cute.make_layout(((32, 4, 2), (sf_vec_size, 4)), stride=((16, 4, tile[1] // sf_vec_size // 4 * 512), (0, 1)))
    return sm103_staged_scale_factors(wide, tile, num_stages)


def scales_in_tensor_memory(tiled_mma, sf_vec_size, smem_layout, is_a):
    sms = cute.size(tiled_mma.thr_id)
    fragment = f"tmem_sf_frg<float_ue4m3_t,{sf_vec_size},{sms},{'true' if is_a else 'false'}>"
    return language.call(fragment, (), smem_layout.shape).layout


def make_tmem_layout_sfa(tiled_mma, mma_tiler_mnk, sf_vec_size, smem_layout):
    return scales_in_tensor_memory(tiled_mma, sf_vec_size, smem_layout, True)


def make_tmem_layout_sfb(tiled_mma, mma_tiler_mnk, sf_vec_size, smem_layout):
    return scales_in_tensor_memory(tiled_mma, sf_vec_size, smem_layout, False)


def make_s2t_copy(atom, tmem_tensor):
    return language.call("make_utccp_copy", (), atom, tmem_tensor)


def get_s2t_smem_desc_tensor(atom, smem_tensor):
    # In a flow it is what it describes.
    return language.stands_for(language.call("get_utccp_smem_desc_tensor", (), atom, smem_tensor), smem_tensor)


def sm120_scale_factors(tiled_mma, rows, tile_k, sf_vec_size, num_stages):
    # Blocks of 128 rows and 4 groups; an instruction takes `groups` of them.
    groups = tiled_mma.shape_mnk[2] // sf_vec_size
    shape = (((32, 4), rows // 128), ((sf_vec_size, groups), 4 // groups, tile_k // sf_vec_size // 4))
    stride = (((16, 4), 512), ((0, 1), groups, rows // 128 * 512))
    layout = cute.make_layout(shape, stride=stride)
    return cute.append(layout, cute.make_layout(num_stages, stride=cute.cosize(cute.filter_zeros(layout))))


def sm120_make_smem_layout_sfa(tiled_mma, tile_shape_mnk, sf_vec_size, num_stages):
    return sm120_scale_factors(tiled_mma, tile_shape_mnk[0], tile_shape_mnk[2], sf_vec_size, num_stages)


def sm120_make_smem_layout_sfb(tiled_mma, tile_shape_mnk, sf_vec_size, num_stages):
    return sm120_scale_factors(tiled_mma, tile_shape_mnk[1], tile_shape_mnk[2], sf_vec_size, num_stages)


# ---- Tensors of the host ----


def make_fake_compact_tensor(dtype, shape, stride_order=None, memspace=None, assumed_align=None, use_32bit_stride=False):
    layout = cute.make_layout(shape) if stride_order is None else cute.make_ordered_layout(shape, order=stride_order)
    return language.tensor_at(language.pointer(dtype, "gmem"), layout)


def create_and_permute_torch_tensor(shape, dtype, permute_order=None, init_type=None, init_config=None, device=None):
    t = torch.empty(*shape, dtype=dtype)
    return t if permute_order is None else t.permute(permute_order)


def matrix(l, mode0, mode1, is_mode0_major, cutlass_dtype, init_type=None, init_config=None, device=None):
    if is_mode0_major:
        return torch.empty(l, mode1, mode0, dtype=cutlass_dtype).permute(2, 1, 0)
    return torch.empty(l, mode0, mode1, dtype=cutlass_dtype).permute(1, 2, 0)


class ArchNumber:
    """sm_90a as 901: 10 times its number, and 1 of an `a`, 2 of an `f` behind it."""

    def __init__(self, number):
        self.number = number
        self.major = number // 100
        self.minor = number // 10 % 10

    def __eq__(self, other):
        return self.number == other.number

    def __ne__(self, other):
        return self.number != other.number

    def __lt__(self, other):
        return self.number < other.number

    def __le__(self, other):
        return self.number <= other.number

    def __gt__(self, other):
        return self.number > other.number

    def __ge__(self, other):
        return self.number >= other.number

    def is_family_of(self, other):
        return self.major == other.major and self.number >= other.number


class Arch:
    sm_80 = ArchNumber(800)
    sm_86 = ArchNumber(860)
    sm_87 = ArchNumber(870)
    sm_89 = ArchNumber(890)
    sm_90 = ArchNumber(900)
    sm_90a = ArchNumber(901)
    sm_100 = ArchNumber(1000)
    sm_100a = ArchNumber(1001)
    sm_100f = ArchNumber(1002)
    sm_101 = ArchNumber(1010)
    sm_101a = ArchNumber(1011)
    sm_101f = ArchNumber(1012)
    sm_103 = ArchNumber(1030)
    sm_103a = ArchNumber(1031)
    sm_103f = ArchNumber(1032)
    sm_110 = ArchNumber(1100)
    sm_110a = ArchNumber(1101)
    sm_110f = ArchNumber(1102)
    sm_120 = ArchNumber(1200)
    sm_120a = ArchNumber(1201)
    sm_120f = ArchNumber(1202)
    sm_121 = ArchNumber(1210)
    sm_121a = ArchNumber(1211)
    sm_121f = ArchNumber(1212)


class arch:
    WARP_SIZE = 32


class BaseDSL:
    @staticmethod
    def _get_dsl():
        return BaseDSL()

    def get_arch_enum(self):
        return ArchNumber(language.architecture())


def Repetition(times):
    return times


def find_tmem_tensor_col_offset(tmem_tensor):
    # The columns are the lower half of an address of tensor memory.
    return cute.cosize(cute.recast_tensor(tmem_tensor, cutlass.Int32).layout) & 0x0000FFFF


def make_layout_image_mask(lay, coord, mode):
    # A bit for each index that the layout has along the mode.
    others = [None if i == mode else c for i, c in enumerate(coord)]
    part = cute.slice_(lay, others)
    origin = lay([0 if i == mode else c for i, c in enumerate(coord)])
    mask = 0
    for i in range(cute.size(part)):
        mask = mask | (1 << (origin + part(i)))
    return cutlass.Int16(mask)


def get_leading_dim(t):
    strides = t.stride()
    for i in range(len(strides)):
        if strides[i] == 1:
            return i
    return None


def cute_tensor_like(data_ref, cutlass_dtype, is_dynamic_layout, assumed_align=None, enable_tvm_ffi=False):
    t = data_ref.to(dtype=cutlass_dtype)
    made = cute.runtime.from_dlpack(t)
    if is_dynamic_layout:
        made = made.mark_layout_dynamic(leading_dim=get_leading_dim(t))
    return made, t


def create_cute_tensor_for_fp8(storage_tensor, dtype, leading_dim, source_f32_tensor=None, assumed_align=16, mark_dynamic_layout=True):
    made = cute.runtime.from_dlpack(storage_tensor.to(dtype=dtype))
    return made.mark_layout_dynamic(leading_dim=leading_dim) if mark_dynamic_layout else made


def convert_cute_tensor(f32_torch_tensor, cute_tensor, dtype, is_dynamic_layout=True):
    return cute_tensor


def is_fp8_dtype(dtype):
    return dtype == cutlass.Float8E4M3FN or dtype == cutlass.Float8E5M2


# ---- The device ----


def get_smem_capacity_in_bytes(compute_capability="sm_90"):
    if "80" in compute_capability or "87" in compute_capability:
        return 166912
    if "86" in compute_capability or "89" in compute_capability or "12" in compute_capability:
        return 101376
    return 232448


def get_max_tmem_alloc_cols(compute_capability):
    return 512 if compute_capability in ("sm_100", "sm_103", "sm_120") else language.computed()


def get_min_tmem_alloc_cols(compute_capability):
    return 32 if compute_capability in ("sm_100", "sm_103", "sm_120") else language.computed()


def find_tmem_tensor_col_offset(tmem_tensor):
    # An address counts columns in its lower half, and lanes in its upper one.
    return cute.cosize(recast_tensor(tmem_tensor, cutlass.Int32).layout) & 0xFFFF


def get_num_tmem_alloc_cols(tmem_tensors, rounding=True, arch="sm_100", **others):
    tensors = tmem_tensors if isinstance(tmem_tensors, (tuple, list)) else [tmem_tensors]
    columns = sum([find_tmem_tensor_col_offset(t) for t in tensors])
    if not rounding:
        return columns
    rounded = 32
    while rounded < columns:
        rounded = rounded * 2
    return rounded


class HardwareInfo:
    def __init__(self, device_id=0):
        pass

    def get_max_active_clusters(self, cluster_size):
        return 132 // cluster_size

    def get_device_multiprocessor_count(self):
        return 132


# ---- Pipelines: for each stage an mbarrier that ends a phase when it is full, and one when it is empty ----


class PipelineUserType:
    Producer = 0
    Consumer = 1
    ProducerConsumer = 2


class Agent:
    Thread = 1
    Warp = 2
    ThreadBlock = 3
    ThreadBlockCluster = 4


class CooperativeGroup:
    def __init__(self, agent=1, size=1, alignment=None):
        self.agent = agent
        self.size = size

    def arrivals(self):
        if self.agent == Agent.Thread:
            return self.size
        if self.agent == Agent.Warp:
            return self.size * 32
        block = language.launched("block")
        return self.size * block[0] * block[1] * block[2]


class PipelineState:
    def __init__(self, stages=1, count=0, index=0, phase=0):
        self.stages = stages
        self.count = count
        self.index = index
        self.phase = phase
        # Since the index was 0 in the first phase.
        self.moves = index
        self.first_phase = phase

    def moved(self, count, moves):
        self.count = count
        self.moves = moves
        self.index = moves % self.stages
        self.phase = (self.first_phase + moves // self.stages) % 2

    def advance(self, **others):
        self.moved(self.count + 1, self.moves + 1)

    def reverse(self, **others):
        self.moved(self.count - 1, self.moves - 1)

    def reset_count(self, **others):
        self.count = 0

    def clone(self, **others):
        made = PipelineState(self.stages, self.count, self.index, self.phase)
        made.moves = self.moves
        made.first_phase = self.first_phase
        return made


def make_pipeline_state(type, stages, **others):
    # What is empty is told by the phase before the first.
    phase = 1 if type == PipelineUserType.Producer else 0
    return PipelineState(stages, cutlass.Int32(0), cutlass.Int32(0), cutlass.Int32(phase))


class Handle:
    """A stage that a producer has acquired, or a consumer has waited for."""

    def __init__(self, pipeline, state):
        self.pipeline = pipeline
        self.state = state
        self.index = state.index
        self.count = state.count
        self.barrier = pipeline.full(state)

    def commit(self, **others):
        self.pipeline.producer_commit(self.state)

    def release(self, **others):
        self.pipeline.consumer_release(self.state)


class Participant:
    def __init__(self, pipeline, type):
        self.pipeline = pipeline
        self.type = type
        self.state = make_pipeline_state(type, pipeline.num_stages)

    def clone(self, **others):
        made = Participant(self.pipeline, self.type)
        made.state = self.state.clone()
        return made

    def advance(self, **others):
        self.state.advance()

    def acquire(self, token=None, **others):
        now = self.state.clone()
        self.pipeline.producer_acquire(now, token)
        return Handle(self.pipeline, now)

    def acquire_and_advance(self, token=None, **others):
        handle = self.acquire(token)
        self.state.advance()
        return handle

    def wait(self, token=None, **others):
        now = self.state.clone()
        self.pipeline.consumer_wait(now, token)
        return Handle(self.pipeline, now)

    def wait_and_advance(self, token=None, **others):
        handle = self.wait(token)
        self.state.advance()
        return handle

    def current_handle(self):
        return Handle(self.pipeline, self.state.clone())

    def reset(self, **others):
        self.state = make_pipeline_state(self.type, self.pipeline.num_stages)

    def try_acquire(self, **others):
        return language.computed()

    def try_wait(self, **others):
        return language.computed()

    def tail(self, **others):
        self.pipeline.producer_tail(self.state)

    def commit(self, handle=None, **others):
        self.pipeline.producer_commit(self.state if handle is None else handle.state)

    def release(self, handle=None, **others):
        self.pipeline.consumer_release(self.state if handle is None else handle.state)


class Pipeline:
    """Producers and consumers are threads, by which all else is derived."""

    # How a stage becomes full, and how empty: arrivals of all threads, of all when their cp.async have come, of one of each warp, of one
    # thread with the bytes that TMA copies, or of the tensor core when it has done what it was given.
    full_by = "threads"
    empty_by = "threads"

    @classmethod
    def create(
        cls,
        num_stages=1,
        producer_group=None,
        consumer_group=None,
        tx_count=0,
        barrier_storage=None,
        cta_layout_vmnk=None,
        defer_sync=False,
        **others,
    ):
        made = cls()
        made.tx_count = tx_count
        made.begin(
            num_stages,
            1 if producer_group is None else producer_group.arrivals(),
            1 if consumer_group is None else consumer_group.arrivals(),
            barrier_storage,
            cta_layout_vmnk,
            defer_sync,
        )
        return made

    def begin(self, num_stages, producers, consumers, barrier_storage, cta_layout_vmnk, defer_sync):
        self.num_stages = num_stages
        self.barriers = language.mbarriers() if barrier_storage is None else barrier_storage
        for i in range_constexpr(num_stages):
            language.step("init", self.barriers + i, producers, by="block")
        for i in range_constexpr(num_stages):
            language.step("init", self.barriers + (num_stages + i), consumers, by="block")
        # What the blocks of a cluster tell each other is not followed.
        if cta_layout_vmnk is not None and cute.size(cta_layout_vmnk) > 1:
            language.step("orders_otherwise")
        if not defer_sync:
            language.step("__syncthreads")

    def full(self, state):
        return self.barriers + state.index

    def empty(self, state):
        return self.barriers + (state.index + self.num_stages)

    def arrive(self, how, barrier):
        if how == "tensor core":
            language.step("umma_arrive", barrier, by="warp")
        elif how == "warps":
            language.step("arrive", barrier, by="warp")
        elif how == "threads":
            language.step("arrive", barrier)
        elif how == "copies":
            language.step("cp_async_mbarrier_arrive_noinc", barrier)
        else:
            language.step("orders_otherwise")

    def wait(self, barrier, phase, token):
        # What was tried before is not waited for again; whether that was so only the kernel knows.
        if token is not None and language.is_number(token) and token:
            return
        language.step("wait", barrier, phase)

    def make_participants(self, **others):
        return self.make_producer(), self.make_consumer()

    def make_producer(self, **others):
        return Participant(self, PipelineUserType.Producer)

    def make_consumer(self, **others):
        return Participant(self, PipelineUserType.Consumer)

    def producer_acquire(self, state=None, token=None, try_acquire_token=None, **others):
        self.wait(self.empty(state), state.phase, try_acquire_token if token is None else token)
        if self.full_by == "bytes":
            language.step("arrive_and_expect_tx", self.full(state), self.tx_count, by="warp")

    def producer_commit(self, state=None, **others):
        if self.full_by != "bytes":
            self.arrive(self.full_by, self.full(state))

    def producer_try_acquire(self, state=None, **others):
        return language.computed()

    def producer_get_barrier(self, state=None, **others):
        return self.full(state)

    def producer_tail(self, state=None, **others):
        for i in range_constexpr(self.num_stages):
            language.step("wait", self.empty(state), state.phase)
            state.advance()

    def consumer_wait(self, state=None, token=None, try_wait_token=None, **others):
        self.wait(self.full(state), state.phase, try_wait_token if token is None else token)

    def consumer_try_wait(self, state=None, **others):
        return language.computed()

    def consumer_release(self, state=None, **others):
        self.arrive(self.empty_by, self.empty(state))

    def consumer_get_barrier(self, state=None, **others):
        return self.empty(state)


class PipelineAsync(Pipeline):
    pass


class PipelineCpAsync(Pipeline):
    full_by = "copies"


class PipelineTmaAsync(Pipeline):
    full_by = "bytes"
    empty_by = "warps"


class PipelineTmaUmma(Pipeline):
    full_by = "bytes"
    empty_by = "tensor core"


class PipelineAsyncUmma(Pipeline):
    empty_by = "tensor core"


class PipelineUmmaAsync(Pipeline):
    full_by = "tensor core"

    def producer_tail(self, state=None, **others):
        for i in range_constexpr(self.num_stages - 1):
            state.advance()
        self.producer_acquire(state)


class PipelineOp:
    AsyncThread = 1
    TCGen05Mma = 2
    TmaLoad = 3
    TmaStore = 5
    AsyncLoad = 7


class PipelineTmaMultiConsumersAsync(Pipeline):
    full_by = "bytes"

    @classmethod
    def create(
        cls,
        num_stages=1,
        producer_group=None,
        consumer_group_umma=None,
        consumer_group_async=None,
        tx_count=0,
        barrier_storage=None,
        cta_layout_vmnk=None,
        defer_sync=False,
        force_deprecated_per_lane_signaling=None,
        **others,
    ):
        made = cls()
        made.tx_count = tx_count
        of_tensor_core = consumer_group_umma.arrivals()
        of_threads = consumer_group_async.arrivals()
        # One lane of each warp arrives, unless the groups count whole warps.
        per_lane = force_deprecated_per_lane_signaling
        if per_lane is None:
            per_lane = (of_tensor_core >= 32 and of_tensor_core % 32 == 0) or (of_threads >= 32 and of_threads % 32 == 0)
        made.released_by = "threads" if per_lane else "warps"
        made.begin(
            num_stages,
            1 if producer_group is None else producer_group.arrivals(),
            of_tensor_core + of_threads,
            barrier_storage,
            cta_layout_vmnk,
            defer_sync,
        )
        return made

    def consumer_release(self, state=None, op_type=PipelineOp.TCGen05Mma, **others):
        self.arrive("tensor core" if op_type == PipelineOp.TCGen05Mma else self.released_by, self.empty(state))


class PipelineTmaStore(Pipeline):
    """TMA stores, whose groups are the stages."""

    @classmethod
    def create(cls, num_stages=1, producer_group=None, **others):
        made = cls()
        made.num_stages = num_stages
        return made

    def producer_acquire(self, *given, **others):
        language.step("tma_store_wait", self.num_stages - 1)

    def producer_commit(self, *given, **others):
        language.step("tma_store_arrive")

    def producer_tail(self, *given, **others):
        language.step("tma_store_wait", 0)


def pipeline_init_arrive(*given, **others):
    pass


def pipeline_init_wait(*given, **others):
    language.step("__syncthreads")


def agent_sync(group, is_relaxed=False, **others):
    language.step("__syncthreads")


def sync(barrier_id=0, **others):
    language.step("__syncthreads")


def arrive_and_wait(barrier_id=0, num_threads=None, **others):
    language.step("__syncthreads", id=barrier_id, number=num_threads)


class TmemAllocator:
    def __init__(self, alloc_result_dst_smem_ptr=None, barrier_for_retrieve=None, **others):
        self.barrier = barrier_for_retrieve

    def allocate(self, num_columns, **others):
        pass

    def wait_for_alloc(self, **others):
        if self.barrier is not None:
            self.barrier.arrive_and_wait()

    def relinquish_alloc_permit(self, **others):
        pass

    def free(self, ptr, num_columns=0, **others):
        pass

    def retrieve_ptr(self, dtype=cutlass.Float32, **others):
        return cute.make_ptr(dtype, 0, cute.AddressSpace.tmem)


def retrieve_tmem_ptr(element_type, alignment=16, ptr_to_buffer_holding_addr=None):
    return cute.make_ptr(element_type, 0, cute.AddressSpace.tmem)


# ---- Schedulers: the tile that the block is given first ----


class WorkTileInfo:
    def __init__(self, tile_idx, is_valid_tile):
        self.tile_idx = tile_idx
        self.is_valid_tile = is_valid_tile


class PersistentTileSchedulerParams:
    def __init__(self, problem_shape_ntile_mnl, cluster_shape_mnk, swizzle_size=1, raster_along_m=True):
        self.problem_shape_ntile_mnl = problem_shape_ntile_mnl
        self.cluster_shape_mnk = cluster_shape_mnk


class StaticPersistentTileScheduler:
    @staticmethod
    def create(params, block_idx, grid_dim):
        made = StaticPersistentTileScheduler()
        made.params = params
        made.block_idx = block_idx
        made.count = 0
        return made

    @staticmethod
    def get_grid_shape(params, max_active_clusters):
        m, n = params.cluster_shape_mnk[0], params.cluster_shape_mnk[1]
        tiles = cute.size(params.problem_shape_ntile_mnl) // (m * n)
        return (m, n, min(tiles, max_active_clusters))

    def initial_work_tile_info(self):
        shape = self.params.problem_shape_ntile_mnl
        m, n = self.params.cluster_shape_mnk[0], self.params.cluster_shape_mnk[1]
        at = self.block_idx[2]
        clusters = (shape[0] // m, shape[1] // n)
        row = at % clusters[0] * m + self.block_idx[0]
        column = at // clusters[0] % clusters[1] * n + self.block_idx[1]
        return WorkTileInfo((row, column, at // (clusters[0] * clusters[1])), True)

    def get_current_work(self):
        return WorkTileInfo((0, 0, 0), False)

    def advance_to_next_work(self):
        self.count = self.count + 1

    @property
    def num_tiles_executed(self):
        return self.count


class ClcDynamicPersistentTileSchedulerParams(PersistentTileSchedulerParams):
    pass


# It hands out the same tiles, the first of which are those of the blocks themselves.
class ClcDynamicPersistentTileScheduler(StaticPersistentTileScheduler):
    @staticmethod
    def get_grid_shape(params):
        m, n = params.cluster_shape_mnk[0], params.cluster_shape_mnk[1]
        shape = params.problem_shape_ntile_mnl
        return (cute.round_up(shape[0], m), cute.round_up(shape[1], n), shape[2])
