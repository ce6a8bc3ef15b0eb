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

/// The error: one sentence.
struct TritonProblem {
  Message message;
};

struct TritonAttribute {
  struct Value {
    /// An attribute as a value is a list of one, also a dictionary, which has no kind.
    std::variant<std::int64_t, bool, std::vector<Value>, std::vector<TritonAttribute>, std::string> is;
  };
  std::string kind;   ///< such as blocked
  std::string alias;  ///< blocked1 for #blocked1, which has nothing else; "" for an attribute
  std::map<std::string, Value, std::less<>> values{};
  std::vector<std::pair<std::int64_t, std::int64_t>> paddings{};  ///< of padded_shared, [32:+4]: after each 32 elements 4 more

  const Value* find(std::string_view key) const;
  /// Return the key's value. Throw a TritonProblem if it is missing or of another kind.
  std::int64_t number(std::string_view key) const;
  bool flag(std::string_view key) const;
  std::vector<std::int64_t> numbers(std::string_view key) const;
  std::string word(std::string_view key) const;
  TritonAttribute attribute(std::string_view key) const;
  /// Returns [[0, 1], [8, 0]]; empty if there is no such key. `rank`: required length of each; -1 for any.
  std::vector<std::vector<std::int64_t>> bases(std::string_view key, int rank = -1) const;
  std::vector<std::vector<std::int64_t>> bases_of(const Value&, int rank) const;
};

bool is_power_of_two(std::int64_t);
/// Returns the values of a key that has one number per mode, each a power of two. Throws a TritonProblem.
std::vector<std::int64_t> powers(const TritonAttribute&, std::string_view key, int rank);
/// Returns the values of a key that names each mode once. Throws a TritonProblem.
std::vector<int> order_of(const TritonAttribute&, std::string_view key, int rank);

/// Parses the attribute at the start of the text. Throws a TritonProblem with the byte.
TritonAttribute parse_triton_attribute(std::string_view text);
/// Returns the attribute that an alias stands for, or the attribute itself; for a value, its attribute. Throws a TritonProblem.
TritonAttribute resolved(TritonAttribute, const std::map<std::string, std::string, std::less<>>& aliases);
TritonAttribute resolved(const TritonAttribute::Value&, const std::map<std::string, std::string, std::less<>>& aliases);

}  // namespace algebra::dialects
