#include "gpu/flow/step_words.hpp"

#include <algorithm>
#include <array>

namespace gpu {
namespace {

using Kind = FlowStep::Kind;

constexpr std::array words{
    StepWord{"copy", Kind::copy, "(tiled, from, to)"},
    StepWord{"gemm", Kind::gemm, "(mma, A, B, C)"},
    StepWord{"clear", Kind::fill, "(C)"},
    StepWord{"fill", Kind::fill, "(C, 0)"},
    StepWord{"axpby", Kind::combine, "(alpha, x, beta, y)"},
    StepWord{"cp_async_fence", Kind::commit, "()"},
    StepWord{"cp_async_wait", Kind::wait, "<0>()"},
    StepWord{"__syncthreads", Kind::barrier, "()"},
    StepWord{"syncthreads", Kind::barrier},
    StepWord{"cluster_sync", Kind::barrier, "()"},
    StepWord{"warpgroup_arrive", Kind::mma_fence, "()"},
    StepWord{"warpgroup_commit_batch", Kind::mma_commit, "()"},
    StepWord{"warpgroup_wait", Kind::mma_wait, "<0>()"},
    StepWord{"fence_view_async_shared", Kind::proxy_fence},
    StepWord{"tma_store_fence", Kind::proxy_fence, "()"},
    StepWord{"init", Kind::init, "(full[stage], arrivals)"},
    StepWord{"arrive_and_expect_tx", Kind::expect, "(full[stage], bytes)"},
    StepWord{"arrive", Kind::arrive, "(empty[stage])"},
    StepWord{"wait", Kind::phase, "(full[stage], phase)"},
    StepWord{"initialize_barrier", Kind::init},
    StepWord{"set_barrier_transaction_bytes", Kind::expect},
    StepWord{"arrive_barrier", Kind::arrive},
    StepWord{"wait_barrier", Kind::phase},
    StepWord{"umma_arrive", Kind::mma_arrive, "(empty[stage])"},
    StepWord{"tma_store_arrive", Kind::bulk_commit, "()"},
    StepWord{"tma_store_wait", Kind::bulk_wait, "<0>()"},
    StepWord{"store", Kind::compute},
    StepWord{"mbarrier_expect_tx", Kind::expect_bytes},
    StepWord{"expect_transaction", Kind::expect_bytes},
    StepWord{"__syncthreads_count", Kind::barrier},
    StepWord{"__syncthreads_and", Kind::barrier},
    StepWord{"__syncthreads_or", Kind::barrier},
    StepWord{"cluster_wait", Kind::barrier},
    StepWord{"cp_async_mbarrier_arrive_noinc", Kind::copy_arrive},
    StepWord{"cpasync_barrier_arrive_noinc", Kind::copy_arrive},
    StepWord{"barrier_arrive", Kind::barrier_arrive},
    StepWord{"__syncwarp", Kind::warp_barrier, "()"},
};

}  // namespace

std::span<const StepWord> step_words() { return words; }

const StepWord* step_word(std::string_view function) {
  const auto it = std::ranges::find(words, function, &StepWord::function);
  return it == words.end() ? nullptr : &*it;
}

}  // namespace gpu
