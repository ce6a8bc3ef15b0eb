#include "app/web/module.hpp"

#include <string>

#include "app/web/host.hpp"

const char* cutescope_answer(const char* what, const char* question) {
  static app::WebHost host;
  static std::string answer;
  answer = host.answer(what, question);
  return answer.c_str();
}
