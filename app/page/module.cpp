#include "app/page/module.hpp"

#include <string>

#include "app/page/host.hpp"

const char* cutescope_answer(const char* what, const char* question) {
  static app::PageHost host;
  static std::string answer;
  answer = host.answer(what, question);
  return answer.c_str();
}
