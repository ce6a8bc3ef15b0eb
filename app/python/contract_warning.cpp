#include "app/python/contract_warning.hpp"

#include <array>
#include <memory>
#include <unordered_map>

#include <fmt/format.h>

#include "algebra/text/statements.hpp"
#include "app/python/errors.hpp"
#include "app/python/objects.hpp"
#include "app/python/verdict_object.hpp"

namespace app::python {
namespace {

using algebra::Function;
using algebra::IntTuple;
using algebra::Tiler;
using algebra::Value;
using algebra::expression::Call;

std::int64_t limit = algebra::checked_at_once;

/// A hash of a call, 64 bits. Calls with equal hashes count as the same call, as collisions are negligible.
class CallHash {
 public:
  explicit CallHash(const Function& f) { mix(reinterpret_cast<std::uintptr_t>(&f)); }

  void add(const Value& v) {
    mix(v.index());
    if (const auto* t = std::get_if<IntTuple>(&v)) return add(t->view());
    if (const auto* l = std::get_if<algebra::Layout>(&v)) return add(*l);
    if (const auto* t = std::get_if<Tiler>(&v)) return add(*t);
    if (const auto* t = std::get_if<algebra::Tensor>(&v); t != nullptr && !t->outer && !t->coordinate) {
      mix(static_cast<std::uint64_t>(t->offset));
      return add(t->layout);
    }
    mix(std::hash<std::string>{}(algebra::to_string(v, algebra::Marks::underscores)));
  }
  void add(std::uint64_t more) { mix(more); }
  std::uint64_t value() const { return h_ != 0 ? h_ : 1; }

 private:
  void add(IntTuple::View v) {
    if (v.is_integer()) {
      const auto i = v.integer();
      constexpr std::uint64_t apart = 0x9e3779b97f4a7c15ULL;
      return mix(static_cast<std::uint64_t>(i.value) + (std::uint64_t{i.basis} << 1 | (i.is_static ? 1 : 0)) * apart);
    }
    if (!v.is_tuple()) return mix(v.is_underscore() ? 3 : 5);
    mix(std::uint64_t{7} << 32 | static_cast<std::uint64_t>(v.rank()));
    for (const auto mode : v.modes()) add(mode);
  }
  void add(const algebra::Layout& l) {
    add(l.shape().view());
    add(l.stride().view());
  }
  void add(const Tiler& t) {
    mix(t.is.index());
    if (const auto* l = std::get_if<algebra::Layout>(&t.is)) return add(*l);
    if (const auto* leaf = std::get_if<IntTuple>(&t.is)) return add(leaf->view());
    mix(t.modes().size());
    for (const auto& mode : t.modes()) add(mode);
  }
  void mix(std::uint64_t x) {
    h_ = (h_ ^ x) * 0xff51afd7ed558ccdULL;
    h_ ^= h_ >> 32;
  }

  std::uint64_t h_ = 0x9e3779b97f4a7c15ULL;
};

/// The verdicts on former calls: the hashes of calls that keep their contract or have no decided verdict, the last one of each slot; and
/// the warnings of calls that break it.
struct Known {
  std::array<std::uint64_t, 1 << 12> kept{};
  std::unordered_map<std::uint64_t, std::string> broken;
};
Known& known() {
  static auto& one = *new Known;  // outlives the interpreter's last call
  return one;
}
std::uint64_t& kept_at(std::uint64_t hash) { return known().kept[hash % known().kept.size()]; }

algebra::Verdict verdict_of(const Function& f, const Call& c, const Value& result) {
  try {
    return f.contract(c, result, {.most = limit, .sample = false, .cancelled = nullptr});
  } catch (const algebra::Problem&) {
    return {};  // a result that cannot be checked has no verdict
  }
}

/// Returns the warning for a broken contract: the language's own, with suggestions, or, if it has none for the call's text, the verdict.
std::string words_of_broken(const Function& f, const Call& c, const algebra::Verdict& verdict, WrittenCall written) {
  const auto [text, rule] = written(c);
  if (text.size() < algebra::max_source)
    if (const auto e = algebra::evaluate(text, {}, rule); e && e->warning) return sentence(e->warning->problem);
  return fmt::format("{} is broken by {}: {}.", verdict.contract.text(), f.name, verdict.counterexample.text());
}

}  // namespace

std::int64_t contract_limit() { return limit; }

void limit_contracts(std::int64_t elements) {
  limit = elements;
  known().kept.fill(0);
  known().broken.clear();
}

void warn_of(const Function& f, const Call& c, const Value& result, WrittenCall written) {
  if (limit == 0) return;
  CallHash hash(f);
  for (const auto& v : c.indices) hash.add(v);
  hash.add(c.indices.size());
  for (const auto& v : c.arguments) hash.add(v);
  const auto key = hash.value();
  if (kept_at(key) == key) return;
  auto& broken = known().broken;
  auto found = broken.find(key);
  if (found == broken.end()) {
    const auto verdict = verdict_of(f, c, result);
    if (verdict.kind != algebra::Verdict::Kind::broken) {
      kept_at(key) = key;
      return;
    }
    constexpr std::size_t most = 1024;
    if (broken.size() == most) broken.clear();
    found = broken.emplace(key, words_of_broken(f, c, verdict, written)).first;
  }
  const auto words = found->second;  // a copy: a warning runs Python, which may call this function
  warn_of_contract(words);
}

void warn_of(const algebra::Evaluation& e) {
  if (e.warning) warn_of_contract(sentence(e.warning->problem));
}

}  // namespace app::python
