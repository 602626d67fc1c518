// Benchmark `zheng-planar`: direct search and fast direct search on the three contact types of polygons
// (Zheng 2017), first and updated detection, and what each of them finds. The paper has no figures for the
// plane.
#pragma once

#include "bench/report.hpp"
#include "bench/zheng_cases.hpp"
#include "bench/zheng_pairs.hpp"

#include <string>
#include <utility>
#include <vector>

namespace scree::bench {

// Triangle, square, hexagon and 12-gon, by name.
std::vector<std::pair<std::string, Shape>> zheng_polygons();

// Two polygons, each of them `shape`, vertex on vertex, vertex on edge and edge on edge; in overlap without
// the first, which is not where the least translation leads.
std::vector<ZhengPlanarCase> planar_cases(const Shape& shape, ZhengSituation situation,
                                          const ZhengSize& size);

Report zheng_planar_report(const ZhengPlan& plan);

}  // namespace scree::bench
