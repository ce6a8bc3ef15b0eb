#include "app/import/python_constants.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include "algebra/text/characters.hpp"

namespace app {
namespace {

class Arithmetic {
 public:
  Arithmetic(std::string_view text, const algebra::Environment& names, algebra::IntegerRule rule)
      : text_(text), names_(names), rule_(rule), tokens_(algebra::tokens(text)) {}

  std::string run() {
    std::string result;
    std::size_t copied = 0;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (i > 0 && !is_any(i - 1, "(<[{,=:")) continue;
      auto last = i;
      const auto value = chain(last);
      if (last == i || !value || (last + 1 < tokens_.size() && !is_any(last + 1, ")>]},:"))) continue;
      result.append(text_, copied, tokens_[i].span.begin - copied).append(std::to_string(*value));
      copied = tokens_[last].span.end;
      i = last;
    }
    return result.append(text_, copied);
  }

 private:
  std::string_view at(std::size_t i) const {
    return i < tokens_.size() ? text_.substr(tokens_[i].span.begin, tokens_[i].span.end - tokens_[i].span.begin) : std::string_view{};
  }
  bool is_any(std::size_t i, std::string_view letters) const {
    return at(i).size() == 1 && letters.find(at(i)[0]) != std::string_view::npos;
  }

  std::optional<std::int64_t> operand(std::size_t i) const {
    const auto t = at(i);
    if (t.empty()) return std::nullopt;
    if (std::all_of(t.begin(), t.end(), algebra::is_digit)) {
      std::int64_t value = 0;
      return std::from_chars(t.data(), t.data() + t.size(), value).ec == std::errc{} ? std::optional(value) : std::nullopt;
    }
    const auto known = names_.find(t);
    const auto* tuple = known == names_.end() ? nullptr : std::get_if<algebra::IntTuple>(&known->second);
    if (tuple == nullptr || !tuple->is_integer() || tuple->integer().basis != 0 ||
        (rule_ == algebra::IntegerRule::cute && tuple->integer().is_static))
      return std::nullopt;
    return tuple->integer().value;
  }

  /// From the operand at `i` on, which becomes the last one; products before sums.
  std::optional<std::int64_t> chain(std::size_t& i) const {
    const auto first = operand(i);
    if (!first) return std::nullopt;
    std::vector<std::int64_t> sum{*first};
    for (; is_any(i + 1, "*/%+-"); i += 2) {
      const char op = at(i + 1)[0];
      const auto next = operand(i + 2);
      if (!next || ((op == '/' || op == '%') && *next <= 0) || sum.back() == INT64_MIN) return std::nullopt;
      if (op == '+' || op == '-') sum.push_back(op == '+' ? *next : -*next);
      else if (op == '/') sum.back() /= *next;
      else if (op == '%') sum.back() %= *next;
      else if (__builtin_mul_overflow(sum.back(), *next, &sum.back())) return std::nullopt;
    }
    std::int64_t total = 0;
    for (const auto term : sum)
      if (__builtin_add_overflow(total, term, &total)) return std::nullopt;
    return total >= 0 ? std::optional(total) : std::nullopt;
  }

  std::string_view text_;
  const algebra::Environment& names_;
  algebra::IntegerRule rule_;
  std::vector<algebra::Token> tokens_;
};

}  // namespace

std::string constants_worked_out(std::string_view expression, const algebra::Environment& names, algebra::IntegerRule rule) {
  if (expression.find_first_of("*/%+-") == std::string_view::npos) return std::string(expression);
  return Arithmetic(expression, names, rule).run();
}

}  // namespace app
