#include "app/tools/tool.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "algebra/layout/memory_budget.hpp"
#include "algebra/text/characters.hpp"
#include "algebra/text/edit_distance.hpp"
#include "algebra/text/utf8.hpp"
#include "app/document/names.hpp"
#include "app/import/program.hpp"

namespace app {

using algebra::Message;
using algebra::message;

namespace {

using Bad = tl::unexpected<Message>;

std::optional<double> finite(const std::string& text) {
  // Not from_chars: the page's standard library has it for integers alone. No program here sets another locale than C's for numbers.
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || algebra::is_blank(text.front()) || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<std::int64_t> whole(const std::string& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Why the option does not take the value; "" if it does.
Message wrong_value(const Option& o, const std::string& value) {
  const auto name = o.name();
  if (o.kind == OptionKind::text && !algebra::is_utf8(value) && !o.value.starts_with("FILE") && !o.is_argument())
    return message("{}: {}", name, Message("is not UTF-8"));
  if (value.empty() && !o.may_be_empty && o.value.starts_with("FILE"))
    return message("{}: {}", name, Message("is empty; a file name is needed"));
  if (value.empty() && !o.may_be_empty) return message("{} is empty; it must be {}", name, o.value);
  if (o.choices != nullptr && !o.is_open) {
    const auto choices = o.choices();
    if (std::ranges::find(choices, value) != choices.end()) return {};
    return message("{} takes {}, not {}", name, algebra::alternatives(choices), value);
  }
  if (o.kind == OptionKind::text || o.kind == OptionKind::flag) return {};
  const auto number = finite(value);
  if (!number || (o.kind == OptionKind::integer && !whole(value)))
    return o.kind == OptionKind::integer ? message("{} is a whole number, not {}", name, value)
                                         : message("{} is a number, not {}", name, value);
  if (*number < o.least || *number > o.most)
    return message("{} is from {} to {}, not {}", name, fmt::format("{:g}", o.least), fmt::format("{}", o.most), value);
  return {};
}

const std::string* last_of(const Arguments::Given& given, std::string_view key) {
  const auto it = std::find_if(given.rbegin(), given.rend(), [&](const auto& g) { return g.first == key; });
  return it == given.rend() ? nullptr : &it->second;
}

}  // namespace

std::string Option::key() const {
  auto name = std::string_view(names).substr(names.rfind(',') + 1);
  name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
  return std::string(name);
}

std::string_view Option::name() const {
  const std::string_view all = names;
  for (auto rest = all; !rest.empty();)
    if (const auto one = algebra::take_until(rest, ','); one.starts_with("--")) return one;
  return all.substr(all.rfind(',') + 1);
}

Option flag(std::string names, std::string help) { return {.names = std::move(names), .help = std::move(help)}; }

Option text_option(std::string names, std::string value, std::string help) {
  return {.names = std::move(names), .value = std::move(value), .help = std::move(help), .kind = OptionKind::text};
}

Option choice(std::string names, std::vector<std::string> (*choices)(), std::string help) {
  return {.names = std::move(names), .value = "WORD", .help = std::move(help), .kind = OptionKind::text, .choices = choices};
}

Option integer(std::string names, std::string value, double least, double most, std::string help) {
  return {.names = std::move(names),
          .value = std::move(value),
          .help = std::move(help),
          .kind = OptionKind::integer,
          .least = least,
          .most = most};
}

Option number(std::string names, std::string value, double least, double most, std::string help) {
  return {.names = std::move(names),
          .value = std::move(value),
          .help = std::move(help),
          .kind = OptionKind::number,
          .least = least,
          .most = most};
}

Option argument(std::string name, std::string value, std::string help) {
  return {.names = std::move(name), .value = std::move(value), .help = std::move(help), .kind = OptionKind::text};
}

Option json_option() { return flag("--json", "Write JSON").local(); }

Option form_option() {
  return choice(
             "--format",
             [] {
               return std::vector<std::string>{"text", "json", "github", "sarif", "junit"};
             },
             "Write text, JSON, annotations of GitHub Actions, SARIF 2.1 or JUnit XML")
      .usually("text")
      .local();
}

Option language_option() {
  return choice(
             "--language",
             [] {
               std::vector<std::string> codes;
               for (const auto& l : languages()) codes.emplace_back(l.code);
               return codes;
             },
             "Set the language of the text")
      .local();
}

Option integers_option() {
  return choice("--integers", &integer_rule_names,
                "Read integers by CuTe's rule, with static ones (_4) and dynamic ones (4), or as plain numbers")
      .usually("auto");
}

Option seconds_option() {
  return number("--time", "SECONDS", 0, 1e6,
                "Check every element of a verdict for at most this long, then a sample; 0 has no limit. Default: the settings' 5");
}

Option memory_option() {
  constexpr auto mebibyte = std::int64_t{1} << 20;
  return number("--memory", "MIB", static_cast<double>(algebra::MemoryBudget::least / mebibyte),
                static_cast<double>(algebra::MemoryBudget::largest / mebibyte),
                "Use at most this for traces and other tables that grow with the elements. Default: the settings' 512");
}

Option output_option(std::string help) { return text_option("-o,--output", "FILE", std::move(help)).not_empty().formerly("--out").local(); }

std::vector<Option> settings_options() {
  return {
      text_option("--set", "NAME=VALUE", "Set an input of a program, such as M=512 or threadIdx.x=37, or a name of a sheet (repeatable)")
          .repeated(),
      text_option("-D", "NAME[=VALUE]", "Define a macro of a C++ program (repeatable)").repeated(),
      text_option("-U", "NAME", "Undefine a macro; wins over -D and the compiler (repeatable)").repeated()};
}

std::vector<Option> program_options() {
  auto options = settings_options();
  options.push_back(
      text_option("-I", "FOLDER", "Look for included files and imported modules here, too (repeatable)").repeated().not_empty());
  return options;
}

std::vector<Option> joined_options(std::initializer_list<std::vector<Option>> lists) {
  std::vector<Option> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::vector<Option> strictness_options() {
  return {flag("--strict", "Exit with status 1 if not everything could be checked"),
          flag("--lenient", "Exit with status 0 if nothing is wrong, even if not everything could be checked")};
}

tl::expected<Arguments, Message> Arguments::check(std::span<const Option> options, Given given) {
  Arguments a;
  a.given_ = std::move(given);
  for (const auto& o : options) {
    const auto key = o.key();
    std::size_t times = 0;
    for (const auto& [name, value] : a.given_) {
      if (name != key) continue;
      if (++times > 1 && !o.is_repeated && o.takes_value()) return Bad(message("{} is given twice", o.name()));
      if (auto wrong = wrong_value(o, value); !wrong.empty()) return Bad(std::move(wrong));
      const auto sign = value.find('=');
      if (key == "set" && (sign == 0 || sign == std::string::npos || sign + 1 == value.size()))
        return Bad(message("{}: {}", o.name(), message("is not NAME=VALUE: {}", value)));
      if (key == "D" && !defined_macro(value)) return Bad(message("{}: {}", o.name(), message("is not NAME or NAME=VALUE: {}", value)));
      if (key == "U" && !is_macro_name(value)) return Bad(message("{}: {}", o.name(), message("is not a macro's name: {}", value)));
    }
    if (times == 0 && o.is_required) return Bad(message("{} is required", o.is_argument() ? o.value : std::string(o.name())));
    if (!o.initial.empty()) a.initial_.emplace_back(key, o.initial);
  }
  return a;
}

bool Arguments::has(std::string_view key) const { return last_of(given_, key) != nullptr; }

const std::string& Arguments::text(std::string_view key) const {
  static const std::string none;
  if (const auto* given = last_of(given_, key); given != nullptr) return *given;
  const auto* initial = last_of(initial_, key);
  return initial == nullptr ? none : *initial;
}

std::vector<std::string> Arguments::all(std::string_view key) const {
  std::vector<std::string> values;
  for (const auto& [name, value] : given_)
    if (name == key) values.push_back(value);
  return values;
}

std::optional<std::int64_t> Arguments::integer(std::string_view key) const { return whole(text(key)); }
std::optional<double> Arguments::number(std::string_view key) const { return finite(text(key)); }

algebra::IntegerRule Arguments::integers() const { return integer_rule(text("integers")).value_or(algebra::IntegerRule::automatic); }

ProgramSettings Arguments::settings() const {
  ProgramSettings all;
  for (const auto& text : this->all("set")) all.emplace_back(text.substr(0, text.find('=')), text.substr(text.find('=') + 1));
  return all;
}

MacroSettings Arguments::macros() const {
  MacroSettings macros;
  for (const auto& text : all("D")) macros.push_back(defined_macro(text).value());
  // A name that is taken away is not defined, wherever -U stands.
  for (const auto& name : all("U")) macros.push_back({name, std::nullopt});
  return macros;
}

std::string_view title_of(ToolGroup group) {
  switch (group) {
    case ToolGroup::layouts: return "Layouts";
    case ToolGroup::kernels: return "Kernels";
    case ToolGroup::take_along: return "Take along";
    case ToolGroup::learn: return "Learn";
    case ToolGroup::setup: break;
  }
  return "Setup";
}

const Tool* tool_named(std::span<const Tool* const> all, std::string_view name) {
  const auto it = std::ranges::find(all, name, &Tool::name);
  return it == all.end() ? nullptr : *it;
}

ReportForm form_of(const Arguments& a) {
  const auto& form = a.text("format");
  if (form == "github") return ReportForm::github;
  if (form == "sarif") return ReportForm::sarif;
  if (form == "junit") return ReportForm::junit;
  return form == "json" || a.flag("json") ? ReportForm::json : ReportForm::text;
}

int status_of_unchecked(const Arguments& asked) { return asked.flag("strict") ? found : asked.flag("lenient") ? done : not_all_checked; }

Message contradicting_strictness(const Arguments& asked) {
  return asked.flag("strict") && asked.flag("lenient") ? Message("--strict and --lenient contradict each other") : Message();
}

int run_tool(const Tool& tool, const Arguments& arguments, ReportSink& sink, ToolHost& host) {
  Report report(sink, form_of(arguments), tool.name);
  const int status = tool.run(arguments, report, host);
  report.finish();
  return status;
}

}  // namespace app
