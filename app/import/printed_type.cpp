#include "app/import/printed_type.hpp"

#include "algebra/language/cute_ir.hpp"
#include "algebra/reading/foreign.hpp"
#include "algebra/reading/memref.hpp"
#include "algebra/reading/triton.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/message.hpp"

namespace app {
namespace {

PrintedType of(const algebra::dialects::Printed& p) {
  return {algebra::dialects::with_numbers(p), algebra::dialects::run_time_words(p), p.note};
}

}  // namespace

std::optional<tl::expected<PrintedType, algebra::Message>> printed_type(std::string_view text) {
  text = algebra::trimmed(text);
  if (const auto type = algebra::dialects::read_cute_ir(text); type && type->size == text.size()) {
    if (type->values.size() == 1) return of(type->values[0]);
    return tl::unexpected(algebra::message("This type holds {} values, not one.", type->values.size()));
  }
  const auto buffer = algebra::dialects::read_memref(text);
  if (buffer && buffer->size == text.size()) return of(buffer->printed);
  if (!buffer && !buffer.error().message.empty()) return tl::unexpected(buffer.error().message);
  if (auto foreign = algebra::dialects::read_foreign(text)) {
    if (!*foreign) return tl::unexpected(foreign->error());
    return of(**foreign);
  }
  if (!algebra::dialects::mentions_triton(text)) return std::nullopt;
  const auto found = algebra::dialects::find_triton(text);
  if (found.size() != 1) return std::nullopt;
  if (!found[0].value) return tl::unexpected(found[0].value.error());
  return of(*found[0].value);
}

}  // namespace app
