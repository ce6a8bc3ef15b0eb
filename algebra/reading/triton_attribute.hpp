#pragma once
// Attributes of MLIR as Triton's encodings write them: #ttg.blocked<{sizePerThread = [1, 4], order = [1, 0]}>.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algebra/text/message.hpp"

namespace algebra::dialects {

/// One sentence.
struct TritonProblem {
  Message message;
};

struct TritonAttribute {
  struct Value {
    std::variant<std::int64_t, bool, std::vector<Value>, std::vector<TritonAttribute>> is;  ///< an attribute is a list of one
  };
  std::string kind;   ///< blocked
  std::string alias;  ///< blocked1 of #blocked1, which has nothing else; "" of an attribute
  std::map<std::string, Value, std::less<>> values{};

  const Value* find(std::string_view key) const;
  /// A value of the key. Throw a TritonProblem where there is none, or another.
  std::int64_t number(std::string_view key) const;
  bool flag(std::string_view key) const;
  std::vector<std::int64_t> numbers(std::string_view key) const;
  /// [[0, 1], [8, 0]]; none where there is no such key. `rank`: the numbers of each; -1 for any.
  std::vector<std::vector<std::int64_t>> bases(std::string_view key, int rank = -1) const;
  std::vector<std::vector<std::int64_t>> bases_of(const Value&, int rank) const;
};

bool is_power_of_two(std::int64_t);
/// The values of a key that has one number a mode, each a power of two. Throws a TritonProblem.
std::vector<std::int64_t> powers(const TritonAttribute&, std::string_view key, int rank);
/// The values of a key that names each mode once. Throws a TritonProblem.
std::vector<int> order_of(const TritonAttribute&, std::string_view key, int rank);

/// The attribute that the text begins with. Throws a TritonProblem with the byte.
TritonAttribute parse_triton_attribute(std::string_view text);
/// The attribute that an alias stands for, or itself; of a value, its attribute. Throws a TritonProblem.
TritonAttribute resolved(TritonAttribute, const std::map<std::string, std::string, std::less<>>& aliases);
TritonAttribute resolved(const TritonAttribute::Value&, const std::map<std::string, std::string, std::less<>>& aliases);

}  // namespace algebra::dialects
