#include "app/figures/figure_words.hpp"

#include <utility>

namespace app {
namespace {

using algebra::Message;

void say(render::Diagram& d, const Texts& texts) {
  const auto said = [&](Message& m) {
    if (!m.empty()) m = Message::verbatim(texts(m));
  };
  said(d.note);
  for (auto& line : d.table) said(line.name), said(line.meaning);
  for (auto& part : d.parts) say(part.diagram, texts);
}

}  // namespace

render::Diagram in_language(render::Diagram d, Language language) {
  if (language != Language::english) say(d, texts_in(language));
  return d;
}

render::Figure in_language(render::Figure figure, Language language) {
  if (language == Language::english) return figure;
  const auto& texts = texts_in(language);
  for (auto& panel : figure.panels) {
    if (!panel.caption.empty()) panel.caption = Message::verbatim(texts(panel.caption));
    if (!panel.diagram) continue;
    say(*panel.diagram, texts);
    if (!panel.title.empty()) panel.diagram->title = texts(panel.title);
  }
  figure.say = [&texts](const Message& m) { return texts(m); };
  return figure;
}

}  // namespace app
