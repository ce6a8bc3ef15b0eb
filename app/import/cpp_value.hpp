#pragma once
// The value of a C++ expression while a program is read: a layout as an expression of the language, a number, a type, an object, a
// function, or unknown with a reason.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/text/message.hpp"
#include "app/import/syntax.hpp"
#include "app/program/operators.hpp"

namespace app {

/// Names of entries with assumed numbers or types, on which a value depends.
using Assumed = std::set<std::string, std::less<>>;

struct CppVariable;
/// A variable. Several names may share one: references and captured variables.
using CppPlace = std::shared_ptr<CppVariable>;
using CppScope = std::map<std::string, CppPlace, std::less<>>;
struct CppFunction;

/// A number for each thread of the block, while a kernel is traced as one of them; `no_lane`: undefined for that thread.
using CppLanes = std::shared_ptr<const std::vector<std::int64_t>>;
constexpr auto no_lane = std::numeric_limits<std::int64_t>::min();

/// The members of an object or array, in the order of declaration. A copy of the object has its own variables.
struct CppMembers {
  std::string type{};  ///< key of the instance; "" for an array
  std::vector<std::pair<std::string, CppPlace>> all{};
  std::set<std::string, std::less<>> references{};  ///< members that refer to other variables
  CppPlace find(std::string_view name) const;
};

struct CppValue {
  enum class Kind : std::uint8_t {
    unknown,     ///< with the reason in `why`
    expression,  ///< `text` is an expression of the language, mostly an entry's name
    real,        ///< a floating-point number
    string,      ///< a string literal
    pointer,     ///< to elements of the type `text`, "" if unknown; or to the variable `target`
    type,        ///< `text` is an expression of the language, an entry's name, or a C++ type: "int"
    structure,   ///< an instance of one of the file's structures, with its key in `text`
    functions,   ///< `text` is the name of functions of the file; `node` may give template arguments
    lambda,      ///< `node`, with the variables of `captured`
    object,      ///< of one of the file's structures; `text` is its static type if that is a base, as for Base& b = derived
    array,       ///< a C array, std::array, or a parameter pack
  };
  Kind kind = Kind::unknown;
  std::string text{};
  algebra::Message why{};                ///< the reason of an unknown value
  std::string type{};                    ///< the C++ type of a number: "int", "bool", "float", an enumeration; "" for a value of CuTe
  std::optional<std::int64_t> number{};  ///< of an integer expression, if known
  double real = 0;
  SyntaxNode node{};
  std::shared_ptr<CppMembers> members{};
  std::shared_ptr<std::vector<CppScope>> captured{};
  CppPlace target{};
  Assumed assumed{};
  std::string pointer{};  ///< of a pointer in the language's notation: "make_smem_ptr<f16>(ptr) + 4096"; "": ptr
  /// For a pointer and for tensors made at it: the tensor that owns the memory, "sA(_,_,2)"; or "@" and a name for an array's memory.
  std::string memory_of{};
  std::int64_t bytes = 0;  ///< of a pointer: its distance from the beginning of the array's memory
  std::int8_t adds = -1;   ///< of a tiled MMA: accumulate_ as 1 or 0; 2: unknown; -1: never set
  bool given = false;      ///< unknown: an argument with members that may be sizes which the program receives, params.seqlen_q
  CppLanes lanes{};        ///< of a number that differs between threads; null: it does not, or `text` is a formula for each

  bool is(Kind k) const { return kind == k; }
  /// Returns whether the value is a parameter pack.
  bool is_pack() const { return kind == Kind::array && members->type == "..."; }
  bool is_number() const { return (kind == Kind::expression && !type.empty()) || kind == Kind::real; }

  static CppValue unknown(algebra::Message why, bool given = false);
  static CppValue of(std::string expression, std::string type = {});
  /// Returns a known number. `type`: a C++ type, to whose range the number is reduced.
  static CppValue integer(std::int64_t, std::string type = "int");
  static CppValue real_number(double, std::string type = "double");
  static CppValue of_type(std::string text) { return {.kind = Kind::type, .text = std::move(text)}; }
  static CppValue pointer_to(std::string elements) { return {.kind = Kind::pointer, .text = std::move(elements)}; }
  /// Returns a copy by C++'s rules: objects, arrays and lambdas get their own variables.
  CppValue copied() const;
};

struct CppVariable {
  CppValue value{};
  std::string name{};
  std::size_t line = 0;
  std::set<std::size_t> lines{};  ///< while a kernel is traced: the statements that its value depends on
  std::string section{};
  std::string type{};    ///< the declared type of a number, to which assigned values are converted
  bool latent = false;   ///< a number of a host function, which may change before a layout uses it, and becomes an entry only then
  bool guarded = false;  ///< functions that receive it leave it unchanged: it is const, or counts the rounds of a loop
  bool own = false;      ///< a lambda's copy of a captured variable
  bool vector = false;   ///< thrust::device_vector<half_t>: its elements keep that type, whatever is assigned to it
  bool of_cute = false;  ///< was declared with a value of CuTe, whatever it is now
  /// For a mode of a tuple, get<0, 1>(s): the variable that holds the tuple, and the mode's position.
  CppPlace whole{};
  std::vector<std::int64_t> at{};
};

inline CppPlace cpp_variable(CppValue value) { return std::make_shared<CppVariable>(CppVariable{.value = std::move(value)}); }

/// The properties of a C++ arithmetic type.
struct CppArithmetic {
  int bits = 32;
  bool is_signed = true, is_real = false;
  bool is_truth = false;  ///< bool, which holds 0 and 1
};
/// Returns the properties of int, unsigned long, std::size_t, uint8_t, bool, float, ...; nullopt for other types. `const` and `std::` are
/// ignored.
std::optional<CppArithmetic> cpp_arithmetic(std::string_view type);
/// Returns whether it is an integer type of 64 bits.
bool is_long(std::string_view type);
/// Returns a literal in the language: 512LL for a type of 64 bits, 70000u for an unsigned one whose products may exceed int.
std::string with_suffix(std::string text, std::string_view type);
/// Returns int64_t(M) for a formula of 32 bits as a type of 64 bits, int32_t(M) for the reverse. Literals and conversions between equal
/// sizes are unchanged.
std::string with_cast(std::string text, std::string_view from, std::string_view to);
/// Returns the canonical name of a type: "unsigned int" for unsigned and uint32_t.
std::string cpp_type_name(std::string_view type);
/// Returns a number reduced to the range of a type: 255 for -1 as an unsigned char.
std::int64_t in_range_of(std::int64_t, const CppArithmetic&);
std::int64_t in_range_of(std::int64_t, std::string_view type);

/// Returns the type that the operands of an operator are converted to.
std::string cpp_common_type(const std::string& a, const std::string& b);
/// An operator on two integer types, found once for many numbers.
class CppIntegers {
 public:
  CppIntegers(Operator, const std::string& a, const std::string& b);
  /// Returns the result; nullopt for undefined behaviour, such as n / 0, and where a type is a floating-point one.
  std::optional<std::int64_t> operator()(std::int64_t a, std::int64_t b) const;
  std::string type;    ///< of the result
  CppArithmetic in{};  ///< the type in which it computes

 private:
  Operator is_;
};
/// Returns the result of an operator on two numbers; unknown for undefined behaviour, such as n / 0.
CppValue cpp_operation(Operator, const CppValue&, const CppValue&);
/// Returns a number converted to another arithmetic type.
CppValue cpp_converted(const CppValue&, const std::string& type);

}  // namespace app
