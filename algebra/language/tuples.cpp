#include "algebra/language/tuples.hpp"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

namespace algebra::expression {

Value with_integers(const Value& v) {
  if (const auto* tiler = std::get_if<Tiler>(&v)) {
    if (auto integers = tuple_of(*tiler)) return std::move(*integers);
    if (const auto* layout = std::get_if<Layout>(&tiler->is)) return *layout;
  }
  return v;
}

bool holds_modes(const Value& v) {
  const auto* t = std::get_if<IntTuple>(&v);
  const auto* z = std::get_if<Zip>(&v);
  const auto* tiler = std::get_if<Tiler>(&v);
  return (t != nullptr && t->is_tuple()) || (z != nullptr && z->of == Zip::Of::tuple) || (tiler != nullptr && tiler->by_mode());
}

std::optional<IntTuple> profile_of(const Value& v) {
  const auto given = with_integers(v);
  if (const auto* t = std::get_if<IntTuple>(&given)) return *t;
  const auto* tiler = std::get_if<Tiler>(&given);
  if (tiler == nullptr) return std::nullopt;
  IntTuple profile;
  for (const auto& m : tiler->modes()) profile.append(profile_of(m).value_or(IntTuple(1)));
  return profile;
}

Value tuple_of(const Call& c, std::vector<Value> modes) {
  for (auto& m : modes) m = with_integers(m);
  const auto is_tuple = [](const Value& v) { return std::holds_alternative<IntTuple>(v); };
  if (std::all_of(modes.begin(), modes.end(), is_tuple)) {
    IntTuple t;
    for (const auto& m : modes) t.append(std::get<IntTuple>(m));
    return t;
  }
  Zip t{.of = Zip::Of::tuple, .parts = {}};
  for (const auto& m : modes)
    std::visit(
        [&](const auto& part) {
          if constexpr (std::is_constructible_v<Zip::Part, decltype(part)>) t.parts.emplace_back(part);
          else throw Problem{"argument", message("{} cannot put {} into a tuple here.", c.name, plain(m)), {}};
        },
        m);
  return t;
}

std::vector<Value> modes_of(const Value& given) {
  const auto v = with_integers(given);
  std::vector<Value> modes;
  if (const auto* t = std::get_if<IntTuple>(&v); t != nullptr && t->is_tuple()) {
    for (int i = 0; i < t->rank(); ++i) modes.emplace_back(t->mode(i));
  } else if (const auto* z = std::get_if<Zip>(&v); z != nullptr && z->of == Zip::Of::tuple) {
    for (std::size_t i = 0; i < z->parts.size(); ++i) modes.push_back(part_of(*z, i));
  } else if (const auto* tiler = std::get_if<Tiler>(&v); tiler != nullptr && tiler->by_mode()) {
    for (const auto& m : tiler->modes()) modes.push_back(with_integers(m));
  } else {
    modes.push_back(v);
  }
  return modes;
}

}  // namespace algebra::expression
