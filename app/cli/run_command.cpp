// `cutescope run`: runs a launch and prints its report, or prints its kernel.

#include "app/cli/cli_tools.hpp"

#include <algorithm>
#include <cctype>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "algebra/layout/memory_budget.hpp"
#include "app/import/open.hpp"
#include "app/import/program.hpp"
#include "app/session/sheet_session.hpp"
#include "app/state/limits.hpp"
#include "app/storage/settings.hpp"
#include "gpu/launch/launch_fields.hpp"
#include "gpu/run/launch_source.hpp"
#include "gpu/run/runner.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

struct RunRequest {
  std::vector<std::string> sources{};  ///< a sheet, or as many of TENSOR TILE THREADS as the kernel takes
  ProgramSettings set{};               ///< of the sheet
  MacroSettings macros{};
  std::vector<std::pair<const gpu::LaunchField*, std::string>> given{};  ///< by options, in place of what the sheet says
  std::string device = "auto";
  std::string inject{};  ///< faults to simulate, as gpu::faults_from reads them
  bool source = false;   ///< prints the kernel instead of running it
};

struct Refusal {
  int status = wrong_input;
  Message message;
};
using Refused = tl::unexpected<Refusal>;

constexpr char usage[] =
    "run takes a sheet (.cutes), or the three expressions TENSOR TILE THREADS, such as \"(8,8):(8,1)\" \"(4,4)\" \"(2,4):(4,1)\"";

/// Why a given option says nothing about that kernel; "" if all say something.
Message idle_option(const RunRequest& request, gpu::Kernel kernel) {
  for (const auto& [field, value] : request.given) {
    std::vector<std::string_view> names;
    const auto kernels = gpu::kernels_with(field->key);
    if ((kernels & gpu::kernel_set({kernel})) != 0) continue;
    for (const auto& name : gpu::field_with_key("kernel")->choices())
      if ((kernels & gpu::kernel_set({*gpu::kernel_named(name)})) != 0) names.push_back(gpu::name_of(*gpu::kernel_named(name)));
    const auto last = names.back();
    names.pop_back();
    if (names.empty()) return message("{} applies to {}, not to {}", field->option, last, gpu::name_of(kernel));
    return message("{} applies to {} and {}, not to {}", field->option, fmt::format("{}", fmt::join(names, ", ")), last,
                   gpu::name_of(kernel));
  }
  return {};
}

/// Sets the expressions, in the order in which the kernel takes them. Refusal: too few, too many, or an option that the kernel needs.
tl::expected<void, Refusal> take_expressions(const std::vector<std::string>& sources, LaunchSettings& s) {
  std::vector<const gpu::LaunchField*> expressions;
  Message option;  // that is needed
  std::size_t least = 0;
  for (const auto* field : gpu::fields_of(s.kernel)) {
    if (field->text == nullptr) continue;
    if (field->option.empty()) {
      expressions.push_back(field);
      least += field->needed ? 1 : 0;
    } else if (field->needed) {
      option = message("{}={}, such as {}=\"{}\"", field->option, field->placeholder, field->option, field->example);
      if ((s.*field->text).empty())
        return Refused(Refusal{wrong_input, message("run --partition={} takes {}", gpu::name_of(s.kernel), option)});
    }
  }
  if (sources.size() < least || sources.size() > expressions.size()) {
    if (option.empty()) return Refused(Refusal{wrong_input, usage});
    std::string words;
    for (const auto* field : expressions) words += " " + std::string(field->name());
    std::ranges::transform(words, words.begin(), [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
    const auto kernel = gpu::name_of(s.kernel);
    return Refused(Refusal{wrong_input, least < expressions.size()
                                            ? message("run --partition={} takes {}, and at most the expressions{}", kernel, option, words)
                                            : message("run --partition={} takes {}, and the expressions{}", kernel, option, words)});
  }
  for (std::size_t i = 0; i < sources.size(); ++i) s.*expressions[i]->text = sources[i];
  return {};
}

tl::expected<gpu::LaunchPlan, Refusal> make_plan(const RunRequest& request) {
  Sheet sheet;
  const bool of_sheet = request.sources.size() == 1 && names_sheet(request.sources[0]);
  if (of_sheet) {
    auto loaded = load_sheet(request.sources[0], request.set, request.macros);
    if (!loaded) return Refused(Refusal{wrong_input, loaded.error()});
    sheet = std::move(*loaded);
    if (sheet.launch.empty()) return Refused(Refusal{wrong_input, message("{} has no @launch line", request.sources[0])});
  }
  if (!of_sheet && !(request.set.empty() && request.macros.empty()))
    return Refused(Refusal{wrong_input, "--set, -D and -U apply to a sheet or a program, but run was given expressions"});
  auto& s = sheet.launch;
  const auto is_given = [&](std::string_view key) {
    return std::ranges::any_of(request.given, [&](const auto& g) { return g.first->key == key; });
  };
  if (is_given("partition") && !is_given("kernel")) s.kernel = gpu::Kernel::layout;
  for (const auto& [field, value] : request.given)
    if (!field->set(s, value)) return Refused(Refusal{wrong_input, message("there is no {} {}", Message(field->noun, {}), value)});
  if (const auto idle = idle_option(request, s.kernel); !idle.empty()) return Refused(Refusal{wrong_input, idle});
  if (!of_sheet)
    if (const auto taken = take_expressions(request.sources, s); !taken) return Refused(taken.error());
  return SheetSession(sheet).launch().map_error([](const Message& why) { return Refusal{wrong_input, why}; });
}

/// Reserves memory for the trace. Error: how much is missing.
tl::expected<std::vector<algebra::TraceRecord>, Message> reserve_trace(const gpu::Launch& launch, algebra::MemoryBudget::Share& share) {
  const auto elements = gpu::traced_elements(launch, 1);
  if (auto taken = algebra::memory_budget().take(elements * static_cast<std::int64_t>(sizeof(algebra::TraceRecord))))
    share = std::move(*taken);
  try {
    return std::vector<algebra::TraceRecord>(static_cast<std::size_t>(elements));
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {
  }
  constexpr double mebibyte = 1024.0 * 1024.0;
  return tl::unexpected(message("The trace of {} elements needs {} MiB of memory, more than there is. Take a slice or a smaller tensor.",
                                elements, fmt::format("{:.0f}", static_cast<double>(elements) * sizeof(algebra::TraceRecord) / mebibyte)));
}

int run_launch(const RunRequest& request, Report& report, ToolHost& host) {
  const auto faults = gpu::faults_from(request.inject);
  if (!faults) return report.refuse(wrong_input, faults.error());
  if (request.source && report.is_json())
    return report.refuse(wrong_input, "--source prints the kernel, --json the report: use one of them");
  const auto plan_made = make_plan(request);
  if (!plan_made) return report.refuse(plan_made.error().status, plan_made.error().message);
  if (request.source) {
    report.document(gpu::launch_source(*plan_made));
    return done;
  }
  const auto want = request.device == "cuda" ? gpu::Want::cuda : request.device == "cpu" ? gpu::Want::cpu : gpu::Want::automatic;
  const auto runner = gpu::Runner::create(want, *faults);
  if (want == gpu::Want::cuda && !runner->why_not_cuda().empty()) return report.refuse(environment_failed, runner->why_not_cuda());
  algebra::MemoryBudget::Share share;
  auto trace = reserve_trace(plan_made->launch, share);
  if (!trace) return report.refuse(environment_failed, trace.error());
  gpu::Progress progress;
  const auto line = host.show_progress(
      [&progress] {
        const auto total = progress.total.load();
        if (total <= 0) return std::string();
        const auto percent = std::min(100.0, 100.0 * static_cast<double>(progress.done) / static_cast<double>(total));
        return in_words(message("{} % of {}", fmt::format("{:3.0f}", percent), total));
      },
      false);
  auto ran = gpu::run(*runner, plan_made->launch, *trace, progress);
  if (!ran) return report.refuse(environment_failed, ran.error().message);
  if (plan_made->mma) ran->mma = gpu::run_mma(*runner, *plan_made->mma);
  if (report.is_json()) report.data() = nlohmann::json::parse(gpu::report_json(plan_made->launch, *ran));
  if (report.is_text()) report.print("{}\n", gpu::report_text(plan_made->launch, *ran, spoken_texts()));
  return done;
}

/// Returns the fields of a launch that have an option, in the order of its form.
std::vector<const gpu::LaunchField*> fields_with_options() {
  std::vector<const gpu::LaunchField*> fields;
  for (const auto& field : gpu::launch_fields())
    if (!field.option.empty()) fields.push_back(&field);
  std::ranges::sort(fields, {}, &gpu::LaunchField::place);
  return fields;
}

std::vector<Option> run_options() {
  std::vector<Option> all{
      argument("sources", "SOURCE", "A sheet (.cutes), its link or - for standard input; or the expressions TENSOR TILE THREADS")
          .repeated()};
  for (auto& o : settings_options()) all.push_back(std::move(o));
  for (const auto* field : fields_with_options()) {
    const std::string name(field->option), meaning(field->meaning);
    if (!field->flag.empty()) {
      all.push_back(flag(name, meaning));
      continue;
    }
    auto option = text_option(name, field->choices == nullptr ? "EXPR" : "WORD", meaning);
    option.choices = field->choices;
    // A layout was given with --partition, and a kind with --kernel, in earlier versions.
    option.is_open = field->open || field->key == "kernel";
    if (field->key == "kernel") option.old_names = "--kernel";
    all.push_back(std::move(option));
  }
  all.push_back(choice(
                    "--device",
                    [] {
                      return std::vector<std::string>{"auto", "cuda", "cpu"};
                    },
                    "Run the launch here")
                    .usually("auto")
                    .local());
  all.push_back(memory_option());
  all.push_back(integer("--accesses", "N", 1, static_cast<double>(gpu::largest_launch_accesses),
                        "Refuse launches with more accesses (blocks x threads x values). Default: the settings' 2^30"));
  all.push_back(flag("--source", "Print the kernel as CUDA C++ instead of running it"));
  all.push_back(json_option());
  all.push_back(language_option());
  all.push_back(text_option("--inject", "FAULTS", "").hidden());
  return all;
}

int run_command(const Arguments& a, Report& report, ToolHost& host) {
  RunRequest request{.sources = a.all("sources"),
                     .set = a.settings(),
                     .macros = a.macros(),
                     .device = a.text("device"),
                     .inject = a.text("inject"),
                     .source = a.flag("source")};
  for (const auto* field : fields_with_options()) {
    const auto key = std::string(field->option.substr(2));
    if (!a.has(key)) continue;
    const auto& value = a.text(key);
    if (!field->flag.empty()) {
      request.given.emplace_back(field, std::string(field->flag));
      continue;
    }
    const auto choices = field->key == "kernel" ? field->choices() : std::vector<std::string>();
    const bool is_layout = field->key == "kernel" && std::ranges::find(choices, value) == choices.end() && value.find(':') != value.npos;
    if (is_layout) report.note(message("--partition takes a kind of partition, --layout a layout"));
    if (!value.empty()) request.given.emplace_back(is_layout ? gpu::field_with_key("partition") : field, value);
  }
  if (const auto accesses = a.integer("accesses")) {
    auto limits = saved_limits(user_folders());
    limits.memory_mib = a.number("memory").value_or(limits.memory_mib);
    limits.launch_accesses = *accesses;
    hold_in_program(limits);
  }
  return run_launch(request, report, host);
}

}  // namespace

const Tool run_tool_record{.name = "run",
                           .group = ToolGroup::kernels,
                           .help = "Run a launch and report what its threads touch and what that costs in memory",
                           .example = "run \"(64,64):(64,1)\" \"(16,16)\" \"(8,16):(16,1)\"",
                           .options = run_options,
                           .run = run_command,
                           .answer =
                               "device:str,path:str,grid:[int],block:[int],values:int,width:int,elements:int,element_bytes:int,"
                               "shared_by:int,memory:str,instruction?:str,begins?:int,guards?:[{mode:any,of:str,limit:int,"
                               "beyond:int}],touched?:obj,tma?:obj,predicted?:obj,same_as_algebra?:obj,copied?:obj,"
                               "copy_failure?:msg,mma?:obj"};

}  // namespace app
