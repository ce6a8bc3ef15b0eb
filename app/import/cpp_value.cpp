#include "app/import/cpp_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

/// An arithmetic type with its names, the first of which is the canonical one.
struct ArithmeticType {
  CppArithmetic is;
  std::array<std::string_view, 7> names;
};
/// Types of 64-bit Linux, where nvcc's int has 32 bits and its long 64.
constexpr auto arithmetic_types = std::to_array<ArithmeticType>({
    {{8, false, false, true}, {"bool"}},
    {{8, true, false}, {"char"}},
    {{8, true, false}, {"signed char", "int8_t"}},
    {{8, false, false}, {"unsigned char", "uint8_t", "char8_t", "byte"}},
    {{16, true, false}, {"short", "int16_t"}},
    {{16, false, false}, {"unsigned short", "ushort", "uint16_t", "char16_t"}},
    {{32, true, false}, {"int", "signed", "int32_t"}},
    {{32, false, false}, {"unsigned int", "unsigned", "uint", "uint32_t", "char32_t"}},
    {{64, true, false}, {"long", "signed long", "int64_t", "ptrdiff_t", "ssize_t", "intptr_t", "index_t"}},
    {{64, false, false}, {"unsigned long", "long unsigned", "size_t", "uint64_t", "uintptr_t"}},
    {{64, true, false}, {"long long", "signed long long"}},
    {{64, false, false}, {"unsigned long long", "long long unsigned"}},
    {{32, true, true}, {"float"}},
    {{64, true, true}, {"double"}},
    {{128, true, true}, {"long double"}},
    {{32, true, false}, {"wchar_t"}},
});

const ArithmeticType* row_of_name(std::string_view name) {
  static const auto rows = [] {
    std::unordered_map<std::string_view, const ArithmeticType*> all;
    for (const auto& type : arithmetic_types)
      for (const auto one : type.names)
        if (!one.empty()) all.emplace(one, &type);
    return all;
  }();
  const auto at = rows.find(name);
  return at == rows.end() ? nullptr : at->second;
}

const ArithmeticType* arithmetic_type_named(std::string_view type) {
  if (const auto* known = row_of_name(type)) return known;
  const auto written = type.size();
  type = algebra::trimmed(type);
  for (const std::string_view word : {"const ", "constexpr ", "volatile ", "static "})
    while (type.starts_with(word)) type = algebra::trimmed(type.substr(word.size()));
  while (type.ends_with(" const")) type = algebra::trimmed(type.substr(0, type.size() - 6));
  for (const std::string_view scope : {"::", "std::", "cuda::std::", "cute::", "cuda::"})
    if (type.starts_with(scope)) type.remove_prefix(scope.size());
  // long int is long.
  if (type.ends_with(" int") && type != "unsigned int") type.remove_suffix(4);
  return type.size() == written ? nullptr : row_of_name(type);
}

double as_real(const CppValue& v) { return v.is(CppValue::Kind::real) ? v.real : static_cast<double>(v.number.value_or(0)); }

bool is_literal(std::string_view text) {
  if (text.starts_with("-")) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, algebra::is_digit);
}

CppValue truth(bool holds) { return CppValue::integer(holds ? 1 : 0, "bool"); }

}  // namespace

CppPlace CppMembers::find(std::string_view name) const {
  const auto it = std::ranges::find_if(all, [&](const auto& m) { return m.first == name; });
  return it == all.end() ? nullptr : it->second;
}

CppValue CppValue::unknown(Message why, bool given) {
  CppValue v{.kind = Kind::unknown, .why = std::move(why)};
  v.given = given;
  return v;
}
CppValue CppValue::of(std::string expression, std::string type) {
  return {.kind = Kind::expression, .text = std::move(expression), .type = std::move(type)};
}
CppValue CppValue::integer(std::int64_t n, std::string type) {
  n = in_range_of(n, type);
  const auto is = cpp_arithmetic(type);
  const bool large = n < 0 && is && !is->is_signed;
  auto v = of(large ? std::to_string(static_cast<std::uint64_t>(n)) : std::to_string(n), std::move(type));
  v.number = n;
  return v;
}
CppValue CppValue::real_number(double x, std::string type) {
  CppValue v{.kind = Kind::real, .text = {}, .type = std::move(type)};
  v.real = v.type == "float" ? static_cast<double>(static_cast<float>(x)) : x;
  return v;
}
CppValue CppValue::copied() const {
  auto copy = *this;
  if (kind == Kind::lambda && captured != nullptr) {
    copy.captured = std::make_shared<std::vector<CppScope>>(*captured);
    for (auto& scope : *copy.captured)
      for (auto& [name, place] : scope)
        if (place->own) {
          place = std::make_shared<CppVariable>(*place);
          place->value = place->value.copied();
        }
  }
  if (members == nullptr || (kind != Kind::object && kind != Kind::array)) return copy;
  copy.members = std::make_shared<CppMembers>(CppMembers{.type = members->type, .references = members->references});
  for (const auto& [name, place] : members->all) {
    if (members->references.contains(name)) {
      copy.members->all.emplace_back(name, place);
      continue;
    }
    auto own = std::make_shared<CppVariable>(*place);
    own->value = place->value.copied();
    copy.members->all.emplace_back(name, std::move(own));
  }
  return copy;
}

std::optional<CppArithmetic> cpp_arithmetic(std::string_view type) {
  const auto* named = arithmetic_type_named(type);
  return named == nullptr ? std::nullopt : std::optional(named->is);
}
bool is_long(std::string_view type) {
  const auto is = cpp_arithmetic(type);
  return is && !is->is_real && is->bits == 64;
}
std::string with_suffix(std::string text, std::string_view type) {
  constexpr std::size_t square_root_of_int = 5;  // in digits
  if (!is_literal(text)) return text;
  if (is_long(type)) return text + "LL";
  const auto is = cpp_arithmetic(type);
  return is && !is->is_real && !is->is_signed && is->bits == 32 && text.size() >= square_root_of_int ? text + "u" : text;
}
std::string with_cast(std::string text, std::string_view from, std::string_view to) {
  const auto is = cpp_arithmetic(to);
  if (!is || is->is_real || is_literal(text) || text.empty() || is_long(from) == is_long(to)) return text;
  return fmt::format("{}({})", is_long(to) ? "int64_t" : "int32_t", text);
}
std::string cpp_type_name(std::string_view type) {
  const auto* named = arithmetic_type_named(type);
  return std::string(named == nullptr ? type : named->names[0]);
}
std::int64_t in_range_of(std::int64_t n, const CppArithmetic& type) {
  if (type.is_real || type.bits >= 64) return n;
  if (type.is_truth) return n != 0 ? 1 : 0;
  const auto mask = (std::uint64_t{1} << type.bits) - 1;
  auto bits = static_cast<std::uint64_t>(n) & mask;
  if (type.is_signed && (bits >> (type.bits - 1)) != 0) bits |= ~mask;
  return static_cast<std::int64_t>(bits);
}
std::int64_t in_range_of(std::int64_t n, std::string_view type) {
  const auto* named = arithmetic_type_named(type);
  return named == nullptr ? n : in_range_of(n, named->is);
}

std::string cpp_common_type(const std::string& a, const std::string& b) {
  const auto promoted = [](const std::string& type) -> std::pair<std::string, CppArithmetic> {
    const auto is = cpp_arithmetic(type).value_or(CppArithmetic{});
    return !is.is_real && is.bits < 32 ? std::pair(std::string("int"), CppArithmetic{}) : std::pair(cpp_type_name(type), is);
  };
  const auto [at, ai] = promoted(a);
  const auto [bt, bi] = promoted(b);
  if (ai.is_real || bi.is_real) {
    if (ai.is_real && bi.is_real) return ai.bits >= bi.bits ? at : bt;
    return ai.is_real ? at : bt;
  }
  if (ai.bits != bi.bits) return ai.bits > bi.bits ? at : bt;
  const bool longer = at.find("long long") != std::string::npos || bt.find("long long") != std::string::npos;
  if (ai.is_signed && bi.is_signed) return longer ? "long long" : at;
  return longer ? "unsigned long long" : !ai.is_signed ? at : bt;
}

CppValue cpp_converted(const CppValue& v, const std::string& type) {
  const auto to = cpp_arithmetic(type);
  if (!to || !(v.is(CppValue::Kind::real) || v.number)) return v;
  CppLanes lanes;
  if (v.lanes != nullptr && !to->is_real) {
    auto all = *v.lanes;
    for (auto& n : all) n = n == no_lane ? n : in_range_of(n, type);
    lanes = std::make_shared<const std::vector<std::int64_t>>(std::move(all));
  }
  const bool same_lanes = lanes == nullptr || *lanes == *v.lanes;
  CppValue converted;
  if (to->is_real) converted = CppValue::real_number(as_real(v), cpp_type_name(type));
  else if (!v.is(CppValue::Kind::real)) {
    // A formula of entries is kept if the number is the same in both types.
    if (cpp_type_name(v.type) == cpp_type_name(type) || (in_range_of(*v.number, type) == *v.number && !v.type.empty() && same_lanes)) {
      converted = v;
      converted.text = with_cast(v.text, v.type, type);
      converted.type = cpp_type_name(type);
      return converted;
    }
    converted = CppValue::integer(*v.number, cpp_type_name(type));
  } else if (to->is_truth) converted = truth(v.real != 0);
  // A floating-point number that the type cannot hold is undefined behaviour, not wrapped.
  else if (const auto n = std::abs(v.real) < 9e18 ? static_cast<std::int64_t>(v.real) : 0;
           std::abs(v.real) < 9e18 && in_range_of(n, type) == n && (n >= 0 || to->is_signed))
    converted = CppValue::integer(n, cpp_type_name(type));
  else converted = CppValue::unknown(message("{} does not fit into {}", v.real, type));
  converted.lanes = std::move(lanes);
  converted.assumed.insert(v.assumed.begin(), v.assumed.end());
  return converted;
}

CppIntegers::CppIntegers(Operator is, const std::string& a, const std::string& b) : type(cpp_common_type(a, b)), is_(is) {
  in = cpp_arithmetic(type).value_or(CppArithmetic{});
  if (is_of_kind(is, OperatorRecord::Kind::logical) || is_of_kind(is, OperatorRecord::Kind::comparison)) type = "bool";
  // A shift has the promoted type of its left operand.
  if (is_of_kind(is, OperatorRecord::Kind::shift)) type = cpp_common_type(a, a), in = cpp_arithmetic(type).value_or(CppArithmetic{});
}

std::optional<std::int64_t> CppIntegers::operator()(std::int64_t a, std::int64_t b) const {
  if (is_ == Operator::both) return a != 0 && b != 0 ? 1 : 0;
  if (is_ == Operator::either) return a != 0 || b != 0 ? 1 : 0;
  if (in.is_real) return std::nullopt;
  const auto fits = [&](std::uint64_t n) { return std::optional(in_range_of(static_cast<std::int64_t>(n), in)); };
  if (is_of_kind(is_, OperatorRecord::Kind::shift)) {
    if (b < 0 || b >= in.bits) return std::nullopt;
    if (is_ == Operator::shift_left) return fits(static_cast<std::uint64_t>(a) << b);
    return fits(in.is_signed ? static_cast<std::uint64_t>(a >> b) : static_cast<std::uint64_t>(a) >> b);
  }
  const auto x = in_range_of(a, in), y = in_range_of(b, in);
  const auto ux = static_cast<std::uint64_t>(x), uy = static_cast<std::uint64_t>(y);
  if (const auto holds = in.is_signed ? compared(is_, x, y) : compared(is_, ux, uy)) return *holds ? 1 : 0;
  // Signed overflow is undefined behaviour, not wrapped.
  std::int64_t exact = 0;
  const auto checked = [&](bool overflows, std::uint64_t wrapped) {
    const auto result = fits(wrapped);
    return in.is_signed && (overflows || exact != *result) ? std::nullopt : result;
  };
  switch (is_) {
    case Operator::bit_and: return fits(ux & uy);
    case Operator::bit_or: return fits(ux | uy);
    case Operator::bit_xor: return fits(ux ^ uy);
    case Operator::divide:
    case Operator::remainder: {
      const bool divides = is_ == Operator::divide;
      if (y == 0) return std::nullopt;
      if (!in.is_signed) return fits(divides ? ux / uy : ux % uy);
      if (y == -1) {
        if (x != 0 && *fits(0 - ux) == x) return std::nullopt;
        return fits(divides ? 0 - ux : 0);
      }
      return fits(static_cast<std::uint64_t>(divides ? x / y : x % y));
    }
    case Operator::add: return checked(__builtin_add_overflow(x, y, &exact), ux + uy);
    case Operator::subtract: return checked(__builtin_sub_overflow(x, y, &exact), ux - uy);
    case Operator::multiply: return checked(__builtin_mul_overflow(x, y, &exact), ux * uy);
    default: return std::nullopt;
  }
}

CppValue cpp_operation(Operator is, const CppValue& a, const CppValue& b) {
  if (is == Operator::both) return truth(as_real(a) != 0 && as_real(b) != 0);
  if (is == Operator::either) return truth(as_real(a) != 0 || as_real(b) != 0);
  const auto sign = sign_of(is);
  if (const auto type = cpp_common_type(a.type, b.type); cpp_arithmetic(type).value_or(CppArithmetic{}).is_real) {
    const auto x = as_real(a), y = as_real(b);
    if (const auto holds = compared(is, x, y)) return truth(*holds);
    switch (is) {
      case Operator::add: return CppValue::real_number(x + y, type);
      case Operator::subtract: return CppValue::real_number(x - y, type);
      case Operator::multiply: return CppValue::real_number(x * y, type);
      case Operator::divide: return CppValue::real_number(x / y, type);
      default: return CppValue::unknown(message("{} of a {} is not defined", sign, type));
    }
  }
  const CppIntegers operation(is, a.type, b.type);
  const auto x = a.number.value_or(0), y = b.number.value_or(0);
  if (const auto n = operation(x, y)) return CppValue::integer(*n, operation.type);
  if (is_of_kind(is, OperatorRecord::Kind::shift))
    return CppValue::unknown(message("a shift of {} bits by {} is not defined", operation.in.bits, y));
  if (!is_of_kind(is, OperatorRecord::Kind::arithmetic)) return CppValue::unknown(message("{} is not understood", sign));
  const auto in_type = [&](std::int64_t n) { return in_range_of(n, operation.in); };
  if ((is == Operator::divide || is == Operator::remainder) && in_type(y) == 0) return CppValue::unknown("a division by 0 is not defined");
  return CppValue::unknown(message("{} {} {} does not fit into {}", in_type(x), sign, in_type(y), operation.type));
}

}  // namespace app
