#pragma once
// Layouts of a checked program's variables from other sources: clang's front end, the running program's log, the DSL's compiler.

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
  /// Takes the layouts of clang's front end. `shown`: the instantiation, from 1; 0: the first one of each function.
  WitnessedLayouts(const FrontEndAnswer&, const std::string& file, std::size_t shown);
  /// Takes the values that cutescope.hpp printed; a variable shows its first one.
  WitnessedLayouts(const std::vector<algebra::PrintedValue>&, const std::string& file);
  /// Takes the layouts of the DSL's compiler, which does not name variables: a statement that defines one name gives its last layout.
  WitnessedLayouts(const std::vector<DslIrLayout>&, const std::string& file, const CppProgram&);

  struct Shown {
    std::string layout, function;
    std::string memory{};  ///< where a tensor in global memory was, as the program ran: see algebra::PrintedMemory
  };
  const Witness& witness() const { return *witness_; }
  /// Finds the layout of a variable. Null if the witness has none there.
  const Shown* layout_at(std::size_t line, const std::string& name) const;
  /// Tells whether the witness has this value there; true if it has none there.
  bool agrees(std::size_t line, const std::string& name, std::string_view value) const;
  const std::map<std::pair<std::size_t, std::string>, Shown>& all() const { return shown_; }

 private:
  bool is_same_file(const std::string& path, const std::string& file);
  void add(std::size_t line, const std::string& name, const std::string& layout, const std::string& function, bool is_shown,
           const std::string& memory = {});

  const Witness* witness_;
  std::map<std::string, bool> is_named_;  ///< paths that are the file's
  std::map<std::pair<std::size_t, std::string>, std::vector<std::string>> layouts_;
  std::map<std::pair<std::size_t, std::string>, Shown> shown_;
};

}  // namespace app
