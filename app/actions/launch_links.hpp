#pragma once
// The launch's part in the linked pointer: who touches the pointed element, and what the pointed thread touches.

#include <cstdint>
#include <optional>
#include <vector>

#include "app/state/state.hpp"

namespace app {

/// The entry whose memory the launch's trace is of, or -1.
int launch_tensor(const Workspace&);
/// Where an entry's tensor stands in its memory; 0 for what is none. The trace of a launch begins there.
std::int64_t tensor_offset(const Workspace&, int entry);
/// The entry that is the launch's thread layout, or -1.
int launch_threads(const Workspace&);

/// Elements of the trace that belong to the shown element: its counterparts in the launch's tensor, or where it is a
/// thread, what that thread touches. At most LinkedElements::most_marks.
std::vector<std::int64_t> traced_elements(const Workspace&, const ViewState&);
/// Coordinates in the launch's thread layout of the thread that touches the shown element first.
std::vector<std::int64_t> owning_threads(const Workspace&, const ViewState&);
/// The position of the request that touches the shown element first, or -1.
std::int64_t linked_request(const Workspace&, const ViewState&);
/// The tensor's element behind an element of the trace: what pointing at the trace points at.
Element element_of_trace(const Workspace&, std::int64_t element);

}  // namespace app
