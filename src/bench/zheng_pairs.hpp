// Benchmark `zheng-pairs`: direct search, fast direct search and fast common plane on the seven contact
// types (Zheng 2017, Sec. 3.1), first and updated detection, and what each of them finds.
#pragma once

#include <scree/contact.hpp>

#include "bench/measure.hpp"
#include "bench/report.hpp"
#include "bench/zheng_cases.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace scree::bench {

// `ds` first: the others are compared with it. The last one is for information.
inline constexpr std::array<Algorithm, 4> zheng_algorithms{Algorithm::direct_search,
                                                           Algorithm::fast_direct_search,
                                                           Algorithm::fast_common_plane, Algorithm::gjk_epa};

struct ZhengPlan {
  ZhengSize size;
  int first_stride = 10;  // first detection is asked at every tenth step
  Plan timing;
};

// Nanoseconds per query, by what is asked for.
struct ZhengTimes {
  struct Both {
    Real first = std::numeric_limits<Real>::quiet_NaN(), updated = std::numeric_limits<Real>::quiet_NaN();
  };
  Both points;  // distance, normal, type and every contact point
  Both plain;   // distance and normal only
};

// What an algorithm found along the motions of a case (zheng_measure.hpp).
struct ZhengOutcome {
  std::int64_t queries = 0, failures = 0, fallbacks = 0, excluded = 0;
  std::array<std::int64_t, 8> types{};  // of the others, by ContactType
  std::int64_t points = 0;              // contact points of them
  Real sum_angle = 0, worst_angle = 0;  // rad, between their normals and the exact ones
  Real worst_distance = 0;              // largest error of their distances (x d_tol)
};

struct ZhengRow {
  std::string shapes, name;
  ZhengSituation situation = ZhengSituation::contact;
  std::array<ZhengTimes, zheng_algorithms.size()> times;
  std::array<ZhengOutcome, zheng_algorithms.size()> outcomes;
  ZhengOutcome exact;
};

std::vector<ZhengRow> zheng_rows(const ZhengPlan& plan);
// The tables of the rows, by shapes in the order of the rows (zheng_tables.cpp).
void add_zheng_tables(const std::vector<ZhengRow>& rows, const ZhengPlan& plan, Report& report);
// The rows, measured and told.
Report zheng_report(const ZhengPlan& plan);

}  // namespace scree::bench
