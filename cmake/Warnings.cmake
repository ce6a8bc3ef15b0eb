# One interface library carries the flags that all our targets share.
add_library(cutescope_flags INTERFACE)
target_include_directories(cutescope_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(cutescope_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wno-missing-field-initializers>)
if(CUTESCOPE_SANITIZE)
  target_compile_options(cutescope_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${CUTESCOPE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer>)
  target_link_options(cutescope_flags INTERFACE -fsanitize=${CUTESCOPE_SANITIZE})
endif()
