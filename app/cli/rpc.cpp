#include "app/cli/rpc.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iostream>

#include <fmt/format.h>

#include "algebra/text/characters.hpp"
#include "app/cli/output.hpp"

namespace app::rpc {

using nlohmann::json;

namespace {

constexpr std::size_t most_message_bytes = std::size_t{64} << 20;
/// Stands for a message that is too long: it is no JSON, so it is refused.
constexpr std::string_view too_long = "!";

bool read_line(std::string& line) {
  while (std::getline(std::cin, line)) {
    if (algebra::trimmed(line).empty()) continue;
    if (line.size() > most_message_bytes) line = too_long;
    return true;
  }
  return false;
}

/// Reads the header lines up to an empty one, and as many bytes as Content-Length says.
bool read_framed(std::string& message) {
  std::size_t length = 0;
  bool has_length = false;
  for (std::string line; std::getline(std::cin, line);) {
    const auto header = algebra::trimmed(line);
    if (header.empty() && has_length) break;
    constexpr std::string_view name = "content-length:";
    if (algebra::lower(header.substr(0, name.size())) != name) continue;
    const auto digits = algebra::trimmed(header.substr(name.size()));
    has_length = std::from_chars(digits.data(), digits.data() + digits.size(), length).ec == std::errc() && length < (std::size_t{1} << 40);
  }
  if (!has_length || !std::cin) return false;
  if (length > most_message_bytes) {
    std::cin.ignore(static_cast<std::streamsize>(length));
    message = too_long;
    return static_cast<bool>(std::cin);
  }
  message.assign(length, '\0');
  std::cin.read(message.data(), static_cast<std::streamsize>(length));
  return static_cast<std::size_t>(std::cin.gcount()) == length;
}

}  // namespace

std::shared_ptr<void> Asker::on_interrupt(std::function<void()> end) {
  const std::lock_guard lock(mutex_);
  end_ = std::move(end);
  if (is_ended_) end_();
  return {static_cast<void*>(this), [this](void*) {
            const std::lock_guard released(mutex_);
            end_ = nullptr;
          }};
}

void Asker::interrupt() {
  const std::lock_guard lock(mutex_);
  is_ended_ = true;
  if (end_) end_();
}

struct Input::Shared {
  Framing framing;
  std::string cancellation, id_key;
  std::mutex mutex;
  std::condition_variable has_come;
  std::deque<std::string> messages;
  bool is_over = false;
  json id;
  std::function<void()> cancel;

  /// Whether a message cancels a request. A request that has not begun is taken out of the queue.
  bool cancels(const std::string& text) {
    constexpr std::size_t most_bytes = 4096;
    if (text.size() > most_bytes || text.find(cancellation) == std::string::npos) return false;
    const auto m = json::parse(text, nullptr, false);
    if (!m.is_object() || !m.contains("method") || m["method"] != cancellation) return false;
    const auto params = m.find("params");
    if (params == m.end() || !params->is_object() || !params->contains(id_key)) return true;
    const auto& of = (*params)[id_key];
    if (cancel && id == of) cancel();
    std::erase_if(messages, [&](const std::string& waiting) {
      const auto queued = json::parse(waiting, nullptr, false);
      return queued.is_object() && queued.contains("method") && queued.contains("id") && queued["id"] == of;
    });
    return true;
  }

  void read() {
    for (std::string text; framing == Framing::lines ? read_line(text) : read_framed(text);) {
      const std::lock_guard lock(mutex);
      if (!cancels(text)) messages.push_back(std::move(text));
      has_come.notify_one();
    }
    const std::lock_guard lock(mutex);
    is_over = true;
    has_come.notify_one();
  }
};

Input::Input(Framing framing, std::string_view cancellation, std::string_view id_key) : shared_(std::make_shared<Shared>()) {
  shared_->framing = framing, shared_->cancellation = cancellation, shared_->id_key = id_key;
  // Reading must go on while a client takes no answers: it may write all of its questions first.
  std::cin.tie(nullptr);
  reader_ = std::thread([s = shared_] { s->read(); });
}
// The reader may wait for input for ever.
Input::~Input() { reader_.detach(); }

bool Input::next(std::string& message) {
  auto& s = *shared_;
  std::unique_lock lock(s.mutex);
  s.has_come.wait(lock, [&] { return !s.messages.empty() || s.is_over; });
  if (s.messages.empty()) return false;
  message = std::move(s.messages.front());
  s.messages.pop_front();
  return true;
}

void Input::answering(json id, std::function<void()> cancel) {
  const std::lock_guard lock(shared_->mutex);
  shared_->id = std::move(id), shared_->cancel = std::move(cancel);
}

void send(Framing framing, const json& m) {
  static std::mutex mutex;
  const auto text = m.dump(-1, ' ', false, json::error_handler_t::replace);
  const std::lock_guard lock(mutex);
  print_out_document(framing == Framing::lines ? text + "\n" : fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text));
  flush_output();
}

void refuse(Framing framing, const json& id, const Refusal& r) {
  send(framing, {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", r.code}, {"message", r.why}}}});
}

void answer(Framing framing, const std::string& message,
            const std::function<json(const std::string& method, const json& params, const json& id)>& run,
            const std::function<void(const json&)>& replied) {
  const auto m = json::parse(message, nullptr, false);
  if (m.is_discarded()) return refuse(framing, nullptr, {parse_error, "A message is JSON."});
  const auto id = m.is_object() ? m.value("id", json()) : json();
  const bool is_id = id.is_string() || id.is_number();
  try {
    if (!m.is_object()) throw Refusal{invalid_request, "A message is one JSON object; lists of messages are not supported."};
    if (!id.is_null() && !is_id) throw Refusal{invalid_request, "An id is a string or a number."};
    const auto method = m.find("method");
    if (method == m.end()) {
      if (replied) replied(m);
      return;
    }
    if (!method->is_string()) throw Refusal{invalid_request, "A method is a string."};
    const auto params = m.contains("params") && !m["params"].is_null() ? m["params"] : json::object();
    if (!params.is_object()) throw Refusal{invalid_params, "The parameters are an object."};
    auto result = run(method->get<std::string>(), params, id);
    if (is_id) send(framing, {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
  } catch (const Refusal& r) {
    if (is_id || !m.is_object() || !m.contains("method")) refuse(framing, is_id ? id : json(), r);
  } catch (const json::exception&) {
    if (is_id) refuse(framing, id, {invalid_params, "A parameter is missing, or has another type than the protocol gives it."});
  }
}

std::string path_of(std::string_view address) {
  constexpr std::string_view scheme = "file://", host = "localhost";
  if (!address.starts_with(scheme)) return {};
  address.remove_prefix(scheme.size());
  if (address.starts_with(host)) address.remove_prefix(host.size());
  std::string path;
  for (std::size_t i = 0; i < address.size(); ++i) {
    const auto digits = address.substr(i + 1, 2);
    if (address[i] == '%' && digits.size() == 2 && std::ranges::all_of(digits, [](unsigned char c) { return std::isxdigit(c) != 0; }))
      path += static_cast<char>(std::stoi(std::string(digits), nullptr, 16)), i += 2;
    else path += address[i];
  }
  return path.starts_with('/') ? path : std::string();
}

}  // namespace app::rpc
