#pragma once
// The program's answers to the questions of a page.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "algebra/text/message.hpp"
#include "app/document/facts.hpp"
#include "app/figures/entry_actions.hpp"
#include "app/figures/interactive.hpp"
#include "app/figures/pictures.hpp"
#include "app/web/host.hpp"

namespace app {

using PageJson = nlohmann::ordered_json;

/// The reason why a question cannot be answered.
struct WebProblem {
  algebra::Message why;
};

class WebHost::Answers {
 public:
  Answers(WebHost& host, const PageJson& asked) : host_(host), asked_(asked) {}
  /// Returns the answer to a question. Throws a WebProblem if there is no such question, and the JSON library's exception if its object
  /// lacks something.
  PageJson to(std::string_view what);

 private:
  // Edits. They return the state.
  PageJson open();
  PageJson starter();
  PageJson example();
  PageJson lesson();
  PageJson allow_launch();
  PageJson answer_exercise();
  PageJson type();
  PageJson insert();
  PageJson paste();
  PageJson move();
  PageJson number();
  PageJson fix();
  PageJson act();
  PageJson put();
  PageJson integers();
  PageJson launch();
  PageJson language();
  PageJson undo();
  PageJson redo();
  PageJson seal();  ///< ends a step of undo: the field has lost the keyboard

  PageJson changed();  ///< returns the state after a change of the sheet
  using Change = std::function<void(Shown&)>;
  /// Edits the sheet and returns the state. Undo names the edit. Consecutive edits with the same "merge" are one step, up to a pause.
  PageJson edit(std::string_view name, const Change&);
  PageJson edit(std::string_view name, const Change&, const std::string& merge_key);
  PageJson edit_entry(std::string_view name, const std::function<void(Entry&)>&);  ///< edits the question's entry
  PageJson copied(std::string_view key, int entry) const;                          ///< returns the text for the clipboard
  /// Returns the state after a step of undo, with the entry that it changed as "chosen".
  PageJson turn_to(Shown);
  /// Returns the seconds since the previous edit, by the page's clock, "now".
  double pause() const { return asked_.value("now", 0.0) - host_.edited_at_; }

  // Questions.
  PageJson state();
  PageJson figure();
  PageJson cells();
  PageJson elements();
  PageJson text_of_element();
  PageJson links();
  PageJson element();
  PageJson properties();
  PageJson steps();
  PageJson code();
  PageJson actions();
  PageJson found();
  PageJson banks();
  PageJson complete();
  PageJson functions();
  PageJson commands();
  PageJson palette();
  PageJson call();
  PageJson lessons();
  PageJson words();
  PageJson export_file();
  PageJson tools();
  PageJson tool();
  PageJson kernels();
  PageJson map();

  PageJson entry_state(std::size_t i) const;
  PageJson launch_state();
  PageJson step_title(const char* title, std::string_view edit) const;  ///< returns "Undo: change a number"; null if there is no step
  PageJson undo_title() const { return step_title("Undo", host_.history_.undo_name()); }
  PageJson redo_title() const { return step_title("Redo", host_.history_.redo_name()); }
  PagePicture page_picture() const;   ///< returns the question's picture
  PageJson offers() const;            ///< returns ids of commands to begin with; empty if the sheet has content of the reader's
  ActionsOf card();                   ///< returns the actions of the question's entry
  std::size_t entry() const;          ///< returns the question's entry; throws if there is none
  const EntryResult& result() const;  ///< returns the result of that entry
  std::string text(const char* key) const { return asked_.at(key).get<std::string>(); }
  std::string said(const algebra::Message& message) const { return host_.texts_(message); }
  /// Returns a word of the interface, in the page's language.
  std::string word(const std::string& english) const { return host_.texts_(english.c_str()); }
  /// Returns {"error": why}, in the page's language.
  PageJson refused(const algebra::Message& why) const { return {{"error", said(why)}}; }
  PageJson verdict(const algebra::Verdict&) const;
  PageJson rows_of(const std::vector<Fact>&) const;  ///< returns [[label, value]], in the page's language

  WebHost& host_;
  const PageJson& asked_;
  std::optional<Picture> picture_;  ///< picture of the question's card
};

}  // namespace app
