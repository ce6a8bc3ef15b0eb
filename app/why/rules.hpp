#pragma once
// The rules that errors break, and the operands of CuTe's operations: assets/why/rules.tsv and assets/why/operations.tsv.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/why/error_text.hpp"

namespace app::why {

struct Rule {
  std::string_view id;
  std::vector<std::string_view> files;       ///< of the assertion; "*", "@user", or a source such as "dsl"
  std::string_view function;                 ///< that holds the assertion; "": any
  std::vector<std::size_t> lines;            ///< of the assertion in CuTe 4.7
  std::vector<std::string> patterns;         ///< without blanks
  std::vector<std::string_view> operations;  ///< the user's operations that it is for; empty: all
  std::string_view operation;                ///< the operation's name; "": that of the user's own line
  std::string_view rule, advice;             ///< one sentence each
  std::string_view repair;                   ///< how repairs are tried; "": none
  std::string_view page;                     ///< of the guide

  algebra::Message sentence() const { return {rule, {}}; }
  algebra::Message what_to_do() const { return {advice, {}}; }
};
std::span<const Rule> rules();

/// An operand of an operation: its name, its type in terms of the template's arguments, and whether a call writes it in < >.
struct OperandRecord {
  std::string_view name, type;
  bool is_index = false;
};
struct Operation {
  std::string_view name;
  std::vector<std::string_view> arguments;  ///< of the template, in their order
  std::vector<OperandRecord> operands;
  std::string_view call;  ///< in the language, with {name} for an operand; "": it has none
};
std::span<const Operation> operations();

/// Returns the first rule that the error breaks; null if none is known. `operation`: that of the user's own line.
const Rule* rule_of(const ErrorText&, std::string_view operation);

}  // namespace app::why
