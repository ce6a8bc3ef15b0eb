#include "algebra/hardware/tmem_copies.hpp"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "algebra/hardware/device_limits.hpp"
#include "algebra/hardware/tmem.hpp"
#include "algebra/layout/operations.hpp"

namespace algebra {
namespace {

constexpr auto warp = warp_threads;  ///< a warp reaches as many lanes of tensor memory

/// A shape of tcgen05.ld and .st as CuTe names it: lanes, bits of each, and the most repeats.
struct TmemShape {
  std::string_view name;
  std::int64_t lanes, bits;
  int most;
};
constexpr std::array<TmemShape, 5> shapes{
    {{"32dp32b", 32, 32, 128}, {"16dp256b", 16, 256, 32}, {"16dp128b", 16, 128, 64}, {"16dp64b", 16, 64, 128}, {"16dp32b", 16, 64, 128}}};

std::string name_of_tmem(bool store, std::string_view shape, int repeats, bool packs) {
  return fmt::format("SM100_TMEM_{}_{}{}x{}", store ? "STORE" : "LOAD", shape, repeats, packs ? "_16b" : "");
}

struct Instruction {
  const TmemShape* shape;
  bool store = false, packs = false;
  int repeats = 1;
};
std::optional<Instruction> instruction_of(const CopyTraits& traits) {
  for (const bool store : {false, true})
    for (const auto& shape : shapes)
      for (const bool packs : {false, true})
        for (int n = 1; n <= shape.most; n *= 2)
          if (traits.name == name_of_tmem(store, shape.name, n, packs)) return Instruction{&shape, store, packs, n};
  return std::nullopt;
}
CopyAtom atom_of(const Instruction& i) {
  return {find_copy(name_of_tmem(i.store, i.shape->name, i.repeats, i.packs), std::nullopt), {}, {}};
}

CopyAtom required(const CopyAtom& atom, std::optional<Instruction>& i) {
  i = instruction_of(*atom.traits);
  if (i) return atom;
  throw Problem{"atom",
                message("{} is not a load or a store of tensor memory; SM100_TMEM_LOAD_32dp32b1x is one.", atom.traits->name),
                {"SM100_TMEM_LOAD_32dp32b1x"}};
}

/// The tensor as the instructions see it.
struct Taken {
  TmemUse use;
  int bits = 0;
  std::int64_t lanes = 0;      ///< of the first warp's quarter, with elements
  std::int64_t run = 0;        ///< of those, the leading ones without a gap
  std::int64_t in_column = 0;  ///< elements in its first column
};
std::optional<Taken> taken_by(const Tensor& t) {
  const auto use = tmem_use(t);
  if (!use) return std::nullopt;
  Taken all{.use = *use, .bits = t.type->bits};
  std::array<bool, warp> lanes{};
  const auto step = Tmem::datapath(all.bits), in_column = Tmem::column_bits / all.bits;
  std::vector<std::int64_t> addresses(static_cast<std::size_t>(size(t.layout)));
  indices(t.layout, 0, addresses);
  for (const auto address : addresses) {
    const auto at = t.offset + address;
    if (at < warp * step) lanes[static_cast<std::size_t>(at / step)] = true;
    if (at < in_column) ++all.in_column;
  }
  for (const bool lane : lanes) all.lanes += lane ? 1 : 0;
  while (all.run < warp && lanes[static_cast<std::size_t>(all.run)]) ++all.run;
  return all;
}

/// Returns whether packing would lose elements: it takes the lower halves of columns, and the upper ones have no address of their own. CuTe
/// does not check this.
bool packs_full_columns(const Instruction& i, const Taken& t) { return i.packs && t.bits == 16 && t.in_column > 1; }

Message reason(const Instruction& i, const Taken& t, Message cute) {
  if (i.packs && t.bits != 16) return message("it packs elements of 16 bits, but these have {}", t.bits);
  if (i.shape->lanes > t.run && t.lanes > 0)
    return t.run < t.lanes
               ? message("it takes {} lanes of each warp's 32, but the tensor has only {} of them without a gap", i.shape->lanes, t.run)
               : message("it takes {} lanes of each warp's 32, but the tensor has {} of them", i.shape->lanes, t.lanes);
  if (packs_full_columns(i, t)) return "it packs one element of each column, and the columns of the tensor are full";
  if (const auto bits = t.in_column * t.bits; !i.packs && bits > 0 && bits < Tmem::column_bits)
    return bits == 16 && t.bits == 16
               ? Message("it takes whole columns, but the tensor has 16 bits of each; an instruction whose name ends in _16b packs them")
               : message("it takes whole columns, but the tensor has {} bits of each", bits);
  if (const auto columns = i.shape->bits * i.repeats / (i.packs ? 16 : Tmem::column_bits); t.use.columns % columns != 0)
    return message("it takes {} columns at a time, but the tensor has {}", columns, t.use.columns);
  return cute;
}

/// Returns the copy, or the reason why there is none.
tl::expected<TiledCopy, Message> tried(const Instruction& i, const Tensor& t, const Taken& taken) {
  if (packs_full_columns(i, taken)) return tl::unexpected(reason(i, taken, {}));
  auto copy = attempt([&] { return make_tmem_copy(atom_of(i), t); });
  if (!copy) return tl::unexpected(reason(i, taken, copy.error().message));
  const auto tile = product(tile_shape(*copy)).value;
  if (size(t.layout) % tile != 0)
    return tl::unexpected(message("it takes {} elements at a time, which do not divide the tensor's {}", tile, size(t.layout)));
  return *copy;
}

/// Returns the side of a copy whose threads have registers of their own; in tensor memory a warp reaches everything.
Side register_side(const TiledCopy& copy) {
  const auto& traits = *copy.atom.traits;
  return size(mode(traits.src, 1)) < size(mode(traits.dst, 1)) ? Side::source : Side::destination;
}
Side memory_side(const TiledCopy& copy) { return register_side(copy) == Side::source ? Side::destination : Side::source; }

Message cost_words(std::int64_t registers, std::int64_t instructions) {
  return Message::list({registers == 1 ? Message("1 register a thread") : message("{} registers a thread", registers),
                        instructions == 1 ? Message("1 instruction") : message("{} instructions", instructions)});
}

TmemFit fit_of(const TmemShape& shape, bool packs, const Tensor& t, const Taken& taken) {
  TmemFit fit{.shape = std::string(shape.name), .packs = packs};
  const auto once = tried({&shape, false, packs, 1}, t, taken);
  if (!once) {
    fit.why_not = once.error();
    return fit;
  }
  // If a number of repeats fits, so does half of it; tries the largest first.
  for (Instruction i{&shape, false, packs, shape.most}; i.repeats >= 1; i.repeats /= 2) {
    if (i.shape->bits * i.repeats / (packs ? 16 : Tmem::column_bits) > taken.use.columns) continue;
    const auto copy = i.repeats == 1 ? once : tried(i, t, taken);
    if (!copy) continue;
    fit.instruction = copy->atom.traits->name;
    fit.registers = size(mode(copy->atom.traits->dst, 1)) / Tmem::column_bits;
    fit.instructions = size(t.layout) / product(tile_shape(*copy)).value;
    for (int n = 1; n <= i.repeats; n *= 2) fit.repeats.push_back(n);
    break;
  }
  return fit;
}

}  // namespace

std::vector<TmemFit> tmem_fits(const Tensor& t) {
  std::vector<TmemFit> all;
  const auto taken = taken_by(t);
  if (!taken) return all;
  for (const auto& shape : shapes)
    for (const bool packs : {false, true})
      if (!packs || t.type->bits == 16) all.push_back(fit_of(shape, packs, t, *taken));
  // A store fits if the load of its shape does.
  const auto loads = all.size();
  for (std::size_t i = 0; i < loads; ++i) {
    auto store = all[i];
    store.store = true;
    if (!store.repeats.empty()) store.instruction = name_of_tmem(true, store.shape, store.repeats.back(), store.packs);
    all.push_back(std::move(store));
  }
  return all;
}

Message described(const TmemFit& fit) {
  if (fit.repeats.empty())
    return message("SM100_TMEM_{}_{}{} does not fit: {}", fit.store ? "STORE" : "LOAD", fit.shape, fit.packs ? ", _16b" : "", fit.why_not);
  return message("{}: {}", fit.instruction, cost_of(fit));
}

Message cost_of(const TmemFit& fit) { return cost_words(fit.registers, fit.instructions); }

std::string call_of(const TmemFit& fit, const std::string& accumulator) {
  return fmt::format("make_tmem_copy({}, {})", fit.instruction, accumulator);
}

std::optional<Message> tmem_misfit(const CopyAtom& atom, const Tensor& t) {
  std::optional<Instruction> i;
  required(atom, i);
  const auto taken = taken_by(t);
  if (!taken) return "the tensor is not in tensor memory";
  const auto copy = tried(*i, t, *taken);
  return copy ? std::nullopt : std::optional(copy.error());
}

std::optional<TmemFit> tmem_fit_instead_of(const CopyAtom& atom, const Tensor& t) {
  const auto i = instruction_of(*atom.traits);
  if (!i) return std::nullopt;
  for (auto& fit : tmem_fits(t))
    if (fit.store == i->store && !fit.repeats.empty()) return std::move(fit);
  return std::nullopt;
}

Layout tmem_registers(const TmemCopying& c) {
  const auto parts = tidfrg(c.copy, register_side(c.copy), c.tensor.layout);
  return make_layout(mode(parts, 0), make_layout(mode(parts, 1), mode(parts, 2)));
}

Message copying_words(const TmemCopying& c) {
  const auto side = register_side(c.copy) == Side::source ? c.copy.atom.traits->src : c.copy.atom.traits->dst;
  const auto registers = size(mode(side, 1)) / Tmem::column_bits, instructions = size(c.tensor.layout) / product(tile_shape(c.copy)).value;
  const auto wrong = tmem_trespass(c.copy, c.tensor);
  return Message::list({cost_words(registers, instructions), wrong ? *wrong : Message("each warp in its own 32 lanes")});
}

std::optional<Message> tmem_trespass(const TiledCopy& copy, const Tensor& t) {
  if (!instruction_of(*copy.atom.traits) || !tmem_use(t)) return std::nullopt;
  const auto parts = tidfrg(copy, memory_side(copy), t.layout);
  const auto threads = size(mode(parts, 0)), values = size(parts) / threads;
  const auto lane = Tmem::datapath(t.type->bits);
  for (std::int64_t w = 0; w * warp < threads; ++w)
    for (std::int64_t v = 0; v < values; ++v) {
      const auto at = (t.offset + parts(w * warp + v * threads)) / lane;
      const auto first = w % 4 * warp;
      if (at < first || at >= first + warp)
        return message("warp {} reaches lane {}, but may only touch lanes {} to {}", w, at, first, first + warp - 1);
    }
  return std::nullopt;
}

CopyAtom tmem_repeated(const CopyAtom& atom, std::int64_t bits) {
  std::optional<Instruction> i;
  required(atom, i);
  if (i->repeats != 1)
    throw Problem{"atom",
                  message("Must pass 1x tmem copy operator. {} repeats its shape.", atom.traits->name),
                  {name_of_tmem(i->store, i->shape->name, 1, i->packs)}};
  for (int n = i->shape->most; n >= 1; n /= 2)
    if (bits > 0 && bits % (i->shape->bits * n) == 0) {
      i->repeats = n;
      return atom_of(*i);
    }
  throw Problem{
      "atom", message("{} takes {} bits of a row at a time, which do not divide {}.", atom.traits->name, i->shape->bits, bits), {}};
}

CopyAtom tmem_load_to_store(const CopyAtom& atom) {
  std::optional<Instruction> i;
  required(atom, i);
  if (i->store) throw Problem{"atom", message("No TMEM_STORE matching for provided TMEM_LOAD. {} is a store.", atom.traits->name), {}};
  i->store = true;
  return atom_of(*i);
}

namespace {

/// Runs CuTe's is_major: whether the first integer of a mode of the stride is a static 1.
bool is_major(const IntTuple& stride, int mode) {
  if (!stride.is_tuple() || stride.rank() <= mode) return false;
  auto s = stride.mode(mode);
  while (s.is_tuple() && s.rank() > 0) s = s.mode(0);
  return s.is_integer() && s.integer().is_static && s.integer().value == 1 && s.integer().basis == 0;
}

}  // namespace

CopyAtom tmem_load_of_epilogue(const IntTuple& stride_d, int accumulator_bits, int d_bits, const IntTuple& warp_tile) {
  if (!warp_tile.is_tuple() || warp_tile.rank() < 2)
    throw Problem{"argument", "A warp's part of the tile is (lanes, columns), such as Shape<_32,_64>.", {"Shape<_32,_64>"}};
  const auto lanes = product(warp_tile.mode(0)).value;
  if (lanes != 16 && lanes != 32) throw Problem{"tmem", message("Unsupported tmem datapath count. It is {}.", lanes), {}};
  auto bits = product(warp_tile.mode(1)).value * accumulator_bits;
  const bool m_major = is_major(stride_d, 0);
  if (!m_major && !is_major(stride_d, 1))
    throw Problem{"tmem",
                  message("Unsupported gmem layout. {} has no static 1 in M or N.", to_string(stride_d, Marks::underscores)),
                  {"Stride<int64_t,_1,int64_t>"}};
  const bool half = lanes == 16;
  std::string_view shape;
  bool packs = false;
  if (accumulator_bits == 32 && d_bits == 32) {
    shape = !half ? "32dp32b" : m_major ? "16dp256b" : "16dp128b";
  } else if (accumulator_bits == 32 && d_bits == 16) {
    shape = half || m_major ? "16dp256b" : "32dp32b";
  } else if (accumulator_bits == 32 && d_bits == 8) {
    shape = !half ? "32dp32b" : m_major ? "16dp256b" : "16dp32b";
  } else if (accumulator_bits == 16 && d_bits == 16) {
    shape = half || m_major ? "16dp128b" : "32dp32b";
    packs = true;
  } else if (accumulator_bits == 64 && d_bits == 64) {
    shape = half ? "16dp256b" : "32dp32b";
    bits /= 2;
  } else if (accumulator_bits == 32 && (d_bits == 6 || d_bits == 4) && !half) {
    shape = "32dp32b";
  } else {
    throw Problem{"tmem",
                  half && d_bits < 8
                      ? message("Unsupported data types: an accumulator of {} bits and D of {}, with 16 lanes.", accumulator_bits, d_bits)
                      : message("Unsupported data types: an accumulator of {} bits and D of {}.", accumulator_bits, d_bits),
                  {}};
  }
  const CopyAtom once{find_copy(name_of_tmem(false, shape, 1, packs), std::nullopt), {}, {}};
  return tmem_repeated(once, bits);
}

}  // namespace algebra
