#pragma once
// Interprets the functions of a C++ source as far as layouts are concerned. Only read_cpp_program uses it.
//
// A value is an expression of the language over entries, so that sizes stay formulas; or a number, a type, an object, a function, or
// unknown with a reason (cpp_value.hpp). A variable is a place that holds a value. Each call has a frame with the scopes of its names. If a
// condition is unknown, both branches run, and variables on which they disagree are unknown afterwards. Entries are added while functions
// run (program_entries.hpp): once per function, not per round of a loop.

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/import/cpp_definitions.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/cpp_value.hpp"
#include "app/import/cute_types.hpp"
#include "app/import/kernel_trace.hpp"
#include "app/import/one_line.hpp"
#include "app/import/program_entries.hpp"
#include "app/import/stack_guard.hpp"
#include "app/import/syntax.hpp"
#include "app/program/journal.hpp"

namespace app {

/// Returns whether an object of this type is a layout or similar: Tensor, TiledCopy, ThrMMA.
bool is_layout_type(std::string_view type);
/// Returns whether a word belongs to CuTe: Layout, make_tensor, _4, or a telling name such as tiled_mma.
bool is_cute_word(std::string_view word);
/// Returns whether a function of CUDA, C, C++ or CuTe only yields a number, without accessing memory or making threads wait: arithmetic,
/// exchanges between the lanes of a warp, thread indices, hints to the compiler.
bool only_gives_number(std::string_view function);
/// Returns whether a qualified name belongs to a library whose functions return no layouts: std::make_pair, cudaMalloc, cuInit.
bool is_of_other_library(std::string_view callee);

class CppInterpreter {
 public:
  /// `files`: maps lines to files if the source was joined from several; null for a single file.
  CppInterpreter(std::string_view source, const ProgramSettings&, const ProgramFiles* files = nullptr);
  CppProgram run();
  /// Runs the program, and also traces each kernel that the host calls (cpp_trace.cpp).
  TracedProgram run_traced(std::optional<std::size_t> kernel);

 private:
  /// Thrown if a piece of code has no value: the reason.
  struct Unknown {
    algebra::Message why;
    bool given = false;  ///< the program receives the value at run time
  };
  [[noreturn]] static void unknown(algebra::Message why, bool given = false) { throw Unknown{std::move(why), given}; }
  /// Throws that a node has no value.
  [[noreturn]] static void unknown_here(SyntaxNode node) {
    unknown(algebra::message("{} has no value here", in_one_line(node.text(), 60)));
  }
  /// Returns f<4> of a::b::f<4>.
  static SyntaxNode last_name(SyntaxNode callee) {
    while (callee.is("qualified_identifier")) callee = callee["name"];
    return callee;
  }

  using Kind = CppValue::Kind;
  using Arguments = std::vector<CppValue>;

  /// The handler of some kinds of nodes, by their names in the grammar.
  template <class Result>
  struct KindRow {
    std::array<std::string_view, 8> names;
    Result (*run)(CppInterpreter&, SyntaxNode);
  };
  /// Wraps a member function for use in a row.
  template <auto function>
  static auto by(CppInterpreter& in, SyntaxNode node) {
    return (in.*function)(node);
  }

  /// A structure with certain template arguments.
  struct Instance {
    const CppFamily* family = nullptr;
    const CppStructure* body = nullptr;
    std::string key{};
    Arguments arguments{};
    std::size_t written = 0;  ///< the number of explicit arguments; the others are defaults
    CppScope members{};       ///< types, static members, template arguments
    std::vector<const Instance*> bases{};
    std::string unread_base{};  ///< a base that is not in the file
    const Instance* outer = nullptr;
    /// A non-static member.
    struct Field {
      std::string name{};
      SyntaxNode type, declarator, initial;
    };
    std::vector<Field> fields{};
    bool making = false;
  };

  /// A running function, or the file outside of functions.
  struct Frame {
    const CppFunction* function = nullptr;
    std::vector<CppScope> scopes{1};
    const Instance* instance = nullptr;  ///< the structure of the running member function
    CppValue self{};                     ///< the object, where there is one
    std::string scope{};                 ///< namespaces
    std::string section{};               ///< the section of its entries
    bool in_host = true;
    bool of_lambda = false;
    bool by_reference = false;  ///< returns a reference to a variable
    bool strict = false;        ///< `return` ends it, because it runs for its value or effects; otherwise only for its entries
    int loops = 0;
    int rounds = 0;  ///< loops of which this is a later round
    std::optional<CppValue> result{};
    std::vector<CppValue> perhaps{};                          ///< results of `return`s that may be reached
    bool may_return = false;                                  ///< a `return;` may be reached
    algebra::Message passed_over{};                           ///< why changes are uncertain: a `goto` may be reached
    std::string label{};                                      ///< the target of a `goto`
    algebra::Message unclear_loop{};                          ///< why the number of rounds of the innermost loop is unknown
    Assumed path{};                                           ///< the assumptions of the conditions that led here
    std::map<std::string, std::string, std::less<>> from{};   ///< parameter -> the caller's variable
    std::vector<std::pair<std::size_t, CppPlace>> objects{};  ///< objects to destroy, with the number of scopes at which they end
  };
  /// How a statement affects those that follow it.
  enum class Flow : std::uint8_t { next, break_loop, next_round, jump, leave };

  struct Condition {
    std::optional<bool> holds;
    Assumed assumed{};
    std::string why{};  ///< the condition's text, if it is unknown
  };
  /// Changed variables with their old or new values.
  using Changes = Journal<CppPlace, CppVariable>::States;
  using Record = Journal<CppPlace, CppVariable>::Record;

  /// The numbers that variables of a function, by place and name, must start with for a branch to be taken.
  using Presumed = std::map<std::pair<std::size_t, std::string>, std::string>;
  struct Alternative {
    std::size_t function = 0;
    Presumed presumed;
  };
  /// The arguments of a launch, for kernels that are never called.
  struct Call {
    const CppFunction* kernel = nullptr;
    Arguments arguments;
    CppScope variables;  ///< of the caller
    std::string section;
  };
  /// A function that accepts the arguments of a call, with its template parameters.
  struct Candidate {
    const CppFunction* function = nullptr;
    CppScope templates{};
    std::vector<int> ranks{};  ///< of each argument: how well it fits
    int specific = 0;          ///< how much of the parameters' types is explicit
  };

  /// Limits the depth of nested code, such as recursive templates, so that it does not exhaust the stack. Reaching the limit counts as many
  /// steps, because a template that uses itself twice would get there exponentially often.
  struct Deeper {
    explicit Deeper(CppInterpreter& r) {
      constexpr std::size_t too_deep = 500;
      if (r.entries_.exhausted()) r.trace_exhausted(), unknown(r.entries_.why_exhausted());
      if (!r.stack_.too_deep()) return;
      r.entries_.count(too_deep);
      unknown("this is nested too deeply");
    }
  };
  /// Increments a number during its lifetime.
  struct Counted {
    explicit Counted(int& n, bool yes = true) : count(n), by(yes ? 1 : 0) { count += by; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    ~Counted() { count -= by; }
    int& count;
    int by;
  };
  /// Replaces a number during its lifetime.
  struct Replaced {
    Replaced(int& n, int with) : number(n), before(std::exchange(n, with)) {}
    Replaced(const Replaced&) = delete;
    Replaced& operator=(const Replaced&) = delete;
    ~Replaced() { number = before; }
    int& number;
    int before;
  };
  static constexpr std::size_t most_traced_calls = 1 << 16;
  static constexpr int most_calls = 12, most_value_calls = 200;
  static constexpr std::size_t most_rounds = 4096, most_traced_rounds = 1 << 16, most_instances = 1000, longest = ProgramEntries::longest;

  // Running a program (cpp_interpreter.cpp)
  void run_root(const CppFunction&);
  void run_instantiations();
  std::size_t calls() const;
  bool stands_in(SyntaxNode, ProgramFiles::Role) const;
  bool is_listed(SyntaxNode) const;
  /// Returns the number of a line of a traced kernel, with the file that it is of: see FileLine.
  std::size_t placed(std::size_t line) const;
  void run_orphan(const CppFunction&);
  void run_for_entries(const CppFunction&, const Arguments&, const std::vector<std::string>& names, SyntaxNode template_arguments,
                       std::string section, bool strict);
  std::optional<CppValue> matching(const CppParameter&, const Call&) const;
  std::string shown_name(const CppFunction&) const;
  void add_unread();

  // Statements (cpp_statements.cpp, cpp_branches.cpp, cpp_loops.cpp)
  Flow statement(SyntaxNode);
  struct Statements;
  Flow statement_of(SyntaxNode);
  Flow statements(const std::vector<SyntaxNode>&);
  Flow block(SyntaxNode);
  Flow branch(SyntaxNode);
  Flow either(const Condition&, SyntaxNode then, SyntaxNode otherwise);
  Flow choice(SyntaxNode);
  void join(const std::vector<Changes>& after, bool first_leaves, bool second_leaves, const algebra::Message& why);
  void perhaps(const std::function<void()>& run, const algebra::Message& why);
  Flow attempt(SyntaxNode);
  Flow raise(SyntaxNode);
  Flow loop(SyntaxNode);
  Flow loop_over(SyntaxNode);
  bool never_ends(SyntaxNode loop) const;
  void look_ahead(SyntaxNode);
  Flow jump(SyntaxNode);
  Flow give_back(SyntaxNode);
  void read_perhaps(SyntaxNode);
  std::vector<SyntaxNode> cases_from(const std::vector<SyntaxNode>&, std::size_t first) const;
  void leave_scope();
  void write(const CppPlace&, CppValue);
  void write_part(CppVariable& part, const CppValue&);
  static void refresh(CppVariable& part);
  Changes undone(Record&);
  void forget_changes(const Changes&, const algebra::Message& why);
  std::vector<CppPlace> changed_in(SyntaxNode, bool unfollowed = false);
  std::tuple<std::size_t, std::size_t, std::size_t> key_of(SyntaxNode node) const { return {frames_.size(), node.begin(), node.end()}; }
  bool is_followed(SyntaxNode node) const { return followed_.contains(key_of(node)); }
  template <class F>
  CppValue followed(SyntaxNode node, F run) {
    // Forgets earlier evaluations of the node and its parts.
    for (auto it = followed_.lower_bound({frames_.size(), node.begin(), 0}); it != followed_.end() && std::get<1>(*it) < node.end();)
      it = std::get<2>(*it) <= node.end() ? followed_.erase(it) : std::next(it);
    auto v = run();
    followed_.insert(key_of(node));
    return v;
  }
  void add_changed_by_calls(SyntaxNode, std::vector<CppPlace>&);
  static bool may_change(const std::vector<const CppFunction*>&, std::size_t i, const CppVariable&);
  void add_changed_globals(const CppFunction&, std::vector<CppPlace>&, std::set<std::size_t>& seen);
  void lose(const CppPlace&, const algebra::Message& why);
  void give_up(SyntaxNode, const algebra::Message& why);
  void assume_in(SyntaxNode, const Assumed&);
  bool may_change(SyntaxNode) const;

  // Declarations (cpp_declarations.cpp, cpp_names.cpp, cpp_arrays.cpp)
  void declaration(SyntaxNode);
  static bool is_constant(SyntaxNode declared);
  void declare(SyntaxNode type, SyntaxNode declarator, SyntaxNode name, const Declarator&, SyntaxNode initial);
  void alias(std::string_view name, SyntaxNode type, std::size_t line);
  void typedefs(SyntaxNode);
  void use(SyntaxNode using_declaration);
  bool array_pointer(SyntaxNode);
  bool declares_function(SyntaxNode declarator);
  SyntaxNode arguments_of(SyntaxNode declarator);
  SyntaxNode as_comparison(SyntaxNode);
  CppPlace declared_here(std::string_view name) const;
  void enumeration(SyntaxNode);
  void unpack(SyntaxNode names, SyntaxNode value, bool reference);
  void initialise(std::string_view name, SyntaxNode type, SyntaxNode value, SyntaxNode whole);
  struct Initialisation;
  CppValue value_of_type(SyntaxNode type, SyntaxNode initial, const std::string& name);
  bool array(std::string_view name, SyntaxNode type, const std::vector<SyntaxNode>& sizes, SyntaxNode initial);
  CppValue elements(SyntaxNode type, SyntaxNode list, const std::vector<SyntaxNode>& sizes);
  void aggregate(const CppValue& whole, const std::vector<SyntaxNode>& list, std::size_t& next);
  void set_member(const CppValue& whole, std::size_t at, const std::vector<SyntaxNode>& list, std::size_t& next);
  void set_zero(CppVariable&);
  bool concerns_layouts(SyntaxNode, int depth = 0);
  struct Concerns;
  bool mentions_cute(SyntaxNode);
  void define(std::string_view name, CppValue, std::size_t line, bool parameter = false);
  void fail(std::string_view name, SyntaxNode source, algebra::Message why, std::size_t line);
  void use_number(CppVariable&, const std::string& name);
  std::string in_type(const std::string& text, const std::string& type);
  std::string element_type_of(SyntaxNode type);

  // Expressions (cpp_expressions.cpp)
  CppValue evaluate(SyntaxNode);
  CppValue perform(SyntaxNode);
  struct Expressions;
  CppValue evaluate_of(SyntaxNode);
  /// Returns a node's value as text of the language. Throws Unknown if it has none.
  std::string expression(SyntaxNode);
  std::string text_of(const CppValue&);
  std::string operand(SyntaxNode);
  std::string operand(const CppValue&);
  std::string list(SyntaxNode arguments);
  CppValue numeric(SyntaxNode);
  CppValue literal_number(std::string_view);
  CppValue character(std::string_view);
  CppValue name(SyntaxNode);
  CppValue read(CppVariable&, std::string_view name);
  CppValue binary(SyntaxNode);
  CppValue combine(Operator, const CppValue&, const CppValue&, SyntaxNode whole);
  CppValue unary(SyntaxNode);
  CppValue folded(SyntaxNode);
  CppValue bracketed(CppValue);
  CppValue field(SyntaxNode);
  CppValue subscript(SyntaxNode);
  CppValue assignment(SyntaxNode);
  CppValue assigned(SyntaxNode left, SyntaxNode right);
  CppValue assign(SyntaxNode left, CppValue);
  CppValue store(const CppPlace&, SyntaxNode left, CppValue);
  void forget(SyntaxNode changed, const algebra::Message& why);
  CppPlace root_of(SyntaxNode) const;
  CppPlace changed_by(SyntaxNode) const;
  std::vector<SyntaxNode> named_by(SyntaxNode) const;
  CppValue number_of(CppValue, const std::string& type);
  static bool is_of_other_type(const CppVariable&, const std::string& arithmetic);
  CppValue lambda(SyntaxNode);
  Condition condition(SyntaxNode);
  CppPlace place(SyntaxNode);
  CppPlace known_place(SyntaxNode);
  static bool is_get(SyntaxNode);
  static CppPlace part_of(const CppPlace& whole, const std::vector<std::int64_t>& at);
  static CppValue pointer_into(const CppValue& array, std::int64_t index);
  static CppPlace element_at(const CppValue& array_or_pointer, std::int64_t index);
  CppPlace member_place(const CppValue& object, std::string_view name) const;
  std::string given(const std::string& name, const std::string& usual, std::size_t line, bool is_size);
  void complete(CppValue&);
  std::string element_of(SyntaxNode pointer);

  // Calls (cpp_calls.cpp)
  CppValue call(SyntaxNode);
  std::optional<CppValue> call_by_name(SyntaxNode callee, SyntaxNode arguments);
  /// Functions of C++, CUDA and CUTLASS by name (cpp_functions.cpp).
  struct Library;
  std::optional<CppValue> library_function(SyntaxNode call, SyntaxNode callee);
  std::optional<CppValue> selected_instruction(std::string_view base, SyntaxNode named);
  bool is_self(const Instance&);
  /// Returns whether a call in a kernel with that many arguments means CuTe's function: gemm(mma, A, B, C), if every gemm of the file takes
  /// more.
  bool is_operation_of_cute(std::string_view name, std::size_t given) const;
  bool is_meant_of_cute(const std::vector<const CppFunction*>&, SyntaxNode callee, SyntaxNode templates, SyntaxNode arguments);
  CppValue method(SyntaxNode callee, SyntaxNode arguments);
  struct ArrayMethod;
  std::optional<Arguments> elements_of(const CppValue& tuple);
  std::optional<CppValue> algorithm(std::string_view base, SyntaxNode callee, SyntaxNode arguments);
  enum class Applying : std::uint8_t;
  std::optional<CppValue> applied(Applying, const CppValue& f, const std::vector<SyntaxNode>& arguments);
  std::optional<CppValue> data_of(SyntaxNode object);
  std::string pointer_cast(std::string_view function, SyntaxNode callee, SyntaxNode arguments);
  Arguments evaluated(SyntaxNode arguments);
  Arguments expanded(SyntaxNode pattern, bool types = false);
  CppValue argument(SyntaxNode);
  CppValue invoke(const Candidate&, const Arguments&, const std::vector<CppPlace>& places, const Instance*, const CppValue& self);
  void read_lambda(std::string_view name, const CppValue& lambda);
  CppValue invoke_lambda(const CppValue& lambda, const Arguments&, const std::vector<CppPlace>& places);
  CppValue invoke_named(const std::vector<const CppFunction*>&, SyntaxNode template_arguments, SyntaxNode arguments, const Instance*,
                        const CppValue& self, std::string_view name);
  void bind_call(const CppFunction&, SyntaxNode parameters, const Arguments&, const std::vector<CppPlace>& places);
  CppValue finished(Frame&, const std::string& what);
  std::vector<const CppFunction*> methods_named(const Instance*, std::string_view name, const Instance** found) const;
  std::optional<CppValue> overloaded(const std::string& name, const CppValue& self, const Arguments&);
  void initialise_member(SyntaxNode given, std::string_view name, const Instance&, const CppValue& self);
  void initialise_members(const CppFunction&, const Instance&, const CppValue& self);
  void construct_bases(const Instance&, const CppValue& object, const std::set<std::string, std::less<>>& done);
  const Instance* seen_as(const CppValue& object) const;
  CppValue itself() const;
  CppPlace field_of(const CppValue& object, const Instance* seen_as, std::string_view name) const;
  std::vector<const CppFunction*> methods_of(const CppValue& object, const Instance* seen_as, std::string_view name,
                                             const Instance** found) const;
  CppValue as_base(const CppValue& object, const Instance& base, bool shared) const;
  CppValue converted_object(CppValue, SyntaxNode type, bool shared);
  void take_part(const CppValue& object, const Instance& base, const CppValue& part);
  bool has_own_copy(const Instance&) const;
  CppValue copy_of(const CppValue&);
  bool has_destructor(const CppValue& object) const;
  void destroy(const CppValue& object);
  bool has_effects(SyntaxNode) const;
  CppPlace place_once(SyntaxNode);
  void passed(SyntaxNode arguments, Arguments&, std::vector<CppPlace>&);
  CppValue construct(const Instance&, SyntaxNode arguments, bool braces);
  CppValue default_object(const Instance&);
  void enter_structure(const Instance&, const CppValue& object);
  CppPlace begin_of_field(const Instance::Field&, CppMembers&);
  void set_defaults(const Instance&, const CppValue& object, const std::set<std::string, std::less<>>& set);

  // Expression statements (cpp_statements.cpp)
  void add_broken_arguments(SyntaxNode call);

  // Call statements (cpp_launches.cpp)
  void calls_in(SyntaxNode);
  bool follow(SyntaxNode call, bool effects);
  static bool launches(SyntaxNode call);
  void may_be_given(const CppPlace&, std::size_t line);
  void lend(SyntaxNode callee, const std::vector<SyntaxNode>& arguments);
  bool is_stream(SyntaxNode left) const;
  /// Runs a function that a traced kernel calls. Returns whether it was run.
  bool enter(const CppFunction&, SyntaxNode call, SyntaxNode named, const std::vector<SyntaxNode>& arguments, std::size_t first,
             bool effects);
  bool find_array(SyntaxNode) const;
  bool changes_outside(const CppFunction&, int depth);
  bool leads_to(const CppFunction&, std::size_t target, int depth) const;
  bool equalities(SyntaxNode condition, Presumed&);
  bool remember_alternative(SyntaxNode condition, SyntaxNode body);
  bool has_unread_call(SyntaxNode) const;
  void read_launch(SyntaxNode call);
  std::string launch_size(std::string_view text) const;
  void read_launch(SyntaxNode call, std::size_t kernel);
  std::pair<std::vector<SyntaxNode>, std::size_t> handed_to_kernel(SyntaxNode call, std::size_t kernel) const;
  SyntaxNode initial_list(SyntaxNode variable) const;
  std::optional<CppValue> as_functions(SyntaxNode) const;
  SyntaxNode function_in(SyntaxNode) const;
  const CppFunction* function_named(std::string_view name) const;

  // The memory that pointers lead to (cpp_memory.cpp)
  struct Memory {
    std::string name;
    std::int64_t bytes = 0;  ///< offset from its beginning
  };
  static constexpr auto unknown_memory = ProgramDefinition::unknown_memory;
  static std::string name_of_memory(std::string_view array, std::size_t line);
  std::optional<Memory> memory_at(SyntaxNode);
  std::optional<std::int64_t> bytes_of_elements(SyntaxNode pointer, const Memory&);
  CppValue at_memory(CppValue made, SyntaxNode pointer);
  CppValue leading(CppValue pointer, SyntaxNode init);
  std::optional<TracedArgument> element_of_parameter(SyntaxNode pointer, SyntaxNode node);
  CppValue moved(CppValue pointer, Operator, const CppValue& by);
  CppPlace given_place(SyntaxNode);

  // Numbers of the other threads of a traced kernel's block (cpp_lanes.cpp)
  CppLanes lanes_of(const CppValue&);
  bool is_lost(const CppValue&) const;
  bool is_table(const CppValue& v) const { return v.lanes != nullptr && !entries_.follows_from_thread(v.text); }
  bool is_alike(std::size_t thread) const;
  std::optional<std::int64_t> same_for_all(const CppValue&);
  CppValue with_lanes(CppValue, CppLanes) const;
  void add_lanes(CppValue& number) {
    if (auto lanes = lanes_of(number)) number = with_lanes(std::move(number), std::move(lanes));
  }
  CppValue plain_number(const CppValue& of, std::int64_t n);
  std::string text_by_thread(const CppValue&);
  CppValue by_lanes(Operator, const CppValue&, const CppValue&, CppValue result, bool* exact = nullptr);
  CppLanes combined_lanes(const CppValue& a, const CppValue& b, std::int64_t (*function)(std::int64_t, std::int64_t));
  std::optional<CppValue> truth_of(SyntaxNode);
  std::optional<CppValue> selected(SyntaxNode conditional);
  std::optional<CppValue> gathered(SyntaxNode subscript);
  CppValue shuffled(std::string_view function, const Arguments&);
  std::string thread_number(std::size_t line);
  void part_ways(const CppValue&, std::size_t line, bool exact, Assumed&);
  void part_ways_by(SyntaxNode number);
  void lose_way(std::size_t line);

  // Tracing a kernel call by call (cpp_trace.cpp)
  void trace(const CppFunction&, const Arguments&, const std::vector<std::string>& names, SyntaxNode template_arguments,
             std::string section, std::size_t called_at);
  void trace_assembly(SyntaxNode);
  void trace_call(SyntaxNode call);
  TracedCall call_as_traced(SyntaxNode call);
  bool may_be_barrier(SyntaxNode array);
  TracedArgument traced(SyntaxNode argument, bool has_place = true);
  void set_value(TracedArgument&, const CppValue&);
  std::string traced_place(SyntaxNode argument);
  void trace_stops(const algebra::Message& why);
  bool trace_is_full();
  void trace_exhausted();
  void trace_lines(SyntaxNode statement);
  /// Returns the result of f. Its changes of variables are undone.
  template <class F>
  auto tried(F f) {
    const Counted taken_back(taken_back_);
    auto record = journal_.open();
    auto result = f();
    undone(record);
    return result;
  }
  /// Returns whether evaluating the node twice would change a variable twice.
  bool changes_something(SyntaxNode) const;
  std::set<std::size_t> lines_below(SyntaxNode) const;
  bool tracing() const { return trace_ != nullptr; }
  /// Returns whether evaluation is being recorded: false while something is evaluated a second time.
  bool noting() const { return trace_ != nullptr && muted_ == 0; }

  // Memory accesses of expressions (cpp_accesses.cpp)
  void trace_accesses(SyntaxNode);
  void trace_statement(SyntaxNode call);
  void trace_reads(SyntaxNode, std::vector<TracedArgument>& from);
  void trace_choice(SyntaxNode, std::vector<TracedArgument>& from);
  void trace_assignment(SyntaxNode, std::vector<TracedArgument>& from);
  void trace_call_within(SyntaxNode, std::vector<TracedArgument>& from);
  void trace_variable(SyntaxNode declarator);
  void trace_indices(SyntaxNode element);
  void trace_row(SyntaxNode row, std::vector<TracedArgument>& from);
  void trace_handed(SyntaxNode argument, bool to_program, std::vector<TracedArgument>& from);
  void trace_passed(SyntaxNode argument, std::vector<TracedArgument>& from);
  void trace_gone(SyntaxNode, std::vector<TracedArgument> from);
  void trace_store(SyntaxNode whole, TracedArgument to, std::vector<TracedArgument> from);
  void trace_skipped(SyntaxNode, const algebra::Message& why);
  bool may_order(SyntaxNode) const;
  bool calls_program(SyntaxNode);
  void trace_missed(SyntaxNode, const algebra::Message& why);
  std::optional<TracedArgument> accessed(SyntaxNode);
  std::optional<TracedArgument> accessed_now(SyntaxNode);
  bool names_changed(SyntaxNode) const;
  void note_changed_by(SyntaxNode call);
  struct SharedArray;
  const std::pair<const std::string, SharedArray>* array_with(SyntaxNode, std::vector<SyntaxNode>& indices);
  bool is_in_array(SyntaxNode);
  std::optional<TracedArgument> accessed_in_array(SyntaxNode);
  void share_array(const CppValue& pointer, SyntaxNode of, const std::vector<SyntaxNode>& sizes, std::string_view name, std::size_t line);
  bool share_number(std::string_view name, SyntaxNode of, std::size_t line);
  std::optional<TracedArgument> variable_named(SyntaxNode) const;
  bool only_computes(SyntaxNode callee);
  bool is_of_program(SyntaxNode call);

  // Templates (cpp_templates.cpp, cpp_matching.cpp)
  std::vector<Candidate> candidates(const std::vector<const CppFunction*>&, const Arguments&, const Arguments& explicit_arguments);
  std::optional<Candidate> best(const std::vector<const CppFunction*>&, const Arguments&, const Arguments& explicit_arguments);
  struct Matching;
  bool matches(SyntaxNode pattern, const CppValue& actual, SyntaxNode templates, CppScope& bound, int* specific);
  bool matches_all(const std::vector<SyntaxNode>& patterns, const Arguments& actual, SyntaxNode templates, CppScope& bound, int* specific);
  bool derives(const Instance&, const std::string& base) const;
  bool enabled(const CppFunction&, const CppScope& bound);
  int rank_of_number(const std::string& arithmetic, const CppValue& actual);
  int rank_of(const CppFunction&, const CppParameter&, const CppValue& actual, CppScope& bound, int* specific);
  std::vector<CppValue> arguments_of_type(const CppValue&, CuteType);
  CuteType cute_type_of(const CppValue&);
  CppValue type_of(const CppValue&);
  std::string canonical(const CppValue&);
  Arguments template_arguments(SyntaxNode list);
  SyntaxNode as_expression(SyntaxNode);
  std::optional<CppValue> as_template(SyntaxNode argument);
  std::string template_meant(std::string_view name) const;
  void bind_templates(const CppFunction&, const Arguments&, const Arguments& given_types);
  void bind_template_list(SyntaxNode templates, const Arguments&);
  void bind_parameter(const CppFunction&, const CppParameter&, const CppValue* given);
  Instance& instance(CppFamily&, Arguments, const Instance* outer);
  void make(Instance&);
  void fields(Instance&, SyntaxNode declaration);
  const Instance* instance_of(const CppValue&) const;
  CppPlace member_of(const Instance&, std::string_view name) const;

  // Types (cpp_types.cpp)
  CppValue type(SyntaxNode);
  CppValue declared_type(SyntaxNode);
  std::string type_text(SyntaxNode);
  CppValue template_type(SyntaxNode);
  CppValue from_template(const CppTemplate&, const Arguments&, const Instance* of);
  const CppTemplate* member_template(const Instance* of, std::string_view name, const Instance** found) const;
  /// Templates by name (cpp_traits.cpp).
  struct Traits;
  std::optional<CppValue> trait(SyntaxNode node, bool own);
  CppValue qualified(SyntaxNode);
  std::optional<CppValue> of_cutlass(SyntaxNode scope, std::string_view name);
  CppPlace member(SyntaxNode qualified, const Instance** found = nullptr);
  CppValue scope_of(SyntaxNode);
  CppValue size_of(SyntaxNode);
  CppValue plain_value(CppValue constant);
  static std::int64_t count_of(const CppValue& array);
  std::optional<std::int64_t> bytes_of(const CppValue& type, std::int64_t* alignment);
  std::string arithmetic_type(SyntaxNode);
  std::string type_of_unevaluated(SyntaxNode);
  CppValue literal(SyntaxNode type, SyntaxNode list);
  CppValue structure_named(SyntaxNode);
  static bool is_template(const std::string& text) { return text.ends_with('>'); }

  // Names
  Frame& frame() { return frames_.back(); }
  const Frame& frame() const { return frames_.back(); }
  CppPlace find(std::string_view name) const;
  CppPlace global(std::string_view name) const;
  void bind(std::string_view name, CppPlace place);
  void bind(std::string_view name, CppValue value) { bind(name, cpp_variable(std::move(value))); }
  std::optional<std::int64_t> integer_of(const CppValue&);
  static bool is_same(const CppValue&, const CppValue&);
  Assumed assumed_of(const CppValue&) const;
  bool silent() const { return silent_ > 0; }

  std::shared_ptr<const Syntax> syntax_;
  CppDefinitions definitions_;
  ProgramEntries entries_;
  std::map<std::string, Instance> instances_;
  CppScope global_;                                                            ///< by qualified name
  std::map<std::string, std::vector<std::string>, std::less<>> global_names_;  ///< qualified names, by name
  std::deque<Frame> frames_;
  Journal<CppPlace, CppVariable> journal_;
  std::pair<SyntaxNode, CppValue> evaluated_;                   ///< an expression with its value, so that it is not evaluated again
  std::map<std::string, SyntaxNode, std::less<>> comparisons_;  ///< comparisons that the grammar parsed as templates, parsed again; by
                                                                ///< source text
  std::deque<Syntax> snippets_;                                 ///< expressions that the grammar parsed as types, parsed again
  std::set<std::size_t> read_;                                  ///< functions
  std::set<std::size_t> listed_lambdas_;                        ///< those whose entries have been added
  std::vector<Alternative> alternatives_;
  Presumed presumed_;
  std::size_t target_ = 0;  ///< the function that presumed_ is to reach
  std::vector<Call> calls_;
  std::map<std::size_t, bool> changes_outside_;  ///< by function
  /// The sizes of the last launch, and the bytes that <<<grid, block, bytes>>> gives extern __shared__.
  std::optional<algebra::Value> grid_size_, block_size_, shared_bytes_;
  unsigned evaluations_ = 0;                    ///< counts all evaluations of expressions
  int silent_ = 0;                              ///< > 0: no entries are added, in later rounds of a loop and in nested calls
  int numeric_ = 0;                             ///< > 0: numbers are needed instead of formulas
  int perhaps_ = 0;                             ///< branches that may not be taken
  int tries_ = 0;                               ///< > 0: within a try block
  std::vector<KernelTrace>* traces_ = nullptr;  ///< receives a trace of each kernel that is called; null: kernels are not traced
  std::optional<std::size_t> traced_kernel_{};  ///< index of the only kernel to trace; nullopt: all
  KernelTrace* trace_ = nullptr;                ///< the current kernel's trace
  /// A recent operation on numbers that differ between threads, with its result for each thread.
  struct LanesOf {
    Operator is = Operator::none;
    CppValue a, b;
    CppLanes lanes;
    bool exact = false;
  };
  std::deque<LanesOf> recent_lanes_{};
  std::map<CppPlace, std::string> memories_{};  ///< names of the memory of variables that have no name for it
  /// An array or number in shared memory that a kernel declares.
  struct SharedArray {
    std::string name, section, type;  ///< `type`: of its elements
    std::size_t line;
    std::vector<std::int64_t> extents;  ///< the first dimension first; none: a number
  };
  std::map<std::string, SharedArray, std::less<>> shared_arrays_{};  ///< by name of the memory
  std::map<std::string, std::int64_t, std::less<>> array_bytes_{};   ///< as in CppProgram
  std::map<std::string, CppPlace> stand_ins_{};                      ///< placeholders for unsupported variables, by source text
  bool way_is_lost_ = false;                                         ///< it is unknown which threads go the same way as the traced one
  std::vector<TracedRound> rounds_;                                  ///< of the loops around the traced code
  bool multiplied_ = false;                                          ///< two things that the expression reads are multiplied
  int taken_back_ = 0;                                               ///< > 0: changes of variables are being undone
  std::vector<CppPlace> changed_{};                                  ///< variables that the traced expression has changed so far
  int muted_ = 0;                                                    ///< > 0: nothing is recorded, as it is recorded elsewhere
  std::set<std::string> traced_variables_;                           ///< variables that hold values read from memory
  /// Calls and changes in the running statement that ran to their end: depth of calls, first and last byte.
  std::set<std::tuple<std::size_t, std::size_t, std::size_t>> followed_;
  bool thrown_ = false;                  ///< an exception is on its way to its handler
  bool may_throw_ = false;               ///< an exception may have been thrown
  const bool has_spaceship_;             ///< the source has a <=> of its own
  const ProgramFiles* files_ = nullptr;  ///< maps lines to files; null: a single file
  StackGuard stack_;
};

}  // namespace app
