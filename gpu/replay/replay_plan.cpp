#include "gpu/replay/replay_plan.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/hardware/matrix_descriptor.hpp"
#include "algebra/hardware/tiled.hpp"
#include "algebra/hardware/tma_bytes.hpp"
#include "algebra/layout/arithmetic_tuple.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/layout/rounding.hpp"
#include "gpu/flow/lanes.hpp"
#include "gpu/flow/places.hpp"
#include "gpu/flow/same_steps.hpp"
#include "gpu/flow/step_kinds.hpp"
#include "gpu/replay/replay_operands.hpp"

namespace gpu {
namespace {

using algebra::MemorySpace;
using algebra::Message;
using algebra::message;
using algebra::most_shared_bytes;
using Kind = FlowStep::Kind;
using Does = ReplayStep::Does;
using PartMemory = ReplayPart::Memory;

constexpr std::int64_t most_register_bytes = 64 << 10, most_global_bytes = std::int64_t{1} << 31, most_table = std::int64_t{1} << 27,
                       most_traces = std::int64_t{1} << 26;
constexpr std::int64_t shared_alignment = 1024, global_alignment = 256, group_threads = 128;

using Refused = ReplayRefused;

class Planner {
 public:
  explicit Planner(const Flow& flow) : flow_(flow), same_(flow) {}

  ReplayPlan plan() {
    p_.flow = &flow_;
    p_.threads = flow_.threads;
    rooms_.resize(flow_.tensors.size());
    if (!flow_.unclear.empty()) throw Refused{flow_.unclear.front()};
    p_.order = order_of(flow_);
    std::size_t steps = 0;
    for (const auto& role : flow_.roles) {
      p_.first_trace.push_back(steps);
      steps += role.steps.size();
      if (role.cut_short) throw Refused{message("It has more steps than are supported.")};
    }
    p_.first_trace.push_back(steps);
    if (steps == 0) throw Refused{message("It has no step that is supported.")};
    if (p_.order.size() < steps) throw Refused{message("It waits for an event that never occurs: {}", waiting())};
    if (static_cast<std::int64_t>(steps * p_.threads) > most_traces)
      throw Refused{message("It has {} steps of {} threads: use a smaller problem.", steps, p_.threads)};
    p_.role_of.assign(p_.threads, -1);
    for (std::size_t r = 0; r < flow_.roles.size(); ++r)
      for (const auto t : flow_.roles[r].threads) p_.role_of[t] = static_cast<std::int32_t>(r);
    find_threads();
    const auto operands = find_operands(flow_, p_);
    for (std::size_t r = 0; r < flow_.roles.size(); ++r) {
      auto& role = p_.roles.emplace_back();
      for (std::size_t s = 0; s < flow_.roles[r].steps.size(); ++s) role.push_back(step(r, s));
    }
    place_memory();
    std::vector<std::int64_t> begins;
    for (const auto& r : rooms_) begins.push_back(r.begin);
    fill_operands(flow_, operands, begins, p_);
    return std::move(p_);
  }

 private:
  /// A tensor's memory during planning.
  struct Room {
    std::int64_t elements = 0, begin = 0;
  };

  const FlowTensor& tensor(int i) const { return flow_.tensors[static_cast<std::size_t>(i)]; }
  Room& room_of(int i) { return rooms_[static_cast<std::size_t>(i)]; }

  std::string waiting() const {
    std::vector<std::size_t> done(flow_.roles.size());
    for (const auto& o : p_.order) ++done[o.role];
    for (std::size_t r = 0; r < done.size(); ++r)
      if (done[r] < flow_.roles[r].steps.size())
        return fmt::format("{}: {}", flow_.roles[r].steps[done[r]].line, flow_.roles[r].steps[done[r]].text);
    return {};
  }

  /// Finds the threads that use each part, as others may have no place in it, and the tensors that a step does more with than set them:
  /// predicates have no such steps.
  void find_threads() {
    for (const auto& role : flow_.roles)
      for (const auto& s : role.steps)
        for (const auto& part : s.parts) {
          auto& uses = users_[part.get()];
          uses.resize(p_.threads);
          for (const auto t : gpu::doing(role.threads, s.by)) uses[t] = true;
          if (s.kind != Kind::fill) used_tensors_.insert(part->tensor);
        }
  }

  std::size_t room_in_tables(std::int64_t numbers) {
    const auto begin = p_.tables.size();
    if (static_cast<std::int64_t>(begin) + numbers > most_table)
      throw Refused{message("Its steps move too many elements to be run: use a smaller problem.")};
    p_.tables.resize(begin + static_cast<std::size_t>(numbers), -1);
    return begin;
  }

  /// Returns the part's elements by thread and value.
  int part(const FlowStep& s, std::size_t which) {
    const auto* of = s.parts[which].get();
    if (const auto it = parts_.find(of); it != parts_.end()) return it->second;
    const auto& t = tensor(of->tensor);
    if (t.memory == MemorySpace::tensor) throw Refused{message("line {}: tensor memory needs Blackwell, and is not run", s.line)};
    if (t.bits % 8 != 0) throw Refused{message("line {}: elements of {} bits are not run", s.line, t.bits)};
    ReplayPart made{.memory = !of->modes.empty() || t.memory == MemorySpace::global ? PartMemory::global
                              : t.memory == MemorySpace::shared                     ? PartMemory::shared
                                                                                    : PartMemory::registers,
                    .tensor = of->tensor,
                    .bytes = t.bits / 8};
    const auto& users = users_[of];
    const checking::Part places(*of, t);
    for (std::size_t thread = 0; thread < p_.threads; ++thread)
      if (users[thread]) made.values = std::max(made.values, places.size(thread));
    made.table = room_in_tables(made.values * static_cast<std::int64_t>(p_.threads));
    auto& room = room_of(of->tensor);
    for (std::size_t thread = 0; thread < p_.threads; ++thread) {
      if (!users[thread]) continue;
      for (std::int64_t v = 0, n = places.size(thread); v < n; ++v) {
        const auto index = places.index ? (*places.index)(thread, v) : index_of(of->tensor, places, thread, v);
        if (index < 0 || index > std::int64_t{1} << 30) {
          // Elements that a predicate excludes may have any place.
          if (made.memory == PartMemory::global) continue;
          throw Refused{message("line {}: {} is at {}, outside of its memory", s.line, of->text, index)};
        }
        if (made.memory != PartMemory::global) room.elements = std::max(room.elements, index + 1);
        p_.tables[made.table + static_cast<std::size_t>(v) * p_.threads + thread] = static_cast<std::int32_t>(index);
      }
    }
    p_.parts.push_back(made);
    return parts_[of] = static_cast<int>(p_.parts.size()) - 1;
  }
  /// Returns the index of an element of a TMA copy, which has only coordinates.
  std::int64_t index_of(int of, const checking::Part& places, std::size_t thread, std::int64_t v) const {
    std::int64_t coordinate = 0, scale = 1;
    for (std::size_t m = 0; m < places.modes.size(); ++m) {
      const auto at = places.modes[m](thread, v);
      if (at < 0 || at >= places.extents[m]) return -1;
      coordinate += at * scale;
      scale *= places.extents[m];
    }
    return at_coordinate(of, coordinate);
  }
  std::int64_t at_coordinate(int of, std::int64_t coordinate) const { return tensor(of).outer(tensor(of).layout(coordinate)); }

  /// Returns whether the elements of each `unit` values are adjacent and aligned to their bytes.
  bool side_by_side(const ReplayPart& part, std::int64_t unit) const {
    if (part.values % unit != 0) return false;
    for (std::size_t t = 0; t < p_.threads; ++t)
      for (std::int64_t v = 0; v < part.values; v += unit) {
        const auto first = p_.index_of(part, t, v);
        if (first < 0) continue;
        if (part.memory != PartMemory::registers && first % unit != 0) return false;
        for (std::int64_t i = 1; i < unit; ++i)
          if (p_.index_of(part, t, v + i) != first + i) return false;
      }
    return true;
  }

  /// Sets the threads that do a step: all threads of the role, or one of each warp or of the block, whatever its role.
  void set_threads(const FlowStep& s, ReplayStep& made) {
    if (s.by == FlowStep::By::threads) return;
    auto leaders = gpu::doing(flow_.roles[made.role].threads, s.by);
    const auto number = same_.number(made.role, made.number);
    std::erase_if(leaders, [&](std::size_t t) { return is_led_by_another(flow_, same_, made.role, number, t); });
    std::string key;
    for (const auto t : leaders) key += fmt::format("{},", t);
    const auto [it, added] = leaders_.try_emplace(key, 0);
    if (added) {
      it->second = room_in_tables(static_cast<std::int64_t>(p_.threads));
      for (const auto t : leaders) p_.tables[it->second + t] = 1;
    }
    made.threads = static_cast<std::int64_t>(it->second);
  }

  ReplayStep step(std::size_t r, std::size_t i) {
    const auto& s = flow_.roles[r].steps[i];
    ReplayStep made{.role = r, .number = i, .n = s.n};
    set_threads(s, made);
    const auto& kind = kind_of(s);
    if (!kind.not_run.empty()) throw Refused{Message(kind.not_run, {algebra::operand(s.line), algebra::operand(s.text)})};
    if (!kind.ptx.empty() || !kind.code.empty()) made.does = Does::orders;
    if (kind.has_named_barrier()) made.barrier = named(s.barrier);
    if (kind.has_mbarrier()) made.barrier = slot(s.barrier);
    if (s.kind == Kind::copy) copy(s, made);
    if (s.kind == Kind::gemm) product(s, made);
    if (s.kind == Kind::combine) {
      // axpby with alpha 1 and beta 0 copies x to y.
      made.parts = {part(s, 0), part(s, 1), -1};
      move(s, made, 1);
    }
    if (s.kind == Kind::fill) {
      if (s.number != 0.0 && used_tensors_.contains(s.parts[0]->tensor))
        throw Refused{message("line {}: {} is set to a number that may not be zero, which is not run", s.line, s.parts[0]->text)};
      made.does = Does::fill, made.parts[0] = part(s, 0);
    }
    return made;
  }

  int named(const std::string& barrier) {
    // 0 is the block's barrier.
    if (barrier.empty()) return 0;
    constexpr int most = 15;
    const auto it = named_.try_emplace(barrier, static_cast<int>(named_.size()) + 1).first;
    if (it->second > most) throw Refused{message("It has more named barriers than a block has: {}.", most)};
    return it->second;
  }
  int slot(const std::string& barrier) {
    const auto it = barriers_.try_emplace(barrier, static_cast<int>(barriers_.size())).first;
    p_.barriers = static_cast<std::int64_t>(barriers_.size());
    return it->second;
  }

  void copy(const FlowStep& s, ReplayStep& made) {
    if (s.atom && s.atom->tma) return copy_by_tma(s, made);
    made.parts = {part(s, 0), part(s, 1), -1};
    std::optional<Instruction> instruction;
    if (s.atom) {
      instruction = instruction_of(*s.atom->traits);
      if (!instruction) throw Refused{message("line {}: {} is not run", s.line, algebra::name_of(*s.atom->traits))};
    }
    predicate(s, made);
    if (!instruction || instruction->kind == Instruction::Kind::access) return move(s, made, instruction ? instruction->bytes : 1);
    const auto &from = p_.parts[static_cast<std::size_t>(made.parts[0])], &to = p_.parts[static_cast<std::size_t>(made.parts[1])];
    const auto it = std::ranges::find(p_.copies, *instruction);
    made.instruction = static_cast<int>(it - p_.copies.begin());
    if (it == p_.copies.end()) p_.copies.push_back(*instruction);
    if (from.bytes != to.bytes)
      throw Refused{message("line {}: {} copies elements of {} bytes to elements of {}", s.line, instruction->name, from.bytes, to.bytes)};
    if (instruction->kind == Instruction::Kind::async_copy) {
      made.does = Does::async_copy;
      made.unit = instruction->bytes / from.bytes;
      if (made.unit < 1 || from.values != to.values || !side_by_side(from, made.unit) || !side_by_side(to, made.unit))
        throw Refused{message("line {}: {} copies {} bytes at once, which do not lie side by side there", s.line, instruction->name,
                              instruction->bytes)};
      return;
    }
    made.does = instruction->kind == Instruction::Kind::load_matrix ? Does::load_matrix : Does::store_matrix;
    // A thread gives the address of a row, and receives 32 bits of each matrix.
    const auto &rows = made.does == Does::load_matrix ? from : to, &own = made.does == Does::load_matrix ? to : from;
    made.unit = matrix_row_bytes / rows.bytes;
    const auto each = 4 * instruction->matrices / own.bytes;
    if (rows.memory != PartMemory::shared || rows.values % made.unit != 0 || own.values % each != 0 ||
        rows.values / made.unit != own.values / each || !side_by_side(rows, made.unit))
      throw Refused{
          message("line {}: {} takes rows of {} bytes, which do not lie side by side there", s.line, instruction->name, matrix_row_bytes)};
  }

  /// Plans loads and stores of the instruction's number of elements, where they are adjacent.
  void move(const FlowStep& s, ReplayStep& made, int bytes) {
    const auto &from = p_.parts[static_cast<std::size_t>(made.parts[0])], &to = p_.parts[static_cast<std::size_t>(made.parts[1])];
    made.does = Does::access;
    if (from.values != to.values)
      throw Refused{message("line {}: it copies {} elements of each thread to {}", s.line, from.values, to.values)};
    if (from.bytes != to.bytes) {
      if (std::min(from.bytes, to.bytes) != 2 || std::max(from.bytes, to.bytes) != 4)
        throw Refused{message("line {}: from elements of {} bits to elements of {} is not run", s.line, from.bytes * 8, to.bytes * 8)};
      made.does = Does::convert;
      return;
    }
    for (auto unit = std::min<std::int64_t>(16, bytes) / from.bytes; unit > 1; unit /= 2)
      if (side_by_side(from, unit) && side_by_side(to, unit) && register_aligned(from, unit) && register_aligned(to, unit)) {
        made.unit = static_cast<int>(unit);
        return;
      }
  }
  /// Returns whether the part is aligned in registers, which begin at multiples of 16 bytes.
  bool register_aligned(const ReplayPart& part, std::int64_t unit) const {
    if (part.memory != PartMemory::registers) return true;
    for (std::size_t t = 0; t < p_.threads; ++t)
      for (std::int64_t v = 0; v < part.values; v += unit)
        if (const auto first = p_.index_of(part, t, v); first >= 0 && first % unit != 0) return false;
    return true;
  }

  void predicate(const FlowStep& s, ReplayStep& made) {
    if (s.predicate == nullptr) return;
    const auto values = p_.parts[static_cast<std::size_t>(made.parts[0])].values;
    made.predicate = static_cast<std::int64_t>(room_in_tables(values * static_cast<std::int64_t>(p_.threads)));
    for (const auto t : flow_.roles[made.role].threads)
      for (std::int64_t v = 0; v < values; ++v)
        p_.tables[static_cast<std::size_t>(made.predicate + v * static_cast<std::int64_t>(p_.threads)) + t] = (*s.predicate)(t, v) ? 1 : -1;
  }

  void copy_by_tma(const FlowStep& s, ReplayStep& made) {
    const auto& tma = *s.atom->tma;
    const bool stores = s.parts[0]->modes.empty();
    const auto by = algebra::copy_instruction(tma.traits);
    if (by.architecture != 90 || by.adds || by.multicast || algebra::product(tma.cluster).value != 1 || tma.coordinate_divisor != 1)
      throw Refused{message("line {}: {} of several blocks, or one that adds, is not run", s.line, tma.traits.name)};
    if (const auto refused = algebra::refused_by_driver(tma.map); !refused.empty())
      throw Refused{message("line {}: {}", s.line, refused[0])};
    made.does = stores ? Does::tma_store : Does::tma_load;
    made.parts = {part(s, 0), part(s, 1), -1};
    if (!stores) made.barrier = slot(s.barrier);
    if (!stores && s.barrier.empty()) throw Refused{message("line {}: the barrier that the copy completes is not known", s.line)};
    const auto& global = *s.parts[stores ? 1 : 0];
    const auto& shared = *s.parts[stores ? 0 : 1];
    const auto map = std::ranges::find_if(map_of_, [&](const auto& m) { return m.first == global.tensor && m.second == tma.map; });
    made.map = static_cast<int>(map - map_of_.begin());
    if (map == map_of_.end()) map_of_.emplace_back(global.tensor, tma.map);
    const auto each = algebra::elements_per_instruction(tma);
    const auto values = p_.parts[static_cast<std::size_t>(made.parts[0])].values;
    if (each <= 0 || values % each != 0) throw Refused{message("line {}: {} elements are not whole boxes of {}", s.line, values, each)};
    made.boxes = values / each;
    made.unit = tma.map.rank;
    made.box = room_in_tables(made.boxes * static_cast<std::int64_t>(p_.threads) * box_numbers);
    const auto& t = tensor(global.tensor);
    const auto coordinates = algebra::tma_tensor(tma, tma.tensor.layout.shape());
    const checking::Part places(global, t);
    const auto& form = shared.index;
    for (const auto thread : gpu::doing(flow_.roles[made.role].threads, s.by))
      for (std::int64_t b = 0; b < made.boxes; ++b) {
        std::int64_t coordinate = 0, scale = 1;
        for (std::size_t m = 0; m < places.modes.size(); ++m) {
          coordinate += places.modes[m](thread, b * each) * scale;
          scale *= places.extents[m];
        }
        const auto of =
            algebra::sum(*coordinates.coordinate, algebra::index_of(algebra::IntTuple(algebra::Int{coordinate, true}), coordinates.layout));
        auto* box = &p_.tables[made.box + (static_cast<std::size_t>(b) * p_.threads + thread) * box_numbers];
        std::size_t d = 0;
        of.for_each_integer([&](algebra::Int x) {
          if (d + 1 < box_numbers) box[d++] = static_cast<std::int32_t>(x.value);
        });
        // The offset before the swizzle, which uses the address.
        const auto& f = form.forms[form.form[thread]];
        box[box_numbers - 1] =
            static_cast<std::int32_t>((form.start[thread] + f.outer.start + f.layout(b * each)) * tensor(shared.tensor).bits / 8);
      }
  }

  void product(const FlowStep& s, ReplayStep& made) {
    if (s.parts.size() > 3) throw Refused{message("line {}: products with scale factors are not run", s.line)};
    made.overwrites = s.overwrites;
    const auto lanes = lanes_of(s);
    const auto thread = flow_.roles[made.role].threads.front();
    const auto size_of = [&](std::size_t operand, int mode) {
      const auto& f = *s.parts[operand];
      const auto& l = (f.modes.empty() ? f.index : f.modes.front()).layout(thread);
      return algebra::rank(l) > mode ? algebra::size(algebra::mode(l, mode)) : std::int64_t{1};
    };
    if (!s.mma || lanes == 1) {
      if (s.mma && s.mma->atom.traits->operands[2].place == algebra::MmaTraits::Place::tensor)
        throw Refused{message("line {}: {} needs Blackwell, and is not run", s.line, s.mma->atom.traits->name)};
      const int first = s.mma ? 1 : 0;
      made.does = Does::fused;
      made.parts = {part(s, 0), part(s, 1), part(s, 2)};
      made.rests = {size_of(0, first), size_of(1, first), size_of(0, first + 1)};
      const auto& c = p_.parts[static_cast<std::size_t>(made.parts[2])];
      if (made.rests[0] * made.rests[1] != c.values) throw Refused{message("line {}: the operands do not form a product", s.line)};
      return;
    }
    const auto instruction = mma_instruction(s.mma->atom);
    if (!instruction) throw Refused{message("line {}: {}", s.line, instruction.error())};
    const auto& traits = *s.mma->atom.traits;
    made.does = instruction->warpgroup ? Does::wgmma : Does::mma;
    const auto it = std::ranges::find(p_.traits, &traits);
    made.instruction = static_cast<int>(it - p_.traits.begin());
    if (it == p_.traits.end() || majors_[static_cast<std::size_t>(made.instruction)] != s.mma->atom.arguments) {
      made.instruction = static_cast<int>(p_.mmas.size());
      p_.mmas.push_back(*instruction);
      p_.traits.push_back(&traits);
      majors_.push_back(s.mma->atom.arguments);
    }
    made.rests = {size_of(0, 1), size_of(1, 1), size_of(0, 2)};
    made.parts = {part(s, 0), part(s, 1), part(s, 2)};
    const auto wanted = [&](std::size_t operand, std::int64_t first, std::int64_t second) {
      const auto values = algebra::size(algebra::mode(traits.operands[operand].tv, 1)) * first * second;
      if (p_.parts[static_cast<std::size_t>(made.parts[operand])].values != values)
        throw Refused{message("line {}: the operands of the gemm do not have the parts that {} has", s.line, traits.name)};
    };
    wanted(0, made.rests[0], made.rests[2]);
    wanted(1, made.rests[1], made.rests[2]);
    wanted(2, made.rests[0], made.rests[1]);
    if (instruction->a_described)
      made.described[0] = descriptors(s, *s.parts[0], made.rests[0] * made.rests[2], instruction->a_major, instruction->a);
    if (instruction->b_described)
      made.described[1] = descriptors(s, *s.parts[1], made.rests[1] * made.rests[2], instruction->b_major, instruction->b);
  }

  /// Plans the descriptors of each group of 128 threads for each of its instructions, as if the tensor were at byte 0 of shared memory.
  std::int64_t descriptors(const FlowStep& s, const FlowPart& part, std::int64_t count, algebra::Major major, const MmaType& type) {
    if (const auto it = described_.find(&part); it != described_.end()) return it->second;
    const auto begin = static_cast<std::int64_t>(p_.descriptors.size());
    const auto groups = (static_cast<std::int64_t>(p_.threads) + group_threads - 1) / group_threads;
    const auto& users = users_[&part];
    for (std::int64_t g = 0; g < groups; ++g) {
      const auto first =
          std::find(users.begin() + g * group_threads,
                    users.begin() + std::min<std::int64_t>((g + 1) * group_threads, static_cast<std::int64_t>(users.size())), true);
      const auto thread = static_cast<std::size_t>(first - users.begin());
      if (thread >= users.size() || static_cast<std::int64_t>(thread) / group_threads != g) {
        p_.descriptors.insert(p_.descriptors.end(), static_cast<std::size_t>(count), 0);
        continue;
      }
      const auto& f = part.index.forms[part.index.form[thread]];
      algebra::Tensor there{.layout = f.layout, .type = type.type, .memory = MemorySpace::shared};
      if (const auto* swizzle = f.outer.only_swizzle()) {
        there.swizzled_pointer = true;
        there.outer = algebra::OuterFunction{*swizzle, {{part.index.start[thread], true}, 0}};
      } else if (f.outer.function) {
        throw Refused{message("line {}: {} is composed with more than a swizzle, which is not run", s.line, part.text)};
      } else {
        there.offset = part.index.start[thread] + f.outer.start;
      }
      auto made = algebra::attempt([&] { return algebra::make_descriptors(algebra::MatrixDescriptor::Of::gmma, major, there); });
      if (!made) throw Refused{message("line {}: {}", s.line, made.error().message)};
      for (std::int64_t i = 0; i < count; ++i)
        p_.descriptors.push_back(algebra::advanced(*made->descriptors->at, made->offset + made->layout(i)).bits);
    }
    bases_.emplace_back(begin, static_cast<std::int64_t>(p_.descriptors.size()), part.tensor);
    return described_[&part] = begin;
  }

  /// Assigns each tensor its bytes.
  void place_memory() {
    std::int64_t global = 0, shared = 0, registers = 0;
    for (std::size_t i = 0; i < flow_.tensors.size(); ++i) {
      const auto& t = flow_.tensors[i];
      auto& room = rooms_[i];
      const auto bytes = [&](std::int64_t elements) { return elements * t.bits / 8; };
      if (t.memory == MemorySpace::global) {
        for (const auto& part : p_.parts)
          if (part.tensor == static_cast<int>(i)) room.elements = std::max(room.elements, most_of(part) + 1);
        auto size = bytes(room.elements);
        for (const auto& [tensor, map] : map_of_)
          if (tensor == static_cast<int>(i)) size = std::max(size, bytes_of(map));
        room.begin = global;
        global += algebra::round_up(size, global_alignment);
      } else if (t.memory == MemorySpace::shared) {
        room.begin = shared;
        shared += algebra::round_up(bytes(room.elements), shared_alignment);
      } else {
        constexpr std::int64_t register_alignment = 16;
        room.begin = registers;
        registers += algebra::round_up(bytes(room.elements), register_alignment);
      }
    }
    p_.barriers_begin = shared;
    p_.shared_bytes = shared + p_.barriers * 8;
    p_.register_bytes = std::max<std::int64_t>(16, registers);
    if (p_.shared_bytes + shared_alignment > most_shared_bytes)
      throw Refused{message("It takes {} bytes of shared memory, and a block has {}.", p_.shared_bytes, most_shared_bytes)};
    if (registers > most_register_bytes) throw Refused{message("Its threads have {} bytes in registers.", registers)};
    if (global > most_global_bytes) throw Refused{message("Its matrices take {} bytes: use a smaller problem.", global)};
    for (auto& part : p_.parts) part.begin = room_of(part.tensor).begin;
    for (const auto& [tensor, map] : map_of_) p_.maps.push_back({map, room_of(tensor).begin});
    for (const auto& [from, to, tensor] : bases_)
      for (auto i = from; i < to; ++i)
        p_.descriptors[static_cast<std::size_t>(i)] += static_cast<std::uint64_t>(room_of(tensor).begin / 16);
    for (auto& role : p_.roles)
      for (auto& s : role)
        if (s.boxes > 0) {
          const auto& shared_part = p_.parts[static_cast<std::size_t>(s.parts[s.does == Does::tma_store ? 0 : 1])];
          for (std::size_t b = 0; b < static_cast<std::size_t>(s.boxes) * p_.threads; ++b)
            p_.tables[s.box + b * box_numbers + box_numbers - 1] += static_cast<std::int32_t>(shared_part.begin);
        }
    p_.global.assign(static_cast<std::size_t>(global), 0xEE);
  }
  std::int64_t most_of(const ReplayPart& part) const {
    std::int64_t most = -1;
    for (std::int64_t i = 0; i < part.values * static_cast<std::int64_t>(p_.threads); ++i)
      most = std::max<std::int64_t>(most, p_.tables[part.table + static_cast<std::size_t>(i)]);
    return most;
  }
  static std::int64_t bytes_of(const algebra::TensorMap& map) {
    auto bytes = algebra::round_up(map.global_dim[0] * map.element_bits / 8, algebra::tma_coordinate_bytes);
    for (std::size_t d = 1; d < static_cast<std::size_t>(map.rank); ++d) bytes += (map.global_dim[d] - 1) * map.global_stride[d];
    return bytes;
  }

  static constexpr std::size_t box_numbers = algebra::TensorMap::max_rank + 1;
  const Flow& flow_;
  SameSteps same_;
  ReplayPlan p_;
  std::unordered_map<const FlowPart*, std::vector<bool>> users_;
  std::set<int> used_tensors_{};
  std::unordered_map<const FlowPart*, int> parts_;
  std::unordered_map<const FlowPart*, std::int64_t> described_;
  std::vector<std::tuple<std::int64_t, std::int64_t, int>> bases_;  ///< descriptors from, up to, and their tensor
  std::vector<Room> rooms_;                                         ///< by tensor
  std::map<std::string, int> named_, barriers_;
  std::map<std::string, std::size_t> leaders_;
  std::vector<std::pair<int, algebra::TensorMap>> map_of_;
  std::vector<std::string> majors_;
};

}  // namespace

tl::expected<ReplayPlan, Message> plan_replay(const Flow& flow) {
  try {
    return Planner(flow).plan();
  } catch (const Refused& r) {
    return tl::unexpected(r.why);
  }
}

}  // namespace gpu
