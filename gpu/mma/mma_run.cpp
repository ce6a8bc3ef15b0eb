#include "gpu/mma/mma_run.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/layout/operations.hpp"
#include "gpu/mma/mma_work.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

/// Returns why that many threads do not have the registers that the instruction takes; "" if they have.
Message why_no_registers(const MmaWork& w) {
  // ptxas's need, measured: that many for addresses and counters besides the instruction's own.
  constexpr std::int64_t all = 65536, most = 255, beside = 26;
  const auto wanted = w.c_registers + w.a_registers + w.b_registers + beside, left = std::min(most, all / w.threads / 8 * 8);
  if (!w.instruction.warpgroup || wanted <= left) return {};
  return message("A thread takes {} registers for this instruction, and each of {} threads has {}.", wanted, w.threads, left);
}

/// Runs it on the device. Error: the refusal.
tl::expected<void, Message> on_device(const MmaWork& w, MmaDevice& device, MmaReport& report) {
  if (auto why = why_no_registers(w); !why.empty()) return tl::unexpected(std::move(why));
  const auto source = mma_source(w.instruction, w.traits(), w.threads);
  const auto run = [&](std::span<const std::uint32_t> words, std::size_t result) {
    return device.run(source, mma_kernel_name, mma_passes, static_cast<int>(w.threads), w.shared_bytes(), words, result);
  };
  const auto asked = run(mma_question(w), 4);
  if (!asked) return tl::unexpected(asked.error());
  const auto begin = asked->front();
  const auto request = mma_request(w, begin);
  if (!request) return tl::unexpected(request.error());
  const auto result = run(request->words, w.result_words());
  if (!result) return tl::unexpected(result.error());
  for (int pass = 0; pass < mma_passes; ++pass)
    if ((*result)[static_cast<std::size_t>(pass)] != begin) return tl::unexpected(Message("Shared memory moved between two launches."));
  report.a = request->a;
  report.b = request->b;
  compare(w, *result, report);
  return {};
}

}  // namespace

MmaLaunch mma_launch(const algebra::TiledMma& mma, char matrix, std::int64_t rows, std::int64_t columns,
                     std::optional<algebra::Tensor> shared) {
  MmaLaunch launch{.mma = mma, .matrix = matrix};
  const auto tile = algebra::attempt([&] { return algebra::tile_shape(mma); });
  if (!tile) return launch;
  std::array<std::int64_t, 3> of_mma{};
  for (int i = 0; i < 3; ++i) of_mma[static_cast<std::size_t>(i)] = tile->mode(i).integer().value;
  launch.mnk = of_mma;
  // As long along K as a row of the widest swizzle, 128 bytes; at least two blocks for operands in registers.
  const int bits = mma.atom.traits->operands[0].bits;
  launch.mnk[2] = of_mma[2] * std::max<std::int64_t>(1, 1024 / bits / of_mma[2]);
  const auto whole = [](std::int64_t n, std::int64_t of) { return std::max<std::int64_t>(1, (n + of - 1) / of) * of; };
  const std::array<int, 2> modes = matrix == 'A' ? std::array{0, 2} : matrix == 'B' ? std::array{1, 2} : std::array{0, 1};
  const auto given = [&](int mode) -> std::int64_t& { return launch.mnk[static_cast<std::size_t>(mode)]; };
  given(modes[0]) = whole(rows, of_mma[static_cast<std::size_t>(modes[0])]);
  given(modes[1]) = whole(columns, of_mma[static_cast<std::size_t>(modes[1])]);
  const bool fits = given(modes[0]) == rows && given(modes[1]) == columns;
  if (shared && fits) (matrix == 'A' ? launch.a : launch.b) = std::move(shared);
  return launch;
}

MmaReport run_mma(const MmaLaunch& launch, MmaDevice* device, const Message& why) {
  MmaReport report{.instruction = algebra::plain(launch.mma.atom), .mnk = launch.mnk};
  const auto work = mma_work(launch);
  if (!work) {
    report.why = work.error();
    return report;
  }
  report.instruction = short_name(work->instruction);
  report.threads = algebra::size(work->vmnk);
  const auto& i = work->instruction;
  report.described = (launch.matrix == 'A' && i.a_described) || (launch.matrix == 'B' && i.b_described);
  report.why = device == nullptr ? why : device->why_not(i.warpgroup);
  if (device != nullptr && report.why.empty()) {
    report.device = device->name();
    if (const auto ran = on_device(*work, *device, report)) {
      report.hardware = true;
      return report;
    } else {
      report.why = ran.error();
    }
  }
  // Start of shared memory on Hopper: the first KiB is the system's.
  constexpr std::uint32_t begin = 1024;
  const auto request = mma_request(*work, begin);
  if (!request) {
    report.why = request.error();
    return report;
  }
  report.a = request->a;
  report.b = request->b;
  compare(*work, play(*work, request->words, begin), report);
  return report;
}

}  // namespace gpu
