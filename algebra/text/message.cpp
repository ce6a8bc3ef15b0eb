#include "algebra/text/message.hpp"

#include <ostream>

namespace algebra {

Message Message::verbatim(std::string text) {
  if (text.empty()) return {};
  return {"{}", {{Operand::Kind::text, std::move(text), nullptr}}};
}

Message Message::sequence(Message first, Message second) {
  if (first.empty()) return second;
  if (second.empty()) return first;
  return message("{} {}", first, second);
}

Message Message::list(const std::vector<Message>& facts) {
  Message all;
  for (const auto& fact : facts)
    if (!fact.empty()) all = all.empty() ? fact : message("{} · {}", all, fact);
  return all;
}

std::ostream& operator<<(std::ostream& out, const Message& m) { return out << m.text(); }

std::string Message::text() const {
  return filled(key_, [&](std::size_t i, bool) { return i < operands_.size() ? std::string_view(operands_[i].text) : std::string_view(); });
}

}  // namespace algebra
