#pragma once
// Tokens as a text with as many lines as the source that they come from.

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
  std::size_t lines_;      ///< of the source
  std::size_t line_ = 1;   ///< that is written now
  std::size_t begin_ = 0;  ///< of this line in the text
  Token last_;
};

}  // namespace app::preprocessing
