#pragma once
// A request of shared memory as the words that its lanes want of the 32 banks.

#include <cstdint>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/system/texts.hpp"
#include "gpu/run/launch_plan.hpp"
#include "render/figure.hpp"

namespace app {

/// Which lanes meet in which bank, and how long does that take? Phase by phase a row for each 128 bytes of shared memory of which a word
/// is wanted, with a column for each bank; each word with the first thread that wants it, each bank with a conflict framed, and what the
/// request takes beneath. `position`: of the request, from 1 in the order of playback; less: the first of those looked at that takes most
/// wavefronts. The line above it is in that language. Error: one sentence.
tl::expected<render::Figure, algebra::Message> bank_figure(const gpu::LaunchPlan&, std::int64_t position, Language);

}  // namespace app
