#include "gpu/launch/launch_limit.hpp"

#include <algorithm>
#include <atomic>

namespace gpu {
namespace {

std::atomic<std::int64_t> access_limit{usual_launch_accesses};

}  // namespace

std::int64_t launch_access_limit() { return access_limit; }
void limit_launch_accesses(std::int64_t accesses) { access_limit = std::clamp<std::int64_t>(accesses, 1, largest_launch_accesses); }

}  // namespace gpu
