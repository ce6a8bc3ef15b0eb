#include "app/state/front_end.hpp"

#include <filesystem>
#include <utility>

#include "app/import/program.hpp"
#include "app/import/program_again.hpp"
#include "app/system/files.hpp"

namespace app {

using algebra::Message;
using algebra::message;
namespace {

tl::expected<CompiledProgram, Message> answer_to(const FrontEndQuestion& q, FrontEndWaiting waiting) {
  const auto& path = q.program.path;
  const auto text = read_file(path, max_sheet_bytes);
  if (!text) return tl::unexpected(text.error());
  Sheet sheet;
  sheet.program = q.program;
  sheet.entries = q.parameters;
  const auto macros = macros_of(sheet);
  const auto files = ProgramFiles::gather(path, *text, {});
  // Gives up if a file changes meanwhile, as the answer would be about its old text.
  std::vector<std::pair<std::string, std::optional<FileStamp>>> stamps;
  for (const auto& f : files.files()) stamps.emplace_back(f.path, stamp_of(f.path));
  const std::string* changed = nullptr;
  const auto given_up = waiting.given_up;
  waiting.given_up = [&] {
    for (const auto& [file, stamp] : stamps)
      if (stamp_of(file) != stamp) changed = &file;
    return changed != nullptr || given_up();
  };
  auto answer = ask_front_end(files, {}, {}, macros, waiting);
  if (changed != nullptr)
    return tl::unexpected(message("{} has changed; its compiler was stopped", std::filesystem::path(*changed).filename().string()));
  if (!answer) return tl::unexpected(answer.error());
  return compiled_program(read_program(*text, ProgramLanguage::cpp, path, given_to_program(sheet, *text), macros), path,
                          std::move(*answer));
}

}  // namespace

void FrontEnd::ask(std::uint64_t document, FrontEndQuestion q) {
  if (!worker_.started()) worker_.start([this](const std::stop_token& stop) { run(stop); });
  said_.erase(document);
  const std::lock_guard lock(mutex_);
  doing_ = {.document = document, .of = q, .since = Clock::now()};
  wanted_ = std::move(q);
  ++asked_;
  answer_.reset();
  changed_.notify_all();
}

void FrontEnd::give_up() {
  const std::lock_guard lock(mutex_);
  ++asked_;
  wanted_.reset();
  doing_ = {};
  answer_.reset();
  changed_.notify_all();
}

FrontEnd::Doing FrontEnd::doing() const {
  const std::lock_guard lock(mutex_);
  return doing_;
}

bool FrontEnd::collect() {
  std::optional<Answer> answer;
  {
    const std::lock_guard lock(mutex_);
    answer = std::exchange(answer_, std::nullopt);
  }
  if (!answer) return false;
  Said said{.of = std::move(answer->of)};
  if (answer->program) {
    said.program = std::move(*answer->program);
    said.titles = instance_titles(said.program->answer.instances);
  } else said.problem = answer->program.error();
  said_.insert_or_assign(answer->document, std::move(said));
  return true;
}

void FrontEnd::finish() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return doing_.document == 0; });
  }
  collect();
}

const FrontEnd::Said* FrontEnd::said_of(std::uint64_t document) const {
  const auto it = said_.find(document);
  return it == said_.end() ? nullptr : &it->second;
}
FrontEnd::Said* FrontEnd::said_of(std::uint64_t document) {
  const auto it = said_.find(document);
  return it == said_.end() ? nullptr : &it->second;
}

void FrontEnd::keep(const std::function<bool(std::uint64_t)>& is_open) {
  std::erase_if(said_, [&](const auto& one) { return !is_open(one.first); });
  std::erase_if(considered, [&](const auto& one) { return !is_open(one.first); });
}

void FrontEnd::run(const std::stop_token& stop) {
  for (;;) {
    FrontEndQuestion q;
    std::uint64_t number = 0, document = 0;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [&] { return wanted_.has_value(); })) return;
      q = *std::exchange(wanted_, std::nullopt);
      number = asked_;
      document = doing_.document;
    }
    FrontEndWaiting waiting{.in_background = true};
    // The elapsed seconds are displayed.
    auto shown = Clock::now();
    waiting.given_up = [&] {
      if (Clock::now() - shown > std::chrono::seconds(1)) shown = Clock::now(), worker_.wake();
      const std::lock_guard lock(mutex_);
      return stop.stop_requested() || asked_ != number;
    };
    waiting.progress = [&](std::size_t done, std::size_t parts) {
      {
        const std::lock_guard lock(mutex_);
        if (asked_ != number) return;
        doing_.done = done, doing_.parts = parts;
      }
      worker_.wake();
    };
    auto program = answer_to(q, waiting);
    {
      const std::lock_guard lock(mutex_);
      if (stop.stop_requested() || asked_ != number) continue;
      answer_.emplace(Answer{document, std::move(q), std::move(program)});
      doing_ = {};
      changed_.notify_all();
    }
    worker_.wake();
  }
}

}  // namespace app
