// A stranger's program: the distance of two boxes.
#include <cstdio>
#include <scree/scree.hpp>

int main() {
  const auto a = scree::make_box({1, 1, 1}), b = scree::make_box({2, 2, 2});
  scree::PairCache cache;
  scree::Contact contact;
  const scree::Pose a_from_b{{}, {4, 0, 0}};
  if (!ok(query(scree::Algorithm::automatic, *a, *b, a_from_b, {}, cache, contact))) return 1;
  std::printf("scree %s: distance %.9f\n", SCREE_VERSION, contact.distance);
}
