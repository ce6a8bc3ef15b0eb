// `cutescope link`: a sheet as a link, and back.

#include "app/tools/tools.hpp"

#include <string>
#include <vector>

#include "algebra/text/characters.hpp"
#include "algebra/text/utf8.hpp"
#include "app/document/sheet_link.hpp"
#include "app/import/open.hpp"

namespace app {
namespace {

using algebra::message;

std::vector<Option> link_options() {
  return joined_options(
      {{argument("source", "SOURCE", "An expression, a sheet (.cutes), a program or a link; - is standard input").required(),
        text_option("--address", "URL", "Begin the link with a page's address, such as https://example.org/cutescope.html")
            .usually(std::string(link_address)),
        flag("--text", "Print the text of the sheet instead")},
       program_options(),
       {integers_option(), json_option(), language_option()}});
}

int link(const Arguments& asked, Report& report, ToolHost&) {
  const auto& source = asked.text("source");
  const auto& address = asked.text("address");
  if (asked.flag("text") && address != link_address)
    return report.refuse(wrong_input, "--address applies to making a link, --text to reading one: use one of them");
  if (algebra::trimmed(source).empty())
    return report.refuse(wrong_input, message("{} is empty; give an expression, a file or a link", "SOURCE"));
  // An expression comes from the command line, where any bytes may stand.
  if (!algebra::is_utf8(source)) return report.refuse(wrong_input, message("{} is not UTF-8 text", source));
  auto sheet = sheet_of_source(source, asked.settings(), asked.macros(), {.include = asked.folders()});
  if (!sheet) return report.refuse(wrong_input, sheet.error());
  if (asked.integers() != algebra::IntegerRule::automatic) sheet->integers = asked.integers();
  if (asked.flag("text")) {
    const auto text = serialise(*sheet);
    report.data()["text"] = text;
    if (report.is_text()) report.document(text);
    return done;
  }
  const auto link = sheet_link(*sheet, address);
  if (!is_sheet_link(link))
    return report.refuse(wrong_input,
                         message("--address begins with http://, https:// or file://, such as https://example.org/cutescope.html, "
                                 "not {}",
                                 address));
  report.data()["link"] = link;
  report.print("{}\n", link);
  return done;
}

}  // namespace

const Tool link_tool{.name = "link",
                     .group = ToolGroup::take_along,
                     .help = "Make a link of a sheet that the window and the page open, or show the sheet in a link",
                     .example = "link \"(4,8):(8,1)\"",
                     .options = link_options,
                     .run = link,
                     .answer = "link?:str,text?:str"};

}  // namespace app
