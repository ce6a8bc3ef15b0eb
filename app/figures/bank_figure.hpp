#pragma once
// A figure of one request of shared memory: the words that its lanes request from the 32 banks.

#include <cstdint>

#include <tl/expected.hpp>

#include "algebra/text/message.hpp"
#include "app/system/texts.hpp"
#include "gpu/run/launch_plan.hpp"
#include "render/figure.hpp"

namespace app {

/// Draws the request's bank conflicts. Each phase has a row per 128 bytes of shared memory from which a word is requested, with a column
/// per bank. A word shows the first thread that requests it; banks with a conflict are framed; the number of wavefronts stands beneath.
/// `position`: of the request, from 1 in the order of playback; less than 1: the first request with the most wavefronts among those
/// examined. The heading is in the language. Error: one sentence.
tl::expected<render::Figure, algebra::Message> bank_figure(const gpu::LaunchPlan&, std::int64_t position, Language);

}  // namespace app
