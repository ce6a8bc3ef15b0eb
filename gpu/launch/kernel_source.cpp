#include "gpu/launch/kernel_source.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace gpu {
namespace {

constexpr std::int64_t static_shared_bytes = 48 << 10;  // more must be dynamic

std::string layout_text(const Axis& axis, std::int64_t count) {
  std::string shape, stride;
  std::int64_t before = 1;
  for (int l = 0; l < axis.leaves; ++l) {
    const auto extent = l + 1 == axis.leaves ? (count + before - 1) / before : std::int64_t{axis.leaf.shape[l]};
    before *= axis.leaf.shape[l];
    shape += fmt::format("{}{}", l > 0 ? "," : "", extent);
    stride += fmt::format("{}{}", l > 0 ? "," : "", axis.leaf.stride[l]);
  }
  if (axis.leaves == 0) return fmt::format("{}:0", count);
  return axis.leaves == 1 ? shape + ":" + stride : fmt::format("({}):({})", shape, stride);
}

std::string mapping_text(const LaunchShape& w, const Mapping& m) {
  auto text = fmt::format("({}, {}, {})", layout_text(m.block, w.blocks), layout_text(m.thread, w.threads), layout_text(m.value, w.values));
  if (m.offset != 0) text = fmt::format("{} + {}", m.offset, text);
  if (m.swizzle_bits != 0) text = fmt::format("Swizzle<{},{},{}> of {}", m.swizzle_bits, m.swizzle_base, m.swizzle_shift, text);
  return text;
}

/// Returns the offset of a coordinate, in constants, "(block % 2) * 32 + block / 2 * 4"; "0" if it is always 0.
std::string offset_text(const Axis& axis, std::int64_t count, const std::string& coordinate) {
  std::string text;
  std::int64_t before = 1;
  for (int l = 0; l < axis.leaves; ++l) {
    const std::int64_t shape = axis.leaf.shape[l], stride = axis.leaf.stride[l];
    const bool last = l + 1 == axis.leaves || before * shape >= count;
    auto part = before > 1 ? fmt::format("{} / {}", coordinate, before) : coordinate;
    if (!last) part = fmt::format("{} % {}", before > 1 ? "(" + part + ")" : part, shape);
    if (stride != 0 && (!last || before < count)) {
      const bool bare = part == coordinate;
      text += fmt::format("{}{}", text.empty() ? "" : " + ",
                          stride == 1 && bare ? part
                          : stride == 1       ? "(" + part + ")"
                                              : fmt::format("{} * {}", bare ? part : "(" + part + ")", stride));
    }
    if (last) break;
    before *= shape;
  }
  return text.empty() ? "0" : text;
}

const char* element_type(int bytes) {
  switch (bytes) {
    case 1: return "unsigned char";
    case 2: return "unsigned short";
    case 4: return "unsigned int";
    case 8: return "unsigned long long";
    default: return "uint4";
  }
}

/// Returns whether each coordinate of an axis certainly has a different offset: each stride exceeds the reach of all smaller ones.
bool all_differ(const Axis& axis, std::int64_t count) {
  std::vector<std::pair<std::int64_t, std::int64_t>> modes;  // stride, extent
  std::int64_t before = 1;
  for (int l = 0; l < axis.leaves; ++l) {
    const auto left = (count + before - 1) / before;
    modes.emplace_back(std::abs(axis.leaf.stride[l]), l + 1 == axis.leaves ? left : std::min<std::int64_t>(left, axis.leaf.shape[l]));
    before *= axis.leaf.shape[l];
  }
  std::sort(modes.begin(), modes.end());
  std::int64_t reach = 0;
  for (const auto& [stride, extent] : modes) {
    if (extent == 1) continue;
    if (stride <= reach) return false;
    reach += stride * (extent - 1);
  }
  return count == 1 || axis.leaves > 0;
}

/// Returns the two functions that move an access: one PTX instruction each, so that the compiler neither joins nor splits the layout's
/// accesses. `volatile` where it could otherwise merge equal accesses: always in shared memory, and in global memory if a thread returns to
/// an element. With `guarded`, a lane may sit out, without a branch.
std::string memory_functions(const char* space, int bytes, bool is_volatile, bool guarded, const char* value = "Access") {
  const bool shared = std::string_view(space) == "shared";
  const auto* address = shared ? "unsigned" : "const void*";
  const auto* place = shared ? "r" : "l";
  const int parts = bytes == 8 ? 2 : bytes == 16 ? 4 : 1;
  const auto* field = bytes == 2 ? "h" : "r";
  const auto type = fmt::format("{}{}.{}u{}", is_volatile ? "volatile." : "", space, parts == 1 ? "" : fmt::format("v{}.", parts),
                                parts == 1 ? bytes * 8 : 32);
  std::string registers, outputs, inputs;
  for (int i = 0; i < parts; ++i) {
    const auto comma = i > 0 ? ", " : "";
    const auto name = parts == 1 ? std::string("a") : fmt::format("a.{}", "xyzw"[i]);
    registers += fmt::format("{}%{}", comma, i);
    outputs += fmt::format("{}\"{}{}\"({})", comma, guarded ? "+" : "=", field, name);
    inputs += fmt::format("{}\"{}\"({})", comma, field, name);
  }
  if (parts > 1) registers = "{" + registers + "}";
  const auto at = fmt::format("%{}", parts), active = fmt::format("%{}", parts + 1);
  const auto instruction = [&](const std::string& what) {
    return guarded ? fmt::format("{{ .reg .pred p; setp.ne.s32 p, {}, 0; @p {} }}", active, what) : what;
  };
  const auto* parameter = guarded ? ", int active" : "";
  const auto* argument = guarded ? ", \"r\"(active)" : "";
  return fmt::format(
      "__device__ __forceinline__ {10} load_{0}({1} at{2}) {{\n"
      "  {10} a{3};\n"
      "  asm volatile(\"{4}\" : {5} : \"{6}\"(at){7} : \"memory\");\n"
      "  return a;\n"
      "}}\n"
      "__device__ __forceinline__ void store_{0}({1} at, {10} a{2}) {{\n"
      "  asm volatile(\"{8}\" :: {9}, \"{6}\"(at){7} : \"memory\");\n"
      "}}\n",
      space, address, parameter, guarded ? " = {}" : "", instruction(fmt::format("ld.{} {}, [{}];", type, registers, at)), outputs, place,
      argument, instruction(fmt::format("st.{} [{}], {};", type, at, registers)), inputs, value);
}

/// Returns operands of asm statements, "%1, %2".
std::string operands(int from, int count) {
  std::string text;
  for (int i = from; i < from + count; ++i) text += fmt::format("{}%{}", i > from ? ", " : "", i);
  return text;
}

/// Returns one ldmatrix or stmatrix: the registers of this lane, and the address of a row in shared memory.
std::string matrix_function(const Instruction& i) {
  const int n = i.matrices;
  const bool load = i.kind == Instruction::Kind::load_matrix;
  std::string registers;
  for (int k = 0; k < n; ++k) registers += fmt::format("{}\"{}r\"(r[{}])", k > 0 ? ", " : "", load ? "=" : "", k);
  const auto list = [&](int from) { return "{" + operands(from, n) + "}"; };
  if (load)
    return fmt::format(
        "__device__ __forceinline__ void load_matrices(unsigned row, unsigned (&r)[{}]) {{\n"
        "  asm volatile(\"{} {}, [%{}];\" : {} : \"r\"(row) : \"memory\");\n"
        "}}\n",
        n, ptx_of(i), list(0), n, registers);
  return fmt::format(
      "__device__ __forceinline__ void store_matrices(unsigned row, const unsigned (&r)[{}]) {{\n"
      "  asm volatile(\"{} [%0], {};\" :: \"r\"(row), {} : \"memory\");\n"
      "}}\n",
      n, ptx_of(i), list(1), registers);
}

/// Returns one cp.async, and the wait for all of a thread's. With `guarded`, a lane may sit out.
std::string async_functions(const Instruction& i, bool guarded) {
  auto copy = fmt::format("{} [%0], [%1], {}{};", ptx_of(i), i.bytes, i.zero_filling ? ", %2" : "");
  if (guarded) copy = fmt::format("{{ .reg .pred p; setp.ne.s32 p, %{}, 0; @p {} }}", i.zero_filling ? 3 : 2, copy);
  return fmt::format(
      "__device__ __forceinline__ void copy_async(unsigned to, const void* from{}) {{\n"
      "  asm volatile(\"{}\" :: \"r\"(to), \"l\"(from){}{} : \"memory\");\n"
      "}}\n"
      "__device__ __forceinline__ void wait_for_copies() {{\n"
      "  asm volatile(\"cp.async.commit_group; cp.async.wait_group 0;\" ::: \"memory\");\n"
      "}}\n",
      guarded ? ", int active" : "", copy, i.zero_filling ? fmt::format(", \"r\"({})", i.bytes) : "", guarded ? ", \"r\"(active)" : "");
}

const char* access_type(int bytes) { return bytes == 16 ? "uint4" : bytes == 8 ? "uint2" : bytes == 2 ? "unsigned short" : "unsigned int"; }

class KernelWriter {
 public:
  explicit KernelWriter(const LaunchShape& w) : w_(w), wide_(needs_wide(w)) {}

  std::string text() {
    head();
    function("from", w_.from);
    if (!w_.same_place && !w_.shared_memory) function("to", w_.to);
    if (w_.shared_memory) function("staging", w_.staging);
    if (predicated()) inside_function();
    if (by_matrix()) function("row", w_.rows, w_.requests() * (matrix_row_bytes / w_.element_bytes));
    const auto bytes = w_.element_bytes * w_.width;
    // The compiler could drop a load whose value no lane stores.
    const bool comes_back =
        !w_.shared_memory && !(all_differ(w_.from.value, w_.values) && (w_.same_place || all_differ(w_.to.value, w_.values)));
    if (by_matrix()) {
      text_ += memory_functions("global", 4, false, false, "unsigned");
      text_ += memory_functions("shared", bytes, true, false);
      text_ += matrix_function(w_.instruction);
    } else {
      text_ += memory_functions("global", bytes, comes_back || guarded(), !w_.shared_memory && guarded());
      if (w_.shared_memory || async()) text_ += memory_functions("shared", bytes, true, guarded());
      if (async()) text_ += async_functions(w_.instruction, guarded());
    }
    text_ += fmt::format("\nextern \"C\" __global__ void __launch_bounds__({}) {}(const Element* source, Element* destination) {{\n",
                         w_.threads, kernel_name);
    numbers();
    if (by_matrix()) matrix_body();
    else if (w_.shared_memory) shared_body();
    else global_body();
    text_ += "}\n";
    return std::move(text_);
  }

 private:
  /// Returns whether some offset may need more than 32 bits.
  static bool needs_wide(const LaunchShape& w) {
    constexpr auto most = std::int64_t{1} << 31;
    return !w.in_bounds || w.elements >= most || w.target_elements >= most || (w.shared_memory && w.touches() >= most);
  }
  const char* index() const { return wide_ ? "long long" : "int"; }
  bool by_matrix() const { return w_.instruction.by_matrix(); }
  bool async() const { return w_.instruction.kind == Instruction::Kind::async_copy; }
  int access_bytes() const { return w_.element_bytes * w_.width; }
  int unrolled() const { return accesses_in_flight(w_); }

  void head() {
    text_ += "// Made by Cutescope for this partition alone, its numbers as constants.\n";
    text_ += fmt::format("// (block, thread, value) -> element: {}\n", mapping_text(w_, w_.from));
    if (!w_.same_place && !w_.shared_memory) text_ += fmt::format("// the destination's:                  {}\n", mapping_text(w_, w_.to));
    if (!ptx_of(w_.instruction).empty()) text_ += fmt::format("// by {}\n", ptx_of(w_.instruction));
    text_ += fmt::format("// grid ({}, {}, {}), block ({}, {}, {}), {} value{} a thread, {} byte{} an access\n", w_.grid.x, w_.grid.y,
                         w_.grid.z, w_.block.x, w_.block.y, w_.block.z, w_.values, w_.values == 1 ? "" : "s", w_.element_bytes * w_.width,
                         w_.element_bytes * w_.width == 1 ? "" : "s");
    text_ += fmt::format("typedef {} Element;   // {} byte{}\n", element_type(w_.element_bytes), w_.element_bytes,
                         w_.element_bytes == 1 ? "" : "s");
    text_ += fmt::format("typedef {} Access;   // {} element{} at once\n\n", access_type(w_.element_bytes * w_.width), w_.width,
                         w_.width == 1 ? "" : "s");
  }

  void function(const char* name, const Mapping& m) { function(name, m, w_.values); }
  void function(const char* name, const Mapping& m, std::int64_t values) {
    std::string sum;
    const auto add = [&](const std::string& part) {
      if (part != "0") sum += (sum.empty() ? "" : " + ") + part;
    };
    if (m.offset != 0) add(fmt::format("{}", m.offset));
    add(offset_text(m.block, w_.blocks, "block"));
    add(offset_text(m.thread, w_.threads, "thread"));
    add(offset_text(m.value, values, "value"));
    if (sum.empty()) sum = "0";
    text_ += fmt::format("__device__ __forceinline__ {0} {1}({0} block, {0} thread, {0} value) {{\n", index(), name);
    if (m.swizzle_bits == 0) {
      text_ += fmt::format("  return {};\n", sum);
    } else {
      const auto ones = (std::uint64_t{1} << m.swizzle_bits) - 1;
      const auto mask = ones << (m.swizzle_base + std::max(0, m.swizzle_shift));
      text_ += fmt::format("  const {} sum = {};\n", index(), sum);
      if (!w_.in_bounds) text_ += "  if (sum < 0) return sum;\n";
      text_ += fmt::format("  return sum ^ ((sum & {}{}) {} {});   // Swizzle<{},{},{}>\n", mask, wide_ ? "LL" : "",
                           m.swizzle_shift >= 0 ? ">>" : "<<", std::abs(m.swizzle_shift), m.swizzle_bits, m.swizzle_base, m.swizzle_shift);
    }
    text_ += "}\n";
  }

  /// Writes the test of the coordinates in modes that tiles do not divide against the tensor's shape.
  void inside_function() {
    text_ += fmt::format(
        "// elem_less(coordinate, shape): the others are beyond the end.\n"
        "__device__ __forceinline__ bool inside({0} block, {0} thread, {0} value) {{\n  return ",
        index());
    for (int g = 0; g < w_.guards.count; ++g) {
      std::string sum;
      const auto add = [&](const std::string& part) {
        if (part != "0") sum += (sum.empty() ? "" : " + ") + part;
      };
      add(offset_text(w_.guards.axis(g, 0), w_.blocks, "block"));
      add(offset_text(w_.guards.axis(g, 1), w_.threads, "thread"));
      add(offset_text(w_.guards.axis(g, 2), w_.values, "value"));
      text_ += fmt::format("{}{} < {}", g > 0 ? " && " : "", sum.empty() ? "0" : sum, w_.guards.limit[g]);
    }
    text_ += ";\n}\n";
  }

  void numbers() {
    std::string block = "blockIdx.x", thread = "threadIdx.x";
    if (w_.grid.y * w_.grid.z > 1) block = fmt::format("blockIdx.x + {} * (blockIdx.y + {} * blockIdx.z)", w_.grid.x, w_.grid.y);
    if (w_.block.y * w_.block.z > 1) thread = fmt::format("threadIdx.x + {} * (threadIdx.y + {} * threadIdx.z)", w_.block.x, w_.block.y);
    text_ += fmt::format("  const {} block = {};\n  const {} thread = {};\n", index(), block, index(), thread);
  }

  /// Writes the loops over groups of accesses, and within a group; `body` gets the value's expression and the group's index.
  void group_head(bool through_registers = true) {
    text_ += fmt::format("  for (int first = 0; first < {}; first += {}) {{   // accesses, {} in flight\n", w_.accesses(), unrolled(),
                         unrolled());
    // With a known range of `first`, NVRTC 13.0 computes parts of 64-bit offsets in unsigned 32 bits: a negative part then leads 4 GiB
    // away.
    if (wide_ && w_.accesses() > unrolled())
      text_ += "    asm volatile(\"\" : \"+r\"(first));   // could be any number: NVRTC 13.0 goes wrong where it knows better\n";
    if (through_registers) text_ += fmt::format("    Access moved[{}];\n", unrolled());
  }
  /// Returns whether lanes may have to sit out.
  bool guarded() const { return !w_.in_bounds; }
  bool predicated() const { return w_.guards.count > 0; }
  std::string predicate(const char* thread) const { return predicated() ? fmt::format("inside(block, {}, value) && ", thread) : ""; }
  const char* others() const { return predicated() ? "the others are beyond the end" : "the others are out of bounds"; }

  /// Writes one unrolled loop over the group: `statement` uses `value` and moved[k].
  void in_group(const std::string& prepare, const std::string& statement) {
    text_ += fmt::format("#pragma unroll\n    for (int k = 0; k < {}; ++k) {{\n", unrolled());
    text_ += fmt::format("      const {} value = {};\n", index(), w_.width == 1 ? "first + k" : fmt::format("(first + k) * {}", w_.width));
    text_ += prepare;
    if (w_.accesses() % unrolled() != 0) text_ += fmt::format("      if (first + k < {})\n  ", w_.accesses());
    text_ += fmt::format("      {}\n    }}\n", statement);
  }
  static std::string inside(const char* name, std::int64_t elements) { return fmt::format("{0} >= 0 && {0} < {1}", name, elements); }

  void global_body() {
    std::string ends, active;
    const char *here = "from(block, thread, value)", *there = w_.same_place ? here : "to(block, thread, value)";
    if (guarded()) {
      ends = fmt::format("      const long long here = {};\n", here);
      if (!w_.same_place) ends += fmt::format("      const long long there = {};\n", there);
      ends += fmt::format("      const int active = {}{}{};   // {}\n", predicate("thread"), inside("here", w_.elements),
                          w_.same_place ? "" : " && " + inside("there", w_.target_elements), others());
      here = "here";
      there = w_.same_place ? here : "there";
      active = ", active";
    }
    if (async()) {
      text_ += fmt::format("  __shared__ __align__(128) unsigned char memory[{}];\n", unrolled() * w_.threads * access_bytes());
      text_ +=
          fmt::format("  const unsigned waiting = (unsigned)__cvta_generic_to_shared(memory) + (unsigned)thread * {};\n", access_bytes());
    }
    group_head();
    if (async()) {
      const auto place = fmt::format("waiting + k * {}", w_.threads * access_bytes());
      in_group(ends, fmt::format("copy_async({}, source + {}{});", place, here, active));
      text_ += "    wait_for_copies();\n";
      in_group(ends, fmt::format("moved[k] = load_shared({}{});", place, active));
    } else {
      in_group(ends, fmt::format("moved[k] = load_global(source + {}{});", here, active));
    }
    in_group(ends, fmt::format("store_global(destination + {}, moved[k]{});", there, active));
    if (async()) text_ += "    __syncthreads();\n";
    text_ += "  }\n";
  }

  void shared_head() {
    const auto bytes = shared_bytes(w_);
    if (bytes > static_shared_bytes) text_ += "  extern __shared__ __align__(128) unsigned char memory[];\n";
    else text_ += fmt::format("  __shared__ __align__(128) unsigned char memory[{}];\n", bytes);
    text_ += fmt::format("  const unsigned shared = (unsigned)__cvta_generic_to_shared(memory){};\n",
                         w_.begins != 0 ? fmt::format(" + {}", w_.begins) : "");
  }
  void between() {
    text_ += "  __syncthreads();\n";
    text_ += w_.partner(0) == 0 ? fmt::format("  const {} partner = thread;\n", index())
                                : fmt::format("  const {} partner = (thread + 32) % {};   // whose values another warp has written\n",
                                              index(), w_.threads);
  }
  std::string in_bytes(const std::string& element) const {
    return w_.element_bytes == 1 ? fmt::format("shared + (unsigned){}", element)
                                 : fmt::format("shared + (unsigned){} * {}", element, w_.element_bytes);
  }

  /// Registers go to shared memory by plain accesses and come back by ldmatrix, or go by stmatrix and come back by plain accesses.
  void matrix_body() {
    shared_head();
    const bool load = w_.instruction.kind == Instruction::Kind::load_matrix;
    if (load) plain_loop("thread", true);
    else matrix_loop("thread", false);
    between();
    if (load) matrix_loop("partner", true);
    else plain_loop("partner", false);
  }

  /// Moves one register of a matrix at a time, in as many pieces as the layout splits it into.
  void plain_loop(const char* thread, bool store) {
    const int word = w_.staged_values(), pieces = word / w_.width, bits = 8 * access_bytes();
    std::string through;
    for (int p = 0; p < pieces; ++p) {
      const auto at = in_bytes(fmt::format("from(block, {}, value{})", thread, p > 0 ? fmt::format(" + {}", p * w_.width) : ""));
      const auto shift = p > 0 ? fmt::format(" {} {}", store ? ">>" : "<<", p * bits) : "";
      through += store ? fmt::format("    store_shared({}, (Access)(moved{}));\n", at, shift)
                       : fmt::format("    moved |= (unsigned)load_shared({}){};\n", at, shift);
    }
    text_ +=
        fmt::format("  for (int k = 0; k < {}; ++k) {{   // registers\n    const {} value = k * {};\n", w_.values / word, index(), word);
    if (store)
      text_ +=
          "    // global memory\n    const unsigned moved = load_global(source + staging(block, thread, value));\n    // shared memory\n" +
          through;
    else
      text_ += "    unsigned moved = 0;\n    // shared memory\n" + through +
               "    // global memory\n    store_global(destination + staging(block, thread, value), moved);\n";
    text_ += "  }\n";
  }

  void matrix_loop(const char* thread, bool load) {
    const int matrices = w_.instruction.matrices;
    const auto row = in_bytes(fmt::format("row(block, {}, k * {})", thread, matrix_row_bytes / w_.element_bytes));
    const auto registers = [&](const char* statement) {
      return fmt::format(
          "    // global memory\n#pragma unroll\n    for (int i = 0; i < {0}; ++i) {{\n"
          "      const {1} value = (k * {0} + i) * {2};\n      {3}\n    }}\n",
          matrices, index(), w_.staged_values(), statement);
    };
    text_ += fmt::format("  for (int k = 0; k < {}; ++k) {{   // instructions\n    unsigned r[{}];\n", w_.requests(), matrices);
    if (load)
      text_ += fmt::format("    // shared memory\n    load_matrices({}, r);\n", row) +
               registers("store_global(destination + staging(block, thread, value), r[i]);");
    else
      text_ += registers("r[i] = load_global(source + staging(block, thread, value));") +
               fmt::format("    // shared memory\n    store_matrices({}, r);\n", row);
    text_ += "  }\n";
  }

  void shared_body() {
    shared_head();
    const auto ends = [&](const char* thread) {
      return guarded() ? fmt::format("      const long long here = from(block, {}, value);\n      const int active = {}{};   // {}\n",
                                     thread, predicate(thread), inside("here", w_.elements), others())
                       : std::string{};
    };
    const auto place = [&](const char* thread) {
      return in_bytes(guarded() ? std::string("here") : fmt::format("from(block, {}, value)", thread));
    };
    const auto* active = guarded() ? ", active" : "";
    group_head(!async());
    if (async()) {
      in_group(ends("thread"), fmt::format("copy_async({}, source + staging(block, thread, value){});", place("thread"), active));
      text_ += "  }\n  wait_for_copies();\n";
    } else {
      in_group("", "moved[k] = load_global(source + staging(block, thread, value));");
      in_group(ends("thread"), fmt::format("store_shared({}, moved[k]{});", place("thread"), active));
      text_ += "  }\n";
    }
    between();
    group_head();
    in_group(ends("partner"), fmt::format("moved[k] = load_shared({}{});", place("partner"), active));
    in_group("", "store_global(destination + staging(block, thread, value), moved[k]);");
    text_ += "  }\n";
  }

  const LaunchShape& w_;
  bool wide_;
  std::string text_;
};

}  // namespace

int accesses_in_flight(const LaunchShape& w) {
  const int bytes = w.element_bytes * w.width;
  int most = 32 / std::max(4, bytes) * 4;
  // Data that cp.async brings from global memory waits in shared memory, of which every device has 48 KiB.
  if (w.instruction.kind == Instruction::Kind::async_copy && !w.shared_memory)
    most = std::clamp(most, 1, std::max(1, (32 << 10) / (w.threads * bytes)));
  return std::max(1, std::min(w.accesses(), most));
}

std::string kernel_source(const LaunchShape& w) { return w.instruction.by_box() ? tma_source(w.instruction.ctas) : KernelWriter(w).text(); }

std::int64_t shared_bytes(const LaunchShape& w) {
  return w.shared_memory ? std::max<std::int64_t>(16, w.elements * w.element_bytes + w.begins) : 0;
}

}  // namespace gpu
