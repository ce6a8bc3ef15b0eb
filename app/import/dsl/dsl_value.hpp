#pragma once
// The value of a Python expression while a program is read: a number, a string, a tuple, an object, a function, a layout or the like as an
// expression of the language, or unknown with a reason.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/import/syntax.hpp"

namespace app {

struct DslValue;
/// The elements of a tuple or list. Depth and size are bounded, even if a program adds a list to itself.
struct DslItems : std::vector<DslValue> {
  using std::vector<DslValue>::vector;
  static constexpr int most_deep = 48;
  static constexpr std::size_t most = 50'000;
  int depth = 1;
  std::size_t weight = 0;   ///< number of elements, including nested ones
  std::size_t version = 0;  ///< counts changes
  algebra::Message lost{};  ///< why the contents are unknown; empty if they are known
};
/// Keys and values of a dict.
struct DslPairs : std::vector<std::pair<DslValue, DslValue>> {
  using std::vector<std::pair<DslValue, DslValue>>::vector;
  std::size_t version = 0;
  algebra::Message lost{};
  std::shared_ptr<DslValue> factory{};  ///< of a defaultdict: makes missing values
};
/// Names of a function, class, object or module with their values.
using DslNames = std::map<std::string, DslValue, std::less<>>;

/// The names visible to a piece of code: its own, and those of the enclosing functions and module.
struct DslScope {
  DslNames names;
  std::shared_ptr<DslScope> outer;
  std::vector<std::string> not_local;                                  ///< `nonlocal x`
  std::vector<std::string> global;                                     ///< `global x`
  bool of_comprehension = false;                                       ///< names assigned by `:=` belong to the enclosing code
  bool of_class = false;                                               ///< functions and comprehensions within it do not see its names
  std::shared_ptr<const std::set<std::string, std::less<>>> locals{};  ///< of a function: the names that it assigns; null for others
  /// The scope of a module other than the program, whose definitions are not listed.
  bool foreign = false;
  std::string folder;       ///< the folder of a module's file, for `from . import x`
  std::string file;         ///< the file of a module next to the program
  std::string package{};    ///< the package of a module of the DSL: "cutlass.utils"
  algebra::Message lost{};  ///< why it may have further names; empty if all are known
};

struct DslClass;
struct DslFunction {
  std::string name;  ///< "SGemm.kernel"
  SyntaxNode node;   ///< a function_definition or a lambda
  std::shared_ptr<DslScope> scope;
  DslNames defaults;
  std::weak_ptr<DslClass> of;                                  ///< the class of a method
  bool is_jit = false, is_kernel = false;                      ///< @cute.jit, @cute.kernel
  bool is_operation = false;                                   ///< @dsl_user_op: receives Python's numbers as they are
  bool is_static = false, of_class = false, of_value = false;  ///< @staticmethod, @classmethod, @property
  bool in_jit = false;                                         ///< the DSL rewrites its code, or the code around it
  bool yields = false;                                         ///< a generator
  std::shared_ptr<DslFunction> setter{};                       ///< of a property
  bool later = false;                                          ///< `async`: runs when it is awaited
  bool is_abstract = false;                                    ///< @abstractmethod
  bool keeps_value = false;                                    ///< @cached_property: an object keeps the result
  std::string said_name{};                                     ///< its __name__ if @wraps has changed it
  std::shared_ptr<const std::set<std::string, std::less<>>> locals{};
  std::shared_ptr<DslItems> memo{};  ///< @lru_cache: rows (positional arguments, names, named arguments, result), most recently used first
  std::size_t most_kept = 0;         ///< rows of `memo`
  algebra::Message lost{};           ///< why the function's effects are unknown; empty if they are known
};

struct DslClass {
  std::string name;
  std::vector<std::shared_ptr<DslClass>> bases;
  DslNames members;
  std::vector<std::string> fields;  ///< annotated fields of a dataclass or of a structure in shared memory, in order
  DslNames field_types;
  bool is_data = false;     ///< @dataclass, NamedTuple
  bool is_storage = false;  ///< @cute.struct
  bool is_enum = false;
  bool is_frozen = false, is_ordered = false;  ///< @dataclass(frozen=True, order=True)
  bool completes_order = false;                ///< @total_ordering
  bool is_abstract = false;                    ///< derived from ABC
  std::vector<std::string> enumerators;        ///< in order
  std::string other_base;                      ///< a base that is not a class of the program: "torch.nn.Module", "int", "ValueError"
  const DslValue* find(std::string_view member) const;
};
/// Returns Python's method resolution order: a class before its bases.
std::vector<std::shared_ptr<DslClass>> resolution_order(const std::shared_ptr<DslClass>&);

struct DslObject {
  std::shared_ptr<DslClass> of;  ///< null: an object of a library class, named by `library`
  std::string library;           ///< "CopyUniversalOp"
  DslNames members;
  DslItems arguments;    ///< arguments of a library object; an iterator's source, with the reason if it is unknown
  std::size_t next = 0;  ///< of an iterator: the number of values taken
  /// Iterators only: returns the next value, nullopt at the end. The function holds the iterator's state, so a copy continues from the
  /// same place.
  std::function<std::optional<DslValue>(const DslValue& sent)> step{};
  bool is_within = false;             ///< of a generator: it is suspended in code that Python ends when the generator is deleted
  std::shared_ptr<DslScope> scope{};  ///< of a dict of names, such as globals(): the scope
};

/// The origin of a value, for traces.
struct DslOrigin {
  std::set<std::size_t> lines{};        ///< of the last changes that the value depends on
  std::string memory_of{};              ///< of a tensor or pointer: the tensor that owns the memory
  std::int64_t alignment = 0;           ///< of a tensor: the alignment of its memory in bytes; 0: unknown
  std::vector<std::string> loaded{};    ///< of a number known only at run time: the tensors that it was read from
  std::string left{}, sign{}, right{};  ///< of a comparison that differs between threads
};

struct DslValue {
  enum class Kind : std::uint8_t {
    unknown,  ///< with the reason in `why`
    none,
    boolean,
    integer,
    real,
    string,  ///< `text`
    tuple,
    list,
    dict,
    set,       ///< `text` is "frozenset" if it is immutable
    range,     ///< `items` are its start, its end and its step
    view,      ///< of a dict in `pairs`: `text` is "keys", "values" or "items"
    iterator,  ///< `object` yields the values
    cute,      ///< `text` is an expression of the language: a layout, a tensor, a tiled copy, an atom, ...
    type,      ///< an element type: `text` is its name in the language
    symbol,    ///< a name of a library, or a result of one of its functions: `text` is the dotted name
    function,
    bound,  ///< a method with its object, or a partial: `function` or a symbol's name; `items` are its first arguments
    klass,
    object,
  };
  Kind kind = Kind::unknown;
  bool dynamic = false;     ///< a number known only in the running kernel: of the thread, the block, or a tensor's dynamic shape
  bool is_long = false;     ///< the number is an Int64
  std::string narrow{};     ///< the number's type if it is another one of at most 32 bits, "u8"; "" for Int32 and Int64
  std::int64_t number = 0;  ///< of booleans and integers
  double real = 0;
  std::string text{};  ///< of a number or tuple: an expression of the language; "" if there is only the number
  algebra::Message why{};
  std::shared_ptr<DslItems> items{};  ///< of a tuple, list or set; bound arguments
  std::shared_ptr<DslPairs> pairs{};  ///< of a dict
  std::shared_ptr<DslFunction> function{};
  std::shared_ptr<DslClass> klass{};    ///< also of the object of super(): the classes after this one are searched
  std::shared_ptr<DslObject> object{};  ///< also of a number that is a member of an enumeration
  std::shared_ptr<DslNames> named{};    ///< keyword arguments that are bound
  std::shared_ptr<const DslOrigin> origin{};

  bool is(Kind k) const { return kind == k; }
  bool is_known() const { return kind != Kind::unknown; }
  bool is_sequence() const { return kind == Kind::tuple || kind == Kind::list; }
  /// Returns whether a view of a dict shows its values, or its pairs.
  bool shows_values() const { return text == "values"; }
  bool shows_items() const { return text == "items"; }
  /// Returns whether the value is an integer, or a boolean, which Python counts as one.
  bool is_integer() const { return kind == Kind::integer || kind == Kind::boolean; }
  /// Returns an integer or real number as real.
  double as_real() const { return is(Kind::real) ? real : static_cast<double>(number); }

  /// Returns the same number as dynamic.
  DslValue as_dynamic() const;
  /// Returns the number as Int32 or Int64.
  DslValue of_width(bool is_long) const;
  /// Returns the number converted to another element type, by its name in the language. Integers of at most 32 bits wrap around.
  DslValue wrapped_to(std::string_view type) const;
  /// Returns the type of an operator's result, "i32", for two integers of which one has a type other than Int32 and Int64; "" for others.
  static std::string common_type(const DslValue& a, const DslValue& b);

  static DslValue unknown(algebra::Message why) {
    DslValue v;
    v.why = std::move(why);
    return v;
  }
  static DslValue of(Kind kind, std::string text = {}) {
    DslValue v;
    v.kind = kind, v.text = std::move(text);
    return v;
  }
  /// Returns a value known only at run time: an element of a tensor, a result of a library's function.
  static DslValue computed() { return of(Kind::symbol); }
  bool is_computed() const { return is(Kind::symbol) && text.empty(); }
  /// Returns the result of something that depends on this condition: this value if it is unknown, a run-time value if the condition is one,
  /// else unknown with the given reason.
  DslValue undecided(algebra::Message why_not) const {
    return !is_known() ? *this : is_computed() ? computed() : unknown(std::move(why_not));
  }
  static DslValue none() { return of(Kind::none); }
  static DslValue integer(std::int64_t, bool dynamic = false, std::string text = {});
  static DslValue boolean(bool, bool dynamic = false);
  static DslValue real_number(double);
  /// These return unknown if the value would be too deep or too large.
  static DslValue tuple(DslItems);
  static DslValue list(DslItems);
  static DslValue dict();
  /// Returns a copy of a list or dict with elements of its own.
  DslValue apart() const;
  /// Returns why the contents of a list, set, dict or iterator are unknown, or null if they are known.
  const algebra::Message* lost() const;
};

/// Returns the length of a range of which the items are start, end and step.
std::int64_t length_of_range(const DslItems&);
/// Compares by Python's `==`; nullopt if the result is unknown. Objects are equal to themselves.
std::optional<bool> same(const DslValue&, const DslValue&);
/// Returns whether both are known to be equal.
bool equal(const DslValue&, const DslValue&);

}  // namespace app
