#include "gpu/launch/message_json.hpp"

namespace gpu {

nlohmann::json operands_of(const algebra::Message& m) {
  auto all = nlohmann::json::array();
  for (const auto& o : m.operands()) {
    if (o.message != nullptr) all.push_back({{"key", o.message->key()}, {"operands", operands_of(*o.message)}});
    else if (o.kind == algebra::Operand::Kind::number) all.push_back(nlohmann::json::parse(o.text));
    else all.push_back(o.text);
  }
  return all;
}

nlohmann::json json_of(const algebra::Message& m) { return {{"text", m.text()}, {"key", m.key()}, {"operands", operands_of(m)}}; }

}  // namespace gpu
