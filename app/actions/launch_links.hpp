#pragma once
// Links between the pointed element and the launch: which threads touch it, and what a pointed thread touches.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/state/state.hpp"

namespace app {

/// The entry whose memory the launch traces, or -1.
int launch_tensor(const Workspace&);
/// The offset of an entry's tensor in memory, where the trace of a launch begins; 0 if the entry is no tensor.
std::int64_t tensor_offset(const Workspace&, int entry);
/// The entry that is the launch's thread layout, or -1.
int launch_threads(const Workspace&);

/// Elements of the trace linked to the shown element: its counterparts in the launch's tensor, or, if it is a thread, what
/// that thread touches. Ascending; at most LinkedElements::most_marks.
std::vector<std::int64_t> traced_elements(const Workspace&, const ViewState&);
/// Coordinates, in the launch's thread layout, of the first thread that touches the shown element.
std::vector<std::int64_t> owning_threads(const Workspace&, const ViewState&);
/// Position of the first request that touches the shown element, or -1.
std::int64_t linked_request(const Workspace&, const ViewState&);
/// The tensor's element that an element of the trace stands for; empty if there is none.
Element element_of_trace(const Workspace&, std::int64_t element);

/// Where indices of the memory with that root stand in the launch's trace: what to take off them; nothing where the launch is over other
/// memory.
std::optional<std::int64_t> launch_offset(const Workspace&, const std::string& root);

}  // namespace app
