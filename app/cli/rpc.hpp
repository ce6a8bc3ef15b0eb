#pragma once
// JSON-RPC 2.0 over standard input and output: a message a line, or each behind a header with its length.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/tools/tool.hpp"

namespace app::rpc {

/// Codes of JSON-RPC's errors.
inline constexpr int parse_error = -32700, invalid_request = -32600, unknown_method = -32601, invalid_params = -32602;

/// Why a message has no answer, with the code of JSON-RPC.
struct Refusal {
  int code = invalid_request;
  std::string why;
};

/// Separates messages: a line break after each (Model Context Protocol), or a header with its length before it (Language Server Protocol).
enum class Framing : std::uint8_t { lines, headers };

/// The host of a tool that the asker's program can end.
class Asker : public ToolHost {
 public:
  std::shared_ptr<void> on_interrupt(std::function<void()> end) override;
  void interrupt();

 private:
  std::mutex mutex_;
  std::function<void()> end_;
  bool is_ended_ = false;
};

/// The messages of standard input, read on a thread of its own, so that a request can be cancelled while another one is answered.
class Input {
 public:
  /// `cancellation`: the method that cancels a request, and the parameter with its id.
  Input(Framing, std::string_view cancellation, std::string_view id_key);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Waits for the next message; false at the end of the input.
  bool next(std::string& message);
  /// Sets what a cancellation calls while the request with that id is answered; a null one ends that.
  void answering(nlohmann::json id, std::function<void()> cancel);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
  std::thread reader_;
};

/// Writes a message to standard output. Bytes that are no UTF-8 are replaced. Safe to call from several threads.
void send(Framing, const nlohmann::json&);
/// Writes an error as the answer to a request.
void refuse(Framing, const nlohmann::json& id, const Refusal&);

/// Reads a message and calls `run` with its method, parameters and id (null for a notification); `run` returns the result. `replied`: takes
/// an answer to a request of our own. Errors are answered.
void answer(Framing, const std::string& message,
            const std::function<nlohmann::json(const std::string& method, const nlohmann::json& params, const nlohmann::json& id)>& run,
            const std::function<void(const nlohmann::json&)>& replied = {});

/// Returns the path of an address file:///home/a%20b; "" for another one.
std::string path_of(std::string_view address);

}  // namespace app::rpc
