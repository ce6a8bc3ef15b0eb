#pragma once
// A stand-in of clang, CUTLASS and CUDA in a test's folder, which the program finds while this lives: the compiler prints a tree that the
// test chooses.

#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "tests/folder.hpp"

class CompilerAtHand {
 public:
  CompilerAtHand() {
    namespace fs = std::filesystem;
    for (const auto* inner : {"bin", "cutlass/include/cute", "cuda/include"}) fs::create_directories(folder.path / inner);
    folder.file("cutlass/include/cute/tensor.hpp", "");
    folder.file("cuda/include/cuda_runtime.h", "");
    // It says that it has begun, waits while there is a file `hold`, and then does what `fault` says.
    const auto compiler = folder.file("bin/clang++-22", fmt::format(R"(#!/bin/sh
echo $$ >>{0}/begun
printf '%s\n' "$@" >>{0}/arguments
while [ -e {0}/hold ]; do sleep 0.02; done
case $(cat {0}/fault 2>/dev/null) in
  dies) kill -SEGV $$ ;;
  silent) exit 0 ;;
  error) echo "a.cu:1:1: error: no such thing"; exit 1 ;;
  *) cat {0}/tree ;;
esac
)",
                                                                    folder.path.string()));
    fs::permissions(compiler, fs::perms::owner_all);
    const auto* path = std::getenv("PATH");
    set("PATH", folder.at("bin") + ":" + (path != nullptr ? path : ""));
    set("CUTESCOPE_CUTLASS", folder.at("cutlass"));
    set("CUDA_HOME", folder.at("cuda"));
    set("XDG_CACHE_HOME", folder.at("cache"));
  }
  ~CompilerAtHand() {
    for (const auto& [name, before] : before_)
      if (before) ::setenv(name.c_str(), before->c_str(), 1);
      else ::unsetenv(name.c_str());
  }
  CompilerAtHand(const CompilerAtHand&) = delete;
  CompilerAtHand& operator=(const CompilerAtHand&) = delete;

  Folder folder;
  /// Until the destructor.
  void set(const std::string& name, const std::string& value) {
    const auto* now = std::getenv(name.c_str());
    before_.emplace(name, now != nullptr ? std::optional<std::string>(now) : std::nullopt);
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  void hold() const { folder.file("hold", ""); }
  void let_go() const { std::filesystem::remove(folder.path / "hold"); }
  /// Returns the arguments of all runs of the compiler, one a line.
  std::string arguments() const { return folder.text("arguments"); }
  /// Returns the folder of kernel().
  std::string kernels() const { return std::filesystem::canonical(folder.path).string(); }
  bool has_begun() const { return folder.has("begun"); }
  /// Returns whether none of those that have begun is running.
  bool has_ended() const {
    auto processes = folder.text("begun");
    while (!processes.empty()) {
      const auto end = processes.find('\n');
      if (std::filesystem::exists("/proc/" + processes.substr(0, end))) return false;
      processes.erase(0, end + 1);
    }
    return true;
  }

  /// Returns a kernel of which reading has `a` and neither `b` nor `c`; the compiler has two instantiations, in which `b` and `c` differ,
  /// and of `c` it does not know the stride. `a`: the layout that it has for that.
  std::string kernel(const std::string& a = "cute::Layout<cute::C<4>, cute::C<1>>") const {
    auto path = folder.file("scale.cu",
                            "template <int N> __global__ void scale() {\n"
                            "  auto a = make_layout(Int<4>{});\n"
                            "  auto b = make_layout(typename Other<N>::Shape{});\n"
                            "  auto c = make_layout(make_shape(Int<N>{}, Int<2>{}), other_strides(b));\n"
                            "}\n"
                            "template __global__ void scale<8>();\n"
                            "template __global__ void scale<16>();\n");
    std::string tree = fmt::format("FunctionTemplateDecl 0x1 <{}:1:1, line:5:1> line:1:34 scale\n", path);
    for (const int n : {8, 16})
      tree += fmt::format(
          "|-FunctionDecl 0x2 <line:1:19, line:5:1> line:1:34 used scale 'void ()'\n"
          "| |-TemplateArgument integral '{0}'\n"
          "| `-CompoundStmt 0x3 <col:42, line:5:1>\n"
          "|   |-DeclStmt 0x4 <line:2:3, col:30>\n"
          "|   | `-VarDecl 0x5 <col:3, col:30> col:8 a '{1}' cinit\n"
          "|   |-DeclStmt 0x6 <line:3:3, col:30>\n"
          "|   | `-VarDecl 0x7 <col:3, col:30> col:8 b 'cute::Layout<cute::C<{0}>, cute::C<1>>' cinit\n"
          "|   `-DeclStmt 0x8 <line:4:3, col:30>\n"
          "|     `-VarDecl 0x9 <col:3, col:30> col:8 c 'cute::Layout<cute::tuple<cute::C<{0}>, cute::C<2>>, cute::tuple<cute::C<1>, int>>' "
          "cinit\n",
          n, a);
    folder.file("tree", tree);
    return path;
  }

 private:
  std::map<std::string, std::optional<std::string>> before_;
};
