#pragma once
// Macros and their expansion (C++23, 15.6), with GNU's comma before ## __VA_ARGS__ and named variable arguments.

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/import/preprocessor_tokens.hpp"

namespace app::preprocessing {

struct Macro {
  enum class Special : std::uint8_t { none, line, counter };
  Special special = Special::none;
  bool function_like = false;
  bool variadic = false;                     ///< the last parameter takes the remaining arguments
  std::vector<std::string_view> parameters;  ///< for `...` the last one is __VA_ARGS__
  std::vector<Token> body;
};

/// A parsed #define. Its problem says why it is invalid.
struct Definition {
  std::string_view name;
  std::shared_ptr<const Macro> macro;
  algebra::Message problem;  ///< "" if it is valid
};
Definition read_definition(const std::vector<Token>&);

/// The macros by their names.
class MacroTable {
 public:
  struct Name {
    std::shared_ptr<const Macro> macro;  ///< null: not defined
    int disabled = 0;                    ///< number of its expansions in progress
  };
  /// Returns the entry of a name, or null if it never was a macro.
  Name* find(std::string_view name);
  void define(std::string_view name, std::shared_ptr<const Macro> macro) { names_[std::string(name)].macro = std::move(macro); }
  void undefine(std::string_view name) { names_[std::string(name)].macro = nullptr; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  std::unordered_map<std::string, Name, Hash, std::equal_to<>> names_;
};

/// Supplies tokens of the source, with its directives executed. `for_call`: a directive ends the search, with a line_end.
using TokenSource = std::function<Token(bool for_call)>;

/// Thrown if the source ends within a call of a macro, which then cannot be expanded.
struct UnfinishedCall {
  std::vector<std::uint32_t> places;  ///< of the macro names whose brackets are unclosed
};

class Expander {
 public:
  using Report = std::function<void(std::size_t line, algebra::Message)>;
  Expander(MacroTable&, TokenSource, Report, std::size_t source_bytes);

  /// Sets the names whose calls are unclosed, which are left as they are.
  void leave(std::set<std::uint32_t> places) { left_ = std::move(places); }
  /// The source's next token, macros expanded. Throws UnfinishedCall.
  Token next();
  /// Expands the tokens of a condition. Each `defined X` becomes the token that `is_defined` returns.
  std::vector<Token> expand_condition(std::vector<Token> line, const std::function<Token(const Token& name)>& is_defined);
  /// Keeps a text that tokens are views of.
  std::string_view keep(std::string text);

 private:
  struct Context {
    std::vector<Token> tokens;
    std::size_t at = 0;
    MacroTable::Name* name = nullptr;  ///< of the macro that is being expanded
  };
  using List = std::vector<Token>;
  struct Arguments {
    std::vector<List> given;
    std::vector<List> expanded;
    std::vector<bool> is_expanded;
    bool rest_omitted = false;  ///< none were given for `...`
  };

  Token take(bool for_call);
  Token get(bool expand, bool for_call = false);
  void give_back(const Token&);
  void push(List tokens, MacroTable::Name* name);
  bool enter(const Token& use, MacroTable::Name&);
  bool collect(const Token& use, const Macro&, Arguments&);
  List expanded(List tokens);
  const List& expanded_argument(Arguments&, std::size_t i);
  List replace(const Macro&, std::size_t begin, std::size_t end, Arguments&, const Token& use);
  void paste(List& all, Token right, const Token& use);
  Token as_text(const List& tokens, const Token& use);
  bool may_go_on(const Token& use, std::size_t work);

  MacroTable& names_;
  TokenSource source_;
  Report report_;
  std::vector<Context> contexts_;
  std::size_t base_ = 0;      ///< contexts below are not read
  bool in_list_ = false;      ///< behind the base is an end, not the source
  bool from_source_ = false;  ///< the last token that was taken
  std::deque<Token> ahead_;   ///< tokens of the source that were given back
  std::set<std::uint32_t> left_;
  std::deque<std::string> texts_;
  std::uint64_t counter_ = 0;
  std::size_t depth_ = 0;                   ///< of arguments in arguments
  std::size_t work_ = 0, work_of_use_ = 0;  ///< tokens produced in total, and by one use of a macro
  const std::size_t most_work_;
  bool stopped_ = false;  ///< the current expansion is too large
};

}  // namespace app::preprocessing
