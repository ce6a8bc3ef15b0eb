#include "gpu/flow/step_kinds.hpp"

namespace gpu {
namespace {

using Kind = FlowStep::Kind;
using Place = StepSentence::Place;

/// In the order of FlowStep::Kind.
constexpr std::array kinds{
    StepKind({Kind::copy, "copy", {{{"copy", "(tiled, from, to)"}}}}, {.result = 1}),
    StepKind({Kind::gemm, "gemm", {{{"gemm", "(mma, A, B, C)"}}}}, {.result = 2}),
    StepKind({Kind::fill, "fill", {{{"clear", "(C)"}, {"fill", "(C, 0)"}}}}, {.result = 0},
             {"{} is set to one number: {}.", "", Place::result, Place::threads}),
    StepKind({Kind::combine, "axpby", {{{"axpby", "(alpha, x, beta, y)"}}}}, {.result = 1},
             {"{} is computed from {} and itself, element by element: {}.", "", Place::result, Place::source, Place::threads}),
    StepKind({Kind::commit, "cp_async_fence", {{{"cp_async_fence", "()"}}}}, {.order = StepOrder::commit, .queue = FlowQueue::copies},
             {"The copies since the last commit are now a group to wait for."}, {.ptx = "cp.async.commit_group;"}),
    StepKind({Kind::wait, "cp_async_wait", {{{"cp_async_wait", "<0>()"}}}}, {.order = StepOrder::await, .queue = FlowQueue::copies},
             {"Each thread waits until all but its last {} groups of copies have arrived.",
              "Each thread waits until all its copies have arrived.", Place::number},
             {.code = "wait_for_copies(s.n);"}),
    StepKind({Kind::barrier,
              "barrier",
              {{{"__syncthreads", "()"},
                {"cluster_sync", "()"},
                {"syncthreads"},
                {"__syncthreads_count"},
                {"__syncthreads_and"},
                {"__syncthreads_or"},
                {"cluster_wait"}}}},
             {.order = StepOrder::barrier},
             {"Threads wait for each other at {}: {}.", "All threads of the block wait for each other: all see what each wrote before.",
              Place::barrier, Place::threads},
             {.code = "come_together(s);"}),
    StepKind({Kind::mma_fence, "warpgroup_arrive", {{{"warpgroup_arrive", "()"}}}}, {},
             {"The registers are made ready for the MMAs that follow."}),
    StepKind({Kind::mma_commit, "warpgroup_commit_batch", {{{"warpgroup_commit_batch", "()"}}}},
             {.order = StepOrder::commit, .queue = FlowQueue::mmas}, {"The MMAs since the last commit are now a group to wait for."}),
    StepKind({Kind::mma_wait, "warpgroup_wait", {{{"warpgroup_wait", "<0>()"}}}}, {.order = StepOrder::await, .queue = FlowQueue::mmas},
             {"The warps wait until all but their last {} groups of MMAs are done.", "The warps wait until all their MMAs are done.",
              Place::number}),
    StepKind({Kind::proxy_fence, "proxy_fence", {{{"tma_store_fence", "()"}, {"fence_view_async_shared"}}}}, {.order = StepOrder::proxy},
             {"What was written to shared memory can now be read by TMA and by the MMA."}, {.ptx = "fence.proxy.async.shared::cta;"}),
    StepKind({Kind::init, "init", {{{"init", "(full[stage], arrivals)", "cutlass::arch::ClusterBarrier::"}, {"initialize_barrier"}}}},
             {.order = StepOrder::init}, {"{} is set up: it expects {} arrivals.", "", Place::barrier, Place::number},
             {.ptx = "mbarrier.init.shared::cta.b64 [%0], %1; fence.mbarrier_init.release.cluster;"}),
    StepKind({Kind::expect,
              "expect",
              {{{"arrive_and_expect_tx", "(full[stage], bytes)", "cutlass::arch::ClusterTransactionBarrier::"},
                {"set_barrier_transaction_bytes"}}}},
             {.order = StepOrder::arrival, .expects_bytes = true},
             {"Threads arrive at {}, which also expects {} bytes: {}.", "", Place::barrier, Place::number, Place::threads},
             {.ptx = "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"}),
    StepKind({Kind::arrive, "arrive", {{{"arrive", "(empty[stage])", "cutlass::arch::ClusterBarrier::"}, {"arrive_barrier"}}}},
             {.order = StepOrder::arrival}, {"Threads arrive at {} without waiting: {}.", "", Place::barrier, Place::threads},
             {.ptx = "mbarrier.arrive.shared::cta.b64 _, [%0];"}),
    StepKind({Kind::phase, "wait", {{{"wait", "(full[stage], phase)", "cutlass::arch::ClusterBarrier::"}, {"wait_barrier"}}}},
             {.order = StepOrder::phase},
             {"Threads wait until phase {} of {} is over: {}.", "", Place::number, Place::barrier, Place::threads},
             {.code = "wait_for_phase(barrier, s.n, stuck);"}),
    StepKind({Kind::mma_arrive, "mma_arrive", {{{"umma_arrive", "(empty[stage])", "cutlass::arch::"}}}},
             {.order = StepOrder::arrival, .queue = FlowQueue::mmas},
             {"{} gets an arrival once the MMAs so far are done.", "", Place::barrier},
             {.not_run = "line {}: {} needs Blackwell's tensor core, and is not run"}),
    StepKind({Kind::bulk_commit, "bulk_commit", {{{"tma_store_arrive", "()"}}}}, {.order = StepOrder::commit, .queue = FlowQueue::bulk},
             {"The stores of TMA since the last commit are now a group to wait for."}, {.ptx = "cp.async.bulk.commit_group;"}),
    StepKind({Kind::bulk_wait, "bulk_wait", {{{"tma_store_wait", "<0>()"}}}}, {.order = StepOrder::await, .queue = FlowQueue::bulk},
             {"The thread waits until TMA has read the data of all but its last {} groups of stores.",
              "The thread waits until TMA has read all the data of its stores.", Place::number},
             {.ptx = "cp.async.bulk.wait_group 0;"}),
    StepKind({Kind::compute, "compute", {{{"store"}}}}, {.result = StepKind::last},
             {"{} is computed: {}.", "Something is computed.", Place::result, Place::threads},
             {.not_run = "line {}: the result of {} is not known"}),
    StepKind({Kind::expect_bytes, "expect_tx", {{{"mbarrier_expect_tx"}, {"expect_transaction"}}}},
             {.order = StepOrder::arrival, .arrives = false, .expects_bytes = true},
             {"{} expects {} more bytes.", "", Place::barrier, Place::number},
             {.ptx = "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;"}),
    StepKind(
        {Kind::copy_arrive, "cp_async_mbarrier_arrive_noinc", {{{"cp_async_mbarrier_arrive_noinc"}, {"cpasync_barrier_arrive_noinc"}}}},
        {.order = StepOrder::arrival, .queue = FlowQueue::copies},
        {"{} gets an arrival once the copies of the thread so far have arrived.", "", Place::barrier},
        {.ptx = "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];"}),
    StepKind({Kind::barrier_arrive, "barrier_arrive", {{{"barrier_arrive"}}}}, {.order = StepOrder::barrier_arrival},
             {"Threads arrive at {} without waiting: {}.", "", Place::barrier, Place::threads}, {.ptx = "barrier.arrive %0, %1;"}),
    StepKind({Kind::warp_barrier, "__syncwarp", {{{"__syncwarp", "()"}}}}, {.order = StepOrder::warp},
             {"The threads of each warp wait for each other."}, {.code = "__syncwarp(own_steps.lanes);"}),
    StepKind(
        {Kind::grid_wait, "grid_wait", {{{"cudaGridDependencySynchronize", "()"}, {"wait_on_dependent_grids"}, {"griddepcontrol_wait"}}}},
        {}, {"Each thread waits until the kernels before this one are done: what they wrote to global memory is there."}),
    StepKind({Kind::unknown, "unknown"}, {}, {"This operation is not supported."}, {.not_run = "line {}: this operation is not known: {}"}),
};

/// Checks that each kind has its row, and each sentence its operands.
constexpr bool are_whole() {
  if (kinds.size() != static_cast<std::size_t>(Kind::unknown) + 1) return false;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto& k = kinds[i];
    int operands = 0;
    for (const char c : k.sentence) operands += c == '{' ? 1 : 0;
    for (const auto place : k.places()) operands -= place != Place::none ? 1 : 0;
    if (static_cast<std::size_t>(k.kind) != i || k.name.empty() || operands != 0) return false;
  }
  return true;
}
static_assert(are_whole());

}  // namespace

const StepKind& step_kind(Kind kind) { return kinds[static_cast<std::size_t>(kind)]; }

const StepKind* step_kind_called(std::string_view function) {
  const auto has = [&](const StepKind& k) { return std::ranges::find(k.words, function, &StepKind::Word::function) != k.words.end(); };
  const auto it = function.empty() ? kinds.end() : std::ranges::find_if(kinds, has);
  return it == kinds.end() ? nullptr : &*it;
}

}  // namespace gpu
