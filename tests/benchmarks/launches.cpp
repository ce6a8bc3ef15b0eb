// Measures launches against the plainest kernel that moves as much: medians of one run, as ratios. Without a device the rows that need one
// are left out.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <epoxy/gl.h>

#include "gpu/launch/launch_shape.hpp"
#include "gpu/run/runner.hpp"
#include "render/gl/grid.hpp"
#include "render/gl/offscreen.hpp"
#include "tests/benchmarks/report.hpp"
#ifdef CUTESCOPE_WITH_CUDA
#include "gpu/cuda/copy.hpp"
#include "gpu/cuda/device.hpp"
#include "gpu/cuda/tracer.hpp"
#endif

namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

double median(std::vector<double> v) {
  if (v.empty()) return 0;
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

algebra::Layout mode(std::int64_t shape, std::int64_t stride) { return {algebra::IntTuple(shape), algebra::IntTuple(stride)}; }

/// Blocks of `threads` threads with `values` neighbouring values each, one after the other over the whole tensor.
gpu::Launch contiguous(std::int64_t elements, std::int64_t threads, std::int64_t values) {
  gpu::Launch launch;
  launch.partition =
      algebra::make_layout(std::vector{mode(elements / threads / values, threads * values), mode(threads, values), mode(values, 1)});
  launch.elements = elements;
  return launch;
}

/// Ends the program: a benchmark with an error has no result.
[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

void cpu_trace() {
  const auto runner = gpu::Runner::create(gpu::Want::cpu);
  const auto launch = contiguous(1 << 22, 256, 4);
  std::vector<algebra::TraceRecord> trace(1 << 22);
  std::vector<double> times;
  for (int i = -1; i < 9; ++i) {
    gpu::Progress progress;
    const auto start = Clock::now();
    if (const auto t = runner->trace(launch, trace, progress); !t) fail(t.error().message);
    if (i >= 0) times.push_back(ms_since(start));
  }
  std::vector<double> fills;
  for (int i = 0; i < 9; ++i) {
    const auto start = Clock::now();
    std::fill(trace.begin(), trace.end(), algebra::TraceRecord{.count = static_cast<std::uint32_t>(i)});
    fills.push_back(ms_since(start));
  }
  std::printf("CPU trace of 2^22 elements: %.1f ms\n", median(times));
  benchmark::ratio("CPU trace of 2^22 elements / filling its records", median(times) / median(fills));
}

#ifdef CUTESCOPE_WITH_CUDA
namespace cuda = gpu::cuda;

void check(const cuda::Status& s) {
  if (!s.ok()) fail(s.call + ": " + s.name);
}

double timed(cuda::Stream& stream, const std::function<cuda::Status()>& work) {
  std::vector<double> times;
  for (int i = -2; i < 9; ++i) {
    double ms = 0;
    check(stream.start_clock());
    check(work());
    check(stream.stop_clock());
    check(stream.read_clock(ms));
    if (i >= 0) times.push_back(ms);
  }
  return median(times);
}

void copies(gpu::Runner& runner, const gpu::Launch& launch, const char* name) {
  gpu::Progress progress;
  const auto copied = runner.copy(launch, progress);
  if (!copied) {
    benchmark::left_out(name, copied.error().message.text());
    return;
  }
  if (copied->wrong != 0) fail("wrong values");
  const auto bytes = static_cast<std::size_t>(copied->bytes / 2);
  cuda::Stream stream;
  cuda::Memory from, to;
  check(stream.create());
  check(from.allocate(bytes));
  check(to.allocate(bytes));
  const double plain = timed(stream, [&] { return cuda::plain_copy(from.get(), to.get(), bytes, stream.get()); });
  const double device = timed(stream, [&] { return cuda::device_copy(to.get(), from.get(), bytes, stream.get()); });
  std::printf("%s: %.0f GB/s%s\n", name, copied->bandwidth(), copied->compiled ? "" : " (generic)");
  benchmark::ratio(fmt::format("copy of {}, bandwidth / plain copy kernel's", name), plain / copied->kernel_ms);
  benchmark::ratio(fmt::format("copy of {}, bandwidth / cudaMemcpy's", name), device / copied->kernel_ms);
}

void tracing_kernel(std::int64_t elements, std::int64_t values) {
  const auto walk = gpu::launch_shape(contiguous(elements, 256, values));
  if (!walk) fail(walk.error().message);
  const auto bytes = static_cast<std::size_t>(elements) * sizeof(algebra::TraceRecord);
  cuda::Memory records;
  cuda::Tracer tracer;
  cuda::Stream stream;
  check(stream.create());
  check(records.allocate(bytes));
  std::vector<double> times;
  for (int i = -2; i < 9; ++i) {
    check(tracer.begin(*walk, elements));
    while (!tracer.whole()) check(tracer.advance(records.get(), 1000));
    if (tracer.touches().once != elements) fail("a wrong trace");
    if (i >= 0) times.push_back(tracer.touches().trace_ms);
  }
  const double fill = timed(stream, [&] { return cuda::plain_fill(records.get(), bytes, stream.get()); });
  std::printf("tracing kernel, 2^27 records, %lld values a thread: %.0f GB/s\n", static_cast<long long>(values),
              static_cast<double>(bytes) / median(times) / 1e6);
  benchmark::ratio(fmt::format("tracing kernel, 2^27 records, {} values a thread, bandwidth / plain fill's", values), fill / median(times));
}

/// begin, advance to the end, a drawn trace, glFinish: what an edit costs until it is seen.
double redraw(gpu::Runner& runner, render::gl::GridPainter& painter, std::int64_t side) {
  const auto elements = side * side;
  unsigned buffer = 0;
  glGenBuffers(1, &buffer);
  glBindBuffer(GL_TEXTURE_BUFFER, buffer);
  glBufferData(GL_TEXTURE_BUFFER, elements * 16, nullptr, GL_DYNAMIC_DRAW);
  glBindBuffer(GL_TEXTURE_BUFFER, 0);
  const auto row = mode(side, side), column = mode(side, 1);
  render::Diagram d;
  d.rows = {.layout = row, .extent = side};
  d.columns = {.layout = column, .extent = side};
  d.colour.row_key = row;
  d.colour.column_key = column;
  std::vector<double> times;
  for (int i = -3; i < 21; ++i) {
    // Changed each time.
    const auto launch = contiguous(elements, i % 2 == 0 ? 256 : 128, 4);
    const auto start = Clock::now();
    auto tracing = runner.begin(launch, launch.elements, buffer);
    if (!tracing) fail(tracing.error().message);
    for (bool whole = false; !whole;) {
      const auto more = (*tracing)->advance(8);
      if (!more) fail(more.error().message);
      whole = *more;
    }
    render::gl::TraceView view;
    view.buffer = buffer;
    view.records = elements;
    view.blocks = elements / 1024;
    view.warps = 8;
    view.position = INT64_MAX;
    painter.draw(d,
                 {.framebuffer_width = 1000,
                  .framebuffer_height = 1000,
                  .width = 1000,
                  .height = 1000,
                  .clip_width = 1000,
                  .clip_height = 1000,
                  .cell = 1000.0 / static_cast<double>(side)},
                 render::ThemeName::light, view);
    glFinish();
    if (i >= 0) times.push_back(ms_since(start));
  }
  runner.forget(buffer);
  glDeleteBuffers(1, &buffer);
  return median(times);
}

void redraws() {
  auto offscreen = render::gl::Offscreen::create(1000, 1000);
  if (!offscreen) {
    benchmark::left_out("redraws", offscreen.error().text());
    return;
  }
  auto painter = render::gl::GridPainter::create();
  if (!painter) fail(painter.error());
  const auto interop = gpu::Runner::create(gpu::Want::cuda), copied = gpu::Runner::create(gpu::Want::cuda, {.no_interop = true});
  const auto path = interop->path_for_current_context();
  copied->path_for_current_context();
  for (const std::int64_t side : {64, 1024, 4096}) {
    const double slow = redraw(*copied, **painter, side);
    if (path != gpu::Path::interop) {
      benchmark::left_out(fmt::format("redraw of {0} x {0} by interop", side), interop->why_not_interop().text());
      continue;
    }
    const double fast = redraw(*interop, **painter, side);
    std::printf("redraw of %lld x %lld: interop %.2f ms, copied %.2f ms\n", static_cast<long long>(side), static_cast<long long>(side),
                fast, slow);
    benchmark::ratio(fmt::format("changed launch of {0} x {0} until drawn, copied / interop", side), slow / fast);
  }
}
#endif

int measure_all() {
  cpu_trace();
#ifdef CUTESCOPE_WITH_CUDA
  const auto runner = gpu::Runner::create(gpu::Want::cuda);
  if (!runner->why_not_cuda().empty()) {
    benchmark::left_out("launches on CUDA", runner->why_not_cuda().text());
    return 0;
  }
  std::printf("%s\n", runner->device_name().c_str());
  copies(*runner, contiguous(std::int64_t{1} << 30, 256, 4), "2^30 floats, 4 values a thread");
  auto again = contiguous(std::int64_t{1} << 30, 256, 4);
  again.partition =
      algebra::make_layout(std::vector{mode(1 << 18, 4096), mode(256, 4), algebra::make_layout(std::vector{mode(4, 1), mode(4, 1024)})});
  copies(*runner, again, "2^30 floats, 4 x 4 values a thread");
  const auto generic = gpu::Runner::create(gpu::Want::cuda, {.no_nvrtc = true});
  copies(*generic, contiguous(std::int64_t{1} << 30, 256, 4), "2^30 floats, generic kernel");
  for (const std::int64_t values : {1, 4, 8}) tracing_kernel(std::int64_t{1} << 27, values);
  redraws();
#else
  benchmark::left_out("launches on CUDA", "built without CUDA");
#endif
  return 0;
}

}  // namespace

int main() { return benchmark::run(measure_all); }
