// The tables behind power(): see power.hpp. By the index of a number's or exponent's 64th.
#pragma once

#include <scree/real.hpp>

#include <cstdint>

namespace scree::power_detail {

// A number c near the middle of each 64th.
struct LogEntry {
  Real inverse;   // 1 / c, in 12 bits
  Real log_high;  // log2 c, a multiple of 2^-16
  Real log_low;   // and what is missing
};
SCREE_HD inline const LogEntry& log_entry(std::uint64_t i) {
  static constexpr LogEntry table[64] = {
      {0x1.682p+0, -0x1.f82cp-2, 0x1.7837b55e2bbdfp-20},  {0x1.642p+0, -0x1.e7acp-2, 0x1.21ca4fc807a0cp-19},
      {0x1.606p+0, -0x1.d808p-2, 0x1.11cffbd4c4acfp-22},  {0x1.5cap+0, -0x1.c838p-2, -0x1.991829e425a2bp-18},
      {0x1.58ep+0, -0x1.b84p-2, 0x1.fdd4f59227dacp-20},   {0x1.556p+0, -0x1.a92cp-2, -0x1.c0ee349a88487p-18},
      {0x1.51ep+0, -0x1.99f4p-2, -0x1.fce6a4878a73p-21},  {0x1.4e6p+0, -0x1.8a94p-2, 0x1.d75fbc321ef98p-18},
      {0x1.4bp+0, -0x1.7b94p-2, -0x1.7ac51aac45763p-18},  {0x1.47ap+0, -0x1.6c7p-2, -0x1.7aa4da7e7dc06p-18},
      {0x1.446p+0, -0x1.5db8p-2, 0x1.c7798bd44dd15p-19},  {0x1.414p+0, -0x1.4f68p-2, -0x1.f5d83063cdb75p-18},
      {0x1.3e2p+0, -0x1.40f8p-2, -0x1.05757a5497da6p-18}, {0x1.3b2p+0, -0x1.32f8p-2, -0x1.a249095a3cc49p-18},
      {0x1.382p+0, -0x1.24d8p-2, 0x1.fdbb51861c54bp-24},  {0x1.352p+0, -0x1.1694p-2, 0x1.459609bab8e73p-19},
      {0x1.324p+0, -0x1.08c4p-2, -0x1.88cda79e39628p-18}, {0x1.2f6p+0, -0x1.f5bp-3, 0x1.a0822403a4ce4p-18},
      {0x1.2cap+0, -0x1.dac8p-3, 0x1.780c95c936f69p-18},  {0x1.29ep+0, -0x1.bfap-3, 0x1.eb03a38eff0ccp-19},
      {0x1.274p+0, -0x1.a578p-3, 0x1.11a0d02788e01p-19},  {0x1.24ap+0, -0x1.8b1p-3, -0x1.fe8cbb62826ffp-18},
      {0x1.22p+0, -0x1.7078p-3, 0x1.e95887ec06b2p-18},    {0x1.1f8p+0, -0x1.56ep-3, 0x1.59ae54e7549a4p-20},
      {0x1.1dp+0, -0x1.3d1p-3, -0x1.46d9a8a63f00bp-19},   {0x1.1a8p+0, -0x1.2308p-3, -0x1.065d297913e79p-19},
      {0x1.182p+0, -0x1.0a18p-3, 0x1.bc5b40b185665p-20},  {0x1.15cp+0, -0x1.e1ep-4, 0x1.2237787fe8bddp-19},
      {0x1.136p+0, -0x1.af2p-4, 0x1.69a678169fefap-20},   {0x1.112p+0, -0x1.7eap-4, -0x1.b53f589b98245p-19},
      {0x1.0ecp+0, -0x1.4bp-4, -0x1.d47815dac0b91p-18},   {0x1.0cap+0, -0x1.1c7p-4, -0x1.d6ff44bf571c6p-18},
      {0x1.0a6p+0, -0x1.d58p-5, -0x1.80ad35245a832p-19},  {0x1.084p+0, -0x1.76ep-5, 0x1.846e2a5cb3d41p-20},
      {0x1.062p+0, -0x1.178p-5, 0x1.f7bc581f4123fp-18},   {0x1.042p+0, -0x1.79cp-6, -0x1.5e45ac2fcefc7p-18},
      {0x1.02p+0, -0x1.7p-7, 0x1.af4910f7ae807p-19},      {0x1p+0, 0, 0},
      {0x1.f8p-1, 0x1.744p-6, -0x1.179e0caa9c9abp-22},    {0x1.f08p-1, 0x1.6b6p-5, -0x1.e3ad0a0663f4bp-18},
      {0x1.e9p-1, 0x1.0fap-4, -0x1.672e67148cd0ap-18},    {0x1.e2p-1, 0x1.64dp-4, -0x1.d93f98ea94bc2p-20},
      {0x1.dbp-1, 0x1.bb4p-4, 0x1.02f925393c665p-20},     {0x1.d4p-1, 0x1.098p-3, -0x1.c7319f9b6d45bp-19},
      {0x1.cd8p-1, 0x1.32dp-3, 0x1.3e4692eb6abf3p-19},    {0x1.c7p-1, 0x1.5cb8p-3, 0x1.29d03b1769a8ep-18},
      {0x1.c1p-1, 0x1.83fp-3, 0x1.8266e2d535c66p-18},     {0x1.bacp-1, 0x1.ad6p-3, -0x1.1dc7f80c27c0ep-18},
      {0x1.b5p-1, 0x1.d4p-3, -0x1.55e2da951c2d9p-18},     {0x1.af4p-1, 0x1.fb2p-3, -0x1.27c5a204957f1p-22},
      {0x1.a98p-1, 0x1.1164p-2, 0x1.b9de451a55c2bp-20},   {0x1.a4p-1, 0x1.249cp-2, 0x1.a56279ad89a08p-19},
      {0x1.9ecp-1, 0x1.3734p-2, -0x1.f57c3e4f58e44p-18},  {0x1.998p-1, 0x1.4a04p-2, -0x1.1a168f211b7c3p-21},
      {0x1.948p-1, 0x1.5c2cp-2, -0x1.f695eca23cb34p-18},  {0x1.8f8p-1, 0x1.6e8cp-2, -0x1.ffbdde4e1669dp-18},
      {0x1.8acp-1, 0x1.8034p-2, 0x1.9eb990406e0c7p-18},   {0x1.86p-1, 0x1.9218p-2, 0x1.249ba76fee235p-27},
      {0x1.818p-1, 0x1.a33cp-2, 0x1.25fcb1fac3aedp-18},   {0x1.7dp-1, 0x1.b494p-2, 0x1.d4e9185f752f3p-18},
      {0x1.78cp-1, 0x1.c528p-2, 0x1.e21dc48d2b126p-21},   {0x1.744p-1, 0x1.d6e8p-2, 0x1.59d519190d075p-19},
      {0x1.704p-1, 0x1.e6ep-2, -0x1.769dddece3bc1p-18},   {0x1.6cp-1, 0x1.f804p-2, 0x1.5d1a19a0331afp-19}};
  return table[i];
}

// 2^(i / 64)
SCREE_HD inline Real exp_entry(std::uint64_t i) {
  static constexpr Real table[64] = {0x1p+0,
                                     0x1.02c9a3e778061p+0,
                                     0x1.059b0d3158574p+0,
                                     0x1.0874518759bc8p+0,
                                     0x1.0b5586cf9890fp+0,
                                     0x1.0e3ec32d3d1a2p+0,
                                     0x1.11301d0125b51p+0,
                                     0x1.1429aaea92dep+0,
                                     0x1.172b83c7d517bp+0,
                                     0x1.1a35beb6fcb75p+0,
                                     0x1.1d4873168b9aap+0,
                                     0x1.2063b88628cd6p+0,
                                     0x1.2387a6e756238p+0,
                                     0x1.26b4565e27cddp+0,
                                     0x1.29e9df51fdee1p+0,
                                     0x1.2d285a6e4030bp+0,
                                     0x1.306fe0a31b715p+0,
                                     0x1.33c08b26416ffp+0,
                                     0x1.371a7373aa9cbp+0,
                                     0x1.3a7db34e59ff7p+0,
                                     0x1.3dea64c123422p+0,
                                     0x1.4160a21f72e2ap+0,
                                     0x1.44e086061892dp+0,
                                     0x1.486a2b5c13cdp+0,
                                     0x1.4bfdad5362a27p+0,
                                     0x1.4f9b2769d2ca7p+0,
                                     0x1.5342b569d4f82p+0,
                                     0x1.56f4736b527dap+0,
                                     0x1.5ab07dd485429p+0,
                                     0x1.5e76f15ad2148p+0,
                                     0x1.6247eb03a5585p+0,
                                     0x1.6623882552225p+0,
                                     0x1.6a09e667f3bcdp+0,
                                     0x1.6dfb23c651a2fp+0,
                                     0x1.71f75e8ec5f74p+0,
                                     0x1.75feb564267c9p+0,
                                     0x1.7a11473eb0187p+0,
                                     0x1.7e2f336cf4e62p+0,
                                     0x1.82589994cce13p+0,
                                     0x1.868d99b4492edp+0,
                                     0x1.8ace5422aa0dbp+0,
                                     0x1.8f1ae99157736p+0,
                                     0x1.93737b0cdc5e5p+0,
                                     0x1.97d829fde4e5p+0,
                                     0x1.9c49182a3f09p+0,
                                     0x1.a0c667b5de565p+0,
                                     0x1.a5503b23e255dp+0,
                                     0x1.a9e6b5579fdbfp+0,
                                     0x1.ae89f995ad3adp+0,
                                     0x1.b33a2b84f15fbp+0,
                                     0x1.b7f76f2fb5e47p+0,
                                     0x1.bcc1e904bc1d2p+0,
                                     0x1.c199bdd85529cp+0,
                                     0x1.c67f12e57d14bp+0,
                                     0x1.cb720dcef9069p+0,
                                     0x1.d072d4a07897cp+0,
                                     0x1.d5818dcfba487p+0,
                                     0x1.da9e603db3285p+0,
                                     0x1.dfc97337b9b5fp+0,
                                     0x1.e502ee78b3ff6p+0,
                                     0x1.ea4afa2a490dap+0,
                                     0x1.efa1bee615a27p+0,
                                     0x1.f50765b6e454p+0,
                                     0x1.fa7c1819e90d8p+0};
  return table[i];
}

}  // namespace scree::power_detail
