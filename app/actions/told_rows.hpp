#pragma once
// What a panel says in rows, whoever draws it: sections, facts, words, and what a click asks for. Nothing here knows where a row stands.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/actions/requests.hpp"
#include "app/document/facts.hpp"

namespace app {

/// How words are meant: each has an ink of its name.
enum class Tone : std::uint8_t { text, faint, fainter, hint, good, error, accent };

/// Words to be clicked.
struct ToldLink {
  std::string label;
  Request wanted;
};

struct ToldRow {
  enum class Is : std::uint8_t { section, fact, words, links, chip, space };
  Is is = Is::words;
  std::string label{};  ///< of a section, a fact or a chip, in the interface's language; of words all of them
  std::string value{};  ///< of a fact
  Tone tone = Tone::text;
  float gap = 0;                  ///< beneath words, links or a chip; all of a space; in points
  std::string term{};             ///< that F1 explains, in English; "": none
  std::string action{};           ///< of a fact that stands out: what a click behind it does; "": it is one like the others
  Request wanted{};               ///< by a click on a chip or an action
  std::string tip{};              ///< what a click on a chip does; "": that is clear
  std::vector<ToldLink> links{};  ///< side by side
};

/// Rows as they are said, one beneath the other. Terms are in English: they are translated, and F1 explains them.
class Told {
 public:
  explicit Told(const Texts& t) : texts(t) {}
  const Texts& texts;
  std::vector<ToldRow> rows{};

  const char* tr(const char* english) const { return texts(english); }
  void section(const char* term) { rows.push_back({.is = ToldRow::Is::section, .label = tr(term), .term = term}); }
  void heading(std::string words) { rows.push_back({.is = ToldRow::Is::section, .label = std::move(words)}); }
  void row(const char* term, std::string value, Tone tone = Tone::text) { fact(tr(term), std::move(value), tone, term); }
  /// A label that is a term with something behind it.
  void row(const char* term, const std::string& rest, std::string value) {
    fact(std::string(tr(term)) + " " + rest, std::move(value), Tone::text, term);
  }
  void row(const Fact& f, Tone tone) { fact(texts(f.label), texts(f.value), tone, f.label.key()); }
  /// A value that is still looked for.
  void pending(const char* term) { row(term, "…", Tone::faint); }
  /// One that is wrong, with what a click behind it does.
  void row_with(const char* term, std::string value, std::string action, Request wanted) {
    row(term, std::move(value), Tone::error);
    rows.back().action = std::move(action), rows.back().wanted = std::move(wanted);
  }
  /// A label that is no term, in the interface's language.
  void labelled(std::string label, std::string value, Tone tone) { fact(std::move(label), std::move(value), tone, {}); }
  void words(std::string text, Tone tone, float gap = 4) { rows.push_back({.label = std::move(text), .tone = tone, .gap = gap}); }
  void link(std::string words, Request wanted, float gap = 6) { links({{std::move(words), std::move(wanted)}}, gap); }
  void links(std::vector<ToldLink> all, float gap) {
    if (!all.empty()) rows.push_back({.is = ToldRow::Is::links, .gap = gap, .links = std::move(all)});
  }
  void chip(std::string words, Request wanted, float gap, std::string tip = {}) {
    rows.push_back({.is = ToldRow::Is::chip, .label = std::move(words), .gap = gap, .wanted = std::move(wanted), .tip = std::move(tip)});
  }
  void gap(float points) { rows.push_back({.is = ToldRow::Is::space, .gap = points}); }

 private:
  void fact(std::string label, std::string value, Tone tone, std::string_view term) {
    rows.push_back(
        {.is = ToldRow::Is::fact, .label = std::move(label), .value = std::move(value), .tone = tone, .term = std::string(term)});
  }
};

}  // namespace app
