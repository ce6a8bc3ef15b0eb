#include "algebra/reading/foreign.hpp"

#include <algorithm>

#include "algebra/layout/problem.hpp"
#include "algebra/reading/call_text.hpp"
#include "algebra/reading/gluon.hpp"
#include "algebra/reading/linear_layout.hpp"
#include "algebra/reading/strided.hpp"
#include "algebra/reading/tile_distribution.hpp"
#include "algebra/reading/tilelang.hpp"
#include "algebra/reading/triton_layouts.hpp"
#include "algebra/text/characters.hpp"

namespace algebra::dialects {
namespace {

/// Returns a layout of Gluon, alone or in gl.to_linear_layout(layout, shape).
std::optional<Printed> gluon_layout(const CallValue& call) {
  const bool with_shape = call.function() == "to_linear_layout" && call.items.size() == 2;
  const auto encoding = gluon_encoding(with_shape ? call.items[0].second : call);
  if (!encoding) return std::nullopt;
  return in_cute(triton_layout(*encoding, with_shape ? call.items[1].second.numbers() : std::vector<std::int64_t>{}, {}));
}

std::optional<Printed> read_as_call(const CallValue& call) {
  if (!call.is(CallValue::Kind::call)) return std::nullopt;
  if (call.function() == "tile_distribution_encoding") return tile_distribution(call);
  if (auto of_gluon = gluon_layout(call)) return of_gluon;
  return read_strided(call);
}

/// Returns whether a text may begin a call of these languages; most texts do not, and are not parsed.
bool may_be_foreign(std::string_view text) {
  return text.size() > 8 && (is_word(text[0]) && !is_digit(text[0])) &&
         (text.find('(') != text.npos || text.find('<') != text.npos || text.find('[') != text.npos);
}

}  // namespace

std::optional<tl::expected<Printed, Message>> read_foreign(std::string_view text) {
  text = trimmed(text);
  if (!may_be_foreign(text)) return std::nullopt;
  if (auto of_tilelang = read_tilelang(text)) return of_tilelang;
  const auto call = read_call(text);
  if (!call) return std::nullopt;
  try {
    auto read = read_as_call(*call);
    if (!read) return std::nullopt;
    return *std::move(read);
  } catch (CallProblem& p) {
    return tl::unexpected(std::move(p.message));
  } catch (TritonProblem& p) {
    return tl::unexpected(std::move(p.message));
  } catch (Problem& p) {
    return tl::unexpected(std::move(p.message));
  }
}

std::vector<ForeignFind> find_foreign(std::string_view text) {
  std::vector<ForeignFind> found;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const auto whole = take_until(text, '\n');
    auto words = trimmed(whole);
    const auto equal = words.find('=');
    const auto name = equal == words.npos ? std::string_view{} : trimmed(words.substr(0, equal));
    const bool named = !name.empty() && std::ranges::all_of(name, is_word);
    if (named) words = trimmed(words.substr(equal + 1));
    if (auto value = read_foreign(words))
      found.push_back({.line = line,
                       .column = static_cast<std::size_t>(words.data() - whole.data()) + 1,
                       .name = named ? name : std::string_view{},
                       .text = words,
                       .value = *std::move(value)});
  }
  return found;
}

}  // namespace algebra::dialects
