#pragma once
// Splits the output of compilers, the CuTe DSL, the CUDA runtime and compute-sanitizer into errors, each with its place, its message and
// the calls that led to it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace app::why {

inline constexpr auto npos = std::string_view::npos;

/// A place in a file; line and column from 1, 0 where the text does not have it.
struct TextPlace {
  std::string file{};
  std::size_t line = 0, column = 0;
};

/// Tells whether a file belongs to CuTe, CUTLASS, CUDA, the compiler's library or a Python package, and not to the user.
bool is_of_a_library(std::string_view file);

/// A template argument as the text has it: `name` is "" in clang's.
struct TemplateArgument {
  std::string name, text;
  bool is_value = false;  ///< a number or an enumerator, and not a type
};

/// A function or a class that a compiler instantiated.
struct Frame {
  std::string name;                           ///< without namespaces and arguments: tile_to_shape, ThrMMA::partition_A, Copy_Atom
  std::string object{};                       ///< the type whose member it is, template arguments put in; "" for other functions
  std::vector<std::string> parameters{};      ///< the types of its parameters, template arguments put in; empty in clang's
  std::vector<TemplateArgument> arguments{};  ///< of the function or the class, in the text's order
  TextPlace called{};                         ///< the place that needs it
};

enum class Source : std::uint8_t { gcc, clang, nvcc, dsl, python, sanitizer, cuda };
std::string_view name_of(Source);

struct ErrorText {
  Source source = Source::gcc;
  std::string words{};          ///< without the words "static assertion failed"
  std::string expression{};     ///< of the assertion: from the excerpt of the header, or from clang's "due to requirement"; "" without one
  bool is_assertion = false;    ///< a static_assert
  TextPlace place{};            ///< of the assertion itself, not of the macro that it is written with
  std::vector<Frame> frames{};  ///< innermost first
  std::string detail{};         ///< further lines that belong to it
};

inline constexpr std::size_t most_errors = 256, most_frames = 512, most_line = std::size_t{1} << 16;

/// Returns the errors of a text in their order, at most most_errors.
std::vector<ErrorText> errors_in(std::string_view text);

/// Reads the name, the parameters and the arguments of a function or a class as g++, nvcc and clang write them.
Frame read_frame(std::string_view text);

/// Returns the index of the frame that the user's own line needs, the innermost such; the number of frames if there is none.
std::size_t users_frame(const ErrorText&);
/// Returns the user's own line nearest to the error; an empty place if the text does not have one.
TextPlace users_place(const ErrorText&);

}  // namespace app::why
