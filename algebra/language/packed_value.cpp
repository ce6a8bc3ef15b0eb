#include "algebra/language/packed_value.hpp"

#include <cstdint>
#include <type_traits>

namespace algebra {
namespace {

// First byte of a node: its kind, the low four bits of its number, and a bit if more bits follow, seven per byte.
enum Head : unsigned { static_integer = 0, dynamic_integer = 1, tuple = 2, mark = 3, with_basis = 4 };
constexpr unsigned head_bits = 3, first_bits = 4, more_follows = 0x80;
/// Numbers of marks: `_`, X, and from `typed` on the C++ type of the integer that follows, if it is not an int.
constexpr unsigned underscore_mark = 0, skip_mark = 1, typed = 2;

void write(std::string& out, unsigned head, std::uint64_t number) {
  auto byte = head | static_cast<unsigned>(number & 0xf) << head_bits;
  number >>= first_bits;
  while (number != 0) {
    out += static_cast<char>(byte | more_follows);
    byte = static_cast<unsigned>(number & 0x7f);
    number >>= 7;
  }
  out += static_cast<char>(byte);
}

struct Read {
  unsigned head = 0;
  std::uint64_t number = 0;
};

Read read(const char*& at) {
  auto byte = static_cast<unsigned char>(*at++);
  Read r{.head = byte & ((1U << head_bits) - 1), .number = (byte >> head_bits) & 0xfU};
  for (unsigned shift = first_bits; (byte & more_follows) != 0; shift += 7) {
    byte = static_cast<unsigned char>(*at++);
    r.number |= std::uint64_t{byte & 0x7fU} << shift;
  }
  return r;
}

void pack(IntTuple::View v, std::string& out) {
  if (v.is_tuple()) {
    write(out, tuple, static_cast<std::uint64_t>(v.rank()));
    for (const auto mode : v.modes()) pack(mode, out);
  } else if (v.is_integer()) {
    const auto i = v.integer();
    if (!i.is_static.as_static().is_int()) write(out, mark, typed + i.is_static.type_bits());
    // The sign is the lowest bit, so that small negative numbers are short, too.
    const auto number = static_cast<std::uint64_t>(i.value) << 1 ^ static_cast<std::uint64_t>(i.value >> 63);
    write(out, (i.is_static ? static_integer : dynamic_integer) | (i.basis != 0 ? with_basis : 0U), number);
    if (i.basis != 0) write(out, 0, i.basis);
  } else {
    write(out, mark, v.is_underscore() ? underscore_mark : skip_mark);
  }
}

void unpack(const char*& at, IntTuple::Builder& out) {
  auto [head, number] = read(at);
  unsigned type = 0;
  if (head == mark && number >= typed) {
    type = static_cast<unsigned>(number) - typed;
    const auto integer = read(at);
    head = integer.head, number = integer.number;
  }
  if (head == tuple) {
    const auto opened = out.open();
    for (std::uint64_t i = 0; i < number; ++i) unpack(at, out);
    out.close(opened);
  } else if (head == mark) {
    out.add(number == underscore_mark ? IntTuple::underscore() : IntTuple::skip());
  } else {
    const auto value = static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
    const bool based = (head & with_basis) != 0;
    const auto kind = IntKind::of_type_bits((head & ~unsigned{with_basis}) == static_integer, type);
    out.add(Int{value, kind, based ? static_cast<std::uint32_t>(read(at).number) : 0});
  }
}

IntTuple unpacked(const char*& at) {
  IntTuple t;
  IntTuple::Builder builder(t);
  unpack(at, builder);
  return t;
}

}  // namespace

struct PackedValue::Swizzled final : Box {
  explicit Swizzled(const ComposedLayout& c) : swizzle(*c.outer.swizzle()), offset(c.outer.offset), layout(Value(c.layout)) {}
  Value value() const override { return ComposedLayout{{.function = swizzle, .offset = offset}, std::get<Layout>(layout.value())}; }
  Swizzle swizzle;
  Offset offset;
  PackedValue layout;
};

template <class T>
struct PackedValue::Whole final : Box {
  explicit Whole(const T& value) : is(value) {}
  Value value() const override { return is; }
  T is;
};

bool PackedValue::pack(const Value& v, std::string& out) {
  out.clear();
  if (const auto* t = std::get_if<IntTuple>(&v)) {
    algebra::pack(*t, out);
  } else if (const auto* l = std::get_if<Layout>(&v)) {
    algebra::pack(l->shape(), out);
    algebra::pack(l->stride(), out);
  } else {
    return false;
  }
  return true;
}

Value PackedValue::unpacked(const std::string& bytes) {
  const auto* at = bytes.data();
  auto first = algebra::unpacked(at);
  if (at == bytes.data() + bytes.size()) return first;
  return Layout(std::move(first), algebra::unpacked(at));
}

PackedValue::PackedValue(const Value& v) {
  if (pack(v, std::get<std::string>(is_))) return;
  if (const auto* c = std::get_if<ComposedLayout>(&v); c != nullptr && c->outer.only_swizzle() != nullptr) {
    is_ = std::make_unique<const Swizzled>(*c);
  } else {
    is_ = std::visit(
        [](const auto& value) -> std::unique_ptr<const Box> { return std::make_unique<const Whole<std::decay_t<decltype(value)>>>(value); },
        v);
  }
}

Value PackedValue::value() const {
  if (const auto* box = std::get_if<std::unique_ptr<const Box>>(&is_)) return (*box)->value();
  return unpacked(std::get<std::string>(is_));
}

}  // namespace algebra
