// What kernels use of CUTLASS and what a reader has to know of it: appended to a program that is read, after its last line.
namespace cutlass {

/// The stage of a ring and the phase of its barrier, which flips with each round.
template <int Stages>
struct PipelineState {
  int at = 0;
  unsigned bit = 0;
  int index() const { return at; }
  unsigned phase() const { return bit; }
  void operator++() {
    ++at;
    if (at == Stages) {
      at = 0;
      bit = bit ^ 1;
    }
  }
};

}  // namespace cutlass
