#pragma once
// The contents of a panel as rows, for any panel: sections, facts, words, links. Nothing here knows where a row is drawn.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/actions/requests.hpp"
#include "app/document/facts.hpp"

namespace app {

/// The meaning of words; each has a colour of its name.
enum class Tone : std::uint8_t { text, faint, fainter, hint, good, error, accent };

/// Words that send a request when clicked.
struct ToldLink {
  std::string label;
  Request wanted;
};

struct ToldRow {
  enum class Is : std::uint8_t { section, fact, words, links, chip, space };
  Is is = Is::words;
  std::string label{};  ///< of a section, a fact or a chip, in the interface's language; for words the text
  std::string value{};  ///< of a fact
  Tone tone = Tone::text;
  float gap = 0;                  ///< in points, below words, links or a chip; the height of a space
  std::string term{};             ///< term for F1, in English; "": none
  std::string action{};           ///< label of a button behind a highlighted fact; "": a normal fact
  Request wanted{};               ///< of a chip or an action
  std::string tip{};              ///< tooltip of a chip; "": none needed
  std::vector<ToldLink> links{};  ///< side by side
};

/// Builds rows from top to bottom. Terms are in English: they are translated, and F1 explains them.
class Told {
 public:
  explicit Told(const Texts& t) : texts(t) {}
  const Texts& texts;
  std::vector<ToldRow> rows{};

  const char* tr(const char* english) const { return texts(english); }
  void section(const char* term) { rows.push_back({.is = ToldRow::Is::section, .label = tr(term), .term = term}); }
  void heading(std::string words) { rows.push_back({.is = ToldRow::Is::section, .label = std::move(words)}); }
  void row(const char* term, std::string value, Tone tone = Tone::text) { fact(tr(term), std::move(value), tone, term); }
  /// Adds a fact whose label is a term with something after it.
  void row(const char* term, const std::string& rest, std::string value) {
    fact(std::string(tr(term)) + " " + rest, std::move(value), Tone::text, term);
  }
  void row(const Fact& f, Tone tone) { fact(texts(f.label), texts(f.value), tone, f.label.key()); }
  /// Adds a fact whose value is still being computed.
  void pending(const char* term) { row(term, "…", Tone::faint); }
  /// Adds a wrong value, with a button.
  void row_with(const char* term, std::string value, std::string action, Request wanted) {
    row(term, std::move(value), Tone::error);
    rows.back().action = std::move(action), rows.back().wanted = std::move(wanted);
  }
  /// Adds a fact with a label in the interface's language that is not a term.
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
