#include "algebra/reading/infer.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "algebra/layout/swizzle.hpp"
#include "algebra/reading/infer_equations.hpp"

namespace algebra {
namespace {

using inferring::Equations;
using inferring::Miss;
using inferring::Modes;

constexpr Swizzle no_swizzle{0, 4, 3};  // CuTe's spelling of the identity

/// Returns all swizzles that change a bit of these indices and differ on them from every smaller swizzle. Swizzles whose changed bits lie
/// above all of the indices are dropped once they are so far above that no carry of a layout reaches them.
std::vector<Swizzle> swizzles_for(std::span<const std::int64_t> values, std::size_t axes) {
  std::int64_t used = 0;
  for (const auto v : values) {
    if (v < 0) return {};
    used |= v;
  }
  const int width = std::bit_width(static_cast<std::uint64_t>(used));
  const int carries = 2 + std::bit_width(axes);
  std::vector<Swizzle> all;
  const auto add = [&](const Swizzle& s) {
    const auto y = yyy_mask(s), lowest = y & -y;
    const auto highest = std::int64_t{1} << (std::bit_width(static_cast<std::uint64_t>(y)) - 1);
    if ((used & lowest) != 0 && (used & highest) != 0) all.push_back(s);
  };
  for (int bits = 1; bits < width; ++bits)
    for (int shift = bits; shift + bits <= width; ++shift)
      for (int base = 0; base + shift + bits <= width; ++base) add({bits, base, shift});
  for (int bits = 1; bits <= width; ++bits)
    for (int shift = bits; shift <= width + carries; ++shift)
      for (int base = 0; base + bits <= width && base + shift <= width + carries; ++base) add({bits, base, -shift});
  return all;
}

IntTuple nested(IntTuple::View profile, const std::vector<IntTuple>& leaves, std::size_t& next) {
  if (!profile.is_tuple()) return leaves[next++];
  auto tuple = IntTuple::tuple({});
  for (const auto mode : profile.modes()) tuple.append(nested(mode, leaves, next));
  return tuple;
}

/// Nests the parts of each axis as the axes are nested.
IntTuple in_profile(const std::vector<IntTuple>& of_axes, const IntTuple& profile) {
  if (profile.rank() == 0) return of_axes.size() == 1 ? of_axes.front() : IntTuple::tuple(of_axes);
  std::size_t next = 0;
  return nested(profile, of_axes, next);
}

Layout layout_from(const Modes& modes, const IntTuple& profile) {
  const auto of = [&](auto part) {
    std::vector<IntTuple> leaves;
    for (const auto& axis : modes.axes) {
      std::vector<IntTuple> runs;
      for (const auto& run : axis) runs.emplace_back(Int{part(run), true});
      if (runs.empty()) runs.emplace_back(Int{part(inferring::Run{}), true});
      leaves.push_back(runs.size() == 1 ? runs.front() : IntTuple::tuple(runs));
    }
    return in_profile(leaves, profile);
  };
  return {of([](const auto& run) { return run.size; }), of([](const auto& run) { return run.stride; })};
}

/// A swizzle and the modes behind it, ordered by simplicity.
struct Answer {
  Swizzle swizzle = no_swizzle;
  Modes modes;
  auto rank() const { return std::tuple(modes.rank(), swizzle.bits, swizzle.shift < 0, std::abs(swizzle.shift), swizzle.base); }
  std::int64_t at(const std::vector<std::int64_t>& coordinate) const {
    auto index = modes.offset;
    for (std::size_t axis = 0; axis < coordinate.size(); ++axis) {
      auto rest = coordinate[axis];
      for (const auto& run : modes.axes[axis]) {
        index += rest % run.size * run.stride;
        rest /= run.size;
      }
    }
    return swizzle.bits == 0 ? index : apply(swizzle, index);
  }
  Value value(const IntTuple& profile) const {
    auto layout = layout_from(modes, profile);
    if (swizzle.bits == 0 && modes.offset == 0) return layout;
    return ComposedLayout{{.function = swizzle, .offset = {.value = {modes.offset, true}}}, std::move(layout)};
  }
};

/// The first cell at which the furthest attempts failed, and the values that they would have needed there.
struct Furthest {
  struct Need {
    Swizzle swizzle;
    std::int64_t value;
  };
  std::size_t cell = 0;
  std::vector<Need> needs{};
  Message reason{};

  void note(const Swizzle& swizzle, const Miss& miss) {
    if (!needs.empty() && miss.cell < cell) return;
    if (miss.cell > cell) needs.clear(), reason = {};
    cell = miss.cell;
    const auto value = swizzle.bits == 0 || miss.expected < 0 ? miss.expected : apply(swizzle, miss.expected);
    if (swizzle.bits == 0) reason = miss.reason;
    if (std::ranges::none_of(needs, [&](const Need& n) { return n.value == value; })) needs.push_back({swizzle, value});
  }
};

struct Decided {
  Answer answer;
  bool unique = true;
};

class Inference {
 public:
  explicit Inference(const Table& table, std::stop_token stop) : table_(table), stop_(std::move(stop)) {
    for (const auto& cell : table.cells) values_.push_back(cell.index);
  }

  tl::expected<Decided, NotInferred> run() {
    if (table_.whole()) {
      if (auto answer = whole()) return Decided{std::move(*answer)};
      // A grid shows all of its rows and columns, so no larger layout is tried.
      if (table_.of == Table::Of::grid) return tl::unexpected(refusal());
      furthest_ = {};
    }
    return with_gaps();
  }

 private:
  /// Finds the layout of a whole table: without a swizzle, else with the one that leaves the simplest layout.
  std::optional<Answer> whole() {
    std::vector<std::size_t> order(table_.cells.size());
    std::iota(order.begin(), order.end(), 0);
    if (table_.of != Table::Of::grid)
      std::ranges::sort(
          order, {}, [&](std::size_t i) -> const auto& { return table_.cells[i].coordinate; });
    std::vector<std::int64_t> values;
    for (const auto i : order) values.push_back(values_[i]);
    std::optional<Answer> best;
    const auto attempt = [&](const Swizzle& swizzle) {
      auto modes = inferring::whole_table(table_.extents, values, swizzle);
      if (!modes) return furthest_.note(swizzle, modes.error());
      Answer answer{swizzle, std::move(*modes)};
      if (!best || answer.rank() < best->rank()) best = std::move(answer);
    };
    attempt(no_swizzle);
    if (best) return best;
    for (const auto& swizzle : swizzles_for(values_, table_.extents.size())) {
      if (stop_.stop_requested()) break;
      attempt(swizzle);
    }
    return best;
  }

  tl::expected<Decided, NotInferred> with_gaps() {
    std::int64_t work = 0;
    bool too_large = false;
    std::optional<Answer> best;
    bool unique = true;
    std::vector<Equations> shapes;
    for (const auto& extents : extents_to_try()) shapes.emplace_back(extents, table_.cells, work);
    std::vector<std::int64_t> values(values_);
    const auto attempt = [&](const Swizzle& swizzle) {
      for (std::size_t i = 0; i < values.size() && swizzle.bits != 0; ++i) values[i] = apply(swizzle, values_[i]);
      for (auto& shape : shapes) {
        auto found = shape.solve(values);
        too_large = too_large || shape.too_large();
        if (too_large) return;
        if (!found.simplest) {
          furthest_.note(swizzle, found.miss);
          continue;
        }
        Answer answer{swizzle, std::move(*found.simplest)};
        unique = unique && found.unique && (!best || same(*best, answer));
        if (!best || answer.rank() < best->rank()) best = std::move(answer);
      }
    };
    attempt(no_swizzle);
    if (!best && !too_large)
      for (const auto& swizzle : swizzles_for(values_, table_.extents.size())) {
        attempt(swizzle);
        if (too_large || stop_.stop_requested()) break;
      }
    if (too_large) return tl::unexpected(NotInferred{.message = too_large_message()});
    if (best) return Decided{std::move(*best), unique};
    return tl::unexpected(refusal());
  }

  static Message too_large_message() {
    return "Too many shapes and swizzles would have to be tried for this table. Use fewer cells, or fill in missing ones.";
  }

  /// Returns the extents to try: pairs may come from a larger layout than they show.
  std::vector<std::vector<std::int64_t>> extents_to_try() const {
    std::vector<std::vector<std::int64_t>> all{{}};
    std::int64_t product = 1;
    for (const auto e : table_.extents) product *= std::min<std::int64_t>(e, 1 << 20);
    const bool any = product <= 256;
    for (const auto extent : table_.extents) {
      std::vector<std::int64_t> sizes{extent};
      const auto power = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(extent)));
      if (table_.of == Table::Of::pairs && any)
        for (auto size = extent + 1; size < 2 * extent; ++size) sizes.push_back(size);
      else if (table_.of == Table::Of::pairs && power != extent) sizes.push_back(power);
      std::vector<std::vector<std::int64_t>> longer;
      for (const auto& begun : all)
        for (const auto size : sizes) {
          longer.push_back(begun);
          longer.back().push_back(size);
        }
      all = std::move(longer);
    }
    return all;
  }

  /// Returns whether both have the same values in all cells that the table leaves open.
  static bool same(const Answer& a, const Answer& b) {
    if (a.swizzle == b.swizzle) return a.modes == b.modes;
    std::vector<std::int64_t> sizes, at(a.modes.axes.size(), 0);
    for (std::size_t i = 0; i < at.size(); ++i) {
      sizes.push_back(a.modes.extent(i));
      if (b.modes.extent(i) != sizes.back()) return false;
    }
    for (std::size_t i = 0; i < at.size();) {
      if (a.at(at) != b.at(at)) return false;
      for (i = 0; i < at.size() && ++at[i] == sizes[i]; ++i) at[i] = 0;
    }
    return true;
  }

  NotInferred refusal() const {
    const auto& cell = table_.cells[furthest_.cell];
    Message needs;
    int count = 0;
    for (const auto& need : furthest_.needs) {
      const auto value = shown_index(need.value, table_);
      auto one =
          need.swizzle.bits == 0 ? Message::verbatim(value) : message("{} behind {}", value, to_string(Value(need.swizzle), Marks::plain));
      needs = needs.empty() ? std::move(one) : message("{} or {}", needs, one);
      if (++count == 3) break;
    }
    auto why = message("No layout, swizzled or not, makes {} at {} together with the cells before it: it would have to be {}.",
                       shown_index(cell.index, table_), name_of(cell, table_), needs);
    return {.cell = furthest_.cell, .message = Message::sequence(std::move(why), furthest_.reason)};
  }

  const Table& table_;
  std::stop_token stop_;
  std::vector<std::int64_t> values_;
  Furthest furthest_;
};

/// Returns the answer for a table, which reproduces all of its cells.
tl::expected<Inferred, NotInferred> inferred(const Table& table, const std::stop_token& stop) {
  auto found = Inference(table, stop).run();
  if (!found) return tl::unexpected(std::move(found.error()));
  Inferred answer{found->answer.value(table.profile), {}, found->unique};
  for (std::size_t i = 0; i < table.extents.size(); ++i) answer.extents.push_back(found->answer.modes.extent(i));
  return answer;
}

constexpr std::size_t most_repaired = 1 << 14;

/// Returns whether a table can show the number: a place must lie in its picture or tile.
bool can_be_written(std::int64_t index, const Table& table) {
  return index >= -max_table_index && index <= max_table_index && (table.place_rows == 0 || index >= 0);
}

/// Finds a single wrong number: the refused cell, or one in its row or column at the edge, which determines it. Infers the corrected table
/// again, since the new number may be one that no swizzle produces, or may make the table too hard to decide.
std::optional<NotInferred::Repair> repaired(const Table& table, std::size_t refused, const std::stop_token& stop) {
  const auto& at = table.cells[refused].coordinate;
  const auto is_suspect = [&](const TableCell& cell) {
    for (std::size_t i = 0; i < at.size(); ++i)
      if (cell.coordinate[i] != 0 && cell.coordinate[i] != at[i]) return false;
    return true;
  };
  // Tries the last ones first: the numbers before the refused cell agree with each other.
  for (auto i = refused + 1; i-- > 0;) {
    if (stop.stop_requested()) break;
    if (!is_suspect(table.cells[i])) continue;
    auto others = table;
    others.cells.erase(others.cells.begin() + static_cast<std::ptrdiff_t>(i));
    const auto found = Inference(others, stop).run();
    if (!found || !found->unique) continue;
    auto mended = table;
    auto& index = mended.cells[i].index = found->answer.at(table.cells[i].coordinate);
    if (!can_be_written(index, table)) continue;
    if (const auto whole = inferred(mended, stop)) return NotInferred::Repair{i, index, to_string(whole->value, Marks::plain)};
  }
  return std::nullopt;
}

}  // namespace

std::int64_t Table::size() const { return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>()); }

std::string shown_index(std::int64_t index, const Table& table) {
  if (table.place_rows == 0) return fmt::format("{}", index);
  return fmt::format("({},{})", index % table.place_rows, index / table.place_rows);
}

Message text_of(const NotInferred::Repair& repair, const Table& table) {
  const auto& cell = table.cells[repair.cell];
  return message("With {} in place of {} at {} it would be {}.", shown_index(repair.index, table), shown_index(cell.index, table),
                 name_of(cell, table), repair.expression);
}

std::string name_of(const TableCell& cell, const Table& table) {
  if (table.of_threads()) return fmt::format("T{} V{}", cell.coordinate[0], cell.coordinate[1]);
  std::vector<IntTuple> coordinate;
  for (const auto c : cell.coordinate) coordinate.emplace_back(Int{c, true});
  return to_string(in_profile(coordinate, table.profile), Marks::plain);
}

std::int64_t cells_made(const Value& value, const Table& table, std::span<const std::int64_t> extents) {
  const auto* layout = std::get_if<Layout>(&value);
  const auto* composed = std::get_if<ComposedLayout>(&value);
  if (layout == nullptr && composed == nullptr) return 0;
  std::int64_t made = 0;
  for (const auto& cell : table.cells) {
    std::int64_t coordinate = 0;
    for (auto i = extents.size(); i-- > 0;) coordinate = coordinate * extents[i] + cell.coordinate[i];
    made += (layout != nullptr ? (*layout)(coordinate) : (*composed)(coordinate)) == cell.index ? 1 : 0;
  }
  return made;
}

tl::expected<Inferred, NotInferred> infer(const Table& table, std::stop_token stop) {
  auto found = inferred(table, stop);
  if (found) return found;
  auto refusal = std::move(found.error());
  if (refusal.cell && table.cells.size() <= most_repaired) refusal.repair = repaired(table, *refusal.cell, stop);
  return tl::unexpected(std::move(refusal));
}

}  // namespace algebra
