#pragma once
// Runs the functions of a C++ source as far as layouts go: only read_cpp_program uses it.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/evaluate.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/one_line.hpp"
#include "app/import/syntax.hpp"

namespace app {

/// std::min -> min, cute::make_layout<...> -> make_layout<...>
std::string_view unqualified(std::string_view name);
/// Without its template arguments.
std::string_view without_arguments(std::string_view name);
/// The declarator's name; its brackets, stars and ampersands aside, of which `pointer` tells.
SyntaxNode declared_name(SyntaxNode declarator, bool* pointer = nullptr);
/// The first named child; null if there is none.
SyntaxNode only(SyntaxNode);
/// Whether a type is an integer, int or std::size_t, or a number that is none, float or double.
bool is_integer_type(std::string_view type);
bool is_real_type(std::string_view type);
/// Whether an object of this type is a layout or the like: Tensor, TiledCopy, ThrMMA.
bool is_layout_type(std::string_view type);
/// A size or position that a number of this name usually is: "512" for M, "0" for threadIdx_x.
std::string usual_number(std::string_view name);

/// Visits a node and all below it, without recursion; not what is below one of which `visit` returns true.
template <class F>
void each_below(SyntaxNode root, F visit) {
  std::vector<SyntaxNode> rest{root};
  while (!rest.empty()) {
    const auto node = rest.back();
    rest.pop_back();
    if (!node || visit(node)) continue;
    const auto children = node.children();
    rest.insert(rest.end(), children.rbegin(), children.rend());
  }
}

class CppReader {
 public:
  CppReader(std::string_view source, const ProgramSettings&);
  CppProgram run();

 private:
  /// Why a piece of code has no value here.
  struct Unknown {
    std::string why;
  };

  /// What a name of the program stands for.
  struct Binding {
    enum class Kind : std::uint8_t {
      value,     ///< `text` is an expression of the language, mostly an entry's name
      number,    ///< a host function's variable: `text` is what it is now; becomes an entry when it is used
      type,      ///< of elements; `text` is an entry's name, or the type
      pointer,   ///< to elements; `text` is their type, "" if unknown
      function,  ///< of the file, or a pointer to one: `text` is its name
      lambda,
      structure,  ///< `text` names one of structures_, with its arguments
      object,     ///< anything else; `text` says why it has no value
    };
    Kind kind = Kind::value;
    std::string text{};
    SyntaxNode node{};  ///< the lambda, or the function's name with its template arguments
    std::size_t line = 0;
    std::string section{};
  };
  using Scope = std::map<std::string, Binding, std::less<>>;
  using Arguments = std::vector<std::optional<Binding>>;

  struct Parameter {
    std::string name;
    SyntaxNode node;
    std::string type;  ///< its type's text
    bool pointer = false;
  };
  struct Function {
    std::string name{};
    SyntaxNode definition, templates;
    std::vector<Parameter> parameters{};
    std::string structure{};  ///< of which it is a member
    bool kernel = false, device = false;
    bool called = false;  ///< somewhere in the file
    std::size_t key() const { return definition.begin(); }
  };
  struct Structure {
    SyntaxNode node, templates;
    bool used = false;
  };
  /// With which number each variable of a function, by its place and name, has to begin for a branch to be taken.
  using Assumed = std::map<std::pair<std::size_t, std::string>, std::string>;
  struct Alternative {
    std::size_t function = 0;
    Assumed assumed;
  };
  struct Frame {
    const Function* function = nullptr;
    std::map<std::string, std::string, std::less<>> from{};  ///< parameter -> the caller's variable
  };
  /// What kernels are called with, for those that nobody calls.
  struct Call {
    const Function* kernel = nullptr;
    Arguments arguments;
    Scope variables;  ///< the caller's
    std::string section;
  };
  /// Counts how deeply the code is nested.
  struct Deeper {
    explicit Deeper(CppReader& r) : reader(r) {
      if (++reader.nested_ > most_nested) {
        --reader.nested_;
        unknown("this is nested too deeply");
      }
    }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    ~Deeper() { --reader.nested_; }
    CppReader& reader;
  };
  static constexpr int most_nested = 200, most_calls = 12;
  static constexpr std::size_t most_steps = 20'000, longest = 4096;

  [[noreturn]] static void unknown(std::string why) { throw Unknown{std::move(why)}; }

  // What the file defines (cpp_functions.cpp)
  void collect(SyntaxNode, SyntaxNode templates, const std::string& structure);
  void collect_function(SyntaxNode definition, SyntaxNode templates, const std::string& structure);
  void mark_called(SyntaxNode root);
  std::string shown_name(const Function&) const;
  const Function* function_named(std::string_view name) const;
  SyntaxNode function_in(SyntaxNode) const;

  // Running functions (cpp_functions.cpp, cpp_calls.cpp)
  void run_root(const Function&);
  void run_function(const Function&, const Arguments&, const std::vector<std::string>& names, SyntaxNode template_arguments,
                    std::string section);
  void run_orphan(const Function&);
  void bind_templates(const Function&, const Arguments&, const std::vector<std::optional<Binding>>& given);
  void bind_parameter(const Function&, const Parameter&, const std::optional<Binding>& given);
  bool has_element_type(const Function&, std::string_view name) const;
  void calls_in(SyntaxNode);
  bool follow(SyntaxNode call);
  void enter(const Function&, SyntaxNode named, const std::vector<SyntaxNode>& arguments, std::size_t first);
  bool leads_to(const Function&, std::size_t target, int depth) const;
  std::optional<Binding> argument(SyntaxNode);
  bool equalities(SyntaxNode condition, Assumed&);
  bool remember_alternative(SyntaxNode condition, SyntaxNode body);
  bool has_unread_call(SyntaxNode) const;
  std::optional<Binding> matching(const Parameter&, const Call&) const;
  void read_block_size(SyntaxNode call);

  // Structures (cpp_types.cpp)
  Scope& instance(const std::string& name, const std::vector<std::optional<Binding>>& arguments, std::string* key = nullptr);
  void bind_template_list(SyntaxNode templates, const std::vector<std::optional<Binding>>& given);
  std::vector<std::optional<Binding>> template_arguments(SyntaxNode list);
  void fields(SyntaxNode declaration);
  const Binding* member(SyntaxNode qualified);

  // Types, as text of the language (cpp_types.cpp)
  std::string type(SyntaxNode);
  std::string template_type(SyntaxNode);
  std::string qualified(SyntaxNode);
  std::string size_of(SyntaxNode);
  std::string resolved(const std::string& type_text) const;
  std::string literal(SyntaxNode type, SyntaxNode list);
  static bool is_template(const std::string& text) { return text.ends_with('>'); }

  // Expressions, as text of the language (cpp_expressions.cpp)
  std::string expression(SyntaxNode);
  std::string expression_of(SyntaxNode);
  std::string operand(SyntaxNode);
  std::string list(SyntaxNode arguments);
  std::string name(SyntaxNode);
  std::string binary(SyntaxNode);
  std::string field(SyntaxNode);
  std::string call(SyntaxNode);
  std::string method(SyntaxNode callee, SyntaxNode arguments);
  std::string pointer_cast(std::string_view function, SyntaxNode callee, SyntaxNode arguments);
  std::string element_of(SyntaxNode pointer);
  /// The type of the elements of a structure's member, ArrayEngine<TA,n> A or TA A[n]; "" for any other member.
  std::string stored_elements(SyntaxNode type, SyntaxNode declared);
  /// Whether a binding is a structure with such a member.
  bool stores_elements(const Binding&);
  std::string body_of(SyntaxNode body, SyntaxNode parameters, SyntaxNode arguments, const std::string& what);
  std::optional<bool> condition(SyntaxNode);
  std::optional<bool> compared(SyntaxNode);
  std::string given(const std::string& name, const std::string& usual, std::size_t line);

  // Statements (cpp_statements.cpp)
  void statement(SyntaxNode);
  void statement_of(SyntaxNode);
  void block(SyntaxNode);
  void branch(SyntaxNode);
  void guarded(SyntaxNode, bool perhaps);
  void assignment(SyntaxNode);
  void alias(std::string_view name, SyntaxNode type, std::size_t line);
  void declaration(SyntaxNode);
  void read_lambda(SyntaxNode);
  void unpack(SyntaxNode names, SyntaxNode value);
  void initialise(std::string_view name, SyntaxNode type, SyntaxNode value, SyntaxNode whole);
  bool concerns_layouts(SyntaxNode, int depth = 0);
  std::vector<SyntaxNode> taken(SyntaxNode preprocessor_if);

  // Definitions (cpp_program.cpp)
  void define(std::string_view name, std::string text, std::size_t line, bool parameter = false);
  void fail(std::string_view name, SyntaxNode source, std::string why, std::size_t line);
  std::string add(ProgramDefinition);
  std::string free_name(std::string_view name) const;
  void use_number(Binding&, const std::string& name);
  bool too_much(std::size_t line);
  void add_unread();
  void finish();
  void drop_unused();
  std::string kind_of(const ProgramDefinition&) const;

  // Names and values (cpp_program.cpp)
  const Binding* find(std::string_view name) const;
  Binding* find(std::string_view name) { return const_cast<Binding*>(static_cast<const CppReader*>(this)->find(name)); }
  void bind(std::string_view name, Binding b) { (scopes_.empty() ? global_ : scopes_.back())[std::string(name)] = std::move(b); }
  const std::string* setting(std::string_view name, bool any_case = false);
  std::optional<algebra::Value> value_of(const std::string& text);
  std::optional<std::int64_t> integer_of(const std::string& text);

  Syntax syntax_;
  const ProgramSettings& settings_;
  std::set<std::string> used_settings_;
  CppProgram program_;
  std::vector<Function> functions_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_name_;  ///< indices of functions_
  std::map<std::string, Structure, std::less<>> structures_;
  std::map<std::string, Scope> instances_;
  std::set<std::string> making_;  ///< instances that are being read
  Scope global_;
  std::vector<Scope> scopes_;
  std::map<std::string, std::string> definitions_;  ///< function, line, name and text -> entry
  std::map<std::string, std::string> types_;        ///< an entry's name -> the element type that it is
  algebra::Environment environment_;
  std::set<std::string, std::less<>> names_;  ///< of entries
  std::string section_;
  std::set<std::size_t> read_;  ///< functions
  std::vector<Frame> frames_;
  std::vector<Alternative> alternatives_;
  Assumed assumed_;
  std::size_t target_ = 0;  ///< the function that assumed_ leads to
  std::vector<Call> calls_;
  std::optional<algebra::Value> block_size_;
  bool in_host_ = true;
  int calls_deep_ = 0, perhaps_ = 0, nested_ = 0, loops_ = 0;
  std::size_t steps_ = 0;
  bool full_ = false;
};

}  // namespace app
