// Benchmark `nezami-planar`: the common plane of two polygons that are apart, by cp, fcp and slm with no
// earlier plane, on nine configurations (Nezami 2006, Sec. 5.1, Fig. 13). The paper only draws its nine;
// ours are chosen: two corners, corner and edge, two edges, each near, far and oblique.
#pragma once

#include <scree/contact.hpp>

#include "bench/measure.hpp"
#include "bench/report.hpp"

#include <array>
#include <string>
#include <vector>

namespace scree::bench {

// `cp` first: the others are compared with it.
inline constexpr std::array<Algorithm, 3> planar_plane_algorithms{
    Algorithm::common_plane, Algorithm::fast_common_plane, Algorithm::shortest_link};

struct PlanarConfiguration {
  std::string name;  // "vertex-vertex, near"
  ContactType type = ContactType::vertex_vertex;
  Shape a, b;
  Pose2 a_from_b;
  Real gap = 0;  // m
  Vec2 normal;   // of the common plane, from A to B, in A's frame
};
// Three of each type: near (a gap of 0.02 m), far (0.5 m) and oblique (0.1 m, the line of centres askew).
std::vector<PlanarConfiguration> planar_configurations();

// The paper's ratios, in the order of its figure.
namespace nezami_planar_paper {
inline constexpr std::array<Real, 9> cp_over_slm{5.7, 9.6, 16.4, 5.0, 11.3, 11.8, 15.9, 9.8, 10.5};
inline constexpr std::array<Real, 9> cp_over_fcp{2.3, 3.1, 4.6, 2.6, 3.3, 3.0, 3.6, 1.3, 3.7};
}  // namespace nezami_planar_paper

// What each algorithm answers and how long it takes.
struct PlanarPlaneRow {
  PlanarConfiguration configuration;
  std::array<Contact2, planar_plane_algorithms.size()> answers;
  std::array<Real, planar_plane_algorithms.size()> query_times{};   // ns, through query()
  std::array<Real, planar_plane_algorithms.size()> kernel_times{};  // ns, of the algorithm alone
};
std::vector<PlanarPlaneRow> measure_planar_planes(const Plan& timing);

// How far the three planes of a row lie apart at most.
struct PlaneDifference {
  Real distance = 0;  // x the larger size
  Real normal = 0;    // rad
};
PlaneDifference plane_difference(const PlanarPlaneRow& row);

// The pictures (nezami_planar_pictures.cpp): the polygons, the shortest link, the common plane across it.
std::string picture_of(const PlanarPlaneRow& row);
std::string picture_of_all(const std::vector<PlanarPlaneRow>& rows);

// Measured and told (nezami_planar_tables.cpp).
Report nezami_planar_report(const Plan& timing);

}  // namespace scree::bench
