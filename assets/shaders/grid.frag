#version 330 core
// COLOUR is defined when this is compiled: one program for each way to colour, for a processor that draws runs every branch.
// A cell's index is the sum of its row's part and its column's part. 64-bit integers are uvec2(low, high).

uniform usampler2D axes;      // texels 3p to 3p + 2 of line 0: column pixel p; of line 1: row pixel p
uniform isampler2D table;     // one colour key a visible cell: x the column's ordinal, y the row's
uniform usamplerBuffer trace; // one TraceRecord an index

uniform ivec2 origin;         // framebuffer pixel of column pixel 0 and row pixel 0, y down
uniform int framebuffer_height;

#define COLOUR_NONE 0
#define COLOUR_SUM 1
#define COLOUR_QUOTIENT 2     // a sum whose parts are divided
#define COLOUR_TABLE 3
#define COLOUR_TRACE 4
uniform uvec2 divisor;        // of the colour key
uniform ivec3 swizzle;        // bits, base, shift; bits 0: none
uniform int palette_size;
uniform vec3 colours[64];
uniform vec3 plain, page, card, hair_line, tile_border, warning;
uniform float dim;

uniform int bounded;           // 1: cells may be beyond the end of the tensor
uniform ivec4 extents;        // of its modes that they may be beyond

uniform uint records;
uniform uint shared_by;       // touches that are meant for each element
uniform uvec3 reached;        // (access, block, warp): touches before it have happened
uniform uint width;           // values an access; a record's access is a value
uniform uint boxes;           // 0: colours are of threads; else of boxes, so many of which each access has
uniform ivec3 only;           // block, thread, warp; -1: all

out vec4 colour;

uvec2 add(uvec2 a, uvec2 b) {
  uint low = a.x + b.x;
  return uvec2(low, a.y + b.y + (low < a.x ? 1u : 0u));
}

bool less(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

uvec2 shift_left(uvec2 v, int n) {
  if (n == 0) return v;
  if (n >= 64) return uvec2(0u);
  if (n >= 32) return uvec2(0u, v.x << uint(n - 32));
  return uvec2(v.x << uint(n), (v.y << uint(n)) | (v.x >> uint(32 - n)));
}

uvec2 shift_right(uvec2 v, int n) {
  if (n == 0) return v;
  if (n >= 64) return uvec2(0u);
  if (n >= 32) return uvec2(v.y >> uint(n - 32), 0u);
  return uvec2((v.x >> uint(n)) | (v.y << uint(32 - n)), v.y >> uint(n));
}

// CuTe's Swizzle<B,M,S>: bits M .. M+B-1 are xored with those S above; for S < 0 the higher with the lower.
uvec2 swizzled(uvec2 index) {
  if (swizzle.x == 0) return index;
  uvec2 ones = shift_right(uvec2(0xFFFFFFFFu), 64 - swizzle.x);
  uvec2 from = shift_left(ones, swizzle.y + max(swizzle.z, 0));
  if (swizzle.z < 0) from = shift_left(ones, swizzle.y);
  uvec2 bits = index & from;
  return index ^ (swizzle.z >= 0 ? shift_right(bits, swizzle.z) : shift_left(bits, -swizzle.z));
}

// key % palette_size for a key below 2^30. Integer division is slow where there is no hardware for it: an estimate that is
// wrong by a few hundred at most, and then an exact one.
int palette_entry(uint key) {
  float inverse = 1.0 / float(palette_size);
  int rest = int(key) - int(float(key) * inverse) * palette_size;
  rest -= int(floor(float(rest) * inverse)) * palette_size;
  return rest < 0 ? rest + palette_size : rest >= palette_size ? rest - palette_size : rest;
}

vec3 by_sum(uint row_quotient, uint column_quotient, bool carry) {
  return colours[palette_entry((row_quotient + column_quotient + (carry ? 1u : 0u)) & 0x3FFFFFFFu)];
}

vec3 by_table(uint row, uint column) {
  int key = texelFetch(table, ivec2(int(column), int(row)), 0).x;
  return key < 0 ? plain : colours[palette_entry(uint(key) & 0x3FFFFFFFu)];
}

vec3 by_trace(uvec2 index, ivec2 pixel) {
  if (index.y != 0u || index.x >= records) return page;
  uvec4 record = texelFetch(trace, int(index.x));
  // Once all touches have happened, what nobody touched is striped: no position of a playback reaches 2^21 accesses.
  if (record.z == 0u) return reached.x < 0x200000u ? page : ((pixel.x - pixel.y) & 7) < 2 ? mix(page, warning, 0.6) : mix(page, warning, 0.12);
  // The touch key: thread in 10 bits, block in 31, access in 21.
  uint thread = record.x & 1023u, warp = thread >> 5u;
  uint block = (record.x >> 10u) | ((record.y & 511u) << 22u);
  uint access = (record.y >> 9u) / width;
  bool happened = access != reached.x ? access < reached.x : block != reached.y ? block < reached.y : warp < reached.z;
  if (!happened) return page;
  vec3 touched = colours[palette_entry(boxes == 0u ? thread : access * boxes + block)];
  if (record.z != shared_by && ((pixel.x + pixel.y) & 7) < 2) touched = warning;
  bool chosen = (only.x < 0 || block == uint(only.x)) && (only.y < 0 || thread == uint(only.y)) && (only.z < 0 || warp == uint(only.z));
  return chosen ? touched : mix(page, touched, 0.25);
}

void main() {
  ivec2 pixel = ivec2(int(gl_FragCoord.x), framebuffer_height - 1 - int(gl_FragCoord.y));
  ivec2 at = (pixel - origin) * 3;
  uvec4 column = texelFetch(axes, ivec2(at.x + 1, 0), 0), row = texelFetch(axes, ivec2(at.y + 1, 1), 0);
  // Both have a cell.
  if ((row.z & column.z & 0x10000u) == 0u) discard;

#if COLOUR == COLOUR_NONE
  vec3 cell = plain;
#elif COLOUR == COLOUR_SUM
  vec3 cell = by_sum(row.x, column.x, false);
#elif COLOUR == COLOUR_TABLE
  vec3 cell = by_table(row.y, column.y);
#else
  uvec4 column_part = texelFetch(axes, ivec2(at.x, 0), 0), row_part = texelFetch(axes, ivec2(at.y, 1), 0);
#if COLOUR == COLOUR_QUOTIENT
  vec3 cell = by_sum(row.x, column.x, !less(add(row_part.zw, column_part.zw), divisor));
#else
  vec3 cell = by_trace(swizzled(add(row_part.xy, column_part.xy)), pixel);
#endif
#endif

  if (bounded != 0) {
    ivec4 coordinate = ivec4(texelFetch(axes, ivec2(at.x + 2, 0), 0) + texelFetch(axes, ivec2(at.y + 2, 1), 0));
    if (any(greaterThanEqual(coordinate, extents))) cell = mix(card, tile_border, ((pixel.x + pixel.y) & 7) < 2 ? 0.35 : 0.0);
  }

  uint hair = max(row.z & 255u, column.z & 255u);
  uint border = max((row.z >> 8u) & 255u, (column.z >> 8u) & 255u);
  vec3 seen = mix(mix(cell, hair_line, float(hair) / 255.0), tile_border, float(border) / 255.0);
  colour = vec4(mix(seen, card, dim), 1.0);
}
