#include "algebra/conjectures/claim.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "algebra/text/characters.hpp"

namespace algebra::conjectures {
namespace {

constexpr std::string_view always = "always";

/// The start of the statement, and the numbers before it.
struct Head {
  std::size_t end = 0;
  std::array<std::int64_t, 3> numbers{-1, -1, -1};
  bool good = true;
};

Head head_of(std::string_view text) {
  Head head{.end = always.size()};
  if (head.end >= text.size() || text[head.end] != '<') return head;
  const auto close = text.find('>', head.end);
  if (close == std::string_view::npos) return {.end = head.end, .numbers = {}, .good = false};
  auto inside = text.substr(head.end + 1, close - head.end - 1);
  head.end = close + 1;
  for (auto& number : head.numbers) {
    const auto comma = std::min(inside.find(','), inside.size());
    const auto part = trimmed(inside.substr(0, comma));
    const auto [at, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    head.good = head.good && error == std::errc() && at == part.data() + part.size() && number >= 0;
    if (comma == inside.size()) return head;
    inside.remove_prefix(comma + 1);
  }
  head.good = false;  // there are too many
  return head;
}

}  // namespace

bool is_claim(std::string_view expression) {
  const auto text = trimmed(expression);
  return text.starts_with(always) && text.size() > always.size() && (text[always.size()] == ' ' || text[always.size()] == '<');
}

tl::expected<std::shared_ptr<Claim>, Diagnostic> Claim::read(std::string_view expression, const Environment& known, IntegerRule rule) {
  const auto blanks = expression.find(always);
  const auto head = head_of(expression.substr(blanks));
  const auto begin = blanks + head.end;
  constexpr std::int64_t most_size = 24, most_depth = 2, most_seconds = 3600;
  const auto [size, depth, seconds] = head.numbers;
  if (!head.good || size > most_size || depth > most_depth || seconds > most_seconds || size == 0)
    return tl::unexpected(Diagnostic{{blanks, begin},
                                     {"argument",
                                      message("always<size, depth, seconds> has a size up to {}, a depth up to {} and up to {} seconds.",
                                              most_size, most_depth, most_seconds),
                                      {}}});
  auto claim = std::make_shared<Claim>();
  claim->text_ = trimmed(expression.substr(begin));
  claim->known_ = known;
  auto statement = read_statement(claim->text_, claim->known_);
  if (!statement) {
    auto& span = statement.error().span;
    const auto by = static_cast<std::size_t>(trimmed(expression.substr(begin)).data() - expression.data());
    span.begin += by, span.end += by;
    return tl::unexpected(std::move(statement.error()));
  }
  claim->statement_ = std::make_unique<const Statement>(*std::move(statement));
  auto& settings = claim->settings_;
  settings.rule = rule;
  if (size > 0) settings.bound.size = size;
  if (depth >= 0) settings.bound.depth = static_cast<int>(depth);
  if (seconds > 0) settings.seconds = static_cast<double>(seconds);
  try {
    // Tests with few choices whether a search is possible at all: listing all choices may take seconds.
    auto small = settings;
    small.bound = {.size = 2, .depth = 1};
    const Search tried(*claim->statement_, claim->known_, small);
  } catch (Diagnostic& d) {
    return tl::unexpected(std::move(d));
  }
  return claim;
}

Verdict Claim::decide(const Checking& checking) {
  Verdict v{.kind = Verdict::Kind::pending, .contract = Message::verbatim(text_), .checked = 0, .total = 0, .counterexample = {}};
  static const std::atomic<bool> never{false};
  const auto& cancelled = checking.cancelled != nullptr ? *checking.cancelled : never;
  const auto search = std::make_shared<Search>(*statement_, known_, settings_);
  {
    const std::lock_guard lock(mutex_);
    running_ = search;
  }
  search->work(cancelled);
  auto report = search->report();
  const std::lock_guard lock(mutex_);
  running_.reset();
  v.checked = v.total = report.tried + report.random_tried;
  const bool found = report.outcome == Report::Outcome::counterexample;
  // Without a tried choice, for lack of time or because none met the condition, nothing is known.
  if (!found && (cancelled || v.total == 0)) return v;
  v.kind = found ? Verdict::Kind::broken : Verdict::Kind::kept;
  if (found) v.counterexample = counterexample_words(report, settings_.rule == IntegerRule::cute ? Marks::underscores : Marks::plain);
  report_ = std::move(report);
  return v;
}

std::optional<Report> Claim::report() const {
  const std::lock_guard lock(mutex_);
  return report_;
}

Search::Progress Claim::progress() const {
  const std::lock_guard lock(mutex_);
  return running_ != nullptr ? running_->progress() : Search::Progress{};
}

Message counterexample_words(const Report& r, Marks marks) {
  if (r.outcome != Report::Outcome::counterexample) return {};
  std::string values;
  for (std::size_t i = 0; i < r.values.size(); ++i)
    values += (i == 0 ? "" : ", ") + r.names[i].name + " = " + to_string(r.values[i], marks);
  if (r.sides.size() != 2) return values.empty() ? Message() : message("It fails for {}.", values);
  const auto side = [](const std::string& value) { return value.empty() ? Message("refused") : Message::verbatim(value); };
  // A claim about existing entries has no free name to list.
  if (values.empty()) return message("The sides are {} and {}.", side(r.sides[0]), side(r.sides[1]));
  return message("It fails for {}: the sides are {} and {}.", values, side(r.sides[0]), side(r.sides[1]));
}

}  // namespace algebra::conjectures
