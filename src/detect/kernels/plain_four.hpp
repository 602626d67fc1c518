// Four numbers side by side without vector registers: what gjk_loop.hpp and distort_loop.hpp compute
// with on a device. The host
// has them in registers, detect/machine_four.hpp; products and sums are the same.
#pragma once

#include <scree/real.hpp>

#include <cmath>
#include <cstdint>

namespace scree::distortion {

struct PlainFour {
  struct Reals {
    Real lane[4];
  };
  // Names of corners, too.
  struct Truths {
    std::int64_t lane[4];  // true: all bits set, false: none
  };

  SCREE_HD static Reals pick(const Truths& t, const Reals& yes, Real no) {
    Reals r;
    for (int i = 0; i < 4; ++i) r.lane[i] = t.lane[i] != 0 ? yes.lane[i] : no;
    return r;
  }
  SCREE_HD static Truths pick(const Truths& t, const Truths& yes, std::int64_t no) {
    Truths r;
    for (int i = 0; i < 4; ++i) r.lane[i] = t.lane[i] != 0 ? yes.lane[i] : no;
    return r;
  }
  template <class Vector>
  SCREE_HD static Vector pick(const Truths& t, const Vector& yes, const Vector& no) {
    Vector r;
    for (int i = 0; i < 4; ++i) r.lane[i] = t.lane[i] != 0 ? yes.lane[i] : no.lane[i];
    return r;
  }
  SCREE_HD static Reals of(Real a, Real b, Real c, Real d) { return {{a, b, c, d}}; }
  SCREE_HD static Reals lesser(const Reals& a, const Reals& b) {
    Reals r;
    for (int i = 0; i < 4; ++i) r.lane[i] = a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i];
    return r;
  }
  SCREE_HD static Reals magnitude(const Reals& v) {
    Reals r;
    for (int i = 0; i < 4; ++i) r.lane[i] = std::fabs(v.lane[i]);
    return r;
  }
  // One over the square root.
  SCREE_HD static Reals over_root(const Reals& v) {
    Reals r;
    for (int i = 0; i < 4; ++i) r.lane[i] = 1 / std::sqrt(v.lane[i]);
    return r;
  }
  // Lanes 0, 1, 2 become 1, 2, 0.
  SCREE_HD static Reals next(const Reals& v) { return {{v.lane[1], v.lane[2], v.lane[0], v.lane[3]}}; }
  // -1 where less than 0, else 1.
  SCREE_HD static Reals sign(const Reals& v) {
    Reals r;
    for (int i = 0; i < 4; ++i) r.lane[i] = v.lane[i] < 0 ? -1 : 1;
    return r;
  }
  template <class Vector>
  SCREE_HD static Vector permute(const Vector& v, const Truths& lanes) {
    return {{v.lane[lanes.lane[0]], v.lane[lanes.lane[1]], v.lane[lanes.lane[2]], v.lane[lanes.lane[3]]}};
  }
  template <class Vector, class Number>
  SCREE_HD static void store(const Vector& v, Number* to) {
    for (int i = 0; i < 4; ++i) to[i] = v.lane[i];
  }
  SCREE_HD static Truths load(const std::int64_t* from) { return {{from[0], from[1], from[2], from[3]}}; }
  SCREE_HD static Reals load(const Real* from) { return {{from[0], from[1], from[2], from[3]}}; }

  SCREE_HD static bool holds(const Truths& names, std::int64_t name) {
    return names.lane[0] == name || names.lane[1] == name || names.lane[2] == name || names.lane[3] == name;
  }
  SCREE_HD static Truths equals(const Truths& names, std::int64_t name) {
    Truths t;
    for (int i = 0; i < 4; ++i) t.lane[i] = names.lane[i] == name ? -1 : 0;
    return t;
  }
  // The truths as bits of a number, the first the lowest.
  SCREE_HD static std::uint32_t bits(const Truths& t) {
    std::uint32_t b = 0;
    for (int i = 0; i < 4; ++i) b |= t.lane[i] != 0 ? 1U << i : 0U;
    return b;
  }
  // Of a number that is not 0.
  SCREE_HD static int first_bit(std::uint32_t bits) {
    int i = 0;
    while ((bits >> i & 1U) == 0) ++i;
    return i;
  }
};

SCREE_HD inline PlainFour::Reals operator+(const PlainFour::Reals& a, const PlainFour::Reals& b) {
  return {{a.lane[0] + b.lane[0], a.lane[1] + b.lane[1], a.lane[2] + b.lane[2], a.lane[3] + b.lane[3]}};
}
SCREE_HD inline PlainFour::Reals operator-(const PlainFour::Reals& a, const PlainFour::Reals& b) {
  return {{a.lane[0] - b.lane[0], a.lane[1] - b.lane[1], a.lane[2] - b.lane[2], a.lane[3] - b.lane[3]}};
}
SCREE_HD inline PlainFour::Reals operator-(const PlainFour::Reals& a, Real b) {
  return {{a.lane[0] - b, a.lane[1] - b, a.lane[2] - b, a.lane[3] - b}};
}
SCREE_HD inline PlainFour::Reals operator-(const PlainFour::Reals& a) {
  return {{-a.lane[0], -a.lane[1], -a.lane[2], -a.lane[3]}};
}
SCREE_HD inline PlainFour::Reals operator*(const PlainFour::Reals& a, const PlainFour::Reals& b) {
  return {{a.lane[0] * b.lane[0], a.lane[1] * b.lane[1], a.lane[2] * b.lane[2], a.lane[3] * b.lane[3]}};
}
SCREE_HD inline PlainFour::Reals operator*(const PlainFour::Reals& a, Real b) {
  return {{a.lane[0] * b, a.lane[1] * b, a.lane[2] * b, a.lane[3] * b}};
}
SCREE_HD inline PlainFour::Truths operator<(const PlainFour::Reals& a, const PlainFour::Reals& b) {
  PlainFour::Truths t;
  for (int i = 0; i < 4; ++i) t.lane[i] = a.lane[i] < b.lane[i] ? -1 : 0;
  return t;
}
SCREE_HD inline PlainFour::Truths operator>(const PlainFour::Reals& a, const PlainFour::Reals& b) {
  return b < a;
}
SCREE_HD inline PlainFour::Truths operator&(const PlainFour::Truths& a, const PlainFour::Truths& b) {
  return {{a.lane[0] & b.lane[0], a.lane[1] & b.lane[1], a.lane[2] & b.lane[2], a.lane[3] & b.lane[3]}};
}
SCREE_HD inline PlainFour::Truths operator|(const PlainFour::Truths& a, const PlainFour::Truths& b) {
  return {{a.lane[0] | b.lane[0], a.lane[1] | b.lane[1], a.lane[2] | b.lane[2], a.lane[3] | b.lane[3]}};
}
SCREE_HD inline PlainFour::Truths operator~(const PlainFour::Truths& a) {
  return {{~a.lane[0], ~a.lane[1], ~a.lane[2], ~a.lane[3]}};
}

}  // namespace scree::distortion
