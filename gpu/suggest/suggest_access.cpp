// Parses the accesses and the tile of a question.

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include "algebra/hardware/partition.hpp"
#include "algebra/layout/operations.hpp"
#include "gpu/suggest/suggest.hpp"

namespace gpu {
namespace {

using algebra::Message;
using algebra::message;

using algebra::Layout;
using Bad = tl::unexpected<Message>;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

/// The words around the expression.
struct Words {
  std::string expression;
  std::int64_t weight = 1;
  char matrix = 0;  ///< A, B or C of an MMA; 0: none
  bool tma = false;
  int bytes = 0;  ///< at most that many; 0: not given
};

tl::expected<Words, Message> access_words(std::string_view text) {
  Words w;
  text = trimmed(text);
  // "4 x EXPRESSION"
  std::int64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto behind = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  if (failed == std::errc() && behind.starts_with("x ")) {
    constexpr std::int64_t most_weight = 1 << 20;
    if (number < 1 || number > most_weight) return Bad(message("An access happens 1 to {} times, not {}.", most_weight, number));
    w.weight = number;
    text = trimmed(behind.substr(2));
  }
  if (text.size() > 5 && text.substr(1, 4) == " of " && text[0] >= 'A' && text[0] <= 'Z') {
    w.matrix = text[0];
    if (w.matrix > 'C') return Bad(message("The matrix of an MMA is A, B or C, not {}.", w.matrix));
    text = trimmed(text.substr(5));
  } else if (text.starts_with("tma ")) {
    w.tma = true;
    text = trimmed(text.substr(4));
  }
  // "EXPRESSION by 8 bytes"
  if (const auto by = text.rfind(" by "); by != std::string_view::npos) {
    const auto rest = trimmed(text.substr(by + 4));
    const auto [stop, wrong] = std::from_chars(rest.data(), rest.data() + rest.size(), w.bytes);
    const auto unit = trimmed(rest.substr(static_cast<std::size_t>(stop - rest.data())));
    if (wrong != std::errc() || (unit != "bytes" && unit != "byte" && unit != "B"))
      return Bad(message("After \"by\" comes a number of bytes, such as \"by 8 bytes\", not {}.", rest));
    constexpr std::array widths{1, 2, 4, 8, 16};
    if (std::ranges::find(widths, w.bytes) == widths.end()) return Bad(message("An access moves 1, 2, 4, 8 or 16 bytes, not {}.", w.bytes));
    text = trimmed(text.substr(0, by));
  }
  if (text.empty())
    return Bad(message("An access needs an expression, such as {}.",
                       "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,half_t>{}, (16,8):(8,1), (1,8))"));
  w.expression = text;
  return w;
}

/// Returns (thread, value) -> coordinate for a thread's part of the tile by CuTe's partition functions.
tl::expected<Layout, Message> partitioned(const Layout& tile, const algebra::Distribution& by) {
  // Partitions the identity layout, so that a thread's elements are coordinates.
  const auto identity = algebra::attempt([&] { return algebra::make_layout(tile.shape()); });
  if (!identity) return Bad(identity.error().message);
  const auto parts = algebra::partition(*identity, algebra::tiler_of(tile.shape()), by);
  if (!parts) return Bad(parts.error().message);
  if (!parts->guards.empty())
    return Bad(message("It does not divide the tile {}.", algebra::to_string(tile.shape(), algebra::Marks::plain)));
  return algebra::make_layout(algebra::mode(parts->layout, 1), algebra::mode(parts->layout, 2));
}

tl::expected<void, Message> read_copy(const algebra::TiledCopy& copy, const Layout& tile, const algebra::ElementType& element,
                                      TileAccess& a) {
  const auto instruction = instruction_of(*copy.atom.traits);
  if (!instruction) return Bad(message("The memory model does not know the accesses of {}.", copy.atom.traits->name));
  if (copy.atom.type && copy.atom.type->bits != element.bits)
    return Bad(message("It copies elements of {} bits; the tile has elements of {}.", copy.atom.type->bits, element.bits));
  using Kind = Instruction::Kind;
  if (a.write && instruction->kind == Kind::load_matrix)
    return Bad(message("{} reads shared memory: give it as a read.", instruction->name));
  if (!a.write && instruction->kind == Kind::store_matrix)
    return Bad(message("{} writes shared memory: give it as a write.", instruction->name));
  if (!a.write && instruction->kind == Kind::async_copy)
    return Bad(message("{} writes shared memory: give it as a write.", instruction->name));
  a.instruction = *instruction;
  auto parts = partitioned(tile, algebra::ByTiledCopy{copy, !a.write});
  if (!parts) return Bad(parts.error());
  a.thread_value = std::move(*parts);
  return {};
}

tl::expected<void, Message> read_value(const algebra::Value& value, const Words& w, const Layout& tile, const algebra::ElementType& element,
                                       TileAccess& a) {
  if (w.tma) {
    const auto* tensor = std::get_if<algebra::Tensor>(&value);
    const auto layout = algebra::layout_of(value);
    if (tensor == nullptr && !layout)
      return Bad(message("TMA copies a tensor in global memory: give its layout, such as tma {}.", "(1024,512):(512,1)"));
    a.tma = tensor != nullptr ? *tensor : algebra::Tensor{.layout = *layout};
    a.tma->memory = algebra::MemorySpace::global;
    if (!a.tma->type) a.tma->type = element;
    if (a.tma->type->bits != element.bits)
      return Bad(message("It copies elements of {} bits; the tile has elements of {}.", a.tma->type->bits, element.bits));
    return {};
  }
  if (const auto* mma = std::get_if<algebra::TiledMma>(&value)) {
    if (w.matrix == 0) return Bad("A tiled MMA touches the tile as A, B or C: write A of ..., B of ... or C of ...");
    auto parts = partitioned(tile, algebra::ByTiledMma{*mma, w.matrix});
    if (!parts) return Bad(parts.error());
    a.thread_value = std::move(*parts);
    return {};
  }
  if (w.matrix != 0)
    return Bad(message("{} of ... needs a tiled MMA, such as {} of {}.", w.matrix, w.matrix,
                       "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1))"));
  if (const auto* copy = std::get_if<algebra::TiledCopy>(&value)) return read_copy(*copy, tile, element, a);
  if (const auto* layout = std::get_if<Layout>(&value)) {
    if (algebra::rank(*layout) != 2 || algebra::has_basis(*layout))
      return Bad(message("A layout says (thread, value) -> coordinate in the tile and has two modes, such as {}, not {}.",
                         "((32,4),8):((1,256),32)", algebra::to_string(*layout, algebra::Marks::plain)));
    a.thread_value = *layout;
    return {};
  }
  return Bad("An access is a tiled copy, A, B or C of a tiled MMA, a layout (thread, value) -> coordinate, or tma and a tensor.");
}

}  // namespace

tl::expected<TileAccess, Message> tile_access(std::string_view text, bool write, const Layout& tile, const algebra::ElementType& element,
                                              const LookUp& look_up) {
  const auto words = access_words(text);
  if (!words) return Bad(words.error());
  const auto value = look_up(words->expression);
  if (!value) return Bad(message("{}: {}", words->expression, value.error()));
  TileAccess a{.name = Message::verbatim(std::string(trimmed(text))), .write = write, .weight = words->weight};
  if (const auto read = read_value(*value, *words, tile, element, a); !read) return Bad(message("{}: {}", words->expression, read.error()));
  if (words->bytes > 0) {
    if (!a.any_width())
      return Bad(message("{}: its instruction sets the number of bytes; leave out \"by {} bytes\".", words->expression, words->bytes));
    if (words->bytes * 8 < element.bits)
      return Bad(message("{}: an access of {} bytes is less than an element of {} bits.", words->expression, words->bytes, element.bits));
    a.most_bytes = words->bytes;
  }
  return a;
}

tl::expected<void, Message> read_tile(std::string_view text, const LookUp& look_up, TileQuestion& q) {
  const auto value = look_up(std::string(text));
  if (!value) return Bad(message("{}: {}", text, value.error()));
  const auto wrong = [&] { return Bad(message("The tile is a shape or a layout, such as (128,64) or (128,64):(64,1), not {}.", text)); };
  if (const auto* shape = std::get_if<algebra::IntTuple>(&*value)) {
    auto layout = algebra::attempt([&] { return algebra::make_layout(*shape); });
    if (!layout) return wrong();
    q.tile = std::move(*layout);
  } else if (const auto* layout = std::get_if<Layout>(&*value)) {
    q.tile = *layout;
    q.has_layout = true;
  } else if (const auto* tensor = std::get_if<algebra::Tensor>(&*value)) {
    if (tensor->outer && (tensor->outer->only_swizzle() == nullptr || tensor->outer->offset.torn)) return wrong();
    q.tile = tensor->layout;
    if (tensor->outer) q.swizzle = *tensor->outer->only_swizzle();
    q.has_layout = true;
  } else if (const auto* composed = std::get_if<algebra::ComposedLayout>(&*value)) {
    const auto& offset = composed->outer.offset;
    if (composed->outer.only_swizzle() == nullptr || offset.value.value != 0 || offset.torn) return wrong();
    q.tile = composed->layout;
    q.swizzle = *composed->outer.only_swizzle();
    q.has_layout = true;
  } else {
    return wrong();
  }
  if (algebra::has_basis(q.tile) || algebra::size(q.tile) < 1) return wrong();
  if (const auto type = algebra::element_type(*value); type && !type->name.empty()) q.element = *type;
  return {};
}

}  // namespace gpu
