#pragma once
// What each thread of a block has of a tensor, from the expressions of a program that was read.

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/language/evaluate.hpp"
#include "app/import/cpp_program.hpp"
#include "app/program/term.hpp"
#include "gpu/flow/flow.hpp"

namespace app {

/// Evaluates the definitions of a program for each thread of a block. What does not depend on the thread is evaluated once.
class ProgramParts {
 public:
  /// `threads`: of the block; `block`: along x, y and z, or empty where all are along x. Tensors are added to `tensors`, each once.
  ProgramParts(const CppProgram&, std::size_t threads, const std::vector<std::int64_t>& block, std::vector<gpu::FlowTensor>& tensors);

  /// Returns the tma_partitions in a kernel whose parts are not what an instruction copies: the line and the reason.
  std::vector<std::pair<std::size_t, algebra::Message>> broken_partitions(std::string_view kernel) const;
  /// From here on others than these may have no value.
  void needs(const std::vector<std::size_t>& threads);
  /// The value of an expression for the thread that the program was read for.
  std::optional<algebra::Value> value(const Term& term) const { return term.value(values_); }
  /// An integer for each thread of the block; nothing where it has none.
  std::optional<std::vector<std::int64_t>> integers(const Term&);
  /// Integers that will be asked for: what they follow from is evaluated once for all of them.
  void expect(const std::vector<Term>&);
  /// What each thread has by an expression, such as tAgA(_,_,_,1); null, with the reason, where that is not known.
  std::shared_ptr<const gpu::FlowPart> part(const Term&, algebra::Message& why);

 private:
  struct Definition {
    std::string entry;
    Term term;
    std::string called;  ///< in the program
    std::vector<std::string> names;
    std::string function;  ///< as ProgramDefinition has it
    std::size_t line = 0;
    bool varies = false;  ///< from thread to thread
    bool parameter = false;
    std::string memory_of{};     ///< it has the memory of the first tensor of its names; "_": memory of its own
    std::int64_t alignment = 0;  ///< of its memory, in bytes; 0: not known
  };
  /// A tensor that other expressions slice, for each thread.
  struct Base {
    std::string root;  ///< the entry that has the memory
    int tensor = -1;
    std::vector<gpu::FlowPart::Function> functions{};   ///< the index, and where the root is in global memory its modes
    std::vector<std::vector<algebra::Value>> values{};  ///< of each function a value for each form
    std::vector<std::size_t> lines{};
    algebra::Message why{};
  };

  void define(const ProgramDefinition&, Term, algebra::Value);
  bool is_tensor(const std::string& name) const;
  const Base& base(const Term&);
  std::string root_of(const std::string& name, int depth) const;
  std::string root_of(const Term&);
  std::string first_at(const std::string& array, const std::string& name) const;
  std::set<std::size_t> needed_by(const std::vector<std::string>& names) const;
  /// Evaluates a term for each thread, with other values for some names.
  bool for_each_thread(const Term&, const algebra::Environment& instead, const std::string& below,
                       std::vector<std::optional<algebra::Value>>& out) const;
  /// The same of several terms; one that has no value for some thread has none at all.
  bool for_each_thread(const std::vector<Term>&, const algebra::Environment& instead, const std::string& below,
                       std::vector<std::vector<std::optional<algebra::Value>>>& out) const;
  int tensor_of(const std::string& root);

  std::vector<Definition> definitions_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::size_t threads_;
  /// What each thread has of entries that are numbers of its own: threadIdx_x.
  std::map<std::string, std::vector<std::int64_t>, std::less<>> of_thread_;
  std::vector<std::int64_t> block_;
  std::vector<bool> needed_;  ///< of the threads; empty: all are
  std::vector<gpu::FlowTensor>& tensors_;
  std::map<std::string, std::int64_t, std::less<>> array_bytes_;  ///< as CppProgram has them
  mutable std::set<std::string, std::less<>> mixed_;              ///< tensors in whose memory others have elements of another size
  algebra::Environment values_;
  std::map<Term, std::optional<std::vector<std::int64_t>>> integers_;
  std::map<Term, Base> bases_;
  std::map<Term, std::pair<std::shared_ptr<const gpu::FlowPart>, algebra::Message>> parts_;
};

}  // namespace app
