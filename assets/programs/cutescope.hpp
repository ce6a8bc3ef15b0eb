// What CuTe's values are in a running program: CUTESCOPE(tAgA, tAsA, mma); prints each in a line of its own, from one thread.
// Cutescope reads these lines: `cutescope watch -- ./program`, or `cutescope check kernel.cu --ran program.log`.
//
//   #include <cutescope.hpp>
//   ...
//   CUTESCOPE(tAgA, tAsA, mma);
//
//   cutescope kernel.cu:120 gemm_device block 0,0,0 thread 0,0,0: tAgA = gmem_ptr[32b](0x7f5c00000000) o (_4,_8):(_1,128)
//
// In a kernel thread (0,0,0) of block (0,0,0) prints. Others are chosen when it is compiled, by their numbers within the block and
// within the grid, -DCUTESCOPE_THREAD=37 -DCUTESCOPE_BLOCK=5; or when it runs, where CUTESCOPE_CHOOSE is defined before the header is
// included: then the environment variables CUTESCOPE_THREAD and CUTESCOPE_BLOCK say which.
// Needs C++17 and CuTe alone.
#pragma once

#include <cstdio>
#include <type_traits>
#if defined(CUTESCOPE_CHOOSE)
#include <cstdlib>
#endif

#include <cute/tensor.hpp>

#if !defined(CUTESCOPE_THREAD)
#define CUTESCOPE_THREAD 0
#endif
#if !defined(CUTESCOPE_BLOCK)
#define CUTESCOPE_BLOCK 0
#endif

namespace cutescope {

struct Chosen {
  unsigned thread, block;
};

#if defined(CUTESCOPE_CHOOSE) && defined(__CUDACC__) && !defined(__CUDACC_RTC__)
static __constant__ Chosen chosen_on_device = {CUTESCOPE_THREAD, CUTESCOPE_BLOCK};
#if !defined(__CUDA_ARCH__)
namespace {
// Before main: from the environment to the device. Nothing is asked of the device where nothing is chosen.
[[maybe_unused]] bool const was_chosen = [] {
  char const* thread = std::getenv("CUTESCOPE_THREAD");
  char const* block = std::getenv("CUTESCOPE_BLOCK");
  if (thread == nullptr && block == nullptr) return false;
  Chosen chosen{CUTESCOPE_THREAD, CUTESCOPE_BLOCK};
  if (thread != nullptr) chosen.thread = static_cast<unsigned>(std::strtoul(thread, nullptr, 10));
  if (block != nullptr) chosen.block = static_cast<unsigned>(std::strtoul(block, nullptr, 10));
  return cudaMemcpyToSymbol(chosen_on_device, &chosen, sizeof chosen) == cudaSuccess;
}();
}  // namespace
#endif
#endif

/// Whether this thread is the one that prints; on the host always.
CUTE_HOST_DEVICE bool prints() {
#if defined(__CUDA_ARCH__)
#if defined(CUTESCOPE_CHOOSE) && !defined(__CUDACC_RTC__)
  Chosen const chosen = chosen_on_device;
#else
  Chosen const chosen = {CUTESCOPE_THREAD, CUTESCOPE_BLOCK};
#endif
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z) == chosen.thread &&
         blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z) == chosen.block;
#else
  return true;
#endif
}

// What CuTe prints in one line. Its tiled copies, MMAs and atoms are printed in several.
template <class T>
struct Kind {
  static constexpr bool is_tensor = cute::is_tensor<T>::value;
  static constexpr bool is_line = is_tensor || cute::is_layout<T>::value || cute::is_tuple<T>::value || cute::is_integral<T>::value;
};
template <int B, int M, int S>
struct Kind<cute::Swizzle<B, M, S>> {
  static constexpr bool is_tensor = false, is_line = true;
};
template <class A, class O, class B>
struct Kind<cute::ComposedLayout<A, O, B>> {
  static constexpr bool is_tensor = false, is_line = true;
};

template <class T, class = void>
struct IsObject {
  static constexpr bool value = false;
};
/// A tiled copy or MMA, or an atom of one.
template <class T>
struct IsObject<T, cute::void_t<decltype(print(cute::declval<T const&>()))>> {
  static constexpr bool value = !Kind<T>::is_line;
};

CUTE_HOST_DEVICE void print_place(char const* file, int line, char const* function) {
#if defined(__CUDA_ARCH__)
  printf("cutescope %s:%d %s block %u,%u,%u thread %u,%u,%u: ", file, line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x,
         threadIdx.y, threadIdx.z);
#else
  printf("cutescope %s:%d %s host: ", file, line, function);
#endif
}

/// `must`: what CuTe does not print is told of; else it is left out.
template <bool must, class T>
CUTE_HOST_DEVICE void show(char const* name, T const& value, char const* file, int line, char const* function) {
  if (!prints()) return;
  if constexpr (Kind<T>::is_line) {
    print_place(file, line, function);
    printf("%s = ", name);
    cute::print(value);
#if defined(__CUDA_ARCH__)
    // Where in the CTA's shared memory.
    if constexpr (Kind<T>::is_tensor)
      if constexpr (cute::is_smem<typename T::engine_type::iterator>::value)
        printf(" at shared byte %u", cute::cast_smem_ptr_to_uint(cute::raw_pointer_cast(value.data())));
#endif
    printf("\n");
  } else if constexpr (IsObject<T>::value) {
    print_place(file, line, function);
    printf("%s =\n", name);
    print(value);
    printf("\n");
  } else if constexpr (must) {
    print_place(file, line, function);
    printf("%s is nothing that CuTe prints\n", name);
  }
}

/// An alias for a layout, a tile or an atom, of which all is in the type.
template <class Named>
CUTE_HOST_DEVICE void show_type(char const* name, char const* file, int line, char const* function) {
  using T = cute::remove_cvref_t<Named>;
  if constexpr (cute::is_static<T>::value && std::is_default_constructible_v<T>) show<false>(name, T{}, file, line, function);
}

}  // namespace cutescope

#define CUTESCOPE_SHOW_(must, x) ::cutescope::show<must>(#x, x, __FILE__, __LINE__, __func__)
#define CUTESCOPE_1_(m, x) CUTESCOPE_SHOW_(m, x)
#define CUTESCOPE_2_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_1_(m, __VA_ARGS__)
#define CUTESCOPE_3_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_2_(m, __VA_ARGS__)
#define CUTESCOPE_4_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_3_(m, __VA_ARGS__)
#define CUTESCOPE_5_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_4_(m, __VA_ARGS__)
#define CUTESCOPE_6_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_5_(m, __VA_ARGS__)
#define CUTESCOPE_7_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_6_(m, __VA_ARGS__)
#define CUTESCOPE_8_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_7_(m, __VA_ARGS__)
#define CUTESCOPE_9_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_8_(m, __VA_ARGS__)
#define CUTESCOPE_10_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_9_(m, __VA_ARGS__)
#define CUTESCOPE_11_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_10_(m, __VA_ARGS__)
#define CUTESCOPE_12_(m, x, ...) CUTESCOPE_SHOW_(m, x), CUTESCOPE_11_(m, __VA_ARGS__)
#define CUTESCOPE_PICK_(a, b, c, d, e, f, g, h, i, j, k, l, name, ...) name
#define CUTESCOPE_ALL_(m, ...)                                                                                                   \
  CUTESCOPE_PICK_(__VA_ARGS__, CUTESCOPE_12_, CUTESCOPE_11_, CUTESCOPE_10_, CUTESCOPE_9_, CUTESCOPE_8_, CUTESCOPE_7_, CUTESCOPE_6_, \
                  CUTESCOPE_5_, CUTESCOPE_4_, CUTESCOPE_3_, CUTESCOPE_2_, CUTESCOPE_1_, )                                        \
  (m, __VA_ARGS__)

/// Prints up to twelve values.
#define CUTESCOPE(...) (CUTESCOPE_ALL_(true, __VA_ARGS__))
/// The same of those among them that CuTe prints: what `cutescope instrument` writes.
#define CUTESCOPE_ANY(...) (CUTESCOPE_ALL_(false, __VA_ARGS__))
/// Prints what an alias is for, where its type says all.
#define CUTESCOPE_TYPE(...) (::cutescope::show_type<__VA_ARGS__>(#__VA_ARGS__, __FILE__, __LINE__, __func__))
