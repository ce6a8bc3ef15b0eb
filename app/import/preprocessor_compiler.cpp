#include "app/import/preprocessor_compiler.hpp"

#include <algorithm>
#include <array>

namespace app::preprocessing {

std::span<const KnownMacro> compiler_macros() {
  static constexpr std::array all{
      KnownMacro{"__cplusplus", "201703L"},
      KnownMacro{"__STDC__", "1"},
      KnownMacro{"__STDC_HOSTED__", "1"},
      KnownMacro{"__FILE__", "\"\""},
      KnownMacro{"__DATE__", "\"??? ?? ????\""},
      KnownMacro{"__TIME__", "\"??:??:??\""},
      // nvcc, in the pass that compiles kernels: it sees their bodies.
      KnownMacro{"__NVCC__", "1"},
      KnownMacro{"__CUDACC__", "1"},
      KnownMacro{"__CUDA_ARCH__", "800"},
      KnownMacro{"__CUDA_ARCH_LIST__", "800"},
      KnownMacro{"__CUDACC_VER_MAJOR__", "13"},
      KnownMacro{"__CUDACC_VER_MINOR__", "0"},
      KnownMacro{"__CUDACC_VER_BUILD__", "48"},
      // From headers that nvcc includes before any source.
      KnownMacro{"CUDA_VERSION", "13000"},
      KnownMacro{"CUDART_VERSION", "13000"},
      // CuTe's, where a condition needs the value of a constant.
      KnownMacro{"CUTE_STATIC_V(x)", "decltype(x)::value"},
      // g++ on Linux.
      KnownMacro{"__GNUC__", "12"},
      KnownMacro{"__GNUC_MINOR__", "2"},
      KnownMacro{"__GNUG__", "12"},
      KnownMacro{"__linux__", "1"},
      KnownMacro{"__linux", "1"},
      KnownMacro{"__unix__", "1"},
      KnownMacro{"__x86_64__", "1"},
      KnownMacro{"__LP64__", "1"},
      KnownMacro{"__CHAR_BIT__", "8"},
      KnownMacro{"__SIZEOF_POINTER__", "8"},
      KnownMacro{"__SIZEOF_INT128__", "16"},
      KnownMacro{"__EXCEPTIONS", "1"},
      KnownMacro{"__GXX_RTTI", "1"},
      KnownMacro{"__cpp_constexpr", "201603L"},
      KnownMacro{"__cpp_deduction_guides", "201703L"},
      KnownMacro{"__cpp_exceptions", "199711L"},
      KnownMacro{"__cpp_fold_expressions", "201603L"},
      KnownMacro{"__cpp_generic_lambdas", "201304L"},
      KnownMacro{"__cpp_if_constexpr", "201606L"},
      KnownMacro{"__cpp_inline_variables", "201606L"},
      KnownMacro{"__cpp_rtti", "199711L"},
      KnownMacro{"__cpp_static_assert", "201411L"},
      KnownMacro{"__cpp_structured_bindings", "201606L"},
      KnownMacro{"__cpp_variadic_templates", "200704L"},
  };
  return all;
}

bool is_never_defined(std::string_view name) {
  constexpr std::array<std::string_view, 22> others{
      "NDEBUG",          "_MSC_VER",  "_WIN32",      "WIN32",      "_WIN64",       "__clang__", "__clang_major__",
      "__CUDA__",        "__APPLE__", "__MINGW32__", "__CYGWIN__", "__HIP__",      "__QNX__",   "__HIP_PLATFORM_AMD__",
      "__HIPCC__",       "__ICC",     "__aarch64__", "__arm__",    "__NVCOMPILER", "_DEBUG",    "__CUDACC_RTC__",
      "__CUDACC_DEBUG__"};
  // Features of standards after C++17, and of libraries that define them in a header.
  constexpr std::array<std::string_view, 4> later{"__cpp_concepts", "__cpp_consteval", "__cpp_modules", "__cpp_impl_coroutine"};
  const auto among = [&](const auto& names) { return std::find(names.begin(), names.end(), name) != names.end(); };
  return among(others) || among(later);
}

bool is_library_switch(std::string_view name) {
  // CUTE_ARCH_MMA_SM90_ENABLED, CUTLASS_ARCH_MMA_SM90_SUPPORTED and the like are derived from __CUDA_ARCH__ by headers. A source that tests
  // one mainly reports an error otherwise, so they count as defined for any architecture.
  return (name.starts_with("CUTE_ARCH_") || name.starts_with("CUTLASS_ARCH_")) &&
         (name.ends_with("_ENABLED") || name.ends_with("_SUPPORTED") || name.ends_with("_ACTIVATED"));
}

bool is_question(std::string_view name) {
  constexpr std::array<std::string_view, 5> all{"__has_include", "__has_include_next", "__has_cpp_attribute", "__has_attribute",
                                                "__has_builtin"};
  return std::find(all.begin(), all.end(), name) != all.end();
}

}  // namespace app::preprocessing
