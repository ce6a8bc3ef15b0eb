#include "app/flow/file_lines.hpp"

#include <charconv>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/import/kernel_trace.hpp"

namespace app {

using algebra::Message;
using algebra::Operand;
namespace {

/// Returns the operand's value if it is a number, else 0.
std::size_t number_of(const Operand& o) {
  std::size_t n = 0;
  if (o.kind == Operand::Kind::number) std::from_chars(o.text.data(), o.text.data() + o.text.size(), n);
  return n;
}

}  // namespace

FilePlace place_of_line(const gpu::Flow& flow, std::size_t line) {
  const auto at = FileLine::of(line);
  if (at.file == 0 || at.file >= flow.files.size()) return {.line = at.line};
  return {.file = flow.files[at.file], .line = at.line};
}

std::string line_text(const gpu::Flow& flow, std::size_t line) {
  const auto at = place_of_line(flow, line);
  return at.file.empty() ? fmt::format("{}", at.line) : fmt::format("{}:{}", std::filesystem::path(at.file).filename().string(), at.line);
}

Message with_files(const gpu::Flow& flow, const Message& m) {
  if (flow.files.size() < 2) return m;
  auto operands = m.operands();
  for (auto& o : operands) {
    if (o.message != nullptr) o = algebra::operand(with_files(flow, *o.message));
    else if (const auto n = number_of(o); n >= FileLine::of_file && !place_of_line(flow, n).file.empty())
      o = {Operand::Kind::text, line_text(flow, n), nullptr};
  }
  return {m.key(), std::move(operands)};
}

gpu::FlowReport with_files(const gpu::Flow& flow, gpu::FlowReport report) {
  for (auto& f : report.findings) f.text = with_files(flow, f.text);
  for (auto& u : report.undecided) u = with_files(flow, u);
  return report;
}

std::size_t named_line(const Message& m) {
  const bool has_one = m.key().starts_with("line {}") || m.key().starts_with("the loop of line {}");
  return has_one && !m.operands().empty() ? number_of(m.operands().front()) : 0;
}

}  // namespace app
