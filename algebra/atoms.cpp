#include "algebra/atoms.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "algebra/edit_distance.hpp"
#include "algebra/evaluate.hpp"
#include "algebra/operations.hpp"
#include "algebra/smem_atoms.hpp"
#include "algebra/tma.hpp"

namespace algebra {
namespace {

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

IntTuple tuple_of(std::string_view text) {
  const auto e = evaluate(text, {}, IntegerRule::cute, {.verdicts = false});
  const auto* t = e ? std::get_if<IntTuple>(&e->value) : nullptr;
  if (t == nullptr) throw std::logic_error("assets/atoms.tsv: not a tuple: " + std::string(text));
  return *t;
}

/// shape:stride. A stride with other brackets than the shape, which CuTe's tables have, gets the shape's.
Layout layout_of(std::string_view text, bool* congruent_as_written = nullptr) {
  const auto parts = split(text, ':');
  if (parts.size() != 2) throw std::logic_error("assets/atoms.tsv: not a layout: " + std::string(text));
  const auto shape = tuple_of(parts[0]), stride = tuple_of(parts[1]);
  const bool whole = congruent(shape, stride);
  if (congruent_as_written != nullptr) *congruent_as_written = whole;
  return whole ? Layout(shape, stride) : Layout(shape, unflatten(flatten(stride), shape));
}

/// Name and template arguments: UniversalCopy<uint8_t>.
std::pair<std::string_view, std::string_view> name_and_arguments(std::string_view text) {
  const auto open = text.find('<');
  if (open == std::string_view::npos) return {text, {}};
  return {text.substr(0, open), text.substr(open + 1, text.size() - open - 2)};
}

struct Table {
  std::vector<MmaTraits> mma;
  std::vector<CopyTraits> copy;

  Table() {
    for (const auto line : split(atoms_table, '\n')) {
      const auto fields = split(line, '\t');
      if (fields[0] == "mma" && fields.size() == 8) mma.push_back(mma_row(fields));
      else if (fields[0] == "copy" && fields.size() == 6) copy.push_back(copy_row(fields));
      else if (!line.empty()) throw std::logic_error("assets/atoms.tsv: not a row: " + std::string(line));
    }
  }

 private:
  static MmaTraits mma_row(const std::vector<std::string_view>& fields) {
    const auto [name, arguments] = name_and_arguments(fields[1]);
    MmaTraits m{.name = std::string(name),
                .arguments = arguments.empty()                           ? MmaTraits::Arguments::none
                             : arguments.find("Major") != arguments.npos ? MmaTraits::Arguments::majors
                                                                         : MmaTraits::Arguments::types,
                .shape_mnk = tuple_of(fields[2]),
                .thr_id = layout_of(fields[3]),
                .operands = {}};
    const auto bits = split(fields[7], ',');
    for (std::size_t i = 0; i < 3; ++i) {
      auto& operand = m.operands[i];
      operand.tv = layout_of(fields[4 + i], &operand.congruent);
      operand.bits = std::stoi(std::string(bits.at(i)));
    }
    return m;
  }
  static CopyTraits copy_row(const std::vector<std::string_view>& fields) {
    const auto [name, arguments] = name_and_arguments(fields[1]);
    return {std::string(name),    std::string(arguments), layout_of(fields[2]),
            layout_of(fields[3]), layout_of(fields[4]),   layout_of(fields[5])};
  }
};

const Table& table() {
  static const Table all;
  return all;
}

}  // namespace

const std::vector<MmaTraits>& mma_atoms() { return table().mma; }
const std::vector<CopyTraits>& copy_atoms() { return table().copy; }

const MmaTraits* find_mma(std::string_view name) {
  const auto& all = mma_atoms();
  const auto it = std::find_if(all.begin(), all.end(), [&](const auto& m) { return m.name == name; });
  return it == all.end() ? nullptr : &*it;
}

namespace {

/// What AutoVectorizingCopy and DefaultCopy are other names of, for 128 and 8 bits.
constexpr std::string_view assumed_alignment = "AutoVectorizingCopyWithAssumedAlignment";

}  // namespace

const CopyTraits* find_copy(std::string_view name, std::optional<int> bits) {
  if (name == assumed_alignment)
    return bits == 128 ? find_copy("AutoVectorizingCopy", {}) : bits == 8 ? find_copy("DefaultCopy", {}) : nullptr;
  const auto& all = copy_atoms();
  const auto it = std::find_if(all.begin(), all.end(), [&](const auto& c) {
    return c.name == name && (bits ? !c.type.empty() && c.bits() == *bits : c.type.empty());
  });
  if (it != all.end()) return &*it;
  return bits ? nullptr : find_tma(name);
}

bool is_templated_atom(std::string_view name) {
  const auto* mma = find_mma(name);
  if (mma != nullptr) return mma->arguments != MmaTraits::Arguments::none;
  if (name == assumed_alignment) return true;
  const auto& all = copy_atoms();
  return std::any_of(all.begin(), all.end(), [&](const auto& c) { return c.name == name && !c.type.empty(); });
}

bool is_atom_name(std::string_view name) {
  // Every name of the sheet is asked for: most do not even begin like one.
  if (find_smem_atom(name)) return true;
  if (!name.starts_with("SM") && !name.starts_with("Univ") && !name.ends_with("Copy") && name != assumed_alignment) return false;
  return find_mma(name) != nullptr || find_copy(name, std::nullopt) != nullptr || is_templated_atom(name);
}

std::vector<std::string> nearest_atoms(std::string_view name) {
  if (name.empty() || name.size() > 64) return {};
  std::set<std::string_view> names;
  for (const auto& m : mma_atoms()) names.insert(m.name);
  for (const auto& c : copy_atoms()) names.insert(c.name);
  for (const auto& s : smem_atom_names()) names.insert(s);
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const auto& candidate : names)
    if (const auto d = edit_distance(name, candidate); d <= std::max<std::size_t>(2, name.size() / 4)) near.emplace_back(d, candidate);
  std::sort(near.begin(), near.end());
  std::vector<std::string> best;
  for (std::size_t i = 0; i < near.size() && i < 2; ++i) best.emplace_back(near[i].second);
  return best;
}

}  // namespace algebra
