#pragma once
// What the program in a page answers to each question.

#include <nlohmann/json.hpp>

#include "algebra/text/message.hpp"
#include "app/document/facts.hpp"
#include "app/page/host.hpp"

namespace app {

using PageJson = nlohmann::ordered_json;

/// Why a question cannot be answered.
struct PageProblem {
  algebra::Message why;
};

class PageHost::Answers {
 public:
  Answers(PageHost& host, const PageJson& asked) : host_(host), asked_(asked) {}
  /// Throws a PageProblem if there is no such question, and what JSON throws if its object lacks something.
  PageJson to(std::string_view what);

 private:
  // Edits: they answer with the state.
  PageJson open();
  PageJson starter();
  PageJson lesson();
  PageJson allow_launch();
  PageJson answer_exercise();
  PageJson type();
  PageJson insert();
  PageJson paste();
  PageJson erase();
  PageJson move();
  PageJson number();
  PageJson fix();
  PageJson view();
  PageJson integers();
  PageJson launch();
  PageJson language();
  PageJson changed();  ///< the state after a change of the sheet

  // Questions.
  PageJson state();
  PageJson figure();
  PageJson links();
  PageJson element();
  PageJson properties();
  PageJson steps();
  PageJson code();
  PageJson looks();
  PageJson complete();
  PageJson functions();
  PageJson call();
  PageJson lessons();
  PageJson words();
  PageJson export_file();

  PageJson entry_state(std::size_t i) const;
  PageJson launch_state();
  std::size_t entry() const;          ///< the entry that is asked about; throws if there is none
  const EntryResult& result() const;  ///< of that entry
  std::string text(const char* key) const { return asked_.at(key).get<std::string>(); }
  std::string said(const algebra::Message& message) const { return host_.texts_(message); }
  /// A word of the interface.
  std::string word(const std::string& english) const { return host_.texts_(english.c_str()); }
  /// {"error": why}, in the page's language.
  PageJson refused(const algebra::Message& why) const { return {{"error", said(why)}}; }
  PageJson verdict(const algebra::Verdict&) const;
  PageJson rows_of(const std::vector<Fact>&) const;  ///< [[label, value]], in the page's language

  PageHost& host_;
  const PageJson& asked_;
};

}  // namespace app
