#pragma once
// What an expression of a C++ program is while the program is read: a layout as an expression of the language, a number, a type, an
// object, a function, or unknown with the reason.

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

/// Names of entries that hold numbers or types that nothing in the program gives. Those that a value follows from.
using Assumed = std::set<std::string, std::less<>>;

struct CppVariable;
/// A variable. Several names may share one: a reference, a captured variable.
using CppPlace = std::shared_ptr<CppVariable>;
using CppScope = std::map<std::string, CppPlace, std::less<>>;
struct CppFunction;

/// What a number is for each thread of the block, while a kernel is traced as one of them; `no_lane`: it has no value for that one.
using CppLanes = std::shared_ptr<const std::vector<std::int64_t>>;
constexpr auto no_lane = std::numeric_limits<std::int64_t>::min();

/// What stands in an object or an array, in the order of declaration. A copy of the object has variables of its own.
struct CppMembers {
  std::string type{};  ///< key of the instance; "" for an array
  std::vector<std::pair<std::string, CppPlace>> all{};
  std::set<std::string, std::less<>> references{};  ///< members that are variables of others
  CppPlace find(std::string_view name) const;
};

struct CppValue {
  enum class Kind : std::uint8_t {
    unknown,     ///< `why` says why
    expression,  ///< `text` is an expression of the language, mostly an entry's name
    real,        ///< a floating-point number
    string,      ///< a string literal
    pointer,     ///< to elements of the type `text`, "" if that is not known; or to the variable `target`
    type,        ///< `text` is an expression of the language, an entry's name, or a C++ type: "int"
    structure,   ///< an instance of one of the file's structures: `text` is its key
    functions,   ///< `text` is the name of functions of the file; `node` may give template arguments
    lambda,      ///< `node`, with the variables of `captured`
    object,      ///< of one of the file's structures; `text` is the base that it is seen as, as by Base& b = derived
    array,       ///< of C, or std::array; a parameter pack
  };
  Kind kind = Kind::unknown;
  std::string text{};
  algebra::Message why{};                ///< of what is unknown
  std::string type{};                    ///< the C++ type of a number: "int", "bool", "float", an enumeration; "" for a value of CuTe
  std::optional<std::int64_t> number{};  ///< of an expression that is an integer and known to be
  double real = 0;
  SyntaxNode node{};
  std::shared_ptr<CppMembers> members{};
  std::shared_ptr<std::vector<CppScope>> captured{};
  CppPlace target{};
  Assumed assumed{};
  std::string pointer{};  ///< of a pointer, as the language writes it: "make_smem_ptr<f16>(ptr) + 4096"; "": ptr
  /// Of a pointer and of what is made at it: the tensor whose memory it is, "sA(_,_,2)"; or "@" and a name of the memory of an array.
  std::string memory_of{};
  std::int64_t bytes = 0;  ///< of a pointer: so far from the beginning of the array's memory
  std::int8_t adds = -1;   ///< of a tiled MMA: whether its products are added, 1 or 0, by its accumulate_; 2: not known; -1: it is not said
  bool given = false;      ///< unknown: an argument of which a member may be a size that the program is given, params.seqlen_q
  CppLanes lanes{};        ///< of a number that is not the same for all threads; null: it is, or `text` says it for each

  bool is(Kind k) const { return kind == k; }
  /// Whether it is a parameter pack.
  bool is_pack() const { return kind == Kind::array && members->type == "..."; }
  bool is_number() const { return (kind == Kind::expression && !type.empty()) || kind == Kind::real; }

  static CppValue unknown(algebra::Message why, bool given = false);
  static CppValue of(std::string expression, std::string type = {});
  /// A number that is known. `type`: a C++ type, into whose range it is brought.
  static CppValue integer(std::int64_t, std::string type = "int");
  static CppValue real_number(double, std::string type = "double");
  static CppValue of_type(std::string text) { return {.kind = Kind::type, .text = std::move(text)}; }
  static CppValue pointer_to(std::string elements) { return {.kind = Kind::pointer, .text = std::move(elements)}; }
  /// A copy as C++ makes one: of objects, arrays and lambdas with variables of their own.
  CppValue copied() const;
};

struct CppVariable {
  CppValue value{};
  std::string name{};
  std::size_t line = 0;
  std::set<std::size_t> lines{};  ///< while a kernel is traced: of the statements from which its value follows
  std::string section{};
  std::string type{};    ///< as declared, where it is a number's: what is assigned is converted to it
  bool latent = false;   ///< a host function's number, which may change before a layout uses it: becomes an entry when one does
  bool guarded = false;  ///< what it is passed to leaves it as it is: it is const, or counts the rounds of a loop
  bool own = false;      ///< a lambda's copy of what it captures
  bool vector = false;   ///< thrust::device_vector<half_t>: whatever is assigned to it, it has elements of that type
  bool of_cute = false;  ///< it was declared with a value of CuTe, whatever has become of it
  /// Of a mode of a tuple: the variable that the tuple is in, and the mode's place. get<0, 1>(s)
  CppPlace whole{};
  std::vector<std::int64_t> at{};
};

inline CppPlace cpp_variable(CppValue value) { return std::make_shared<CppVariable>(CppVariable{.value = std::move(value)}); }

/// What is known of a C++ arithmetic type.
struct CppArithmetic {
  int bits = 32;
  bool is_signed = true, is_real = false;
  bool is_truth = false;  ///< bool, which holds 0 and 1
};
/// Of int, unsigned long, std::size_t, uint8_t, bool, float, ...; nothing for other types. `const` and `std::` are passed over.
std::optional<CppArithmetic> cpp_arithmetic(std::string_view type);
/// Whether it is an integer type of 64 bits.
bool is_long(std::string_view type);
/// A literal as the language has it: 512LL of a type of 64 bits, 70000u of an unsigned one where a product of such may fit no int.
std::string with_suffix(std::string text, std::string_view type);
/// int64_t(M) of a formula with 32 bits, in a type of 64; int32_t(M) the other way round. Literals stay, as do types of one size.
std::string with_cast(std::string text, std::string_view from, std::string_view to);
/// The one name of a type that has several: "unsigned int" for unsigned and uint32_t.
std::string cpp_type_name(std::string_view type);
/// A number as the type holds it: 255 for -1 as an unsigned char.
std::int64_t in_range_of(std::int64_t, std::string_view type);

/// Returns the type that the operands of an operator are converted to.
std::string cpp_common_type(const std::string& a, const std::string& b);
/// What C++ gives for two numbers; unknown where its behaviour is undefined, as in n / 0.
CppValue cpp_operation(Operator, const CppValue&, const CppValue&);
/// A number in another arithmetic type.
CppValue cpp_converted(const CppValue&, const std::string& type);

}  // namespace app
