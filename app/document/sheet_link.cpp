#include "app/document/sheet_link.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "render/packed.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

using BadLink = tl::unexpected<Message>;

/// The beginning of every packed text, by which a damaged link is detected.
constexpr std::string_view opening = "@cutescope ";

}  // namespace

bool is_sheet_link(std::string_view text) {
  text = algebra::trimmed(text);
  constexpr std::array<std::string_view, 4> schemes{link_address, "https://", "http://", "file://"};
  return text.find('#') != std::string_view::npos && text.find('\n') == std::string_view::npos &&
         std::ranges::any_of(schemes, [&](std::string_view scheme) { return text.starts_with(scheme); });
}

std::string sheet_link(const Sheet& sheet, std::string_view address) {
  const auto place = address.substr(0, address.find('#'));
  auto sent = sheet;
  // The recipient of the link does not have the sender's folders.
  leave_folder(sent.program);
  return fmt::format("{}#{}", place, render::to_base64(render::deflated(serialise(sent)), render::Base64::url));
}

tl::expected<std::string, Message> text_of_link(std::string_view link) {
  link = algebra::trimmed(link);
  if (link.size() > max_link_bytes) return BadLink(message("a link has at most {} characters, this has {}", max_link_bytes, link.size()));
  const auto mark = link.find('#');
  const auto packed = mark == std::string_view::npos ? std::string_view() : link.substr(mark + 1);
  if (packed.empty()) return BadLink("the link has no sheet: nothing follows its #");
  const auto stream = render::from_base64(packed);
  if (!stream) return BadLink("the link has no sheet: the characters after its # are not those of a packed sheet");
  auto text = render::inflated(*stream, max_sheet_bytes);
  if (!text && text.error() == render::InflateProblem::cut) return BadLink("the link is incomplete: copy all of it");
  if (!text && text.error() == render::InflateProblem::too_long)
    return BadLink(message("the link's sheet has more than {} bytes", max_sheet_bytes));
  if (!text) return BadLink("the link has no sheet, or was changed on its way: it cannot be unpacked");
  if (!text->starts_with(opening)) return BadLink("the link has no sheet, or was changed on its way: what it unpacks to is not a sheet");
  return std::move(*text);
}

tl::expected<Sheet, Message> sheet_of_link(std::string_view link) {
  return text_of_link(link).and_then([](const std::string& text) {
    auto sheet = parse_sheet(text).map_error([](const Message& why) { return algebra::Message(in_link_key, {algebra::operand(why)}); });
    // A folder in a received link is not trusted, as its author cannot know the folders of this machine.
    if (sheet) leave_folder(sheet->program);
    return sheet;
  });
}

}  // namespace app
