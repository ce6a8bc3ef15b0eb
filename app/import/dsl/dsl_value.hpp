#pragma once
// What an expression of a Python program is while the program is read: a number, a string, a tuple, an object, a function, a layout or
// the like as an expression of the language, or unknown with the reason.

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
/// The elements of a tuple or a list. How deep and how large it is is bounded, whatever a program puts into itself.
struct DslItems : std::vector<DslValue> {
  using std::vector<DslValue>::vector;
  static constexpr int most_deep = 48;
  static constexpr std::size_t most = 50'000;
  int depth = 1;
  std::size_t weight = 0;   ///< of elements, with those within them
  std::size_t version = 0;  ///< how often it was changed
  algebra::Message lost{};  ///< why it is not known what is in it; empty where that is known
};
/// Keys and values of a dict.
struct DslPairs : std::vector<std::pair<DslValue, DslValue>> {
  using std::vector<std::pair<DslValue, DslValue>>::vector;
  std::size_t version = 0;
  algebra::Message lost{};
  std::shared_ptr<DslValue> factory{};  ///< of a defaultdict: what makes a value that is not there
};
/// Names of a function, a class, an object or a module, with what they are.
using DslNames = std::map<std::string, DslValue, std::less<>>;

/// The names that a piece of code sees: its own, and around them those of the function or module that it stands in.
struct DslScope {
  DslNames names;
  std::shared_ptr<DslScope> outer;
  std::vector<std::string> not_local;                                  ///< `nonlocal x`
  std::vector<std::string> global;                                     ///< `global x`
  bool of_comprehension = false;                                       ///< what `:=` names in it is a name of the code around it
  bool of_class = false;                                               ///< functions and comprehensions in it do not see its names
  std::shared_ptr<const std::set<std::string, std::less<>>> locals{};  ///< of a function: what its code gives a value; null for others
  /// Of a module: it is not the program itself, so that what it defines is no entry.
  bool foreign = false;
  std::string folder;       ///< of a module's file, for `from . import x`
  std::string file;         ///< of a module that lies beside the program
  std::string package{};    ///< that a module of the DSL's own package is in: "cutlass.utils"
  algebra::Message lost{};  ///< why there may be other names in it; empty where that is known
};

struct DslClass;
struct DslFunction {
  std::string name;  ///< "SGemm.kernel"
  SyntaxNode node;   ///< a function_definition or a lambda
  std::shared_ptr<DslScope> scope;
  DslNames defaults;
  std::weak_ptr<DslClass> of;                                  ///< the class that it is a method of
  bool is_jit = false, is_kernel = false;                      ///< @cute.jit, @cute.kernel
  bool is_operation = false;                                   ///< @dsl_user_op: it is given Python's numbers as they are
  bool is_static = false, of_class = false, of_value = false;  ///< @staticmethod, @classmethod, @property
  bool in_jit = false;                                         ///< its code, or the code around it, is rewritten by the DSL
  bool yields = false;                                         ///< a generator
  std::shared_ptr<DslFunction> setter{};                       ///< of a property
  bool later = false;                                          ///< `async`: it runs when it is awaited
  bool is_abstract = false;                                    ///< @abstractmethod
  bool keeps_value = false;                                    ///< @cached_property: an object keeps what it gives
  std::string said_name{};                                     ///< its __name__, where @wraps has given it another
  std::shared_ptr<const std::set<std::string, std::less<>>> locals{};
  std::shared_ptr<DslItems> memo{};  ///< @lru_cache: rows (places, names, values of these, result) of calls, the last used first
  std::size_t most_kept = 0;         ///< rows of `memo`
  algebra::Message lost{};           ///< why it is not known what it does; empty where that is known
};

struct DslClass {
  std::string name;
  std::vector<std::shared_ptr<DslClass>> bases;
  DslNames members;
  std::vector<std::string> fields;  ///< annotated ones, in order: those of a dataclass or of a structure in shared memory
  DslNames field_types;
  bool is_data = false;     ///< @dataclass, NamedTuple
  bool is_storage = false;  ///< @cute.struct
  bool is_enum = false;
  bool is_frozen = false, is_ordered = false;  ///< @dataclass(frozen=True, order=True)
  bool completes_order = false;                ///< @total_ordering
  bool is_abstract = false;                    ///< derived from ABC
  std::vector<std::string> enumerators;        ///< in order
  std::string other_base;                      ///< a base that is no class of the program, "torch.nn.Module", "int", "ValueError"
  const DslValue* find(std::string_view member) const;
};
/// A class and its bases, each before those that it is derived from: where Python looks for a member.
std::vector<std::shared_ptr<DslClass>> resolution_order(const std::shared_ptr<DslClass>&);

struct DslObject {
  std::shared_ptr<DslClass> of;  ///< null: of a class of a library, which `library` names
  std::string library;           ///< "CopyUniversalOp"
  DslNames members;
  DslItems arguments;    ///< of a library's object, as it was called; of an iterator what it goes through, and why it is not known
  std::size_t next = 0;  ///< of an iterator: how often a value was asked for
  /// Of an iterator: takes the next value, nothing at the end. What it remembers is in it, so that a copy goes on from the same place.
  std::function<std::optional<DslValue>(const DslValue& sent)> step{};
  bool is_within = false;             ///< of a generator: it is in code that Python ends when the generator is let go of
  std::shared_ptr<DslScope> scope{};  ///< of a dict of names, as globals() gives it: whose names they are
};

/// What a trace keeps of a value besides what it is.
struct DslOrigin {
  std::set<std::size_t> lines{};        ///< where what it follows from was changed last
  std::string memory_of{};              ///< of a tensor or a pointer: the tensor whose memory it is
  std::int64_t alignment = 0;           ///< of a tensor: bytes of which the address of its memory is a multiple; 0: not known
  std::vector<std::string> loaded{};    ///< of numbers that only the running kernel knows: the tensors that they were read from
  std::string left{}, sign{}, right{};  ///< of a comparison of what is not the same for all threads
};

struct DslValue {
  enum class Kind : std::uint8_t {
    unknown,  ///< `why` says why
    none,
    boolean,
    integer,
    real,
    string,  ///< `text`
    tuple,
    list,
    dict,
    set,       ///< `text` is "frozenset" of one that cannot be changed
    range,     ///< `items` are its start, its end and its step
    view,      ///< of a dict, whose `pairs` it has: `text` is "keys", "values" or "items"
    iterator,  ///< `object` takes what it gives
    cute,      ///< `text` is an expression of the language: a layout, a tensor, a tiled copy, an atom, ...
    type,      ///< of elements: `text` is its name in the language
    symbol,    ///< of a library, or what one of its functions gives: `text` is its dotted name
    function,
    bound,  ///< a method with its object, a partial: `function` or a symbol's name, `items` come before other arguments
    klass,
    object,
  };
  Kind kind = Kind::unknown;
  bool dynamic = false;     ///< a number that only the running kernel knows: of the thread, of the block, of a tensor's dynamic shape
  bool is_long = false;     ///< a number that is an Int64
  std::string narrow{};     ///< a number of another type of at most 32 bits: that, "u8"; "" for Int32 and Int64
  std::int64_t number = 0;  ///< of booleans and integers
  double real = 0;
  std::string text{};  ///< of a number or a tuple: an expression of the language; "" if there is none but the number
  algebra::Message why{};
  std::shared_ptr<DslItems> items{};  ///< of a tuple, a list or a set; what is bound
  std::shared_ptr<DslPairs> pairs{};  ///< of a dict
  std::shared_ptr<DslFunction> function{};
  std::shared_ptr<DslClass> klass{};    ///< also of an object that super() gives: what is behind the class that called it
  std::shared_ptr<DslObject> object{};  ///< also of a number that is a member of an enumeration
  std::shared_ptr<DslNames> named{};    ///< keyword arguments that are bound
  std::shared_ptr<const DslOrigin> origin{};

  bool is(Kind k) const { return kind == k; }
  bool is_known() const { return kind != Kind::unknown; }
  bool is_sequence() const { return kind == Kind::tuple || kind == Kind::list; }
  /// Of a view of a dict.
  bool shows_values() const { return text == "values"; }
  bool shows_items() const { return text == "items"; }
  /// An integer or a boolean, which Python counts among them.
  bool is_integer() const { return kind == Kind::integer || kind == Kind::boolean; }
  /// Of an integer or a real number.
  double as_real() const { return is(Kind::real) ? real : static_cast<double>(number); }

  /// The same number, known only when the kernel runs.
  DslValue as_dynamic() const;
  /// Of 32 or 64 bits, Int32 or Int64.
  DslValue of_width(bool is_long) const;
  /// As an element of another type, by its name in the language: integers of at most 32 bits wrap.
  DslValue wrapped_to(std::string_view type) const;
  /// Returns the type that an operator computes in, "i32", for two integers of which one is of a type that is neither Int32 nor Int64; ""
  /// for others.
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
  /// What only the running program has: an element of a tensor, what a library's function returns.
  static DslValue computed() { return of(Kind::symbol); }
  bool is_computed() const { return is(Kind::symbol) && text.empty(); }
  /// What follows from a condition that this is: unknown as it is, known to the running program alone, or unknown for a reason of its own.
  DslValue undecided(algebra::Message why_not) const {
    return !is_known() ? *this : is_computed() ? computed() : unknown(std::move(why_not));
  }
  static DslValue none() { return of(Kind::none); }
  static DslValue integer(std::int64_t, bool dynamic = false, std::string text = {});
  static DslValue boolean(bool, bool dynamic = false);
  static DslValue real_number(double);
  /// Unknown if it would be too deep or too large.
  static DslValue tuple(DslItems);
  static DslValue list(DslItems);
  static DslValue dict();
  /// A list or a dict with elements of its own.
  DslValue apart() const;
  /// Why it is not known what is in this list, set or dict, or comes of this iterator; null where it is known.
  const algebra::Message* lost() const;
};

/// How many numbers a range has, whose items are its start, its end and its step.
std::int64_t length_of_range(const DslItems&);
/// As Python's `==`; nothing where that is not known. Objects are equal to themselves.
std::optional<bool> same(const DslValue&, const DslValue&);
/// Whether both are the same, as far as that is known.
bool equal(const DslValue&, const DslValue&);

}  // namespace app
