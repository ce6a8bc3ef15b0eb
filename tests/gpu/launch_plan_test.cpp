// From a form to a launch: every kernel, and what every refusal says.

#include "gpu/run/launch_plan.hpp"
#include "gpu/launch/launch_limit.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/gpu/launch_forms.hpp"

using namespace gpu;
using gpu_test::planned;
using gpu_test::refusal;

namespace {

/// Returns the elements that a thread of a block touches, in the order of its values.
std::vector<std::int64_t> elements(const LaunchPlan& p, std::uint32_t block, std::uint32_t thread) {
  std::vector<std::int64_t> found;
  for (std::int32_t v = 0; v < p.shape.values; ++v) found.push_back(p.shape.from(block, thread, static_cast<std::uint32_t>(v)));
  return found;
}

std::multiset<std::int64_t> all_elements(const LaunchPlan& p) {
  std::multiset<std::int64_t> found;
  for (std::uint32_t b = 0; b < p.blocks(); ++b)
    for (std::uint32_t t = 0; t < p.threads(); ++t)
      for (const auto e : elements(p, b, t)) found.insert(e);
  return found;
}

bool each_once(const LaunchPlan& p) {
  const auto all = all_elements(p);
  return static_cast<std::int64_t>(all.size()) == p.launch.elements && *all.begin() == 0 && *all.rbegin() == p.launch.elements - 1 &&
         std::set<std::int64_t>(all.begin(), all.end()).size() == all.size();
}

const LaunchForm plain{.tensor = "(8,8):(8,1)", .tile = "(4,4)", .threads = "(2,4):(4,1)"};

template <class F>
LaunchForm with(F&& change) {
  auto s = plain;
  change(s);
  return s;
}

}  // namespace

TEST_CASE("each kernel gives each thread its part") {
  const auto local = planned(plain);
  REQUIRE(local);
  CHECK(local->blocks() == 4);
  CHECK(local->threads() == 8);
  CHECK(elements(*local, 0, 1) == std::vector<std::int64_t>{1, 17});
  CHECK(each_once(*local));

  const auto inner = planned({.tensor = "(8,8):(8,1)", .tile = "(4,4)", .kernel = Kernel::inner_partition, .values = "(1,2)"});
  REQUIRE(inner);
  CHECK(elements(*inner, 0, 1) == std::vector<std::int64_t>{8, 9});
  CHECK(each_once(*inner));

  const auto outer = planned({.tensor = "(8,8):(8,1)", .tile = "(4,4)", .threads = "(2,2)", .kernel = Kernel::outer_partition});
  REQUIRE(outer);
  CHECK(elements(*outer, 0, 1) == std::vector<std::int64_t>{8, 24, 10, 26});
  CHECK(each_once(*outer));

  // A tiled launch names one value: threads and values in one, or a matrix of an MMA.
  const auto tiled = planned({.tensor = "(8,8):(8,1)",
                              .tile = "(4,8)",
                              .threads = "make_tiled_copy(Copy_Atom<UniversalCopy<uint32_t>,float>, (4,2):(2,1), (1,2):(2,1))",
                              .kernel = Kernel::tiled_copy});
  REQUIRE(tiled);
  CHECK(algebra::size(algebra::mode(tiled->launch.partition, 1)) == 8);
  const auto mma = planned({.tensor = "(32,16):(16,1)",
                            .tile = "(32,16)",
                            .threads = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))",
                            .kernel = Kernel::tiled_mma});
  REQUIRE(mma);
  CHECK(mma->shape.threads == 128);
  CHECK(mma->shape.once);
  CHECK(mma->shape.touches() == 512);
  const auto a = planned({.tensor = "(32,16):(16,1)",
                          .tile = "(32,16)",
                          .threads = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))",
                          .kernel = Kernel::tiled_mma,
                          .values = "A"});
  REQUIRE(a);
  CHECK(a->shape.touches() == 1024);  // both warps along N hold the same part of A
  const auto copy =
      planned({.tensor = "(8,8):(8,1)", .tile = "(4,8)", .threads = "(4,2):(2,1)", .kernel = Kernel::tiled_copy, .values = "(1,2):(2,1)"});
  REQUIRE(copy);
  CHECK(elements(*copy, 1, 3) == std::vector<std::int64_t>{32 + 8 + 2, 32 + 8 + 3, 32 + 8 + 6, 32 + 8 + 7});
  CHECK(each_once(*copy));

  const auto stepped = planned(with([](auto& s) { s.step = "(1,X)"; }));
  REQUIRE(stepped);
  // Threads 0 to 3 differ in the mode that is left out.
  CHECK(elements(*stepped, 0, 0) == elements(*stepped, 0, 3));
  CHECK(elements(*stepped, 0, 0) != elements(*stepped, 0, 4));
  CHECK(stepped->values() == 8);

  const auto written = planned({.kernel = Kernel::layout, .partition = "(4,8,2):(16,2,1)"});
  REQUIRE(written);
  CHECK(written->launch.elements == 64);
  CHECK(algebra::to_string(written->tensor, algebra::Marks::plain) == "64:1");
  CHECK(elements(*written, 1, 3) == std::vector<std::int64_t>{22, 23});
  CHECK(each_once(*written));
}

TEST_CASE("a written partition may reach beyond its tensor, or leave some of it alone") {
  const auto p = planned({.tensor = "(4,8):(8,1)", .kernel = Kernel::layout, .partition = "(4,8,2):(16,2,1)"});
  REQUIRE(p);
  CHECK(p->launch.elements == 32);
  CHECK(elements(*p, 3, 7).back() == 63);
  const auto wide = planned(with([](auto& s) {
    s.grid = "(3,2)";
    s.block_dims = "4";
  }));
  REQUIRE(wide);
  CHECK(wide->blocks() == 6);
  CHECK(wide->threads() == 4);
  CHECK(wide->launch.grid == Dim3{3, 2, 1});
}

TEST_CASE("swizzled tensors keep their swizzle, and as many elements as they reach") {
  const auto p = planned(with([](auto& s) { s.tensor = "T"; }), "T = Swizzle<3,0,3> o 0 o (8,8):(8,1)\n");
  REQUIRE(p);
  CHECK(p->launch.swizzle == algebra::Swizzle{3, 0, 3});
  CHECK(p->launch.elements == 64);
  REQUIRE(p->outer);
  CHECK(each_once(*p));
  CHECK(elements(*p, 0, 4) == std::vector<std::int64_t>{9, 27});
  const auto written = planned({.kernel = Kernel::layout, .partition = "Swizzle<2,0,3> o 0 o (4,8,2):(16,2,1)"});
  REQUIRE(written);
  CHECK(written->launch.elements == 64);
  CHECK(each_once(*written));
  // A part of a swizzle's block: 5 is the largest index, 7 the largest place.
  const auto part = planned({.kernel = Kernel::layout, .partition = "Swizzle<1,0,1> o 0 o (1,6,1):(0,1,0)"});
  REQUIRE(part);
  CHECK(part->launch.elements == 6);
  // More repetitions than are searched: rounded up to the period of the swizzle.
  const auto large = [](const char* tensor) {
    return planned({.tensor = tensor, .tile = "(1,1024)", .threads = "(1,1024)"})->launch.elements;
  };
  CHECK(large("Swizzle<3,4,3> o 0 o (8192,1024):(1024,1)") == 8192 * 1024);
  CHECK(large("Swizzle<3,4,3> o 5 o (8192,1024):(1024,1)") == 8192 * 1024 + 128);
  CHECK(large("Swizzle<3,4,30> o 5 o (8192,1024):(1024,1)") == 8192 * 1024 + 5);
  CHECK(large("Swizzle<3,4,-3> o 5 o (8192,1024):(1024,1)") == 8192 * 1024 + 1024);
  CHECK(planned({.tensor = "ptr+4 o (8,8):(8,1)", .tile = "(4,4)", .threads = "(2,4):(4,1)"})->launch.offset == 0);
}

TEST_CASE("a swizzled tensor's parts are what the kernel's expression says") {
  for (const auto* tensor :
       {"Swizzle<3,0,3> o 0 o (8,8):(8,1)", "Swizzle<2,1,3> o 0 o (16,16):(16,1)", "Swizzle<1,2,-2> o 0 o (8,16):(1,8)"}) {
    LaunchForm s = plain;
    s.tensor = tensor;
    const auto p = planned(s);
    REQUIRE(p);
    CHECK(each_once(*p));
    for (std::uint32_t b = 0; b < p->blocks(); ++b)
      for (std::uint32_t t = 0; t < p->threads(); ++t) {
        const auto text = fmt::format("local_partition(local_tile({},(4,4),{}),(2,4):(4,1),{})", tensor, b, t);
        CAPTURE(text);
        const auto e = algebra::evaluate(text, {}, algebra::IntegerRule::math);
        REQUIRE(e);
        const auto& part = std::get<algebra::Tensor>(e->value);
        std::vector<std::int64_t> wanted;
        for (std::int64_t v = 0; v < algebra::size(part.layout); ++v)
          wanted.push_back(part.offset + (part.outer ? (*part.outer)(part.layout(v)) : part.layout(v)));
        CHECK(elements(*p, b, t) == wanted);
      }
  }
}

TEST_CASE("a shape is a tensor with LayoutLeft, and names are the sheet's") {
  const auto shape = planned(with([](auto& s) { s.tensor = "(8,8)"; }));
  REQUIRE(shape);
  CHECK(algebra::to_string(shape->tensor, algebra::Marks::plain) == "(8,8):(1,8)");
  const auto named =
      planned({.tensor = "A", .tile = "T", .threads = "thr", .grid = "G"}, "A = (8,8):(8,1)\nT = <4,4>\nthr = (2,4):(4,1)\nG = (2,2)\n");
  REQUIRE(named);
  CHECK(named->launch.grid == Dim3{2, 2, 1});
}

TEST_CASE("a target is cut up as the tensor is") {
  const auto p = planned(with([](auto& s) { s.target = "(8,8):(1,8)"; }));
  REQUIRE(p);
  REQUIRE(p->launch.target);
  CHECK(p->launch.target_elements == 64);
  for (std::int64_t i = 0; i < 64; ++i) {
    const auto from = p->launch.partition(i), to = (*p->launch.target)(i);
    CHECK(to == from / 8 + from % 8 * 8);
  }
  CHECK(planned({.kernel = Kernel::layout, .partition = "(4,8,2):(16,2,1)", .target = "(4,8,2):(1,8,4)"})->launch.target_elements == 64);
}

TEST_CASE("every refusal names the field and what would work") {
  CHECK(refusal({}) == "The launch has no tensor yet.");
  CHECK(refusal({.tensor = "(8,8)"}) == "The launch has no tile yet.");
  CHECK(refusal({.tensor = "(8,8)", .tile = "(4,4)"}) == "The launch has no threads yet.");
  CHECK(refusal({.kernel = Kernel::layout}) == "The launch has no partition yet.");
  CHECK(refusal(with([](auto& s) { s.kernel = Kernel::tiled_copy; })) == "The launch has no values yet.");
  CHECK(refusal(with([](auto& s) { s.tensor = "Q"; })).starts_with("tensor Q: "));
  CHECK(refusal(with([](auto& s) { s.tensor = "<4,4>"; })) == "The tensor must be a layout or a tensor, such as (8,8):(8,1).");
  CHECK(refusal(with([](auto& s) { s.tensor = "make_identity_tensor((8,8))"; })) ==
        "The tensor must map to elements; the indices of (8,8):(1@0,1@1) are coordinates. Use (8,8):(8,1).");
  CHECK(refusal(with([](auto& s) { s.tensor = "(16384,16384)"; })) ==
        "A trace holds up to 134217728 elements; the tensor spans 268435456. Take a slice or a smaller tensor.");
  CHECK(refusal(with([](auto& s) { s.threads = "3"; })).starts_with("The threads"));
  CHECK(refusal(with([](auto& s) { s.threads = "Swizzle<1,0,1> o 0 o (2,4):(4,1)"; })) ==
        "The threads must be a layout without a swizzle, such as (2,4):(4,1).");
  CHECK(refusal(with([](auto& s) { s.step = "1"; })) == "The step must name each mode of the threads with 1 or X, such as (1,X).");
  CHECK(refusal(with([](auto& s) { s.step = "(X,X)"; })) == "The step (X,X) leaves out every mode of the threads.");
  CHECK(refusal(with([](auto& s) {
          s.kernel = Kernel::inner_partition;
          s.values = "(3,1)";
        })) == "The values <3,1> do not divide the tile (4,4).");
  CHECK(refusal(with([](auto& s) { s.tile = "(3,4)"; })) == "The threads <2,4> do not divide the tile (3,4).");
  for (const auto* tile : {"(0,4)", "(X,4)", "LayoutLeft", "(4,-4)"})
    CHECK(refusal(with([&](auto& s) { s.tile = tile; })) == "The tile must be a shape, a tiler or a layout, such as (4,4) or <4:1,4:1>.");
  CHECK(refusal({.tensor = "((3,4),8):((32,8),1)", .tile = "(12,8)", .threads = "((2,3),2):((6,2),1)"})
            .ends_with("of the tile, so their places are not a layout."));
  CHECK(refusal({.kernel = Kernel::layout, .partition = "(4,8):(8,1)"}) ==
        "A partition is a layout of rank 3, (block, thread, value) -> element; (4,8):(8,1) has rank 2.");
  CHECK(refusal({.kernel = Kernel::layout, .partition = "(0,8,2):(16,2,1)", .grid = "5", .block_dims = "8"}) ==
        "A launch needs a partition with elements; this one has a mode of size 0.");
  CHECK(refusal(with([](auto& s) { s.grid = "(2,0)"; })) ==
        "The grid must be one to three numbers from 1 on, such as 4 or (2,2), not (2,0).");
  CHECK(refusal(with([](auto& s) { s.grid = "(1,2,3,4)"; })) ==
        "The grid must be one to three numbers from 1 on, such as 4 or (2,2), not (1,2,3,4).");
  CHECK(refusal(with([](auto& s) { s.grid = "(1,65536)"; })) ==
        "The grid (1,65536,1) is too large: a device takes up to 2147483647 blocks in x, and 65535 in y and in z.");
  CHECK(refusal(with([](auto& s) { s.grid = "2147483648"; })).starts_with("The grid 2147483648 is too large"));
  CHECK(refusal(with([](auto& s) { s.grid = "(65536,65535)"; })) ==
        "The grid (65536,65535,1) is too large: a trace numbers up to 2147483647 blocks.");
  CHECK(refusal(with([](auto& s) { s.block_dims = "(64,32)"; })) ==
        "The block (64,32,1) is too large: a device takes up to 1024 threads, up to 64 of them in z.");
  CHECK(refusal(with([](auto& s) { s.block_dims = "(1,1,65)"; })).starts_with("The block (1,1,65) is too large"));
  CHECK(refusal(with([](auto& s) { s.access_bytes = 3; })) == "An access moves 1, 2, 4, 8 or 16 bytes, not 3.");
  CHECK(refusal(with([](auto& s) { s.target = "(8,4):(4,1)"; })) == "The target (8,4):(4,1) must have the tensor's shape (8,8).");
  CHECK(refusal(with([](auto& s) {
          s.target = "(8,8):(1,8)";
          s.shared_memory = true;
        })).starts_with("A target is for tensors in global memory"));
  CHECK(refusal({.kernel = Kernel::layout, .partition = "(4,8,2):(16,2,1)", .target = "(8,8,1):(1,8,0)"}) ==
        "The target (8,8,1):(1,8,0) must have as many blocks, threads and values as the partition (4,8,2):(16,2,1).");
}

TEST_CASE("what a launch moves and where is what the tensor says, if the form does not") {
  const auto of = [](const char* tensor, std::optional<bool> shared = std::nullopt, const char* target = "") {
    const auto p = planned(with([&](LaunchForm& s) {
      s.tensor = tensor;
      s.shared_memory = shared;
      s.target = target;
    }));
    REQUIRE(p);
    return *p;
  };
  const auto typed = of("make_tensor(make_smem_ptr<half_t>(ptr), (8,8):(8,1))");
  CHECK(typed.element.name == "f16");
  CHECK(typed.launch.element_bytes == 2);
  CHECK(typed.launch.shared_memory);
  CHECK_FALSE(of("make_tensor(make_smem_ptr<half_t>(ptr), (8,8):(8,1))", false).launch.shared_memory);
  CHECK_FALSE(of("make_tensor(make_smem_ptr<half_t>(ptr), (8,8):(8,1))", std::nullopt, "(8,8):(1,8)").launch.shared_memory);
  const auto untyped = of("(8,8):(8,1)");
  CHECK(untyped.element.name == "f32");
  CHECK(untyped.launch.element_bytes == 4);
  CHECK_FALSE(untyped.launch.shared_memory);
  CHECK(of("(8,8):(8,1)", true).launch.shared_memory);
  const auto swizzled = of("Sw<1,4,3>_smem_ptr[16b](0x0) o (8,8):(8,1)");
  CHECK(swizzled.launch.element_bytes == 2);
  CHECK(swizzled.launch.swizzle == algebra::Swizzle{1, 3, 3});
  CHECK(of("gmem_ptr[64b](0x0) o (8,8):(8,1)").launch.element_bytes == 8);
}

TEST_CASE("a launch has so many accesses as are allowed, and says how many more would do") {
  const auto accesses = [](const char* grid) { return with([&](auto& s) { s.grid = grid, s.block_dims = "1024"; }); };
  // 2147483647 x 1024 threads x 2 values.
  CHECK(refusal(accesses("2147483647")) ==
        "The launch is too long: 2147483647 blocks of 1024 threads with 2 values each are 4398046509056 accesses, and up to 1073741824 are "
        "run. Take fewer blocks, threads or values, or raise the limit: in the window with View, Limits; on the command line with "
        "--accesses.");
  CHECK(refusal(accesses("524289")).starts_with("The launch is too long: 524289 blocks"));
  CHECK(refusal(accesses("524288")) == "a plan");
  limit_launch_accesses(524287 * 2048);
  CHECK(refusal(accesses("524288")).starts_with("The launch is too long: "));
  limit_launch_accesses(std::int64_t{1} << 42);
  CHECK(refusal(accesses("2147483647")) == "a plan");
  limit_launch_accesses(usual_launch_accesses);
}
