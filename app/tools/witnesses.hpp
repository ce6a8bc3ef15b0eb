#pragma once
// Who else has read a program that is checked, its compiler or the program itself as it ran, and what it says of the program's variables.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/reading/printed_places.hpp"
#include "algebra/text/message.hpp"
#include "app/import/cpp_program.hpp"
#include "app/import/dsl/dsl_ir.hpp"
#include "app/import/front_end.hpp"

namespace app {

struct Witness {
  const char *by, *note;  ///< as JSON and as text have it
  algebra::Message (*differs)(const std::string& read, const std::string& name, const std::string& its);
};
namespace witness {
extern const Witness front_end, ran, ir;
}

class WitnessedLayouts {
 public:
  explicit WitnessedLayouts(const Witness& w) : witness_(&w) {}
  /// In the instantiation that is shown, by its number from 1; 0: of each function in the first one.
  WitnessedLayouts(const FrontEndAnswer&, const std::string& file, std::size_t shown);
  /// What cutescope.hpp has printed: of each variable first what it was first.
  WitnessedLayouts(const std::vector<algebra::PrintedValue>&, const std::string& file);
  /// The compiler of the DSL does not name variables: what a statement gives is its last layout, where the statement defines one name.
  WitnessedLayouts(const std::vector<DslIrLayout>&, const std::string& file, const CppProgram&);

  struct Shown {
    std::string layout, function;
    std::string memory{};  ///< where a tensor in global memory was, as the program ran: see algebra::PrintedMemory
  };
  const Witness& by() const { return *witness_; }
  /// Null if the witness has none there.
  const Shown* at(std::size_t line, const std::string& name) const;
  /// Whether this value is among what it says there; true where it says nothing.
  bool agree(std::size_t line, const std::string& name, std::string_view value) const;
  const std::map<std::pair<std::size_t, std::string>, Shown>& all() const { return shown_; }

 private:
  bool is_of(const std::string& path, const std::string& file);
  void add(std::size_t line, const std::string& name, const std::string& layout, const std::string& function, bool is_shown,
           const std::string& memory = {});

  const Witness* witness_;
  std::map<std::string, bool> is_named_;  ///< paths that are the file's
  std::map<std::pair<std::size_t, std::string>, std::vector<std::string>> layouts_;
  std::map<std::pair<std::size_t, std::string>, Shown> shown_;
};

}  // namespace app
