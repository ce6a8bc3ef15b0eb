#include "algebra/language/value_bits.hpp"

#include "algebra/language/value_indexing.hpp"

namespace algebra {

BitFunction bit_function(const Value& value) {
  auto f = indexing(value);
  if (!f) throw no_function(plain(value));
  const auto* layout = std::get_if<Layout>(&value);
  return {*std::move(f), [&value] { return plain(value); }, layout != nullptr ? std::optional(*layout) : std::nullopt};
}

BitMatrix bit_matrix(const Value& value) {
  if (const auto* m = std::get_if<BitMatrix>(&value)) return *m;
  return bit_matrix(bit_function(value));
}

BitMatrix thread_value_bits(const Value& value) { return thread_value_bits(bit_function(value)); }

BitMatrix conversion(const Value& from, const Value& to, int element_bits) {
  return conversion(bit_function(from), bit_function(to), element_bits);
}

}  // namespace algebra
