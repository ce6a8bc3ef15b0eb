#include "app/launch/launch_kernel.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "algebra/code/cpp_literals.hpp"
#include "algebra/layout/advice.hpp"
#include "algebra/layout/mode_list.hpp"
#include "algebra/layout/operations.hpp"
#include "app/launch/guard_text.hpp"

namespace app {
namespace {

using algebra::ComposedLayout;
using algebra::IntTuple;
using algebra::Layout;
using algebra::TiledCopy;
using algebra::Value;
using algebra::code::cpp_of;

/// Returns the value of a field, which the plan has already evaluated successfully.
Value value_of(const SheetEvaluator& evaluator, const std::string& expression) {
  auto e = evaluator.evaluate(expression);
  return e ? std::move(e->value) : Value{};
}

/// Returns the layout of a value; a shape counts as the layout of that shape.
Layout layout_from(const Value& v) {
  if (const auto* shape = std::get_if<IntTuple>(&v)) return algebra::make_layout(*shape);
  return layout_of(v).value_or(Layout());
}
Layout static_layout(const Value& v) { return algebra::all_known(layout_from(v)); }
/// Makes the layouts of tiled copies and MMAs static, as they are types in CuTe, and drops their thread.
Value static_tiled(Value v) {
  if (auto* copy = std::get_if<TiledCopy>(&v)) {
    copy->layout_tv = algebra::all_known(copy->layout_tv);
    copy->tiler = algebra::all_known(copy->tiler);
    copy->thread.reset();
  } else if (auto* mma = std::get_if<algebra::TiledMma>(&v)) {
    mma->thr_layout_mnk = algebra::all_known(mma->thr_layout_mnk);
    mma->permutations = algebra::all_known(mma->permutations);
    mma->thread.reset();
  }
  return v;
}
/// Returns a static tiler or thread layout. A kernel needs them static, even where the sheet's integers are dynamic.
std::string static_tiler(const Value& v) {
  if (const auto* tiler = std::get_if<algebra::Tiler>(&v)) return cpp_of(algebra::all_known(*tiler));
  if (const auto* shape = std::get_if<IntTuple>(&v)) return cpp_of(algebra::all_known(algebra::tiler_of(*shape)));
  return cpp_of(static_layout(v));
}

bool power_of_two(std::int64_t n) { return n >= 0 && (n & (n - 1)) == 0; }

/// Returns true if CuTe can partition the layout under a swizzle: bits of coordinates must remain bits of indices.
bool can_be_cut(const Layout& layout) {
  return std::ranges::all_of(algebra::flat_modes(layout),
                             [](const auto& m) { return power_of_two(m.shape.value) && power_of_two(m.stride.value); });
}

/// The ways to move the elements of a thread.
enum class Move : std::uint8_t {
  elements,  ///< one by one, by coordinate
  plain,     ///< copy(from, to)
  atom,      ///< copy(tiled_copy, from, fragment), copy(tiled_copy, fragment, to)
  ldmatrix,  ///< copy(tiled_copy, shared, fragment), copy(fragment, to)
  stmatrix,  ///< copy(from, fragment), copy(tiled_copy, fragment, shared), copy(shared, to)
  cp_async,  ///< copy(tiled_copy, from, shared), copy(shared, to)
};

struct Parameter {
  std::string type, name, value;
  std::string type_of() const { return fmt::format("decltype({})", name); }
};

class LaunchSource {
 public:
  LaunchSource(const SheetEvaluator& evaluator, const LaunchSettings& s, const gpu::LaunchPlan& plan)
      : evaluator_(evaluator), s_(s), plan_(plan), launch_(plan.launch), by_layout_(walks_layout(s, plan)) {
    if (!by_layout_ && s.kernel != gpu::Kernel::inner_partition) threads_ = static_tiled(value_of(evaluator, s.threads));
    choose_move();
    choose_layouts();
  }

  KernelText text() {
    const auto body = by_layout_ ? layout_body() : partition_body();
    KernelText t;
    std::string types, taken;
    for (const auto& p : parameters_) {
      const auto* comma = types.empty() ? "" : ", ";
      types += fmt::format("{}class {}", comma, p.type);
      taken += fmt::format(", {} {}", p.type, p.name);
      t.definitions += fmt::format("  auto {} = {};\n", p.name, p.value);
      t.types += fmt::format("{}{}", comma, p.type_of());
      t.arguments += comma + p.name;
    }
    t.kernel = fmt::format(
        "template <{}>\n__global__ void copy_kernel(Element const* source, Element* destination, Trace trace{}) {{\n"
        "  int const block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);\n"
        "  int const thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);\n{}}}",
        types, taken, body);
    if (launch_.shared_memory) t.bytes = "elements * sizeof(Element)";
    else if (move_ == Move::cp_async) t.bytes = fmt::format("{} * sizeof(Element)", algebra::size(plan_.partition.tile));
    return t;
  }

 private:
  /// Returns true if the launch loads matrices; the trace is of the registers then, else of the memory.
  bool loads_matrices() const { return launch_.instruction.kind == gpu::Instruction::Kind::load_matrix; }
  const TiledCopy* given_copy() const { return std::get_if<TiledCopy>(&threads_); }
  std::int64_t access_bits() const { return std::int64_t{8} * plan_.shape.width * launch_.element_bytes; }
  bool swizzled() const { return launch_.swizzle.bits != 0; }
  /// Returns true if the tile does not divide the tensor; elements beyond the end are not copied.
  bool predicated() const { return !launch_.guards.empty(); }
  bool counts_through() const { return predicated() && launch_.guards[0].mode < 0; }

  void choose_move() {
    move_ = Move::plain;
    if (swizzled()) {
      if (launch_.offset != 0) return by_elements("CuTe cuts swizzled layouts only where no offset is added before the swizzle");
      if (!can_be_cut(by_layout_ ? launch_.partition : plan_.tensor) || !can_be_cut(launch_.partition))
        return by_elements("CuTe cuts swizzled layouts only where every shape and stride is a power of two");
    }
    if (!plan_.shape.in_bounds && (!predicated() || by_layout_))
      return by_elements("some coordinates of the layout may lie beyond its memory");
    if (by_layout_ || s_.kernel != gpu::Kernel::tiled_copy) return;
    if (given_copy() == nullptr) {
      move_ = Move::atom;
      return;
    }
    // The plan guarantees that the tensor is contiguous and aligned for the instruction.
    using Kind = gpu::Instruction::Kind;
    const auto& instruction = launch_.instruction;
    const auto bits = given_copy()->atom.traits->bits();
    switch (instruction.kind) {
      case Kind::load_matrix: move_ = Move::ldmatrix; return;
      case Kind::store_matrix: move_ = Move::stmatrix; return;
      case Kind::async_copy:
        if (launch_.shared_memory)
          return by_plain(fmt::format("{} reads global memory, the tensor lives in shared memory", instruction.name));
        move_ = Move::cp_async;
        return;
      case Kind::tensor_copy:  // launch_program refuses it
      case Kind::access: break;
    }
    if (bits > 8 * launch_.element_bytes && access_bits() < bits) {
      by_plain(fmt::format("an access takes {} bits, the atom would take {}", access_bits(), bits));
    } else if (instruction.bytes == 0 && runs() && access_bits() < 128) {
      by_plain("the tensor is not aligned to 16 bytes, as the atom takes for granted");
    } else {
      move_ = Move::atom;
    }
  }
  void by_elements(std::string why) {
    move_ = Move::elements;
    why_ = std::move(why);
  }
  void by_plain(std::string why) {
    move_ = Move::plain;
    why_ = std::move(why);
  }

  /// Returns true if a thread has contiguous values, which a plain copy() would move at once.
  bool runs() const {
    return std::ranges::any_of(algebra::flat_modes(algebra::mode(launch_.partition, 2)),
                               [](const auto& m) { return m.shape.value > 1 && m.stride.value == 1; });
  }

  /// Returns true if the tensors may be dynamic. Their tiles are static nevertheless if each mode is one number and is divided by itself.
  bool may_be_dynamic() const {
    if (swizzled() || move_ == Move::cp_async || move_ == Move::ldmatrix || move_ == Move::stmatrix || atom_width() > 1) return false;
    if (by_layout_) return true;
    const auto flat = [](const IntTuple& shape) {
      if (shape.is_integer()) return true;
      for (int i = 0; i < shape.rank(); ++i)
        if (!shape.mode(i).is_integer()) return false;
      return true;
    };
    const auto tile = value_of(evaluator_, s_.tile);
    const auto* shape = std::get_if<IntTuple>(&tile);
    return shape != nullptr && flat(*shape) && flat(plan_.tensor.shape());
  }

  /// Returns the elements that the atom of a tiled copy moves at once.
  std::int64_t atom_width() const {
    if (move_ != Move::atom) return 1;
    if (given_copy() != nullptr) return std::max<std::int64_t>(1, given_copy()->atom.traits->bits() / 8 / launch_.element_bytes);
    // make_tiled_copy over threads and values moves the contiguous first values at once.
    const auto values = algebra::mode(algebra::mode(launch_.partition, 2), 0);
    const auto modes = algebra::flat_modes(algebra::coalesce(values));
    if (modes.empty() || modes[0].stride.value != 1) return 1;
    return std::gcd(modes[0].shape.value, std::int64_t{plan_.shape.width});
  }

  void choose_layouts() {
    const bool dynamic = may_be_dynamic();
    const auto take = [&](const Layout& l) { return dynamic ? l : algebra::all_known(l); };
    if (by_layout_) {
      source_ = s_.kernel == gpu::Kernel::layout ? take(layout_from(value_of(evaluator_, s_.partition))) : launch_.partition;
      target_ = launch_.target ? *launch_.target : source_;
    } else {
      source_ = take(plan_.tensor);
      target_ = launch_.target ? take(layout_from(value_of(evaluator_, s_.target))) : source_;
    }
  }

  std::string source_layout() const {
    return swizzled() ? cpp_of(ComposedLayout{algebra::OuterFunction{launch_.swizzle, {{launch_.offset, true}, 0}}, source_})
                      : cpp_of(source_);
  }
  /// Without a target the copy writes to the source's layout.
  std::string target_layout() const { return launch_.target ? cpp_of(target_) : source_layout(); }
  std::string plus_offset(std::string pointer) const {
    return swizzled() || launch_.offset == 0 ? pointer : fmt::format("{} + {}", pointer, launch_.offset);
  }

  std::string tensors(std::string_view modes) {
    parameters_.push_back({"LayoutS", "layout_S", source_layout()});
    parameters_.push_back({"LayoutD", "layout_D", target_layout()});
    std::string text;
    std::string pointer = "make_gmem_ptr(" + plus_offset("source") + ")";
    base_ = "source";
    if (move_ == Move::stmatrix) {
      text = fmt::format(
          "  extern __shared__ __align__(128) unsigned char shared_memory[];\n"
          "  Element* const stored = reinterpret_cast<Element*>(shared_memory);\n\n"
          "  Tensor G = make_tensor(make_gmem_ptr({}), layout_S);  // what the registers are filled from\n",
          plus_offset("source"));
      pointer = "make_smem_ptr(" + plus_offset("stored") + ")";
      base_ = "stored";
    } else if (launch_.shared_memory) {
      text =
          "  // The tensor lives in shared memory: each block fetches it first.\n"
          "  extern __shared__ __align__(128) unsigned char shared_memory[];\n"
          "  Element* const fetched = reinterpret_cast<Element*>(shared_memory);\n"
          "  for (int64_t i = thread; i < elements; i += threads) fetched[i] = source[i];\n"
          "  __syncthreads();\n";
      pointer = "make_smem_ptr(" + plus_offset("fetched") + ")";
      base_ = "fetched";
    }
    text += fmt::format("\n  Tensor S = make_tensor({}, layout_S);  // {}\n  Tensor D = make_tensor(make_gmem_ptr({}), layout_D);\n",
                        pointer, modes, launch_.target ? "destination" : plus_offset("destination"));
    return text;
  }

  /// Returns copy(by, from, to), or copy_if with the predicates.
  std::string copied(std::string_view by, std::string_view from, std::string_view to) const {
    const auto first = by.empty() ? std::string() : fmt::format("{}, ", by);
    return predicated() ? fmt::format("  copy_if({}tSpS, {}, {});\n", first, from, to)
                        : fmt::format("  copy({}{}, {});\n", first, from, to);
  }

  /// Returns the code of the predicates, one for each value of the thread, by its coordinates.
  std::string predicates(char side) {
    if (!predicated()) return {};
    const bool of_tile = std::ranges::any_of(launch_.guards, [](const auto& g) { return g.of_tile; });
    std::string text = "\n  // The tile does not divide the tensor: values whose coordinates are beyond the end are not copied.\n";
    if (of_tile)
      text += fmt::format(
          "  // Nor are those beyond the end of the tile, which this copy's or MMA's own tile does not divide.\n"
          "  Tensor cT = make_identity_tensor(product_each(shape(gC)));\n"
          "  Tensor tScT = {};\n",
          part("cT", side));
    return text + fmt::format(
                      "  Tensor tSpS = make_tensor<bool>(shape(tSgC));\n"
                      "  CUTE_UNROLL\n"
                      "  for (int i = 0; i < size(tSpS); ++i) tSpS(i) = elem_less(tSgC(i), shape(C)){};\n",
                      of_tile ? " && elem_less(tScT(i), shape(cT))" : "");
  }

  /// Returns copy(from, to) limited to the alignment of the pointers.
  std::string plain_copy(std::string_view from, std::string_view to) const {
    if (predicated()) return copied("", from, to);
    if (!runs() || access_bits() >= 128) return fmt::format("  copy({}, {});\n", from, to);
    return fmt::format("  copy(AutoVectorizingCopyWithAssumedAlignment<{}>{{}}, {}, {});\n", access_bits(), from, to);
  }
  std::string one_by_one(std::string_view from, std::string_view to) const {
    if (predicated()) return copied("", from, to);
    return fmt::format("  copy(AutoVectorizingCopyWithAssumedAlignment<8>{{}}, {}, {});\n", from, to);
  }
  std::string reason() const { return why_.empty() ? "" : fmt::format("  // {}.\n", std::string(1, upper(why_[0])) + why_.substr(1)); }
  static char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

  /// Returns a loop that moves and traces the values in bounds one by one.
  std::string checked_loop(std::string_view from, std::string_view to, std::string_view count) const {
    return fmt::format(
        "  for (int i = 0; i < {3}; ++i) {{\n{4}"
        "    int64_t const place = &{1} - {0}, target = &{2} - destination;\n"
        "    if (place < 0 || place >= elements || target < 0 || target >= target_elements) continue;\n"
        "    destination[target] = {0}[place];\n"
        "    trace.add(place, block, thread, i);\n"
        "  }}\n",
        base_, from, to, count, by_layout_ ? guard_text(launch_.guards, "    ", "i", "continue") : "");
  }

  std::string layout_body() {
    auto text = tensors("(block, thread, value)");
    text += reason();
    if (move_ == Move::elements) return text + checked_loop("S(block, thread, i)", "D(block, thread, i)", "values");
    return text +
           "  Tensor from = S(block, thread, _);\n"
           "  Tensor to = D(block, thread, _);\n" +
           plain_copy("from", "to") +
           fmt::format("  for (int i = 0; i < values; ++i) trace.add(&from(i) - {}, block, thread, i);\n", base_);
  }

  /// Returns a part of a tile by the launch's own function.
  std::string part(std::string_view tile, char side = 'S') const {
    switch (s_.kernel) {
      case gpu::Kernel::local_partition:
        return s_.step.empty() ? fmt::format("local_partition({}, thread_layout, thread)", tile)
                               : fmt::format("local_partition({}, thread_layout, thread, {})", tile, step_text());
      case gpu::Kernel::inner_partition: return fmt::format("inner_partition({}, value_tile, thread)", tile);
      case gpu::Kernel::outer_partition: return fmt::format("outer_partition({}, thread_tile, thread)", tile);
      case gpu::Kernel::tiled_copy: return fmt::format("thr_copy.partition_{}({})", side, tile);
      case gpu::Kernel::tiled_mma: return fmt::format("thr_mma.partition_{}({})", s_.values.empty() ? "C" : s_.values, tile);
      case gpu::Kernel::layout: break;
    }
    return {};
  }

  std::string step_text() const {
    const auto step = value_of(evaluator_, s_.step);
    return cpp_of(algebra::all_known(std::get<IntTuple>(step)));
  }

  std::string slice_text() {
    switch (s_.kernel) {
      case gpu::Kernel::local_partition:
        parameters_.push_back({"ThreadLayout", "thread_layout", cpp_of(static_layout(threads_))});
        return {};
      case gpu::Kernel::inner_partition:
        parameters_.push_back({"ValueTile", "value_tile", static_tiler(value_of(evaluator_, s_.values))});
        return {};
      case gpu::Kernel::outer_partition: parameters_.push_back({"ThreadTile", "thread_tile", static_tiler(threads_)}); return {};
      case gpu::Kernel::tiled_mma:
        parameters_.push_back({"TiledMma", "tiled_mma", cpp_of(threads_)});
        return "  ThrMMA thr_mma = tiled_mma.get_slice(thread);\n";
      case gpu::Kernel::tiled_copy: break;
      case gpu::Kernel::layout: return {};
    }
    auto copy = given_copy() != nullptr ? cpp_of(threads_) : std::string();
    if (copy.empty()) {
      const auto width = atom_width();
      const auto moved = width == 1 ? std::string("Element") : fmt::format("uint_bit_t<{}>", 8 * width * launch_.element_bytes);
      copy = fmt::format("make_tiled_copy(Copy_Atom<UniversalCopy<{}>, Element>{{}}, {}, {})", moved, cpp_of(static_layout(threads_)),
                         cpp_of(static_layout(value_of(evaluator_, s_.values))));
    }
    parameters_.push_back({"TiledCopyS", "tiled_copy", copy});
    return "  ThrCopy thr_copy = tiled_copy.get_slice(thread);\n";
  }

  std::string partition_body() {
    auto text = tensors(algebra::rank(plan_.tensor) == 2 ? "(M,N)" : "the tensor");
    parameters_.push_back(
        {"Tiler", "tiler", static_tiler(whole_modes(algebra::tiler_of(value_of(evaluator_, s_.tile)).value(), plan_.tensor))});
    const char m = launch_.shared_memory ? 's' : 'g';
    const std::string s = fmt::format("{}S", m), ts = fmt::format("tS{}S", m);
    text += fmt::format("  Tensor C = {};  // the coordinates of S\n\n  // The tile of this block.\n",
                        algebra::rank(plan_.tensor) == 1 || counts_through() ? "make_tensor(counting_iterator<int>{}, make_layout(size(S)))"
                                                                             : "make_identity_tensor(product_each(shape(S)))");
    if (move_ != Move::elements)
      text += fmt::format("  Tensor {} = local_tile(S, tiler, block);\n  Tensor gD = local_tile(D, tiler, block);\n", s);
    text += "  Tensor gC = local_tile(C, tiler, block);\n\n  // This thread's part of it.\n" + slice_text();
    const char side = loads_matrices() ? 'D' : 'S';
    text += fmt::format("  Tensor tSgC = {};\n", part("gC", side)) + predicates(side);
    text += reason();
    if (!plan_.shape.in_bounds && !predicated()) return text + checked_loop("S(tSgC(i))", "D(tSgC(i))", "size(tSgC)");
    const auto* guard = predicated() ? "if (tSpS(i)) " : "";
    if (move_ == Move::elements) text += fmt::format("  for (int i = 0; i < size(tSgC); ++i) {}D(tSgC(i)) = S(tSgC(i));\n", guard);
    else text += fmt::format("  Tensor {} = {};\n", ts, part(s)) + moved(ts);
    return text + fmt::format("\n  for (int i = 0; i < size(tSgC); ++i) {}trace.add(&S(tSgC(i)) - {}, block, thread, i);\n", guard, base_);
  }

  std::string moved(const std::string& from) const {
    constexpr std::int64_t most_in_registers = 128;
    const bool fits = plan_.values() <= most_in_registers;
    if (move_ == Move::atom) {
      const auto to = fmt::format("  Tensor tSgD = {};\n", part("gD", 'D'));
      if (!fits) return to + copied("tiled_copy", from, "tSgD");
      return to + fmt::format("  Tensor tSrS = make_fragment_like({});\n", from) + copied("tiled_copy", from, "tSrS") +
             copied("tiled_copy", "tSrS", "tSgD");
    }
    if (move_ == Move::ldmatrix)
      return fmt::format(
                 "  Tensor tSgD = {};\n"
                 "  Tensor tSrD = make_fragment_like(tSgD);\n"
                 "  copy(tiled_copy, {}, tSrD);\n",
                 part("gD", 'D'), from) +
             one_by_one("tSrD", "tSgD");
    if (move_ == Move::stmatrix)
      return "  Tensor tSgS = thr_copy.partition_S(local_tile(G, tiler, block));\n"
             "  Tensor tSrS = make_fragment_like(tSgS);\n" +
             one_by_one("tSgS", "tSrS") +
             fmt::format(
                 "  copy(tiled_copy, tSrS, {});\n"
                 "  __syncthreads();\n"
                 "  Tensor tSgD = {};\n",
                 part("sS", 'D'), part("gD")) +
             one_by_one(from, "tSgD");
    if (move_ == Move::cp_async)
      return fmt::format(
                 "  extern __shared__ __align__(128) unsigned char shared_memory[];\n"
                 "  Tensor sD = make_tensor(make_smem_ptr(reinterpret_cast<Element*>(shared_memory)), make_layout_like(gS.layout()));\n"
                 "  Tensor tSsD = {};\n"
                 "  Tensor tSgD = {};\n",
                 part("sD", 'D'), part("gD", 'D')) +
             copied("tiled_copy", from, "tSsD") +
             "  cp_async_fence();\n"
             "  cp_async_wait<0>();\n"
             "  __syncthreads();\n" +
             one_by_one("tSsD", "tSgD");
    const auto to = fmt::format("  Tensor tSgD = {};\n", part("gD"));
    if (s_.kernel != gpu::Kernel::tiled_mma || !fits) return to + plain_copy(from, "tSgD");
    return to + fmt::format("  Tensor tSrS = make_fragment_like({});\n", from) + plain_copy(from, "tSrS") + plain_copy("tSrS", "tSgD");
  }

  const SheetEvaluator& evaluator_;
  const LaunchSettings& s_;
  const gpu::LaunchPlan& plan_;
  const gpu::Launch& launch_;
  bool by_layout_;
  Value threads_;
  Move move_ = Move::plain;
  std::string why_;  ///< why the move is not the one that the sheet specifies
  Layout source_, target_;
  std::string base_;
  std::vector<Parameter> parameters_;
};

}  // namespace

bool walks_layout(const LaunchSettings& s, const gpu::LaunchPlan& plan) {
  const auto& p = plan.launch.partition;
  return s.kernel == gpu::Kernel::layout || plan.blocks() != algebra::size(algebra::mode(p, 0)) ||
         plan.threads() != algebra::size(algebra::mode(p, 1));
}

KernelText kernel_text(const SheetEvaluator& evaluator, const LaunchSettings& s, const gpu::LaunchPlan& plan) {
  return LaunchSource(evaluator, s, plan).text();
}

}  // namespace app
