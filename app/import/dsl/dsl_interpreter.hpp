#pragma once
// Runs a Python program in the CuTe DSL as far as layouts go, without executing anything: only read_dsl_program and trace_dsl_program
// use it.
//
// The host's code is run for the shapes of its tensors, @cute.jit and @cute.kernel functions for their entries. Python's own numbers are
// static, as the DSL has them; those of the thread, the block and of dynamic shapes are not. Libraries are not read: what the DSL's own
// functions give is said in dsl_layouts.cpp and dsl_host.cpp, or in Python in assets/programs/cutlass.py. A branch that another thread
// takes is run for its entries, and what it does is undone.

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
  /// The rounds of loops, by their lines, in which numbers are what they were set to: `--set state.index=1`. Known when it has run.
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
  /// How a statement ends, the mildest first.
  enum class Flow : std::uint8_t { next, next_round, break_loop, leave, raise };
  /// An exception of the program, which goes up to its `except`.
  struct Raised {
    algebra::Message why;
    std::size_t line = 1;
    std::string type{};  ///< "ValueError"; "" of what ends the reading, which no `except` takes
    Value value{};       ///< what `except ... as` names
  };
  struct Arguments {
    DslItems all;
    std::vector<std::pair<std::string, Value>> named;
    algebra::Message unclear{};  ///< why it is not known how many there are; empty where that is known
    const Value* find(std::string_view name) const;
    /// The argument at a place, or of a name; null if it is not given.
    const Value* at(std::size_t place, std::string_view name) const;
  };
  /// Something that can be changed, and what it was: nothing where it was not there.
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
  /// A way out of a function, a loop or a round that is taken where a condition holds that is not known.
  struct Exit {
    Flow flow;
    Record since;  ///< what places were when it was taken
    Value result, condition;
  };
  struct Frame {
    std::string section;
    std::shared_ptr<DslScope> scope;
    bool listed = false;     ///< its definitions become entries
    bool on_device = false;  ///< in a @cute.jit or @cute.kernel function, or one that such a function calls
    std::shared_ptr<DslFunction> function{};
    std::string file{};      ///< of a helper's module; "" for the program itself
    bool is_helper = false;  ///< of a helper's module, whose definitions are listed
    Value result = Value::none();
    std::vector<Exit> exits{};
    std::size_t traced_file = 0;  ///< whose code is traced: 0 of the program itself, or a module's place in `traced_files_`
  };
  /// A piece of a generator's code that runs: a block, a loop, `try`, `yield from` or a generator expression.
  struct Activation {
    SyntaxNode node;
    std::size_t at = 0;   ///< how many of its statements have run, or its rounds; of `try`: 0 in its code, 1 behind that, 2 in `finally`
    DslItems values{};    ///< the iterator that it goes through
    SyntaxNode target{};  ///< what takes the value of `yield from`
  };
  /// A generator that waits.
  struct Generator {
    Frame frame;
    std::vector<Activation> stack;  ///< what it is in, the outermost first
    SyntaxNode target;              ///< what takes the value that is sent
    Value sent;
    bool began = false;
    std::shared_ptr<DslFunction> code{};
  };
  static constexpr std::size_t most_yielded = 4096;
  static constexpr std::string_view unclear_exception = "?";  ///< its type is not known
  static constexpr std::string_view swizzle_of = "Swizzle";   ///< the object that the swizzle of a composed layout is
  /// Objects of arrays of the host, of pointers, and of what is in shared memory.
  static constexpr std::string_view array_object = "Array", pointer_object = "Pointer", range_object = "MemRange", aligned_object = "Align";
  static bool is_pointer(const Value& v) { return v.is(Kind::object) && v.object->library == pointer_object; }
  static constexpr int most_calls = 120;
  static constexpr std::size_t most_rounds = 64, longest_text = 600, longest_string = 65'536;

  // What runs (dsl_interpreter.cpp)
  void load_library();
  /// A class of assets/programs/cutlass.py; null if it has none of that name.
  const DslClass* library_class(std::string_view name) const;
  /// What assets/programs/python.py has of a name that needs no import, as ValueError; null if it has nothing.
  const Value* builtin(std::string_view name) const;
  /// What that file has of a module of Python: "itertools.chain".
  std::optional<Value> of_python_module(std::string_view dotted) const;
  /// Tells whether a name is one of Python's own, whatever the program imports.
  bool is_word_of_python(std::string_view name) const;
  /// Whether a name may be one that the program's code around it has.
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
  /// The names of a module that lies beside the program; null for one that does not. `dotted` begins with a dot for each folder up.
  std::shared_ptr<DslScope> module(const std::string& dotted, const std::string& folder);
  /// Where it lies; "" where it lies nowhere.
  std::string file_of_module(const std::string& dotted, const std::string& folder) const;
  /// The module of a file, read once; null for one that cannot be.
  std::shared_ptr<DslScope> module_in(const std::string& file, const std::string& dotted, const std::string& package);
  /// The DSL's own package, where a folder of the program has it: functions of its helpers that end in what is known here.
  std::optional<Value> helper_of_package(const std::string& dotted, const std::string& name);
  /// "cutlass.utils.layout" of ".layout" in a module of the package cutlass.utils.
  std::string absolute_name(const std::string& dotted) const;
  std::optional<Value> module_member(const std::string& dotted, const std::string& name);
  std::string folder_of_frame() const;

  void run_orphans();
  void run_for_entries(const std::shared_ptr<DslFunction>&, const Value& self);
  Value set_argument(const std::string& name, const std::string& text, std::string_view type);
  Value given_argument(const std::string& name, SyntaxNode type, std::size_t line);
  void define(const std::string& name, Value&, std::size_t line);
  void define_argument(SyntaxNode, Value&);
  /// `grid=[cute.size(gC, mode=[1]), 1, 1]` of a launch, and how many threads its block has.
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
  /// `ceilM, ceilN, _ = cute.ceil_div(...)` is one shape, besides its parts.
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
  /// What a definition is after its decorators.
  Value decorated_by(SyntaxNode decorated, Value, bool is_class);
  Value make_object(const std::shared_ptr<DslClass>&, const Arguments&);
  /// The method of an object of the program's own class, such as __len__; null if it has none.
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
  /// Whether a loop may run another round: it is refused, not cut, where it has run too many.
  bool goes_on(std::size_t round, std::size_t steps_before, std::size_t steps_left) const;
  /// Runs a round of which it is not known how often it is run: what it changes is not known.
  void rounds_unknown(const Way& round, const Value& condition, bool listed);
  /// Which round of a loop gives its entries.
  std::size_t listed_round(SyntaxNode loop, std::size_t count, const std::function<Value(std::size_t)>& at);
  /// Remembers the round if a number of this name is set to what it is now.
  void note_round(SyntaxNode name, const Value&);
  void note_number(const std::pair<const std::string, std::string>& setting, const Value&);
  Flow attempt(SyntaxNode);
  Flow attempt_body(SyntaxNode);
  std::optional<bool> takes(SyntaxNode clause, const Raised&);
  /// `except ... as name`
  std::string name_exception(SyntaxNode clause, const Raised&);
  /// What is one or the other of two by a condition that is not known: the one that both are, or unknown. Not None where one is not.
  static Value either(const Value&, const Value&, const Value& condition, std::string_view name);

  // Patterns (dsl_patterns.cpp)
  /// The names that patterns bind, each with its value.
  using Names = std::vector<std::pair<SyntaxNode, Value>>;
  Flow match(SyntaxNode);
  /// Whether a value has the form of a pattern; nothing where that is not known. What it names is added to `names`.
  std::optional<bool> matches(SyntaxNode pattern, const Value&, Names& names);
  std::optional<bool> matches_all(const std::vector<SyntaxNode>& patterns, const Value& sequence, Names& names);
  std::optional<bool> matches_class(const std::vector<SyntaxNode>& parts, const Value&, Names& names);
  std::optional<bool> matches_dict(SyntaxNode pattern, const Value&, Names& names);
  static void names_of_pattern_part(SyntaxNode pattern, const Value&, Names& names);

  // What is changed (dsl_changes.cpp)
  void set(const std::string& name, Value);
  void unset(const std::string& name);
  std::shared_ptr<DslScope> scope_of(const std::string& name);
  void set_member(const Value& object, const std::string& name, Value);
  void set_class_member(const std::shared_ptr<DslClass>&, const std::string& name, Value);
  /// The elements of a list or a set, or the pairs of a dict, to be changed.
  DslItems& changing(const Value& list);
  DslPairs& changing_pairs(const Value& dict);
  void set_key(DslPairs&, const Value& key, const Value&);
  /// Says that it is not known any more what is in a list, a set, a dict, an iterator or an object.
  void lose(const Value&, const algebra::Message& why, int depth = 0);
  void lose(const Arguments&, const algebra::Message& why);
  /// Says that it is not known any more what the names of a scope are.
  void lose_names(const std::shared_ptr<DslScope>&, const algebra::Message& why, int depth,
                  const std::function<bool(const std::string&)>& has);
  /// globals(), locals(), vars(): unknown as a whole, but its names can be read, set and lost.
  Value dict_of_names(const std::shared_ptr<DslScope>&, std::string_view called);
  /// vars(object), object.__dict__
  Value dict_of_names(const Value& object, std::string_view called);
  /// Returns an unknown value through which `of` can still be changed.
  static Value aside(const Value&);
  /// Returns an unknown value through which each of the named values can still be changed.
  static Value some_of(const DslNames&, algebra::Message why);
  /// The names in such a dict; null of other values, and where there may be more.
  const DslNames* names_in(const Value& dict) const;
  static constexpr std::string_view names_of = "names";
  State state_of(const Place&) const;
  void put(const Place&, const State&);
  void touch(const Place&);
  /// Undoes what was changed since the record was opened; what places were by then.
  States undone(Record&);
  /// What places are that may be as in `one` or in `other`.
  void join(const std::vector<States>& ways, const Value& condition);
  State joined(const Place&, const State&, const State&, const Value& condition) const;
  void forget(const States& changed, const Value& condition);
  /// Leaves out places that nothing but the journal has any more.
  static void drop_gone(States&);
  /// A way out is taken perhaps: what comes before its end may be as it is now.
  void leave_perhaps(Flow, const Value& condition);
  /// Ends the ways out of a kind that were taken since there were so many: what they left otherwise is not known.
  void close_exits(Flow, std::size_t since);
  /// Runs ways of which one is taken, but not known which.
  Flow undecided(const std::vector<Way>&, const Value& condition);
  /// Runs what may not happen: what it changes is undone.
  States supposing(const Way&);
  /// Evaluates what may not be evaluated.
  Value perhaps(SyntaxNode, const Value& condition);
  /// An error of Python: it is raised where the program catches exceptions, and a value that is not known elsewhere.
  /// `args`: what the exception has, where that is known.
  Value fails(std::string_view type, algebra::Message why, std::optional<DslItems> args = {});
  /// An exception of Python as a value.
  Value exception(std::string_view type, const DslItems& args);
  algebra::Message not_read(std::string_view code) const;
  algebra::Message not_followed(const algebra::Message& what) const;
  /// Counts values that are made: so much memory costs a step.
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
  /// Whether a value counts as true; nothing where that is not known.
  std::optional<bool> truth(const Value&);
  /// What can be gone through one by one: tuples, lists, ranges, dicts; nothing of others. An iterator is emptied.
  std::optional<DslItems> elements(const Value&);
  /// The same, where their order does not matter: also of sets.
  std::optional<DslItems> members_of(const Value&);
  std::optional<std::size_t> length(const Value&);
  static Value of_range(const Value& range, std::int64_t index);
  static Value of_view(const Value& view, std::size_t index);

  // Iterators and generators (dsl_generators.cpp)
  /// What takes its values by a function, from what it goes `over`.
  Value iterator(DslItems over, std::function<std::optional<Value>(const Value&)> step);
  Value iterator(DslItems all);
  /// What goes through a value; nothing where it is not known what that is, or in which order.
  std::optional<Value> iterator_over(const Value&);
  Value iterator_of_object(const Value&);
  std::optional<Value> until(std::string_view type, const std::function<Value()>& call);
  /// The next value, nothing at the end. Where that is not known it is unknown, and the iterator lost.
  std::optional<Value> next_of(const Value& iterator, const Value& sent = Value::none());
  /// The next value for an iterator that goes through this one.
  std::optional<Value> take(const Value& iterator);
  [[noreturn]] static void throw_not_followed(const algebra::Message& why);
  /// All that is left.
  std::optional<DslItems> drained(const Value& iterator);
  void left_within(const Value& iterator);
  /// Says that it is not known any more what code may change.
  void lose_code(SyntaxNode, const std::shared_ptr<DslScope>&, const algebra::Message& why, int depth);
  /// `first`: what a generator expression goes through first.
  Value generator(Frame, SyntaxNode code, std::optional<Value> first);
  std::optional<Value> run_generator(Generator&, const Value& sent);
  /// Runs a generator by one step: its value if it yields one.
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
  /// Whether Python refuses to order these two.
  static bool orders_wrong(const Value&, const Value&);

  // Strings (dsl_strings.cpp)
  Value string(SyntaxNode);
  /// As str() or repr() has it; nothing where that is not known here.
  std::optional<std::string> shown(const Value&, bool quoted = false, int depth = 0);
  Value formatted(const Value&, std::string_view spec);
  Value text_value(std::string);

  // Calls (dsl_calls.cpp)
  Value call(SyntaxNode);
  Arguments arguments(SyntaxNode list);
  Value call(const Value& callee, Arguments);
  Value invoke(const std::shared_ptr<DslFunction>&, const Value* self, const Arguments&);
  /// Runs code of a function in a frame of it.
  Value remembered(const std::shared_ptr<DslFunction>&, const Value* self, const Arguments&);
  static std::optional<std::string> file_of_library(const DslFunction&);
  void run_in(const std::shared_ptr<DslFunction>&, Frame called, const std::function<void()>& run);
  void bind(const DslFunction&, DslScope&, const Value* self, const Arguments&);
  Value run_compiled(const Value&, const Arguments* given);
  Value launch(const Value& kernel, const Arguments&);
  // Python's own functions and the methods of its data (dsl_rows.cpp; the rows are in the files behind it)
  std::optional<Value> python_function(std::string_view name, const std::string& dotted, const Arguments&);
  Value run_row(const Row&, std::string_view name, const Value* of, const Arguments&);
  /// What comes of arguments of kinds that a function does not take: what is not known of them, or an exception.
  Value unfit(const Given&);
  /// A value that is not followed here.
  Value unread(const Given&);
  /// The methods of a type of Python by its name; nothing for other words.
  static std::optional<std::span<const Row>> table_of_type(std::string_view type);
  static std::optional<std::span<const Row>> table_of(const Value&);
  std::optional<Value> static_method(std::string_view type, std::string_view name, const Arguments&);
  /// What holds of a value's type, "int": of Python's own kinds.
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
  /// The place of a key; the dict's end where it is not there, nothing where that is not known.
  std::optional<std::size_t> place_of_key(const Value& dict, const Value& key);
  /// A bound of a search, which counts from the end where it is negative.
  static std::size_t place_from(std::int64_t index, std::size_t size);
  Value no_key(const Value& key);
  Value found_in(const Given&);
  std::optional<Value> combined(Operator, const Given&);
  static Operator operator_of_set(std::string_view method);
  std::optional<Value> special_method(const Value& of, std::string_view name, const Arguments&);
  /// Whether a function's own code yields.
  static bool has_yield(SyntaxNode body);
  /// The first node in another; null where there is none, as in code that is not finished.
  static SyntaxNode first_of(SyntaxNode n) {
    const auto& all = n.children();
    return all.empty() ? SyntaxNode{} : all.front();
  }
  /// The name of a parameter, or the pattern `*args` that it is.
  static SyntaxNode name_of_parameter(SyntaxNode);
  /// What `of.name` is where it is called: a method.
  static Value method_of(const Value& of, std::string_view name);
  static Value method_of(const Value& of, const std::shared_ptr<DslFunction>&);
  /// The last part of a dotted name.
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
  /// A value of the language; a number, a tuple or a type where it is one. Unknown, with the reason, where the text has no value.
  Value expression(const std::string& text);
  Value from_tuple(const algebra::IntTuple&, const std::string& text);
  std::optional<algebra::Value> value_of(const Value&);
  /// As text of the language; "" where there is none, and then `lacking_` says why.
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
  /// What an operation was called with, by its place or its name; unknown if it was not.
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
  /// What a field of a structure in shared memory takes, or the whole structure; `bits` of a single element.
  struct Room {
    std::int64_t bytes, alignment;
    int bits;
  };
  static std::optional<Room> room_of(const Value& type);
  /// The member that says of which number of bytes the address of an object in shared memory is a multiple.
  static constexpr auto alignment_key = "=alignment";
  /// The members that name the memory in which an object lies, and how many bytes behind its beginning.
  static constexpr auto memory_key = "=memory", begin_key = "=begin";
  static constexpr auto unknown_memory = ProgramDefinition::unknown_memory;
  static std::optional<std::int64_t> offset_of(const DslClass& structure, const std::string& field);
  void note_place(Value& field, const Value& storage, const std::string& name);
  /// A structure that is a field of another one.
  Value structure_of(const Value& storage, const std::string& name, const Value& type);
  /// A field of a structure in shared memory, which knows its name: of mbarriers it is what tells them apart.
  Value field_of(const Value& storage, const std::string& name, const Value& type);
  Value parsed_arguments(const Value& parser);
  Value from_setting(const std::string& text, const Value* type);
  Value library_object(std::string library);
  /// What may come to hold itself, an object in its own members, is let go of at the end.
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
  /// A contiguous one.
  Value array(DslItems shape, const Value& type);
  /// A stride that is not known has no value, and says why.
  Value array(DslItems shape, DslItems strides, const Value& type);
  Value as_tensor(const Value& array);
  struct ArrayCall;
  Value array_method(const Value& array, std::string_view name, const Arguments&);
  /// torch.empty, torch.cat, ...; nothing for what makes no array.
  std::optional<Value> array_function(std::string_view name, const std::string& dotted, const Arguments&);
  /// `a[0, :, 2:4]`
  Value part_of_array(const Value& array, const std::vector<SyntaxNode>& indices);
  /// What works on the elements of both, of which one may be a number.
  Value by_element(const Value&, const Value&);
  Value reshaped(const Value& array, DslItems sizes, bool copies);
  Value reduced(const Value& array, const Value* dims, bool keeps);
  Value joined(const DslItems& arrays, std::int64_t dim);
  /// The first and the last index of `2:6:2` of `size` elements, and the step; nothing where a bound is not known.
  struct Bounds {
    std::int64_t first, last, step;
  };
  static std::optional<Bounds> bounds_of(const Value& slice, std::int64_t size);

  // A trace (dsl_trace.cpp)
  /// Whether what runs is traced: the kernel's own code, or a library's that it calls.
  bool tracing() const { return trace_ != nullptr && frames_.back().on_device; }
  void trace_launch(const Value& kernel, const Arguments&);
  /// `language.step(name, argument, ...)`: a call of the kernel, as C++ has it.
  void trace_step(const std::string& function, const Arguments&);
  /// Adds a step that is not understood, where a function that is not known, or a method of `of`, is given a tensor, a pointer, or what
  /// orders steps.
  void trace_unknown_call(std::string_view function, const Arguments&, const Value* of = nullptr);
  void trace_store(const Value& tensor, const Value& index, const Value& value);
  /// A condition that may not be the same for all threads.
  void trace_round(const Value& range, const Value& at, std::size_t line);
  void trace_condition(const Value&, std::size_t line);
  void trace_stops(const algebra::Message&);
  TracedArgument traced(const Value&);
  bool of_thread(const std::string& text) const;
  /// A line of the code that runs, with its file.
  std::size_t placed(std::size_t line) const { return FileLine{frames_.back().traced_file, line}.number(); }
  /// The place of a module's file among those whose code is traced; 0 of a library's code.
  std::size_t traced_file(const DslFunction&);
  /// Its origin, to be changed.
  static DslOrigin& origin_of(Value&);
  /// What follows from them: where these were changed, and what was read for them.
  static Value following(Value, std::initializer_list<const Value*>);
  /// A tensor that has memory of its own is an entry in every round of a loop.
  void define_memory(const std::string& name, Value&, std::size_t line);

  bool counted();
  /// Why nothing more is run; while a kernel is traced, with its loop.
  algebra::Message exhausted();
  Frame& frame() { return frames_.back(); }
  bool silent() const { return silent_ > 0 || !frames_.back().listed; }

  /// The source with `x = *a, b` as `x =  a, b`, which the grammar can read; where the stars stood is remembered.
  const Syntax& parsed(std::string source);

  Journal<Place, State> journal_;  ///< first: frames hold records of it
  std::vector<std::function<void()>> made_;
  std::string path_;
  std::vector<std::string> folders_;                                         ///< where modules may lie besides beside the program: -I
  std::deque<std::shared_ptr<const Syntax>> sources_;                        ///< of the program, assets/programs/cutlass.py, and modules
  std::set<const char*> starred_;                                            ///< operands of blanked stars, by where they stand
  std::map<std::string, std::shared_ptr<DslScope>> modules_;                 ///< by file; null while it cannot be read
  std::map<std::pair<std::string, std::string>, std::string> module_files_;  ///< by name and folder; "": there is none
  std::size_t module_bytes_ = 0;
  const Syntax& syntax_;
  ProgramEntries entries_;
  std::shared_ptr<DslScope> module_, library_module_;
  std::deque<Frame> frames_;
  std::vector<std::shared_ptr<DslFunction>> functions_;  ///< of the file, in order
  std::vector<Raised> handled_;                          ///< exceptions whose `except` runs
  DslItems compiled_;                                    ///< by cute.compile
  std::set<const DslFunction*> ran_;
  std::map<const DslClass*, std::shared_ptr<DslObject>> objects_;  ///< of the program's classes, the last that it made
  bool running_orphans_ = false;
  std::shared_ptr<DslObject> supposed_;               ///< the object whose method runs where the program made none
  int tries_ = 0;                                     ///< code runs whose exceptions the program catches
  std::size_t doubts_ = 0;                            ///< how often an exception was possible
  std::set<std::string, std::less<>> kernels_;        ///< sections of those that ran
  std::vector<std::int64_t> grid_, block_, cluster_;  ///< of the launch that runs
  int silent_ = 0;                                    ///< no entries are made: later rounds, library code
  int in_library_ = 0, library_silences_ = 0;         ///< calls of libraries that run, and those whose definitions are no entries
  Rounds listed_rounds_, rounds_of_settings_;
  std::map<std::string, std::string, std::less<>> set_numbers_;     ///< settings that are integers
  std::vector<std::pair<std::size_t, std::size_t>> running_loops_;  ///< the lines of the program's own loops that run, and their rounds
  std::set<std::pair<std::string, std::size_t>> noted_;             ///< settings, and the loops in which they were met
  /// What the variables were before the branches that other threads do not take, with the frame of each.
  std::vector<std::pair<std::size_t, const DslNames*>> taken_by_some_;
  std::int64_t enumerated_ = 0;  ///< by enum.auto()
  SyntaxNode defining_;          ///< what stands behind the `=` that is run
  algebra::Message lacking_;
  std::vector<KernelTrace>* traces_ = nullptr;
  std::optional<std::size_t> traced_kernel_;
  KernelTrace* trace_ = nullptr;                ///< of the kernel that runs
  std::size_t allocations_ = 0;                 ///< of bytes in shared memory, so far
  std::vector<std::string> traced_files_;       ///< the program's own, and its modules' that are traced
  std::vector<TracedRound> rounds_;             ///< of the loops that run
  bool elected_ = false;                        ///< one thread of each warp runs it: `with elect_one():`
  int perhaps_ = 0;                             ///< it is not known whether what runs happens
  std::pair<std::size_t, std::string> call_{};  ///< of the program, that runs: its line and how it is written
  StackGuard stack_;
  std::size_t line_ = 1;  ///< of the statement that runs
};

}  // namespace app
