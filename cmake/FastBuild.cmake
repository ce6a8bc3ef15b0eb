# Makes builds fast: ccache, a fast linker, precompiled headers, files compiled in groups, and less optimisation where it would not be felt.

# ccache, where it is installed, reuses earlier compilations, also those of another clone, because paths below the source folder count as
# relative to it.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers need it to look past the time in them. Depend mode compares whole headers: after a changed comment the
  # preprocessed text is the same, but GCC takes #pragma once by the header's bytes and would read it a second time.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_DEPEND=1 CCACHE_NOHASHDIR=1
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${launcher})
  add_compile_options($<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-fpch-preprocess>)
endif()

# Some 20 programs link nearly all of the objects: mold does it in a fraction of a second, GNU's linker in several.
find_program(MOLD mold)
if(MOLD AND NOT EMSCRIPTEN AND (NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12.1))
  add_link_options(-fuse-ld=mold)
endif()

# optimise_lightly(TARGET...): -O1 in release builds, for code that waits for users, files and other programs: it compiles in a third
# less time. -Oz for browsers, which download it.
function(optimise_lightly)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:C,CXX>,$<CONFIG:RelWithDebInfo,Release>>:-O1>
      $<$<AND:$<COMPILE_LANGUAGE:C,CXX>,$<CONFIG:MinSizeRel>>:-Oz>)
  endforeach()
endfunction()

# Precompiled headers: reading the standard library, fmt and Dear ImGui is most of the time that a file takes to compile. They
# only save time: every file includes what it uses, and -DCUTESCOPE_PRECOMPILED=OFF builds without them.
option(CUTESCOPE_PRECOMPILED "Use precompiled headers" ON)

set(CUTESCOPE_STANDARD_HEADERS
  <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <condition_variable> <cstdint> <cstdio> <cstdlib> <deque>
  <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <set> <span> <string> <string_view> <thread>
  <unordered_map> <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp>)

# precompile(TARGET [LIGHTLY | FROM OTHER | HEADER...]): precompiles the headers of target OTHER, the HEADERs listed, or by default the
# standard set, which most targets share, because each set takes 100 MB or more of the build folder. Code in a header is optimised as the
# set was: LIGHTLY takes the standard set of targets of optimise_lightly.
function(precompile target)
  if(NOT CUTESCOPE_PRECOMPILED)
    return()
  endif()
  if("${ARGV1}" STREQUAL FROM)
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
    return()
  endif()
  set(from cutescope_precompiled)
  if("${ARGV1}" STREQUAL LIGHTLY)
    if(NOT CUTESCOPE_SANITIZE)
      set(from cutescope_precompiled_lightly)
    endif()
  elseif(ARGN)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    return()
  endif()
  if(NOT TARGET ${from})
    file(WRITE ${PROJECT_BINARY_DIR}/precompiled.cpp "")
    add_library(${from} OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
    target_link_libraries(${from} PRIVATE cutescope_flags fmt::fmt tl::expected)
    target_precompile_headers(${from} PRIVATE ${CUTESCOPE_STANDARD_HEADERS})
    if(from MATCHES lightly)
      optimise_lightly(${from})
    endif()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${from})
endfunction()

# compile_in_groups(TARGET [INLINED]): compiles several files as one unit, so that shared code, templates above all, is compiled once. A
# name in an unnamed namespace must then be unique among the files of a folder: otherwise the compiler reports a redefinition. INLINED:
# lifts GCC's limit on inlining in large units, for code with long computations. Larger groups make a full build faster and a build after
# an edit slower.
set(CUTESCOPE_GROUP_SIZE 16 CACHE STRING "Files that are compiled as one; 1: each alone")
function(compile_in_groups target)
  if(CUTESCOPE_GROUP_SIZE GREATER 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE ${CUTESCOPE_GROUP_SIZE})
    # Runs at the end of the folder's CMakeLists.txt, when its files and those compiled alone are known.
    cmake_language(EVAL CODE "cmake_language(DEFER CALL write_groups ${target})")
  endif()
  if(INLINED IN_LIST ARGN)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=large-unit-insns=200000>)
  endif()
endfunction()

# write_groups(TARGET): replaces the target's files of C++ by groups that include them. CMake's own UNITY_BUILD includes files by their
# full paths, with which ccache finds nothing in another clone; a group includes them from the source folder. A target's
# UNITY_BUILD_BATCH_SIZE is the number of files in a group, a file's SKIP_UNITY_BUILD_INCLUSION leaves it alone.
function(write_groups target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(size ${target} UNITY_BUILD_BATCH_SIZE)
  set(compiled)
  set(grouped)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${path} is_generated)
    get_source_file_property(is_alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    get_source_file_property(has_definitions ${source} COMPILE_DEFINITIONS)
    if(is_alone OR has_definitions OR is_generated OR NOT path MATCHES "\\.cpp$")
      list(APPEND compiled ${source})
    else()
      cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
      list(APPEND grouped "#include \"${path}\"\n")
    endif()
  endforeach()
  list(LENGTH grouped count)
  set(number 0)
  while(count GREATER 0)
    math(EXPR first "${number} * ${size}")
    list(SUBLIST grouped ${first} ${size} group)
    list(JOIN group "" text)
    set(file ${CMAKE_CURRENT_BINARY_DIR}/groups/${target}_${number}.cpp)
    file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
    list(APPEND compiled ${file})
    math(EXPR number "${number} + 1")
    math(EXPR count "${count} - ${size}")
  endwhile()
  set_target_properties(${target} PROPERTIES SOURCES "${compiled}")
endfunction()
