#include "app/window/probe.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/ui/drawn_text.hpp"

namespace app {
namespace {

using algebra::Message;
using algebra::message;

/// Returns the JSON in one line. Drawn texts may end within a UTF-8 character, so invalid bytes are replaced.
std::string line_of(const nlohmann::json& value) { return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace); }

std::vector<DrawnText> texts_on_screen() {
  const auto* data = ImGui::GetDrawData();
  if (data == nullptr) return {};
  TextReader reader;
  reader.index(*ImGui::GetIO().Fonts);
  return reader.read(*data);
}

}  // namespace

std::string window_state(const State& state, long frames) {
  return line_of({{"frames", frames},
                  {"title", state.workspace.title(state.view.texts)},
                  {"dialog", state.view.dialog != Dialog::none},
                  {"playing", state.view.playing},
                  {"position", state.workspace.sheet().launch.position},
                  {"verdicts", state.workspace.verdicts_pending()}});
}

tl::expected<std::unique_ptr<Probe>, Message> Probe::open(const std::string& folder, std::function<void()> wake) {
  std::unique_ptr<Probe> probe(new Probe);
  // Both ends are open, so that neither side waits for the other or sees an end of file.
  const auto ask = folder + "/ask", answer = folder + "/answer";
  probe->ask_ = ::open(ask.c_str(), O_RDWR | O_CLOEXEC);
  if (probe->ask_ < 0) return tl::unexpected(message("cannot open {}: {}", ask, std::strerror(errno)));
  probe->answer_ = ::open(answer.c_str(), O_RDWR | O_CLOEXEC);
  if (probe->answer_ < 0) return tl::unexpected(message("cannot open {}: {}", answer, std::strerror(errno)));
  probe->worker_.wake_with(std::move(wake));
  probe->worker_.start([p = probe.get()](const std::stop_token& stop) { p->read(stop); });
  return probe;
}

Probe::~Probe() {
  worker_.stop();
  for (const int file : {ask_, answer_})
    if (file >= 0) ::close(file);
}

void Probe::read(const std::stop_token& stop) {
  std::string text;
  const StopDescriptor stopped(stop);
  while (!stop.stop_requested() && stopped.get() >= 0) {
    pollfd waiting[] = {{ask_, POLLIN, 0}, {stopped.get(), POLLIN, 0}};
    if (::poll(waiting, 2, -1) < 0 && errno != EINTR) return;
    if ((waiting[0].revents & POLLIN) == 0) continue;
    char bytes[4096];
    const auto n = ::read(ask_, bytes, sizeof bytes);
    if (n <= 0) return;
    text.append(bytes, static_cast<std::size_t>(n));
    for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
      {
        const std::lock_guard lock(mutex_);
        requests_.push_back(text.substr(0, end));
      }
      text.erase(0, end + 1);
      worker_.wake();
    }
  }
}

std::string Probe::answer(const State& state, std::string_view request) const {
  if (request == "state" || request == "rest") return window_state(state, frames_);
  if (request == "texts") {
    auto all = nlohmann::json::array();
    for (const auto& d : texts_on_screen()) all.push_back(d.text);
    return line_of(all);
  }
  if (constexpr std::string_view place = "place "; request.starts_with(place)) {
    const auto at = place_of(texts_on_screen(), request.substr(place.size()));
    return at ? fmt::format("{:.0f} {:.0f}", at->x, at->y) : "none";
  }
  return "there is no such request: state, rest, place TEXT, texts";
}

bool Probe::asked() {
  const std::lock_guard lock(mutex_);
  return !requests_.empty();
}

void Probe::serve(const State& state, const std::function<bool()>& at_rest) {
  for (;;) {
    std::string request;
    {
      const std::lock_guard lock(mutex_);
      if (requests_.empty()) return;
      request = requests_.front();
    }
    if (request != "state" && !at_rest()) return;
    const auto line = answer(state, request) + "\n";
    {
      const std::lock_guard lock(mutex_);
      requests_.pop_front();
    }
    if (::write(answer_, line.data(), line.size()) < 0) return;
  }
}

}  // namespace app
