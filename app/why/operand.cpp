#include "app/why/operand.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "algebra/language/evaluate.hpp"
#include "algebra/reading/cpp_type.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace app::why {
namespace {

using algebra::trimmed;

/// Returns a type without const, references and the namespaces of CuTe.
std::string bare(std::string_view type) {
  std::string text(trimmed(type));
  for (const std::string_view word : {"cute::", "cutlass::", "::cute"})
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at)) text.erase(at, word.size());
  // As nvcc writes them: packs, pointers and numbers.
  for (const auto& [was, now] :
       std::initializer_list<std::pair<std::string_view, std::string_view>>{{" ...", ""}, {" &...", ""}, {"...", ""}, {" *", "*"}})
    for (auto at = text.find(was); at != std::string_view::npos; at = text.find(was, at)) text.replace(at, was.size(), now);
  for (auto at = text.find("UL"); at != std::string_view::npos; at = text.find("UL", at + 1))
    if (at > 0 && algebra::is_digit(text[at - 1]) && (at + 2 == text.size() || !algebra::is_word(text[at + 2]))) text.erase(at, 2);
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view word : {"const ", "volatile ", "struct ", "class "})
      if (text.starts_with(word)) text.erase(0, word.size()), again = true;
    for (const std::string_view word : {" const", "&", " "})
      if (text.ends_with(word)) text.resize(text.size() - word.size()), again = true;
  }
  for (auto at = text.find("> >"); at != std::string_view::npos; at = text.find("> >", at)) text.erase(at + 1, 1);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> words{{{"long unsigned int", "uint64_t"},
                                                                                {"unsigned long", "uint64_t"},
                                                                                {"unsigned int", "uint32_t"},
                                                                                {"short unsigned int", "uint16_t"},
                                                                                {"unsigned short", "uint16_t"},
                                                                                {"unsigned char", "uint8_t"}}};
  for (const auto& [was, now] : words)
    if (text == was) return std::string(now);
  for (const auto& [was, now] : words)
    for (auto at = text.find(was); at != std::string_view::npos && (at == 0 || !algebra::is_word(text[at - 1])); at = text.find(was))
      text.replace(at, was.size(), now);
  return text;
}

/// Puts a likely number in place of each ?, a multiple of 8 for sizes and strides.
std::string with_samples(std::string text) {
  for (auto at = text.find('?'); at != std::string_view::npos; at = text.find('?', at)) text.replace(at, 1, "8");
  return text;
}

/// Returns the arguments of NAME<...> at the start of a type.
std::vector<std::string_view> arguments_of(std::string_view type, std::string_view name) {
  if (!type.starts_with(name) || type.substr(name.size(), 1) != "<") return {};
  algebra::Cursor in(type, name.size(), algebra::angle_brackets);
  const auto inside = in.balanced();
  if (!inside) return {};
  auto parts = algebra::Cursor(*inside, 0, algebra::angle_brackets).split(',');
  for (auto& part : parts) part = trimmed(part);
  return parts;
}

void read_engine(std::string_view engine, OperandType& o) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> marks{{{"tmem_ptr<", "tmem"},
                                                                                {"gmem_ptr<", "gmem"},
                                                                                {"smem_ptr<", "smem"},
                                                                                {"ArrayEngine<", "rmem"},
                                                                                {"ArithmeticTupleIterator", "coordinates"}}};
  for (const auto& [mark, memory] : marks)
    if (o.memory.empty() && engine.find(mark) != std::string_view::npos) o.memory = memory;
  if (o.memory == "rmem") {
    if (const auto parts = arguments_of(engine, "ArrayEngine"); !parts.empty()) o.element = parts[0];
  } else if (const auto star = engine.find('*'); star != std::string_view::npos) {
    const auto begin = engine.find_last_of("<", star) + 1;
    o.element = bare(engine.substr(begin, star - begin));
  } else if (const auto parts = arguments_of(engine.substr(std::min(engine.size(), engine.find("tmem_ptr"))), "tmem_ptr"); !parts.empty()) {
    o.element = bare(parts[0]);
  }
  if (const auto swizzle = engine.find("Swizzle<");
      swizzle != std::string_view::npos && !engine.substr(swizzle).starts_with("Swizzle<0,")) {
    const auto parts = arguments_of(engine.substr(swizzle), "Swizzle");
    if (parts.size() == 3) o.text = fmt::format("Sw<{},{},{}> o {}", parts[0], parts[1], parts[2], o.text);
  }
}

/// Returns how many top-level elements a text has between its brackets.
std::string joined_types(std::string_view tuple, std::string_view name) {
  std::string all;
  for (const auto part : algebra::Cursor(tuple.substr(1, tuple.size() - 2), 0, algebra::Brackets{}).split(',')) {
    const auto type = cpp_type_of(trimmed(part));
    if (type.empty()) return {};
    all += (all.empty() ? "" : ", ") + type;
  }
  return fmt::format("{}<{}>", name, all);
}

std::string type_of(std::string_view text, std::string_view tuple_name) {
  text = trimmed(text);
  if (text.size() >= 2 && text.front() == '(' && text.back() == ')') {
    std::string all;
    for (const auto part : algebra::Cursor(text.substr(1, text.size() - 2), 0, algebra::Brackets{}).split(',')) {
      const auto type = type_of(part, tuple_name);
      if (type.empty()) return {};
      all += (all.empty() ? "" : ", ") + type;
    }
    return fmt::format("{}<{}>", tuple_name, all);
  }
  if (text == "_") return "Underscore";
  if (text.size() < 2 || text[0] != '_' || !std::ranges::all_of(text.substr(1), algebra::is_digit)) return {};
  // The names that CuTe defines, include/cute/numeric/integral_constant.hpp.
  const auto n = text.size() > 6 ? 0 : std::stoi(std::string(text.substr(1)));
  const bool named = text.size() <= 5 && (n <= 10 || n == 12 || ((n & (n - 1)) == 0 && n <= 4096));
  return named ? std::string(text) : fmt::format("Int<{}>", text.substr(1));
}

}  // namespace

OperandType operand_type(std::string_view type) {
  OperandType o;
  auto text = bare(type);
  if (const auto parts = arguments_of(text, "Tensor"); parts.size() == 2) {
    const auto layout = algebra::dialects::cpp_part_type(parts[1]);
    if (layout) {
      o.layout = o.text = layout->text;
      read_engine(parts[0], o);
      for (const auto* word : {&o.memory, &o.element})
        if (!word->empty()) o.text += " " + *word;
      o.expression = with_samples(layout->text);
      return o;
    }
  }
  if (const auto part = algebra::dialects::cpp_part_type(text)) {
    using Is = algebra::dialects::CppPart::Is;
    o.text = part->text == "?" ? text : part->text;
    o.layout = part->text;
    o.expression = with_samples(part->text);
    if (part->is == Is::layout)
      if (const auto whole = algebra::dialects::cpp_layout_type(text)) o.expression = algebra::dialects::with_numbers(whole->printed);
    return o;
  }
  if (!text.empty() && algebra::is_digit(text[0]))
    while (text.ends_with('U') || text.ends_with('L')) text.pop_back();
  if (!text.empty() && text.find_first_not_of("-0123456789") == std::string_view::npos) {
    o.text = o.expression = text;
    return o;
  }
  // LayoutLeft as the order of tile_to_shape, an atom, a function.
  o.text = text;
  if (text.starts_with("Copy_Atom<") || text.starts_with("MMA_Atom<")) {
    // Copy_Atom<Copy_Traits<OP>, T> and UniversalCopy<T, T> as one writes them.
    for (const std::string_view traits : {"Copy_Traits<", "MMA_Traits<"})
      if (const auto at = text.find(traits); at != std::string_view::npos) {
        const auto parts = arguments_of(std::string_view(text).substr(at), traits.substr(0, traits.size() - 1));
        const auto whole = std::string_view(text).substr(at + traits.size());
        if (parts.size() == 1)
          text = text.substr(0, at) + std::string(parts[0]) + std::string(whole.substr(std::min(whole.size(), parts[0].size() + 1)));
      }
    if (const auto at = text.find("UniversalCopy<"); at != std::string_view::npos) {
      const auto parts = arguments_of(std::string_view(text).substr(at), "UniversalCopy");
      if (parts.size() == 2 && parts[0] == parts[1])
        text.erase(at + 14 + parts[0].size(), text.find('>', at) - (at + 14 + parts[0].size()));
    }
    if (const auto at = text.find("UniversalFMA<"); at != std::string_view::npos)
      if (const auto parts = arguments_of(std::string_view(text).substr(at), "UniversalFMA"); parts.size() == 4 && parts[0] == parts[3])
        text = text.substr(0, at + 13) + std::string(parts[0]) + text.substr(text.find('>', at));
    o.text = text;
    o.expression = text;
  } else if (text.find('<') == std::string_view::npos && text.find("::") == std::string_view::npos && !text.empty() &&
             algebra::is_letter(text[0])) {
    o.expression = text;
  } else if (text.starts_with("UniversalCopy<") || text.starts_with("SM") || text.starts_with("UniversalFMA<")) {
    const auto parts = arguments_of(text, "UniversalCopy");
    o.text = o.expression = parts.size() == 2 && parts[0] == parts[1] ? fmt::format("UniversalCopy<{}>", parts[0]) : text;
  }
  return o;
}

std::string cpp_type_of(std::string_view notation) {
  notation = trimmed(notation);
  if (notation.size() >= 2 && notation.front() == '<' && notation.back() == '>') {
    auto all = joined_types(notation, "Tile");
    return all;
  }
  algebra::Cursor in(notation);
  const auto shape = in.until(":");
  if (in.done()) return type_of(notation, "Shape");
  const auto sizes = type_of(shape, "Shape"), strides = type_of(notation.substr(shape.size() + 1), "Stride");
  return sizes.empty() || strides.empty() ? "" : fmt::format("Layout<{}, {}>", sizes, strides);
}

}  // namespace app::why
