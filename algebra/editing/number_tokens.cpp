#include "algebra/editing/number_tokens.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "algebra/editing/signatures.hpp"
#include "algebra/language/lexer.hpp"

namespace algebra::editing {
namespace {

using expression::Lexeme;
using expression::Piece;

constexpr std::int64_t largest_written = std::numeric_limits<std::int64_t>::max();
constexpr int max_depth = 64;

/// Brackets as a tree, for any text, however malformed.
struct Group;
struct Part {
  const Piece* piece = nullptr;  ///< null: it is a group
  std::unique_ptr<Group> group;
};
struct Item {
  std::string_view keyword;  ///< Python's
  std::vector<Part> elements;
};
struct Group {
  char open = '\0';
  std::vector<Item> items;
};

/// Returns whether a piece closes the bracket `open`.
bool closes(const Piece& p, char open) { return p.is(open == '(' ? ")" : open == '<' ? ">" : open == '[' ? "]" : "}"); }

class GroupReader {
 public:
  explicit GroupReader(const std::vector<Piece>& pieces) : pieces_(pieces) {}

  Group group(char open, int depth) {
    Group g{.open = open, .items = {}};
    g.items.emplace_back();
    while (at_ < pieces_.size() && pieces_[at_].kind != Lexeme::end) {
      const auto& p = pieces_[at_];
      if (open != '\0' && closes(p, open)) {
        ++at_;
        return g;
      }
      ++at_;
      auto& item = g.items.back();
      if (p.is(",")) {
        g.items.emplace_back();
      } else if (p.is("=") && item.elements.size() == 1 && item.elements[0].piece != nullptr && open == '(') {
        item.keyword = item.elements[0].piece->text;
        item.elements.clear();
      } else if (opens(p) && depth < max_depth) {
        Part e;
        e.group = std::make_unique<Group>(group(p.text[0], depth + 1));
        item.elements.push_back(std::move(e));
      } else {
        item.elements.push_back({.piece = &p, .group = nullptr});
      }
    }
    return g;
  }

 private:
  static bool opens(const Piece& p) { return p.is("(") || p.is("<") || p.is("[") || p.is("{"); }
  const std::vector<Piece>& pieces_;
  std::size_t at_ = 0;
};

/// The context of a number: its role, the parameter it belongs to, and its mode.
struct NumberPlace {
  NumberRole role = NumberRole::value;
  std::string owner;  ///< the parameter: "tiler"
  std::string part;   ///< "shape", "stride"
  std::vector<std::size_t> path;
  bool decided = false;  ///< a colon or the function has determined the role
};

std::string label_of(const NumberPlace& p) {
  std::string label = p.owner;
  const auto add = [&](std::string_view word) { label += (label.empty() ? "" : " ") + std::string(word); };
  if (!p.part.empty() && p.part != p.owner) add(p.part);
  if (label.empty()) label = "value";
  if (p.path.size() == 1) add(fmt::format("{}", p.path[0]));
  if (p.path.size() > 1) {
    std::string all;
    for (const auto i : p.path) all += (all.empty() ? "" : ",") + fmt::format("{}", i);
    add(fmt::format("({})", all));
  }
  return label;
}

NumberRole role_of_parameter(std::string_view name) {
  if (name == "coord" || name == "c" || name == "index" || name == "i" || name == "thread") return NumberRole::coordinate;
  if (name == "stride") return NumberRole::stride;
  if (name == "tiler" || name == "threads" || name == "values" || name == "permutations" || name == "atoms" || name == "layout_tv")
    return NumberRole::tile;
  if (name == "order" || name == "step") return NumberRole::order;
  if (name == "A" || name == "B" || name == "T" || name == "shape" || name == "profile" || name == "from" || name == "to" || name == "n")
    return NumberRole::shape;
  return NumberRole::value;
}

/// Returns the word for the role of a tuple's integers.
std::string_view word_of(NumberRole role) {
  switch (role) {
    case NumberRole::shape: return "shape";
    case NumberRole::stride: return "stride";
    case NumberRole::tile: return "tile";
    case NumberRole::coordinate: return "coord";
    case NumberRole::order: return "step";
    case NumberRole::index:
    case NumberRole::swizzle:
    case NumberRole::offset:
    case NumberRole::value: break;
  }
  return "value";
}

class Finder {
 public:
  explicit Finder(std::string_view line) : line_(line) {}

  void run(const Group& root, const NumberPlace& place) {
    for (const auto& item : root.items) walk(item, place);
  }
  std::vector<NumberToken> take() {
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
    return std::move(found_);
  }

 private:
  static bool is(const Part& e, std::string_view punctuation) { return e.piece != nullptr && e.piece->is(punctuation); }
  static bool is_group(const Item& item, std::size_t i, char open) {
    return i < item.elements.size() && item.elements[i].group != nullptr && item.elements[i].group->open == open;
  }
  static bool is_pointer(const Part& e) { return e.piece != nullptr && e.piece->kind == Lexeme::name && names_pointer(e.piece->text); }
  static bool is_operator(const Part& e) {
    return e.piece != nullptr && (e.piece->is("==") || (e.piece->kind == Lexeme::name && e.piece->text == "o"));
  }

  static bool is_arithmetic(const Part& e) { return is(e, "+") || is(e, "-") || is(e, "*") || is(e, "/") || is(e, "%"); }
  /// Returns whether round brackets only group, as in 2 * (3 + 4), and are not a tuple.
  static bool only_groups(const Item& item, std::size_t i, std::size_t begin, std::size_t end) {
    const auto& g = *item.elements[i].group;
    if (g.open != '(' || g.items.size() != 1) return false;
    return (i > begin && is_arithmetic(item.elements[i - 1])) || (i + 1 < end && is_arithmetic(item.elements[i + 1])) ||
           std::any_of(g.items[0].elements.begin(), g.items[0].elements.end(), is_arithmetic);
  }

  /// Walks a o b == c, each part shape:stride or one of them.
  void walk(const Item& item, const NumberPlace& place) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= item.elements.size(); ++i) {
      if (i < item.elements.size() && !is_operator(item.elements[i])) continue;
      auto colon = begin;
      while (colon < i && !is(item.elements[colon], ":")) ++colon;
      if (colon < i) {
        NumberPlace side = place;
        side.part = "shape", side.role = NumberRole::shape, side.decided = true;
        operand(item, begin, colon, side);
        side.part = "stride", side.role = NumberRole::stride;
        operand(item, colon + 1, i, side);
      } else {
        operand(item, begin, i, place);
      }
      begin = i + 1;
    }
  }

  void operand(const Item& item, std::size_t begin, std::size_t end, const NumberPlace& place) {
    for (auto i = begin; i < end; ++i) {
      const auto& e = item.elements[i];
      if (e.group != nullptr) {
        // A bracket right after another one is a call: (3) in (4,4):(1,4)(3). name() reads calls of names, such as A(2,_).
        const bool applied = i > begin && e.group->open == '(' && (item.elements[i - 1].group != nullptr);
        if (applied) apply(*e.group);
        else if (only_groups(item, i, begin, end)) walk(e.group->items[0], place);
        else if (e.group->open == '[' && i > begin) indices(*e.group, "mode");
        else tuple(*e.group, place);
        continue;
      }
      const auto& p = *e.piece;
      if (p.kind == Lexeme::name) {
        i = name(item, i, end, place);
      } else if (p.kind == Lexeme::number || p.kind == Lexeme::static_number) {
        NumberPlace here = place;
        if (i > begin && is(item.elements[i - 1], "@")) here = {.role = NumberRole::index, .owner = "mode", .part = {}, .path = {}};
        else if (i > begin && is(item.elements[i - 1], "+") && is_pointer(item.elements[begin]))
          here = {.role = NumberRole::offset, .owner = "offset", .part = {}, .path = {}};
        add(p, here);
        if (i > begin && (is(item.elements[i - 1], "/") || is(item.elements[i - 1], "%"))) divides(p);
      }
    }
  }

  /// Walks (a, b), <a, b> or [a, b].
  void tuple(const Group& g, const NumberPlace& place) {
    NumberPlace inner = place;
    if (!place.decided && (g.open == '<' || g.open == '[')) {
      inner.role = NumberRole::tile;
      if (inner.part.empty() && inner.owner.empty()) inner.part = "tile";
    } else if (!place.decided && place.role == NumberRole::value && place.owner.empty() && place.part.empty()) {
      inner.role = NumberRole::shape;  // a tuple alone is a shape
      inner.part = "shape";
    }
    inner.path.push_back(0);
    for (std::size_t i = 0; i < g.items.size(); ++i) {
      inner.path.back() = i;
      walk(g.items[i], inner);
    }
  }

  void apply(const Group& g) {
    NumberPlace place{.role = NumberRole::coordinate, .owner = "coord", .part = {}, .path = {}};
    place.decided = true;
    if (g.items.size() == 1) walk(g.items[0], place);
    else tuple(g, place);
  }

  void indices(const Group& g, std::string_view what) {
    for (const auto& item : g.items) walk(item, {.role = NumberRole::index, .owner = std::string(what), .part = {}, .path = {}});
  }

  /// Walks a name and the brackets that belong to it; returns the last element of them.
  std::size_t name(const Item& item, std::size_t i, std::size_t end, const NumberPlace& place) {
    const auto& p = *item.elements[i].piece;
    const auto text = p.text;
    const bool method = i > 0 && is(item.elements[i - 1], ".");
    if (names_pointer(text)) {
      // gmem_ptr[32b](0x7f00) and make_gmem_ptr<float>(0x10), as print shows them; ptr+4 continues.
      while (i + 1 < end && item.elements[i + 1].group != nullptr) ++i;
      return i;
    }
    const auto* angles = i + 1 < end && is_group(item, i + 1, '<') ? item.elements[i + 1].group.get() : nullptr;
    auto next = i + (angles != nullptr ? 2 : 1);
    const auto* braces = next < end && is_group(item, next, '{') ? item.elements[next].group.get() : nullptr;
    if (braces != nullptr) ++next;
    const auto* round = next < end && is_group(item, next, '(') ? item.elements[next].group.get() : nullptr;
    if (round != nullptr) ++next;
    if (angles == nullptr && round == nullptr) return next - 1;

    const auto* f = function_named(text);
    if (const auto numbers = f != nullptr ? f->numbers_of(text) : std::nullopt) {
      NumberPlace inner = place;
      if (!place.decided) inner.role = *numbers;
      if (inner.part.empty() && inner.owner.empty()) inner.part = word_of(*numbers);
      for (const auto* g : {angles, round})
        if (g != nullptr) tuple(*g, inner);
    } else if (f == nullptr) {
      if (angles != nullptr) indices(*angles, "index");
      if (round != nullptr) apply(*round);
    } else {
      call(*f, angles, round, method, place);
    }
    return next - 1;
  }

  void call(const Function& f, const Group* angles, const Group* round, bool method, const NumberPlace& outer) {
    const auto all = signatures_of(f);
    if (all.empty()) return;
    if (angles != nullptr) {
      for (std::size_t k = 0; k < angles->items.size(); ++k) {
        const auto name = parameter(signature_for(all, k, true), k, true);
        NumberPlace place{.role = outer.role, .owner = outer.owner, .part = outer.part, .path = outer.path};
        if (const auto role = f.numbers_in_angles)
          place = {
              .role = name == "n" ? NumberRole::shape : *role, .owner = std::string(name.empty() ? "index" : name), .part = {}, .path = {}};
        walk(angles->items[k], place);
      }
    }
    if (round == nullptr) return;
    for (std::size_t k = 0; k < round->items.size(); ++k) {
      const auto& item = round->items[k];
      auto argument = k;
      if (method && !all.front().of_method) ++argument;  // A.compose(B): A is the first
      const auto& signature = signature_for(all, argument, false);
      const auto name = item.keyword.empty() ? parameter(signature, argument, false) : item.keyword;
      walk(item, {.role = role_of_parameter(name), .owner = std::string(name), .part = {}, .path = {}});
    }
  }

  void add(const Piece& p, const NumberPlace& place) {
    NumberToken n{.span = p.span, .digits = {}, .value = 0, .role = place.role, .label = label_of(place)};
    n.hexadecimal = p.text.starts_with("0x") || p.text.starts_with("0X");
    const auto digits = n.hexadecimal ? p.text.substr(2) : p.text;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n.value, n.hexadecimal ? 16 : 10);
    if (error != std::errc{} || end != digits.data() + digits.size()) return;
    n.digits.begin = static_cast<std::size_t>(digits.data() - line_.data());
    n.digits.end = n.digits.begin + digits.size();
    bound(n);
    found_.push_back(std::move(n));
  }

  /// Raises the lower bound of the number found last to 1, as it is a divisor.
  void divides(const Piece& p) {
    if (found_.empty() || found_.back().span.begin != p.span.begin) return;
    auto& n = found_.back();
    n.least = std::min<std::int64_t>(1, n.value);
  }

  static void bound(NumberToken& n) {
    n.most = largest_written;
    switch (n.role) {
      case NumberRole::shape:
      case NumberRole::tile: n.least = 1; break;
      case NumberRole::coordinate:
      case NumberRole::order: n.least = 0; break;
      case NumberRole::index: n.least = 0, n.most = 63; break;
      case NumberRole::swizzle: n.least = n.label == "S" ? -62 : 0, n.most = 62; break;
      case NumberRole::stride:
      case NumberRole::offset:
      case NumberRole::value: n.least = -largest_written; break;
    }
    if (n.role == NumberRole::offset || n.hexadecimal) n.least = std::max<std::int64_t>(n.least, 0);
    // The number as written stays within its bounds.
    n.least = std::min(n.least, n.value);
    n.most = std::max(n.most, n.value);
  }

  std::string_view line_;
  std::vector<NumberToken> found_;
};

}  // namespace

std::vector<NumberToken> numbers_in(std::string_view line) {
  const auto split = split_line(line);
  if (!split || split->is_note) return {};
  // Pieces keep their places in the line: the head is left out, not replaced.
  const auto pieces = expression::lex(split->expression);
  const auto root = GroupReader(pieces).group('\0', 0);
  Finder finder(split->expression);
  finder.run(root, {});
  auto found = finder.take();
  for (auto& n : found)
    for (auto* span : {&n.span, &n.digits}) span->begin += split->expression_begin, span->end += split->expression_begin;
  return found;
}

std::string with_number(std::string_view line, const NumberToken& n, std::int64_t value) {
  value = std::clamp(value, n.least, n.most);
  std::string text(line.substr(0, n.digits.begin));
  text += n.hexadecimal ? fmt::format("{:x}", value) : fmt::format("{}", value);
  return text += line.substr(n.digits.end);
}

}  // namespace algebra::editing
