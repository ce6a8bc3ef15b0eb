#include <doctest/doctest.h>

#include "gpu/launch/kernel_source.hpp"
#include "tests/gpu/launches.hpp"

using namespace gpu;

TEST_CASE("the kernel's source has the layout's numbers as constants") {
  Launch launch;
  launch.partition = gpu_test::layout("((2,2),(4,2),2):((32,4),(1,8),16)");
  launch.elements = 64;
  const auto source = kernel_source(*launch_shape(launch));
  CHECK(source.find("return (block % 2) * 32 + (block / 2) * 4 + (thread % 4) + (thread / 4) * 8 + value * 16;") != std::string::npos);
  CHECK(source.find("__launch_bounds__(8) copy_partition") != std::string::npos);
  CHECK(source.find("out of bounds") == std::string::npos);
  launch.elements = 60;
  CHECK(kernel_source(*launch_shape(launch)).find("const int active = here >= 0 && here < 60;") != std::string::npos);
  launch.elements = 64;
  launch.partition = gpu_test::layout("(1,32,4):(0,4,1)");
  launch.elements = 128;
  CHECK(kernel_source(*launch_shape(launch)).find("ld.global.v4.u32") != std::string::npos);
  launch.access_bytes = 8;
  CHECK(kernel_source(*launch_shape(launch)).find("ld.global.v2.u32") != std::string::npos);
  launch.shared_memory = true;
  launch.swizzle = {.bits = 2, .base = 2, .shift = 3};
  const auto shared = kernel_source(*launch_shape(launch));
  CHECK(shared.find("__shared__ __align__(128) unsigned char memory[512];") != std::string::npos);
  CHECK(shared.find("Swizzle<2,2,3>") != std::string::npos);
  CHECK(shared_bytes(*launch_shape(launch)) == 512);
}

TEST_CASE("the range of the loop over groups of accesses is hidden where offsets have 64 bits") {
  // NVRTC 13.0 compiled this one to addresses 4 GiB off.
  Launch launch;
  launch.partition = gpu_test::layout("(5,114,(4,3,4)):(27,21,(20,3,0))");
  launch.offset = 27;
  launch.elements = 1198;
  launch.element_bytes = 1;
  constexpr const char* hidden = "asm volatile(\"\" : \"+r\"(first));";
  CHECK(kernel_source(*launch_shape(launch)).find(hidden) != std::string::npos);
  launch.elements = 1 << 20;  // in bounds: offsets have 32 bits
  CHECK(kernel_source(*launch_shape(launch)).find(hidden) == std::string::npos);
  launch.elements = 1198;
  launch.partition = gpu_test::layout("(5,114,(4,3)):(27,21,(20,3))");  // one group, without a loop
  CHECK(kernel_source(*launch_shape(launch)).find(hidden) == std::string::npos);
}
