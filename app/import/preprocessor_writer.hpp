#pragma once
// Writes tokens as text with as many lines as their source.

#include <cstddef>
#include <string>
#include <string_view>

#include "app/import/preprocessor_tokens.hpp"

namespace app::preprocessing {

class PreprocessorWriter {
 public:
  explicit PreprocessorWriter(std::string_view source);
  void put(const Token&);
  std::string finish();

 private:
  std::string text_;
  std::size_t lines_;      ///< in the source
  std::size_t line_ = 1;   ///< being written
  std::size_t begin_ = 0;  ///< offset of the line in the text
  Token last_;
};

}  // namespace app::preprocessing
