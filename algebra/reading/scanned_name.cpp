#include "algebra/reading/scanned_name.hpp"

#include <algorithm>

#include "algebra/language/functions.hpp"
#include "algebra/language/words.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/cursor.hpp"

namespace algebra {
namespace {

constexpr std::size_t longest = 48;

/// Keeps letters, digits and single underscores: sA.layout() becomes sA_layout.
std::string cleaned(std::string_view word) {
  std::string name;
  for (const char c : word) {
    if (is_letter(c) || is_digit(c)) name += c;
    else if (!name.empty() && name.back() != '_') name += '_';
  }
  while (name.ends_with('_')) name.pop_back();
  return name;
}

}  // namespace

std::string name_from(std::string_view words) {
  std::string name;
  // Takes the last word; if that is a number, also those before it: stage 0, T[1].
  while (!words.empty()) {
    const auto end = words.find_last_not_of(" \t\r");
    if (end == std::string_view::npos) break;
    words = words.substr(0, end + 1);
    const auto blank = words.find_last_of(" \t");
    const auto begin = blank == std::string_view::npos ? 0 : blank + 1;
    const auto word = cleaned(words.substr(begin));
    words = words.substr(0, begin);
    if (word.empty()) {
      if (!name.empty()) break;
      continue;
    }
    name = name.empty() ? word : word + "_" + name;
    if (!is_digit(name.front()) || name.size() > longest) break;
  }
  if (name.size() > longest) name = cleaned(std::string_view(name).substr(name.size() - longest));
  if (name.empty()) return name;
  if (is_digit(name.front())) name = "L" + name;
  // An entry cannot have a word of the language as its name, and a function's name would hide the function.
  if (expression::is_word(name) || expression::find_function(name, false) != nullptr || expression::find_function(name, true) != nullptr)
    name += "_1";
  return name;
}

namespace {

/// Returns %lay_10, %47#1, %arg4:2 without their signs; "" for anything else.
std::string value_name(std::string_view operand) {
  operand = trimmed(operand);
  if (!operand.starts_with('%')) return {};
  std::size_t end = 1;
  while (end < operand.size() && (is_word(operand[end]) || operand[end] == '#' || operand[end] == '.' || operand[end] == '-')) ++end;
  return name_from(operand.substr(1, end - 1));
}

/// Returns the operand with this number in an operation's text: `cute.coalesce(%in, %prof)`.
std::string operand_name(std::string_view operation, std::size_t number) {
  const auto first = operation.find('%');
  if (first == std::string_view::npos) return {};
  const auto list = Cursor(operation, first, mlir_brackets).until(mlir_brackets.close);
  const auto operands = Cursor(list, 0, mlir_brackets).split(',');
  return number < operands.size() ? value_name(operands[number]) : std::string{};
}

}  // namespace

std::string name_in_mlir(std::string_view before, std::string_view after) {
  before = trimmed(before);
  // !memref_smem_f16_ = !cute.memref<...>
  if (before.starts_with('!') && before.ends_with('=')) return name_from(trimmed(before.substr(1, before.size() - 2)));
  // %arg4: !cute.layout<...>
  if (before.ends_with(':')) {
    const auto argument = trimmed(before.substr(0, before.size() - 1));
    const auto percent = argument.rfind('%');
    if (percent != std::string_view::npos && argument.find_first_of(" ()[],=", percent) == std::string_view::npos)
      return value_name(argument.substr(percent));
  }
  // %r = "cute.coalesce"(%in, %prof) <{...}> : (TYPE, TYPE) -> TYPE
  const auto equal = before.find(" = ");
  const bool has_result = before.starts_with('%') && equal != std::string_view::npos;
  const auto operation = has_result ? before.substr(equal + 3) : before;
  const auto result = has_result ? value_name(before.substr(0, before.find_first_of(",: "))) : std::string{};
  Cursor cursor(operation, 0, mlir_brackets);
  while (!cursor.done() && !(cursor.depth() == 0 && cursor.comes(" :"))) cursor.step();
  if (cursor.done()) return has_result ? result : std::string{};
  const auto words = operation.substr(0, cursor.place());
  std::size_t number = 0;
  bool behind_arrow = false;
  for (Cursor type(cursor.rest().substr(2), 0, mlir_brackets); !type.done(); type.step()) {
    if (type.depth() == 0 && (type.comes("->") || type.comes(" to "))) behind_arrow = true;
    if (type.here() == ',' && type.depth() <= 1) ++number;
  }
  if (behind_arrow) return result;
  // Without an arrow the types are the operands', unless there are no operands or a value is made of them.
  const bool arrow = after.find("->") != std::string_view::npos || after.find(" to ") != std::string_view::npos;
  if (!arrow && has_result && (words.find('%') == std::string_view::npos || words.find("make_") != std::string_view::npos)) return result;
  const auto operand = operand_name(words, number);
  return operand.empty() ? result : operand;
}

}  // namespace algebra
