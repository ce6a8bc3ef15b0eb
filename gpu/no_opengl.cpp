// Built for a page, which has no OpenGL buffers: traces go to memory alone, by Runner::trace.

#include "gpu/host_tracing.hpp"

namespace gpu {

tl::expected<std::unique_ptr<Tracing>, Failure> trace_on_host(Runner&, const Launch&, std::int64_t, unsigned) {
  return tl::unexpected(Failure{"Built without OpenGL.", ""});
}

}  // namespace gpu
