// What kernels use of CUTLASS and what a reader has to know of it: each piece that a program uses, and has not itself, is appended to it,
// after its last line. A piece begins with a line that has its name.
//// PipelineState
namespace cutlass {

/// The stage of a ring and the phase of its barrier, which flips with each round.
template <int Stages>
struct PipelineState {
  int at = 0;
  unsigned bit = 0;
  unsigned rounds = 0;
  PipelineState() {}
  PipelineState(int index, unsigned phase, unsigned count) : at(index), bit(phase), rounds(count) {}
  int index() const { return at; }
  unsigned phase() const { return bit; }
  unsigned count() const { return rounds; }
  void operator++() {
    ++at;
    ++rounds;
    if (at == Stages) {
      at = 0;
      bit = bit ^ 1;
    }
  }
  PipelineState& advance(unsigned by) {
    unsigned far = at + by;
    bit = bit ^ (far / Stages % 2);
    at = far % Stages;
    rounds = rounds + by;
    return *this;
  }
};

}  // namespace cutlass
//// device_kernel
namespace cutlass {

template <typename Operator>
__global__ void device_kernel(typename Operator::Params const params) {
  extern __shared__ char smem[];
  Operator op;
  op(params, smem);
}

}  // namespace cutlass
