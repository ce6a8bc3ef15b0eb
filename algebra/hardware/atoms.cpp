#include "algebra/hardware/atoms.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <tuple>

#include <fmt/format.h>

#include "algebra/hardware/atom_table.hpp"
#include "algebra/hardware/smem_atoms.hpp"
#include "algebra/hardware/tma.hpp"
#include "algebra/layout/element_type.hpp"
#include "algebra/layout/layout_text.hpp"
#include "algebra/layout/operations.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/edit_distance.hpp"

namespace algebra {
namespace {

using Kind = AtomFamily::Kind;

IntTuple tuple_of(std::string_view text) {
  auto tuple = read_tuple(text);
  if (!tuple) throw std::logic_error("assets/atoms.tsv: not a tuple: " + std::string(text));
  return *std::move(tuple);
}

/// Reads shape:stride. If the stride has other brackets than the shape, as in some of CuTe's tables, it gets the shape's.
Layout layout_of(std::string_view text, bool* congruent_as_written = nullptr) {
  const auto colon = text.find(':');
  if (colon == text.npos) throw std::logic_error("assets/atoms.tsv: not a layout: " + std::string(text));
  const auto shape = tuple_of(text.substr(0, colon)), stride = tuple_of(text.substr(colon + 1));
  const bool whole = congruent(shape, stride);
  if (congruent_as_written != nullptr) *congruent_as_written = whole;
  return whole ? Layout(shape, stride) : Layout(shape, unflatten(flatten(stride), shape));
}

/// Reads further entries, such as E_TV=layout.
std::vector<std::pair<std::string, std::string>> more_of(const AtomFamily& f, const AtomBinding& b, std::size_t from) {
  std::vector<std::pair<std::string, std::string>> all;
  for (auto i = from; i < f.columns.size(); ++i) {
    const auto text = f.text(f.columns[i], b);
    const auto equal = text.find('=');
    all.emplace_back(text.substr(0, equal), text.substr(equal + 1));
  }
  return all;
}

/// Returns the plain name: SM90_64x8x16_... for SM90::GMMA::MMA_64x8x16_...
std::string plain_name_of(std::string_view name) {
  if (const auto scope = name.rfind("::"); scope != name.npos && !name.ends_with("::PREFETCH")) name.remove_prefix(scope + 2);
  return name.starts_with("MMA_64x") ? "SM90" + std::string(name.substr(3)) : std::string(name);
}

bool is_major(std::string_view argument) { return argument == "major" || argument == "K"; }
std::string_view majors_of(const AtomFamily& f) { return f.name.starts_with("SM90") ? "GMMA::Major::" : "UMMA::Major::"; }

/// Sets the places of the operands from the instruction's name: SS, RS and TS name those of A and B.
void set_places(MmaTraits& m, std::string_view plain) {
  using Place = MmaTraits::Place;
  const auto has = [&](std::string_view part) { return plain.find(part) != plain.npos; };
  if (!has("_SS") && !has("_RS") && !has("_TS")) return;
  m.operands[0].place = has("_SS") ? Place::shared : has("_TS") ? Place::tensor : Place::registers;
  m.operands[1].place = Place::shared;
  if (has("SM100") || has("SM103")) m.operands[2].place = Place::tensor;
}

bool is_type(std::string_view text) {
  if (const auto scope = text.rfind("::"); scope != text.npos) text.remove_prefix(scope + 2);
  return find_element_type(text) != nullptr;
}

/// Returns the arguments of a family whose parameters are bound, without those that may be omitted and were not given.
std::vector<std::string> arguments_of(const AtomFamily& f, const AtomBinding& b, AtomArguments given) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < f.arguments.size(); ++i) {
    const auto wanted = f.arguments[i];
    if (wanted == "?") break;
    if (is_major(wanted)) all.push_back(std::string(majors_of(f)) + (i < given.size() ? given[i] : "K"));
    else all.push_back(f.text(wanted, b));
  }
  return all;
}

MmaTraits mma_of(const AtomFamily& f, const AtomBinding& b) {
  const auto column = [&](std::size_t i) { return f.text(f.columns[i], b); };
  MmaTraits m{.name = f.text(f.name, b),
              .arguments = !f.templated || f.arguments.front() == "?" ? MmaTraits::Arguments::none
                           : is_major(f.arguments.front())            ? MmaTraits::Arguments::majors
                                                                      : MmaTraits::Arguments::others,
              .empty_brackets = f.templated && f.needed_arguments() == 0,
              .shape_mnk = tuple_of(column(0)),
              .thr_id = layout_of(column(1)),
              .operands = {},
              .more = more_of(f, b, 6)};
  std::string bits = column(5);
  std::string_view rest = bits;
  for (std::size_t i = 0; i < 3; ++i) {
    auto& operand = m.operands[i];
    operand.tv = layout_of(column(2 + i), &operand.congruent);
    const auto of = take_until(rest, ',');
    const auto* type = find_element_type(of);
    operand.bits = type != nullptr ? type->bits : std::stoi(std::string(of));
    if (type != nullptr) operand.type = of;
  }
  std::vector<std::string> types;
  for (const auto& argument : arguments_of(f, b, {}))
    if (is_type(argument)) types.push_back(argument);
  // UniversalFMA and XE_DPAS_TT have D, A, B, C; all others have A, B, C.
  const std::size_t first = types.size() == 4 && std::ranges::find(f.arguments, "{D}") != f.arguments.end() ? 1 : 0;
  for (std::size_t i = 0; i < 3 && first + i < types.size(); ++i) m.operands[i].type = types[first + i];
  set_places(m, f.plain_name);
  for (auto& note : notes_on_atom(m.name))
    if (std::ranges::find(m.more, note) == m.more.end()) m.more.push_back(std::move(note));
  for (const auto& [name, value] : m.more) {
    if (name == "Blocks") m.blocks = std::stoi(value);
    if (name == "GroupA") m.operands[0].group = std::stoi(value);
  }
  return m;
}

CopyTraits copy_of(const AtomFamily& f, const AtomBinding& b) {
  const auto column = [&](std::size_t i) { return layout_of(f.text(f.columns[i], b)); };
  auto argument = f.templated ? f.text(f.arguments.front(), b) : "";
  if (f.of_traits) argument = fmt::format("Int<{}>", argument);
  return {f.text(f.name, b), std::move(argument), column(0), column(1), column(2), column(3), more_of(f, b, 4)};
}

/// A permanent cache of the traits requested so far.
template <class Traits>
class Made {
 public:
  template <class Make>
  const Traits* get(const std::string& key, const Make& make) {
    const std::lock_guard lock(mutex_);
    auto& made = made_[key];
    if (made == nullptr) made = std::make_unique<const Traits>(make());
    return made.get();
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<const Traits>> made_;
};

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const auto& p : parts) text += (text.empty() ? "" : ",") + p;
  return text;
}

/// Returns an example of a family's arguments, <float_e4m3_t,...,float,128,64,UMMA::Major::K,UMMA::Major::K>, from the first listed values.
std::string example_of(const AtomFamily& f, std::string_view plain) {
  auto b = f.listed().front();
  if (const auto named = f.match(plain))
    for (const auto& [name, value] : *named)
      for (auto& [own, own_value] : b)
        if (own == name) own_value = value;
  return fmt::format("{}<{}>", f.text(f.name, b), joined(arguments_of(f, b, {})));
}

}  // namespace

FoundMma find_mma(std::string_view name, AtomArguments given) {
  static Made<MmaTraits> made;
  const auto plain = plain_name_of(name);
  FoundMma found;
  for (const auto& f : atom_families()) {
    if (f.kind == Kind::copy || !f.match(plain)) continue;
    std::vector<std::string> arguments(given.begin(), given.end());
    // Fills in omitted arguments: a GMMA's layouts do not depend on its majors, and types may default to preceding ones.
    if (arguments.empty() && f.templated) arguments.assign(f.needed_arguments(), f.has_defaults() ? "float" : "K");
    f.complete(arguments);
    const auto b = f.match(plain, arguments);
    if (!b) {
      if (found.wanted.empty() && f.templated && f.kind == Kind::mma) found.wanted = example_of(f, plain);
      else if (found.wanted.empty() && f.kind == Kind::mma) found.wanted = f.text(f.name, *f.match(plain));
      continue;
    }
    if (f.kind == Kind::none) {
      found.instead = f.text(f.columns[0], *b);
      continue;
    }
    auto texts = arguments_of(f, *b, given);
    // Keeps only the given arguments; the others are defaults.
    if (f.has_defaults()) texts.resize(std::min(texts.size(), given.size()));
    if (given.empty() && f.needed_arguments() > 0) texts.clear();
    found.arguments = joined(texts);
    auto key = f.text(f.name, *b);
    for (const auto& [parameter, value] : *b) key += fmt::format(",{}={}", parameter, value.text);
    // Two rows may differ only in a number that is not a parameter, such as the size of a block scale's vector, so the row is part of the
    // key.
    key += fmt::format(",{}", &f - atom_families().data());
    found.traits = made.get(key, [&] { return mma_of(f, *b); });
    return found;
  }
  return found;
}

const MmaTraits* find_mma(std::string_view name) { return find_mma(name, {}).traits; }

namespace {

/// AutoVectorizingCopy and DefaultCopy are aliases of this with 128 and 8 bits.
constexpr std::string_view assumed_alignment = "AutoVectorizingCopyWithAssumedAlignment";

}  // namespace

const CopyTraits* find_copy(std::string_view name, std::optional<std::int64_t> bits) {
  static Made<CopyTraits> made;
  if (const auto width = bits.value_or(0); name == assumed_alignment && (width == 128 || width == 8))
    return find_copy(width == 128 ? "AutoVectorizingCopy" : "DefaultCopy", {});
  const auto plain = plain_name_of(name);
  if (const auto* tma = bits ? nullptr : find_tma(plain)) return tma;
  for (const auto& f : atom_families()) {
    // A TMA instruction may also be given by its name alone; its traits have the bits as a parameter.
    if (f.kind != Kind::copy || (f.templated != bits.has_value() && !f.of_traits)) continue;
    auto b = f.match(plain);
    if (!b) continue;
    if (f.of_traits && !bits) bits = 1;
    if (bits) {
      const auto& parameter = *std::find_if(f.parameters->begin(), f.parameters->end(),
                                            [&](const AtomParameter& p) { return f.arguments.front() == fmt::format("{{{}}}", p.name); });
      const auto& values = parameter.values;
      const auto it = std::find_if(values.begin(), values.end(), [&](const AtomValue& v) { return v.number == *bits; });
      if (it == values.end() && !parameter.open) continue;
      const auto number = std::to_string(*bits);
      const bool is_number = is_digit(values.front().text.front());
      b->emplace_back(parameter.name,
                      it != values.end() ? *it : AtomValue{is_number ? number : fmt::format("uint_bit_t<{}>", number), *bits});
    }
    auto key = f.text(f.name, *b);
    if (bits) key += fmt::format("<{}>", *bits);
    return made.get(key, [&] { return copy_of(f, *b); });
  }
  return nullptr;
}

namespace {

const AtomFamily* family_named(std::string_view name) {
  const auto plain = plain_name_of(name);
  for (const auto& f : atom_families())
    if (f.match(plain)) return &f;
  return nullptr;
}

}  // namespace

bool is_nvidia(const MmaTraits& m) { return !m.name.starts_with("v_") && !m.name.starts_with("XE_") && !m.name.starts_with("tdp"); }
bool has_cpp_traits(const MmaTraits& m) { return is_nvidia(m) || m.name.starts_with("XE_"); }

CopyInstruction copy_instruction(const CopyTraits& c) {
  using Is = CopyInstruction::Kind;
  const std::string_view name = c.name;
  const auto has = [&](std::string_view word) { return name.find(word) != name.npos; };
  CopyInstruction i{.vectorizes = has("AutoVectorizing")};
  if (name.starts_with("SM"))
    for (const char d : name.substr(2, std::min(name.find_first_not_of("0123456789", 2), name.size()) - 2))
      i.architecture = 10 * i.architecture + (d - '0');
  if (has("_LDSM_") || has("_STSM_")) {
    i.kind = has("_LDSM_") ? Is::ldmatrix : Is::stmatrix;
    i.matrices = static_cast<int>(c.bits() / 32);  // each matrix puts 32 bits into a thread's registers
    i.matrix_bits = has("_U8") || has("_DU8") ? 8 : 16;
    i.transposed = name.ends_with("_T");
  } else if (has("CP_ASYNC")) {
    i.kind = Is::cp_async;
    i.past_l1 = has("CACHEGLOBAL");
    i.zero_filling = has("ZFILL");
  } else if (has("_TMEM_LOAD") || has("_TMEM_STORE")) {
    i.kind = has("_TMEM_LOAD") ? Is::tmem_ld : Is::tmem_st;
    i.datapaths = has("_16dp") ? 16 : 32;
    i.packs_16_bits = has("x_16b");
  } else if (has("_UTCCP_")) {
    i.kind = Is::tmem_cp;
    i.to_quarters = has("4x32dp128bit");
  } else if (has("_TMA_") || has("_BULK_")) {
    i.kind = Is::tma;
    i.adds = has("REDUCE");
    i.stores = i.adds || has("STORE") || has("S2G");
    i.multicast = name.ends_with("MULTICAST");
  } else if (has("_MOVM_") || has("_Shuffle_")) {
    i.kind = Is::exchange;
  }
  return i;
}

std::string name_of(const CopyTraits& c) {
  if (c.type.empty() || c.type == "Int<1>") return c.name;
  return c.type.starts_with("Int<") ? fmt::format("Copy_Traits<{},{}>", c.name, c.type) : fmt::format("{}<{}>", c.name, c.type);
}

bool is_mma_name(std::string_view name) {
  const auto* f = family_named(name);
  return f != nullptr && f->kind != Kind::copy;
}

bool is_templated_atom(std::string_view name) {
  const auto* f = family_named(name);
  return f != nullptr && f->templated && !f->of_traits;
}

bool is_atom_name(std::string_view name) {
  // Called for every name of a sheet, so most are rejected by their beginning.
  if (find_smem_atom(name)) return true;
  constexpr std::array<std::string_view, 11> beginnings{"SM",     "Univ",    "AutoVec", "MMA_64x", "GMMA_64x", "v_mfma",
                                                        "v_smfm", "v_wmma_", "v_swmm",  "XE_DPAS", "tdp"};
  if (!name.ends_with("Copy") && std::ranges::none_of(beginnings, [&](auto b) { return name.starts_with(b); })) return false;
  return family_named(name) != nullptr;
}

const std::vector<std::string>& atom_names(bool mma) {
  static const auto names = [] {
    std::array<std::vector<std::string>, 2> all;
    std::set<std::string> seen;
    for (const auto& f : atom_families()) {
      if (f.kind == Kind::none) continue;
      // Lists only the parameters that the name itself depends on.
      auto alone = f;
      alone.arguments.clear();
      for (const auto& b : alone.listed())
        if (auto name = f.text(f.plain_name, b); seen.insert(name).second) all[f.kind == Kind::mma ? 1 : 0].push_back(std::move(name));
    }
    return all;
  }();
  return names[mma ? 1 : 0];
}

namespace {

/// Returns the distance between the numbers in two names, 64x12x16 and 64x16x16; it selects the nearest size among equally similar names.
std::int64_t numbers_apart(std::string_view a, std::string_view b) {
  std::int64_t apart = 0;
  const auto next = [](std::string_view& rest) -> std::int64_t {
    rest.remove_prefix(std::min(rest.find_first_of("0123456789"), rest.size()));
    std::int64_t n = 0;
    for (; !rest.empty() && is_digit(rest.front()); rest.remove_prefix(1))
      n = std::min<std::int64_t>(n * 10 + (rest.front() - '0'), 1 << 20);
    return n;
  };
  while (!a.empty() || !b.empty()) apart += std::abs(next(a) - next(b));
  return apart;
}

}  // namespace

std::vector<std::string> nearest_atoms(std::string_view name) {
  if (name.empty() || name.size() > 64) return {};
  const auto most = std::max<std::size_t>(2, name.size() / 4);
  std::vector<std::tuple<std::size_t, std::int64_t, std::string_view>> near;
  const auto look = [&](std::string_view candidate) {
    if (candidate.size() > name.size() + most || name.size() > candidate.size() + most) return;
    if (const auto d = edit_distance(name, candidate, most + 1); d <= most) near.emplace_back(d, numbers_apart(name, candidate), candidate);
  };
  for (const bool mma : {true, false})
    for (const auto& candidate : atom_names(mma)) look(candidate);
  for (const auto& candidate : smem_atom_names()) look(candidate);
  std::sort(near.begin(), near.end());
  std::vector<std::string> best;
  for (std::size_t i = 0; i < near.size() && i < 2; ++i) best.emplace_back(std::get<2>(near[i]));
  return best;
}

namespace {

/// Returns 90 for SM90_64x8x16_..., 0 for a name without an architecture.
int architecture_of(std::string_view plain) {
  int number = 0;
  for (std::size_t i = 2; plain.starts_with("SM") && i < plain.size() && is_digit(plain[i]); ++i) number = number * 10 + (plain[i] - '0');
  return number;
}

/// Returns the architecture in a list: SM90; the one from which on AMD's instruction exists, gfx90a; "" for any.
std::string target_of(const AtomFamily& f, int number) {
  if (number != 0) return fmt::format("SM{}", number);
  if (f.name.starts_with("XE_")) return "Xe";
  if (f.name.starts_with("tdp")) return "AMX";
  if (!f.name.starts_with("v_")) return {};
  const auto gfx = f.name.rfind("gfx");
  if (gfx != f.name.npos) return std::string(f.name.substr(gfx));
  for (const auto& p : *f.parameters)
    if (p.name == "G") return p.values.at(1).text.substr(1);
  return {};
}

/// Returns F32F16F16F32 for SM80_16x8x16_F32F16F16F32_TN.
std::string types_in(std::string_view plain) {
  take_until(plain, '_');
  take_until(plain, '_');
  auto types = take_until(plain, '_');
  return std::string(types);
}

ListedAtom listed(const AtomFamily& f, const AtomBinding& b) {
  const auto arguments = arguments_of(f, b, {});
  std::vector<std::string> types;
  for (const auto& argument : arguments)
    if (is_type(argument)) types.push_back(argument);
  ListedAtom atom{.kind = f.kind == Kind::mma ? ListedAtom::Kind::mma : ListedAtom::Kind::copy,
                  .expression = f.text(f.name, b),
                  .name = f.text(f.plain_name, b)};
  atom.architecture = architecture_of(f.name.starts_with("SM90::") ? f.name : f.plain_name);
  atom.target = target_of(f, atom.architecture);
  if (f.of_traits) atom.expression = fmt::format("Copy_Traits<{},Int<{}>>", atom.expression, joined(arguments));
  else if (f.templated) atom.expression += fmt::format("<{}>", joined(arguments));
  if (f.kind == Kind::mma) {
    atom.types = !types.empty() ? joined(types) : atom.architecture != 0 ? types_in(atom.name) : f.text(f.columns[5], b);
    std::string shape = f.text(f.columns[0], b);
    std::string_view rest = shape;
    for (auto& extent : atom.shape_mnk) {
      auto part = take_until(rest, ',');
      part.remove_prefix(std::min(part.find('_') + 1, part.size()));
      extent = std::atoi(std::string(part).c_str());
    }
  } else {
    atom.types = joined(types);
  }
  return atom;
}

}  // namespace

const std::vector<ListedAtom>& listed_atoms() {
  static const auto all = [] {
    std::vector<ListedAtom> list;
    for (const auto& f : atom_families()) {
      if (f.kind == Kind::none) continue;
      for (const auto& b : f.listed()) list.push_back(listed(f, b));
    }
    std::map<int, std::string_view> types;
    for (const auto& r : element_types())
      if (r.listed != 0) types.emplace(r.listed, r.cpp);
    for (const auto& [place, type] : types)
      for (const auto& name : smem_atom_names()) {
        const auto atom = *find_smem_atom(name);
        if (atom.form == SmemAtomName::Form::bits || !atom.major) continue;
        const bool sparse = atom.form == SmemAtomName::Form::sparse;
        list.push_back({.kind = ListedAtom::Kind::smem,
                        .expression = fmt::format("{}<{}{}>", to_string(atom), type, sparse ? ",2" : ""),
                        .name = name,
                        .architecture = atom.swizzle == SmemSwizzle::sw128_32b ? 100 : 90,
                        .target = atom.swizzle == SmemSwizzle::sw128_32b ? "SM100" : "SM90",
                        .types = std::string(type)});
      }
    return list;
  }();
  return all;
}

}  // namespace algebra
