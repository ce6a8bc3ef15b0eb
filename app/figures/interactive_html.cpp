#include "app/figures/interactive_html.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "algebra/language/vocabulary.hpp"
#include "app/document/facts.hpp"
#include "render/colourings.hpp"
#include "render/theme.hpp"

namespace app {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n') out += c;
    }
  return out;
}

namespace {

/// Writes the cards of a figure.
class CardWriter {
 public:
  CardWriter(const Sheet& sheet, const SheetEvaluator& evaluator, const InteractiveOptions& options)
      : sheet_(sheet), results_(evaluator.results()), options_(options) {}

  /// Writes notes, cards and values without a picture in the order of the sheet.
  void write(const std::vector<PageCard>& cards) {
    auto next = cards.begin();
    const auto card_here = [&](int entry) {
      for (; next != cards.end() && next->entry == entry && next->playback.requests == 0; ++next) card(*next);
    };
    for (int i = 0; i < static_cast<int>(results_.size()); ++i) {
      const bool has_card = next != cards.end() && next->entry == i && next->playback.requests == 0;
      if (has_card) card_here(i);
      else if (options_.entries.empty()) without_card(i);
    }
    for (; next != cards.end(); ++next) card(*next);
  }

  std::string html;
  std::map<std::string, std::string> colours;

 private:
  /// Writes an element with a text of the program in both languages.
  void said(std::string_view tag, std::string_view name, const algebra::Message& message) {
    said(tag, name, message.text(), texts_in(Language::chinese)(message));
  }
  void said(std::string_view tag, std::string_view name, const char* english) {
    said(tag, name, english, texts_in(Language::chinese)(english));
  }
  void said(std::string_view tag, std::string_view name, const std::string& english, const std::string& chinese) {
    html += fmt::format("<{} class=\"{}\"", tag, name);
    if (chinese != english) html += fmt::format(" data-en=\"{}\" data-zh=\"{}\"", escaped(english), escaped(chinese));
    html += fmt::format(">{}</{}>\n", escaped(options_.language == Language::chinese ? chinese : english), tag);
  }

  void without_card(int i) {
    const auto& result = results_[static_cast<std::size_t>(i)];
    const auto& entry = sheet_.entries[static_cast<std::size_t>(i)];
    if (result.is_note) {
      auto text = std::string_view(entry.text);
      while (text.starts_with('#') || text.starts_with(' ')) text.remove_prefix(1);
      if (!text.empty()) html += fmt::format("<p class=\"note\">{}</p>\n", escaped(text));
      return;
    }
    if (!entry.visible) return;
    const auto line = escaped(entry.text);
    if (const auto* value = result.value()) {
      const auto text = algebra::to_string(*value, algebra::Marks::plain);
      html += fmt::format("<p class=\"plain\"><code>{}</code> → <code>{}</code></p>\n", line, escaped(text));
    } else if (!entry.text.empty()) {
      html += fmt::format("<p class=\"plain\"><code>{}</code></p>\n", line);
    }
    problem(result);
  }

  void problem(const EntryResult& result) {
    if (result.problem) {
      const auto& why = result.problem->problem.message;
      said("p", "problem", why);
    }
  }

  void card(const PageCard& card) {
    const bool trace = card.playback.requests > 0;
    const auto& result = results_[static_cast<std::size_t>(std::max(0, card.entry))];
    const bool hidden = std::ranges::find(options_.hidden, card.entry) != options_.hidden.end();
    const auto number = card.number > 0 ? fmt::format(" data-card=\"{}\"", card.number) : std::string();
    html += fmt::format("<section class=\"card{}\" data-entry=\"{}\"{} data-elements=\"{}\"{}>\n<header>", trace ? " trace" : "",
                        card.entry, number, card.elements, hidden ? " data-hidden" : "");
    // The page shows no entry numbers, so an unnamed entry is called by its value.
    const bool named = !card.title.empty() || !result.name.empty();
    const auto name = !card.title.empty() ? card.title.text() : named ? result.name : card.value;
    if (trace) said("h3", "name", algebra::message("{}: trace of the launch", name));
    else if (!card.title.empty() && name != result.name) said("h3", "name", card.title);
    else html += fmt::format("<h3 class=\"name\">{}</h3>", escaped(name));
    if (named || trace) html += fmt::format("<code class=\"value\">{}</code>", escaped(card.value));
    html += "</header>\n";
    if (!trace && card.source != card.value) html += fmt::format("<code class=\"source\">{}</code>\n", escaped(card.source));
    html += "<div class=\"frames\">\n";
    // The diagram's note describes one slice only.
    const bool several = card.frames.size() > 1;
    for (std::size_t i = 0; i < card.frames.size(); ++i)
      frame(card.frames[i], name, i == card.first, several && !card.frames[i].note.empty() ? card.frames[i].note : card.frames[i].caption);
    html += "</div>\n";
    legend(card);
    table(card.diagram);
    if (card.frames.size() == 1 && !card.diagram.note.empty()) said("p", "remark", card.diagram.note);
    if (!trace && result.evaluation) {
      said("p", "summary", algebra::Message::list(facts_of(result)));
      verdict(result.evaluation->verdict);
    }
    if (!trace) problem(result);
    steps(card, name);
    html += "</section>\n";
  }

  void frame(const PageFrame& frame, const std::string& name, bool first, const algebra::Message& caption) {
    const auto& g = frame.grid;
    colours.insert(g.colours.begin(), g.colours.end());
    html += fmt::format("<figure class=\"frame{}\"><div class=\"plate\">", first ? " now" : "");
    // A point is 4/3 pixels.
    const auto at = g.svg.find('>');
    html += fmt::format("<svg class=\"grid\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {2} {3}\" role=\"img\" aria-label=\"{4}\"",
                        g.width * 4 / 3, g.height * 4 / 3, g.width, g.height,
                        escaped(fmt::format("{} {} ({} × {})", name, frame.caption, frame.rows, frame.columns)));
    html.append(g.svg, at);
    while (html.ends_with('\n')) html.pop_back();
    html += "</div>";
    if (!caption.empty()) said("figcaption", "caption", caption);
    html += "</figure>\n";
  }

  void legend(const PageCard& card) {
    if (card.legend.empty()) return;
    const auto light = render::fills_of(card.diagram, render::ThemeName::light),
               dark = render::fills_of(card.diagram, render::ThemeName::dark);
    html += "<p class=\"legend\">";
    said("span", "of", card.legend.heading);
    for (const auto& item : card.legend.items)
      html += fmt::format(
          "<span class=\"key\"><svg width=\"12\" height=\"12\" aria-hidden=\"true\"><rect width=\"12\" height=\"12\" "
          "rx=\"2\"{}/></svg>{}</span> ",
          render::web_fill(light[item.colour], dark[item.colour], colours), escaped(item.keys));
    html += "</p>\n";
  }

  void table(const render::Diagram& d) {
    if (d.table.empty()) return;
    html += "<table class=\"fields\">\n";
    for (const auto& line : d.table) {
      html += fmt::format("<tr><td>{}</td>", escaped(line.place));
      said("td", "field", line.name);
      html += fmt::format("<td>{}</td>", escaped(line.value));
      said("td", "meaning", line.meaning);
      html += "</tr>\n";
    }
    html += "</table>\n";
  }

  void verdict(const algebra::Verdict& v) {
    using Kind = algebra::Verdict::Kind;
    const auto words = words_of(v, true);
    if (!words || v.kind == Kind::pending) return;
    html += fmt::format("<p class=\"verdict {}\">", v.kind == Kind::kept ? "kept" : "broken");
    html += v.kind == Kind::kept ? "✓ " : "✗ ";
    said("span", "contract", words->contract);
    html += "· ";
    said("span", "of", words->found);
    html += "</p>\n";
  }

  void steps(const PageCard& card, const std::string& name) {
    if (!card.has_steps) return;
    const bool open = options_.opened && !card.steps.empty();
    html += fmt::format("<details class=\"steps\"{}>", open ? " open" : "");
    said("summary", "heading", "Steps");
    for (std::size_t i = 0; i < card.steps.size(); ++i) frame(card.steps[i], name, i == 0, card.steps[i].caption);
    html += "</details>\n";
  }

  const Sheet& sheet_;
  const std::vector<EntryResult>& results_;
  const InteractiveOptions& options_;
};

}  // namespace

PageHtml page_html(const Sheet& sheet, const SheetEvaluator& evaluator, const InteractiveOptions& options,
                   const std::vector<PageCard>& cards) {
  CardWriter writer(sheet, evaluator, options);
  writer.write(cards);
  return {std::move(writer.html), std::move(writer.colours)};
}

}  // namespace app
