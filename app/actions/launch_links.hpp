#pragma once
// Links between the pointed element and the launch: which threads touch it, and what a pointed thread touches.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

/// Returns the entry whose memory the launch traces, or -1.
int launch_tensor(const Workspace&);
/// Returns the offset of an entry's tensor in memory, where the trace of a launch begins; 0 if the entry is not a tensor.
std::int64_t tensor_offset(const Workspace&, int entry);
/// Returns the entry with the launch's thread layout, or -1.
int launch_threads(const Workspace&);

/// Returns the elements of the trace linked to the shown element: its counterparts in the launch's tensor or, if it is a thread, the
/// elements that it touches. Ascending; at most LinkedElements::most_marks.
std::vector<std::int64_t> traced_elements(const Workspace&, const ViewState&);
/// Returns the coordinates, in the launch's thread layout, of the first thread that touches the shown element.
std::vector<std::int64_t> owning_threads(const Workspace&, const ViewState&);
/// Returns the position of the first request that touches the shown element, or -1.
std::int64_t linked_request(const Workspace&, const ViewState&);
/// Returns the tensor's element that an element of the trace stands for; empty if there is none.
Element element_of_trace(const Workspace&, std::int64_t element);

/// Returns the offset to subtract from indices of the memory with that root to get the launch's elements; nullopt if the launch uses other
/// memory.
std::optional<std::int64_t> launch_offset(const Workspace&, const std::string& root);

}  // namespace app
