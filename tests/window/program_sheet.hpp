#pragma once
// The sheet of a program that was read: its sections, its open parameters, an entry without a value.

#include <string>

/// `title`: a note on top. `needs`: more parameters. `device`: the name of the kernel's function.
inline std::string program_sheet(const std::string& title = "", const std::string& needs = "", const std::string& device = "gemm_device") {
  return "@cutescope 1\n" + title + R"(M = 512
@source line=210 section=gemm_nt parameter
TA = f16
@source line=200 section=gemm_nt parameter
)" + needs +
         R"(threadIdx_x = 37
@source line=61 parameter
bM = (M,8)
@source line=228 section=gemm_nt
tA = (32,8):(1,32)
@source line=230 section=gemm_nt
sA = (128,8):(1,128)
@source line=101 section=)" +
         device + R"(@gemm_nt
tAsA = local_partition(sA, tA, threadIdx_x)
@source line=102 section=)" +
         device + R"(@gemm_nt
pipe = stage(smem_pipe)
@source line=103 section=)" +
         device + R"(@gemm_nt problem="smem_pipe has no value here"
)";
}
