#pragma once
// Evaluates which elements of a tensor each thread of a block has, from the expressions of a program.

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

/// Evaluates the definitions of a program for each thread of a block. Definitions that do not depend on the thread are evaluated once.
class ProgramParts {
 public:
  /// `threads`: the number of threads of the block. `block`: its extents along x, y and z; empty: all threads are along x. Each tensor in
  /// use is added to `tensors` once.
  ProgramParts(const CppProgram&, std::size_t threads, const std::vector<std::int64_t>& block, std::vector<gpu::FlowTensor>& tensors);

  /// Returns the tma_partitions of a kernel whose parts are not the elements that an instruction copies: line and reason.
  std::vector<std::pair<std::size_t, algebra::Message>> broken_partitions(std::string_view kernel) const;
  /// Limits evaluation to these threads: from now on the others may lack values.
  void needs(const std::vector<std::size_t>& threads);
  /// Returns the value of an expression for the thread that the program was read for.
  std::optional<algebra::Value> value(const Term& term) const { return term.value(values_); }
  /// Returns an expression's integer for each thread of the block, or nullopt if a needed thread has none.
  std::optional<std::vector<std::int64_t>> integers(const Term&);
  /// Evaluates these terms together, for later calls of integers(): their common operands are evaluated once.
  void expect(const std::vector<Term>&);
  /// Returns the elements that each thread has by an expression such as tAgA(_,_,_,1). Null if they are unknown; `why` is then the reason.
  std::shared_ptr<const gpu::FlowPart> part(const Term&, algebra::Message& why);

 private:
  struct Definition {
    std::string entry;
    Term term;
    std::string called;  ///< its name in the program
    std::vector<std::string> names;
    std::string function;  ///< as in ProgramDefinition
    std::size_t line = 0;
    bool varies = false;  ///< the value differs between threads
    bool parameter = false;
    std::string memory_of{};     ///< "": the memory of the first tensor in `names`; "_": memory of its own
    std::int64_t alignment = 0;  ///< of its memory, in bytes; 0: unknown
  };
  /// A tensor that other expressions slice, evaluated for each thread.
  struct Base {
    std::string root;  ///< the entry that owns the memory
    int tensor = -1;
    std::vector<gpu::FlowPart::Function> functions{};   ///< the index; for a root in global memory, then its modes
    std::vector<std::vector<algebra::Value>> values{};  ///< one value for each form of each function
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
  /// Evaluates a term for each thread, with the values of `instead` for some names.
  bool for_each_thread(const Term&, const algebra::Environment& instead, const std::string& below,
                       std::vector<std::optional<algebra::Value>>& out) const;
  /// Evaluates several terms. A term without a value for some needed thread gets no values at all.
  bool for_each_thread(const std::vector<Term>&, const algebra::Environment& instead, const std::string& below,
                       std::vector<std::vector<std::optional<algebra::Value>>>& out) const;
  int tensor_of(const std::string& root);

  std::vector<Definition> definitions_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
  std::size_t threads_;
  /// Numbers that differ between threads by definition, such as threadIdx_x: one per thread.
  std::map<std::string, std::vector<std::int64_t>, std::less<>> of_thread_;
  std::vector<std::int64_t> block_;
  std::vector<bool> needed_;  ///< by thread; empty: all are
  std::vector<gpu::FlowTensor>& tensors_;
  std::map<std::string, std::int64_t, std::less<>> array_bytes_;  ///< as in CppProgram
  mutable std::set<std::string, std::less<>> mixed_;              ///< tensors in whose memory other tensors have elements of another size
  algebra::Environment values_;
  std::map<Term, std::optional<std::vector<std::int64_t>>> integers_;
  std::map<Term, Base> bases_;
  std::map<Term, std::pair<std::shared_ptr<const gpu::FlowPart>, algebra::Message>> parts_;
};

}  // namespace app
