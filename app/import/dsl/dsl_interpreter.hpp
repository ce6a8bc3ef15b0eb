#pragma once
// Interprets a Python program in the CuTe DSL as far as layouts are concerned, without executing it. Only read_dsl_program and
// trace_dsl_program use it.
//
// Host code is run for the shapes of its tensors, @cute.jit and @cute.kernel functions for their entries. As in the DSL, Python's own
// numbers are static; those of threads, blocks and dynamic shapes are dynamic. Libraries are not read: the DSL's own functions are
// implemented in dsl_layouts.cpp and dsl_host.cpp, or in Python in assets/programs/cutlass.py. A branch that other threads take is run for
// its entries, and its effects are undone.

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/dsl/dsl_value.hpp"
#include "app/import/kernel_trace.hpp"
#include "app/import/program_entries.hpp"
#include "app/import/stack_guard.hpp"
#include "app/import/syntax.hpp"
#include "app/program/journal.hpp"
#include "app/program/python_operators.hpp"

namespace app {

class DslInterpreter {
 public:
  DslInterpreter(std::string_view source, const ProgramSettings&, const std::string& path, std::vector<std::string> folders = {});
  ~DslInterpreter();
  DslInterpreter(const DslInterpreter&) = delete;
  DslInterpreter& operator=(const DslInterpreter&) = delete;
  CppProgram run();
  /// The rounds of loops, by line, in which a number has the value of a setting, `--set state.index=1`. Complete after run().
  using Rounds = std::map<std::size_t, std::size_t>;
  const Rounds& rounds_of_settings() const { return rounds_of_settings_; }
  void list_rounds(Rounds rounds) { listed_rounds_ = std::move(rounds); }
  TracedProgram run_traced(std::optional<std::size_t> kernel);

 private:
  using Kind = DslValue::Kind;
  using Value = DslValue;
  // dsl_rows.hpp
  struct Given;
  struct Row;
  struct Rows;
  /// How a statement ends, in order of severity.
  enum class Flow : std::uint8_t { next, next_round, break_loop, leave, raise };
  /// An exception of the program on its way to an `except`.
  struct Raised {
    algebra::Message why;
    std::size_t line = 1;
    std::string type{};  ///< "ValueError"; "": the reading ends, which no `except` catches
    Value value{};       ///< the object that `except ... as` binds
  };
  struct Arguments {
    DslItems all;
    std::vector<std::pair<std::string, Value>> named;
    algebra::Message unclear{};  ///< why the number of arguments is unknown; empty if it is known
    const Value* find(std::string_view name) const;
    /// Returns the argument at a position or of a name, or null.
    const Value* at(std::size_t place, std::string_view name) const;
  };
  /// A place that can change, and its former state: nullopt if it did not exist.
  struct Place {
    enum class Of : std::uint8_t { name, member, class_member, list, dict, iterator };
    Of of;
    std::shared_ptr<void> where;
    std::string key{};
    friend bool operator<(const Place& a, const Place& b) {
      return std::tuple(a.of, a.where.get(), std::string_view(a.key)) < std::tuple(b.of, b.where.get(), std::string_view(b.key));
    }
  };
  using State = std::optional<Value>;
  using States = Journal<Place, State>::States;
  using Record = Journal<Place, State>::Record;
  /// An exit from a function, loop or round that is taken under an unknown condition.
  struct Exit {
    Flow flow;
    Record since;  ///< records changes after the exit
    Value result, condition;
  };
  struct Frame {
    std::string section;
    std::shared_ptr<DslScope> scope;
    bool listed = false;     ///< its definitions are added as entries
    bool on_device = false;  ///< runs within a @cute.jit or @cute.kernel function
    std::shared_ptr<DslFunction> function{};
    std::string file{};      ///< the file of a helper's module; "" for the program itself
    bool is_helper = false;  ///< code of a helper's module, whose definitions are listed
    Value result = Value::none();
    std::vector<Exit> exits{};
    std::size_t traced_file = 0;  ///< the file of its code in traces: 0 for the program itself, else an index of `traced_files_`
  };
  /// A running piece of a generator's code: a block, a loop, `try`, `yield from` or a generator expression.
  struct Activation {
    SyntaxNode node;
    std::size_t at = 0;   ///< number of statements or rounds that have run; in a `try`: 0 in its body, 1 after it, 2 in `finally`
    DslItems values{};    ///< the iterator of a loop
    SyntaxNode target{};  ///< receives the value of `yield from`
  };
  /// A suspended generator.
  struct Generator {
    Frame frame;
    std::vector<Activation> stack;  ///< running pieces, outermost first
    SyntaxNode target;              ///< receives the value sent
    Value sent;
    bool began = false;
    std::shared_ptr<DslFunction> code{};
  };
  static constexpr std::size_t most_yielded = 4096;
  static constexpr std::string_view unclear_exception = "?";  ///< an exception of unknown type
  static constexpr std::string_view swizzle_of = "Swizzle";   ///< key of the swizzle of a composed layout
  /// Names of library objects: host arrays, pointers, and ranges in shared memory.
  static constexpr std::string_view array_object = "Array", pointer_object = "Pointer", range_object = "MemRange", aligned_object = "Align";
  static bool is_pointer(const Value& v) { return v.is(Kind::object) && v.object->library == pointer_object; }
  static constexpr int most_calls = 120;
  static constexpr std::size_t most_rounds = 64, longest_text = 600, longest_string = 65'536;

  // Running a program (dsl_interpreter.cpp)
  void load_library();
  /// Returns a class of assets/programs/cutlass.py, or null.
  const DslClass* library_class(std::string_view name) const;
  /// Returns a name of assets/programs/python.py that needs no import, such as ValueError, or null.
  const Value* builtin(std::string_view name) const;
  /// Returns a name of one of Python's modules from that file: "itertools.chain".
  std::optional<Value> of_python_module(std::string_view dotted) const;
  /// Returns whether Python itself has a name, whatever the program imports.
  bool is_word_of_python(std::string_view name) const;
  /// Returns whether a name may be defined in the enclosing code.
  bool is_local(std::string_view name) const;
  static std::optional<Value> constant_of_module(std::string_view module, std::string_view name);
  static bool are_numbers(const Given&);
  Value real_result(const Given&, double);
  Value comparison(Operator, const Value&, const Value&, const algebra::Message& why_not);
  std::optional<bool> has_member(const Value&, const std::string& name);
  void remove_member(const Value&, const std::string& name);
  std::optional<Value> deep_copy(const Value&, std::map<const void*, Value>& copied);
  static std::string text_of_code(std::uint32_t code);
  static std::int64_t code_of_text(std::string_view letter);
  std::optional<std::string> shown_object(const Value&, bool quoted, int depth);
  Value converted(const Value&, std::string_view as);
  static constexpr std::string_view field_of_class = "dataclasses.field";
  static bool is_field(const Value& v) { return v.is(Kind::object) && v.object->library == field_of_class; }
  std::optional<std::pair<std::string_view, std::size_t>> part_of_text(const Given&, std::size_t from);
  Value format_field(std::string_view place, const Given&, std::size_t& next);
  Value format_of(const Given&);
  Value percent(const std::string& text, const Value& given);
  // Modules (dsl_modules.cpp)
  // Returns the names of a module next to the program, or null. `dotted` begins with a dot for each folder up.
  std::shared_ptr<DslScope> module(const std::string& dotted, const std::string& folder);
  /// Returns a module's file, or "".
  std::string file_of_module(const std::string& dotted, const std::string& folder) const;
  /// Returns the module in a file, which is read once; null if it cannot be read.
  std::shared_ptr<DslScope> module_in(const std::string& file, const std::string& dotted, const std::string& package);
  /// Returns a helper of the DSL's own package, if a folder of the program has that package. Its functions can be read down to those that
  /// are known here.
  std::optional<Value> helper_of_package(const std::string& dotted, const std::string& name);
  /// Returns "cutlass.utils.layout" for ".layout" in a module of the package cutlass.utils.
  std::string absolute_name(const std::string& dotted) const;
  std::optional<Value> module_member(const std::string& dotted, const std::string& name);
  std::string folder_of_frame() const;

  void run_orphans();
  void run_for_entries(const std::shared_ptr<DslFunction>&, const Value& self);
  Value set_argument(const std::string& name, const std::string& text, std::string_view type);
  Value given_argument(const std::string& name, SyntaxNode type, std::size_t line);
  void define(const std::string& name, Value&, std::size_t line);
  void define_argument(SyntaxNode, Value&);
  /// Adds entries for `grid=[cute.size(gC, mode=[1]), 1, 1]` of a launch and its number of threads per block.
  void define_launch(SyntaxNode keyword, const Value&);
  ProgramDefinition definition_at(const std::string& name, std::size_t line) const;
  std::string entry_of(const std::string& name, const std::string& text, std::size_t line, const DslOrigin* = nullptr);

  // Statements (dsl_statements.cpp)
  Flow block(SyntaxNode);
  struct Statements;
  struct Targets;
  Flow statement(SyntaxNode);
  Flow with(SyntaxNode);
  std::optional<bool> leave_contexts(const std::vector<Value>&, const Raised*);
  void import(SyntaxNode);
  void import_from(SyntaxNode);
  void assign(SyntaxNode target, Value, std::size_t line);
  void assign_item(const Value& of, const Value& index, const Value&, std::size_t line);
  void assign_slice(const Value& of, const Value& slice, const Value&);
  void assign_member(const Value& of, const std::string& name, Value, std::size_t line, SyntaxNode target);
  void assign_items(const std::vector<SyntaxNode>& targets, const Value&, std::size_t line);
  void remove(SyntaxNode target);
  /// Adds `ceilM, ceilN, _ = cute.ceil_div(...)` as one shape, in addition to its parts.
  void define_shape(const std::vector<SyntaxNode>& targets, const Value&, std::size_t line);
  void augment(SyntaxNode);
  std::optional<Value> changed_in_place(Operator, const Value& now, const Value& by);
  [[noreturn]] void raise(SyntaxNode);

  // Classes (dsl_classes.cpp)
  void define_function(SyntaxNode definition, SyntaxNode decorated);
  struct ClassDefinition;
  void define_class(SyntaxNode definition, SyntaxNode decorated);
  void make_enumerators(const std::shared_ptr<DslClass>&, const std::vector<std::string>& order);
  void keep_of_decorator(SyntaxNode decorator, std::string_view name, DslFunction&);
  static std::shared_ptr<const std::set<std::string, std::less<>>> locals_of(SyntaxNode function);
  /// Returns a definition's value after its decorators.
  Value decorated_by(SyntaxNode decorated, Value, bool is_class);
  Value make_object(const std::shared_ptr<DslClass>&, const Arguments&);
  /// Returns a method such as __len__ of an object of the program's own class, or null.
  static const Value* special(const Value& object, std::string_view name);
  std::optional<Value> call_special(const Value& object, std::string_view name, Arguments);

  // Branches and loops (dsl_branches.cpp)
  using Way = std::function<Flow()>;
  Flow branch(SyntaxNode condition, const Way& then, const Way& otherwise);
  Flow branch(const Value& condition, std::size_t line, const Way& then, const Way& otherwise);
  Flow branches(SyntaxNode if_or_elif, const std::vector<SyntaxNode>& alternatives, std::size_t next);
  Flow loop(SyntaxNode);
  Flow loop_while(SyntaxNode);
  Flow after_loop(SyntaxNode, Flow, std::size_t exits);
  /// Returns whether a loop may run another round. A loop with too many rounds is refused, not cut short.
  bool goes_on(std::size_t round, std::size_t steps_before, std::size_t steps_left) const;
  /// Runs a round that is repeated an unknown number of times: everything it changes becomes unknown.
  void rounds_unknown(const Way& round, const Value& condition, bool listed);
  /// Returns the round of a loop whose entries are listed.
  std::size_t listed_round(SyntaxNode loop, std::size_t count, const std::function<Value(std::size_t)>& at);
  /// Remembers the round if a setting gives this name its current value.
  void note_round(SyntaxNode name, const Value&);
  void note_number(const std::pair<const std::string, std::string>& setting, const Value&);
  Flow attempt(SyntaxNode);
  Flow attempt_body(SyntaxNode);
  std::optional<bool> takes(SyntaxNode clause, const Raised&);
  /// `except ... as name`
  std::string name_exception(SyntaxNode clause, const Raised&);
  /// Merges two values under an unknown condition: their common value, else unknown. Never None if one of them is something else.
  static Value either(const Value&, const Value&, const Value& condition, std::string_view name);

  // Patterns (dsl_patterns.cpp)
  // The names that patterns bind, with their values.
  using Names = std::vector<std::pair<SyntaxNode, Value>>;
  Flow match(SyntaxNode);
  /// Returns whether a value matches a pattern; nullopt if it is unknown. Bound names are appended to `names`.
  std::optional<bool> matches(SyntaxNode pattern, const Value&, Names& names);
  std::optional<bool> matches_all(const std::vector<SyntaxNode>& patterns, const Value& sequence, Names& names);
  std::optional<bool> matches_class(const std::vector<SyntaxNode>& parts, const Value&, Names& names);
  std::optional<bool> matches_dict(SyntaxNode pattern, const Value&, Names& names);
  static void names_of_pattern_part(SyntaxNode pattern, const Value&, Names& names);

  // Changes (dsl_changes.cpp)
  void set(const std::string& name, Value);
  void unset(const std::string& name);
  std::shared_ptr<DslScope> scope_of(const std::string& name);
  void set_member(const Value& object, const std::string& name, Value);
  void set_class_member(const std::shared_ptr<DslClass>&, const std::string& name, Value);
  /// Returns the elements of a list or set, or the pairs of a dict, for a change.
  DslItems& changing(const Value& list);
  DslPairs& changing_pairs(const Value& dict);
  void set_key(DslPairs&, const Value& key, const Value&);
  /// Makes the contents of a list, set, dict, iterator or object unknown.
  void lose(const Value&, const algebra::Message& why, int depth = 0);
  void lose(const Arguments&, const algebra::Message& why);
  /// Makes the names of a scope unknown.
  void lose_names(const std::shared_ptr<DslScope>&, const algebra::Message& why, int depth,
                  const std::function<bool(const std::string&)>& has);
  /// Returns globals(), locals() or vars(): unknown as a whole, but its names can be read, set and lost.
  Value dict_of_names(const std::shared_ptr<DslScope>&, std::string_view called);
  /// Returns vars(object) or object.__dict__.
  Value dict_of_names(const Value& object, std::string_view called);
  /// Returns an unknown value through which `of` can still be changed.
  static Value aside(const Value&);
  /// Returns an unknown value through which each of the named values can still be changed.
  static Value some_of(const DslNames&, algebra::Message why);
  /// Returns the names in such a dict; null for other values, or if there may be further names.
  const DslNames* names_in(const Value& dict) const;
  static constexpr std::string_view names_of = "names";
  State state_of(const Place&) const;
  void put(const Place&, const State&);
  void touch(const Place&);
  /// Undoes the changes since the record was opened. Returns the states that they had led to.
  States undone(Record&);
  /// Merges the states that several ways have led to.
  void join(const std::vector<States>& ways, const Value& condition);
  State joined(const Place&, const State&, const State&, const Value& condition) const;
  void forget(const States& changed, const Value& condition);
  /// Drops places that only the journal still refers to.
  static void drop_gone(States&);
  /// Records an exit that may be taken: later changes up to its target may not happen.
  void leave_perhaps(Flow, const Value& condition);
  /// Ends the exits of one kind beyond the first `since`: states that have changed since then become uncertain.
  void close_exits(Flow, std::size_t since);
  /// Runs several ways, of which an unknown one is taken, and merges the results.
  Flow undecided(const std::vector<Way>&, const Value& condition);
  /// Runs code that may not run: its changes are undone and returned.
  States supposing(const Way&);
  /// Evaluates an expression that may not be evaluated.
  Value perhaps(SyntaxNode, const Value& condition);
  /// Raises an error of Python if the program catches exceptions, else returns an unknown value. `args`: the exception's arguments, if
  /// known.
  Value fails(std::string_view type, algebra::Message why, std::optional<DslItems> args = {});
  /// Returns an exception object of Python.
  Value exception(std::string_view type, const DslItems& args);
  algebra::Message not_read(std::string_view code) const;
  algebra::Message not_followed(const algebra::Message& what) const;
  /// Counts created values: memory costs steps.
  void count_values(std::size_t n) { entries_.count(n / 4); }
  void into(DslItems& list, DslItems::iterator before, const Value&);
  static bool holds_itself(const Value& v, const void* container);

  // Expressions (dsl_expressions.cpp, dsl_attributes.cpp)
  Value evaluate(SyntaxNode);
  struct Expressions;
  Value evaluate_of(SyntaxNode);
  Value name(std::string_view);
  Value dictionary(SyntaxNode);
  Value conditional(SyntaxNode);
  struct Attribute;
  Value attribute(const Value&, const std::string& name);
  Value subscript(SyntaxNode);
  Value item(const Value& of, const Value& index);
  Value sliced(const Value& of, const Value& slice);
  Value slice(SyntaxNode);
  Value slice_of(DslItems bounds);
  static constexpr std::string_view slice_object = "builtins.slice";
  static bool is_slice(const Value& v) { return v.is(Kind::object) && v.object->library == slice_object; }
  std::optional<Value> default_of(const Value& field);
  Value comprehension(SyntaxNode);
  Value lambda(SyntaxNode);
  /// Returns whether a value counts as true; nullopt if it is unknown.
  std::optional<bool> truth(const Value&);
  /// Returns the elements of a tuple, list, range, dict or iterator, which is exhausted; nullopt for others.
  std::optional<DslItems> elements(const Value&);
  /// Returns the elements in any order, and so those of sets too.
  std::optional<DslItems> members_of(const Value&);
  std::optional<std::size_t> length(const Value&);
  static Value of_range(const Value& range, std::int64_t index);
  static Value of_view(const Value& view, std::size_t index);

  // Iterators and generators (dsl_generators.cpp)
  // Returns an iterator over `over` that gets its values from `step`.
  Value iterator(DslItems over, std::function<std::optional<Value>(const Value&)> step);
  Value iterator(DslItems all);
  /// Returns an iterator over a value; nullopt if the value or its order is unknown.
  std::optional<Value> iterator_over(const Value&);
  Value iterator_of_object(const Value&);
  std::optional<Value> until(std::string_view type, const std::function<Value()>& call);
  /// Returns the next value, or nullopt at the end. If it is unknown, an unknown value is returned and the iterator becomes unknown.
  std::optional<Value> next_of(const Value& iterator, const Value& sent = Value::none());
  /// Returns the next value for an iterator that is built on this one.
  std::optional<Value> take(const Value& iterator);
  [[noreturn]] static void throw_not_followed(const algebra::Message& why);
  /// Returns all remaining values.
  std::optional<DslItems> drained(const Value& iterator);
  void left_within(const Value& iterator);
  /// Makes unknown everything that code may change.
  void lose_code(SyntaxNode, const std::shared_ptr<DslScope>&, const algebra::Message& why, int depth);
  /// `first`: the first iterable of a generator expression.
  Value generator(Frame, SyntaxNode code, std::optional<Value> first);
  std::optional<Value> run_generator(Generator&, const Value& sent);
  /// Runs a generator for one step. Returns its value if it yields.
  std::optional<Value> advance(Generator&);
  std::optional<Value> advance_expression(Generator&);
  std::optional<Value> begin_statement(Generator&, SyntaxNode);
  std::optional<Value> yield(Generator&, SyntaxNode, SyntaxNode target);
  void unwind(Generator&, const std::function<bool(const Activation&)>& stays);
  bool handles(Generator&, const Raised&);
  bool decided(SyntaxNode condition);
  Value iterator_method(const Value&, std::string_view name, const Arguments&);

  // Operators (dsl_operators.cpp)
  struct Arithmetic;
  struct Comparison;
  Value binary(Operator, const Value&, const Value&);
  Value unary(Operator, const Value&, std::string_view code);
  Value compare(SyntaxNode);
  std::optional<bool> compared(Operator, const Value&, const Value&);
  std::optional<bool> ordered(Operator, const Value&, const Value&);
  bool in_classes_of_program(const DslClass&) const;
  static std::optional<bool> identical(const Value&, const Value&);
  /// Returns whether Python refuses to order these values.
  static bool orders_wrong(const Value&, const Value&);

  // Strings (dsl_strings.cpp)
  Value string(SyntaxNode);
  /// Returns str() or repr() of a value; nullopt if it is unknown.
  std::optional<std::string> shown(const Value&, bool quoted = false, int depth = 0);
  Value formatted(const Value&, std::string_view spec);
  Value text_value(std::string);

  // Calls (dsl_calls.cpp)
  Value call(SyntaxNode);
  Arguments arguments(SyntaxNode list);
  Value call(const Value& callee, Arguments);
  Value invoke(const std::shared_ptr<DslFunction>&, const Value* self, const Arguments&);
  /// Runs code of a function in its own frame.
  Value remembered(const std::shared_ptr<DslFunction>&, const Value* self, const Arguments&);
  static std::optional<std::string> file_of_library(const DslFunction&);
  void run_in(const std::shared_ptr<DslFunction>&, Frame called, const std::function<void()>& run);
  void bind(const DslFunction&, DslScope&, const Value* self, const Arguments&);
  Value run_compiled(const Value&, const Arguments* given);
  Value launch(const Value& kernel, const Arguments&);
  // Python's built-in functions and methods (dsl_rows.cpp, with rows in the files listed there)
  std::optional<Value> python_function(std::string_view name, const std::string& dotted, const Arguments&);
  Value run_row(const Row&, std::string_view name, const Value* of, const Arguments&);
  /// Returns the result for arguments of wrong kinds: the unknown argument, or an exception.
  Value unfit(const Given&);
  /// Returns an unknown value for an unsupported call.
  Value unread(const Given&);
  /// Returns the methods of one of Python's types by name; nullopt for other names.
  static std::optional<std::span<const Row>> table_of_type(std::string_view type);
  static std::optional<std::span<const Row>> table_of(const Value&);
  std::optional<Value> static_method(std::string_view type, std::string_view name, const Arguments&);
  /// Returns the type's name for values of Python's own kinds: "int".
  static std::string_view type_name(const Value&);
  std::optional<bool> is_of_type(const Value&, const Value& type, bool of_class);
  Value is_instance(std::string_view name, const Value&, const Value& types);
  Value extreme(const Given&);
  Value not_gone_through(const Given&, const Value&);
  Value total(const Given&, Operator, std::int64_t start);
  std::optional<std::vector<Value>> iterators_of(const Given&, std::size_t from, Value& why);
  std::optional<Value> sorted_list(DslItems, const Value* key, const Value* reverse);
  Value method_of_data(const Value& of, std::string_view name, const Arguments&);
  Value set_of(const DslItems&);
  Value lost_by(const Given&);
  std::optional<std::size_t> place_in(const DslItems&, const Value&, std::size_t begin, std::size_t end);
  /// Returns the index of a key; the dict's size if it is not there, nullopt if that is unknown.
  std::optional<std::size_t> place_of_key(const Value& dict, const Value& key);
  /// Returns a bound of a search; negative ones count from the end.
  static std::size_t place_from(std::int64_t index, std::size_t size);
  Value no_key(const Value& key);
  Value found_in(const Given&);
  std::optional<Value> combined(Operator, const Given&);
  static Operator operator_of_set(std::string_view method);
  std::optional<Value> special_method(const Value& of, std::string_view name, const Arguments&);
  /// Returns whether a function's own code yields.
  static bool has_yield(SyntaxNode body);
  /// Returns the first child of a node; null if there is none, as in unfinished code.
  static SyntaxNode first_of(SyntaxNode n) {
    const auto& all = n.children();
    return all.empty() ? SyntaxNode{} : all.front();
  }
  /// Returns a parameter's name, or its pattern `*args`.
  static SyntaxNode name_of_parameter(SyntaxNode);
  /// Returns `of.name` as a bound method.
  static Value method_of(const Value& of, std::string_view name);
  static Value method_of(const Value& of, const std::shared_ptr<DslFunction>&);
  /// Returns the last part of a dotted name.
  static std::string_view last_part(std::string_view dotted);

  // Layouts (dsl_layouts.cpp, dsl_atoms.cpp)
  Value library_call(const std::string& dotted, const Arguments&);
  std::optional<Value> layout_function(std::string_view name, const std::string& dotted, const Arguments&);
  struct Primitive;
  std::optional<Value> primitive(std::string_view name, const Arguments&);
  std::string called_in_language(std::string_view name) const;
  Value layout_attribute(const Value&, std::string_view name);
  Value layout_method(const Value&, std::string_view name, const Arguments&);
  Value layout_call(const Value&, const Arguments&);
  /// Evaluates an expression of the language; numbers, tuples and types become values of Python. Unknown with the reason if it has no
  /// value.
  Value expression(const std::string& text);
  Value from_tuple(const algebra::IntTuple&, const std::string& text);
  std::optional<algebra::Value> value_of(const Value&);
  /// Returns a value as text of the language; "" if it has none, with the reason in `lacking_`.
  std::string text_of(const Value&);
  std::string plain_text_of(const Value&);
  std::string call_text(std::string_view function, const Arguments&);
  static std::string call_of(std::string_view function, const std::vector<std::string>& arguments);
  Value given_number(const std::string& name);
  Value architecture();
  std::string mma_atom(const Value& operation);
  static Value value_of_record(std::string_view name, const std::string& text);
  static void keep_of_operation(DslObject&, const std::map<std::string, Value, std::less<>>& values);
  std::string copy_atom(const Value& operation, const Value* type, const Value* bits);
  Value tma_atom(const DslItems&);
  /// Returns an argument that an operation was created with, by position or name; unknown if it was not given.
  static Value argument_of(const DslObject& operation, std::size_t place, std::string_view name);
  Value pointer(std::string_view space, const Value* type);
  Value tensor_at(const Value& pointer, const std::string& layout);
  std::string byte_swizzle(const Value& swizzle);
  Value iterator_of(const Value& tensor);

  // The host (dsl_host.cpp)
  struct HostCall;
  std::optional<Value> host_function(std::string_view name, const std::string& dotted, const Arguments&);
  std::optional<Value> host_method(const Value& object, std::string_view name, const Arguments&);
  std::optional<Value> host_attribute(const Value& object, std::string_view name);
  /// Size and alignment of a field in shared memory or of a whole structure; `bits`: of a single element.
  struct Room {
    std::int64_t bytes, alignment;
    int bits;
  };
  static std::optional<Room> room_of(const Value& type);
  /// The member that holds the alignment of an object in shared memory, in bytes.
  static constexpr auto alignment_key = "=alignment";
  /// The members that hold the memory's name and the object's offset in it, in bytes.
  static constexpr auto memory_key = "=memory", begin_key = "=begin";
  static constexpr auto unknown_memory = ProgramDefinition::unknown_memory;
  static std::optional<std::int64_t> offset_of(const DslClass& structure, const std::string& field);
  void note_place(Value& field, const Value& storage, const std::string& name);
  /// Returns a structure that is a field of another one.
  Value structure_of(const Value& storage, const std::string& name, const Value& type);
  /// Returns a field of a structure in shared memory with its name, which tells mbarriers apart.
  Value field_of(const Value& storage, const std::string& name, const Value& type);
  Value parsed_arguments(const Value& parser);
  Value from_setting(const std::string& text, const Value* type);
  Value library_object(std::string library);
  /// Creates an object that may come to refer to itself. The destructor clears it, to break the cycle.
  template <class T>
  std::shared_ptr<T> made(T initial = {}) {
    auto p = std::make_shared<T>(std::move(initial));
    made_.push_back([w = std::weak_ptr<T>(p)] {
      if (const auto still = w.lock()) *still = T{};
    });
    return p;
  }
  // Arrays of the host (dsl_arrays.cpp)
  static bool is_array(const Value&);
  /// Returns a contiguous array.
  Value array(DslItems shape, const Value& type);
  /// Returns an array with these strides. An unknown stride is a value with the reason.
  Value array(DslItems shape, DslItems strides, const Value& type);
  Value as_tensor(const Value& array);
  struct ArrayCall;
  Value array_method(const Value& array, std::string_view name, const Arguments&);
  /// Calls torch.empty, torch.cat, ...; nullopt if the function does not make an array.
  std::optional<Value> array_function(std::string_view name, const std::string& dotted, const Arguments&);
  /// `a[0, :, 2:4]`
  Value part_of_array(const Value& array, const std::vector<SyntaxNode>& indices);
  /// Returns the result of an elementwise operation of two arrays, or of an array and a number.
  Value by_element(const Value&, const Value&);
  Value reshaped(const Value& array, DslItems sizes, bool copies);
  Value reduced(const Value& array, const Value* dims, bool keeps);
  Value joined(const DslItems& arrays, std::int64_t dim);
  /// The first and last index of `2:6:2` over `size` elements, and the step; nullopt if a bound is unknown.
  struct Bounds {
    std::int64_t first, last, step;
  };
  static std::optional<Bounds> bounds_of(const Value& slice, std::int64_t size);

  // Tracing (dsl_trace.cpp)
  // Returns whether running code is traced: the kernel's own code, or that of a library it calls.
  bool tracing() const { return trace_ != nullptr && frames_.back().on_device; }
  void trace_launch(const Value& kernel, const Arguments&);
  /// Records `language.step(name, argument, ...)`: a call of the kernel in the form of CuTe C++.
  void trace_step(const std::string& function, const Arguments&);
  /// Records an unsupported step if an unknown function, or a method of `of`, receives a tensor, a pointer, or an object that orders steps.
  void trace_unknown_call(std::string_view function, const Arguments&, const Value* of = nullptr);
  void trace_store(const Value& tensor, const Value& index, const Value& value);
  /// Records a condition that may differ between threads.
  void trace_round(const Value& range, const Value& at, std::size_t line);
  void trace_condition(const Value&, std::size_t line);
  void trace_stops(const algebra::Message&);
  TracedArgument traced(const Value&);
  bool of_thread(const std::string& text) const;
  /// Returns a line of the running code with its file.
  std::size_t placed(std::size_t line) const { return FileLine{frames_.back().traced_file, line}.number(); }
  /// Returns the index of a module's file in traces; 0 for the library's code.
  std::size_t traced_file(const DslFunction&);
  /// Returns a value's origin, for a change.
  static DslOrigin& origin_of(Value&);
  /// Adds the origins of other values: the lines that changed them, and the elements read for them.
  static Value following(Value, std::initializer_list<const Value*>);
  /// Adds a tensor with memory of its own as an entry in every round of a loop.
  void define_memory(const std::string& name, Value&, std::size_t line);

  bool counted();
  /// Returns why nothing more is run, with the loop if a kernel is traced.
  algebra::Message exhausted();
  Frame& frame() { return frames_.back(); }
  bool silent() const { return silent_ > 0 || !frames_.back().listed; }

  /// Parses a source with `x = *a, b` blanked to `x =  a, b`, which the grammar can parse. The positions of the stars are kept.
  const Syntax& parsed(std::string source);

  Journal<Place, State> journal_;  ///< first, because frames hold records of it
  std::vector<std::function<void()>> made_;
  std::string path_;
  std::vector<std::string> folders_;                                         ///< further folders of modules: -I
  std::deque<std::shared_ptr<const Syntax>> sources_;                        ///< of the program, assets/programs/cutlass.py, and modules
  std::set<const char*> starred_;                                            ///< operands of blanked stars, by position
  std::map<std::string, std::shared_ptr<DslScope>> modules_;                 ///< by file; null if it cannot be read
  std::map<std::pair<std::string, std::string>, std::string> module_files_;  ///< by name and folder; "": there is none
  std::size_t module_bytes_ = 0;
  const Syntax& syntax_;
  ProgramEntries entries_;
  std::shared_ptr<DslScope> module_, library_module_;
  std::deque<Frame> frames_;
  std::vector<std::shared_ptr<DslFunction>> functions_;  ///< of the file, in order
  std::vector<Raised> handled_;                          ///< exceptions whose `except` is running
  DslItems compiled_;                                    ///< results of cute.compile
  std::set<const DslFunction*> ran_;
  std::map<const DslClass*, std::shared_ptr<DslObject>> objects_;  ///< the last object of each class of the program
  bool running_orphans_ = false;
  std::shared_ptr<DslObject> supposed_;               ///< the object that a method is run for if the program makes none
  int tries_ = 0;                                     ///< > 0: the program catches exceptions of the running code
  std::size_t doubts_ = 0;                            ///< counts possible exceptions
  std::set<std::string, std::less<>> kernels_;        ///< sections of those that ran
  std::vector<std::int64_t> grid_, block_, cluster_;  ///< of the running launch
  int silent_ = 0;                                    ///< > 0: no entries are added, in later rounds and in library code
  int in_library_ = 0, library_silences_ = 0;         ///< running calls of libraries, and those without entries
  Rounds listed_rounds_, rounds_of_settings_;
  std::map<std::string, std::string, std::less<>> set_numbers_;     ///< settings that are integers
  std::vector<std::pair<std::size_t, std::size_t>> running_loops_;  ///< the lines of the program's own loops that run, and their rounds
  std::set<std::pair<std::string, std::size_t>> noted_;             ///< settings, and the loops in which they were met
  /// Variables before the branches that only some threads take, with the frame's index.
  std::vector<std::pair<std::size_t, const DslNames*>> taken_by_some_;
  std::int64_t enumerated_ = 0;  ///< counts calls of enum.auto()
  SyntaxNode defining_;          ///< the right side of the running assignment
  algebra::Message lacking_;
  std::vector<KernelTrace>* traces_ = nullptr;
  std::optional<std::size_t> traced_kernel_;
  KernelTrace* trace_ = nullptr;                ///< of the running kernel
  std::size_t allocations_ = 0;                 ///< number of allocations of bytes in shared memory
  std::vector<std::string> traced_files_;       ///< the program's own, and its modules' that are traced
  std::vector<TracedRound> rounds_;             ///< of the running loops
  bool elected_ = false;                        ///< within `with elect_one():`, one thread of each warp
  int perhaps_ = 0;                             ///< > 0: the running code may not be reached
  std::pair<std::size_t, std::string> call_{};  ///< line and text of the program's running call
  StackGuard stack_;
  std::size_t line_ = 1;  ///< of the running statement
};

}  // namespace app
