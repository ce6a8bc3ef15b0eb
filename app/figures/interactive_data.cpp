#include "app/figures/interactive_data.hpp"

#include <algorithm>
#include <map>
#include <span>

#include <nlohmann/json.hpp>

#include "app/document/element_text.hpp"
#include "app/document/link_graph.hpp"
#include "app/figures/page_parts.hpp"
#include "app/system/texts.hpp"
#include "render/packed.hpp"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

/// Writes columns of numbers and texts one after another. A number takes 7 bits per byte, the lowest first.
class Columns {
 public:
  void number(std::uint64_t v) {
    for (; v >= 0x80; v >>= 7) bytes_ += static_cast<char>((v & 0x7F) | 0x80);
    bytes_ += static_cast<char>(v);
  }
  /// Writes the number of values, then their differences with the sign in the lowest bit: regular columns become repetitive and compress
  /// well.
  void numbers(std::span<const std::int64_t> all) {
    number(all.size());
    std::int64_t before = 0;
    for (const auto v : all) {
      const auto by = v - before;
      number((static_cast<std::uint64_t>(by) << 1) ^ static_cast<std::uint64_t>(by >> 63));
      before = v;
    }
  }
  void texts(std::span<const std::string> all) {
    std::string lines;
    for (const auto& text : all) lines += (&text == all.data() ? "" : "\n") + text;
    number(all.size());
    part(lines);
  }
  /// Writes the length, then the bytes.
  void part(std::string_view bytes) {
    number(bytes.size());
    bytes_ += bytes;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// The elements of one entry that cards show, ascending.
struct Subject {
  int entry = -1;
  std::vector<std::int64_t> elements;
  bool has(std::int64_t e) const { return std::ranges::binary_search(elements, e); }
};

std::vector<Subject> subjects_of(const std::vector<PageCard>& cards) {
  std::map<int, std::vector<std::int64_t>> shown;
  for (const auto& card : cards)
    for (const auto& frame : card.frames)
      if (card.elements >= 0) {
        auto& elements = shown[card.elements];
        elements.insert(elements.end(), frame.elements.begin(), frame.elements.end());
      }
  std::vector<Subject> subjects;
  for (auto& [entry, elements] : shown) {
    std::ranges::sort(elements);
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
    if (!elements.empty() && elements.front() < 0) elements.erase(elements.begin());
    subjects.push_back({entry, std::move(elements)});
  }
  return subjects;
}

/// The links from the elements of one entry to those of another. A set of elements is stored as its first element and a pattern of steps,
/// which most sets share.
class LinkTable {
 public:
  void add(Role role, const std::vector<std::int64_t>& elements) {
    steps_.clear();
    for (std::size_t i = 1; i < elements.size();) {
      const auto by = elements[i] - elements[i - 1];
      std::int64_t times = 0;
      for (; i < elements.size() && elements[i] - elements[i - 1] == by; ++i) ++times;
      steps_.push_back(by);
      steps_.push_back(times);
    }
    const auto [it, is_new] = sets_.try_emplace(steps_, static_cast<std::int64_t>(order_.size()) + 1);
    if (is_new) order_.push_back(&it->first);
    roles_.push_back(static_cast<std::int64_t>(role));
    set_.push_back(it->second);
    first_.push_back(elements.front());
    any_ = true;
  }
  void add_none() {
    roles_.push_back(0);
    set_.push_back(0);
    first_.push_back(first_.empty() ? 0 : first_.back());
  }
  std::string bytes() const {
    Columns out;
    if (!any_) return {};
    out.number(order_.size());
    for (const auto* steps : order_) {
      out.number(steps->size() / 2);
      for (const auto v : *steps) out.number(static_cast<std::uint64_t>(v));
    }
    out.numbers(roles_);
    out.numbers(set_);
    out.numbers(first_);
    return out.bytes();
  }

 private:
  std::map<std::vector<std::int64_t>, std::int64_t> sets_;
  std::vector<const std::vector<std::int64_t>*> order_;
  std::vector<std::int64_t> steps_, roles_, set_, first_;
  bool any_ = false;
};

void add_links(Columns& out, const std::vector<EntryResult>& results, const std::vector<Subject>& subjects) {
  LinkGraph graph;
  graph.update(results);
  std::vector<std::int64_t> seen;
  for (const auto& from : subjects) {
    std::vector<LinkTable> tables(subjects.size());
    for (const auto element : from.elements) {
      const auto& linked = graph.of({from.entry, element});
      for (std::size_t to = 0; to < subjects.size(); ++to) {
        const auto* marked = linked.in(subjects[to].entry);
        seen.clear();
        if (marked != nullptr)
          std::ranges::copy_if(marked->coordinates, std::back_inserter(seen), [&](std::int64_t c) { return subjects[to].has(c); });
        if (seen.empty()) tables[to].add_none();
        else tables[to].add(marked->role, seen);
      }
    }
    for (const auto& table : tables) out.part(table.bytes());
  }
}

/// Writes the cells with remarks, and the texts in English and in Chinese.
void add_remarks(Columns& out, const PageFrame& frame) {
  std::vector<std::int64_t> cells;
  std::vector<std::string> english, translated;
  for (const auto& [cell, text] : frame.remarks) {
    cells.push_back(cell);
    english.push_back(text.text());
    translated.push_back(texts_in(Language::chinese)(text));
  }
  out.numbers(cells);
  out.texts(english);
  out.texts(translated);
}

Json frame_json(const PageCard& card, const PageFrame& frame) {
  const auto& g = frame.grid;
  Json json{{"left", g.left},     {"top", g.top},       {"cell", g.cell},           {"width", g.width},
            {"height", g.height}, {"rows", frame.rows}, {"columns", frame.columns}, {"letters", g.letters}};
  for (const auto& part : frame.parts)
    json["parts"].push_back({{"row", part.row},
                             {"column", part.column},
                             {"rows", part.rows},
                             {"columns", part.columns},
                             {"down", part.down},
                             {"right", part.right}});
  if (!frame.drawn)
    json["part"] = {{"entry", card.entry}, {"card", card.number}, {"slice", frame.slice}, {"trace", card.playback.requests > 0}};
  return json;
}

}  // namespace

std::vector<const char*> page_words() {
  return {"from {}",
          "goes to {}",
          "the same as {}",
          "place {}",
          "owned by {}",
          "Theme: auto",
          "Theme: light",
          "Theme: dark",
          "{}, {} rows and {} columns: arrow keys move, Enter pins, Escape lets go",
          "Back",
          "Next",
          "Slice",
          "Step",
          "Smaller",
          "Larger",
          "Whole",
          "row {}, column {}",
          "hidden",
          "Requests played",
          "{} of {} requests",
          "Play",
          "Pause",
          "Hide values",
          "Reveal all",
          "Hide again",
          "Click: type",
          "Click: reveal",
          "End",
          "{} of {} revealed",
          "right {} · wrong {}",
          "Your guess",
          "right",
          "wrong"};
}

std::string page_data(const std::vector<EntryResult>& results, const std::vector<PageCard>& cards, bool linked) {
  const auto subjects = subjects_of(cards);
  Json json;
  json["format"] = 1;
  Columns columns;
  auto& card_list = json["cards"] = Json::array();
  for (const auto& card : cards) {
    Json j{{"entry", card.entry}, {"subject", -1}, {"first", card.first}};
    for (std::size_t s = 0; s < subjects.size(); ++s)
      if (subjects[s].entry == card.elements) j["subject"] = s;
    for (const auto& frame : card.frames) {
      j["frames"].push_back(frame_json(card, frame));
      columns.numbers(frame.elements);
      add_remarks(columns, frame);
      if (frame.parts.empty()) continue;
      columns.numbers(frame.owners);
      columns.number(frame.owned.size());
      for (const auto& cells : frame.owned) columns.numbers(cells);
    }
    if (card.playback.requests > 0) {
      j["requests"] = card.playback.requests;
      columns.numbers(card.playback.touched);
      columns.texts(card.playback.touches);
    }
    card_list.push_back(std::move(j));
  }
  auto& subject_list = json["subjects"] = Json::array();
  for (const auto& subject : subjects) {
    const auto& result = results[static_cast<std::size_t>(subject.entry)];
    subject_list.push_back({{"entry", subject.entry}, {"name", called(result, subject.entry)}});
    if (!linked) continue;
    columns.numbers(subject.elements);
    std::vector<std::string> texts;
    for (const auto element : subject.elements) texts.push_back(element_text(result, subject.entry, element));
    columns.texts(texts);
  }
  if (linked) add_links(columns, results, subjects);

  auto& words = json["words"]["zh"] = Json::object();
  for (const auto* word : page_words()) words[word] = texts_in(Language::chinese)(word);
  json["packed"] = linked ? "deflate-raw" : "none";
  json["data"] = render::to_base64(linked ? render::deflated(columns.bytes()) : columns.bytes());
  return script_text(json);
}

}  // namespace app
