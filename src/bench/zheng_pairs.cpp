#include "bench/zheng_pairs.hpp"

#include "bench/benchmarks.hpp"
#include "bench/must.hpp"
#include "bench/zheng_measure.hpp"

namespace scree::bench {

std::vector<ZhengRow> zheng_rows(const ZhengPlan& plan) {
  std::vector<ZhengRow> rows;
  for (int k = 0; k < zheng_situation_count; ++k) {
    const auto situation = static_cast<ZhengSituation>(k);
    add_zheng_rows("hexahedra", typed_cases(must(make_box({1, 1, 1})), situation, plan.size), plan, rows);
    add_zheng_rows("tetrahedra", typed_cases(must(make_tetrahedron(1)), situation, plan.size), plan, rows);
    add_zheng_rows("cut box", cut_cases(situation, plan.size), plan, rows);
  }
  return rows;
}

Report run_zheng_pairs(const Options& options) {
  ZhengPlan plan;
  plan.timing.rounds = options.repeat;
  return zheng_report(plan);
}

}  // namespace scree::bench
