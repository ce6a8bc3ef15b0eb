#include "app/system/texts.hpp"

#include "algebra/characters.hpp"
#include "assets/assets.hpp"

namespace app {

Texts::Texts(Language language) : language_(language) {
  if (language == Language::english) return;
  // Lines of `English <TAB> translation`; # starts a comment.
  for (auto rest = assets::get("translations/zh.tsv"); !rest.empty();) {
    const auto line = algebra::take_until(rest, '\n');
    const auto tab = line.find('\t');
    if (tab == std::string_view::npos || line.starts_with('#')) continue;
    table_.emplace(line.substr(0, tab), line.substr(tab + 1));
  }
  messages_ = std::make_shared<const MessageTemplates>(assets::get("translations/zh-messages.tsv"));
}

const char* Texts::operator()(const char* english) const {
  const auto it = table_.find(std::string_view(english));
  return it == table_.end() ? english : it->second.c_str();
}

std::string Texts::message(std::string_view english) const { return messages_ ? (*messages_)(english) : std::string(english); }

std::string Texts::all() const {
  std::string text;
  for (const auto& [english, translation] : table_) text += translation;
  if (messages_) text += messages_->all();
  return text;
}

}  // namespace app
